/** What answers repeat of one another: records and their states, entries of an account, reads that stay the same, balances. */
import { describe, expect, it } from 'vitest';
import { formatInstant } from '../../../src/core/base/time.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { AnsweredReads } from '../../../src/verification/oracle/facts/answered-reads.ts';
import { BetParams } from '../../../src/verification/oracle/facts/bet-params.ts';
import { checkLedgerRows } from '../../../src/verification/oracle/facts/ledger-rows.ts';
import { RecordFacts } from '../../../src/verification/oracle/facts/record-facts.ts';
import { checkReportedBalances } from '../../../src/verification/oracle/facts/reported-balances.ts';
import { StableReads } from '../../../src/verification/oracle/facts/stable-reads.ts';
import { Statuses } from '../../../src/verification/oracle/facts/statuses.ts';
import { caseOf, exchangeOf } from './said.ts';

type More = Partial<AuditedExchange>;
type Heard = readonly [call: string, more: More, caller?: string];

/** What is said of these, one after another, by a rule that remembers. */
function saidBy(Memory: new (file: ReturnType<typeof caseOf>['file']) => { answered(exchange: AuditedExchange, caller: string | undefined): void }, heard: readonly Heard[], setting: object = {}): string[] {
  const { file, said } = caseOf({ setting: { faults: [], policies: {}, changed: [], ...setting } });
  const memory = new Memory(file);
  for (const [call, more, caller = 'alice'] of heard) memory.answered(exchangeOf(call, more), caller);
  return said;
} // prettier-ignore

describe('a record', () => {
  const facts = (first: Heard, second: Heard, setting?: object) => saidBy(RecordFacts, [first, second], setting);

  it.each<[string, string, string, string]>([
    ['escrow/A/detail', 'escrow_id', 'escrow', 'amount'],
    ['trading/A/place', 'order_id', 'order', 'amount'],
    ['trading/B/cancel', 'order_id', 'order', 'amount'],
    ['trading/B/orders', 'order_id', 'order', 'amount'],
    ['casino/A/bet', 'bet_id', 'bet', 'amount'],
    ['casino/A/history', 'id', 'bet', 'amount'],
    ['casino/A/challenges', 'challenge_id', 'challenge', 'amount'],
    ['casino/A/createTournament', 'tournament_id', 'tournament', 'prize_pool'],
    ['casino/A/enterTournament', 'tournament_id', 'tournament', 'prize_pool'],
    ['casino/A/tournament', 'tournament_id', 'tournament', 'prize_pool'],
    ['casino/A/tournaments', 'tournament_id', 'tournament', 'prize_pool'],
    ['casino/A/depositHistory', 'deposit_id', 'deposit', 'amount'],
    ['casino/A/withdrawals', 'withdrawal_id', 'withdrawal', 'amount'],
    ['casino/A/transactions', 'id', 'entry', 'amount'],
    ['casino/A/balance', 'id', 'entry', 'amount'],
    ['wallet/primary/openSwap', 'order_id', 'swap', 'amount'],
    ['wallet/primary/swapStatus', 'order_id', 'swap', 'amount'],
    ['wallet/A/send', 'tx_hash', 'transaction', 'amount'],
    ['wallet/primary/sendSigned', 'tx_hash', 'transaction', 'amount'],
    ['wallet/B/transaction', 'tx_hash', 'transaction', 'amount'],
    ['wallet/B/transactions', 'tx_hash', 'transaction', 'amount'],
    ['wallet/primary/chainTransactions', 'tx_hash', 'transaction', 'amount'],
    ['faucet/B/register', 'agent_id', 'agent', 'framework'],
    ['faucet/B/agentDetail', 'agent_id', 'agent', 'framework'],
    ['faucet/B/referrals', 'agent_id', 'agent', 'framework'],
  ])('of %s by its %s is that of a %s', (call, id, kind, field) => {
    const shown = (value: number, own = 'one'): Heard => [call, { answer: { [id]: own, [field]: value } }];
    expect([facts(shown(1), shown(1)), facts(shown(1), shown(2, 'two'))]).toEqual([[], []]);
    expect(facts(shown(1), shown(2))).toEqual([`answers-agree: ${field} of ${kind} one is 2; it was 1`]);
    expect(facts([call, { answer: { rows: [{ [id]: 'one', [field]: 1 }] } }], shown(2))).toHaveLength(1);
    const service = call.startsWith('faucet') ? 'x' : 'faucet';
    if (kind !== 'agent') expect(facts([`${service}/A/x`, shown(1)[1]], [`${service}/A/x`, shown(2)[1]])).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['escrow/A/detail', 'escrow_id', 'status released_amount'],
    ['trading/B/place', 'order_id', 'status'],
    ['casino/A/bet', 'bet_id', 'balance status algorithm verification commitment tournament_id rank net_profit chips currency'],
    ['casino/A/challenges', 'challenge_id', 'status balance'],
    ['casino/A/tournament', 'tournament_id', 'status entrants entered prize leaderboard'],
    ['casino/A/depositHistory', 'deposit_id', 'status confirmations'],
    ['wallet/primary/openSwap', 'order_id', 'status'],
    ['wallet/A/send', 'tx_hash', 'status type counterparty'],
    ['faucet/B/register', 'agent_id', 'api_key amount currency balance balance_usdc next_claim fees_earned'],
  ])('of %s may change in some fields of its moment', (call, id, names) => {
    const shown = (value: string): Heard => [call, { answer: { [id]: 'one', ...Object.fromEntries(names.split(' ').map((name) => [name, value])) } }];
    expect(facts(shown('x'), shown('y'))).toEqual([]);
  });

  it.each([['buyer', 'sender'], ['seller', 'receiver'], ['memo', 'description'], ['won', 'win'], ['ts', 'created_at'], ['at', 'created_at'], ['placed_at', 'created_at'], ['started_at', 'created_at'], ['sent_at', 'created_at'], ['registered_at', 'created_at']])(
    'has its %s under the name %s',
    (one, other) => {
      const shown = (name: string, value: string): Heard => ['escrow/A/detail', { answer: { escrow_id: 'one', [name]: value } }];
      expect(facts(shown(one, 'x'), shown(other, 'x'))).toEqual([]);
      expect(facts(shown(one, 'x'), shown(other, 'y'))).toEqual([`answers-agree: ${other} of escrow one is y; it was x`]);
    },
  );

  const escrow = (name: string, value: unknown): Heard => ['escrow/A/detail', { answer: { escrow_id: 'one', [name]: value } }];
  it.each<[string, unknown, unknown, boolean]>([
    ['amount', 1, '1.00', true],
    ['amount', '1.0', '1', true],
    ['amount', 0.1, '0.10', true],
    ['amount', -2, '-2.0', true],
    ['amount', '1.00', '1.01', false],
    ['game', 'coin-flip', 'coin_flip', true],
    ['game', 'coinflip', 'coin_flip', true],
    ['game', 'Coin-flip', 'coin_flip', false],
    ['dispute', { reason: 'x' }, { reason: 'x' }, true],
    ['dispute', { reason: 'x' }, { reason: 'y' }, false],
    ['picks', [1, 2], [1, 2], true],
    ['picks', [1, 2], [2, 1], false],
    ['tx_hash', null, 'a', true],
    ['tx_hash', 'a', null, true],
    ['tx_hash', undefined, 'a', true],
    ['description', null, 'a', false],
    ['memo', null, 'a', false],
    ['message', 'a', null, false],
    ['referrer', null, 'a', false],
    ['conditions', null, { a: 1 }, true],
    ['conditions', null, 'a', false],
    ['fee', 0, 2, true],
    ['fill_qty', '0.00', '2', true],
    ['paid', 0, 2, true],
    ['rounds', 0, 2, true],
    ['fee', 1, 2, false],
    ['amount', 0, 2, false],
    ['token', 'USDC', `0x${'a'.repeat(30)}`, true],
    ['token', 'USDC', `0x${'a'.repeat(29)}`, false],
    ['token', 'USDC', 'ETH', false],
    ['asset', 'USDC', `0x${'a'.repeat(30)}`, false],
    ['flag', true, true, true],
    ['flag', true, false, false],
  ])('with a %s of %j and then %j agrees: %s', (name, one, other, agrees) => expect(facts(escrow(name, one), escrow(name, other))).toHaveLength(agrees ? 0 : 1));

  it('that begins now has this instant, unless a clock was moved', () => {
    const begun = (call: string, id: string, atMs: number, more: object = {}) => saidBy(RecordFacts, [[call, { atMs: 1000, answer: { [id]: 'one', created_at: formatInstant(atMs) } }]], more);
    const calls = [['escrow/B/create', 'escrow_id'], ['trading/B/place', 'order_id'], ['casino/A/bet', 'bet_id'], ['casino/A/playTournament', 'bet_id'], ['casino/A/createChallenge', 'challenge_id'], ['casino/A/createTournament', 'tournament_id'], ['casino/A/withdraw', 'withdrawal_id'], ['wallet/primary/openSwap', 'order_id'], ['wallet/B/send', 'tx_hash'], ['wallet/primary/sendSigned', 'tx_hash'], ['faucet/B/register', 'agent_id']] as const;
    for (const [call, id] of calls) {
      expect(begun(call, id, 1000), call).toEqual([]);
      expect(begun(call, id, 1001), call).toEqual([expect.stringMatching(/^answers-agree: created_at of \w+ one is 1970-01-01T00:00:01.001Z; it was 1970-01-01T00:00:01.000Z$/)]);
    }
    expect(begun('escrow/B/detail', 'escrow_id', 5)).toEqual([]);
    const fault = { kind: 'clock-step', service: 'escrow', atMs: 1000 };
    expect([begun('escrow/B/create', 'escrow_id', 5, { faults: [fault] }), begun('escrow/B/create', 'escrow_id', 5, { faults: [{ ...fault, atMs: 1001 }] }).length]).toEqual([[], 1]);
  });

  it('of an account is one for each of its sides, and a bet has its verification', () => {
    const entry = (amount: number, caller: string): Heard => ['casino/A/transactions', { answer: { transactions: [{ id: 7, amount }] } }, caller];
    expect([facts(entry(1, 'alice'), entry(-1, 'bob')), facts(entry(1, 'alice'), entry(-1, 'alice')).length]).toEqual([[], 1]);
    const bet: Heard = ['casino/A/bet', { answer: { bet_id: 'b', seed_hash: 'x' } }];
    const audit = (hash: string): Heard => ['casino/A/verifyBet', { answer: { bet_id: 'b', verification: { bet_id: 'b', seed_hash: hash } } }];
    expect([facts(bet, audit('x')), facts(bet, audit('y')).length]).toEqual([[], 1]);
    const received: Heard = ['wallet/B/transactions', { answer: { transactions: [{ tx_hash: 'a', type: 'receive', fee: 0.5 }] } }];
    const sent = (type: string): Heard => ['wallet/B/transactions', { answer: { transactions: [{ tx_hash: 'a', type, fee: 1 }] } }];
    expect([facts(received, sent('send')), facts(sent('send'), received), facts(sent('x'), ['wallet/B/send', { answer: { tx_hash: 'a', fee: 2 } }]).length]).toEqual([[], [], 1]);
    const deep = (depth: number, amount: number): Heard => ['escrow/A/list', { answer: Array.from({ length: depth }).reduce<Body>((part) => ({ part: [part] }), { escrow_id: 'e', amount }) }];
    expect([facts(deep(3, 1), deep(3, 2)).length, facts(deep(4, 1), deep(4, 2))]).toEqual([1, []]);
  });
}); // prettier-ignore

it.each<[string, readonly string[], readonly string[]]>([
  ['escrow_id', ['released', 'refunded', 'expired'], ['locked', 'disputed']],
  ['order_id', ['filled', 'cancelled', 'completed', 'expired', 'refunded'], ['open', 'processing', 'failed', 'awaiting_deposit']],
  ['challenge_id', ['resolved', 'declined', 'expired'], ['pending']],
  ['tournament_id', ['finished', 'cancelled'], ['upcoming', 'active']],
  ['deposit_id', ['credited'], ['pending']],
  ['tx_hash', ['confirmed', 'failed'], ['pending']],
])('what is over by its %s stays as it is', (field, final, open) => {
  const shown = (status: unknown, id: unknown = 'one', service = 'x'): Heard => [`${service}/A/y`, { answer: { [field]: id, status } }];
  const states = (...heard: Heard[]) => saidBy(Statuses, heard);
  for (const status of final) {
    expect([states(shown(status), shown(status)), states(shown(status), shown('z', 'two')), states(shown(status), shown('z', 'one', 'w')), states(shown(status), shown(null)), states(shown(status), shown('z', 7))]).toEqual([[], [], [], [], []]);
    expect(states(shown(status), shown('z'))).toEqual([`records-final: x one is z; it was ${status}`]);
    const nested = (depth: number): Heard => ['x/A/y', { answer: depth === 1 ? { rows: [{ [field]: 'one', status: 'z' }] } : { a: { rows: [{ [field]: 'one', status: 'z' }] } } }];
    expect([states(shown(status), nested(1)).length, states(shown(status), nested(2)).length]).toEqual([1, 1]);
    expect(states(shown(status), ['x/A/y', { answer: { a: { b: { c: { [field]: 'one', status: 'z' } } } } }])).toEqual([]);
  }
  for (const status of open) expect(states(shown(status), shown('z'))).toEqual([]);
}); // prettier-ignore

describe('entries of an account', () => {
  const row = (id: unknown, more: Body = {}): Body => ({ id, phase: 'single', resolves: null, type: 'bet-payout', amount: '1.00', ...more });
  const said = (rows: readonly Body[], call = 'casino/A/transactions', list = 'transactions') => {
    const { file, said: all } = caseOf();
    checkLedgerRows(file, exchangeOf(call, { answer: { [list]: rows } }));
    return all.map((message) => message.replace('answers-fixed: casino/transactions: ', ''));
  };
  const held = row(1, { phase: 'pending', type: 'bet-stake', amount: '-2.00' });

  it.each<[readonly Body[], readonly string[]]>([
    [[row(3), row(2), row(1)], []],
    [[row(2), row(2)], ['entry 2 comes after 2']],
    [[row(2), row(3)], ['entry 3 comes after 2']],
    [[row(1.5)], ['entry 1.5 comes after Infinity']],
    [[row(2, { phase: 'other' })], ['entry 2 has the phase other']],
    [[row(2, { resolves: 1 })], ['entry 2 resolves an entry, or none, unlike its phase']],
    ...['post', 'void', 'expire'].map((phase): [readonly Body[], readonly string[]] => [[row(2, { phase })], ['entry 2 resolves an entry, or none, unlike its phase']]),
    [[row(2, { phase: 'post', resolves: 1, type: 'bet-stake', amount: '-1.50' }), held], []],
    [[row(2, { phase: 'void', resolves: 1, type: 'bet-stake', amount: '2.00' }), held], []],
    [[row(2, { phase: 'expire', resolves: 1, type: 'bet-stake', amount: '2.00' }), held], []],
    [[row(2, { phase: 'void', resolves: 1, type: 'bet-stake', amount: '1.99' }), held], ['entry 2 gives back another amount than was held']],
    [[row(2, { phase: 'expire', resolves: 1, type: 'bet-stake', amount: '-2.00' }), held], ['entry 2 gives back another amount than was held']],
    [[row(2, { phase: 'void', resolves: 1, type: 'bet-fee', amount: '2.00' }), held], ['entry 2 resolves an entry of another type']],
    [[row(2, { phase: 'void', resolves: 1 }), row(1)], ['entry 2 resolves what was not held']],
    [[row(2, { phase: 'void', resolves: 9, amount: '5.00' })], []],
    [[held], []],
    [[row(2, { phase: 'pending', type: 'bet-payout', amount: '-1.00' })], []],
    ...['payout', 'deposit', 'welcome', 'claim', 'prize-share', 'refund'].flatMap((end): [readonly Body[], readonly string[]][] => [
      [[row(2, { type: `x-${end}`, amount: '0.00' })], []],
      [[row(2, { type: `x-${end}`, amount: '-1.00' })], [`entry 2 of x-${end} has the amount -1000000`]],
      [[row(2, { type: `x-${end}s`, amount: '-1.00' })], []],
    ]),
    ...['stake', 'fee'].flatMap((end): [readonly Body[], readonly string[]][] => [
      [[row(2, { type: `x-${end}`, amount: '-1.00' })], []],
      [[row(2, { type: `x-${end}`, amount: '1.00' })], [`entry 2 of x-${end} has the amount 1000000`]],
      [[row(2, { type: end, amount: '1.00' })], []],
    ]),
  ])('%j: %j', (rows, wanted) => {
    expect(said(rows)).toEqual(wanted);
    expect([said(rows, 'casino/A/balance', 'recent').length, said(rows, 'wallet/A/transactions'), said(rows, 'casino/A/history'), said(rows, 'casino/A/balance')]).toEqual([wanted.length, [], [], []]);
  });
}); // prettier-ignore

describe('a read', () => {
  it('that was answered before is not refused later', () => {
    const lost = (code: string): More => ({ status: 404, answer: { code } });
    const reads = (first: Heard, second: Heard) => saidBy(AnsweredReads, [first, second]);
    const one: Heard = ['casino/A/tournament', { path: '/a' }];
    const again = (more: More, call = 'casino/A/tournament', caller = 'alice'): Heard => [call, { path: '/a', ...more }, caller];
    for (const code of ['NOT_FOUND', 'BAD_REQUEST']) expect(reads(one, again(lost(code)))).toEqual([`records-final: casino/A/tournament is answered ${code}; the same read of the same agent was answered before`]);
    const silent: readonly Heard[] = [again(lost('FORBIDDEN')), again({}), again({ ...lost('NOT_FOUND'), path: '/b' }), again({ ...lost('NOT_FOUND'), query: { page: '2' } }), again(lost('NOT_FOUND'), undefined, 'bob'), again({ ...lost('NOT_FOUND'), isRaw: true }), again({ ...lost('NOT_FOUND'), method: 'POST' })];
    for (const second of silent) expect(reads(one, second)).toEqual([]);
    expect(reads(again(lost('NOT_FOUND')), again(lost('NOT_FOUND')))).toEqual([]);
    for (const call of ['domains/A/check', 'domains/A/lookup', 'domains/A/valuation', 'wallet/primary/quote', '/A/x', 'control/A/x']) expect(reads([call, { path: '/a' }], again(lost('NOT_FOUND'), call))).toEqual([]);
    const hidden = { query: { key: '[redacted]' } };
    expect(reads(again(hidden), again({ ...hidden, ...lost('NOT_FOUND') }))).toEqual([]);
  });

  it.each<[string, 'everyone' | 'caller', string?]>([
    ['wallet/primary/chains', 'everyone'],
    ['wallet/primary/depositPath', 'everyone'],
    ['wallet/primary/gossip', 'everyone', 'live_agents'],
    ['wallet/primary/health', 'everyone', 'time'],
    ['wallet/primary/referralCode', 'caller'],
    ['wallet/A/addresses', 'caller'],
    ['wallet/B/addresses', 'caller'],
    ['casino/A/supportedChains', 'everyone'],
    ['casino/A/games', 'everyone', 'status'],
    ['casino/B/games', 'everyone', 'status'],
    ['casino/A/gossip', 'everyone', 'current_registered_agents'],
    ['casino/A/referralCode', 'caller'],
    ['casino/A/depositAddress', 'caller'],
    ['domains/A/valuation', 'everyone'],
    ['trading/A/markets', 'everyone', 'mark_price status'],
  ])('of %s is the same each time for %s', (call, whose, except = '') => {
    const shown = (value: string, caller = 'alice', more: More = {}): Heard => [call, { answer: { rows: [{ x: value }] }, ...more }, caller];
    const reads = (...heard: Heard[]) => saidBy(StableReads, heard);
    expect(reads(shown('a'), shown('a'))).toEqual([]);
    expect(reads(shown('a'), shown('b'))).toEqual([`answers-stable: ${call} is answered in another way than before`]);
    expect(reads(shown('a'), shown('b', 'bob'))).toHaveLength(whose === 'everyone' ? 1 : 0);
    for (const more of [{ query: { x: '1' } }, { params: { x: '1' } }, { body: {} }]) expect(reads(shown('a'), shown('b', 'alice', more))).toEqual([]);
    for (const name of except.split(' ').filter((each) => each !== '')) expect(reads([call, { answer: { rows: [{ [name]: 1 }] } }], [call, { answer: { rows: [{ [name]: 2 }] } }])).toEqual([]);
    expect(reads(['casino/A/x', shown('a')[1]], ['casino/A/x', shown('b')[1]])).toEqual([]);
  });
}); // prettier-ignore

it.each<[string, string, 'available' | 'held']>([
  ['faucet/register', 'balance', 'available'],
  ['faucet/claimDaily', 'balance', 'available'],
  ['faucet/status', 'balance_usdc', 'available'],
  ['faucet/agentDetail', 'balance_usdc', 'available'],
  ...['bet', 'deal', 'playTournament', 'launch', 'cashOut', 'balance', 'createChallenge', 'acceptChallenge', 'declineChallenge'].map((name) => [`casino/${name}`, 'balance', 'available'] as [string, string, 'available']),
  ['casino/balance', 'reserved', 'held'],
  ['casino/kellyLimits', 'bankroll', 'available'],
  ['casino/bankrollCurve', 'bankroll', 'available'],
])('%s tells what the caller has as %s', (call, field, part) => {
  const [service = '', operation = ''] = call.split('/');
  const said = (value: unknown, agent: string | undefined = 'alice', style = 'A') => {
    const { file, said: all } = caseOf();
    const balances = new Map([['alice', { availableMicros: 3_000_000, heldMicros: 1_000_000 }]]);
    checkReportedBalances(file, exchangeOf(`${service}/${style}/${operation}`, { answer: { [field]: value } }), { agent, balances });
    return all;
  };
  const [right, other] = part === 'available' ? ['3.00', '1.00'] : ['1.00', '3.00'];
  expect([said(right), said(Number(right)), said(null), said(undefined), said(other, 'bob')]).toEqual([[], [], [], [], []]);
  expect(said(other)).toEqual([`balances-reported: ${field} of ${operation} is ${other} USDC; expected ${right} USDC`]);
  expect(said(Number(right) + 0.000001, 'alice', 'B')).toHaveLength(1);
}); // prettier-ignore

describe('the audit trail of a bet', () => {
  const bet: Heard = ['casino/A/bet', { body: { amount: 1, side: 'heads', picks: [1, 2], client_seed: 'a' }, answer: { bet_id: 'b' } }];
  const audit = (params: Body, more: More = {}, call = 'casino/A/verifyBet'): Heard => [call, { path: '/audit/b', answer: { bet_id: 'b', params }, ...more }];
  const trail = (first: Heard, second: Heard) => saidBy(BetParams, [first, second]);

  it('has the parameters that were sent', () => {
    expect([trail(bet, audit({ side: 'heads', picks: [1, 2] })), trail(bet, audit({ amount: 2, client_seed: 'x', moves: [1] })), trail(bet, audit({}))]).toEqual([[], [], []]);
    expect(trail(bet, audit({ side: 'tails' }))).toEqual(['answers-echo: an audit of a bet with side "heads" tells side "tails"']);
    expect(trail(bet, audit({ picks: [2, 1] }))).toEqual(['answers-echo: an audit of a bet with picks [1,2] tells picks [2,1]']);
    expect(trail(bet, audit({ risk: 'low' }))).toEqual(['answers-echo: an audit of a bet with risk left out tells risk "low"']);
  });

  it('is looked at for bets of one call alone', () => {
    const wrong = { side: 'tails' };
    const silent = [
      trail(bet, audit(wrong, { path: '/verify/b' })), trail(bet, audit(wrong, {}, 'casino/B/verifyBet')), trail(bet, audit(wrong, { answer: { bet_id: 'c', params: wrong } })),
      trail(bet, audit(wrong, { answer: { bet_id: 'b' } })), trail(['casino/A/bet', { ...bet[1], answer: { bet_id: 'b', status: 'open' } }], audit(wrong)),
      trail(['casino/A/bet', { answer: { bet_id: 'b' } }], audit(wrong)), trail(['casino/B/bet', bet[1]], audit(wrong)),
    ];
    expect(silent).toEqual(silent.map(() => []));
  });
}); // prettier-ignore
