/** Whoever is compared with the model: a live target, or the answers that one has given before. */
import type { Instant } from '../../core/base/time.ts';
import type { LiveAnswer, LiveRequest } from './live-client.ts';

export interface TargetDriver {
  /** Answers a request that the model's clock sees at that instant. */
  answer(request: LiveRequest, at: { n: number; atMs: Instant; ip: string }): Promise<LiveAnswer>;
  /** The instant up to which events of the model may run now; waits a little where the last one was not worth it. */
  untilMs(isIdle: boolean): Promise<Instant>;
  /** The instant at which the target answered, as far as it can be told; undefined where its clock follows the model. */
  answeredAtMs(answer: LiveAnswer): Instant | undefined;
  /** How far off that may be, in model time. */
  toleranceMs(answer: LiveAnswer): number;
  readonly isStopped: boolean;
}

/** Answers that were kept, in order: for asking the model again under another reading. */
export class RecordedTarget implements TargetDriver {
  readonly isStopped = false;
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
