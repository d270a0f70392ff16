/** What records and rounds show, field by field, and how prizes and names go from one agent to another. */
import { describe, expect, it } from 'vitest';
import type { Balances, Body } from '../../../src/verification/oracle/exchange.ts';
import { hasMoved } from '../../../src/verification/oracle/case.ts';
import { OwnIds } from '../../../src/verification/oracle/facts/own-ids.ts';
import { Rounds } from '../../../src/verification/oracle/facts/rounds.ts';
import { DomainSales, type Sale } from '../../../src/verification/oracle/models/domain-sales.ts';
import {
  checkDispute,
  checkRecord,
  type KnownEscrow,
} from '../../../src/verification/oracle/models/escrow-record.ts';
import { prizesOf } from '../../../src/verification/oracle/models/prizes.ts';
import { caseOf, exchangeOf } from './said.ts';

describe('the record of an escrow', () => {
  const instant = '1970-01-01T00:00:09.000Z';
  const known = (more: Partial<KnownEscrow> = {}): KnownEscrow => ({
    id: 'esc_1', sender: 'alice', receiver: 'bob', amount: 2_000_000, fee: 20_000, expiresAtMs: 60_000, referrer: undefined,
    terms: { description: 'rent' }, dispute: null, state: 'locked', isOpen: true, isStateShown: true, settledAtMs: undefined,
    ruling: undefined, cancel: () => undefined, ...more,
  }); // prettier-ignore
  const locked: Body = {
    status: 'locked', amount: '2.00', fee: '0.02', sender: 'alice', receiver: 'bob', expires_at: '1970-01-01T00:01:00.000Z',
    settled_at: null, description: 'rent', tx_hash: null,
  }; // prettier-ignore
  const over: Body = { ...locked, status: 'released', settled_at: instant, tx_hash: '0x1' };
  const said = (record: Body, escrow = known(), style = 'B', isRulingOpen = false): string[] => {
    const { file, said: all } = caseOf({ books: { isOpen: () => isRulingOpen } });
    checkRecord(file, record, { escrow, style });
    return all;
  };

  it.each([
    ['status', 'disputed', 'status is disputed; expected locked'],
    ['amount', '2.01', 'amount is 2.01 USDC; expected 2.00 USDC'],
    ['fee', '0.020001', 'fee is 0.020001 USDC; expected 0.02 USDC'],
    ['sender', 'bob', 'sender is bob; expected alice'],
    ['receiver', 'alice', 'receiver is alice; expected bob'],
    ['expires_at', instant, `expires_at is 9000; expected 60000`],
    ['settled_at', instant, `settled_at is ${instant}; expected null`],
    ['description', 'hire', 'description is hire; expected rent'],
    ['tx_hash', '0x1', 'tx_hash is there is true; expected false'],
  ])('has the right %s', (name, value, message) => {
    expect(said(locked)).toEqual([]);
    expect(said({ ...locked, [name]: value })).toEqual([`escrow-record: ${message}`]);
  });

  it('has other names in style A', () => {
    const { sender, receiver, description, ...rest } = locked;
    const named = { ...rest, buyer: sender, seller: receiver, memo: description };
    expect(said(named, known(), 'A')).toEqual([]);
    for (const name of ['buyer', 'seller', 'memo'])
      expect(said({ ...named, [name]: 'x' }, known(), 'A')).toHaveLength(1);
  });

  it('has an end and a transaction once it is settled', () => {
    const settled = known({ state: 'released', settledAtMs: 9_000 });
    expect(said(over, settled)).toEqual([]);
    expect(said({ ...over, tx_hash: null }, settled)).toHaveLength(1);
    expect(said({ ...over, settled_at: null }, settled)).toHaveLength(1);
  });

  it('says how it was ruled where no balance has, once for all', () => {
    for (const status of ['released', 'refunded']) {
      const ruled = known({ state: 'disputed', isStateShown: false, settledAtMs: 9_000 });
      expect(said({ ...locked, status: 'disputed', amount: '7.00' }, ruled)).toEqual([]);
      expect(said({ ...over, status }, ruled)).toEqual([]);
      expect([ruled.state, ruled.isStateShown]).toEqual([status, true]);
      const other = status === 'released' ? 'refunded' : 'released';
      expect(said({ ...over, status: other }, ruled)).toHaveLength(1);
      expect(said({ ...over, status, fee: '0.03' }, { ...ruled, isStateShown: false })).toHaveLength(1);
    }
  });

  it('has the instant of a drawn ruling, which is not the end of its window', () => {
    const dispute = { resolves_at: instant };
    const ruled = known({ state: 'released', ruling: { ways: [] }, dispute });
    const message = 'escrow-record: the ruling comes at the end of the window; escrow.arbiter is seeded';
    expect(said(over, ruled)).toEqual([message]);
    expect(said({ ...over, settled_at: '1970-01-01T00:00:08.999Z' }, ruled)).toEqual([]);
    expect(said({ ...over, status: 'refunded', settled_at: null }, ruled, 'B', true)).toEqual([]);
    expect(said(over, { ...ruled, dispute: null })).toEqual([]);
  });

  it('shows a dispute where there is one, and each of its fields', () => {
    const shown = (dispute: Body | null | undefined, is: Body | null): string[] => {
      const { file, said: all } = caseOf();
      checkDispute(file, { dispute }, known({ dispute: is }));
      return all;
    };
    const own = { reason: 'late', opened_by: 'alice' };
    expect([shown(null, null), shown(undefined, null), shown({ ...own }, own)]).toEqual([[], [], []]);
    expect(shown(own, null)).toEqual(['escrow-record: a dispute is true; expected false']);
    expect(shown(null, own)).toEqual(['escrow-record: a dispute is false; expected true']);
    expect(shown({ ...own, reason: 'lost' }, own)).toEqual([
      'escrow-record: dispute: reason is lost; expected late',
    ]);
  });
});

describe('a prize', () => {
  const places = (...scores: readonly number[]) => scores.map((score, index) => ({ agent: 'abcd'.charAt(index), score }));
  const divided = (prize: number, scores: readonly number[], split: string, isShared = true, isUnclaimedLeft = false) => {
    const { prizes, ...rest } = prizesOf(prize, places(...scores), { split, isShared, isUnclaimedLeft });
    return { ...Object.fromEntries(prizes), ...rest };
  };

  it('is divided over the places that are taken, the remainder to the first', () => {
    expect(divided(11, [1, 3, 2], '50-30-20')).toEqual({ b: 6, c: 3, a: 2, left: 0, isExact: true });
    expect(divided(9, [3, 2], '50-30-20')).toEqual({ a: 6, b: 3, left: 0, isExact: true });
    expect(divided(9, [3, 2], 'winner')).toEqual({ a: 9, b: 0, left: 0, isExact: true });
    expect(divided(10, [4, 3, 2, 1], 'equal')).toEqual({ a: 4, b: 3, c: 3, d: 0, left: 0, isExact: true });
  });

  it('is shared by equal scores, unless the first to enter is ahead', () => {
    expect(divided(10, [2, 2, 1], '50-30-20')).toMatchObject({ a: 4, b: 4, c: 2 });
    expect(divided(11, [2, 2], 'winner')).toMatchObject({ a: 6, b: 5 });
    expect(divided(10, [2, 2, 1], '50-30-20', false)).toMatchObject({ a: 5, b: 3, c: 2 });
  });

  it('leaves what no place claims, exactly where it comes out even', () => {
    expect(divided(10, [1], '50-30-20', true, true)).toEqual({ a: 5, left: 5, isExact: true });
    expect(divided(11, [1], '50-30-20', true, true)).toEqual({ a: 5, left: 6, isExact: false });
    expect(divided(11, [1, 1, 1], '50-30-20', true, true)).toMatchObject({ left: 0, isExact: true });
  });

  it('has no places under a split that is not known', () => {
    expect(divided(10, [1], 'other')).toEqual({ a: 0, left: 0, isExact: true });
  });
}); // prettier-ignore

describe('a bid on a name', () => {
  const sale: Sale = { name: 'x.agent', owner: 'alice', receiver: 'bob', price: 2_000_000, caller: 'bob' };
  const salesOf = (consent = 'bid') => {
    const { file, said } = caseOf({
      setting: { faults: [], policies: { 'domains.saleConsent': consent } },
      agents: new Map([['bob', {}]]),
      books: { available: () => 2_000_000 },
    });
    return { sales: new DomainSales(file), said };
  };
  const bid = (more: Partial<Sale>, status: number, code?: string): string[] => {
    const { sales, said } = salesOf();
    sales.bid(exchangeOf('domains/B/transfer', { status, answer: { code } }), { ...sale, ...more });
    return said;
  };

  it('is taken where it has a price and the name is of another agent, and refused otherwise', () => {
    expect([bid({}, 200), bid({}, 429), bid({}, 503, 'SERVICE_UNAVAILABLE')]).toEqual([[], [], []]);
    expect(bid({}, 403, 'FORBIDDEN')).toEqual([
      'domain-lifecycle: a bid of 2.00 USDC on x.agent, of alice, is refused',
    ]);
    const none = [{ owner: undefined }, { owner: 'bob' }, { price: 0 }];
    expect(none.map((more) => bid(more, 400, 'BAD_REQUEST'))).toEqual([[], [], []]);
    expect(none.flatMap((more) => bid(more, 200))).toEqual([
      'domain-lifecycle: a bid of 2.00 USDC on x.agent, of no owner, is taken',
      'domain-lifecycle: a bid of 2.00 USDC on x.agent, of bob, is taken',
      'domain-lifecycle: a bid of 0.00 USDC on x.agent, of alice, is taken',
    ]);
  });

  it('binds up to its price, until the name has another owner', () => {
    const { sales } = salesOf();
    const sold = { ...sale, caller: 'alice' };
    expect(sales.outcome(sold)).toBe('FORBIDDEN');
    sales.bid(exchangeOf('domains/B/transfer'), sale);
    expect([sales.outcome(sold), sales.outcome({ ...sold, price: 2_000_001 })]).toEqual(['OK', 'FORBIDDEN']);
    sales.ended('y.agent');
    expect(sales.outcome(sold)).toBe('OK');
    sales.ended('x.agent');
    expect(sales.outcome(sold)).toBe('FORBIDDEN');
  });

  it.each<[Partial<Sale>, string]>([
    [{ caller: 'bob' }, 'BAD_REQUEST'],
    [{ owner: undefined }, 'NOT_FOUND'],
    [{ receiver: undefined }, 'NOT_FOUND'],
    [{ owner: 'carol' }, 'FORBIDDEN'],
    [{ price: 0 }, 'OK'],
    [{}, 'OK'],
    [{ price: 2_000_001 }, 'INSUFFICIENT_BALANCE'],
    [{ receiver: '0x1' }, 'INSUFFICIENT_BALANCE'],
  ])('is not needed under the other reading: a sale with %j is %s', (more, outcome) => {
    const { sales } = salesOf('seller');
    expect(sales.outcome({ ...sale, caller: 'alice', ...more })).toBe(outcome);
    expect([sales.isBid(sale), salesOf().sales.isBid(sale)]).toEqual([false, true]);
  });

  it('may come from outside of the run, where an address would pay', () => {
    const { sales } = salesOf();
    const sold = { ...sale, receiver: '0x1' };
    expect([sold, sale, { ...sold, price: 0 }, { ...sold, receiver: undefined }].map((one) => sales.isOpen(one)))
      .toEqual([true, false, false, false]);
    expect(salesOf('seller').sales.isOpen(sold)).toBe(false);
  }); // prettier-ignore
});

const parameters = [
  'direction', 'threshold', 'side', 'rows', 'risk', 'picks', 'mines', 'reveals', 'guess', 'target_multiplier', 'win_probability',
  'cash_out_at', 'bet_type', 'bet_value', 'bet_on', 'target', 'over', 'pick',
]; // prettier-ignore

it.each(parameters)('a result shows the %s that was sent', (name) => {
  const said = (shown: unknown): string[] => {
    const { file, said: all } = caseOf();
    const bet = { body: { [name]: 7 }, answer: { bet_id: 'bet_1', result: { [name]: shown } } };
    new Rounds(file).answered(exchangeOf('casino/A/bet', bet), 'alice');
    return all;
  };
  expect([said(7), said(undefined)]).toEqual([[], []]);
  expect(said(8)).toEqual([`answers-echo: a bet with ${name} 7 tells 8`]);
});

it.each([...parameters, 'holds'])('the audit trail has the %s of the bet', (name) => {
  const said = (shown: unknown, id = 'bet_1', call = 'casino/A/verifyBet'): string[] => {
    const { file, said: all } = caseOf();
    const rounds = new Rounds(file);
    rounds.answered(exchangeOf('casino/A/bet', { body: { [name]: 7 }, answer: { bet_id: 'bet_1' } }), 'alice');
    rounds.answered(exchangeOf(call, { answer: { bet_id: id, params: { [name]: shown } } }), 'alice');
    return all;
  };
  expect([said(7), said(undefined), said(8, 'bet_2'), said(8, 'bet_1', 'casino/B/verifyBet')]).toEqual([[], [], [], []]);
  expect(said(8)).toEqual([`answers-echo: a bet with params.${name} 7 tells 8`]);
}); // prettier-ignore

describe('a round that was answered to an agent', () => {
  const refused = (answer: Body, { hash = 's', nonce = '3', call = 'casino/B/bet' } = {}): string[] => {
    const { file, said } = caseOf({ agents: new Map() });
    const ids = new OwnIds(file);
    ids.answered(exchangeOf(call, { method: 'POST', answer }), 'alice');
    const lost = { status: 404, answer: { code: 'NOT_FOUND' }, params: { seed: hash }, query: { nonce } };
    ids.answered(exchangeOf('casino/B/verifyRound', lost), 'alice');
    return said;
  };
  const message =
    'records-final: casino/B/verifyRound: s 3 is not found by the agent that it was answered to';

  it('is found by its seed and its number', () => {
    for (const round of [
      { seed_hash: 's', nonce: 3 },
      { seed: 's', nonce: 3 },
    ]) {
      expect(refused(round)).toEqual([message]);
      expect(refused({ results: [round] })).toEqual([message]);
      expect([refused(round, { nonce: '4' }), refused(round, { hash: 't' })]).toEqual([[], []]);
    }
  });

  it('may be hidden before it is over', () => {
    const round = { seed_hash: 's', nonce: 3 };
    expect(refused({ ...round, status: 'open' })).toEqual([]);
    expect(refused({ ...round, result: { status: 'open' } })).toEqual([]);
    expect(refused({ ...round, result: { status: 'won' } })).toEqual([message]);
    expect(refused(round, { call: 'casino/A/launch' })).toEqual([]);
    expect(refused(round, { call: 'casino/A/deal' })).toEqual([]);
    expect(refused({ seed_hash: 's', nonce: '3' })).toEqual([]);
  });
});

it('a balance has moved where it was seen before and after, and is another one', () => {
  const of = (availableMicros: number): Balances => new Map([['alice', { availableMicros, heldMicros: 0 }]]);
  expect(hasMoved('alice', of(1), of(2))).toBe(true);
  expect([hasMoved('alice', of(1), of(1)), hasMoved('alice', of(1), new Map())]).toEqual([false, false]);
  expect([hasMoved('alice', undefined, of(1)), hasMoved(undefined, of(1), of(2))]).toEqual([false, false]);
});
