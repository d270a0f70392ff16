/**
 * `orrery load --queue --work`: takes shares of a load from a queue. Each runs in its own process; this one passes messages on, so
 * that it answers however busy the load is. It reads its own scenario and target file, and asks for the addresses of its target itself.
 */
import { randomUUID } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { pinnedFor } from '../../../live/load/single-load.ts';
import type { LoadStop, LoadUpdate } from '../../../live/load/load-call.ts';
import type { Leave } from '../../workers/attendance.ts';
import { pause } from '../../workers/queue.ts';
import { workForShares, type TakenShare } from '../../workers/share-worker.ts';
import { forkWorker, order } from './forked-links.ts';
import type { LoadReport } from './load-links.ts';
import { loadCallOf, type LoadSettings } from './load-settings.ts';
import {
  readJob,
  readOrder,
  type QueuedJob,
  type QueuedReport,
  type StandingOrder,
} from './queue-messages.ts';

/** One call of a worker. */
export interface LoadHelp {
  readonly settings: LoadSettings;
  readonly url: string;
  readonly name: string;
  readonly signal: AbortSignal;
  readonly patienceMs: number;
}

/** How it took part. */
export interface LoadHelped {
  readonly leave: Leave;
  readonly shares: number;
  readonly requests: number;
}

const lookMs = 100;
const readyMs = 1_000;
/** A coordinator that is gone for so long cannot stop the load: the worker ends it. */
const unledMs = 10_000;

/** Takes as many shares at once as `settings.workers` says. Rejects with `QueueMistake`. */
export async function helpLoad({ settings, ...queue }: LoadHelp): Promise<LoadHelped> {
  const taken: RunningShare[] = [];
  const run = async (next: TakenShare): Promise<void> => {
    const job = readJob(next.data);
    if (job === undefined || next.share >= job.workers) return;
    const share = new RunningShare(next, job, queue.signal);
    taken.push(share);
    await share.run(settings);
  };
  const leave = await workForShares({ ...queue, atOnce: settings.workers, run });
  const begun = taken.filter(({ isBegun }) => isBegun);
  return { leave, shares: begun.length, requests: begun.reduce((sum, { requests }) => sum + requests, 0) };
}

/** A share from its job to its end. */
class RunningShare {
  readonly #taken: TakenShare;
  readonly #job: QueuedJob;
  readonly #signal: AbortSignal;
  readonly #token = randomUUID();
  #child: ChildProcess | undefined;
  #sequence = 0;
  #sent: Promise<void> = Promise.resolve();
  #isReady = false;
  #isOver = false;
  #isStopping = false;
  #left: string | null = null;
  #readMs = performance.now();
  #saidMs = Number.NEGATIVE_INFINITY;
  #last: LoadUpdate | undefined;
  isBegun = false;
  requests = 0;

  constructor(taken: TakenShare, job: QueuedJob, signal: AbortSignal) {
    this.#taken = taken;
    this.#job = job;
    this.#signal = signal;
  }

  async run(settings: LoadSettings): Promise<void> {
    const { workers: count, namespace } = this.#job;
    const own = { ...settings, namespace };
    const child = forkWorker({ report: (report) => this.#heard(report), lost: (how) => this.#lost(how) });
    this.#child = child;
    try {
      const call = await loadCallOf(own);
      const addresses = await pinnedFor(call);
      const pinned = call.target.hosts.map((host) => [host, addresses.addressOf(host)] as const);
      order(child, { kind: 'prepare', settings: own, share: { index: this.#taken.share, count }, pinned });
      while (!this.#isOver) {
        await this.#look();
        await pause(lookMs);
      }
    } catch (error) {
      this.#send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    } finally {
      await this.#sent;
      child.kill('SIGKILL');
    }
  }

  /** Says that it is ready, and does what the order says. */
  async #look(): Promise<void> {
    if (this.#isReady && !this.isBegun) await this.#sayReady();
    const read = this.#taken.order();
    const found = readOrder(await Promise.race([read, pause(readyMs)]));
    const nowMs = performance.now();
    if (found !== undefined) this.#readMs = nowMs;
    if (this.#signal.aborted) this.#end('a signal ended it', 'interrupt');
    else if (nowMs - this.#readMs > unledMs) this.#end('its coordinator is gone', 'interrupt');
    else if (found !== undefined) await this.#obey(found);
  }

  async #sayReady(): Promise<void> {
    if (performance.now() - this.#saidMs < readyMs) return;
    this.#saidMs = performance.now();
    const { errorMs } = await this.#taken.clock();
    this.#send({ kind: 'ready', clockErrorMs: errorMs });
  }

  async #obey({ run, workers, start, stop }: StandingOrder): Promise<void> {
    if (run !== this.#job.run) return this.#end('another load has begun', 'interrupt');
    if (start !== null && workers[this.#taken.share] !== this.#token)
      return this.#end('its share has another worker', 'interrupt');
    if (stop !== null) this.#stop(stop);
    if (start === null || this.isBegun || this.#child === undefined) return;
    this.isBegun = true;
    const { offsetMs } = await this.#taken.clock();
    order(this.#child, {
      kind: 'go',
      start: { epochMs: start.redisMs - offsetMs, startMs: start.startMs },
    });
    if (this.#isStopping && stop !== null) order(this.#child, { kind: 'stop', reason: stop });
  }

  /** Ends this share although the load goes on. */
  #end(left: string, reason: LoadStop): void {
    this.#left ??= left;
    if (this.isBegun) this.#stop(reason);
    else this.#isOver = true;
  }

  #stop(reason: LoadStop): void {
    if (this.#isStopping || this.#child === undefined) return;
    this.#isStopping = true;
    order(this.#child, { kind: 'stop', reason });
  }

  #heard(report: LoadReport): void {
    if (report.kind === 'ready') this.#isReady = true;
    else if (report.kind === 'failed') {
      this.#send(report);
      this.#isOver = true;
    } else {
      this.#last = report.update;
      this.requests = report.update.measures?.total.requests ?? this.requests;
      if (report.kind === 'update') this.#send(report);
      else {
        const { update, notes, stopped = null } = report;
        this.#send({ kind: 'done', update, notes, stopped, left: this.#left });
        this.#isOver = true;
      }
    }
  }

  /** Its process is gone; the counts that it had reported stay. */
  #lost(how: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#last === undefined || !this.isBegun) this.#send({ kind: 'failed', message: how });
    else {
      const { measures: _measures, ...rest } = this.#last;
      const update = { ...rest, intervals: [], findings: [], agents: 0, inFlight: 0 };
      this.#send({ kind: 'done', update, notes: [], stopped: null, left: how });
    }
  }

  /** Messages arrive in order; one that cannot be sent shows as a gap. */
  #send(report: QueuedReport): void {
    const message = { run: this.#job.run, token: this.#token, sequence: this.#sequence++, report };
    this.#sent = this.#sent.then(() => this.#taken.send(message)).catch(() => undefined);
  }
}
