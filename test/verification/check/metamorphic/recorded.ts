/** Runs of small scenarios, recorded for a relation. */
import { scenarioHost } from '../../../../src/host/app/run/scenario-host.ts';
import { buildFromValue } from '../../../../src/simulation/scenario/load.ts';
import type { RecordedRun } from '../../../../src/verification/check/metamorphic/relation.ts';
import { transcriptOf } from '../../../../src/verification/check/metamorphic/transcript.ts';
import type { ScenarioSource } from '../../../../src/verification/check/source.ts';

export type Operations = NonNullable<ScenarioSource['operations']>;

export async function recorded(
  operations: Operations,
  more: Partial<ScenarioSource> = {},
): Promise<RecordedRun> {
  const source = { name: 'check', seed: '1', for: '1m', operations, ...more };
  const scenario = await buildFromValue(source, scenarioHost);
  return { scenario, transcript: transcriptOf(scenario, Infinity) };
}

export const register = (by: string): Operations[number] => ({
  by,
  do: 'POST /faucet/register',
  body: { agent_id: by },
});
