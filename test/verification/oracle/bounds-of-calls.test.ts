/** What follows from earlier calls: where a curve is, what a simulation stakes, what a close leaves, what a confirmed send brings. */
import { expect, it } from 'vitest';
import type { OperationSource } from '../../../src/simulation/scenario/schema.ts';
import type { Case } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { checkLanding, type LiveCurve } from '../../../src/verification/oracle/models/live-curves.ts';
import { checkReducing, type Known } from '../../../src/verification/oracle/models/reducing-orders.ts';
import { StakeLimitModel } from '../../../src/verification/oracle/models/stake-limits.ts';
import { parseScaled } from '../../../src/verification/oracle/models/trade-arithmetic.ts';
import { brokenBy } from './broken-by.ts';

const blank: AuditedExchange = {
  number: 0, atMs: 0, service: 'casino', style: 'A', operation: 'bet', method: 'POST', route: '', path: '', params: {}, query: {},
  headers: {}, body: undefined, isRaw: false, ip: '10.0.0.1', status: 200, answer: {}, answerHeaders: {},
}; // prettier-ignore

function listening(more: object = {}): { file: Case; said: string[] } {
  const said: string[] = [];
  const breaks = (_: string, message: string) => said.push(message);
  const setting = { policies: { 'casino.payouts': 'published' }, changed: [], faults: [] };
  return { file: { setting, breaks, ...more } as unknown as Case, said };
}

const curve = { stake: 1_000_000, top: 200, fromMs: 0 } as unknown as LiveCurve;
const landed = (atMs: number, multiplier: number, payout: number): string[] => {
  const { file, said } = listening();
  checkLanding(file, { ...blank, atMs, answer: { multiplier, payout } }, curve);
  return said;
};

it('a curve climbs by the clock, from 1.01x to its top', () => {
  expect(landed(166, 1.01, 1.01)).toEqual([]);
  expect(landed(10_000, 1.82, 1.82)).toEqual([]);
  expect(landed(60_000, 2, 2)).toEqual([]);
  const early = 'a curve is cashed out before it has reached 1.01x';
  expect([landed(0, 1, 1), landed(165, 1.01, 1.01)]).toEqual([[early], [early]]);
  expect(landed(10_000, 1.83, 1.83)).toEqual([
    'multiplier is 1.83; expected 1.82',
    'payout is 1.83 USDC; expected 1.82 USDC',
  ]);
});

const simulated = (body: Body, fraction: number, risk?: number): string[] => {
  const { file, said } = listening();
  const model = new StakeLimitModel(file);
  if (risk !== undefined)
    model.configured({ ...blank, body: { risk_factor: risk }, answer: { risk_factor: risk } }, 'alice');
  model.simulated({ ...blank, body, answer: { game: body['game'], fraction } }, 'alice');
  return said;
};

it('a simulation without a plan stakes by the risk factor', () => {
  expect(simulated({ game: 'coin_flip', side: 'heads' }, 0.25 / 0.96)).toEqual([]);
  expect(simulated({ game: 'coin_flip', side: 'heads' }, 0.5 / 0.96, 0.5)).toEqual([]);
  expect(simulated({ game: 'custom', win_probability: 99 }, 1)).toEqual([]);
  expect(simulated({ game: 'coin_flip', side: 'heads', fraction: 0.1 }, 0.1)).toEqual([]);
  expect(simulated({ game: 'coin_flip', side: 'heads' }, 0.25 / 0.96, 0.5)).toHaveLength(1);
});

/** A refused close of a long position of one ETH, bought at 3,000 USDC with a margin of 300. */
function refusedClose(price: string, code: string): string[] {
  const { file, said } = listening({ books: { isSettled: () => true, available: () => 0 } });
  const [quote, unit] = [parseScaled(price), 10n ** 12n];
  const position = { side: 'buy', units: unit, cost: 3_000_000_000, margin: 300_000_000, slack: 0 };
  const known = {
    book: { isUnknown: () => false, now: () => [position] },
    quotes: { now: () => ({ bid: quote, ask: quote }) },
    decimals: { ofQuantity: () => 6, isCoarse: () => false },
    caller: 'alice',
  } as unknown as Known & { caller: string };
  const order = { ...blank, service: 'trading', operation: 'place', status: 422, answer: { code } };
  checkReducing(file, { ...order, body: { symbol: 'ETH-PERP', side: 'short', size: 1 } }, known);
  return said;
}

it('a close is paid by what it brings, unless nothing is left of the margin', () => {
  const wrong = (code: string): string =>
    `an order that only reduces what the caller has of ETH-USDC is answered ${code}`;
  expect(refusedClose('3100', 'INSUFFICIENT_BALANCE')).toEqual([wrong('INSUFFICIENT_BALANCE')]);
  expect(refusedClose('2800', 'INSUFFICIENT_BALANCE')).toEqual([wrong('INSUFFICIENT_BALANCE')]);
  expect(refusedClose('2701', 'INSUFFICIENT_BALANCE')).toEqual([]);
  expect(refusedClose('2701', 'BAD_REQUEST')).toEqual([wrong('BAD_REQUEST')]);
});

const send: OperationSource = {
  by: 'carol',
  do: 'POST /api/wallet-api/send',
  body: { to: 'alice', amount: 1, chain: 'base' },
};
const stats = (by: string): OperationSource => ({ by, do: 'GET /wallet/v1/referral/stats' });
const minuteLater = { at: '1m', ...stats('bob') };

it('a confirmed send brings the shares of its fee, and one that has failed brings none', async () => {
  const operations = [send, stats('bob'), minuteLater, stats('alice')];
  expect(await brokenBy({ policies: {}, operations })).toEqual([]);
  expect(await brokenBy({ policies: { 'wallet.failures': 'all' }, operations })).toEqual([]);
  const other = { 'referral.split': 'level-1-only' };
  const [broken] = await brokenBy({ policies: other, operations }, { 'referral.split': '7-2-1' });
  expect(broken).toContain('referral-shares: total_earned is');
});

it('hi-lo in two calls keeps the seed of the first one, whatever is sent between them', async () => {
  const hilo = (more: object): OperationSource => ({
    by: 'alice',
    do: 'POST /casino/api/v1/games/hilo',
    body: { amount: 0.01, ...more },
  });
  const flip = {
    by: 'alice',
    do: 'POST /casino/api/v1/games/coin-flip',
    body: { amount: 0.01, side: 'heads', client_seed: 'other' },
  };
  const rotate = { by: 'alice', do: 'POST /casino/api/v1/fairness/rotate', body: {} };
  const operations = [hilo({}), flip, hilo({ guess: 'lower' }), flip, rotate];
  expect(await brokenBy({ policies: { 'casino.hiloGuess': 'informed' }, operations })).toEqual([]);
});
