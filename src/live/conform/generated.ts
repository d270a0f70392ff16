/** Generated sequences of requests across all services, as `orrery check` makes them, without faults. */
import fc from 'fast-check';
import { scenarios } from '../../verification/check/generate/scenarios.ts';
import type { ScenarioSource } from '../../verification/check/source.ts';
import { wordOf } from '../../verification/check/word-of.ts';

const operationsMax = 60;

/** The scenario of a run; equal for equal seed and number. */
export function generatedSource(seed: string, run: number): ScenarioSource {
  const [source] = fc.sample(scenarios({ operationsMax, hasTrouble: false }), {
    seed: wordOf(`${seed}/conform/${run}`),
    numRuns: 1,
  });
  const { expect: _, ...plain } = source as ScenarioSource;
  return { ...plain, name: `generated-${run}` };
}
