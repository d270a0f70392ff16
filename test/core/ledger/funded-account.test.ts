import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Journal } from '../../../src/core/base/journal.ts';
import { FundedAccount, type FundedAccountParts } from '../../../src/core/ledger/funded-account.ts';
import { Ledger } from '../../../src/core/ledger/ledger.ts';

/** An issuer and the account of a service. */
function funded(parts: Partial<FundedAccountParts> = {}) {
  const journal = new Journal();
  const ledger = new Ledger(journal, ['genesis', 'pay']);
  const issuer = ledger.openAccount('issuer', { mayGoNegative: true });
  const rest = { name: 'pool', issuer, openingMicros: 500, clock: { nowMs: 7 } };
  const account = new FundedAccount({ ledger, journal, ...rest, ...parts });
  return { journal, ledger, issuer, account };
}

describe('an account with an opening balance', () => {
  it('is opened at once, and holds its opening balance without a transfer until it is used', () => {
    const { ledger, account } = funded();
    expect([ledger.accountNamed('pool'), ledger.transferCount]).toEqual([1, 0]);
    expect([account.availableMicros, ledger.transferCount]).toEqual([500, 0]);
  });

  it('is paid by the issuer at its first use, once, whatever the amount and however often it is used', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), fc.integer({ min: 1, max: 4 }), (opening, uses) => {
        const { ledger, issuer, account } = funded({ openingMicros: opening });
        for (let use = 0; use < uses; use++) expect(account.account).toBe(1);
        expect([account.availableMicros, ledger.balance(1), ledger.balance(issuer) + opening]).toEqual([
          opening,
          opening,
          0,
        ]);
        expect(ledger.transferCount).toBe(opening === 0 ? 0 : 1);
      }),
      { examples: [[0, 2]] },
    );
  });

  it('books its opening balance as genesis, at the moment of its first use', () => {
    const { ledger, issuer, account } = funded();
    expect(ledger.record(0 * account.account)).toEqual({
      id: 0,
      debit: issuer,
      credit: 1,
      amount: 500,
      kind: 'genesis',
      phase: 'single',
      atMs: 7,
      resolves: null,
    });
  });

  it('is unused again where its first use is rolled back, and is paid at the next', () => {
    const { journal, ledger, account } = funded();
    journal.begin();
    expect(account.account).toBe(1);
    journal.rollback();
    expect([account.availableMicros, ledger.balance(1)]).toEqual([500, 0]);
    expect([ledger.balance(account.account), ledger.transferCount]).toEqual([500, 1]);
  });

  it('says after its first use what is left of it', () => {
    const { ledger, issuer, account } = funded();
    ledger.book({ debit: account.account, credit: issuer, amount: 200, kind: 'pay', atMs: 8 });
    expect(account.availableMicros).toBe(300);
  });

  it.each([true, false])('goes below zero only where it may: %s', (mayGoNegative) => {
    const { ledger, issuer, account } = funded({ mayGoNegative });
    const order = { debit: account.account, credit: issuer, amount: 501, kind: 'pay', atMs: 8 } as const;
    expect(ledger.transfer(order) === 1).toBe(mayGoNegative);
  });

  it('stays above zero where nothing is said', () => {
    const { ledger, issuer, account } = funded();
    const order = { debit: account.account, credit: issuer, amount: 501, kind: 'pay', atMs: 8 } as const;
    expect(ledger.transfer(order)).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
  });
});
