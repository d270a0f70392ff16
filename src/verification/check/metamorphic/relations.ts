/** The relations that a scenario can be held to, and what breaks them in a run. */
import { InvariantError } from '../../../core/base/assert.ts';
import type { RelationName } from '../../../simulation/scenario/relation-names.ts';
import type { Scenario } from '../../../simulation/scenario/scenario.ts';
import type { Violation } from '../../oracle/properties.ts';
import { agentsRenamed } from './agents-renamed.ts';
import { calledAsTools } from './called-as-tools.ts';
import { firstDifference, type RunDifference } from './first-difference.ts';
import type { RecordedRun, RunRelation } from './relation.ts';
import { strangersAdded } from './strangers-added.ts';
import { transcriptOf, type AnsweredCall, type Transcript } from './transcript.ts';

/** Every relation by its name. */
export const relations: Readonly<Record<RelationName, RunRelation>> = {
  'agents-renamed': agentsRenamed,
  'strangers-added': strangersAdded,
  'called-as-tools': calledAsTools,
};

/** The relations that the expectations of a scenario name. */
export function relationsOf({ expectations }: Scenario): readonly RelationName[] {
  const names = expectations
    .filter(({ selector }) => selector.metric === 'property_violations')
    .flatMap(({ selector }) => selector.tags['relation'] ?? []);
  return [...new Set(names as RelationName[])];
}

/**
 * Runs the changed scenarios of all relations that the scenario names, and gives what breaks them. `recorded` is a run of the
 * scenario itself; without it that is made here.
 */
export function brokenRelations(scenario: Scenario, recorded?: Transcript): readonly Violation[] {
  const names = relationsOf(scenario);
  if (names.length === 0) return [];
  const first = { scenario, transcript: recorded ?? transcriptOf(scenario, Infinity) };
  return names.flatMap((property) => {
    const difference = differenceIn(first, relations[property]);
    return difference === undefined ? [] : [{ property, ...difference }];
  });
}

const outcomeOf = ({ operation, status, body }: AnsweredCall): string =>
  status < 300 ? operation : `${operation} ${String(body['code'])}`;

/** The second run ends, whatever a bug makes of it. */
const eventsMax = (transcript: Transcript): number => 2 * transcript.eventCount + 100_000;

function differenceIn(first: RecordedRun, relation: RunRelation): RunDifference | undefined {
  const { scenario, transcript } = first;
  const isApart = ({ calls }: Transcript): boolean =>
    calls.some((call) => outcomeOf(call) in relation.unless);
  const variant = isApart(transcript) ? undefined : relation.varied(first);
  if (variant === undefined) return undefined;
  try {
    const second = transcriptOf(variant.scenario, eventsMax(transcript));
    if (isApart(second)) return undefined;
    return firstDifference(first, second, { relation, variant });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const name = error instanceof InvariantError ? '' : `${error.name}: `;
    return {
      atMs: scenario.startMs,
      message: `${relation.about} the run breaks off: ${name}${error.message}`,
    };
  }
}
