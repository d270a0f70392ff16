/** One open connection as its owner sees it: messages in, answers out in the same order. */
import type { AnswerHandler } from './answer-parser.ts';
import type { ConnectionFailure } from './failure.ts';

/** Called synchronously; `over` comes last and at most once, and not after `destroy`. */
export interface WireEvents extends AnswerHandler {
  over(failure: ConnectionFailure): void;
}

/** Writes messages and closes. */
export interface Wire {
  /** Takes the text of a whole HTTP/1.1 message. */
  send(text: string): void;
  /** Batches writes: nothing is written between `true` and `false`. */
  gather(isGathering: boolean): void;
  destroy(): void;
  /** True once the other side has sent anything. */
  readonly hasRead: boolean;
}
