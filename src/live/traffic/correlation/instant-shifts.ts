/**
 * How far the target's clock was ahead of the recording at each request. An instant in a response is counted from the
 * request that caused it, perhaps an earlier one about the same thing: at any speed but that of the recording the
 * shifts of two requests differ.
 */

/** Shifts kept for each session and each thing. */
const shiftsMax = 64;
/** A target may state whole seconds. */
const sentToleranceMs = 1_000;
/** Sessions and things followed. */
const followedMax = 200_000;

/** How far the target's clock was ahead at one request, and how exactly that is known; both in milliseconds. */
export interface InstantShift {
  /** Live instant minus recorded one. */
  readonly byMs: number;
  readonly toleranceMs: number;
}

/** Recorded milliseconds from a request to its answer. */
export interface WriteSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The shifts of one run. Add every answered request in order. */
export class InstantShifts {
  readonly #byWrite = new WritesByTime();
  readonly #bySession = new Map<number, InstantShift[]>();
  /** By the record whose response gave out the thing's id. */
  readonly #byThing = new Map<number, InstantShift[]>();

  /** `things` are the records that the request and its response refer to, and the record itself; `wrote` only of a write. */
  add(
    shift: InstantShift,
    { session, things, wrote }: { session: number; things: readonly number[]; wrote?: WriteSpan | undefined },
  ): void {
    keep(this.#bySession, session, shift);
    if (wrote !== undefined) this.#byWrite.add(wrote, shift);
    for (const thing of things) keep(this.#byThing, thing, shift);
  }

  /** The instants of a thing that a client has sent lie as far ahead as in its request, whenever the target has received it. */
  sent(thing: number, byMs: number): void {
    keep(this.#byThing, thing, { byMs, toleranceMs: sentToleranceMs });
  }

  /**
   * Shifts that an instant of this request's response may have: its own first, then those of what it is about, and of writes
   * that were under way at the recorded instant `atMs`, such as that of a former owner.
   */
  candidates(
    own: InstantShift,
    { session, things, atMs }: { session: number; things: readonly number[]; atMs?: number | undefined },
  ): readonly InstantShift[] {
    return [
      own,
      ...this.ofThings(things),
      ...(this.#bySession.get(session) ?? []),
      ...(atMs === undefined ? [] : this.#byWrite.at(atMs)),
    ];
  }

  /** Shifts at the requests about these things so far. */
  ofThings(things: readonly number[]): readonly InstantShift[] {
    return things.flatMap((thing) => this.#byThing.get(thing) ?? []);
  }
}

interface Write extends WriteSpan {
  readonly shift: InstantShift;
}

/** Writes in the order in which they were recorded. */
class WritesByTime {
  readonly #writes: Write[] = [];
  #longestMs = 0;

  add(span: WriteSpan, shift: InstantShift): void {
    if (this.#writes.length >= followedMax) return;
    this.#longestMs = Math.max(this.#longestMs, span.toMs - span.fromMs);
    // Answers come nearly in the order of the requests.
    let place = this.#writes.length;
    while (place > 0 && this.#writes[place - 1]!.fromMs > span.fromMs) place -= 1;
    this.#writes.splice(place, 0, { ...span, shift });
  }

  /** Shifts of the writes under way at an instant. */
  at(atMs: number): InstantShift[] {
    const found: InstantShift[] = [];
    for (let place = this.#after(atMs) - 1; place >= 0; place -= 1) {
      const { fromMs, toMs, shift } = this.#writes[place]!;
      if (fromMs < atMs - this.#longestMs || found.length >= shiftsMax) break;
      if (toMs >= atMs) found.push(shift);
    }
    return found;
  }

  /** The place of the first write that began after an instant. */
  #after(atMs: number): number {
    let [low, high] = [0, this.#writes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#writes[middle]!.fromMs > atMs) high = middle;
      else low = middle + 1;
    }
    return low;
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
