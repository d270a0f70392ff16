/**
 * What the readers of the routes say of forms that the schema of a route has refused before them: they rely on no schema, so
 * they refuse the same, with their code and their words.
 */
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/core/base/refusal.ts';
import type { Binding, Row } from '../../../src/core/http/route.ts';
import { platformServices } from '../../../src/platform/world/platform.ts';
import { policiesWith } from '../../host/serve/serving.ts';

const bindings = new Map<string, Binding<unknown, unknown>>(
  platformServices.flatMap(({ name: service, routes }) =>
    routes
      .flatMap(({ rows }): readonly Row[] => rows)
      .flatMap(({ styles }) =>
        Object.entries(styles).map(([style, [method, path, binding]]) => [
          `${service} ${style} ${method} ${path}`,
          binding,
        ]),
      ),
  ),
);

interface Read {
  readonly body?: object;
  readonly query?: object;
  readonly params?: Readonly<Record<string, string>>;
  readonly policies?: Record<string, string>;
}

/** The words of a refusal, or else what was read. */
function readBy(route: string, { body = {}, query = {}, params = {}, policies = {} }: Read): unknown {
  const binding = bindings.get(route);
  if (binding === undefined) throw new Error(`${route} is no route`);
  const input = binding.read({ body, query, params, policies: policiesWith(policies) });
  return input instanceof Refusal ? `${input.code}: ${input.message}` : input;
}

const placeA = 'trading A POST /api/v1/orders';
const placeB = 'trading B POST /order';
const orderA = { symbol: 'BTC-PERP', side: 'long', size: 1 };
const orderB = { pair: 'BTC-USDC', side: 'buy', amount: 1 };
const any = { 'trading.sidesA': 'any' };
const quote = { 'trading.sizeA': 'quote' };

const trading: readonly [string, Read, string][] = [
  [placeA, { body: { ...orderA, side: 'up' } }, 'side must be one of long, short'],
  [placeA, { body: { ...orderA, side: 'toString' } }, 'side must be one of long, short'],
  [placeA, { body: { ...orderA, side: 'buy' } }, 'side must be one of long, short'],
  [placeA, { body: { ...orderA, side: 'up' }, policies: any }, 'side must be one of long, short, buy, sell'],
  [placeA, { body: { ...orderA, size: 0 } }, 'size must be positive'],
  [placeA, { body: { ...orderA, size: -1 } }, 'size must be positive'],
  [placeA, { body: { ...orderA, size: 0 }, policies: quote }, 'size must be at least 0.000001'],
  [placeA, { body: { ...orderA, leverage: 0.5 } }, 'leverage must be from 1 to 10, with at most two decimals'],
  [placeA, { body: { ...orderA, leverage: 10.01 } }, 'leverage must be from 1 to 10, with at most two decimals'],
  [placeA, { body: { ...orderA, leverage: 1.001 } }, 'leverage must be from 1 to 10, with at most two decimals'],
  [placeA, { body: { ...orderA, leverage: 101 }, policies: { 'trading.leverageA': 'wide' } }, 'leverage must be from 1 to 100, with at most two decimals'],
  [placeA, { body: { ...orderA, type: 'limit' } }, 'a limit order needs a price'],
  [placeB, { body: { ...orderB, type: 'limit' } }, 'a limit order needs a price'],
  [placeB, { body: { ...orderB, type: 'limit', price: 0 } }, 'price must be positive'],
  [placeB, { body: { ...orderB, type: 'limit', price: '-1' } }, 'price must be positive'],
  [placeB, { body: { ...orderB, price: 1 }, policies: { 'trading.marketPrice': 'reject' } }, 'a market order takes no price'],
  [placeB, { body: { ...orderB, leverage: 2 } }, 'a spot order takes no leverage'],
  [placeB, { body: { ...orderB, leverage: 11 } }, 'leverage must be from 1 to 10, with at most two decimals'],
  [placeB, { body: { ...orderB, amount: 0 } }, 'amount must be at least 0.000001'],
]; // prettier-ignore

const years = 'years must be a whole number from 1 to 10';
const seconds = 'expires_in must be whole seconds from 60 to 2592000';
const filter = 'status must be one of locked, released, refunded, expired';
const name = 'long-name.agent';

const domainsAndEscrow: readonly [string, Read, string][] = [
  ...[0, 11, 1.5].flatMap((sent): [string, Read, string][] => [
    ['domains A POST /api/v1/register', { body: { domain: name, years: sent } }, years],
    ['domains B POST /renew', { body: { domain: name, years: sent } }, years],
  ]),
  ['domains B POST /register', { body: { domain: name, resolver: 'no host' } }, 'resolver must be an EVM address, an IP address or a host name'],
  ...[59, 2_592_001, 60.5].map((sent): [string, Read, string] => [
    'escrow B POST /escrow',
    { body: { receiver: 'bob', amount: '1.00', expires_in: sent } },
    seconds,
  ]),
  ['escrow B GET /escrows', { query: { status: 'open' } }, filter],
]; // prettier-ignore

const game = 'game is the id of a game';
const risk = 'risk_factor is a number from 0.01 to 1 with at most two decimals';
const cashOut = 'cash_out_at is a number from 1.01 to 100 with at most two decimals';

const casino: readonly [string, Read, string][] = [
  ['casino B GET /history', { query: { game: 'none' } }, game],
  ['casino A GET /api/v1/stats/leaderboard', { query: { game: 'none' } }, game],
  ['casino B GET /verify/:seed', { params: { seed: 'a' }, query: { nonce: '-1' } }, 'nonce must be a whole number from 0'],
  ['casino B GET /verify/:seed', { params: { seed: 'a' }, query: { nonce: '1234567890' } }, 'nonce must be a whole number from 0'],
  ...[0, 1.01, 0.001, -1].map((factor): [string, Read, string] => ['casino A PUT /api/v1/kelly/config', { body: { risk_factor: factor } }, risk]),
  ...[1, 1.001, 100.01].map((sent): [string, Read, string] => ['casino short POST /api/v1/games/crash/bet', { body: { amount: 0.01, cash_out_at: sent } }, cashOut]),
  ['casino A POST /api/v1/games/video-poker/draw', { body: { holds: [], amount: 0.01 } }, 'nonce is the one that the deal answered with'],
]; // prettier-ignore

describe('a form that the schema refuses is refused by the reader of', () => {
  it.each([...trading, ...domainsAndEscrow, ...casino])('%s: %j', (route, sent, words) => {
    expect(readBy(route, sent)).toBe(`BAD_REQUEST: ${words}`);
  });
});

it.each([
  ['casino A POST /api/v1/kelly/optimal', { game: 'keno' }, 'picks is a list of 1 to 10 numbers'],
  ['casino A POST /api/v1/kelly/simulate', { game: 'keno' }, 'picks is a list of 1 to 10 numbers'],
  [
    'casino B POST /bet',
    { game: 'coinflip', amount: 1, params: { side: 'edge' } },
    'params.side is heads or tails',
  ],
])('%s refuses parameters of a game with their form', (route, body, words) => {
  expect(readBy(route, { body })).toBe(`BAD_REQUEST: ${words}`);
});

it.each<[unknown, string | undefined]>([
  [{ game: 'coinflip', params: { side: 'edge' } }, 'params.side is heads or tails'],
  [{ game: 'coinflip', params: ['heads'] }, 'params.side is heads or tails'],
  [{ game: 'coinflip', params: 'heads' }, 'params.side is heads or tails'],
  [{ game: 'coinflip', params: null }, 'params.side is heads or tails'],
  [{ game: 'coinflip', params: { side: 'heads' } }, undefined],
  ...[{ game: 'toString' }, { game: 'none' }, { game: ['slots'] }, {}, null, 'x', undefined].map(
    (sent): [unknown, undefined] => [sent, undefined],
  ),
])('a bet of style B, %j, is explained by the form of its game', (sent, words) => {
  expect(bindings.get('casino B POST /bet')?.explain?.(sent)).toBe(words);
});

describe('a path without its parameter is read as one with an empty parameter by', () => {
  it.each([...bindings.keys()].filter((route) => route.includes('/:')))('%s', (route) => {
    const parameter = route.slice(route.indexOf('/:') + 2).split('/')[0] ?? '';
    const sent = { query: { nonce: '1' } };
    expect(readBy(route, sent)).toEqual(readBy(route, { ...sent, params: { [parameter]: '' } }));
  });
});
