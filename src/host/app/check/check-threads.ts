/** Runs of a check in threads, some ahead of their turn; what they show does not depend on the number of threads. */
import { assert } from '../../../core/base/assert.ts';
import type { CampaignSeries, RunOutcome } from '../../../verification/check/campaign.ts';
import type { WorkerPool } from '../../workers/pool.ts';
import { crashedLine, poolOf, readOutcome } from './check-pool.ts';

/** Runs that a thread takes at once: to come to a run, its generator passes all before it. */
const together = 4;
/**
 * Takes that wait for a thread, for each thread: enough that none is idle while another is busy with a run that takes a hundred times as
 * long as most.
 */
const aheadOfEach = 64;

/** Which runs are executed, and with how many threads. */
export interface CheckThreadsCall extends CampaignSeries {
  readonly workers: number;
  readonly runsMax: number;
}

/** Threads for the runs of one campaign. The owner calls `close`, which ends what was begun ahead. */
export class CheckThreads {
  readonly #pool: WorkerPool;
  readonly #runsMax: number;
  /** By the first run of each take. */
  readonly #begun = new Map<number, Promise<readonly string[]>>();
  #next = 1;

  constructor({ seed, service, workers, runsMax }: CheckThreadsCall) {
    this.#runsMax = runsMax;
    this.#pool = poolOf({ seed, service }, workers);
  }

  /** The outcome of a run, from 1. Call it for every run once and in order. */
  readonly run = async (run: number): Promise<RunOutcome> => {
    const place = (run - 1) % together;
    const first = run - place;
    const last = Math.min(this.#runsMax, first + aheadOfEach * together * this.#pool.workers);
    for (; this.#next <= last; this.#next += together) this.#begin(this.#next);
    const lines = await this.#begun.get(first);
    if (place === together - 1) this.#begun.delete(first);
    const line = lines?.[place] ?? crashedLine(run, 'it was not begun');
    const read = readOutcome(line);
    assert(read?.run === run, 'a thread answers the runs that it was asked for');
    return read.outcome;
  };

  close(): Promise<void> {
    return this.#pool.close();
  }

  #begin(first: number): void {
    const count = Math.min(together, this.#runsMax - first + 1);
    const lines = this.#pool.run(Array.from({ length: count }, (_, place) => first + place));
    // Runs that were begun ahead may be needed no more; closing the pool rejects them.
    lines.catch(() => undefined);
    this.#begun.set(first, lines);
  }
}
