/**
 * How far the target's clock was ahead of the recording at each request. An instant in a response is counted from the
 * request that caused it, perhaps an earlier one about the same thing: at any speed but that of the recording the
 * shifts of two requests differ.
 */

/** Shifts kept for each session and each thing. */
const shiftsMax = 64;
/** Sessions and things followed. */
const followedMax = 200_000;

/** The shifts of one run in milliseconds: live instant minus recorded one. Add every answered request in order. */
export class InstantShifts {
  readonly #bySession = new Map<number, number[]>();
  /** By the record whose response gave out the thing's id. */
  readonly #byThing = new Map<number, number[]>();

  /** `things` are the records that the request and its response refer to, and the record itself. */
  add(shiftMs: number, { session, things }: { session: number; things: readonly number[] }): void {
    keep(this.#bySession, session, shiftMs);
    for (const thing of things) keep(this.#byThing, thing, shiftMs);
  }

  /** Shifts that an instant of this request's response may have: its own first, then those of what it is about. */
  candidates(
    ownMs: number,
    { session, things }: { session: number; things: readonly number[] },
  ): readonly number[] {
    return [
      ownMs,
      ...things.flatMap((thing) => this.#byThing.get(thing) ?? []),
      ...(this.#bySession.get(session) ?? []),
    ];
  }
}

function keep(kept: Map<number, number[]>, key: number, shiftMs: number): void {
  const shifts = kept.get(key);
  if (shifts === undefined) {
    if (kept.size < followedMax) kept.set(key, [shiftMs]);
    return;
  }
  // Shifts of requests at the same pace are alike: one of them is enough.
  if (Math.abs((shifts.at(-1) ?? Number.NaN) - shiftMs) < 1) return;
  if (shifts.length >= shiftsMax) shifts.shift();
  shifts.push(shiftMs);
}
