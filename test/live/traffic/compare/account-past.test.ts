/** What accounts that existed before the run bring along, and fields that only we name. */
import { describe, expect, it } from 'vitest';
import { AccountPast, isClaim, paidBy } from '../../../../src/live/traffic/compare/account-past.ts';
import type { Difference } from '../../../../src/live/traffic/compare/difference.ts';
import { OwnFields } from '../../../../src/live/traffic/compare/own-fields.ts';

const amount = (field: string, recorded: number | string, live: number | string): Difference => ({
  kind: 'amount', field, recorded: JSON.stringify(recorded), live: JSON.stringify(live),
}); // prettier-ignore
const status = (recorded: string, live: string): Difference => ({
  kind: 'status',
  field: '',
  recorded,
  live,
});
const limit = (live: number): Difference => amount('header x-ratelimit-limit', '1', String(live));
const call = 'faucet/B/status';

describe('a sum of an account from before', () => {
  it('may be another, but then changes by the same', () => {
    const past = new AccountPast();
    const differs = (field: string, recorded: number | string, live: number | string, account = 1) => past.explains(account, call, amount(field, recorded, live));
    expect([differs('/balance', 10, 25), differs('/balance', 4, 19), differs('/balance', 4, 20)]).toEqual([true, true, false]);
    // The same sum under another name, as number or text, and of another account.
    expect([differs('/account/balance_usdc', '4.00', '19.00'), differs('/balance_usdc', 4, 20), differs('/balance', 4, 20, 2)]).toEqual([true, false, true]);
    expect([differs('/total_earned', 1, 5), differs('/total_earned', 0.1, 4.1), differs('/total_earned', 0.1, 4.100001)]).toEqual([true, true, false]);
    // A sum with the currency within its name is another one.
    expect([differs('/total_usdc_earned', 1, 9), differs('/total_usdc_earned', 2, 10)]).toEqual([true, true]);
    expect([differs('/available', 'x', 1), differs('/available', 1, 'x')]).toEqual([false, false]);
  }); // prettier-ignore

  it.each(['/balance', '/a/total', '/totals', '/earned_usdc', '/earnings', '/available', '/claimed', '/payouts', '/volume', '/activity', '/equity', '/a/bet_count'])('%s is one', (field) => {
    expect(new AccountPast().explains(1, call, amount(field, 1, 2))).toBe(true);
  }); // prettier-ignore

  it.each(['/fee', '/subtotal', '/balanced', '/amount', '/accounts', '/totalled'])('%s is none', (field) => {
    expect(new AccountPast().explains(1, call, amount(field, 1, 2))).toBe(false);
  });

  it('is one only as an amount', () => {
    expect(new AccountPast().explains(1, call, { ...amount('/balance', 1, 2), kind: 'value' })).toBe(false);
  });

  it('moves with a claim that one side alone has paid', () => {
    const claim = 'faucet/A/claimOnce';
    const outcome = (code: number, body: unknown) => ({ status: code, body });
    const after = (...[expected, live]: readonly { status: number; body: unknown }[]) => {
      const past = new AccountPast();
      past.explains(1, call, amount('/balance', 10, 10.5));
      past.claimed(1, claim, { expected: expected!, live: live! });
      return [10, 15, 20, 5].filter((more) => past.explains(1, call, amount('/balance', 10, 0.5 + more)));
    };
    const paid = outcome(200, { amount: 5 });
    expect([after(outcome(409, {}), paid), after(paid, outcome(409, {})), after(paid, paid)]).toEqual([[15], [5], [10]]);
    // What is not said opens the sum: the next one counts.
    expect(after(outcome(409, {}), outcome(200, {}))).toEqual([10]);
    expect(after(outcome(200, { amount: 'x' }), outcome(409, {}))).toEqual([10]);
    const other = new AccountPast();
    other.explains(1, call, amount('/balance', 10, 10.5));
    other.claimed(1, 'faucet/A/claim', { expected: outcome(409, {}), live: paid });
    other.claimed(2, claim, { expected: outcome(409, {}), live: paid });
    expect(other.explains(1, call, amount('/balance', 10, 10.5))).toBe(true);
  }); // prettier-ignore

  it('says what a claim has paid, where its response does', () => {
    const said: [number, unknown][] = [[200, { amount: 5 }], [201, { amount_usdc: '0.50' }], [200, { amount: 1, amount_usdc: 2 }], [300, { amount: 5 }], [299, { amount: 5 }], [409, null], [200, {}], [200, null], [200, { amount: 'x' }], [200, { amount: true }]];
    expect(said.map(([code, body]) => paidBy({ status: code, body }))).toEqual([5, 0.5, 2, 0, 5, 0, undefined, undefined, undefined, undefined]);
    expect(['faucet/A/claimOnce', 'faucet/B/claimDaily', 'faucet/A/status', ''].map(isClaim)).toEqual([true, true, false, false]);
  }); // prettier-ignore
});

describe('an outcome for an account from before', () => {
  it.each<[string, string, string, boolean]>([
    ['faucet/A/claimOnce', '200', '409 FAUCET_CLAIMED', true], ['faucet/B/claimDaily', '409 X', '201', true], ['faucet/B/claimDaily', '200', '201', true],
    ['faucet/A/claimOnce', '200', '503', false], ['faucet/A/claimOnce', '403', '200', false], ['faucet/A/claimOnce', '2000', '200', false], ['faucet/A/status', '200', '409', false],
  ])('of %s: %s here, %s there, follows from an earlier claim: %s', (claim, recorded, live, explained) => {
    expect(new AccountPast().explains(1, claim, status(recorded, live))).toBe(explained);
  }); // prettier-ignore

  const lack = '422 INSUFFICIENT_BALANCE';
  it.each<[string, string, string, readonly [number, number] | undefined, boolean]>([
    ['more money is accepted', lack, '201', [10, 20], true],
    ['less money is accepted', lack, '201', [20, 10], false],
    ['as much money as far as is known is accepted', lack, '200', undefined, true],
    ['less money is refused', '201', lack, [20, 10], true],
    ['more money is refused', '201', lack, [10, 20], false],
    ['as much as far as is known is refused', '200', lack, undefined, true],
    ['a refusal is another', '403 FORBIDDEN', '201', [10, 20], false],
    ['a refusal of another kind is another', '422 INSUFFICIENT_BALANCE_X', '201', [10, 20], false],
    ['an acceptance is none', lack, '404', [10, 20], false],
    ['an acceptance is of another kind', lack, '202', [10, 20], false],
    ['a stake too large is no lack of money but in a bet', '400 BAD_REQUEST', '200', [10, 20], false],
  ])('with %s', (_what, recorded, live, sums, explained) => {
    const past = new AccountPast();
    if (sums !== undefined) past.explains(1, call, amount('/balance', ...sums));
    past.explains(1, call, amount('/volume', 50, 1));
    expect(past.explains(1, 'escrow/B/create', status(recorded, live))).toBe(explained);
    // Its sums are open again once it was.
    if (sums !== undefined) expect(past.explains(1, call, amount('/balance', 0, 77))).toBe(explained);
  });

  it('of a bet may be a stake too large', () => {
    const refusal = '400 BAD_REQUEST';
    const bet = (operation: string, recorded: string, live: string) => new AccountPast().explains(1, operation, status(recorded, live));
    expect([bet('casino/A/bet', refusal, '200'), bet('casino/short/bet', '200', refusal)]).toEqual([true, true]);
    expect([bet('casino/A/bets', refusal, '200'), bet('xcasino/A/bet', refusal, '200'), bet('casino/A/bet', '400 BAD_REQUEST_X', '200')]).toEqual([false, false, false]);
  }); // prettier-ignore

  it.each<[string, readonly (readonly [string, number, number])[], boolean, boolean]>([
    ['none', [], true, true],
    ['a balance of as much', [['/balance', 10, 10]], true, true],
    ['a balance of more', [['/balance', 10, 11]], true, false],
    ['a balance of less', [['/balance', 11, 10]], false, true],
    ['more of one and less of another', [['/balance', 10, 11], ['/available_usdc', 11, 10]], true, true],
    ['less of both', [['/balance', 11, 10], ['/available', 12, 10]], false, true],
    ['more of both', [['/balance', 10, 11], ['/available', 10, 12]], true, false],
    ['less earned, and as much as far as is known', [['/total_earned', 50, 1]], true, true],
    ['more earned, and as much as far as is known', [['/total_earned', 1, 50]], true, true],
    ['less of an equity that is no balance, and more of one', [['/equity', 50, 1], ['/balance', 1, 2]], true, false],
    ['more in what only ends as a balance', [['/rebalance_count', 1, 2], ['/balance', 2, 1]], false, true],
  ])('with sums of %s may be accepted there, or refused there', (_what, sums, isAccepted, isRefused) => {
    const outcome = (recorded: string, live: string): boolean => {
      const past = new AccountPast();
      for (const [field, before, now] of sums) past.explains(1, call, amount(field, before, now));
      return past.explains(1, 'escrow/B/create', status(recorded, live));
    };
    expect([outcome(lack, '200'), outcome('200', lack)]).toEqual([isAccepted, isRefused]);
    expect([outcome(lack, lack), outcome('200', '200'), outcome('2000', lack), outcome(`x${lack}`, '200'), outcome('500 INSUFFICIENT_BALANCE', '200')]).toEqual([false, false, false, false, false]);
  }); // prettier-ignore

  it.each<[number, number, number, boolean]>([
    [0, 0.5, 0.5 + 9e-10, true], [0, 0.5, 0.5 + 2e-9, false], [0, 0.5, 0.5 - 9e-10, true], [0, 0.5, 0.5 - 2e-9, false], [0, 1e6, 1e6 + 9e-4, true], [0, 1e6, 1e6 + 2e-3, false], [0, -1e6, -1e6 - 9e-4, true], [0, -1e6, -1e6 - 2e-3, false],
  ])('keeps the difference of its sums to a thousandth of a millionth: %f became %f, then %f', (recorded, live, next, isSame) => {
    const past = new AccountPast();
    past.explains(1, call, amount('/balance', recorded, live));
    expect(past.explains(1, call, amount('/balance', recorded, next))).toBe(isSame);
  }); // prettier-ignore

  it('by several sums is told by balances alone: by the most to accept, by the least to refuse', () => {
    const known = () => {
      const past = new AccountPast();
      past.explains(1, call, amount('/balance', 10, 20));
      past.explains(1, call, amount('/available', 20, 10));
      return past;
    };
    expect([known().explains(1, 'escrow/B/create', status(lack, '201')), known().explains(1, 'escrow/B/create', status('201', lack))]).toEqual([true, true]);
  }); // prettier-ignore
});

describe('the fields of an account from before', () => {
  const value = (field: string): Difference => ({ kind: 'value', field, recorded: '1', live: '2' });
  it.each<[string, string, boolean]>([
    ['faucet/A/status', '/eligible', true], ['faucet/B/status', '/can_claim', true], ['faucet/B/status', '/next_claim', true], ['faucet/B/status', '/next_claim_at', true], ['faucet/B/claimDaily', '/next_claim', true],
    ['faucet/A/agentDetail', '/agent_address', true], ['faucet/A/agentDetail', '/created_at', true],
    ['faucet/A/status', '/eligibles', false], ['faucet/A/status', '/a/eligible', false], ['faucet/B/status', '/a/can_claim', false], ['faucet/B/status', '/a/next_claim', false], ['faucet/B/status', '/can_claims', false], ['faucet/B/status', '/next_claim/at', false],
    ['faucet/B/claimDaily', '/a/next_claim', false], ['faucet/A/agentDetail', '/a/agent_address', false], ['faucet/A/agentDetail', '/a/created_at', false], ['faucet/A/agentDetail', '/created_at/x', false],
    ['faucet/B/status', '/eligible', false], ['faucet/B/claimDaily', '/next_claim_at', false], ['faucet/A/other', '/created_at', false],
  ])('%s %s: %s', (operation, field, explained) => expect(new AccountPast().explains(1, operation, value(field))).toBe(explained)); // prettier-ignore

  it('have limits that the recording has stated, or that the tier has for the call', () => {
    const past = new AccountPast();
    const explained = (count: number) => past.explains(1, 'escrow/B/create', limit(count));
    expect([100, 50, 10_000, 77].map(explained)).toEqual([true, true, true, false]);
    past.note({ 'x-ratelimit-limit': '77' });
    past.note();
    expect([77, 78].map(explained)).toEqual([true, false]);
    expect(past.explains(1, 'escrow/B/create', { ...limit(5), live: '"x"' })).toBe(false);
  });
});

describe('a sum after what a draw has decided', () => {
  const balance = (recorded: string, live: string): Difference => ({ kind: 'amount', field: '/balance', recorded, live }); // prettier-ignore

  it.each<[number | undefined, Difference['kind'], boolean]>([[1, 'status', true], [2, 'status', false], [undefined, 'status', false], [1, 'amount', false]])('may differ otherwise where account %s alone has paid (%s): %s', (account, kind, isOther) => {
    const past = new AccountPast();
    expect(past.explains(1, 'faucet/A/status', balance('5', '7'))).toBe(true);
    past.decided(account, { kind });
    expect(past.explains(1, 'faucet/A/status', balance('5', '8'))).toBe(isOther);
    expect(past.explains(1, 'faucet/A/status', balance('6', '8'))).toBe(!isOther);
  }); // prettier-ignore
});

describe('a limit by address', () => {
  const keyless = (operation = call, headers?: Record<string, string>) => ({
    call: operation,
    request: { headers },
  });
  const keyed = { authorization: 'Bearer ${0:/api_key}' };

  it('may be any that every service has, where no key decides', () => {
    const past = new AccountPast();
    expect([100, 50, 10_000, 10, 99].map((count) => past.explainsAddress(keyless(), limit(count)))).toEqual([true, true, true, true, false]); // prettier-ignore
    past.note({ 'x-ratelimit-limit': 99 });
    expect(past.explainsAddress(keyless(), limit(99))).toBe(true);
    expect(past.explainsAddress(keyless(call, keyed), limit(50))).toBe(false);
    expect(past.explainsAddress(keyless('faucet/A/register', keyed), limit(50))).toBe(true);
    expect(past.explainsAddress(keyless(), { ...limit(50), field: 'header x-ratelimit-remaining' })).toBe(
      false,
    );
    expect(past.explainsAddress(keyless(), { ...limit(50), live: 'nothing' })).toBe(false);
    expect(past.explainsAddress(keyless('escrow/B/list'), limit(60))).toBe(true);
    expect(past.explainsAddress(keyless('faucet/B/status'), limit(60))).toBe(false);
  });
});

describe('a field that only we name', () => {
  const [own, operation] = ['/status_note', 'escrow/B/detail'];
  const differing = (kind: Difference['kind'], field = own) => ({ kind, field });

  it('is theirs where it differs in most responses of a call', () => {
    const fields = new OwnFields();
    for (const named of [[own, own], [own], [], []]) fields.add(operation, named);
    expect(fields.isTheirs(operation, differing('value'))).toBe(false);
    fields.add(operation, [own]);
    expect([fields.isTheirs(operation, differing('value')), fields.isTheirs('escrow/A/detail', differing('value'))]).toEqual([true, false]); // prettier-ignore
  });

  it('is counted over all workers', () => {
    const [one, other] = [new OwnFields(), new OwnFields()];
    one.add(operation, [own]);
    one.add(operation, []);
    other.add(operation, [own]);
    expect(one.isTheirs(operation, differing('value'))).toBe(false);
    one.merge(other.counts);
    expect(one.isTheirs(operation, differing('value'))).toBe(true);
    expect([...one.counts.responses]).toEqual([[operation, 3]]);
  });

  it('is theirs where they do not have it, but no id, no item of a list, and none that has a name there', () => {
    const fields = new OwnFields(new Map([[operation, [{ ours: '/renamed', theirs: '/x' }]]]));
    fields.add(operation, [own, '/renamed', '/fee']);
    const kinds = [differing('shape'), differing('id'), differing('shape', '/list/*'), differing('value', '/renamed'), differing('shape', '/renamed'), differing('value')]; // prettier-ignore
    expect(kinds.map((each) => fields.isTheirs(operation, each))).toEqual([
      true,
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(fields.isTheirs('escrow/B/create', differing('shape', '/fee'))).toBe(false);
  });
});
