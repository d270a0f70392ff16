/**
 * What each position may be by now, as far as answers and balances leave it open (gaps T8, T9): a step of the prices may
 * have closed one by force.
 */
import type { Micros } from '../../../core/base/money.ts';
import type { Instant } from '../../../core/base/time.ts';
import { reads, type Case } from '../case.ts';
import { usdc } from '../usdc.ts';
import type { OpenEnd, EndWay } from '../open-ends.ts';
import { gainAt, isSafe, leftAtMost, type FollowedPosition } from './position-terms.ts';
import { isLaterMinute, minutesBetween, type Quotes } from './quotes.ts';

/** Each as it was at its `sinceMs`; undefined is none. */
export type Candidates = readonly (FollowedPosition | undefined)[];

export const none: Candidates = [undefined];
/** With more, a position counts as unknown. */
const candidatesMax = 8;

/** Keeps them by agent and pair, and expects the end of each by force. */
export class PositionBook {
  readonly #case: Case;
  readonly #quotes: Quotes;
  readonly #candidates = new Map<string, Candidates>();
  /** Those that may be anything. */
  readonly #unknown = new Set<string>();
  /** The end of each position by force. */
  readonly #ends = new Map<string, OpenEnd>();

  constructor(file: Case, quotes: Quotes) {
    this.#case = file;
    this.#quotes = quotes;
  }

  /** True where a fill at a known size leaves nothing open but what `fillWays` says. */
  isUnknown(agent: string, pair: string): boolean {
    return this.#unknown.has(`${agent}/${pair}`);
  }

  /** What a position may be in this instant. */
  now(agent: string, pair: string): Candidates {
    return this.at(agent, pair, this.#case.timers.nowMs);
  }

  /** True where an order on that side may close something. */
  mayClose(agent: string, { pair, side }: { pair: string; side: string }): boolean {
    return (
      this.isUnknown(agent, pair) ||
      this.now(agent, pair).some((position) => position !== undefined && position.side !== side)
    );
  }

  /** What is at stake at most in a pair. */
  exposure(agent: string, pair: string): Micros {
    const sizes = this.at(agent, pair, this.#case.timers.nowMs).map((position) =>
      position === undefined ? 0 : position.cost + position.margin + position.slack,
    );
    return Math.max(0, ...sizes);
  }

  /** It may be anything until an answer shows it; what the caller has available is taken as it is until then. */
  forget(agent: string, pair: string): void {
    const key = `${agent}/${pair}`;
    this.set(agent, pair, none);
    this.#unknown.add(key);
    this.#case.books.blur(agent, key);
  }

  /** Pairs in which an agent has, or may have, a position. */
  pairsOf(agent: string): Set<string> {
    const keys = [...this.#candidates.keys(), ...this.#unknown].filter((key) => key.startsWith(`${agent}/`));
    return new Set(keys.map((key) => key.slice(agent.length + 1)));
  }

  /** What a liquidation gives back at most. */
  leftAtMost(position: FollowedPosition): Micros {
    const isKept =
      reads(this.#case, 'trading.liquidationRest', 'kept') ||
      reads(this.#case, 'trading.liquidation', 'bankruptcy');
    return isKept ? 0 : leftAtMost(position);
  }

  /**
   * A position is gone that no balance has shown to be closed, so that nothing was left of it: not so where it was seen one minute
   * before, and the price of this minute leaves it something. Call it for the only position of an agent.
   */
  holdsRest(agent: string, pair: string, atMs: Instant): void {
    if (this.isUnknown(agent, pair)) return;
    const [position, ...others] = this.#candidates.get(`${agent}/${pair}`) ?? none;
    const quote = this.#quotes.stepTo(pair, atMs);
    const { books } = this.#case;
    if (position === undefined || others.length > 0 || quote === undefined || !position.isSinceExact) return;
    if (books.isLoose(agent) || books.isVague(agent) || this.leftAtMost(position) === 0) return;
    const isNext = minutesBetween(position.sinceMs, atMs) === 1;
    const left = position.margin + gainAt(position, quote) - position.slack;
    if (isNext && left > 1)
      this.#case.breaks(
        'liquidation-on-time',
        `${pair}: a position is closed without the ${usdc(left)} left of it`,
      );
  }

  /** What there may be at an instant. */
  at(agent: string, pair: string, atMs: Instant): Candidates {
    const before = this.#candidates.get(`${agent}/${pair}`) ?? none;
    const mayBeGone = before.some(
      (position) =>
        position !== undefined &&
        !isSafe(position) &&
        (!position.isSinceExact || isLaterMinute(position.sinceMs, atMs)),
    );
    const aged = before.map((position) => position && this.#quotes.aged(pair, position, atMs));
    return mayBeGone && !aged.includes(undefined) ? [...aged, undefined] : aged;
  }

  /** It is one of these. */
  set(agent: string, pair: string, candidates: Candidates): void {
    const key = `${agent}/${pair}`;
    const distinct = candidates.filter(
      (one, index) => one !== undefined || candidates.indexOf(one) === index,
    );
    this.#unknown.delete(key);
    this.#case.books.clear(agent, key);
    if (distinct.length > candidatesMax) return this.forget(agent, pair);
    const isOpen = distinct.some((position) => position !== undefined);
    if (isOpen) this.#candidates.set(key, distinct);
    else this.#candidates.delete(key);
    this.#watch(agent, pair, isOpen);
  }

  /** From the next minute on the price may close it. */
  #watch(agent: string, pair: string, isOpen: boolean): void {
    const key = `${agent}/${pair}`;
    const known = this.#ends.get(key);
    if (known !== undefined && !isOpen) this.#case.books.settled(known);
    if (!isOpen) return;
    const ways = (): EndWay[] => this.#closedWays(agent, pair);
    const end: OpenEnd = known ?? {
      isStep: true,
      get ways() {
        return ways();
      },
    };
    this.#ends.set(key, end);
    this.#case.books.expectEnd(end);
  }

  #closedWays(agent: string, pair: string): EndWay[] {
    const key = `${agent}/${pair}`;
    const { nowMs } = this.#case.timers;
    return (this.#candidates.get(key) ?? none).flatMap((position) => {
      if (position === undefined) return [];
      const upTo = this.leftAtMost(this.#quotes.aged(pair, position, nowMs));
      const follows = (): void => {
        if (this.#unknown.has(key)) return;
        const now = this.#candidates.get(key) ?? none;
        // Of several positions any may have been closed: the next answer that shows them says which.
        const isSure = now.includes(position) && this.pairsOf(agent).size === 1;
        this.set(agent, pair, isSure ? none : now);
      };
      return upTo === 0 ? [] : [{ changes: [{ agent, upTo }], follows }];
    });
  }
}
