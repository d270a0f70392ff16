/** Progress on stderr, and only where that is a terminal. */
import cliProgress from 'cli-progress';
import { formatInstant } from '../base/time.ts';
import type { ScenarioRun } from '../scenario/run.ts';

export interface Progress {
  update(run: ScenarioRun): void;
  stop(): void;
}

const silent: Progress = { update: () => undefined, stop: () => undefined };

/** A bar over virtual time with requests so far, or nothing. */
export function startProgress(isWanted: boolean): Progress {
  if (!isWanted || !process.stderr.isTTY) return silent;
  const bar = new cliProgress.SingleBar(
    {
      format: '{bar} {percentage}% | {at} | {requests} requests | {eta_formatted} left',
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
    },
    cliProgress.Presets.shades_classic,
  );
  bar.start(1000, 0, { at: '', requests: 0 });
  return {
    update: (run) =>
      bar.update(Math.round(run.progress * 1000), {
        at: formatInstant(run.kernel.nowMs).slice(0, 16).replace('T', ' '),
        requests: run.world.requestCount,
      }),
    stop: () => bar.stop(),
  };
}

/** A bar over things that are counted, or nothing. */
export function startCountBar(
  isWanted: boolean,
  { done, total, what }: { readonly done: number; readonly total: number; readonly what: string },
): Pick<cliProgress.SingleBar, 'update' | 'stop'> {
  if (!isWanted || !process.stderr.isTTY || done >= total)
    return { update: () => undefined, stop: () => undefined };
  const bar = new cliProgress.SingleBar(
    {
      format: `{bar} {value}/{total} ${what} | {eta_formatted} left`,
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
    },
    cliProgress.Presets.shades_classic,
  );
  bar.start(total, done);
  return bar;
}
