/**
 * What a behaviour yields. An effect only says what is wanted; who performs it, the kernel under a virtual clock or
 * a driver against a live service, is not the behaviour's business.
 */
import type { DurationMs, Instant } from '../base/time.ts';
import type { Distribution } from './distributions.ts';

/** A running behaviour: a generator that yields effects. What it returns is ignored. */
export type Steps = Generator<unknown, unknown, unknown>;

/**
 * One wish, of a kind that some performer knows. `const result = yield* effect` has the type of its result.
 * The effect is its own iterator and its own iterator result, so that using one allocates nothing else.
 */
export class Effect<Result> {
  readonly kind: string;
  readonly payload: unknown;
  /** For `yield*` alone: true while nobody waits for this effect. */
  done = true;
  /** For `yield*` alone: the effect on its way out, the result on its way in. */
  value: unknown = undefined;

  constructor(kind: string, payload: unknown) {
    this.kind = kind;
    this.payload = payload;
  }

  /** The effect itself, or a copy while it is on its way for somebody else. */
  [Symbol.iterator](): Iterator<Effect<unknown>, Result, unknown> {
    const iterator = this.done ? this : new Effect<Result>(this.kind, this.payload);
    return iterator as unknown as Iterator<Effect<unknown>, Result, unknown>;
  }

  /** For `yield*` alone. */
  next(result: unknown): this {
    const starting = this.done;
    this.done = !starting;
    this.value = starting ? this : result;
    return this;
  }

  /** For `yield*` alone: the behaviour is being ended. */
  return(value: unknown): this {
    this.done = true;
    this.value = value;
    return this;
  }
}

/** Waits for a whole number of milliseconds, zero or more. */
export const sleep = (delayMs: DurationMs): Effect<void> => new Effect('sleep', delayMs);

/** Waits until an instant; one in the past counts as now. */
export const sleepUntil = (atMs: Instant): Effect<void> => new Effect('sleepUntil', atMs);

const currentTime: Effect<Instant> = new Effect('now', undefined);

/** The virtual time. */
export const now = (): Effect<Instant> => currentTime;

/** A draw from the process's own stream: from the distribution given, else a number in [0, 1). */
export function random(): Effect<number>;
export function random<T>(distribution: Distribution<T>): Effect<T>;
export function random(distribution?: Distribution<unknown>): Effect<unknown> {
  return new Effect('random', distribution);
}

/** Values that say more than the message. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Leaves a line in the run's log. */
export const log = (message: string, fields?: LogFields): Effect<void> =>
  new Effect('log', { message, fields } satisfies LogPayload);

/** What `log` carries. */
export interface LogPayload {
  readonly message: string;
  readonly fields: LogFields | undefined;
}

/**
 * Starts another process at this instant and gives its number. Its random stream goes by its name, `parent/name`,
 * so children that shall draw different numbers need different names.
 */
export const spawn = (run: () => Steps, name: string): Effect<number> =>
  new Effect('spawn', { run, name } satisfies SpawnPayload);

/** What `spawn` carries. */
export interface SpawnPayload {
  readonly run: () => Steps;
  readonly name: string;
}
