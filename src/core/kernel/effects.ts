/**
 * The effects that a behaviour yields. An effect only describes a request; the kernel performs it under a virtual
 * clock, or a driver against a live service.
 */
import type { DurationMs, Instant } from '../base/time.ts';
import type { Distribution } from './distributions.ts';

/** A running behaviour: a generator that yields effects. What it returns is ignored. */
export type BehaviourSteps = Generator<unknown, unknown, unknown>;

/**
 * A request to a performer of the same kind; immutable, so that it may be shared and reused.
 * `const result = yield* effect` has the type of its result.
 */
export class Effect<Result> {
  readonly kind: string;
  readonly payload: unknown;
  /** With `value`, makes the effect the iterator result by which `yield*` hands it out. */
  readonly done = false;
  readonly value = this;

  constructor(kind: string, payload: unknown) {
    this.kind = kind;
    this.payload = payload;
  }

  /** Used by `yield*` only. */
  [Symbol.iterator](): Iterator<Effect<unknown>, Result, unknown> {
    return relayOf(this) as Iterator<Effect<unknown>, Result, unknown>;
  }
}

/*
 * A generator inside a `yield*` holds on to the iterator for as long as it waits. Were that the effect, a million
 * sleeping agents would keep a million effects alive, and the garbage collector would copy every one of them. So all
 * share this relay: between asking for an iterator and asking it for the first step, a `yield*` lets nothing else
 * happen, hence a step asked for with an effect outgoing is a first one, and any other brings the result back.
 */
let outgoing: Effect<unknown> | undefined;
const incoming: { done: true; value: unknown } = { done: true, value: undefined };

const relay: Iterator<Effect<unknown>, unknown, unknown> = {
  next(result) {
    if (outgoing !== undefined) {
      const effect = outgoing;
      outgoing = undefined;
      return effect;
    }
    incoming.value = result;
    return incoming;
  },
};

function relayOf(effect: Effect<unknown>): typeof relay {
  outgoing = effect;
  return relay;
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
/** A draw of type `T` from the distribution, using the process's own stream. */
export function random<T>(distribution: Distribution<T>): Effect<T>;
export function random(distribution?: Distribution<unknown>): Effect<unknown> {
  return new Effect('random', distribution);
}

/** Structured values of a log line. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Writes a line to the run's log. */
export const log = (message: string, fields?: LogFields): Effect<void> =>
  new Effect('log', { message, fields } satisfies LogPayload);

/** The payload of `log`. */
export interface LogPayload {
  readonly message: string;
  readonly fields: LogFields | undefined;
}

/**
 * Starts another process at this instant; its result is the process's number. The random stream is named
 * `parent/name`, so that children with different draws need different names.
 */
export const spawn = (run: () => BehaviourSteps, name: string): Effect<number> =>
  new Effect('spawn', { run, name } satisfies SpawnPayload);

/** The payload of `spawn`. */
export interface SpawnPayload {
  readonly run: () => BehaviourSteps;
  readonly name: string;
}
