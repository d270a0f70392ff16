/**
 * The open-loop engine: an absolute schedule that slow responses do not stretch. Every wait outside the generator
 * counts as response time, by reason; the generator's own lag is measured separately and voids the run if large.
 */
import type { RawAnswer } from '../http/answer-parser.ts';
import type { Connection, FailureReason, Endpoint } from '../http/connection.ts';
import { PipelinedSender } from '../http/pipelined-sender.ts';
import { Pool } from '../http/pool.ts';
import type { Sender, SenderOwner } from '../http/sender.ts';
import { Ceiling } from './ceiling.ts';
import { count, Measures, recordMs, type WaitReason } from './measures.ts';
import type { PlannedRequest, Script, UnsentReason } from './planned-request.ts';
import { ReadAhead } from './read-ahead.ts';
import { GlobalOrder, SessionOrder, type RequestOrder } from './request-order.ts';

/** Limits of one run: `requestsPerSecondMax` holds for the whole engine, `connectionsMax` for each endpoint. */
export interface OpenEngineOptions {
  readonly endpoints: readonly Endpoint[];
  readonly connectionsMax: number;
  readonly requestsPerSecondMax: number;
  readonly timeoutMs: number;
  /** Requests due before this, in wall milliseconds after the start, are sent but not measured. */
  readonly warmUpMs: number;
  /** True to keep the order of the whole trace, over one connection; else that of each session. */
  readonly isInLine: boolean;
  /** Called right before every single write; throws where it must not happen. */
  readonly permit: (request: PlannedRequest) => void;
}

/** Counts of requests over one run; they grow while the engine runs. */
export interface EngineCounts {
  sent: number;
  answered: number;
  /** Responses that arrived before the schedule's clock started. */
  answeredBefore: number;
  failed: number;
  unsent: number;
  /** How often the schedule paused because too many requests were pending. */
  heldBack: number;
  pendingMost: number;
}

/** Bound on pending requests: picked up and not finished. */
const pendingMax = 100_000;
/** Bound on pending requests without a due time: enough to keep every connection busy. */
const eagerPendingMax = 2_000;
const sweepMs = 100;
/** Milliseconds of deferred work before the engine looks at the clock again. */
const workMs = 0.5;
/** Timers have a resolution of a millisecond: below this wait the engine polls the event loop. */
const spinMs = 1.5;

/** Sends a script's requests and reports each outcome to it; asks `permit` before every write. `run` once. */
export class OpenEngine<T extends PlannedRequest> implements SenderOwner<T> {
  readonly measures = new Measures();
  readonly counts: EngineCounts = {
    sent: 0,
    answered: 0,
    answeredBefore: 0,
    failed: 0,
    unsent: 0,
    heldBack: 0,
    pendingMost: 0,
  };
  readonly #options: OpenEngineOptions;
  readonly #script: Script<T>;
  /** One per endpoint; in line all endpoints share one. */
  readonly #pools: readonly Sender<T>[];
  readonly #turns: RequestOrder<T>;
  readonly #ceiling: Ceiling;
  /** Requests whose turn has come but that need a response to another session's request. */
  readonly #awaiting = new Map<number, T[]>();
  readonly #ahead: ReadAhead<T>;
  #pending = 0;
  #startMs = 0;
  #endMs = 0;
  #isClockOn = false;
  #isStopping = false;
  /** The request being submitted: if it is written now, it has not waited. */
  #submitting: T | undefined;
  #heldMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #isSpinning = false;
  /** One closure for all turns: garbage collection would delay requests. */
  readonly #turn = (): void => {
    this.#isSpinning = false;
    this.#tick();
  };
  #ceilingTimer: NodeJS.Timeout | undefined;
  readonly #resting = new Map<NodeJS.Timeout, T>();
  #finish: (() => void) | undefined;
  #fail: ((error: unknown) => void) | undefined;

  constructor(options: OpenEngineOptions, script: Script<T>) {
    this.#options = options;
    this.#script = script;
    this.#ahead = new ReadAhead(() => script.next());
    this.#ceiling = new Ceiling(options.requestsPerSecondMax);
    const { endpoints: places, connectionsMax, isInLine } = options;
    this.#turns = isInLine
      ? new GlobalOrder<T>((request) => this.#submit(request))
      : new SessionOrder<T>((request, hasWaited) => this.#itsTurn(request, hasWaited));
    this.#pools = isInLine
      ? [
          new PipelinedSender<T>({
            endpoints: places,
            awaits: (request) => script.awaits(request),
            owner: this,
          }),
        ]
      : places.map((endpoint) => new Pool<T>({ endpoint, connectionsMax, owner: this }));
  }

  /** Milliseconds since the first request was due. */
  get elapsedMs(): number {
    return (this.#endMs === 0 ? performance.now() : this.#endMs) - this.#startMs;
  }

  get connectionsOpened(): number {
    return this.#pools.reduce((sum, { openedCount }) => sum + openedCount, 0);
  }

  get isStopped(): boolean {
    return this.#isStopping;
  }

  /** Sends everything; resolves when no request is in flight. Rejects with what the script or `permit` throws. */
  async run(): Promise<void> {
    while (this.#ahead.wantsMore) await this.#ahead.read();
    for (const pool of this.#pools) pool.warm(Math.min(4, this.#options.connectionsMax));
    const sweep = setInterval(() => this.#sweep(), sweepMs);
    try {
      this.#startMs = performance.now();
      await new Promise<void>((resolve, reject) => {
        this.#finish = resolve;
        this.#fail = reject;
        this.#tick();
      });
    } finally {
      this.#endMs = performance.now();
      while (this.#script.work(Number.POSITIVE_INFINITY));
      clearInterval(sweep);
      clearTimeout(this.#timer);
      clearTimeout(this.#ceilingTimer);
      for (const timer of this.#resting.keys()) clearTimeout(timer);
      for (const pool of this.#pools) pool.close();
    }
  }

  /** Sends nothing more; requests in flight have half a second for their response. */
  stop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    const abandoned = [
      ...this.#turns.abandon(),
      ...this.#pools.flatMap((pool) => pool.abandon()),
      ...[...this.#awaiting.values()].flat(),
      ...this.#ahead.takeAll(),
    ];
    this.#awaiting.clear();
    for (const request of abandoned) this.#unsent(request, 'stopped');
    this.#pending = this.counts.sent - this.counts.answered - this.counts.failed;
    setTimeout(() => {
      for (const pool of this.#pools) pool.close();
    }, 500).unref();
    this.#finishIfDone();
  }

  nowMs(): number {
    return performance.now();
  }

  mayWrite(): boolean {
    const waitMs = this.#ceiling.waitMs(performance.now());
    if (waitMs <= 0) return true;
    this.#heldMs = performance.now();
    this.#ceilingTimer ??= setTimeout(() => {
      this.#ceilingTimer = undefined;
      for (const pool of this.#pools) pool.pump();
    }, Math.ceil(waitMs));
    return false;
  }

  write(connection: Connection<T>, request: T): boolean {
    try {
      const text = this.#script.textOf(request);
      if (text === undefined) {
        this.#drop(request, 'unsendable');
        return false;
      }
      this.#options.permit(request);
      const nowMs = performance.now();
      this.#ceiling.count(nowMs);
      if (request !== this.#submitting) {
        this.#waited(request, this.#heldMs >= request.readyMs ? 'ceiling' : 'connection');
      }
      request.sentMs = nowMs;
      connection.send(request, text);
      this.counts.sent += 1;
      return true;
    } catch (error) {
      this.#fail?.(error);
      return false;
    }
  }

  answered(request: T, answer: RawAnswer): void {
    const nowMs = performance.now();
    this.counts.answered += 1;
    const serviceMs = nowMs - request.sentMs;
    if (this.#isMeasured(request)) {
      recordMs(this.measures.service, serviceMs);
      recordMs(this.measures.response, nowMs - request.intendedMs);
    }
    count(this.measures.statusCounts, answer.status);
    let restMs = 0;
    try {
      restMs = this.#script.answered(request, answer, serviceMs);
    } catch (error) {
      this.#fail?.(error);
    }
    if (restMs > 0 && !this.#isStopping) this.#rest(request, restMs);
    else this.#over(request);
  }

  failed(request: T, reason: FailureReason): void {
    // One that never got a connection was not sent.
    if (request.sentMs === 0) this.counts.sent += 1;
    this.counts.failed += 1;
    count(this.measures.failures, reason);
    // A failed request has taken at least until now: omitting it would flatter the target.
    if (this.#isMeasured(request)) recordMs(this.measures.response, performance.now() - request.intendedMs);
    this.#script.failed(request, reason);
    this.#over(request);
  }

  #isMeasured({ isMeasured, dueMs }: T): boolean {
    return isMeasured && (dueMs ?? Number.POSITIVE_INFINITY) >= this.#options.warmUpMs;
  }

  /** Picks up all requests that are due. */
  #tick(): void {
    if (this.#isStopping) return;
    let next = this.#ahead.peek();
    while (next !== undefined && this.#isItsTime(next) && this.#mayPickUp(next)) {
      this.#ahead.take();
      this.#pickUp(next);
      next = this.#ahead.peek();
    }
    if (this.#ahead.wantsMore) void this.#readOn();
    this.#wakeFor(next);
    this.#finishIfDone();
  }

  /** The clock starts once all preparing requests, which have no due time, are finished. */
  #isItsTime({ dueMs }: T): boolean {
    if (dueMs === undefined) return true;
    if (!this.#isClockOn) {
      if (this.#pending > 0) return false;
      this.#isClockOn = true;
      this.#startMs = performance.now();
      this.counts.answeredBefore = this.counts.answered;
    }
    return dueMs <= performance.now() - this.#startMs;
  }

  /** Schedules the next turn: immediately, by a timer, or not at all if an event will wake the engine. */
  #wakeFor(next: T | undefined): void {
    const isDue = next !== undefined && this.#isRoomFor(next) && (this.#isClockOn || this.#pending === 0);
    const waitMs = isDue ? (next.dueMs ?? 0) - (performance.now() - this.#startMs) : Number.POSITIVE_INFINITY;
    const hasWork = waitMs > 0 && this.#script.work(Math.min(workMs, waitMs));
    if (hasWork || waitMs <= spinMs) this.#spin();
    else if (!isDue) return;
    else {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#tick(), Math.min(waitMs - 1, 1000));
    }
  }

  #spin(): void {
    if (this.#isSpinning) return;
    this.#isSpinning = true;
    setImmediate(this.#turn);
  }

  #mayPickUp(request: T): boolean {
    if (this.#isRoomFor(request)) return true;
    if (request.dueMs !== undefined) this.counts.heldBack += 1;
    return false;
  }

  #isRoomFor({ dueMs }: T): boolean {
    return this.#pending < (dueMs === undefined ? eagerPendingMax : pendingMax);
  }

  #pickUp(request: T): void {
    this.#pending += 1;
    this.counts.pendingMost = Math.max(this.counts.pendingMost, this.#pending);
    const nowMs = performance.now();
    request.sentMs = 0;
    if (request.dueMs === undefined) request.intendedMs = 0;
    else {
      request.intendedMs = this.#startMs + request.dueMs;
      if (this.#isMeasured(request)) recordMs(this.measures.lag, nowMs - request.intendedMs);
    }
    request.readyMs = nowMs;
    this.#turns.offer(request);
  }

  #itsTurn(request: T, hasWaited: boolean): void {
    if (hasWaited) this.#waited(request, 'session');
    const awaited = this.#script.awaits(request);
    if (awaited === undefined) this.#submit(request);
    else {
      const others = this.#awaiting.get(awaited);
      if (others === undefined) this.#awaiting.set(awaited, [request]);
      else others.push(request);
    }
  }

  #submit(request: T): void {
    // A request without a due time is intended for when its turn came.
    if (request.intendedMs === 0) request.intendedMs = performance.now();
    const sender = this.#pools[this.#options.isInLine ? 0 : request.endpoint];
    this.#submitting = request;
    sender?.submit(request);
    this.#submitting = undefined;
  }

  #waited(request: T, reason: WaitReason): void {
    const nowMs = performance.now();
    if (request.dueMs !== undefined) recordMs(this.measures.waits[reason], nowMs - request.readyMs);
    request.readyMs = nowMs;
  }

  /** The target has sent Retry-After: only this session waits. */
  #rest(request: T, restMs: number): void {
    recordMs(this.measures.waits.limit, restMs);
    const timer = setTimeout(() => {
      this.#resting.delete(timer);
      this.#over(request);
    }, restMs);
    this.#resting.set(timer, request);
  }

  #drop(request: T, reason: UnsentReason): void {
    this.#unsent(request, reason);
    this.#over(request);
  }

  #unsent(request: T, reason: UnsentReason): void {
    this.counts.unsent += 1;
    this.#script.unsent(request, reason);
  }

  #over(request: T): void {
    this.#pending -= 1;
    if (this.#isStopping) {
      this.#finishIfDone();
      return;
    }
    const awaiting = this.#awaiting.get(request.n);
    this.#awaiting.delete(request.n);
    this.#turns.over(request);
    for (const other of awaiting ?? []) {
      this.#waited(other, 'answer');
      this.#itsTurn(other, false);
    }
    this.#spin();
  }

  #finishIfDone(): void {
    const isAllSent = this.#isStopping || this.#ahead.isOver;
    if (isAllSent && this.#pending <= 0) this.#finish?.();
  }

  #sweep(): void {
    const beforeMs = performance.now() - this.#options.timeoutMs;
    for (const pool of this.#pools) pool.cutOlderThan(beforeMs);
  }

  async #readOn(): Promise<void> {
    try {
      await this.#ahead.read();
    } catch (error) {
      this.#fail?.(error);
    }
    // Not immediately: continuous reading would leave no time to send.
    this.#spin();
  }
}
