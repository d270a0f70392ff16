/** Balances through an audit: an honest account is never wrong, and each amount that is missing is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BalanceChain } from '../../../../src/verification/audit/live/balance-chain.ts';
import type { MissedBet } from '../../../../src/verification/audit/live/missed-bets.ts';

const fine = 100;
const missedBet = (stakeMicros: number): MissedBet => ({ stakeMicros }) as MissedBet;
const unknown = (): undefined => undefined;

/** What happens between two balances: bets with answers, bets without, a deposit; and what the house takes. */
const period = fc.record({
  changes: fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 4 }),
  lost: fc.array(fc.record({ stake: fc.integer({ min: 1, max: 9 }), payout: fc.nat(20), isBooked: fc.boolean() }), { maxLength: 3 }),
  deposit: fc.constantFrom(0, 0, 0, 5),
  theft: fc.constantFrom(0, 0, 1, 7),
}); // prettier-ignore

describe('the balances in answers to bets', () => {
  it('are wrong exactly where no set of lost bets explains what is missing', () => {
    fc.assert(
      fc.property(fc.array(period, { minLength: 1, maxLength: 3 }), (periods) => {
        const chain = new BalanceChain();
        let balance = 1_000 * fine;
        chain.show(balance, 'bet');
        for (const { changes, lost, deposit, theft } of periods) {
          for (const change of changes) {
            chain.book(change * fine);
            balance += change * fine;
          }
          const payouts = new Map<MissedBet, number>();
          for (const { stake, payout, isBooked } of lost) {
            const missed = missedBet(stake);
            payouts.set(missed, payout);
            chain.lose(missed);
            if (isBooked) balance += (payout - stake) * fine;
          }
          const expected = chain.latest ?? Number.NaN;
          expect(chain.expected).toBe(lost.length > 0 ? undefined : expected);
          balance += deposit * fine - theft * fine;
          expect(chain.show(balance, 'bet')).toBe(true);
          expect(chain.latest).toBe(balance);
          // The least that an honest account can have come to.
          const least = lost.reduce((sum, { stake, payout }) => sum + Math.min(0, payout - stake), 0) * fine;
          const wrong = balance - expected < least ? 1 : 0;
          expect(chain.judge((missed) => payouts.get(missed))).toEqual({ wrong });
          if (theft === 0) expect(wrong).toBe(0);
          // Bets of one period are not asked for in this property again.
          chain.judge(() => 0);
        }
        expect(chain.shortReadings).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  it('are explained by more than six lost bets, and by a bet that could not be computed', () => {
    for (const [count, payout, wrong] of [[6, 5, 1], [7, 5, 0], [1, undefined, 0], [1, 5, 1]] as const) {
      const chain = new BalanceChain();
      chain.show(1_000, 'bet');
      for (let at = 0; at < count; at += 1) chain.lose(missedBet(3));
      chain.show(900, 'bet');
      expect(chain.judge(() => payout)).toEqual({ wrong });
    }
  }); // prettier-ignore

  it('may be explained by a lost bet once, until the second judgement after it', () => {
    const chain = new BalanceChain();
    chain.show(1_000, 'bet');
    chain.lose(missedBet(3));
    chain.show(700, 'bet');
    chain.show(400, 'bet');
    expect(chain.judge(() => 0)).toEqual({ wrong: 1 });
    const late = new BalanceChain();
    late.show(1_000, 'bet');
    late.lose(missedBet(3));
    expect([late.judge(() => 0), late.expected]).toEqual([{ wrong: 0 }, undefined]);
    late.show(700, 'bet');
    expect([late.judge(() => 0), late.expected]).toEqual([{ wrong: 0 }, 700]);
    late.show(400, 'bet');
    expect(late.judge(() => 0)).toEqual({ wrong: 1 });
  });
});

describe('the balances that an account shows', () => {
  it('begin a chain that a bet may correct, once', () => {
    const chain = new BalanceChain();
    expect([chain.latest, chain.expected]).toEqual([undefined, undefined]);
    expect(chain.show(1_000, 'account')).toBe(false);
    expect(chain.show(900, 'bet')).toBe(false);
    expect(chain.show(800, 'bet')).toBe(true);
    expect(chain.judge(unknown)).toEqual({ wrong: 1 });
    const same = new BalanceChain();
    same.show(1_000, 'account');
    expect(same.show(1_000, 'bet')).toBe(true);
  });

  it('may be late: what is too low is counted until a reading is not, and the chain does not go on from it', () => {
    const chain = new BalanceChain();
    chain.show(1_000, 'bet');
    for (const [reading, short] of [[900, 1], [950, 2], [1_000, 0], [800, 1]] as const) {
      expect(chain.show(reading, 'account')).toBe(true);
      expect(chain.judge(unknown)).toEqual({ wrong: 0 });
      expect([chain.shortReadings, chain.latest]).toEqual([short, 1_000]);
    }
    chain.show(1_200, 'account');
    expect(chain.latest).toBe(1_200);
  }); // prettier-ignore

  it('begin again where a lost bet explains the last reading', () => {
    const chain = new BalanceChain();
    chain.show(1_000, 'bet');
    chain.lose(missedBet(1));
    chain.show(900, 'account');
    chain.judge(() => 0);
    expect([chain.shortReadings, chain.latest]).toEqual([0, undefined]);
    expect(chain.show(700, 'bet')).toBe(false);
  });

  it('are unknown after what cannot be followed', () => {
    const chain = new BalanceChain();
    chain.show(1_000, 'bet');
    chain.book(300);
    chain.forget();
    expect([chain.latest, chain.show(5, 'bet'), chain.latest]).toEqual([undefined, false, 5]);
  });
});
