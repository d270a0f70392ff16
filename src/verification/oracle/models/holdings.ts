/** Spot holdings as the documents have them. */
import { expectField, objects, text, type Case } from '../case.ts';
import type { Body } from '../exchange.ts';
import { atTwelve, scaled } from './trade-arithmetic.ts';

/** What agents hold of each pair after spot trades, in units of the twelfth decimal. */
export class Holdings {
  readonly #units = new Map<string, bigint>();

  add(agent: string, pair: string, units: bigint): void {
    const key = `${agent}/${pair}`;
    this.#units.set(key, (this.#units.get(key) ?? 0n) + units);
  }

  of(agent: string, pair: string): bigint {
    return this.#units.get(`${agent}/${pair}`) ?? 0n;
  }

  /** Compares the spot positions of a portfolio. */
  shown(file: Case, answer: Body, agent: string): void {
    const seen = objects(answer, 'positions')
      .filter((row) => row['market_type'] === 'spot')
      .map((row) => `${text(row, 'pair')} ${atTwelve(scaled(row, 'qty') ?? { units: 0n, decimals: 0 })}`)
      .toSorted();
    const wanted = [...this.#units]
      .filter(([key, units]) => key.startsWith(`${agent}/`) && units > 0n)
      .map(([key, units]) => `${key.slice(agent.length + 1)} ${units}`)
      .toSorted();
    expectField(file, 'position-value', { name: 'holdings', seen: seen.join(), wanted: wanted.join() });
  }
}
