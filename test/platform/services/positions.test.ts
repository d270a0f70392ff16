/** Positions show what TRD03, TRD10 lists, and their entry prices are those of their fills to the last digit. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/http/message.ts';
import { open, type Member, type Stage } from '../../conformance/harness.ts';

const tradingA = '/trading/api/v1';
const tradingB = '/api/trading-api';

function trader(): { stage: Stage; alice: Member } {
  const stage = open({ 'limits.rowScaling': 'tier' });
  const alice = stage.joinB('alice');
  stage.setTier(alice, 'enterprise');
  stage.grant(alice, 5_000_000_000);
  return { stage, alice };
}

const place = (alice: Member, body: object): JsonObject => {
  const reply = alice.post(`${tradingB}/order`, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body;
};
const positionsA = (alice: Member): JsonObject[] =>
  alice.get(`${tradingA}/positions`).body['positions'] as JsonObject[];
const portfolio = (alice: Member): JsonObject[] =>
  alice.get(`${tradingB}/portfolio`).body['positions'] as JsonObject[];

const anyAsset = fc.constantFrom('BTC', 'ETH', 'SOL', 'DOGE');
const anyCents = fc.integer({ min: 100, max: 30_000 });

describe('the entry price', () => {
  it('of a position with one fill is the price of the fill, in both styles and of every market', () => {
    const property = fc.property(
      anyAsset, anyCents, fc.constantFrom('buy', 'sell'), fc.integer({ min: 1, max: 10 }), fc.nat(100_000),
      (asset, cents, side, leverage, waitS) => {
        const { stage, alice } = trader();
        stage.advance(waitS * 1000);
        const fill = place(alice, { pair: `${asset}-USDC`, side, amount: cents / 100, market_type: 'perp', leverage });
        const [inA, inB] = [positionsA(alice)[0], portfolio(alice)[0]];
        expect(inB?.['entry_price']).toBe(fill['fill_price']);
        expect(inA?.['entry_price']).toBe(Number(fill['fill_price']));
      },
    ); // prettier-ignore
    fc.assert(property, { seed: 8, numRuns: 40 });
  });

  it('of a spot holding is the price of its fill, also when a part is sold', () => {
    const property = fc.property(anyAsset, anyCents, fc.nat(100_000), (asset, cents, waitS) => {
      const { stage, alice } = trader();
      stage.advance(waitS * 1000);
      const pair = `${asset}-USDC`;
      const fill = place(alice, { pair, side: 'buy', amount: cents / 100 });
      expect(portfolio(alice)[0]?.['entry_price']).toBe(fill['fill_price']);
      stage.advance('10m');
      place(alice, { pair, side: 'sell', amount: 0.5 });
      expect(portfolio(alice)[0]?.['entry_price']).toBe(fill['fill_price']);
    });
    fc.assert(property, { seed: 8, numRuns: 30 });
  });

  it('of several fills is their average, weighted by quantity', () => {
    const { stage, alice } = trader();
    const body = { pair: 'ETH-USDC', side: 'buy', amount: 50, market_type: 'perp', leverage: 2 };
    let [worth, quantity] = [0, 0];
    for (let round = 0; round < 5; round += 1) {
      const fill = place(alice, body);
      worth += Number(fill['fill_price']) * Number(fill['fill_qty']);
      quantity += Number(fill['fill_qty']);
      stage.advance('30m');
    }
    expect(Number(portfolio(alice)[0]?.['entry_price'])).toBeCloseTo(worth / quantity, 3);
  });
});

describe('a position', () => {
  it('has entry price, current price, unrealized profit and loss, and a liquidation price where it is perpetual', () => {
    const { stage, alice } = trader();
    place(alice, { pair: 'BTC-USDC', side: 'buy', amount: 100, market_type: 'perp', leverage: 5 });
    place(alice, { pair: 'ETH-USDC', side: 'sell', amount: 100, market_type: 'perp', leverage: 5 });
    place(alice, { pair: 'SOL-USDC', side: 'buy', amount: 100 });
    stage.advance('20m');
    const [long, short, spot] = portfolio(alice);
    for (const row of [long, short, spot])
      for (const field of ['entry_price', 'current_price', 'unrealized_pnl'])
        expect(row, field).toHaveProperty(field);
    const near = (row: JsonObject | undefined): number =>
      Number(row?.['liquidation_price']) / Number(row?.['entry_price']);
    // The margin is a fifth of the worth, and half a percent of the worth must remain.
    expect(near(long)).toBeCloseTo(0.8 / 0.995, 3);
    expect(near(short)).toBeCloseTo(1.2 / 1.005, 3);
    expect(spot).not.toHaveProperty('liquidation_price');
    const cost = 100;
    expect(Number(spot?.['unrealized_pnl'])).toBeCloseTo(Number(spot?.['value']) - cost, 6);
    const inA = positionsA(alice);
    for (const [index, row] of [long, short].entries()) {
      for (const field of ['entry_price', 'current_price', 'unrealized_pnl', 'liquidation_price'])
        expect(inA[index]?.[field], field).toBe(Number(row?.[field]));
    }
  });

  it('has no liquidation price where no price closes it', () => {
    const { alice } = trader();
    place(alice, { pair: 'BTC-USDC', side: 'buy', amount: 100, market_type: 'perp', leverage: 1 });
    const shown = portfolio(alice)[0]?.['liquidation_price'];
    expect(shown === null || Number(shown) < 1).toBe(true);
  });

  it('names its fields in the OpenAPI document, in both styles', () => {
    for (const { template, binding } of open().world.router.routes) {
      if (!/\/(?:positions|portfolio)$/.test(template)) continue;
      const text = JSON.stringify(binding.answer);
      for (const field of ['entry_price', 'current_price', 'unrealized_pnl', 'liquidation_price'])
        expect(text, template).toContain(`"${field}"`);
    }
  });
});

describe('a spot holding', () => {
  it.each(['BTC', 'ETH', 'SOL', 'DOGE'])('bought for the minimum of 1.00 can be sold: %s', (asset) => {
    const { alice } = trader();
    const pair = `${asset}-USDC`;
    const { fill_qty } = place(alice, { pair, side: 'buy', amount: 1 });
    const bid = Number(alice.get(`${tradingB}/price/${pair}`).text('bid'));
    const amount = Math.floor(Number(fill_qty) * bid * 1e6 + 1e-3) / 1e6;
    expect(amount).toBeLessThan(1);
    place(alice, { pair, side: 'sell', amount });
    expect(portfolio(alice)).toEqual([]);
  });

  it('that does not exist is sold under the default minimum, and a part of a holding under none', () => {
    const { alice } = trader();
    const sell = (pair: string, amount: number): number =>
      alice.post(`${tradingB}/order`, { pair, side: 'sell', amount }).status;
    expect(sell('BTC-USDC', 0.5)).toBe(400);
    place(alice, { pair: 'ETH-USDC', side: 'buy', amount: 5 });
    expect(sell('ETH-USDC', 0.5)).toBe(201);
  });
});
