/** Ends that were taken for others: two that change the same in money that is followed cannot be told apart by it. */
import type { ChosenEnd, EndWay, FirmEnd, OpenEnd } from './open-ends.ts';

/** An end that was taken, and the way that it was thought to have gone. */
export interface TakenEnd {
  readonly end: OpenEnd;
  readonly way: EndWay;
}

/** By each end that explains the same, the one that was taken for it. */
export class MistakenEnds {
  readonly #takenFor = new Map<OpenEnd, TakenEnd & { readonly status: string | undefined }>();

  /** These have been chosen out of all. */
  note(chosen: readonly ChosenEnd[], ends: readonly FirmEnd[]): void {
    for (const { end, way } of chosen) {
      const taken = end.ways[way];
      if (taken === undefined) continue;
      for (const other of ends) {
        const alike = other.whole === end.whole ? undefined : other.ways.find((each) => isAlike(each, taken));
        if (alike !== undefined)
          this.#takenFor.set(other.whole, { end: end.whole, way: taken, status: alike.status });
      }
    }
  }

  /** True where another end may have been taken for this one: it may be over already, and what shows later be the end of the other. */
  mayBe(end: OpenEnd): boolean {
    return this.#takenFor.has(end);
  }

  /** What was taken for an end that an answer shows to have gone so; undefined where nothing was. It is asked once. */
  insteadOf(end: OpenEnd, status: string): TakenEnd | undefined {
    const taken = this.#takenFor.get(end);
    this.#takenFor.delete(end);
    if (taken?.status !== status) return undefined;
    for (const [other, each] of this.#takenFor) if (each.end === taken.end) this.#takenFor.delete(other);
    return taken;
  }
}

const isAlike = (one: EndWay, other: EndWay): boolean =>
  one.changes.length === other.changes.length &&
  one.changes.every(({ agent, available = 0, held = 0, upTo = 0 }) =>
    other.changes.some(
      (change) =>
        change.agent === agent &&
        (change.available ?? 0) === available &&
        (change.held ?? 0) === held &&
        (change.upTo ?? 0) === upTo,
    ),
  );
