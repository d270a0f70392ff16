/** A load as JUnit XML. */
import type { LoadResult } from '../../live/load/result-schema.ts';
import { failed, junitSuite, outcomeCases } from '../junit.ts';

/** `junit.xml`: a test case for each expectation and finding, and one for each worker that was lost. */
export function loadJunit(result: LoadResult): string {
  const { scenario, seed, target, namespace, seconds, workers } = result;
  const lost = workers.flatMap(({ worker, lost: how }) =>
    how === null
      ? []
      : [failed({ suite: scenario, name: `worker ${worker}`, type: 'worker', message: how, detail: '' })],
  );
  return junitSuite({
    name: scenario,
    seconds,
    properties: { seed, target, namespace },
    cases: [...outcomeCases(scenario, result), ...lost],
  });
}
