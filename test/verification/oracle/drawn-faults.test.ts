/** What faults of a plan do to drawn answers, what is still open after the last of them, and which advice to wait is kept. */
import { describe, expect, it } from 'vitest';
import { formatInstant } from '../../../src/core/base/time.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { checkClosures } from '../../../src/verification/oracle/models/closures.ts';
import { EndsModel } from '../../../src/verification/oracle/models/ends.ts';
import {
  checkPlannedFaults,
  isMarketClosed,
} from '../../../src/verification/oracle/models/planned-faults.ts';
import { ServedModel } from '../../../src/verification/oracle/models/served.ts';
import { describeKept, drawFrom, oneOf, type DrawBelow, type KeptSubject } from '../../kept-digests.ts';
import { caseOf, exchangeOf } from './said.ts';

const [minute, hour] = [60_000, 3_600_000];
const services = ['trading', 'casino', 'wallet', 'faucet', 'escrow'];
const kinds = [
  'outage',
  'error',
  'slow',
  'market-closed',
  'game-closed',
  'clock-hold',
  'clock-step',
  'price-jump',
];
const targets = [
  'all',
  'BTC-PERP',
  'BTC-USDC',
  'ETH-USDC',
  'dice',
  'coin_flip',
  'blackjack',
  'video_poker',
  '',
];
const markets = ['BTC-PERP', 'BTC-USDC', 'ETH-PERP', 'ETH-USDC', 'ACE-USDC', 'ACE-PERP', 'DOGE-USDC', 'BTC-USDC-PERP', undefined]; // prettier-ignore
const games = ['dice', 'coin-flip', 'coin_flip', 'blackjack', 'video-poker', 'slots', ''];
/** Instants of the fourth and the fifth day of the epoch, which are a Sunday and a Monday, and those beside them. */
const instants = [0, 1, 999, 1_000, 1_001, 2_000, 3_000, 86_400_000 * 3, 86_400_000 * 4 - 1, 86_400_000 * 4];

const drawnFault = (draw: DrawBelow): object => {
  const atMs = oneOf(draw, instants);
  return {
    kind: oneOf(draw, kinds), service: oneOf(draw, services), atMs, endMs: atMs + oneOf(draw, [0, 1, 1_000, 2_000, 86_400_000 * 4]),
    rate: oneOf(draw, [1, 0.5]), target: oneOf(draw, targets), byMs: 0, effect: 'before', basisPoints: 0,
  };
}; // prettier-ignore

function drawnExchange(draw: DrawBelow, operations: readonly string[], service: string): AuditedExchange {
  const market = oneOf(draw, markets);
  const place = oneOf(draw, ['pair', 'symbol']);
  const body = { [place]: market, type: oneOf(draw, ['limit', 'market']), market_type: oneOf(draw, ['perp', 'spot']), side: oneOf(draw, ['sell', 'buy']), game: oneOf(draw, games) };
  const results = [0, 1, 2].map(() => ({ game: oneOf(draw, games), code: oneOf(draw, [undefined, 'x']) }));
  return exchangeOf(`${service}/${oneOf(draw, ['A', 'B'])}/${oneOf(draw, operations)}`, {
    atMs: oneOf(draw, instants),
    method: oneOf(draw, ['GET', 'POST']),
    path: draw(2) === 0 ? `/casino/api/v1/games/${oneOf(draw, games)}` : '/x',
    status: oneOf(draw, [200, 200, 201, 404, 409, 503, 429]),
    body: draw(6) === 0 ? undefined : body,
    params: draw(3) === 0 && market !== undefined ? { [place]: market } : {},
    headers: { ...(draw(4) === 0 ? { 'idempotency-key': 'k' } : {}), ...(draw(2) === 0 ? { authorization: oneOf(draw, ['a', 'b']) } : {}) },
    answer: { code: oneOf(draw, ['NOT_FOUND', 'MARKET_CLOSED', 'SERVICE_UNAVAILABLE', undefined]), game: oneOf(draw, games), results },
    answerHeaders: { 'retry-after': oneOf(draw, [1, 2, 3]) },
    ip: oneOf(draw, ['10.0.0.1', '10.0.0.2']),
  });
} // prettier-ignore

const operations: Readonly<Record<string, readonly string[]>> = {
  trading: ['place', 'place', 'place', 'cancel', 'price', 'ticker', 'orders', 'message'],
  casino: ['bet', 'launch', 'deal', 'createChallenge', 'batch', 'playTournament', 'acceptChallenge', 'games'],
  wallet: ['send', 'message'],
  faucet: ['claimDaily', 'register', 'reclaim'],
  control: ['clock', 'place'],
  '': ['place'],
};
const readings = [{}, { 'trading.hours': 'weekdays' }, { 'trading.unknownMarket': '404' }, { 'trading.venueShort': 'issuer' }]; // prettier-ignore

/** What a check says of drawn exchanges under drawn plans. */
function saidBy(check: (file: ReturnType<typeof caseOf>['file'], exchange: AuditedExchange) => void, service: string, policies: object): string[] {
  const draw = drawFrom(`${service} ${JSON.stringify(policies)}`);
  return Array.from({ length: 300 }, () => {
    const faults = Array.from({ length: 1 + draw(4) }, () => drawnFault(draw));
    const { file, said } = caseOf({ setting: { faults, policies, changed: [] } });
    check(file, drawnExchange(draw, operations[service]!, service));
    return said.join();
  });
} // prettier-ignore

/** The same few calls come again and again, each some seconds later. */
function servedSaid(seed: string, changed: readonly string[]): string[] {
  const draw = drawFrom(seed);
  const all: string[] = [];
  for (let run = 0; run < 40; run += 1) {
    const faults =
      draw(3) === 0 ? [{ ...drawnFault(draw), atMs: draw(9) * 1_000, endMs: draw(12) * 1_000 }] : [];
    const { file, said } = caseOf({ setting: { faults, policies: {}, changed } });
    const served = new ServedModel(file);
    const calls = [0, 1].map(() => drawnExchange(draw, ['claimDaily', 'send', 'register', 'status', 'reclaim'], oneOf(draw, ['faucet', 'wallet']))); // prettier-ignore
    for (let turn = 0, atMs = 0; turn < 12; turn += 1, atMs += draw(4) * 1_000) {
      const more = {
        atMs,
        status: oneOf(draw, [429, 429, 503, 200]),
        answer: { code: 'SERVICE_UNAVAILABLE' },
      };
      served.answered({
        ...oneOf(draw, calls),
        ...more,
        headers: { authorization: oneOf(draw, ['a', 'a', 'b']) },
      });
    }
    all.push(said.join());
  }
  return all;
}

const endCalls = ['escrow/B/detail', 'escrow/B/list', 'wallet/B/transaction', 'wallet/primary/swapStatus', 'casino/A/challenges', 'casino/A/tournament', 'trading/B/orders', 'trading/B/portfolio']; // prettier-ignore

describe('drawn answers', () => {
  describeKept(
    new URL('drawn-faults.json', import.meta.url),
    [
      ...Object.keys(operations).flatMap((service): KeptSubject[] =>
        readings.map((policies) => ({ name: `of ${service}: ${Object.values(policies).join()}`, made: () => saidBy(checkPlannedFaults, service, policies) })),
      ),
      ...['casino', 'wallet'].map((service) => ({ name: `closures in ${service}`, made: () => saidBy(checkClosures, service, {}) })),
      ...[0, 1, 2, 3].map((turn) => ({ name: `advice ${turn}`, made: () => servedSaid(`advice ${turn}`, turn % 2 === 0 ? [] : ['faucet.pool']) })),
      ...endCalls.flatMap((call) => [0, 1, 2].map((turn) => ({ name: `ends of ${call} ${turn}`, made: () => endsSaid(call, `${call} ${turn}`) }))),
    ],
  );
}); // prettier-ignore

const statuses = [
  'open',
  'locked',
  'disputed',
  'frozen',
  'pending',
  'awaiting_deposit',
  'upcoming',
  'active',
  'done',
];
const ids = ['1', '2'];

function record(draw: DrawBelow, nowMs: number): Body {
  const at = (): string | undefined => {
    const hours = oneOf(draw, [undefined, -50, -49, -48, -7, -6, -5, -1, 0, 1]);
    return hours === undefined ? undefined : formatInstant(Math.max(0, nowMs + hours * hour + draw(2)));
  };
  return {
    ...(draw(4) === 0 ? {} : { amount_id_x: 'no', escrow_id: oneOf(draw, ids) }), status: oneOf(draw, statuses), expires_at: at(), starts_at: at(), ends_at: at(), ts: at(),
    pair: oneOf(draw, ['ETH-USDC', 'BTC-USDC', undefined]), price: oneOf(draw, ['3000', '2999', '3001', '0', '-1']), side: oneOf(draw, ['buy', 'sell']),
    market_type: oneOf(draw, ['perp', 'perp', 'perp', 'spot']), qty: oneOf(draw, ['0.01', '0.0106', '0.010666', '0.010667', '1', 'x']), mark_price: oneOf(draw, ['3000', '400', 'x']), funding: oneOf(draw, ['0.00', '0.01']),
  };
} // prettier-ignore

/** What is said of records that are asked for after each of some calls. */
function endsSaid(call: string, seed: string): string[] {
  const draw = drawFrom(seed);
  const all: string[] = [];
  for (let run = 0; run < 40; run += 1) {
    const faults = draw(3) === 0 ? [{ ...drawnFault(draw), endMs: draw(60) * hour, byMs: oneOf(draw, [0, minute, -hour]) }] : []; // prettier-ignore
    const changed = draw(6) === 0 ? [oneOf(draw, ['trading.venueShort', 'trading.fundingRest', 'casino.x'])] : [];
    const policies = { 'trading.hours': oneOf(draw, ['always', 'always', 'weekdays']), 'trading.fundingEvery': oneOf(draw, ['1h', '8h']) }; // prettier-ignore
    const { file, said } = caseOf({ setting: { faults, policies, changed } });
    const ends = new EndsModel(file);
    for (let turn = 0, atMs = draw(50) * hour; turn < 8; turn += 1, atMs += oneOf(draw, [0, 1, minute, hour, 6 * hour])) {
      const before = { params: draw(2) === 0 ? { id: oneOf(draw, ids), hash: oneOf(draw, ids) } : {}, atMs, method: oneOf(draw, ['POST', 'POST', 'GET']), status: oneOf(draw, [200, 200, 201, 404]) } as const;
      const body = { escrow_id: oneOf(draw, ids), [oneOf(draw, ['pair', 'symbol'])]: oneOf(draw, ['ETH-USDC', 'ETH-PERP']), type: oneOf(draw, ['market', 'market', 'limit']), ...(draw(4) === 0 ? { price: 1 } : {}) };
      const answer = { tx_hash: oneOf(draw, [...ids, undefined]), pair: 'ETH-USDC', bid: oneOf(draw, ['2999', '3000', '0']), ask: oneOf(draw, ['3000', '3001', '0']) };
      ends.answered(exchangeOf(oneOf(draw, ['escrow/B/dispute', 'wallet/B/send', 'casino/A/bet', 'trading/B/price', 'trading/B/place', 'trading/B/cancel', 'wallet/B/price']), { ...before, body: draw(8) === 0 ? undefined : body, answer }), 'alice');
      const rows = [record(draw, atMs), record(draw, atMs)];
      const lists = { escrows: rows, incoming: rows.slice(1), outgoing: rows, orders: rows, positions: rows };
      ends.answered(exchangeOf(call, { atMs, params: { hash: oneOf(draw, ids) }, answer: { ...record(draw, atMs), ...lists }, status: oneOf(draw, [200, 200, 404]) }), 'alice');
    }
    all.push(said.join());
  }
  return all;
} // prettier-ignore

it('a market is closed from the instant of its fault until before the last one, and on days without trade', () => {
  const closed = { kind: 'market-closed', target: 'BTC-USDC', atMs: 5, endMs: 7 };
  const at = (atMs: number, market = 'BTC-PERP', policies = {}): boolean =>
    isMarketClosed(caseOf({ setting: { faults: [closed, { ...closed, kind: 'outage', target: 'all' }], policies } }).file, market, atMs);
  expect([4, 5, 6, 7].map((atMs) => at(atMs))).toEqual([false, true, true, false]);
  expect([at(5, 'BTC-USDC'), at(5, 'ETH-PERP'), at(5, 'xBTC-USDC')]).toEqual([true, false, false]);
  const day = 86_400_000;
  const weekdays = [1, 2, 3, 4, 5].map((days) => [at(days * day, 'ETH-PERP', { 'trading.hours': 'weekdays' }), at((days + 1) * day - 1, 'ETH-PERP', { 'trading.hours': 'weekdays' })]);
  expect(weekdays).toEqual([[false, false], [true, true], [true, true], [false, false], [false, false]]);
}); // prettier-ignore
