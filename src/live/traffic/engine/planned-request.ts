/** One request as an engine sees it: due time, session and endpoint. The script knows its content. */
import type { RawAnswer } from '../http/answer-parser.ts';
import type { FailureReason, InFlight } from '../http/connection.ts';

/** A request of a script. The engine owns the mutable times, in milliseconds of the engine's clock. */
export interface PlannedRequest extends InFlight {
  /** Position in the trace. */
  readonly n: number;
  readonly session: number;
  readonly method: string;
  /** Index of its endpoint. */
  readonly endpoint: number;
  /** Wall milliseconds after the start; undefined to send it as soon as its turn has come. */
  readonly dueMs: number | undefined;
  /** False for preparing requests, which only restore the platform's state. */
  readonly isMeasured: boolean;
  /** True if no other request may be in flight with it, in a run that keeps the order of the whole trace. */
  readonly isAlone: boolean;
  /** The intended send time, and when it could have been sent, in milliseconds of the engine's clock. */
  intendedMs: number;
  readyMs: number;
  /** True for a request that is due when the one before it in its session is answered: `dueMs` is that one's. */
  readonly isFollowUp?: boolean;
  /** How long the ceiling had held requests back when this one was ready; the engine's. */
  heldMs?: number;
  /** Requests in flight beside this one when it was sent; the engine's. */
  besides?: number;
}

/** The source of requests for an engine; it receives the outcome of each. The engine calls it from one thread. */
export interface Script<T extends PlannedRequest> {
  /** The next batch, in order of due time; an empty one at the end. */
  next(): Promise<readonly T[]>;
  /** The record whose response this request still waits for. */
  awaits(request: T): number | undefined;
  /** A record whose response comes before this request in the recording, and is not there yet; waited for only so long. */
  follows?(request: T): number | undefined;
  /** The message for the wire; undefined where it cannot be sent. */
  textOf(request: T): string | undefined;
  /** The documented operation of a request, or another name for the figures. */
  callOf?(request: T): string;
  /** Handles a response; returns the milliseconds for which the session must pause, mostly 0. */
  answered(request: T, answer: RawAnswer, serviceMs: number): number;
  /** True where `work` never has anything to do: the engine then sleeps between two requests. */
  readonly defersNothing?: boolean;
  /** Does deferred work for about so many milliseconds; true if more is left. */
  work(budgetMs: number): boolean;
  failed(request: T, reason: FailureReason): void;
  /** The request was never sent: it could not be, or the run was stopped first. */
  unsent(request: T, reason: UnsentReason): void;
}

/** Why a request was not sent: a missing reference, a message that HTTP cannot carry, or a stopped run. */
export type UnsentReason = 'unresolved' | 'unsendable' | 'stopped';
