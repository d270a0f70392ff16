/** Invariants. A broken one is a bug inside Orrery, never a caller's mistake; only `cli` catches it. */

/** Thrown by `assert`; the command line prints it with seed, event number and the command that repeats it. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Throws `InvariantError` unless `condition` holds. Always on, in production too. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}

/** The value itself, or an `InvariantError` when it is missing. */
export function present<T>(value: T | undefined | null, message: string): T {
  if (value === undefined || value === null) throw new InvariantError(message);
  return value;
}
