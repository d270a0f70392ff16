/** The two roles of `orrery check --queue`: the campaign, which collects its runs, or with `--work` a helper. */
import { createHash } from 'node:crypto';
import {
  outcomeOf,
  scenarioOf,
  type CampaignSeries,
  type RunOutcome,
} from '../../../verification/check/campaign.ts';
import { yamlOf } from '../../../verification/check/source.ts';
import type { Leave } from '../../workers/attendance.ts';
import type { WorkerPool } from '../../workers/pool.ts';
import { collectFromQueue } from '../../workers/queue-collector.ts';
import { workForQueue } from '../../workers/queue-worker.ts';
import { shownAddress } from '../../workers/redis-address.ts';
import { CallMistake } from '../process/exit.ts';
import { packageVersion } from '../process/package-version.ts';
import { asCallMistake } from '../process/queue-address.ts';
import { checkHost } from './check-host.ts';
import { crashedLine, poolOf, readOutcome } from './check-pool.ts';

/** A helper may start before the campaign. */
const patienceMs = 120_000;

/** A campaign at a queue; `workers` are threads of this process, 0 for none. */
export interface CheckQueueCall extends CampaignSeries {
  readonly url: string;
  readonly runsMax: number;
  readonly workers: number;
}

/** Runs by their numbers, executed by all who work for the queue. The owner calls `close`, which leaves nothing in Redis. */
export class QueuedRuns {
  readonly #call: CheckQueueCall;
  readonly #pool: WorkerPool | undefined;
  readonly #collecting: Promise<void>;
  /** Rejects where the queue is lost, and stays open otherwise. */
  readonly #lost: Promise<never>;
  readonly #kept = new Set<number>();
  readonly #outcomes = new Map<number, RunOutcome>();
  readonly #waiting = new Map<number, (outcome: RunOutcome) => void>();
  #isClosed = false;

  constructor(call: CheckQueueCall) {
    this.#call = call;
    const { url, seed, service, runsMax, workers } = call;
    this.#pool = workers === 0 ? undefined : poolOf({ seed, service }, workers);
    this.#collecting = collectFromQueue({
      url,
      name: queueNameOf(call),
      pool: this.#pool,
      points: Array.from({ length: runsMax }, (_, index) => index + 1),
      pointCount: runsMax,
      pointOf: (line) => readOutcome(line)?.run,
      keep: (lines) => this.#keep(lines),
      // A campaign that has ended needs no more of them: its queue is finished.
      isKept: (run) => this.#isClosed || this.#kept.has(run),
      crashed: crashedLine,
      signal: new AbortController().signal,
    });
    this.#lost = this.#collecting.then(
      () => new Promise<never>(() => undefined),
      (error: unknown) => {
        throw asCallMistake(error);
      },
    );
    // Only who waits for a run is told.
    this.#lost.catch(() => undefined);
  }

  /** The outcome of a run, from 1. Call it for every run once. Rejects with `CallMistake` where the queue is lost. */
  readonly run = async (run: number): Promise<RunOutcome> => {
    const outcome = await Promise.race([this.#outcomeOf(run), this.#lost]);
    this.#outcomes.delete(run);
    // What another machine says of the code that is checked here is no finding before it is seen here.
    const { seed, service } = this.#call;
    if (outcome.violations.length === 0) return outcome;
    return outcomeOf(scenarioOf(seed, run, service), checkHost);
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#collecting.catch(() => undefined);
    await this.#pool?.close();
  }

  #outcomeOf(run: number): Promise<RunOutcome> {
    const outcome = this.#outcomes.get(run);
    if (outcome !== undefined) return Promise.resolve(outcome);
    return new Promise((resolve) => this.#waiting.set(run, resolve));
  }

  #keep(lines: readonly string[]): void {
    for (const line of lines) {
      const read = readOutcome(line);
      if (read === undefined || this.#kept.has(read.run)) continue;
      const { run, outcome } = read;
      this.#kept.add(run);
      const waiting = this.#waiting.get(run);
      this.#waiting.delete(run);
      if (waiting === undefined) this.#outcomes.set(run, outcome);
      else waiting(outcome);
    }
  }
}

/** How a helper has taken part. */
export interface CheckWork {
  /** The campaign's hash. */
  readonly campaign: string;
  readonly runs: number;
  readonly leave: Leave;
}

/** Works for the campaign of the same call until it ends or a signal comes. Throws `CallMistake` where there is none. */
export async function helpCheck(call: CheckQueueCall, signal: AbortSignal): Promise<CheckWork> {
  const { url, seed, service, runsMax, workers } = call;
  const campaign = hashOf(call);
  try {
    const pool = poolOf({ seed, service }, workers);
    const name = queueNameOf(call);
    const { leave, points } = await workForQueue({
      url,
      name,
      pool,
      pointCount: runsMax,
      signal,
      patienceMs,
    });
    if (leave !== 'nobody' || points > 0) return { campaign, runs: points, leave };
  } catch (error) {
    throw asCallMistake(error);
  }
  throw new CallMistake(
    `--queue ${shownAddress(url)}: no process runs check ${campaign}; expected the same --seed, --runs and --service without --work somewhere, with the same version`,
  );
}

const queueNameOf = (call: CheckQueueCall): string => `check-${hashOf(call)}`;

/** Another seed, service, number of runs, version or generator gives another queue: a helper's first and last scenarios are the campaign's. */
function hashOf({ seed, service, runsMax }: CheckQueueCall): string {
  const ends = [1, runsMax].map((run) => yamlOf(scenarioOf(seed, run, service)));
  const text = JSON.stringify([packageVersion(), seed, runsMax, ends]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
