/** Positions in perpetuals: what opening one takes, its value, its margin and its funding (TRD14, TRD26). */
import { formatUsdc, type Micros } from '../../../core/base/money.ts';
import { hourMs, minuteMs, type Instant } from '../../../core/base/time.ts';
import { expectField, isOk, micros, objects, reads, text, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import {
  atTwelve,
  withoutZeros,
  marginOf,
  parseScaled,
  scaled,
  takerFeeOn,
  worthOf,
  type Scaled,
} from './trade-arithmetic.ts';

/** A price from a response, and the minute that it is valid for. */
export interface ObservedQuote {
  readonly minute: number;
  readonly bid: Scaled;
  readonly ask: Scaled;
  readonly mid: Scaled;
  readonly rate: string | undefined;
}

/** Quantity, and quantity times price, in units of the twelfth decimal of each. */
interface Fill {
  readonly units: bigint;
  readonly bought: bigint;
}

/** An order that has been filled. */
interface Trade {
  readonly pair: string;
  readonly side: string;
  readonly amount: Micros;
  readonly leverage: number;
  readonly qty: Scaled;
  readonly price: Scaled;
  readonly atMs: Instant;
}

interface Position {
  readonly side: string;
  readonly qty: Scaled;
  /** Oldest first. */
  readonly fills: readonly Fill[];
  readonly openedAtMs: Instant;
  readonly changedAtMs: Instant;
}

/** What is known of pairs, and of agents some of whose orders may have been filled since. */
interface Known {
  readonly quotes: ReadonlyMap<string, ObservedQuote>;
  readonly rested: ReadonlySet<string>;
}

/** Checks `position-value`, `funding-direction` and `liquidation-on-time`; books margins. */
export class Positions {
  readonly #case: Case;
  readonly #known: Known;
  /** Pairs in which a buy and a sell have met: the model does not compute the rest or its side. */
  readonly #netted = new Set<string>();
  readonly #positions = new Map<string, Position>();

  constructor(file: Case, known: Known) {
    this.#case = file;
    this.#known = known;
  }

  /** Opening is exact; what a trade closes depends on funding, so that the balance is taken as it is. */
  traded(caller: string, trade: Trade): void {
    const { pair, side, amount, leverage, qty, price, atMs } = trade;
    const key = `${caller}/${pair}`;
    const position = this.#positions.get(key);
    const isOpening = !this.#netted.has(key) && (position === undefined || position.side === side);
    if (this.isCut(caller, trade)) this.#case.houses.loosen('trading:fees');
    else
      this.#case.feeCharged({ service: 'trading', payer: caller, feeMicros: takerFeeOn(this.#case, amount) });
    if (!isOpening) {
      this.#case.invalidateReferrers(caller);
      this.#case.books.loosen(caller, 'trading');
      this.#positions.delete(key);
      this.#netted.add(key);
      return;
    }
    this.#case.books.move(caller, -(marginOf(amount, leverage) + takerFeeOn(this.#case, amount)));
    const units = (position === undefined ? 0n : atTwelve(position.qty)) + atTwelve(qty);
    this.#positions.set(key, {
      side,
      qty: { units, decimals: 12 },
      fills: [...(position?.fills ?? []), { units: atTwelve(qty), bought: atTwelve(qty) * atTwelve(price) }],
      openedAtMs: position?.openedAtMs ?? atMs,
      changedAtMs: atMs,
    });
    // From the next minute on the price may close it.
    const nextMinuteMs = (Math.floor(atMs / minuteMs) + 1) * minuteMs;
    this.#case.timers.at(nextMinuteMs, 'a move of the price of a position', () =>
      this.#case.books.loosen(caller, 'trading'),
    );
  }

  /** True where an order may be traded in part: it closes a position and opens none (gap T14). */
  isCut(caller: string, { pair, side }: { pair: string; side: string }): boolean {
    const key = `${caller}/${pair}`;
    const isOfOtherSide = (this.#positions.get(key)?.side ?? side) !== side;
    return (
      reads(this.#case, 'trading.netting', 'close-only') &&
      (isOfOtherSide || this.#netted.has(key) || this.#known.rested.has(caller))
    );
  }

  /** One row of a portfolio. */
  shown(row: Body, at: { caller: string; atMs: Instant }): void {
    const pair = text(row, 'pair') ?? '';
    const [qty, mark, entry] = [scaled(row, 'qty'), scaled(row, 'mark_price'), scaled(row, 'entry_price')];
    const [value, margin, gain] = [
      micros(row, 'value') ?? 0,
      micros(row, 'margin') ?? 0,
      micros(row, 'unrealized_pnl') ?? 0,
    ];
    if (qty === undefined || mark === undefined || entry === undefined) return;
    expectField(this.#case, 'position-value', {
      name: 'value',
      seen: value,
      wanted: worthOf(qty, mark, 'floor'),
    });
    const cost = worthOf(qty, entry, 'floor');
    const wanted = row['side'] === 'buy' ? value - cost : cost - value;
    // The entry price is rounded, and rounding is against the trader.
    if (Math.abs(gain - wanted) > 3 + value / 1_000_000) {
      this.#case.breaks('position-value', `unrealized_pnl is ${gain}; expected about ${wanted}`);
    }
    if (margin + gain <= Math.ceil((value * 5) / 1000)) {
      this.#case.breaks(
        'liquidation-on-time',
        `a position of ${value} goes on with ${margin + gain} behind it`,
      );
    }
    const known = this.#positionOf(at.caller, pair);
    if (known !== undefined && known.side === row['side']) {
      this.#holdsFunding(row, { ...at, pair, known, qty, mark });
      this.#holdsEntry(known, qty, entry);
    }
    if (this.#case.setting.policies['trading.liquidation'] === 'maintenance')
      this.#holdsLiquidation(row, { qty, mark, margin, gain });
  }

  /**
   * The average of the fills, to half a unit of its last digit: zeros at its end may be padding, or left out. Between two
   * fills the price may have closed the position: then it consists of the later ones.
   */
  #holdsEntry({ fills }: Position, qty: Scaled, entry: Scaled): void {
    const held = latestFills(fills, atTwelve(qty));
    if (held === undefined) {
      this.#case.breaks('position-value', `a position of ${atTwelve(qty)}e-12 is made of none of its fills`);
      return;
    }
    const differs = held.bought - atTwelve(entry) * held.units;
    const half = 10n ** BigInt(12 - withoutZeros(entry).decimals);
    const size = differs < 0n ? -differs : differs;
    if (2n * size > half * held.units)
      this.#case.breaks('position-value', `entry_price is off the fills by ${size / held.units}e-12`);
  }

  /**
   * At its liquidation price a position has no more than the maintenance margin behind it (gap T9), and less by a step of
   * the price at most: near zero a step is worth more than the margin.
   */
  #holdsLiquidation(row: Body, of: { qty: Scaled; mark: Scaled; margin: Micros; gain: Micros }): void {
    const price = scaled(row, 'liquidation_price');
    if (price === undefined) return;
    const isLong = row['side'] === 'buy';
    const rounding = isLong ? 'floor' : 'ceil';
    const moved = worthOf(of.qty, price, rounding) - worthOf(of.qty, of.mark, rounding);
    const equity = of.margin + of.gain + (isLong ? moved : -moved);
    const needed = Math.ceil((worthOf(of.qty, price, 'floor') * 5) / 1000);
    const decimals = Math.max(withoutZeros(price).decimals, withoutZeros(of.mark).decimals);
    const step = worthOf(of.qty, { units: 1n, decimals }, 'ceil');
    const isNear = Math.abs(equity - needed) <= 2 + Math.max(needed / 1000, step);
    if (equity > needed || !isNear)
      this.#case.breaks(
        'liquidation-on-time',
        `${equity} is left at the liquidation price; needed ${needed}`,
      );
  }

  /** Where exactly one settlement has passed, in this very minute, with the rate of this minute at hand. */
  #holdsFunding(
    row: Body,
    at: { atMs: Instant; pair: string; known: Position; qty: Scaled; mark: Scaled },
  ): void {
    if (!reads(this.#case, 'trading.fundingEvery', '8h')) return;
    const settledAtMs = Math.floor(at.atMs / (8 * hourMs)) * 8 * hourMs;
    const quote = this.#known.quotes.get(at.pair);
    const isNow = at.atMs - settledAtMs < minuteMs && at.known.changedAtMs < settledAtMs;
    const isFirst = settledAtMs - at.known.openedAtMs <= 8 * hourMs;
    if (!isNow || !isFirst || quote?.rate === undefined || quote.minute !== Math.floor(at.atMs / minuteMs))
      return;
    const rate = parseScaled(quote.rate.replace('-', ''));
    if (rate === undefined || rate.units === 0n) return;
    const due = Number(
      (BigInt(worthOf(at.qty, at.mark, 'floor')) * rate.units) / 10n ** BigInt(rate.decimals),
    );
    const pays = (row['side'] === 'buy') !== quote.rate.startsWith('-');
    const funding = micros(row, 'funding') ?? 0;
    if (due > 0 && funding !== (pays ? -due : due)) {
      this.#case.breaks(
        'funding-direction',
        `funding is ${formatUsdc(funding)} USDC; expected ${formatUsdc(pays ? -due : due)} USDC at a rate of ${quote.rate}`,
      );
    }
  }

  /** The positions of style A. */
  listed(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange)) return;
    for (const row of objects(exchange.answer, 'positions')) {
      const [size, mark] = [parseScaled(String(row['size'])), parseScaled(String(row['mark_price']))];
      if (size === undefined || mark === undefined) continue;
      const symbol = String(row['symbol']);
      expectField(this.#case, 'styles-agree', {
        name: 'a symbol of a perpetual',
        seen: /^[A-Z0-9]+-PERP$/.test(symbol),
        wanted: true,
      });
      const asB = {
        ...textsOf(row),
        pair: symbol.replace('-PERP', '-USDC'),
        side: row['side'] === 'long' ? 'buy' : 'sell',
        qty: String(row['size']),
        value: worthOf(size, mark, 'floor') / 1_000_000,
      };
      this.shown(asB, { caller, atMs: exchange.atMs });
      const known = this.#positionOf(caller, asB.pair);
      if (known !== undefined)
        expectField(this.#case, 'styles-agree', { name: 'side', seen: asB.side, wanted: known.side });
    }
  }

  /** Undefined where there is none, or where a resting order may have changed it at an unknown instant. */
  #positionOf(agent: string, pair: string): Position | undefined {
    return this.#known.rested.has(agent) ? undefined : this.#positions.get(`${agent}/${pair}`);
  }
}

/** A row of style A with its numbers as texts, as style B writes them. */
const textsOf = (row: Body): Body =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  );

/** The sum of the latest fills that make up a quantity; undefined where none do. */
function latestFills(fills: readonly Fill[], units: bigint): Fill | undefined {
  let sum: Fill = { units: 0n, bought: 0n };
  for (const fill of fills.toReversed()) {
    sum = { units: sum.units + fill.units, bought: sum.bought + fill.bought };
    if (sum.units === units) return sum;
  }
  return undefined;
}
