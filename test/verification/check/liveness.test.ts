import { describe, expect, it } from 'vitest';
import type { Case } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange, PlannedFault, RunSetup } from '../../../src/verification/oracle/exchange.ts';
import { EndsModel } from '../../../src/verification/oracle/models/ends.ts';
import { ServedModel } from '../../../src/verification/oracle/models/served.ts';

const hourMs = 3_600_000;
const at = (ms: number): string => new Date(ms).toISOString();

const blank: AuditedExchange = {
  number: 0, atMs: 0, service: '', style: 'B', operation: '', method: 'GET', route: '', path: '/', params: {}, query: {},
  headers: { authorization: 'Bearer k' }, body: undefined, isRaw: false, ip: '10.0.0.1', status: 200, answer: {},
  answerHeaders: {},
}; // prettier-ignore

const fault = (kind: string, given: Partial<PlannedFault>): PlannedFault => ({
  kind,
  service: 'escrow',
  atMs: 0,
  endMs: 0,
  effect: '',
  byMs: 0,
  basisPoints: 0,
  rate: 1,
  target: '',
  ...given,
});

/** What a model finds in these exchanges of one agent. */
function found(
  make: (file: Case) => { answered(exchange: AuditedExchange, caller: string | undefined): void },
  exchanges: readonly Partial<AuditedExchange>[],
  given: Partial<RunSetup> = {},
): string[] {
  const properties: string[] = [];
  const setting = { policies: { 'trading.hours': 'always' }, changed: [], faults: [], ...given };
  const file = { setting, breaks: (property: string) => properties.push(property) } as unknown as Case;
  const model = make(file);
  for (const exchange of exchanges) model.answered({ ...blank, ...exchange }, 'bob');
  return properties;
}

const ends = (exchanges: readonly Partial<AuditedExchange>[], given: Partial<RunSetup> = {}): string[] =>
  found((file) => new EndsModel(file), exchanges, given);

const shown = (
  service: string,
  operation: string,
  answer: object,
  atMs: number,
): Partial<AuditedExchange> => ({
  service,
  operation,
  answer: answer as AuditedExchange['answer'],
  atMs,
});

const locked = { escrow_id: 'e', status: 'locked', expires_at: at(hourMs) };
const sent = { service: 'wallet', operation: 'send', method: 'POST', answer: { tx_hash: 'h' } };
const polled = (atMs: number): Partial<AuditedExchange> => ({
  ...shown('wallet', 'transaction', { tx_hash: 'h', status: 'pending' }, atMs),
  params: { hash: 'h' },
});
const quoted = (bid: string, ask: string): Partial<AuditedExchange> =>
  shown('trading', 'price', { pair: 'ETH-USDC', bid, ask }, hourMs + 1);
const resting = (side: string, status = 'open'): object => ({
  orders: [{ order_id: 'o', pair: 'ETH-USDC', side, status, price: '3000.00', ts: at(0) }],
});
const perp = {
  service: 'trading',
  operation: 'place',
  method: 'POST',
  body: { pair: 'ETH-USDC', side: 'buy' },
};
const held = (funding: string): object => ({
  positions: [{ pair: 'ETH-USDC', market_type: 'perp', qty: '0.01', mark_price: '3000.00', funding }],
});

describe('ends-reached', () => {
  it.each<[string, readonly Partial<AuditedExchange>[]]>([
    ['an escrow', [shown('escrow', 'detail', locked, hourMs)]],
    ['an escrow in a list', [shown('escrow', 'list', { escrows: [locked] }, hourMs)]],
    [
      'a dispute',
      [
        { service: 'escrow', operation: 'dispute', params: { id: 'e' }, status: 500 },
        shown('escrow', 'detail', { ...locked, status: 'disputed' }, 48 * hourMs),
      ],
    ],
    ['a send', [sent, polled(6 * hourMs)]],
    [
      'a swap',
      [shown('wallet', 'swapStatus', { order_id: 's', status: 'awaiting_deposit', expires_at: at(5) }, 5)],
    ],
    [
      'a challenge',
      [
        shown(
          'casino',
          'challenges',
          { outgoing: [{ challenge_id: 'c', status: 'pending', expires_at: at(5) }] },
          5,
        ),
      ],
    ],
    [
      'a tournament',
      [
        shown(
          'casino',
          'tournament',
          { tournament_id: 't', status: 'active', starts_at: at(1), ends_at: at(5) },
          5,
        ),
      ],
    ],
    [
      'an order to buy',
      [quoted('2998.00', '2999.00'), shown('trading', 'orders', resting('buy'), hourMs + 2)],
    ],
    [
      'an order to sell',
      [quoted('3001.00', '3002.00'), shown('trading', 'orders', resting('sell'), hourMs + 2)],
    ],
    ['funding', [perp, shown('trading', 'portfolio', held('0.000000'), 8 * hourMs)]],
  ])('finds %s that goes on after its time', (_, exchanges) => {
    expect(ends(exchanges)).toEqual(['ends-reached']);
  });

  it.each<[string, readonly Partial<AuditedExchange>[], Partial<RunSetup>]>([
    ['before its time', [shown('escrow', 'detail', locked, hourMs - 1)], {}],
    [
      'in a dispute of less than 48 hours',
      [
        { service: 'escrow', operation: 'dispute', params: { id: 'e' } },
        shown('escrow', 'detail', { ...locked, status: 'disputed' }, 48 * hourMs - 1),
      ],
      {},
    ],
    [
      'while a clock is held',
      [shown('escrow', 'detail', locked, 2 * hourMs)],
      { faults: [fault('clock-hold', { endMs: 2 * hourMs + 1 })] },
    ],
    [
      'within the step of a clock',
      [shown('escrow', 'detail', locked, 2 * hourMs - 1)],
      { faults: [fault('clock-step', { byMs: -hourMs })] },
    ],
    ['once it has ended', [shown('escrow', 'detail', { ...locked, status: 'expired' }, 2 * hourMs)], {}],
    ['while a send may be on its way', [sent, polled(6 * hourMs - 1)], {}],
    [
      'where the price has not come',
      [quoted('2998.00', '3000.01'), shown('trading', 'orders', resting('buy'), hourMs + 2)],
      {},
    ],
    [
      'once it is filled',
      [quoted('2998.00', '2999.00'), shown('trading', 'orders', resting('buy', 'filled'), hourMs + 2)],
      {},
    ],
    ['where funding was paid', [perp, shown('trading', 'portfolio', held('-0.001000'), 8 * hourMs)], {}],
    ['before a settlement', [perp, shown('trading', 'portfolio', held('0.000000'), 8 * hourMs - 1)], {}],
  ])('says nothing %s', (_, exchanges, given) => {
    expect(ends(exchanges, given)).toEqual([]);
  });
});

describe('clients-served', () => {
  const served = (exchanges: readonly Partial<AuditedExchange>[], given: Partial<RunSetup> = {}): string[] =>
    found((file) => new ServedModel(file), exchanges, given);
  const limited = { status: 429, answerHeaders: { 'retry-after': 10 } };
  const out = { status: 503, answer: { code: 'SERVICE_UNAVAILABLE' }, answerHeaders: { 'retry-after': 10 } };

  it.each([
    ['a limit', limited],
    ['an outage', out],
  ])('finds a client that %s turns away again after its wait', (_, answer) => {
    expect(served([answer, { ...answer, atMs: 10_000 }])).toEqual(['clients-served']);
  });

  it.each<[string, readonly Partial<AuditedExchange>[], Partial<RunSetup>]>([
    ['who comes back too soon', [limited, { ...limited, atMs: 9_999 }], {}],
    ['who is served', [limited, { atMs: 10_000 }], {}],
    [
      'who has asked for something else meanwhile',
      [limited, { atMs: 5_000, path: '/else' }, { ...limited, atMs: 10_000 }],
      {},
    ],
    [
      'whose address another client has used',
      [limited, { atMs: 5_000, headers: {} }, { ...limited, atMs: 10_000 }],
      {},
    ],
    ['who asks for something else', [limited, { ...limited, atMs: 10_000, path: '/else' }], {}],
    ['whom an outage turns away after a limit', [limited, { ...out, atMs: 10_000 }], {}],
    [
      'who meets another outage',
      [out, { ...out, atMs: 10_000 }],
      { faults: [fault('outage', { atMs: 9_000, endMs: 60_000 })] },
    ],
  ])('says nothing of one %s', (_, exchanges, given) => {
    expect(served(exchanges, given)).toEqual([]);
  });
});
