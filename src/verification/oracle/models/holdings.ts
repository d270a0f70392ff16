/** Spot holdings as the documents have them. */
import type { Micros } from '../../../core/base/money.ts';
import type { Instant } from '../../../core/base/time.ts';
import { expectField, micros, objects, text, type Case } from '../case.ts';
import type { Body } from '../exchange.ts';
import { atTwelve, decimalOf, scaled } from './trade-arithmetic.ts';

interface Holding {
  readonly units: bigint;
  /** Reserved for sales that rest. */
  readonly reserved: bigint;
  /** Undefined until an answer shows it. */
  readonly cost: Micros | undefined;
}

/** A spot trade in units of the twelfth decimal. */
interface SpotTrade {
  readonly isBuy: boolean;
  readonly units: bigint;
  readonly amount: Micros;
  /** When a balance has shown it, where it was a resting order's: of several, the first one is not known. */
  readonly shownAtMs?: Instant;
}

/** A sale takes its share of what all of it has cost. */
function costAfter(cost: Micros, held: bigint, { isBuy, units, amount }: SpotTrade): Micros {
  if (isBuy) return cost + amount;
  return held === 0n ? 0 : Number((BigInt(cost) * (held - units)) / held);
}

const nothing: Holding = { units: 0n, reserved: 0n, cost: 0 };

/** What agents hold of each pair after spot trades, in units of the twelfth decimal. */
export class Holdings {
  readonly #holdings = new Map<string, Holding>();
  /** What orders have changed by a quantity that no answer has named yet. */
  readonly #unknown = new Set<string>();

  /** The latest fill of a resting order. */
  readonly #filled = new Map<string, SpotTrade>();

  /** Undefined where it is not known. */
  free(agent: string, pair: string): bigint | undefined {
    const key = `${agent}/${pair}`;
    const { units, reserved } = this.#holdings.get(key) ?? nothing;
    return this.#unknown.has(key) ? undefined : units - reserved;
  }

  /** False where more is sold than there is. */
  traded(agent: string, pair: string, trade: SpotTrade): boolean {
    const { isBuy, units } = trade;
    const key = `${agent}/${pair}`;
    const before = this.#holdings.get(key) ?? nothing;
    const left = before.units + (isBuy ? units : -units);
    const isOrdered = this.#isOrdered(key, trade);
    const cost =
      isOrdered && before.cost !== undefined ? costAfter(before.cost, before.units, trade) : undefined;
    this.#holdings.set(key, { ...before, units: left, cost });
    return this.#unknown.has(key) || left >= before.reserved;
  }

  /** False where a sale and another order were filled in an order that no answer names: what a sale leaves depends on it. */
  #isOrdered(key: string, trade: SpotTrade): boolean {
    const before = this.#filled.get(key);
    if (trade.shownAtMs !== undefined) this.#filled.set(key, trade);
    const isTogether = before !== undefined && before.shownAtMs === trade.shownAtMs;
    return !isTogether || (before.isBuy && trade.isBuy);
  }

  /** A sale rests, or does so no longer: then the quantity is below zero. */
  reserve(agent: string, pair: string, units: bigint): void {
    const key = `${agent}/${pair}`;
    const before = this.#holdings.get(key) ?? nothing;
    this.#holdings.set(key, { ...before, reserved: before.reserved + units });
  }

  /** Until the next portfolio. */
  forget(agent: string, pair: string): void {
    this.#unknown.add(`${agent}/${pair}`);
  }

  /** Compares the spot positions of a portfolio, and takes from it what was not known. */
  shown(file: Case, answer: Body, agent: string): void {
    const rows = objects(answer, 'positions').filter((row) => row['market_type'] === 'spot');
    const seen = new Map(rows.map((row) => [`${agent}/${text(row, 'pair')}`, row]));
    for (const key of new Set([...this.#holdings.keys(), ...this.#unknown, ...seen.keys()]))
      if (key.startsWith(`${agent}/`)) this.#shownOne(file, key, seen.get(key));
  }

  #shownOne(file: Case, key: string, row: Body | undefined): void {
    const unitsIn = (name: string): bigint =>
      atTwelve((row === undefined ? undefined : scaled(row, name)) ?? { units: 0n, decimals: 0 });
    const known = this.#holdings.get(key) ?? nothing;
    const isKnown = !this.#unknown.delete(key);
    const gain = micros(row, 'unrealized_pnl');
    const cost = gain === undefined ? 0 : (micros(row, 'value') ?? 0) - gain;
    const shown = { units: unitsIn('qty'), reserved: unitsIn('reserved_qty'), cost };
    if (isKnown) {
      const { units, reserved } = known;
      const isCostKnown = row !== undefined && known.cost !== undefined;
      const fields = [
        { name: `holdings: ${key}`, seen: decimalOf(shown.units), wanted: decimalOf(units) },
        {
          name: `reserved of ${key}`,
          seen: decimalOf(shown.reserved),
          wanted: decimalOf(units === 0n ? 0n : reserved),
        },
        {
          name: `cost of ${key}`,
          seen: isCostKnown ? cost : 0,
          wanted: isCostKnown ? known.cost : 0,
          isMicros: true,
        },
      ];
      for (const field of fields) expectField(file, 'position-value', field);
    }
    this.#holdings.set(key, shown);
  }
}
