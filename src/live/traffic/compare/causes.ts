/**
 * Groups the unexplained differences of a replay by cause: one defect of a target shows in many answers. The first
 * difference names the cause; alike ones, and those of whatever it has touched, follow it.
 */
import { Type, type Static } from 'typebox';
import { closed, Count } from '../../../core/base/schema-parts.ts';
import type { Written } from '../../../core/base/written.ts';
import type { Difference, DifferenceKind } from './difference.ts';

/** An unexplained difference and what the request was about. */
export interface OpenDifference extends Difference {
  readonly n: number;
  readonly call: string;
  /** Sessions of all agents that the request touched. */
  readonly sessions: readonly number[];
  /** Records that the request referred to, and its own. */
  readonly things: readonly number[];
}

/** One cause, as results list it: its first difference, and how many differences it explains. */
export const DifferenceCauseSchema = Type.Object(
  {
    call: Type.String(),
    kind: Type.Unsafe<DifferenceKind>(Type.String()),
    field: Type.String(),
    n: Count,
    recorded: Type.String(),
    live: Type.String(),
    // Equal differences of this and other calls, and those that follow from them.
    alike: Count,
    followers: Count,
  },
  closed,
);

/** One cause of differences, as `DifferenceCauseSchema` describes it. */
export type DifferenceCause = Written<Static<typeof DifferenceCauseSchema>>;

/** The causes in the order in which they showed first. */
export function differenceCauses(differences: readonly OpenDifference[]): DifferenceCause[] {
  const causes: Touching[] = [];
  for (const difference of differences.toSorted((left, right) => left.n - right.n)) {
    const alike = causes.find((cause) => cause.isAlike(difference));
    const earlier = alike ?? causes.find((cause) => cause.leadsTo(difference));
    if (earlier === undefined) causes.push(new Touching(difference));
    else earlier.add(difference, alike !== undefined);
  }
  return causes.map((cause) => cause.result());
}

/** Differences that change what later answers have to be. */
const spreads: ReadonlySet<DifferenceKind> = new Set(['status', 'code', 'amount', 'id', 'failed', 'unsent']);

/** A cause with everything that it has touched. */
class Touching {
  readonly #first: OpenDifference;
  readonly #sessions = new Set<number>();
  readonly #things = new Set<number>();
  #alike = 0;
  #followers = 0;

  constructor(first: OpenDifference) {
    this.#first = first;
    this.add(first, true);
  }

  add(difference: OpenDifference, isAlike: boolean): void {
    if (isAlike) this.#alike += 1;
    else this.#followers += 1;
    if (!spreads.has(difference.kind)) return;
    for (const session of difference.sessions) this.#sessions.add(session);
    for (const thing of difference.things) this.#things.add(thing);
  }

  /** The same field in whatever call, or another field of the same answer. */
  isAlike({ n, kind, field, recorded, live }: OpenDifference): boolean {
    const first = this.#first;
    if (n === first.n) return field.startsWith('header ') === first.field.startsWith('header ');
    if (kind !== first.kind || nameOf(field) !== nameOf(first.field)) return false;
    return (kind !== 'status' && kind !== 'code') || (recorded === first.recorded && live === first.live);
  }

  /** Money moves between agents; all else follows what was touched. */
  leadsTo({ kind, field, sessions, things }: OpenDifference): boolean {
    // A page of a list in another order has other items.
    if (this.#first.kind === 'order' && nameOf(field) === nameOf(this.#first.field)) return true;
    if (!spreads.has(this.#first.kind)) return false;
    if (this.#first.kind === 'amount') {
      if (kind === 'amount') return true;
      // Money decides what is refused, and nothing else.
      if (kind !== 'status' && kind !== 'code') return false;
    }
    return sessions.some((session) => this.#sessions.has(session)) || things.some((n) => this.#things.has(n));
  }

  result(): DifferenceCause {
    const { call, kind, field, n, recorded, live } = this.#first;
    return { call, kind, field, n, recorded, live, alike: this.#alike, followers: this.#followers };
  }
}

const nameOf = (field: string): string => field.split('/').findLast((part) => part !== '*') ?? '';
