/** How written requests reach a target, and who is told what became of them. */
import type { RawAnswer } from './answer-parser.ts';
import type { Connection, FailureReason, InFlight } from './connection.ts';

export interface SenderOwner<T extends InFlight> {
  /** Writes the request and notes when; false where it is not to be sent after all. */
  write(connection: Connection<T>, request: T): boolean;
  answered(request: T, answer: RawAnswer): void;
  failed(request: T, reason: FailureReason): void;
  nowMs(): number;
  /** False while a ceiling holds everything back; the owner calls `pump` when it lifts. */
  mayWrite(): boolean;
}

export interface Sender<T extends InFlight> {
  readonly waitingCount: number;
  /** How many connections were ever opened. */
  readonly openedCount: number;
  /** Opens connections ahead, so that the first requests do not wait for them. */
  warm(count: number): void;
  /** Takes a request; true where it was written at once. */
  submit(request: T): boolean;
  /** Writes what waits, as far as connections and the owner allow. */
  pump(): void;
  /** Connections fail that owe an answer, or that they open, since before `sentMs`. */
  cutOlderThan(sentMs: number): void;
  /** Gives up what waits, without having sent it. */
  abandon(): T[];
  /** Ends every connection at once. */
  close(): void;
}
