/**
 * A load over several workers: processes of this machine, or of others over a queue. Agents are split by number; all begin at
 * one moment; each worker has its share of the ceiling, the connections and the budget. Histograms are added up exactly. A worker
 * that dies is reported: the figures contain what it had reported before.
 */
import { LoadPace } from '../../../live/load/engine/load-pace.ts';
import type { LoadCall, LoadStart, LoadStop, LoadUpdate } from '../../../live/load/load-call.ts';
import { IntervalBook } from '../../../live/load/measure/interval-book.ts';
import { LoadMeasures } from '../../../live/load/measure/load-measures.ts';
import { plannedArrivals } from '../../../live/load/plan/planned-arrivals.ts';
import { LoadInterval } from '../../../live/load/measure/series.ts';
import type { LoadResult } from '../../../live/load/result-schema.ts';
import type { LoadEnd, LoadView, RunningLoad } from '../../../live/load/running-load.ts';
import { stageIndexOf, type PreparedLoad } from '../../../live/load/single-load.ts';
import { startAt } from '../../../live/load/target-clock.ts';
import { thresholdWatch } from '../../../live/load/threshold-watch.ts';
import type { FindingResult } from '../../../simulation/scenario/result.ts';
import { Forbidden } from '../../../live/traffic/target/permit.ts';
import { processNowMs } from '../../workers/redis-clock.ts';
import { Interrupted } from '../process/exit.ts';
import type { LinkOwner, LoadLinks, LoadReport } from './load-links.ts';

/** Merged measures are computed at most so often, and in at most this share of the time. */
const mergeMs = 1_000;
const mergeShareMax = 0.1;

/** What one worker has reported. */
interface LoadWorker {
  readonly index: number;
  measures: LoadUpdate['measures'];
  last: LoadUpdate | undefined;
  /** Requests that have ended, by its intervals. */
  ended: number;
  seconds: number;
  /** How it ended before its time. */
  lost: string | null;
  isReady: boolean;
  isDone: boolean;
}

const newWorker = (index: number): LoadWorker => ({
  index, measures: undefined, last: undefined, ended: 0, seconds: 0, lost: null, isReady: false, isDone: false,
}); // prettier-ignore

/** What a coordinator is made of. */
export interface LoadWorkersParts {
  readonly call: LoadCall;
  readonly prepared: PreparedLoad;
  readonly links: LoadLinks;
  /** Workers, from 1. */
  readonly workers: number;
  /** True where workers come by themselves: a signal ends the wait for them. */
  readonly isPatient: boolean;
}

/** The coordinator: `run` once. */
export class LoadWorkers implements RunningLoad, LinkOwner {
  readonly #parts: LoadWorkersParts;
  readonly #workers: readonly LoadWorker[];
  readonly #findings: FindingResult[] = [];
  readonly #notes = new Set<string>();
  readonly #book: IntervalBook;
  readonly #pace: LoadPace;
  #start: LoadStart | undefined;
  #stopped: LoadStop | undefined;
  #merged: { readonly atMs: number; readonly tookMs: number; readonly measures: LoadMeasures };
  #readyCount = 0;
  #settle: { resolve: () => void; reject: (error: unknown) => void } | undefined;

  constructor(parts: LoadWorkersParts) {
    const { call, prepared, workers } = parts;
    this.#parts = parts;
    this.#workers = Array.from({ length: workers }, (_, index) => newWorker(index));
    this.#pace = new LoadPace(call, prepared.time.nowMs);
    const { intervalMs } = this.#pace;
    this.#book = new IntervalBook({ workers, intervalMs, stageAt: stageIndexOf(call) });
    this.#merged = { atMs: 0, tookMs: 0, measures: new LoadMeasures(call.scenario.expectations) };
  }

  view(): LoadView {
    const nowMs = performance.now();
    if (nowMs - this.#merged.atMs > Math.max(mergeMs, this.#merged.tookMs / mergeShareMax))
      this.#merged = this.#merge();
    return {
      elapsedMs: this.#start === undefined ? 0 : Math.max(0, processNowMs() - this.#start.epochMs),
      lengthMs: this.#pace.lengthMs,
      measures: this.#merged.measures,
      rows: this.#book.rows,
      agents: this.#sum(({ agents }) => agents),
      inFlight: this.#sum(({ inFlight }) => inFlight),
      ...(this.#start === undefined
        ? { waitsFor: { ready: this.#readyCount, of: this.#workers.length } }
        : {}),
    };
  }

  stop(reason: LoadStop): void {
    this.#stopped ??= reason;
    if (this.#start === undefined && this.#parts.isPatient)
      this.#settle?.reject(new Interrupted('no worker had begun'));
    for (const { index, isDone } of this.#workers)
      if (!isDone) this.#parts.links.tell(index, { kind: 'stop', reason });
  }

  async run(): Promise<LoadEnd> {
    const { links, call } = this.#parts;
    const watch = thresholdWatch(call.scenario, this);
    try {
      await new Promise<void>((resolve, reject) => {
        this.#settle = { resolve, reject };
        links.open(this).catch(reject);
      });
    } finally {
      watch.end();
      await links.close();
    }
    this.#merged = this.#merge();
    return this.#end();
  }

  waits(ready: number): void {
    this.#readyCount = ready;
  }

  heard(index: number, report: LoadReport): void {
    const worker = this.#workers[index];
    if (worker === undefined || worker.isDone) return;
    if (report.kind === 'failed') {
      worker.isDone = true;
      this.#settle?.reject(new Forbidden(report.message));
    } else if (report.kind === 'ready') this.#ready(worker);
    else {
      this.#note(worker, report.update);
      if (report.kind === 'done') {
        if (report.stopped !== undefined) this.#stopped ??= report.stopped;
        for (const note of report.notes) this.#notes.add(note);
        this.#over(worker);
      }
    }
  }

  lost(index: number, how: string): void {
    const worker = this.#workers[index];
    if (worker === undefined || worker.isDone) return;
    worker.lost = how;
    if (this.#start === undefined)
      this.#settle?.reject(new Error(`worker ${index} of the load ended before it began: ${how}`));
    this.#over(worker);
  }

  #end(): LoadEnd {
    const { speed, intervalMs, lengthMs } = this.#pace;
    const { prepared, links } = this.#parts;
    const view = this.view();
    return {
      ...view,
      elapsedMs: Math.min(view.elapsedMs, lengthMs),
      startedMs: this.#start?.epochMs ?? Date.now(),
      speed,
      intervalMs,
      probes: prepared.time.requests,
      connections: this.#sum(({ connections }) => connections),
      spent: {
        requests: this.#sum(({ spent }) => spent.requests),
        micros: this.#sum(({ spent }) => spent.micros),
      },
      findings: this.#findings,
      workers: this.#workers.map((worker) => this.#resultOf(worker)),
      stopped: this.#stopped,
      notes: [...prepared.templates.notes, ...this.#notes, ...links.notes()],
    };
  }

  #resultOf(worker: LoadWorker): LoadResult['workers'][number] {
    const { index, measures, lost, seconds } = worker;
    const requests = measures?.total.requests ?? 0;
    const clockErrorMs = this.#parts.links.clockErrorMs(index);
    return {
      worker: index,
      requests,
      lost,
      seconds,
      ...(clockErrorMs > 0 ? { clockErrorMs } : {}),
      ...(lost === null ? {} : this.#lossOf(worker)),
    };
  }

  /** What the figures lack of a lost worker. How many arrivals a load that was stopped would have had is not its loss. */
  #lossOf({ index, measures, last, ended }: LoadWorker): Partial<LoadResult['workers'][number]> {
    const { call, workers: count } = this.#parts;
    const planned = plannedArrivals(call.scenario.load, { index, count }, this.#pace.lengthMs);
    const { arrivals = 0, dropped = 0 } = measures?.counts ?? {};
    return {
      agentsLost: last?.agents ?? 0,
      requestsBeyond: Math.max(0, ended - (measures?.total.requests ?? 0)),
      ...(planned === undefined || this.#stopped !== undefined
        ? {}
        : { arrivalsLost: Math.max(0, planned - arrivals - dropped) }),
    };
  }

  /** All begin together, once the last has read its files. */
  #ready(worker: LoadWorker): void {
    worker.isReady = true;
    this.#readyCount = this.#workers.filter(({ isReady }) => isReady).length;
    if (this.#readyCount < this.#workers.length) return;
    const { links, prepared, call } = this.#parts;
    const start = startAt(Math.round(processNowMs()) + links.aheadMs, prepared.time, call.target);
    this.#start = start;
    for (const { index } of this.#workers) links.tell(index, { kind: 'go', start });
    if (this.#stopped !== undefined) this.stop(this.#stopped);
  }

  #note(worker: LoadWorker, update: LoadUpdate): void {
    worker.last = update;
    if (update.measures !== undefined) {
      worker.measures = update.measures;
      worker.seconds = Math.min(update.elapsedMs, this.#pace.lengthMs) / 1000;
    }
    this.#findings.push(...update.findings);
    for (const plain of update.intervals) {
      const interval = LoadInterval.from(plain);
      worker.ended += interval.response.totalCount;
      this.#book.add(worker.index, interval);
    }
  }

  #over(worker: LoadWorker): void {
    worker.isDone = true;
    this.#book.close(worker.index);
    if (this.#workers.every(({ isDone }) => isDone)) this.#settle?.resolve();
  }

  #merge(): { atMs: number; tookMs: number; measures: LoadMeasures } {
    const atMs = performance.now();
    const merged = new LoadMeasures(this.#parts.call.scenario.expectations);
    for (const { measures } of this.#workers) if (measures !== undefined) merged.merge(measures);
    return { atMs, tookMs: performance.now() - atMs, measures: merged };
  }

  /** Agents and open requests of a lost worker are gone; what it has spent and opened stays. */
  #sum(read: (update: LoadUpdate) => number): number {
    return this.#workers.reduce((sum, { last, lost }) => {
      if (last === undefined) return sum;
      return sum + read(lost === null ? last : { ...last, agents: 0, inFlight: 0 });
    }, 0);
  }
}
