/** Which fields an answer has: by call, answers that hold; each lacks one of them, or has one of another answer's, and is wrong. */
import { describe, expect, it } from 'vitest';
import type { Case } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { AssetWorths } from '../../../src/verification/oracle/facts/asset-worths.ts';
import { checkVariants } from '../../../src/verification/oracle/facts/variants.ts';

const exchangeOf = (call: string, answer: Body, more: object = {}): AuditedExchange => {
  const [service = '', style = '', operation = ''] = call.split('/');
  const about = {
    number: 0,
    atMs: 0,
    service,
    style,
    operation,
    method: 'GET',
    path: '/',
    params: {},
    query: {},
  };
  return { ...about, status: 200, answer, answerHeaders: {}, ...more } as unknown as AuditedExchange;
};

function saidOf(call: string, answer: Body, more: object = {}): string[] {
  const said: string[] = [];
  const file = { breaks: (_: string, message: string) => said.push(message) };
  checkVariants(file as unknown as Case, exchangeOf(call, answer, more));
  return said;
}

const withFields = (names: string, more: Body = {}): Body => ({
  ...Object.fromEntries(names.split(' ').filter((name) => name !== '').map((name) => [name, 1])),
  ...more,
}); // prettier-ignore

const ended = 'bet_id multiplier payout win';
const record = 'amount balance client_seed game nonce result seed_hash';
const chains = 'ethereum arbitrum base polygon';
/** A call, where its fields are, what else an answer says, and by what it is known which it has. */
type Row = readonly [call: string, at: string, names: string, part: Body, more?: object];

const rows: readonly Row[] = [
  ['casino/A/bet', '', ended, { game: 'dice' }],
  ['casino/A/bet', '', `${ended} status`, { game: 'blackjack', status: 'settled' }],
  ['casino/A/bet', '', `${ended} status`, { game: 'video_poker', status: 'settled' }],
  ['casino/A/bet', '', 'status', { game: 'blackjack', status: 'open' }],
  ['casino/A/bet', '', 'status', { game: 'hilo', status: 'open' }],
  ['casino/A/bet', '', ended, { game: 'hilo' }],
  ['casino/A/batch', 'results', 'code error', { code: 'BAD_REQUEST' }],
  ['casino/A/batch', 'results', `${record} status`, { status: 'open' }],
  ['casino/A/batch', 'results', `${record} ${ended}`, {}],
  ['casino/A/verifyBet', '', 'multiplier result server_seed status', { status: 'verified' }],
  ['casino/A/verifyBet', '', 'server_seed status', { status: 'unrevealed' }],
  ['casino/A/verifyBet', '', 'algorithm amount commitment multiplier params payout placed_at result verification win', {}, { path: '/api/v1/fairness/audit/bet_1' }],
  ['casino/A/verifyBet', 'verification', 'multiplier result', { status: 'verified' }, { path: '/' }],
  ['casino/B/verifyRound', '', 'multiplier result', { status: 'verified' }],
  ['casino/short/verifyBet', '', '', { status: 'unrevealed' }],
  ['casino/A/seeds', 'seeds', 'client_seed next_nonce', { status: 'active' }],
  ['casino/A/seeds', 'seeds', 'rounds', { status: 'revealed' }],
  ['trading/A/ticker', '', 'funding_rate', { symbol: 'BTC-PERP' }],
  ['trading/A/ticker', '', '', { symbol: 'BTC-USDC' }],
  ['trading/B/portfolio', 'positions', 'reserved_qty', { market_type: 'spot' }],
  ['trading/B/portfolio', 'positions', 'funding liquidation_price margin', { market_type: 'perp' }],
  ['wallet/B/balance', 'chains', chains, {}],
  ['wallet/B/balance', 'chains', 'base', {}, { query: { chain: 'base' } }],
  ['wallet/B/send', '', 'memo', {}, { body: { memo: '' } }],
  ['wallet/B/send', '', '', {}, { body: {} }],
]; // prettier-ignore

/** The fields that some answer of the call has at the place, and this one has not. */
const foreign = ([call, at, names]: Row): string[] =>
  [...new Set(rows.filter((row) => row[0] === call && row[1] === at).flatMap((row) => row[2].split(' ')))]
    .filter((name) => name !== '' && !names.split(' ').includes(name)); // prettier-ignore

describe.each(rows.map((row) => [...row.slice(0, 3), row] as const))('%s, at "%s": %s', (...titled) => {
  const row = titled.at(-1) as Row;
  const [call, at, names, part, more] = row;
  const isList = ['results', 'seeds', 'positions'].includes(at);
  const said = (change: (body: Body) => Body): string[] => {
    const body = change(withFields(names, part));
    const within = isList ? { [at]: [body] } : { [at]: body };
    // The outer fields of a verification are other rows'.
    return saidOf(call, at === '' ? body : within, more).filter((text) => !text.includes('the answer') || at === '');
  };
  const without = (lacking: string) => (body: Body): Body => Object.fromEntries(Object.entries(body).filter(([name]) => name !== lacking));

  it('holds', () => expect(said((body) => body)).toEqual([]));

  // What says which fields there are is there.
  it.each(names.split(' ').filter((name) => name !== '' && !(name in part)))('lacks %s', (name) => {
    expect(said(without(name))).toHaveLength(1);
  });

  it.each(foreign(row).filter((name) => name !== 'code' && name !== 'status'))('has %s', (name) => {
    expect(said((body) => ({ ...body, [name]: 1 }))).toHaveLength(1);
  });
}); // prettier-ignore

describe('a bet', () => {
  const rounds = { game: 'mines', params: { mines: 1, reveals: 2 }, round: { result: { mine_cells: [], mines: 1, reveals: 2 } } };

  it('has the result and the parameters of its game, wherever they stand', () => {
    expect(saidOf('casino/A/challenges', { settled: [rounds, { ...rounds, game: 'unheard-of' }] })).toEqual([]);
    const other = { ...rounds, game: 'wheel' };
    expect(saidOf('casino/A/challenges', { settled: [other] })).toEqual([
      'casino/A/challenges: the params of wheel has the fields mines reveals; expected none',
      'casino/A/challenges: the result of wheel has the fields mine_cells mines reveals; expected sector',
    ]);
    expect(saidOf('escrow/A/list', { escrows: [other] })).toEqual([]);
  });

  it.each([
    ['blackjack', { action: 'hit' }, { move: 'hit' }],
    ['hilo', { guess: 'higher' }, null],
    ['video_poker', { holds: [] }, {}],
  ])('shows the moves of %s with what each of them says', (game, move, wrong) => {
    const said = (moves: readonly unknown[]): string[] => saidOf('casino/A/verifyBet', { game, status: 'settled', params: { moves } });
    expect(said([])).toEqual([]);
    expect(said([move, move])).toEqual([]);
    expect(said([move, wrong])).toEqual([expect.stringContaining(`a move of ${game}`)]);
  });

  it('has other results in style B, and none yet where it waits', () => {
    const dice = { game: 'dice', result: { over: true, roll: 1, target: 2 } };
    expect(saidOf('casino/B/bet', dice)).toEqual([]);
    expect(saidOf('casino/A/cashOut', dice)).toHaveLength(1);
    expect(saidOf('casino/A/cashOut', { game: 'hilo', status: 'open', result: { first_card: 2 } })).toEqual([]);
    expect(saidOf('casino/A/verifyBet', { game: 'hilo', status: 'else', params: { moves: [] } })).toEqual([]);
    expect(saidOf('casino/A/cashOut', { game: 'crash', params: { cash_out_at: 2, live: true } })).toEqual([]);
  });
}); // prettier-ignore

describe('an asset', () => {
  const minute = 60_000;
  const swap = (atMs: number, received: number, received_usdc: number) =>
    exchangeOf('wallet/A/swap', { to: 'ETH', received, received_usdc }, { atMs });
  const quote = (more: Body) =>
    exchangeOf('wallet/primary/quote', {
      from_chain: 'base', from_token: 'native', to_chain: 'solana', to_token: 'native', amount: '2',
      value_usdc: '6000.00', fees: { total: '40.00' }, amount_out: '59.60', ...more,
    }); // prettier-ignore
  const priced = (mid: string) => exchangeOf('trading/B/price', { pair: 'ETH-USDC', mid });
  const worths = (exchanges: readonly AuditedExchange[], faults: readonly object[] = []): number => {
    let said = 0;
    const file = { setting: { faults }, breaks: () => (said += 1) };
    const prices = new AssetWorths(file as unknown as Case);
    for (const exchange of exchanges) prices.answered(exchange);
    return said;
  };

  it.each([
    [[swap(0, 0.1, 300), swap(59_999, 0.2, 600)], 0],
    [[swap(0, 0.1, 300), swap(59_999, 0.2, 600.01)], 1],
    [[swap(0, 0.1, 300), swap(minute, 0.2, 640)], 0],
    [[swap(0, 0.1, 300.0000009), swap(0, 0.1, 300)], 0],
    [[priced('3000.00'), swap(0, 0.1, 300)], 0],
    [[priced('3000.01'), swap(0, 0.1, 300)], 1],
    [[quote({}), priced('3000')], 0],
    [[quote({}), priced('2999.9')], 1],
    [[quote({}), exchangeOf('wallet/A/swap', { to: 'SOL', received: 1, received_usdc: 100 })], 0],
    [[quote({}), exchangeOf('wallet/A/swap', { to: 'SOL', received: 1, received_usdc: 101 })], 1],
    [[quote({ from_token: '0x8335', amount: '6000' }), priced('2999.9')], 0],
    [[swap(0, 0, 0), swap(0, 0.1, 300)], 0],
  ])('has one worth in a minute (%#)', (exchanges, wrong) => {
    expect(worths(exchanges)).toBe(wrong);
  });

  it('may have two where a jump is planned', () => {
    expect(worths([priced('3000'), priced('2000')], [{ service: 'trading' }])).toBe(0);
  });
});
