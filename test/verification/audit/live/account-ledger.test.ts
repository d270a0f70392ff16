/** The account's own list of transactions, read page by page: which amounts of the bets it lacks, and when nothing is said of it. */
import { describe, expect, it } from 'vitest';
import { AccountLedger, type BookedBet } from '../../../../src/verification/audit/live/account-ledger.ts';
import { fieldsOf, type LiveCall } from '../../../../src/verification/audit/live/call.ts';
import { LiveEvidence } from '../../../../src/verification/audit/live/evidence.ts';

/** Answers by the number of the call, from 1. */
type House = (call: LiveCall, count: number) => object | number;

const usdc = 100_000_000;
/** Stakes and payouts in USDC. */
const betsOf = (...pairs: readonly (readonly [stake: number, payout: number])[]): BookedBet[] =>
  pairs.map(([stake, payout]) => ({ stake: Math.round(stake * usdc), payout: Math.round(payout * usdc) }));

/** What the comparison asks for, counts and notes; a house that answers with a number refuses with this status. */
function compared(bets: readonly BookedBet[], house: House) {
  const evidence = new LiveEvidence();
  const ledger = new AccountLedger(evidence);
  for (const bet of bets) ledger.book(bet);
  const calls: LiveCall[] = [];
  const session = ledger.compare();
  for (let step = session.next(); step.done !== true;) {
    calls.push(step.value);
    const answer = house(step.value, calls.length);
    const status = typeof answer === 'number' ? answer : 200;
    step = session.next({ status, body: fieldsOf(typeof answer === 'number' ? {} : answer) });
  }
  const notes = evidence.findings().map(({ code, count }) => [code, count]);
  return { calls, amounts: evidence.tested.ledgerAmounts, notes };
}

/** A house with these rows on its first page, and none after them. */
const listing =
  (rows: readonly unknown[]): House =>
  ({ query }) => ({ transactions: query?.['page'] === '1' ? rows : [] });
const amounts = (...of: readonly unknown[]): object[] => of.map((amount) => ({ amount }));

const four = betsOf([1, 0], [2, 3.5], [0.25, 0]);

describe('the ledger of an account', () => {
  it('is not asked for without bets, and else page by page', () => {
    expect(compared([], () => 500).calls).toEqual([]);
    const { calls } = compared(four, listing(amounts(-1, -2, 3.5, -0.25)));
    expect(calls).toEqual(['1', '2'].map((page) => ({ method: 'GET', path: '/auth/ledger', query: { limit: '100', page } })));
  }); // prettier-ignore

  it.each<[string, readonly BookedBet[], readonly unknown[], number]>([
    ['a row for each stake and payout', four, amounts(-1, -2, 3.5, -0.25), 4],
    ['rows in another order, with others between', four, amounts(3.5, 9, -0.25, -1, 7, -2), 4],
    ['one row for each bet', four, amounts(-1, 1.5, -0.25), 3],
    ['one row for each bet, but for those that gave the stake back', betsOf([1, 1], [1, 3]), amounts(2), 1],
    ['texts with a sign', betsOf([1, 0], [2, 3.5]), amounts('-1', '-2.00', '+3.5'), 3],
    ['other names, of which the first that is there counts', betsOf([1, 0], [2, 3.5], [4, 0]), [{ change: -1 }, { delta: -2, value: 9 }, { value: '3.5' }, { amount: 4, value: 9 }], 4],
    ['rows without an amount', four, [null, 'x', {}, ...amounts(null, 'x', true, -1, -2, 3.5, -0.25)], 4],
  ])('that has %s is complete', (_, bets, rows, expected) => {
    expect(compared(bets, listing(rows))).toMatchObject({ amounts: expected, notes: [] });
  }); // prettier-ignore

  it.each<[string, readonly BookedBet[], readonly unknown[], number, unknown[]]>([
    ['one of four amounts', four, amounts(-1, -2, 3.5), 4, [['ledger-incomplete', 1]]],
    ['two of eight', [...four, ...four], amounts(-1, -2, 3.5, -0.25, -1, -2), 8, [['ledger-incomplete', 2]]],
    ['more than a quarter', betsOf([1, 0], [2, 8]), amounts(-1, -2), 0, []],
    ['a second row of the same amount', betsOf([1, 0], [1, 0], [1, 0], [1, 0]), amounts(-1, -1, -1), 4, [['ledger-incomplete', 1]]],
    ['a part of an amount', betsOf([1, 0], [2, 0], [3, 0], [4.5, 0]), amounts(-1, -2, -3, -4.4), 4, [['ledger-incomplete', 1]]],
  ])('that lacks %s is said to, or is of another kind', (_, bets, rows, count, notes) => {
    expect(compared(bets, listing(rows))).toMatchObject({ amounts: count, notes });
  }); // prettier-ignore

  it('is read four times where it lacks amounts: a house may be late', () => {
    const [late, whole] = [amounts(-1, -2, 3.5), amounts(-1, -2, 3.5, -0.25)];
    // Two calls are one reading.
    const fromReading = (first: number): House => (call, count) =>
      listing(count > 2 * (first - 1) ? whole : late)(call, count);
    for (const first of [1, 2, 4]) {
      const { calls, amounts: count, notes } = compared(four, fromReading(first));
      expect([calls.length, count, notes]).toEqual([2 * first, 4, []]);
    }
    const never = compared(four, fromReading(5));
    expect([never.calls.length, never.amounts, never.notes]).toEqual([8, 4, [['ledger-incomplete', 1]]]);
  }); // prettier-ignore
});

describe('an amount that a ledger rounds', () => {
  /** Three amounts that are there, with the decimals of the ledger, and one that is shown otherwise. */
  const isFound = (stake: number, shown: number, others: readonly number[]): boolean =>
    compared(betsOf([stake, 0], ...others.map((other) => [other, 0] as const)), listing(amounts(shown, ...others))).notes.length === 0; // prettier-ignore

  it.each<[string, number, number, readonly number[], boolean]>([
    ['whole USDC, by less than one', 5.999_999, 5, [1, 2, 3], true],
    ['whole USDC, upwards', 5.000_001, 6, [1, 2, 3], true],
    ['whole USDC, by one', 5, 6, [1, 2, 3], false],
    ['whole USDC, by one downwards', 6, 5, [1, 2, 3], false],
    ['cents, by less than one', 5.019_999, 5.01, [1, 2, 3.25], true],
    ['cents, by one', 5.01, 5.02, [1, 2, 3.25], false],
    ['cents, by one downwards', 5.02, 5.01, [1, 2, 3.25], false],
    ['micros, by less than one', 5.000_000_99, 5, [1, 2, 3.000_001], true],
    ['micros, by one', 5.000_001, 5, [1, 2, 3.000_001], false],
    ['decimals below a micro, by less than one micro', 5.000_000_99, 5, [1, 2, 3.000_000_01], true],
    ['decimals below a micro, by one micro', 5.000_001, 5, [1, 2, 3.000_000_01], false],
  ])('to %s: found %s', (_, stake, shown, others, is) => {
    expect(isFound(stake, shown, others)).toBe(is);
  });

  it('is looked for among the rows that are left, the smallest first', () => {
    // Each row stands for one amount: 1.4 takes 1, and 2 is left for 2.4.
    expect(compared(betsOf([2.4, 0], [1.4, 0], [5, 0], [9, 0]), listing(amounts(9, 2, 5, 1)))).toMatchObject({ amounts: 4, notes: [] });
    expect(compared(betsOf([2.4, 0], [1.4, 0], [5, 0], [9, 0]), listing(amounts(9, 1, 5)))).toMatchObject({ notes: [['ledger-incomplete', 1]] });
  }); // prettier-ignore
});

describe('the pages of a ledger', () => {
  const whole = amounts(-1, -2, 3.5, -0.25);
  const paged =
    (pages: readonly object[]): House =>
    ({ query }) =>
      pages[Math.min(pages.length, Number(query?.['page'])) - 1]!;

  it('are read until one is empty, or shown again', () => {
    const of = (...pages: readonly (readonly unknown[])[]) => {
      const { calls, amounts: count, notes } = compared(four, paged(pages.map((rows) => ({ rows }))));
      return [calls.length, count, notes];
    };
    expect(of(whole.slice(0, 2), whole.slice(2), [])).toEqual([3, 4, []]);
    expect(of(whole.slice(0, 2), whole.slice(2))).toEqual([3, 4, []]);
    // The first page again: the house has no pages, and perhaps not all rows.
    expect(of(whole)).toEqual([2, 0, []]);
  });

  it('are one where the house says that it has all rows', () => {
    const of = (total: unknown) => compared(four, paged([{ rows: whole, total }])).amounts;
    expect([of(4), of(5), of('4'), of(undefined)]).toEqual([4, 0, 0, 0]);
  });

  it('are 300 at most', () => {
    const endless = compared(four, (_, count) => ({ rows: [...whole, { id: count }] }));
    expect([endless.calls.length, endless.amounts, endless.notes]).toEqual([300, 0, []]);
  });

  it('are lists, perhaps in an envelope; else nothing is said', () => {
    const of = (body: object | number) => {
      const { calls, amounts: count } = compared(four, ({ query }) => (query?.['page'] === '1' ? body : { rows: [] }));
      return [calls.length, count];
    };
    expect(of({ total: 4, rows: whole })).toEqual([2, 4]);
    expect(of({ data: { total: 4, items: whole } })).toEqual([2, 4]);
    expect(of({ data: { items: amounts(9) }, rows: whole })).toEqual([2, 4]);
    for (const none of [404, 500, {}, { rows: 'none' }, { data: { deep: { items: whole } } }]) expect(of(none)[1]).toBe(0);
  }); // prettier-ignore
});
