/** The side that is compared with the model: a live target, or recorded responses. */
import type { Instant } from '../../core/base/time.ts';
import type { LiveAnswer, LiveRequest } from './live-client.ts';

/** What a lock-step run needs from a target; it sends one request at a time. */
export interface TargetDriver {
  /** Sends a request that the model's clock sees at `atMs`. */
  answer(request: LiveRequest, at: { n: number; atMs: Instant; ip: string }): Promise<LiveAnswer>;
  /** The instant up to which the model may run now; waits briefly if the last step had no events. */
  untilMs(isIdle: boolean): Promise<Instant>;
  /** The target's clock at the response, if it can be estimated; undefined if it follows the model. */
  answeredAtMs(answer: LiveAnswer): Instant | undefined;
  /** The error of that estimate, in model milliseconds. */
  toleranceMs(answer: LiveAnswer): number;
  readonly isStopped: boolean;
  /** Wall milliseconds that the run has waited for limits of its IP address, and requests that would have waited too long. */
  readonly limitWaits: { readonly ms: number; readonly refused: number };
}

/** Of a target whose limits are not waited for. */
export const noWaits = { ms: 0, refused: 0 } as const;

/** Replays recorded responses in order, to run the model under another policy. */
export class RecordedTarget implements TargetDriver {
  readonly isStopped = false;
  readonly limitWaits = noWaits;
  readonly #answers: readonly LiveAnswer[];

  constructor(answers: readonly LiveAnswer[]) {
    this.#answers = answers;
  }

  answer(_request: LiveRequest, { n }: { n: number }): Promise<LiveAnswer> {
    return Promise.resolve(this.#answers[n] ?? { kind: 'failed', reason: 'stopped' });
  }

  untilMs(): Promise<Instant> {
    return Promise.resolve(Number.MAX_SAFE_INTEGER);
  }

  answeredAtMs(): undefined {
    return undefined;
  }

  toleranceMs(): number {
    return 0;
  }
}
