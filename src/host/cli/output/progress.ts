/** Progress on stderr, and only where that is a terminal. */
import cliProgress from 'cli-progress';
import { formatInstant } from '../../../core/base/time.ts';
import type { ScenarioRun } from '../../../simulation/scenario/run.ts';
import { progressLine } from './progress-line.ts';

/** Progress of one run; `update` may be called after each slice, `stop` clears the line. */
export interface Progress {
  update(run: ScenarioRun): void;
  stop(): void;
}

/** How far something has come. */
export interface ProgressUpdate {
  readonly share: number;
  readonly count: number;
  readonly at?: string;
}

const stepCount = 1000;
/** The rate is that of the last few seconds: a run is not equally fast all the time. */
const rateWindowMs = 3_000;

/** A line that each step rewrites and `stop` removes; undefined unless it is wanted and stderr is a terminal. */
export function startLine(
  isWanted: boolean,
  noun: string,
): { step: (state: ProgressUpdate) => void; stop: () => void } | undefined {
  if (!isWanted || !process.stderr.isTTY) return undefined;
  const startedMs = performance.now();
  let samples = [{ atMs: startedMs, count: 0 }];
  let state: ProgressUpdate = { share: 0, count: 0 };
  const format = (): string => {
    const nowMs = performance.now();
    const [first] = samples;
    const elapsedMs = nowMs - (first?.atMs ?? nowMs);
    const perSecond = elapsedMs < 200 ? undefined : ((state.count - (first?.count ?? 0)) / elapsedMs) * 1000;
    const leftSeconds =
      state.share < 0.01 ? undefined : ((nowMs - startedMs) / 1000 / state.share) * (1 - state.share);
    const { share, count, at = '' } = state;
    return progressLine({ share, at, count, noun, perSecond, leftSeconds }, process.stderr.columns || 80);
  };
  const bar = new cliProgress.SingleBar({
    format,
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
  });
  bar.start(stepCount, 0);
  return {
    step: (next) => {
      state = next;
      const nowMs = performance.now();
      if (nowMs - (samples.at(-1)?.atMs ?? 0) > 100) samples.push({ atMs: nowMs, count: next.count });
      samples = samples.filter(({ atMs }) => nowMs - atMs <= rateWindowMs);
      bar.update(Math.round(next.share * stepCount));
    },
    stop: () => bar.stop(),
  };
}

/** A bar over virtual time with requests, their rate and what is left, or nothing. */
export function startProgress(isWanted: boolean): Progress {
  const line = startLine(isWanted, 'requests');
  return {
    update: (run) =>
      line?.step({
        share: run.progress,
        count: run.world.requestCount,
        at: formatInstant(run.kernel.nowMs).slice(0, 16).replace('T', ' '),
      }),
    stop: () => line?.stop(),
  };
}

/** A bar over things that are counted, or nothing. */
export function startCountBar(
  isWanted: boolean,
  { done, total, what }: { readonly done: number; readonly total: number; readonly what: string },
): { update(count: number): void; stop(): void } {
  const line = done >= total ? undefined : startLine(isWanted, what);
  return {
    update: (count) => line?.step({ share: count / total, count }),
    stop: () => line?.stop(),
  };
}
