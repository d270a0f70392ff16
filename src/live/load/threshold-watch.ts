/** Ends a load as soon as one of its expectations fails, where its scenario asks for that. */
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import { judged } from './measure/judged.ts';
import type { RunningLoad } from './running-load.ts';

const lookMs = 1_000;

/** Looks once a second from `abortAfter` on, until `end` is called. */
export function thresholdWatch(
  { load, expectations }: Scenario,
  running: Pick<RunningLoad, 'view' | 'stop'>,
): { end(): void } {
  if (load?.abortsOnFail !== true) return { end: () => undefined };
  const timer = setInterval(() => {
    const { elapsedMs, measures, agents } = running.view();
    if (elapsedMs < load.abortAfterMs) return;
    const results = judged(expectations, measures, { seconds: elapsedMs / 1000, agents });
    if (results.some(({ ok, value }) => !ok && value !== null)) running.stop('expectation');
  }, lookMs);
  return { end: () => clearInterval(timer) };
}
