/** Orders of two agents through drawn lives: what answers say of them, and what balances show of fills that no answer has named. */
import { describe } from 'vitest';
import { minuteMs } from '../../../src/core/base/time.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { TradingModel } from '../../../src/verification/oracle/models/trading.ts';
import { describeKept, drawFrom, oneOf, type DrawBelow, type KeptSubject } from '../../kept-digests.ts';
import { FollowedRun } from './followed-run.ts';

type Policies = Readonly<Record<string, string>>;

const byDefault = { 'trading.netting': 'net', 'trading.liquidation': 'maintenance', 'trading.liquidationRest': 'returned', 'trading.venueShort': 'issued', 'trading.orderMin': '1', 'trading.orderMax': '1000', 'trading.fundingEvery': '8h', 'trading.portfolio': 'all', 'trading.takerFee': '0.1%' }; // prettier-ignore
const readings: readonly Policies[] = [
  {},
  { 'trading.orderLife': 'day' },
  { 'trading.netting': 'close-only' },
  { 'trading.foreignOrder': '403' },
  { 'trading.sizeA': 'quote' },
];
const agents = ['alice', 'bob'];
const amounts = [10, 10, 20, 30];
const prices = ['2', '2', '2.5', '3'];
const usdc = 1_000_000;

interface Rest {
  readonly agent: string;
  /** What it holds back, and what a sale brings. */
  readonly holds: number;
  readonly brings: number;
}

/** A desk, and what its agents have asked for. */
class Desks extends FollowedRun {
  readonly model: TradingModel;
  readonly #rests: Rest[] = [];
  readonly #draw: DrawBelow;
  #count = 0;

  constructor(policies: Policies, draw: DrawBelow) {
    super({ policies: { ...byDefault, ...policies }, agents: { alice: 200, bob: 100 } });
    this.model = new TradingModel(this.file);
    this.#draw = draw;
  }

  /** Places an order that is filled at once, or rests. */
  places(agent: string, atMs: number): string[] {
    const draw = this.#draw;
    const isPerp = draw(3) === 0;
    const [side, amount, price] = [oneOf(draw, ['buy', 'buy', 'sell']), oneOf(draw, amounts), oneOf(draw, prices)];
    const isFilled = draw(2) === 0;
    this.#count += 1;
    const order_id = `o${this.#count}`;
    const body = { pair: 'ETH-USDC', side, amount, type: isFilled ? 'market' : 'limit', price, leverage: 2, ...(isPerp ? { market_type: 'perp' } : {}) };
    const filled = { status: 'filled', fill_qty: String(amount / Number(price)), fill_price: price, fee: amount / 1_000 };
    const wrong = draw(12) === 0 ? oneOf(draw, [{ fee: 0.5 }, { amount: 7 }, { fill_qty: 'x' }, { order_id: 7 }]) : {};
    if (!isFilled) this.#rests.push({ agent, holds: (isPerp ? amount / 2 : side === 'sell' ? 0 : amount) * usdc + amount * 1_000, brings: amount * usdc * 0.999 }); // oxlint-disable-line no-nested-ternary
    const answer = { order_id, amount, ...(isFilled ? filled : { status: 'open' }), ...wrong };
    return this.hears(this.model, agent, ['trading/B/place', { atMs, body, answer, status: 201 }]);
  }

  /** The same in style A, which names a size. */
  placesA(agent: string, atMs: number): string[] {
    const draw = this.#draw;
    this.#count += 1;
    const isLimit = draw(2) === 0;
    const body = { symbol: 'ETH-PERP', side: oneOf(draw, ['long', 'short']), size: oneOf(draw, ['5', '10', 2.5]), leverage: 2, ...(isLimit ? { type: 'limit', price: '2' } : {}) };
    const answer = { order_id: `o${this.#count}`, entry_price: isLimit && draw(2) === 0 ? null : oneOf(draw, ['2', '2.5', 'x']) };
    return this.hears(this.model, agent, ['trading/A/place', { atMs, body: draw(15) === 0 ? undefined : body, answer, status: 201 }]);
  }

  asks(agent: string | undefined, [call, more]: readonly [string, Partial<AuditedExchange>]): string[] {
    return this.hears(this.model, agent, [`trading/B/${call}`, more]);
  }

  /** Balances as they are expected, or as the end of one of the orders that rest would have them. */
  sees(): number {
    const draw = this.#draw;
    const shown = new Map(agents.map((agent) => [agent, { availableMicros: this.has(agent)[0], heldMicros: this.has(agent)[1] }]));
    for (let ended = draw(3); ended > 0 && this.#rests.length > 0; ended -= 1) {
      const { agent, holds, brings } = this.#rests[draw(this.#rests.length)]!;
      const { availableMicros, heldMicros } = shown.get(agent)!;
      const back = oneOf(draw, [0, 0, holds, brings]);
      shown.set(agent, { availableMicros: availableMicros + back, heldMicros: heldMicros - (back === brings ? 0 : holds) });
    }
    return this.books.unexplained(shown).length;
  }

  get ids(): readonly string[] {
    return Array.from({ length: this.#count }, (_, index) => `o${index + 1}`);
  }
} // prettier-ignore

const codes = ['CONFLICT', 'NOT_FOUND', 'FORBIDDEN', 'INSUFFICIENT_BALANCE', 'UNAUTHORIZED'];

function drawnCall(draw: DrawBelow, ids: readonly string[], atMs: number): readonly [string, Partial<AuditedExchange>] {
  const id = oneOf(draw, [...ids, 'o0']);
  const status = oneOf(draw, [200, 200, 409]);
  const row = (order_id: string): Body => ({ order_id, status: oneOf(draw, ['open', 'filled', 'cancelled', 'x']), pair: 'ETH-USDC' });
  const position = { pair: 'ETH-USDC', market_type: oneOf(draw, ['perp', 'spot']), side: oneOf(draw, ['long', 'short', 'buy']), qty: oneOf(draw, ['5', '10', '15']), entry_price: '2', mark_price: '2', leverage: 2, margin: '10.00', funding: '0.00', unrealized_pnl: '0.00' };
  const some = ids.toReversed().filter(() => draw(6) > 0);
  return oneOf<readonly [string, Partial<AuditedExchange>]>(draw, [
    ['cancel', { atMs, params: { id }, status, answer: { code: oneOf(draw, codes), status: oneOf(draw, ['cancelled', 'cancelled', 'open']) } }],
    ['cancel', { atMs, params: { id }, status: 200, answer: { status: 'cancelled' } }],
    ['orders', { atMs, answer: { orders: some.map(row), total: some.length }, query: oneOf(draw, [{}, { status: 'open' }, { pair: 'BTC-USDC' }, { limit: '1' }]) }],
    ['orders', { atMs, answer: { orders: [row(id)] } }],
    ['portfolio', { atMs, answer: { positions: draw(3) === 0 ? [] : [position] }, status: oneOf(draw, [200, 200, 400]) }],
    ['positions', { atMs, answer: { positions: [position] } }],
    ['price', { atMs, answer: { pair: oneOf(draw, ['ETH-USDC', undefined]), bid: oneOf(draw, ['1.9', '2', 'x', '0']), mid: '2', ask: oneOf(draw, ['2', '2.1', '1.8', 'x']), funding_rate: '0.0001' }, status: oneOf(draw, [200, 200, 404]) }],
    ['place', { atMs, body: { pair: 'ETH-USDC', side: oneOf(draw, ['buy', 'sell']), amount: oneOf(draw, [10, 150, 199.8, 199.9]), ...(draw(2) === 0 ? { market_type: 'perp', leverage: 2 } : {}), ...(draw(3) === 0 ? { type: 'limit', price: '2' } : {}) }, status: 422, answer: { code: oneOf(draw, codes) } }],
  ]);
} // prettier-ignore

function ordersSaid(policies: Policies, seed: string): unknown[] {
  const draw = drawFrom(`${JSON.stringify(policies)} ${seed}`);
  const all: unknown[] = [];
  for (let run = 0; run < 4; run += 1) {
    const desks = new Desks(policies, draw);
    for (let call = 0, atMs = 0; call < 22; call += 1, atMs += oneOf(draw, [0, 1, minuteMs, 5 * minuteMs, draw(8) === 0 ? 1500 * minuteMs : 0])) {
      const agent = oneOf(draw, agents);
      const kind = draw(10);
      const placed = kind < 4 ? desks.places(agent, atMs) : kind === 4 ? desks.placesA(agent, atMs) : desks.asks(draw(20) === 0 ? undefined : agent, drawnCall(draw, desks.ids, atMs)); // oxlint-disable-line no-nested-ternary
      all.push(placed, desks.sees());
    }
    all.push(agents.map((agent) => desks.has(agent)), desks.fees, desks.blurred);
  }
  return all;
} // prettier-ignore

describe('orders', () => {
  describeKept(
    new URL('drawn-orders.json', import.meta.url),
    readings.flatMap((policies): KeptSubject[] =>
      [0, 1, 2, 3, 4].map((turn) => ({
        name: `${Object.values(policies).join() || 'by default'} ${turn}`,
        made: () => ordersSaid(policies, `${turn}`),
      })),
    ),
  );
});
