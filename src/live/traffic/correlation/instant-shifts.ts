/**
 * How far the target's clock was ahead of the recording at each request. An instant in a response is counted from the
 * request that caused it, perhaps an earlier one about the same thing: at any speed but that of the recording the
 * shifts of two requests differ.
 */

/** Shifts kept for each session and each thing. */
const shiftsMax = 64;
/** Sessions and things followed. */
const followedMax = 200_000;

/** How far the target's clock was ahead at one request, and how exactly that is known; both in milliseconds. */
export interface InstantShift {
  /** Live instant minus recorded one. */
  readonly byMs: number;
  readonly toleranceMs: number;
}

/** The shifts of one run. Add every answered request in order. */
export class InstantShifts {
  readonly #bySession = new Map<number, InstantShift[]>();
  /** By the record whose response gave out the thing's id. */
  readonly #byThing = new Map<number, InstantShift[]>();

  /** `things` are the records that the request and its response refer to, and the record itself. */
  add(shift: InstantShift, { session, things }: { session: number; things: readonly number[] }): void {
    keep(this.#bySession, session, shift);
    for (const thing of things) keep(this.#byThing, thing, shift);
  }

  /** Shifts that an instant of this request's response may have: its own first, then those of what it is about. */
  candidates(
    own: InstantShift,
    { session, things }: { session: number; things: readonly number[] },
  ): readonly InstantShift[] {
    return [
      own,
      ...things.flatMap((thing) => this.#byThing.get(thing) ?? []),
      ...(this.#bySession.get(session) ?? []),
    ];
  }
}

function keep(kept: Map<number, InstantShift[]>, key: number, shift: InstantShift): void {
  const shifts = kept.get(key);
  if (shifts === undefined) {
    if (kept.size < followedMax) kept.set(key, [shift]);
    return;
  }
  // Shifts of requests at the same pace are alike: one of them is enough.
  const last = shifts.at(-1);
  const isAlike = last !== undefined && Math.abs(last.byMs - shift.byMs) < 1;
  if (isAlike && last.toleranceMs >= shift.toleranceMs) return;
  // The first ones stay, such as that of a registration, and the latest ones.
  if (shifts.length >= shiftsMax) shifts.splice(shiftsMax / 2, 1);
  shifts.push(shift);
}
