/** Requests of a run that were neither sent nor compared, by call, or by service where no call has the path. */
import type { LiveAnswer } from './live-client.ts';

/** Counts of requests by call. */
export type CallCounts = ReadonlyMap<string, number>;

export class LeftOut {
  /** To services that the target file does not list. */
  readonly unlisted = new Map<string, number>();
  /** What the money of the budget did not cover. */
  readonly withheld = new Map<string, number>();

  /** Counts a request that was not sent. False for one that was, or that a stop cut off. */
  add(live: LiveAnswer, path: string, call: string): boolean {
    const counts = this.#countsFor(live);
    if (counts === undefined) return false;
    const name = call || (path.split('/')[1] ?? '');
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return true;
  }

  #countsFor(live: LiveAnswer): Map<string, number> | undefined {
    if (live.kind === 'answer') return undefined;
    if (live.reason === 'no address') return this.unlisted;
    return live.reason === 'withheld' ? this.withheld : undefined;
  }
}

/** The counts of several runs as a list, the most frequent first, and their sum. */
export function summed(runs: readonly CallCounts[]): {
  readonly count: number;
  readonly operations: { readonly call: string; readonly requests: number }[];
} {
  const counts = new Map<string, number>();
  for (const [call, count] of runs.flatMap((each) => [...each]))
    counts.set(call, (counts.get(call) ?? 0) + count);
  const operations = Array.from(counts, ([call, requests]) => ({ call, requests })).toSorted(
    (left, right) => right.requests - left.requests || (left.call < right.call ? -1 : 1),
  );
  return { count: operations.reduce((sum, { requests }) => sum + requests, 0), operations };
}
