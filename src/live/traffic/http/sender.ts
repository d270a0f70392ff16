/** The two sides of sending: a sender chooses connections and time; its owner writes and receives outcomes. */
import type { RawAnswer } from './answer-parser.ts';
import type { Connection, FailureReason, InFlight } from './connection.ts';

/** Calls `send` once the ceiling allows one more request: that of a redirect. */
export type Follow = (send: () => void) => void;

/** Called by a sender, synchronously. Every written request ends in exactly one `answered` or `failed`. */
export interface SenderOwner<T extends InFlight> {
  /** Writes the request and records the time; returns false if it is not sent after all. */
  write(connection: Connection<T>, request: T): boolean;
  answered(request: T, answer: RawAnswer): void;
  failed(request: T, reason: FailureReason): void;
  nowMs(): number;
  /** False while a ceiling forbids writes; the owner calls `pump` once writes are allowed. */
  mayWrite(): boolean;
}

/** Takes requests and writes them when a connection and the owner allow it. */
export interface Sender<T extends InFlight> {
  readonly waitingCount: number;
  /** How many connections were ever opened. */
  readonly openedCount: number;
  /** Opens up to `count` connections before the first requests need them. */
  warm(count: number): void;
  /** Takes a request; true if it was written at once. */
  submit(request: T): boolean;
  /** Writes waiting requests as far as connections and the owner allow. */
  pump(): void;
  /** Cuts connections that have been waiting for a response, or to open, since before `sentMs`. */
  cutOlderThan(sentMs: number): void;
  /** Removes and returns the requests that have not been sent. */
  abandon(): T[];
  /** Closes every connection at once. */
  close(): void;
}
