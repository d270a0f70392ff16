/** The balance of an account as answers show it: what can be spent, what a left out payout was, and what is noted. */
import { describe, expect, it } from 'vitest';
import { AccountBalance } from '../../../../src/verification/audit/live/account-balance.ts';
import { fieldsOf } from '../../../../src/verification/audit/live/call.ts';
import { LiveEvidence } from '../../../../src/verification/audit/live/evidence.ts';
import type { MissedBet } from '../../../../src/verification/audit/live/missed-bets.ts';

const unknown = (): undefined => undefined;

function account() {
  const evidence = new LiveEvidence();
  const balance = new AccountBalance(evidence);
  const { tested } = evidence;
  return {
    balance,
    reads: (value: unknown, source: 'bet' | 'account' = 'account') => {
      balance.read(fieldsOf({ balance: value }), source);
    },
    counts: () => [tested.balances, tested.balanceReads],
    notes: () => evidence.findings().map(({ code, count }) => [code, count]),
  };
}

describe('a balance', () => {
  it('can be spent in whole micros, and never below nothing', () => {
    const { balance, reads } = account();
    expect(balance.spendable).toBeUndefined();
    reads(5);
    expect(balance.spendable).toBe(5_000_000);
    reads('7.00000199');
    expect(balance.spendable).toBe(7_000_001);
    balance.settle(fieldsOf({ payout: 0 }), { stakeMicros: 9_000_000, payoutMicros: 0 });
    expect(balance.spendable).toBe(0);
  });

  it('is left as it is by an answer without one', () => {
    const { balance, reads, counts } = account();
    reads(5);
    for (const none of [undefined, null, 'x', -1]) reads(none);
    expect([balance.spendable, counts()]).toEqual([5_000_000, [0, 0]]);
  });

  it('is counted where it is compared with one before, by who shows it', () => {
    const { balance, reads, counts } = account();
    reads(5, 'bet');
    expect(counts()).toEqual([0, 0]);
    reads(5, 'bet');
    reads(5);
    reads(5);
    expect(counts()).toEqual([1, 2]);
    balance.forget();
    reads(3, 'bet');
    expect([balance.spendable, counts()]).toEqual([3_000_000, [1, 2]]);
  });

  it('changes by the payout that a bet shows, to the eighth decimal, or by that of the rules', () => {
    const { balance, reads, notes, counts } = account();
    reads(5, 'bet');
    const stakes = { stakeMicros: 1_000_000, payoutMicros: 500_000 };
    expect(balance.settle(fieldsOf({ payout: 0.500_000_01, balance: 4.500_000_01 }), stakes)).toBe(
      50_000_001,
    );
    expect(balance.settle(fieldsOf({ balance: '4.00000001' }), stakes)).toBe(50_000_000);
    expect(counts()).toEqual([2, 0]);
    balance.judge(unknown);
    expect(notes()).toEqual([]);
    balance.settle(fieldsOf({ payout: 0, balance: 3 }), stakes);
    balance.settle(fieldsOf({ payout: 0, balance: 1.99 }), stakes);
    balance.judge(unknown);
    expect(notes()).toEqual([['balance-wrong', 2]]);
  });

  it('tells a payout that was left out', () => {
    const { balance, reads } = account();
    const payoutOf = (shown: unknown) => balance.payoutOf(fieldsOf({ balance: shown }), 1_000_000);
    expect(payoutOf(5)).toBeUndefined();
    reads(5, 'bet');
    expect([payoutOf(4), payoutOf(5.96), payoutOf('4.5000019'), payoutOf(3.999_999_99), payoutOf(undefined)]).toEqual([0, 1.96, 0.500_001, undefined, undefined]);
    balance.lose({ stakeMicros: 1 } as MissedBet);
    expect(payoutOf(4)).toBeUndefined();
  }); // prettier-ignore

  it('is booked where the account shows what the bets make of it', () => {
    const { balance, reads } = account();
    const isBooked = (shown: unknown) => balance.isBooked(fieldsOf({ balance: shown }));
    expect([isBooked(5), isBooked(undefined)]).toEqual([false, false]);
    reads(5, 'bet');
    balance.settle(fieldsOf({ payout: 2 }), { stakeMicros: 1_000_000, payoutMicros: 0 });
    expect([isBooked(6), isBooked('6.00'), isBooked(5), isBooked(undefined)]).toEqual([true, true, false, false]);
  }); // prettier-ignore

  it.each<[number, readonly number[], unknown[]]>([
    [1, [4], []],
    [2, [4, 4.5], [['balance-unbooked', 2]]],
    [3, [4, 4.5, 4.9], [['balance-unbooked', 3]]],
    [3, [4, 4.5, 5], []],
  ])('that was too low in %i readings in turn at the end, of %j: %j', (_, readings, expected) => {
    const { balance, reads, notes } = account();
    reads(5, 'bet');
    for (const reading of readings) reads(reading);
    balance.judge(unknown);
    balance.end();
    expect(notes()).toEqual(expected);
  });

  it('is not wrong where a lost bet explains it, whose payout is asked for', () => {
    for (const [payout, expected] of [[200_000, []], [200_001, [['balance-wrong', 1]]], [undefined, []]] as const) {
      const { balance, reads, notes } = account();
      reads(5, 'bet');
      balance.lose({ stakeMicros: 1_000_000 } as MissedBet);
      reads(4.2, 'bet');
      balance.judge(() => payout);
      expect(notes()).toEqual(expected);
    }
  }); // prettier-ignore
});
