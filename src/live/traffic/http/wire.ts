/** One open connection as its owner sees it: messages in, answers out in the same order. */
import type { RawAnswer } from './answer-parser.ts';
import type { Failure } from './failure.ts';

/** Called synchronously; `over` comes last and at most once, and not after `destroy`. */
export interface WireEvents {
  /** The method of the request that the next answer belongs to; undefined if none is outstanding. */
  awaited(): string | undefined;
  answered(answer: RawAnswer): void;
  over(failure: Failure): void;
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
