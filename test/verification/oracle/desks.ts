/** Trades of one agent, and what the models of its positions say of each answer. */
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { PositionBook } from '../../../src/verification/oracle/models/position-book.ts';
import { Positions } from '../../../src/verification/oracle/models/positions.ts';
import type { FollowedPosition, Side } from '../../../src/verification/oracle/models/position-terms.ts';
import { Quotes } from '../../../src/verification/oracle/models/quotes.ts';
import { ShownPositions } from '../../../src/verification/oracle/models/shown-positions.ts';
import { feeOn, parseScaled } from '../../../src/verification/oracle/models/trade-arithmetic.ts';
import { FollowedRun } from './followed-run.ts';
import { exchangeOf } from './said.ts';

export type Policies = Readonly<Record<string, string>>;
export const usdc = 1_000_000;
export const unit = 10n ** 12n;
export const pair = 'ETH-USDC';
const byDefault = {
  'trading.netting': 'net',
  'trading.liquidation': 'maintenance',
  'trading.liquidationRest': 'returned',
  'trading.venueShort': 'issued',
};
/** Two units that were bought at 3 USDC. */
export const position = (more: Partial<FollowedPosition> = {}): FollowedPosition => ({
  side: 'buy', units: 2n * unit, cost: 6 * usdc, margin: 2 * usdc, funding: 0, slack: 0, isTied: true, bought: 6n * unit * unit, sinceMs: 0, isSinceExact: true, ...more,
}); // prettier-ignore

/** Positions of alice, who has 100 USDC. */
export class Desk extends FollowedRun {
  readonly quotes: Quotes;
  readonly book: PositionBook;
  readonly positions: Positions;
  readonly shown: ShownPositions;
  constructor(policies: Policies = {}, { changed = [], houses = {} }: { changed?: readonly string[]; houses?: Readonly<Record<string, number>> } = {}) {
    super({ policies: { ...byDefault, ...policies }, agents: { alice: 100 }, setting: { changed } });
    this.houses.difference(new Map(Object.entries(houses).map(([name, amount]) => [name, amount * usdc])));
    this.quotes = new Quotes(this.file);
    this.book = new PositionBook(this.file, this.quotes);
    this.positions = new Positions(this.file, this.book);
    this.shown = new ShownPositions(this.file, this.book);
  }

  trades(side: Side, units: bigint, { price = 3n, shown = {}, leverage = 300, at = pair }: { price?: bigint; shown?: object; leverage?: number; at?: string } = {}): void {
    const amount = Number(units * price) * usdc;
    this.positions.traded('alice', { pair: at, side, units: units * unit, price: price * unit, amount, leverage, atMs: this.timers.nowMs, isSinceExact: true, shown, feeOn });
  }

  sees(available: number, service?: string): number {
    return this.books.unexplained(new Map([['alice', { availableMicros: Math.round(available * usdc), heldMicros: 0 }]]), service).length;
  }

  quotes3(minute: number, price: string): void {
    const scaled = parseScaled(price)!;
    this.quotes.saw(pair, { minute, bid: scaled, ask: scaled, mid: scaled, rate: undefined });
  }

  shows(rows: readonly Body[], style = 'B'): string[] {
    const before = this.said.length;
    this.shown.listed(exchangeOf(`trading/${style}/portfolio`, { atMs: this.timers.nowMs, answer: { positions: rows } }), 'alice');
    return this.said.slice(before);
  }
} // prettier-ignore
