/** A script of one step under observation: what the target achieved of what was offered, and what the budget withheld. */
import type { FailureReason } from '../http/connection.ts';
import type { RawAnswer } from '../http/answer-parser.ts';
import { codeIn, type RequestMeter } from '../measure/request-meter.ts';
import type { PlannedRequest, Script, UnsentReason } from '../engine/planned-request.ts';
import type { Budget, Withheld } from '../target/budget.ts';

/** What may be paid for a request; undefined where the request does not bound it. */
export interface Priced {
  /** Micro-USDC. */
  priceOf?(request: PlannedRequest): number | undefined;
}

/** A mean that grows. */
class Mean {
  #sum = 0;
  #count = 0;

  add(value: number): void {
    this.#sum += value;
    this.#count += 1;
  }

  get value(): number | undefined {
    return this.#count === 0 ? undefined : this.#sum / this.#count;
  }
}

/** The share of the measured time at either end in which response times are compared. */
const endShare = 0.1;

/** Passes everything on to `script`, and calls `onSpent` once where the budget withholds a request. */
export class WatchedScript<T extends PlannedRequest> implements Script<T> {
  readonly defersNothing: boolean;
  readonly #script: Script<T> & Priced;
  readonly #budget: Budget;
  readonly #window: { readonly fromMs: number; readonly toMs: number };
  readonly #onSpent: () => void;
  readonly #meter: RequestMeter | undefined;
  readonly #early = new Mean();
  readonly #late = new Mean();
  #offered = 0;
  #answered = 0;
  #refused = 0;
  #unsendable = 0;
  #withheld: Withheld | undefined;

  constructor(parts: {
    script: Script<T> & Priced;
    budget: Budget;
    /** Due times of the measured requests, in milliseconds. */
    window: { fromMs: number; toMs: number };
    onSpent: () => void;
    meter?: RequestMeter;
  }) {
    this.#script = parts.script;
    this.#budget = parts.budget;
    this.#window = parts.window;
    this.#onSpent = parts.onSpent;
    this.#meter = parts.meter;
    this.defersNothing = parts.script.defersNothing === true;
  }

  /** Answers with a status from 400 on, and requests that HTTP cannot carry or that miss an earlier answer. */
  get refused(): number {
    return this.#refused + this.#unsendable;
  }

  /** Why the budget withheld a request; undefined if it did not. */
  get withheld(): Withheld | undefined {
    return this.#withheld;
  }

  /**
   * The share of the offered rate at which answers came, from 0 to 1. Answers that come later and later come at a lower
   * rate than the requests; a constant delay changes nothing.
   */
  get achievedShare(): number {
    const { fromMs, toMs } = this.#window;
    // The means stand in the middle of either end.
    const laterMs = Math.max(0, (this.#late.value ?? 0) - (this.#early.value ?? 0)) / (1 - endShare);
    const share = this.#offered === 0 ? 1 : this.#answered / this.#offered;
    return share / (1 + laterMs / Math.max(1, toMs - fromMs));
  }

  /** How many requests of the measured time are missing from the rate that was offered. */
  get missing(): number {
    return this.#offered * (1 - this.achievedShare);
  }

  next(): Promise<readonly T[]> {
    return this.#script.next();
  }

  awaits(request: T): number | undefined {
    return this.#script.awaits(request);
  }

  textOf(request: T): string | undefined {
    if (this.#withheld !== undefined) return undefined;
    const text = this.#script.textOf(request);
    if (text === undefined) return undefined;
    this.#withheld = this.#budget.reserve(
      this.#script.priceOf === undefined ? 0 : this.#script.priceOf(request),
    );
    if (this.#withheld === undefined) return text;
    this.#onSpent();
    return undefined;
  }

  answered(request: T, answer: RawAnswer, serviceMs: number): number {
    if (answer.status >= 400) this.#refused += 1;
    this.#count(request, answer.status, codeIn(answer));
    if (this.#isMeasured(request)) {
      this.#offered += 1;
      this.#answered += 1;
      this.#compare(request, performance.now() - request.intendedMs);
    }
    return this.#script.answered(request, answer, serviceMs);
  }

  work(budgetMs: number): boolean {
    return this.#script.work(budgetMs);
  }

  failed(request: T, reason: FailureReason): void {
    this.#count(request, 0, reason);
    if (this.#isMeasured(request)) this.#offered += 1;
    this.#script.failed(request, reason);
  }

  unsent(request: T, reason: UnsentReason): void {
    if (reason !== 'stopped' && this.#withheld === undefined) this.#unsendable += 1;
    this.#script.unsent(request, reason);
  }

  #count(request: T, status: number, code: string): void {
    const call = this.#script.callOf?.(request) ?? '';
    this.#meter?.ended(request, { call, status, code }, this.#isMeasured(request));
  }

  #isMeasured({ dueMs = 0 }: T): boolean {
    return dueMs >= this.#window.fromMs;
  }

  #compare({ dueMs = 0 }: T, responseMs: number): void {
    const { fromMs, toMs } = this.#window;
    const at = (dueMs - fromMs) / (toMs - fromMs);
    if (at < endShare) this.#early.add(responseMs);
    else if (at >= 1 - endShare) this.#late.add(responseMs);
  }
}
