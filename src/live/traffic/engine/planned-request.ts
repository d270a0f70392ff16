/** One request as an engine sees it: when it is due, whose it is, where it goes. What it says is its plan's business. */
import type { RawAnswer } from '../http/answer-parser.ts';
import type { FailureReason, InFlight } from '../http/connection.ts';

export interface PlannedRequest extends InFlight {
  /** Position in the trace. */
  readonly n: number;
  readonly session: number;
  readonly method: string;
  /** Which of the plan's places it goes to. */
  readonly endpoint: number;
  /** Wall milliseconds after the start; undefined for as soon as its turn has come. */
  readonly dueMs: number | undefined;
  /** False for what only brings the platform to where it stood. */
  readonly isMeasured: boolean;
  /** True where nothing may be under way beside it, in a run that keeps the order of the whole trace. */
  readonly isAlone: boolean;
  /** When it was meant to be sent, and when it could have been, in milliseconds of the engine's clock. */
  intendedMs: number;
  readyMs: number;
}

/** What an engine asks of whoever knows the trace. */
export interface Script<T extends PlannedRequest> {
  /** More requests, in order of when they are due; none at the end. */
  next(): Promise<readonly T[]>;
  /** The record whose answer this request still waits for. */
  awaits(request: T): number | undefined;
  /** The message for the wire; undefined where it cannot be sent. */
  textOf(request: T): string | undefined;
  /** Milliseconds for which the session has to rest, most often 0. */
  answered(request: T, answer: RawAnswer, serviceMs: number): number;
  /** Does what can wait, for about so many milliseconds; true where more is left. */
  work(budgetMs: number): boolean;
  failed(request: T, reason: FailureReason): void;
  /** It was never sent: it could not be, or the run was stopped first. */
  unsent(request: T, reason: UnsentReason): void;
}

export type UnsentReason = 'unresolved' | 'unsendable' | 'stopped';
