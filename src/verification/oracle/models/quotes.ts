/** Prices that answers have shown, by pair: the latest, and those of the minutes in which funding was settled (gap T8). */
import { hourMs, minuteMs, type Instant } from '../../../core/base/time.ts';
import { reads, type Case } from '../case.ts';
import type { PlannedFault } from '../exchange.ts';
import { worthAt, type FollowedPosition } from './position-terms.ts';
import { atTwelve, parseScaled, type Scaled } from './trade-arithmetic.ts';

/** A price from a response, and the minute that it is valid for. */
export interface ObservedQuote {
  readonly minute: number;
  readonly bid: Scaled;
  readonly ask: Scaled;
  readonly mid: Scaled;
  readonly rate: string | undefined;
}

/** What funding costs at most of a worth, in one settlement. */
const rateMax = 0.0005;
/** Over more settlements than these a position may have come to anything. */
const settlementsMax = 200;

const minuteOf = (atMs: Instant): number => Math.floor(atMs / minuteMs);

/** Keeps what prices are known for, and says what settlements have done to a position. */
export class Quotes {
  readonly #latest = new Map<string, ObservedQuote>();
  readonly #settled = new Map<string, ObservedQuote>();
  readonly #all = new Map<string, Map<number, ObservedQuote>>();
  readonly #everyMs: number;
  readonly #faults: readonly PlannedFault[];
  /** By how much the price of a position may have grown at most since it was opened. */
  readonly #growth: number;
  /** True where the venue may have too little to pay what a position receives. */
  readonly #isShort: boolean;

  constructor(file: Case) {
    this.#isShort = file.setting.changed.includes('trading.venue');
    this.#everyMs = reads(file, 'trading.fundingEvery', '1h') ? hourMs : 8 * hourMs;
    this.#faults = file.setting.faults.filter(({ service }) => service === 'trading');
    this.#growth = this.#faults.length > 0 ? 100 : 4;
  }

  saw(pair: string, quote: ObservedQuote): void {
    this.#latest.set(pair, quote);
    const all = this.#all.get(pair) ?? new Map<number, ObservedQuote>();
    this.#all.set(pair, all.set(quote.minute, quote));
    if ((quote.minute * minuteMs) % this.#everyMs === 0 && quote.rate !== undefined)
      this.#settled.set(`${pair} ${quote.minute}`, quote);
  }

  /** That of this very minute. */
  now(pair: string, atMs: Instant): ObservedQuote | undefined {
    const quote = this.#latest.get(pair);
    return quote?.minute === minuteOf(atMs) ? quote : undefined;
  }

  /** The middle of this minute, where the market has come to it in one step: a jump counts with the step of its minute. */
  stepTo(pair: string, atMs: Instant): bigint | undefined {
    const quote = this.now(pair, atMs);
    const isSmooth = this.#faults.every(
      ({ kind, atMs: faultMs }) => kind === 'price-jump' && faultMs % minuteMs === 0,
    );
    return quote === undefined || !isSmooth ? undefined : atTwelve(quote.mid);
  }

  /** Those that have been shown of a pair, by minute. */
  all(pair: string): ReadonlyMap<number, ObservedQuote> {
    return this.#all.get(pair) ?? new Map();
  }

  /** The next settlement after an instant. */
  nextSettlement(atMs: Instant): Instant {
    return (Math.floor(atMs / this.#everyMs) + 1) * this.#everyMs;
  }

  /** A position as it is at a later instant, if it is still there: settlements before requests of their instant. */
  aged(pair: string, position: FollowedPosition, atMs: Instant): FollowedPosition {
    let aged = position;
    const firstMs = this.nextSettlement(position.sinceMs);
    const count = Math.max(0, Math.floor((atMs - firstMs) / this.#everyMs) + 1);
    if (count > settlementsMax) return { ...aged, slack: aged.slack + aged.cost * count };
    for (let settledMs = firstMs; settledMs <= atMs; settledMs += this.#everyMs)
      aged = this.#settledOnce(pair, aged, settledMs);
    return count === 0 || atMs === position.sinceMs ? position : { ...aged, sinceMs: position.sinceMs };
  }

  #settledOnce(pair: string, position: FollowedPosition, settledMs: Instant): FollowedPosition {
    const quote = this.#settled.get(`${pair} ${minuteOf(settledMs)}`);
    const due = quote === undefined || !position.isSinceExact ? undefined : this.#dueOn(position, quote);
    if (due !== undefined) {
      if (due > 0 && this.#isShort) return { ...position, slack: position.slack + due };
      const paid = Math.max(due, -position.margin);
      return { ...position, margin: position.margin + paid, funding: position.funding + paid };
    }
    const atMost = Math.ceil(position.cost * this.#growth * rateMax) + 1;
    return { ...position, slack: position.slack + atMost };
  }

  /** What a position receives at that rate, below zero where it pays: longs pay a positive rate. */
  #dueOn({ side, units }: FollowedPosition, { mid, rate = '' }: ObservedQuote): number | undefined {
    const size = parseScaled(rate.replace('-', ''));
    // By the hour the rate is an eighth, and whether it is shown before or after rounding is open.
    if (size === undefined || this.#everyMs === hourMs) return undefined;
    const worth = worthAt(units, mid.units * 10n ** BigInt(12 - mid.decimals), 'floor');
    const due = Number((BigInt(worth) * size.units) / 10n ** BigInt(size.decimals));
    return (side === 'buy') === rate.startsWith('-') ? due : -due;
  }
}

/** How many steps of the prices have come between two instants. */
export const minutesBetween = (beforeMs: Instant, atMs: Instant): number =>
  minuteOf(atMs) - minuteOf(beforeMs);

/** True where a step of the prices may have come between two instants. */
export const isLaterMinute = (beforeMs: Instant, atMs: Instant): boolean =>
  minuteOf(atMs) > minuteOf(beforeMs);
