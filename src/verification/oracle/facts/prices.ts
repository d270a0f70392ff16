/**
 * Prices as all calls tell them: in one instant one price of a pair, whatever the call and the style, and a bid and an
 * ask around the middle (TRD14, gap T7).
 */
import { minuteMs } from '../../../core/base/time.ts';
import { objects, reads, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

interface Reported {
  readonly atMs: number;
  readonly price: number;
}

/** Within so many minutes the market moves by less than half of a jump by `plannedMin` of it. */
const [minutesMax, plannedMin] = [5, 0.08];
const minutesOfDay = 24 * 60;
/** What funding follows: 8 hours, a part of the move, and no more than 0.05% (gap T8). */
const [fundedMinutes, premiumShare, rateMax] = [8 * 60, 25, 0.0005];
/** The price of a cheaper asset moves in steps that are a part of it. */
const finePriceMin = 0.1;

const isWithin = (minute: number, { from, to }: { from: number; to: number }): boolean =>
  from <= minute && minute < to;

const percent = (factor: number): string => `${(100 * (factor - 1)).toFixed(1)}%`;

/** Checks `prices-agree`, and `faults-as-planned` for jumps. Give it successful exchanges that are no repeats. */
export class MarketPrices {
  readonly #case: Case;
  readonly #marks = new Map<string, Reported>();
  /** By pair and minute. */
  readonly #mids = new Map<string, number>();
  readonly #reportedDay = new Map<string, { readonly atMs: number; readonly value: number }>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange): void {
    if (exchange.service !== 'trading') return;
    const { operation, style, answer, atMs, params } = exchange;
    if (operation === 'price') this.#quoted(exchange);
    if (operation === 'ticker') {
      this.#reported(String(params['symbol']), Number(answer['mark_price']), atMs);
      this.#day(String(params['symbol']), answer, atMs);
    }
    const rows = operation === 'markets' ? objects(answer, 'markets') : objects(answer, 'positions');
    for (const row of rows)
      if (row['mark_price'] !== undefined)
        this.#reported(String(style === 'A' ? row['symbol'] : row['pair']), Number(row['mark_price']), atMs);
  }

  #quoted({ answer, atMs }: AuditedExchange): void {
    const [bid, ask, mid] = [Number(answer['bid']), Number(answer['ask']), Number(answer['mid'])];
    if (!(bid < mid && mid < ask))
      this.#case.breaks('prices-agree', `a bid of ${bid} and an ask of ${ask} stand around ${mid}`);
    // Half a spread of 5 basis points to either side, but for rounding.
    const off = Math.max(Math.abs(ask / mid - 1.00025), Math.abs(bid / mid - 0.99975));
    if (off > 2e-5)
      this.#case.breaks('prices-agree', `bid ${bid} and ask ${ask} are not 5 basis points apart`);
    this.#reported(String(answer['pair']), mid, atMs);
    this.#changed(answer, mid, Math.floor(atMs / minuteMs));
    this.#funded(answer, mid, Math.floor(atMs / minuteMs));
    this.#day(String(answer['pair']), answer, atMs);
  }

  /** The change is a share of the price a day ago, in hundredths of a percent (TRD14). */
  #changed(answer: Body, mid: number, minute: number): void {
    const pair = String(answer['pair']);
    const before = this.#mids.get(`${pair} ${minute - minutesOfDay}`);
    this.#mids.set(`${pair} ${minute}`, mid);
    // A planned jump moves a price within its minute.
    if (before === undefined || this.#case.setting.faults.some(({ service }) => service === 'trading')) return;
    const wanted = Math.round((10_000 * (mid - before)) / before) / 100;
    if (Math.abs(Number(answer['change_24h']) - wanted) > 0.011)
      this.#case.breaks('prices-agree', `${pair} has changed by ${String(answer['change_24h'])}% from ${before} to ${mid}; expected ${wanted}`);
  } // prettier-ignore

  /** A twenty-fifth of what the price has moved by in eight hours is the rate (docs/market-model.md). */
  #funded(answer: Body, mid: number, minute: number): void {
    const { faults } = this.#case.setting;
    const pair = String(answer['pair']);
    const before = this.#mids.get(`${pair} ${minute - fundedMinutes}`);
    const isMoved = faults.some(({ service }) => service === 'trading');
    if (before === undefined || answer['funding_rate'] === undefined || isMoved) return;
    const premium = (mid - before) / before / premiumShare;
    // An hour has an eighth of it.
    const parts = reads(this.#case, 'trading.fundingEvery', '1h') ? 8 : 1;
    const wanted = Math.min(rateMax, Math.max(-rateMax, premium)) / parts;
    const seen = Number(answer['funding_rate']);
    if (Math.abs(seen - wanted) > 1.01e-8)
      this.#case.breaks('prices-agree', `the funding rate of ${pair} is ${seen}; expected ${wanted.toFixed(8)}`);
  } // prettier-ignore

  /** What is reported beside the price is the same for one minute of the market, in which nothing moves (gap T7). */
  #day(market: string, answer: Body, atMs: number): void {
    const pair = market.replace(/-PERP$/, '-USDC');
    for (const name of ['change_24h', 'volume_24h', 'funding_rate']) {
      const shown = answer[name];
      if (shown === undefined) continue;
      const seen = Number(shown);
      const key = `${pair} ${name}`;
      const before = this.#reportedDay.get(key);
      if (this.#isSameMinute(before?.atMs, atMs) && before?.value !== seen)
        this.#case.breaks('prices-agree', `${key} is ${seen}; in the same minute it was ${before?.value}`);
      this.#reportedDay.set(key, { atMs, value: seen });
      const isOdd = name === 'volume_24h' ? !(seen > 0) : !(Math.abs(seen) < 100);
      if (isOdd) this.#case.breaks('prices-agree', `${key} is ${seen}`);
      // At most 0.05% either way (gap T8).
      if (name === 'funding_rate' && Math.abs(seen) > rateMax)
        this.#case.breaks('prices-agree', `${key} is ${seen}; expected 0.0005 at most`);
    }
  }

  #reported(market: string, price: number, atMs: number): void {
    const pair = market.replace(/-PERP$/, '-USDC');
    const before = this.#marks.get(pair);
    if (this.#isSameMinute(before?.atMs, atMs) && before?.price !== price)
      this.#case.breaks(
        'prices-agree',
        `${pair} is at ${price}; in the same minute it was at ${before?.price}`,
      );
    if (before !== undefined) this.#jumped(pair, before, { atMs, price });
    this.#marks.set(pair, { atMs, price });
  }

  /** A planned jump moves the price with the next minute; the market itself moves far less in so short a time. */
  #jumped(pair: string, before: Reported, now: Reported): void {
    const [from, to] = [before, now].map(({ atMs }) => Math.floor(atMs / minuteMs)) as [number, number];
    const faults = this.#case.setting.faults.filter(({ service }) => service === 'trading');
    if (
      to - from > minutesMax ||
      before.price < finePriceMin ||
      faults.some(({ kind }) => kind !== 'price-jump')
    )
      return;
    const planned = faults
      .filter(
        ({ target, atMs }) =>
          ['all', pair].includes(target) && isWithin(Math.floor(atMs / minuteMs), { from, to }),
      )
      .reduce((factor, { basisPoints }) => factor * (1 + basisPoints / 10_000), 1);
    if (Math.abs(planned - 1) < plannedMin) return;
    const moved = now.price / before.price;
    if (Math.abs(moved - planned) > Math.abs(planned - 1) / 2)
      this.#case.breaks(
        'faults-as-planned',
        `${pair} has moved by ${percent(moved)} where a jump of ${percent(planned)} is planned`,
      );
  }

  /** Prices move once a minute, unless a fault moves them. */
  #isSameMinute(beforeMs: number | undefined, atMs: number): boolean {
    if (beforeMs === undefined) return false;
    const isMoved = this.#case.setting.faults.some(({ service }) => service === 'trading');
    return beforeMs === atMs || (!isMoved && Math.floor(beforeMs / minuteMs) === Math.floor(atMs / minuteMs));
  }
}
