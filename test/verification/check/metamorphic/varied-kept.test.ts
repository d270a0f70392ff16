/** What the relations declare, and the second scenarios that they make of generated ones. */
import { describe } from 'vitest';
import { scenarioHost } from '../../../../src/host/app/run/scenario-host.ts';
import { buildFromValue } from '../../../../src/simulation/scenario/load.ts';
import { scenarioOf } from '../../../../src/verification/check/campaign.ts';
import type { RunRelation } from '../../../../src/verification/check/metamorphic/relation.ts';
import { relations } from '../../../../src/verification/check/metamorphic/relations.ts';
import { transcriptOf } from '../../../../src/verification/check/metamorphic/transcript.ts';
import { describeKept } from '../../../kept-digests.ts';

const runs = [1, 2, 3, 4, 5, 6];

/** The calls and groups of the second run, which calls are compared, and the texts of its first calls as the first run has them. */
async function variedOf(relation: RunRelation, run: number): Promise<unknown[]> {
  const scenario = await buildFromValue(scenarioOf('relations', run), scenarioHost);
  const transcript = transcriptOf(scenario, 200);
  const variant = relation.varied({ scenario, transcript });
  if (variant === undefined) return ['nothing'];
  const { calls, groups } = variant.scenario;
  const compared = transcript.calls.map((call) => variant.isCompared(call));
  const texts = calls.map(({ by, path, body }) => variant.asInFirst(JSON.stringify([by, path, body])));
  return [calls, groups.map(({ name, count }) => [name, count]), compared, texts];
}

describe('a relation', () => {
  describeKept(
    new URL('varied-kept.json', import.meta.url),
    Object.entries(relations).flatMap(([name, relation]) => [
      { name: `${name}, as it is declared`, made: () => [relation] },
      ...runs.map((run) => ({ name: `${name}, scenario ${run}`, made: () => variedOf(relation, run) })),
    ]),
  );
});
