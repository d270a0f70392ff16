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

/** The causes in the order in which they showed first, and the differences in order with the position of their cause. */
export function differenceCauses(differences: readonly OpenDifference[]): {
  causes: DifferenceCause[];
  members: { difference: OpenDifference; cause: number }[];
} {
  const causes: Touching[] = [];
  const members = differences
    .toSorted((left, right) => left.n - right.n)
    .map((difference) => {
      const alike = causes.findIndex((cause) => cause.isAlike(difference));
      const cause = alike >= 0 ? alike : causes.findIndex((each) => each.leadsTo(difference));
      if (cause < 0) causes.push(new Touching(difference));
      else causes[cause]?.add(difference, alike >= 0);
      return { difference, cause: cause < 0 ? causes.length - 1 : cause };
    });
  return { causes: causes.map((cause) => cause.result()), members };
}

/** Differences that change what later answers have to be. */
const spreads: ReadonlySet<DifferenceKind> = new Set(['status', 'code', 'amount', 'id', 'failed', 'unsent']);

const isHeader = (field: string): boolean => field.startsWith('header ');

const countHeader = /^header x-ratelimit-(?:limit|remaining)$/;

/** True if it tells how requests are counted: which window binds, what is left of it, and who is refused for it. */
export const isAboutCounting = ({ kind, field, recorded, live }: Difference): boolean =>
  countHeader.test(field) ||
  (kind === 'status' && [recorded, live].filter((text) => /^429\b/.test(text)).length === 1);

/** A header says something about its own answer alone. */
const canSpread = ({ kind, field }: OpenDifference): boolean => spreads.has(kind) && !isHeader(field);

/** A cause with everything that it has touched. */
class Touching {
  readonly #first: OpenDifference;
  readonly #sessions = new Set<number>();
  readonly #things = new Set<number>();
  /** Things and sessions of all its differences. */
  readonly #seen = { things: new Set<number>(), sessions: new Set<number>() };
  #alike = 0;
  #followers = 0;
  /** True once a difference of this cause changes what later answers have to be. */
  #spreads = false;

  constructor(first: OpenDifference) {
    this.#first = first;
    this.add(first, true);
  }

  add(difference: OpenDifference, isAlike: boolean): void {
    for (const thing of difference.things) this.#seen.things.add(thing);
    for (const session of difference.sessions) this.#seen.sessions.add(session);
    if (isAlike) this.#alike += 1;
    else this.#followers += 1;
    if (!canSpread(difference)) return;
    this.#spreads = true;
    for (const session of difference.sessions) this.#sessions.add(session);
    for (const thing of difference.things) this.#things.add(thing);
  }

  /** The same field in whatever call, or another field of the same answer. */
  isAlike(difference: OpenDifference): boolean {
    const { n, kind, field, recorded, live } = difference;
    const first = this.#first;
    if (isAboutCounting(first) && isAboutCounting(difference)) return true;
    if (n === first.n) return isHeader(field) === isHeader(first.field);
    if (kind !== first.kind || nameOf(field) !== nameOf(first.field)) return false;
    return (kind !== 'status' && kind !== 'code') || isSameChange(first, { recorded, live });
  }

  /** Money moves between agents; all else follows what was touched. */
  leadsTo(difference: OpenDifference): boolean {
    const { kind, field, sessions, things } = difference;
    // A page of a list in another order has other items.
    if (this.#first.kind === 'order' && nameOf(field) === nameOf(this.#first.field)) return true;
    const { kind: firstKind } = this.#first;
    const isRefusal = kind === 'status' || kind === 'code';
    if (firstKind === 'time') return this.#isOverdue(difference);
    if (!this.#spreads) return false;
    if (firstKind === 'amount' && !isHeader(this.#first.field)) {
      // What is left of a rate limit is no money.
      if (isHeader(field)) return false;
      if (kind === 'amount') return true;
      // Money decides what is refused, and nothing else.
      if (!isRefusal) return false;
    }
    return sessions.some((session) => this.#sessions.has(session)) || things.some((n) => this.#things.has(n));
  }

  /** Another deadline decides the state of one thing, and through the money that returns what its agents can pay. */
  #isOverdue({ kind, field, sessions, things }: OpenDifference): boolean {
    const isRefusal = kind === 'status' || kind === 'code';
    const isOwn = things.some((thing) => this.#seen.things.has(thing));
    if (isOwn && (isRefusal || kind === 'value')) return true;
    const isMoney = kind === 'amount' && !isHeader(field);
    return (isRefusal || isMoney) && sessions.some((session) => this.#seen.sessions.has(session));
  }

  result(): DifferenceCause {
    const { call, kind, field, n, recorded, live } = this.#first;
    return { call, kind, field, n, recorded, live, alike: this.#alike, followers: this.#followers };
  }
}

/** Both sides of a difference, as results show them. */
type Sides = Pick<Difference, 'recorded' | 'live'>;

/**
 * True for words that differ in the same way: the same two, both in letter case alone, both refused for the rate, which says
 * nothing of what would be answered, or both not refused for lack of money, of which one ledger decides.
 */
export function isSameChange(one: Sides, other: Sides): boolean {
  if (one.recorded === other.recorded && one.live === other.live) return true;
  return [isOtherCase, isRefusedForRate, isUncovered].some((rule) => rule(one) && rule(other));
}

const isOtherCase = ({ recorded, live }: Sides): boolean =>
  recorded !== live && recorded.toLowerCase() === live.toLowerCase();

/** True if money that is not there is spent. */
export const isUncovered = ({ recorded, live }: Sides): boolean =>
  recorded.endsWith(uncovered) && !live.endsWith(uncovered);

const uncovered = ' INSUFFICIENT_BALANCE';

const isRefusedForRate = ({ recorded, live }: Sides): boolean =>
  /^429\b/.test(live) && !/^429\b/.test(recorded);

const nameOf = (field: string): string => field.split('/').findLast((part) => part !== '*') ?? '';
