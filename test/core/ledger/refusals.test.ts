/** What the ledger refuses, and what it says: a misuse names its rule, so that a report of it can be understood. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Journal } from '../../../src/core/base/journal.ts';
import { Ledger } from '../../../src/core/ledger/ledger.ts';
import { driftMicros } from '../../../src/core/ledger/drift.ts';

const largest = Number.MAX_SAFE_INTEGER;

/** An issuer, two accounts, a hundred micro-USDC in the first. */
function books() {
  const ledger = new Ledger(new Journal(), ['pay', 'hold']);
  const issuer = ledger.openAccount('issuer', { mayGoNegative: true });
  const [ann, bob] = [ledger.openAccount('ann'), ledger.openAccount('bob')];
  ledger.book({ debit: issuer, credit: ann, amount: 100, kind: 'pay', atMs: 0 });
  const order = { debit: ann, credit: bob, amount: 10, kind: 'pay', atMs: 5 } as const;
  return { ledger, issuer, ann, bob, order };
}

type Books = ReturnType<typeof books>;

/** A reservation that lapses at 20. */
const held = ({ ledger, order }: Books): number => ledger.reserve({ ...order, kind: 'hold' }, 20) as number;

describe('a misuse of the ledger', () => {
  it.each<[string, (given: Books) => unknown]>([
    ['account ann is opened once', ({ ledger }) => ledger.openAccount('ann')],
    ['not an amount to move: 0.5', ({ ledger, order }) => ledger.transfer({ ...order, amount: 0.5 })],
    ['a transfer joins two accounts', ({ ledger, order, ann }) => ledger.transfer({ ...order, credit: ann })],
    ['joins accounts that are open', ({ ledger, order }) => ledger.transfer({ ...order, credit: 9 })],
    ['names a kind of the ledger', ({ ledger, order }) => ledger.transfer({ ...order, kind: 'x' as 'pay' })],
    ['names a kind of the ledger', ({ ledger }) => ledger.reservedFor('x' as 'pay')],
    ['lapses after it is made', ({ ledger, order }) => ledger.reserve(order, order.atMs)],
    ['a lapsed transfer is not posted', (given) => given.ledger.post(held(given), 20)],
    ['a lapsed transfer is not voided', (given) => given.ledger.void(held(given), 20)],
    ['a transfer lapses at its timeout', (given) => given.ledger.expire(held(given), 19)],
    ['there is no transfer 7', ({ ledger }) => ledger.record(7)],
    [
      'balances stay within the safe integers',
      ({ ledger, order, issuer }) => ledger.transfer({ ...order, debit: issuer, amount: largest }),
    ],
    [
      'reservations stay within the safe integers',
      ({ ledger, order, issuer }) => {
        ledger.reserve({ ...order, debit: issuer, amount: largest });
        ledger.reserve({ ...order, debit: issuer, amount: 1 });
      },
    ],
    [
      'pending transfer 1 is resolved once',
      (given) => {
        given.ledger.void(held(given), 6);
        given.ledger.post(1, 7);
      },
    ],
  ])('is called "%s"', (message, misuse) => {
    expect(() => misuse(books())).toThrow(message);
  });

  it('does not open a second account of a name', () => {
    const { ledger, ann } = books();
    expect(() => ledger.openAccount('ann')).toThrow();
    expect([ledger.accountCount, ledger.accountNamed('ann')]).toEqual([3, ann]);
  });
});

describe('the ledger', () => {
  it('says why it refuses what is not covered', () => {
    const { ledger, order } = books();
    expect(ledger.transfer({ ...order, amount: 101 })).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      message: 'the USDC balance does not cover the amount',
    });
  });

  it('finds an account by its name until its opening is rolled back', () => {
    const names = fc.uniqueArray(fc.string({ maxLength: 4 }), { minLength: 1, maxLength: 6 });
    const stories = fc.tuple(names, fc.boolean());
    fc.assert(
      fc.property(stories, ([opened, isKept]) => {
        const journal = new Journal();
        const ledger = new Ledger(journal, ['pay']);
        journal.begin();
        const ids = opened.map((name) => ledger.openAccount(name));
        if (isKept) journal.commit();
        else journal.rollback();
        expect(opened.map((name) => ledger.accountNamed(name))).toEqual(
          isKept ? ids : ids.map(() => undefined),
        );
        if (!isKept) expect(opened.map((name) => ledger.openAccount(name))).toEqual(ids);
      }),
    );
  });

  it('gives an account the same hash in every ledger, and different names different ones', () => {
    const { ledger, ann, bob } = books();
    const other = new Ledger(new Journal(), ['pay']);
    const first = other.openAccount('bob');
    expect(other.accountHashes[first]).toBe(ledger.accountHashes[bob]);
    expect(ledger.accountHashes[ann]).not.toBe(ledger.accountHashes[bob]);
    expect(ledger.accountHashes[bob]).not.toBe(0);
  });

  it('knows nothing of an account that was not opened', () => {
    const { ledger } = books();
    expect([ledger.accountName(9), ledger.balance(9999), ledger.reserved(9999)]).toEqual(['', 0, 0]);
    expect([...ledger.transfersOf(9999)]).toEqual([]);
  });

  it('lists among the entries of an account those that change what is available', () => {
    const given = books();
    const { ledger, ann, bob } = given;
    ledger.post(held(given), 6);
    const changes = (account: number): (string | number)[][] =>
      [...ledger.entriesOf(account)].map(({ transfer, changeMicros }) => [transfer.phase, changeMicros]);
    expect(changes(ann)).toEqual([
      ['pending', -10],
      ['single', 100],
    ]);
    expect(changes(bob)).toEqual([['post', 10]]);
  });

  it('names as resolved also the first row of all', () => {
    const ledger = new Ledger(new Journal(), ['hold']);
    const source = ledger.openAccount('source', { mayGoNegative: true });
    const owner = ledger.openAccount('owner');
    const order = { debit: source, credit: owner, amount: 3, kind: 'hold', atMs: 0 } as const;
    const row = ledger.reserve(order) as number;
    expect([ledger.record(row).resolves, ledger.record(ledger.post(row, 1)).resolves]).toEqual([null, 0]);
  });
});

describe('the drift', () => {
  /** Holds more in one account than its rows say. */
  class Skewed extends Ledger {
    override balance(account: number): number {
      return super.balance(account) + (account === 2 ? 4 : 0);
    }
  }

  it('counts what the accounts are off zero together, whichever side it is on', () => {
    const ledger = new Skewed(new Journal(), ['pay']);
    const source = ledger.openAccount('source', { mayGoNegative: true });
    const owner = ledger.openAccount('owner');
    ledger.openAccount('idle');
    ledger.book({ debit: source, credit: owner, amount: 50, kind: 'pay', atMs: 0 });
    // 4 that no row explains, and 4 that the accounts are off zero.
    expect(driftMicros(ledger)).toBe(8);
  });
});
