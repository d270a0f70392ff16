/** A search for the limit of a load as a CSV table and as JUnit XML. */
import type { LoadLimit } from '../../live/load/limit/result.ts';
import { csv } from '../csv.ts';
import { failed, junitSuite } from '../junit.ts';

/** `steps.csv`: one line for each step; times in milliseconds. */
export function limitStepsCsv({ steps }: LoadLimit): string {
  const header = [
    'level', 'holds', 'limited_by', 'requests', 'offered_per_second', 'answered_per_second', 'achieved_share', 'failed', 'p50_ms', 'p90_ms', 'p99_ms', 'send_lag_p99_ms', 'why',
  ]; // prettier-ignore
  const rows = steps.map(({ responseMs: { p50, p90, p99 }, ...step }) => [
    step.level, String(step.holds), step.limitedBy ?? '', step.requests, step.offeredPerSecond, step.answeredPerSecond, step.achievedShare, step.failed, p50, p90, p99, step.sendLagP99Ms, step.why ?? '',
  ]); // prettier-ignore
  return csv([header, ...rows]);
}

/** `junit.xml`: one failed case where no level held. */
export function limitJunit(result: LoadLimit): string {
  const { scenario, seed, target, steps, ok, limitedBy } = result;
  const message = `no level held twice; limited by ${limitedBy}`;
  const failure = failed({ suite: scenario, name: 'limit', type: 'limit', message, detail: '' });
  return junitSuite({
    name: scenario,
    seconds: steps.reduce((sum, { seconds }) => sum + seconds, 0),
    properties: { seed, target },
    cases: ok ? [] : [failure],
  });
}
