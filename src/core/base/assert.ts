/** Invariants. A broken one is a bug inside Orrery, never a caller's mistake; only `cli` catches it. */

/** Thrown by `assert`; the command line prints it with seed, event number and the command that repeats it. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/**
 * Throws `InvariantError` unless `condition` holds. Always on, in production too. A message that quotes values is a
 * function: joining its text at every call would cost more than the condition.
 */
export function assert(condition: boolean, message: string | (() => string)): asserts condition {
  if (!condition) throw new InvariantError(typeof message === 'string' ? message : message());
}

/** The value itself, or an `InvariantError` when it is missing. */
export function present<T>(value: T | undefined | null, message: string): T {
  if (value === undefined || value === null) throw new InvariantError(message);
  return value;
}
