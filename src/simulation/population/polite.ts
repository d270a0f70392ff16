/**
 * The documents' client guidance (ERR14, LIM48, LIM49): wait out a 429 with doubling waits up to 60 s, retry a 500 with
 * exponential backoff, slow down when few requests are left. Retries carry one Idempotency-Key, so that no retry
 * can spend twice (gap X15).
 */
import { secondMs, type DurationMs } from '../../core/base/time.ts';
import type { Method } from '../../core/http/message.ts';
import { now, sleep, type Effect } from '../../core/kernel/effects.ts';
import type { RequestOptions } from './request-options.ts';
import type { Answer } from './answer.ts';

/** Policy `client.backoff` (gap L21). */
export type BackoffPolicy = 'max' | 'retry-after';

/** The agent that sends each try. */
interface Asker {
  readonly name: string;
  request(method: Method, path: string, body: unknown, options?: RequestOptions): Effect<Answer>;
}

type Asking = Generator<unknown, Answer, unknown>;

const doublingMaxSeconds = 60;
const attemptsMax = 12;
/** Below this X-RateLimit-Remaining a client slows down. */
const remainingLow = 10;

/** Requests with up to 12 retries after 429, 500, 503 and time-outs. Each method is a generator: use `yield*`. */
export class Polite {
  readonly #agent: Asker;
  readonly #backoff: BackoffPolicy;
  #keyCount = 0;

  constructor(agent: Asker, backoff: BackoffPolicy) {
    this.#agent = agent;
    this.#backoff = backoff;
  }

  get(path: string, options?: RequestOptions): Asking {
    return this.#ask('GET', path, undefined, options ?? {});
  }

  post(path: string, body?: unknown, options?: RequestOptions): Asking {
    return this.#ask('POST', path, body, this.#keyed(options));
  }

  put(path: string, body?: unknown, options?: RequestOptions): Asking {
    return this.#ask('PUT', path, body, this.#keyed(options));
  }

  delete(path: string, options?: RequestOptions): Asking {
    return this.#ask('DELETE', path, undefined, this.#keyed(options));
  }

  #keyed(options: RequestOptions = {}): RequestOptions {
    this.#keyCount += 1;
    const key = `${this.#agent.name}/${this.#keyCount}`;
    return { ...options, headers: { 'idempotency-key': key, ...options.headers } };
  }

  *#ask(method: Method, path: string, body: unknown, options: RequestOptions): Asking {
    let answer = yield* this.#agent.request(method, path, body, options);
    for (let attempt = 0; attempt < attemptsMax && isWorthRetrying(answer); attempt++) {
      yield* sleep(this.#waitMs(answer, attempt));
      answer = yield* this.#agent.request(method, path, body, options);
    }
    const pauseMs = yield* easeOff(answer);
    if (pauseMs > 0) yield* sleep(pauseMs);
    return answer;
  }

  /** The longer of Retry-After and a wait that doubles up to a minute; a 500 or a time-out only doubles. */
  #waitMs(answer: Answer, attempt: number): DurationMs {
    const retryAfterMs = Math.ceil((answer.header('retry-after') ?? 0) * secondMs);
    if (answer.status === 429 && this.#backoff === 'retry-after') return retryAfterMs;
    return Math.max(retryAfterMs, Math.min(doublingMaxSeconds, 2 ** attempt) * secondMs);
  }
}

const isWorthRetrying = ({ status }: Answer): boolean =>
  status === 0 || status === 429 || status === 500 || status === 503;

/** Spreads the few requests that are left over the time until the window resets. */
function* easeOff(answer: Answer): Generator<unknown, DurationMs, unknown> {
  const remaining = answer.header('x-ratelimit-remaining');
  const resetSeconds = answer.header('x-ratelimit-reset');
  if (remaining === undefined || resetSeconds === undefined || remaining >= remainingLow) return 0;
  const leftMs = resetSeconds * secondMs - (yield* now());
  const paceMs = Math.ceil(leftMs / (remaining + 1));
  return Math.max(0, Math.min(paceMs, doublingMaxSeconds * secondMs));
}
