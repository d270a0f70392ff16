/**
 * The open-loop engine: an absolute schedule that slow responses do not stretch. Every wait outside the generator
 * counts as response time, by reason; the generator's own lag is measured separately and voids the run if large.
 */
import type { RawAnswer } from '../http/answer-parser.ts';
import type { Connection, FailureReason } from '../http/connection.ts';
import type { SenderOwner } from '../http/sender.ts';
import { noCounts, type EngineCounts, type OpenEngineOptions } from './engine-options.ts';
import { count, recordMs, type Measures } from './measures.ts';
import type { PlannedRequest, Script, UnsentReason } from './planned-request.ts';
import { ReadAhead } from './read-ahead.ts';
import { RecordedTurns } from './recorded-turns.ts';
import { GlobalOrder, SessionOrder, type RequestOrder } from './request-order.ts';
import { RequestTimes } from './request-times.ts';
import { Senders } from './senders.ts';
import { AwaitedResponses, Pauses } from './waiting-requests.ts';
import { WakeUp } from './wake-up.ts';

/** Bound on pending requests: picked up and not finished. */
const pendingMax = 100_000;
/** Bound on pending requests without a due time: enough to keep every connection busy. */
const eagerPendingMax = 2_000;
const sweepMs = 100;
/** Deferred work before the engine looks at the clock again. */
const workMs = 0.5;

/** Sends a script's requests and reports each outcome to it; asks `permit` before every write. `run` once. */
export class OpenEngine<T extends PlannedRequest> implements SenderOwner<T> {
  readonly #times: RequestTimes<T>;
  readonly counts: EngineCounts = noCounts();
  readonly #options: OpenEngineOptions;
  readonly #script: Script<T>;
  readonly #senders: Senders<T>;
  readonly #turns: RequestOrder<T>;
  /** Requests whose turn has come but that need an answer to another session's. */
  readonly #awaiting = new AwaitedResponses<T>();
  readonly #recorded: RecordedTurns<T>;
  readonly #ahead: ReadAhead<T>;
  #pending = 0;
  #startMs = 0;
  #endMs = 0;
  #isClockOn = false;
  #isStopping = false;
  /** True while a timer will wake the engine for the next request. */
  #isTimed = false;
  /** The request being submitted: if it is written now, it has not waited. */
  #submitting: T | undefined;
  readonly #wakeUp = new WakeUp(() => this.#tick());
  readonly #pauses = new Pauses<T>();
  #finish: (() => void) | undefined;
  #fail: ((error: unknown) => void) | undefined;

  constructor(options: OpenEngineOptions, script: Script<T>) {
    [this.#options, this.#script] = [options, script];
    this.#times = new RequestTimes(options);
    this.#ahead = new ReadAhead(() => script.next());
    this.#recorded = new RecordedTurns(script, (request) => this.#submit(request));
    this.#turns = options.isInLine
      ? new GlobalOrder<T>((request) => this.#submit(request))
      : new SessionOrder<T>((request, hasWaited) => this.#itsTurn(request, hasWaited));
    this.#senders = new Senders(options, script, this);
  }

  get measures(): Measures {
    return this.#times.measures;
  }

  /** Milliseconds since the first request was due. */
  get elapsedMs(): number {
    return (this.#endMs === 0 ? performance.now() : this.#endMs) - this.#startMs;
  }

  get connectionsOpened(): number {
    return this.#senders.openedCount;
  }

  get isStopped(): boolean {
    return this.#isStopping;
  }

  /** Sends everything; resolves when no request is in flight. Rejects with what the script or `permit` throws. */
  async run(): Promise<void> {
    while (this.#ahead.wantsMore && !this.#isStopping) await this.#ahead.read();
    this.#senders.warm();
    const { timeoutMs } = this.#options;
    const sweep = setInterval(() => this.#senders.cutOlderThan(performance.now() - timeoutMs), sweepMs);
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
      this.#wakeUp.cancel();
      this.#pauses.cancelAll();
      this.#senders.close();
    }
  }

  /** Sends nothing more; requests in flight have half a second for their response. */
  stop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    const abandoned = [
      ...this.#turns.abandon(),
      ...this.#senders.abandon(),
      ...this.#awaiting.takeAll(),
      ...this.#recorded.abandon(),
      ...this.#pauses.cancelAll(),
      ...this.#ahead.takeAll(),
    ];
    for (const request of abandoned) this.#unsent(request, 'stopped');
    this.#pending = this.counts.sent - this.counts.answered - this.counts.failed;
    setTimeout(() => this.#senders.close(), 500).unref();
    this.#finishIfDone();
  }

  nowMs(): number {
    return performance.now();
  }

  mayWrite(): boolean {
    return this.#senders.mayWrite();
  }

  write(connection: Connection<T>, request: T): boolean {
    try {
      const text = this.#script.textOf(request);
      if (text === undefined) {
        this.#unsent(request, 'unsendable');
        this.#over(request);
        return false;
      }
      this.#options.permit(request);
      const nowMs = performance.now();
      this.#senders.count(nowMs);
      if (request !== this.#submitting)
        this.#times.waitedToBeSent(request, nowMs, this.#senders.heldMs(nowMs) - (request.heldMs ?? 0));
      request.sentMs = nowMs;
      request.besides = this.counts.sent - this.counts.answered - this.counts.failed;
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
    this.#times.answered(request, nowMs);
    count(this.measures.statusCounts, answer.status);
    try {
      const againMs = this.#script.answered(request, answer, serviceMs);
      if (againMs > 0) this.#again(request, againMs);
      else this.#over(request);
    } catch (error) {
      this.#fail?.(error);
    }
  }

  failed(request: T, reason: FailureReason): void {
    // One that never got a connection was not sent.
    if (request.sentMs === 0) this.counts.sent += 1;
    this.counts.failed += 1;
    count(this.measures.failures, reason);
    this.#times.failed(request, performance.now());
    this.#script.failed(request, reason);
    this.#over(request);
  }

  /** Picks up all requests that are due; ends a run that was stopped before it began. */
  #tick(): void {
    if (this.#isStopping) return this.#finishIfDone();
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
    const dueMs = isDue ? this.#startMs + (next.dueMs ?? 0) : Number.POSITIVE_INFINITY;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0 && this.#script.work(Math.min(workMs, waitMs))) this.#wakeUp.soon();
    else if (isDue && this.#options.isExact === true) this.#wakeUp.exactly(dueMs);
    else if (isDue) this.#wakeUp.until(dueMs);
    this.#isTimed = isDue;
  }

  #mayPickUp(request: T): boolean {
    if (this.#isRoomFor(request)) return true;
    if (request.dueMs !== undefined) this.counts.heldBack += 1;
    return false;
  }

  readonly #isRoomFor = ({ dueMs }: T): boolean =>
    this.#pending < (dueMs === undefined ? eagerPendingMax : pendingMax);

  #pickUp(request: T): void {
    this.#pending += 1;
    this.counts.pendingMost = Math.max(this.counts.pendingMost, this.#pending);
    const nowMs = performance.now();
    request.sentMs = 0;
    if (request.dueMs === undefined || request.isFollowUp === true) request.intendedMs = 0;
    else {
      request.intendedMs = this.#startMs + request.dueMs;
      this.#times.lagged(request, nowMs);
    }
    request.readyMs = nowMs;
    this.#turns.offer(request);
  }

  #itsTurn(request: T, hasWaited: boolean): void {
    if (hasWaited && request.isFollowUp !== true) this.#times.waited(request, 'session', performance.now());
    const awaited = this.#script.awaits(request);
    if (awaited === undefined) this.#recorded.offer(request);
    else this.#awaiting.add(awaited, request);
  }

  #submit(request: T): void {
    // A request without a due time, or one that is sent again, is intended for when its turn came.
    if (request.intendedMs === 0) request.intendedMs = request.readyMs = performance.now();
    request.heldMs = this.#senders.heldMs(request.readyMs);
    this.#submitting = request;
    this.#senders.submit(request);
    this.#submitting = undefined;
  }

  /** The target has refused the request for its rate: only this session waits, and sends it again. */
  #again(request: T, afterMs: number): void {
    this.counts.repeated += 1;
    recordMs(this.measures.waits.limit, afterMs);
    request.intendedMs = 0;
    if (!this.#isStopping) this.#pauses.start(request, afterMs, () => this.#submit(request));
    else this.#over(request);
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
    const awaiting = this.#awaiting.take(request.n);
    this.#turns.over(request);
    this.#recorded.over(request.n);
    for (const other of awaiting) {
      this.#times.waited(other, 'answer', performance.now());
      this.#itsTurn(other, false);
    }
    if (!this.#isTimed || this.#script.defersNothing !== true) this.#wakeUp.soon();
  }

  #finishIfDone(): void {
    const isAllSent = this.#isStopping || this.#ahead.isOver;
    if (isAllSent && this.#pending <= 0) this.#finish?.();
  }

  async #readOn(): Promise<void> {
    try {
      await this.#ahead.read();
    } catch (error) {
      this.#fail?.(error);
    }
    // Not at once: reading on and on would leave no time to send.
    this.#wakeUp.soon();
  }
}
