import { beforeEach, describe, expect, it } from 'vitest';
import { InvariantError } from '../../../src/core/base/assert.ts';
import { Journal } from '../../../src/core/base/journal.ts';
import { Refusal } from '../../../src/core/base/refusal.ts';
import { driftMicros } from '../../../src/core/ledger/drift.ts';
import { transferKinds } from '../../../src/platform/services/transfer-kinds.ts';
import { Ledger, type AccountId, type TransferId } from '../../../src/core/ledger/ledger.ts';

let journal: Journal;
let ledger: Ledger;
let issuer: AccountId;
let ann: AccountId;
let bob: AccountId;

beforeEach(() => {
  journal = new Journal();
  ledger = new Ledger(journal, transferKinds);
  issuer = ledger.openAccount('issuer', { mayGoNegative: true });
  ann = ledger.openAccount('ann');
  bob = ledger.openAccount('bob');
  pay(issuer, ann, 100);
});

const pay = (debit: AccountId, credit: AccountId, amount: number): TransferId =>
  ledger.book({ debit, credit, amount, kind: 'genesis', atMs: 0 });

function hold(amount: number, timeoutAtMs?: number): TransferId {
  const outcome = ledger.reserve(
    { debit: ann, credit: bob, amount, kind: 'escrow-net', atMs: 10 },
    timeoutAtMs,
  );
  if (outcome instanceof Refusal) throw new Error(outcome.message);
  return outcome;
}

describe('a transfer', () => {
  it('of more than is available is refused, and of exactly that much is made', () => {
    hold(40);
    const order = { debit: ann, credit: bob, kind: 'faucet-claim', atMs: 10 } as const;
    expect(ledger.transfer({ ...order, amount: 61 })).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect(ledger.transferCount).toBe(2);
    expect(ledger.transfer({ ...order, amount: 60 })).toBe(2);
    expect([ledger.balance(ann), ledger.available(ann), ledger.balance(bob)]).toEqual([40, 0, 60]);
  });

  it('that its caller took for covered and is not, is a bug', () => {
    expect(() => pay(bob, ann, 1)).toThrow('genesis is covered');
  });

  it.each([
    ['to nobody', () => pay(ann, 99, 1)],
    ['from nobody', () => pay(99, ann, 1)],
    ['to oneself', () => pay(ann, ann, 1)],
    ['of nothing', () => pay(ann, bob, 0)],
    ['of half a micro', () => pay(ann, bob, 0.5)],
    ['backwards', () => pay(ann, bob, -1)],
  ])('%s is a bug, and leaves no row behind', (_, move) => {
    expect(move).toThrow(InvariantError);
    expect([ledger.transferCount, ledger.balance(ann), driftMicros(ledger)]).toEqual([1, 100, 0]);
  });

  it('to an account whose opening was rolled back is a bug', () => {
    journal.begin();
    const ghost = ledger.openAccount('ghost');
    journal.rollback();
    expect(() => pay(ann, ghost, 1)).toThrow(InvariantError);
    expect(driftMicros(ledger)).toBe(0);
  });

  it('beyond 2^53 - 1 on either side is a bug, and leaves no row behind', () => {
    const rest = Number.MAX_SAFE_INTEGER - 100;
    pay(issuer, ann, rest);
    expect(ledger.balance(ann)).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => pay(issuer, ann, 1)).toThrow(InvariantError);
    expect(() => pay(issuer, bob, 1)).toThrow(InvariantError);
    expect([ledger.transferCount, driftMicros(ledger)]).toEqual([2, 0]);
    expect(ledger.balance(issuer)).toBe(-Number.MAX_SAFE_INTEGER);
  });
});

describe('a pending transfer', () => {
  it.each([
    ['post', 19, true],
    ['post', 20, false],
    ['void', 19, true],
    ['void', 20, false],
    ['expire', 19, false],
    ['expire', 20, true],
    ['expire', 21, true],
  ] as const)('that lapses at 20 is open to %s at %d: %s', (verb, atMs, isLegal) => {
    const held = hold(40, 20);
    const call = (): TransferId => ledger[verb](held, atMs);
    if (isLegal) expect(ledger.record(call())).toMatchObject({ phase: verb, resolves: held, atMs });
    else expect(call).toThrow(InvariantError);
    expect(ledger.isOpen(held)).toBe(!isLegal);
    expect(ledger.reserved(ann)).toBe(isLegal ? 0 : 40);
    expect(ledger.balance(bob)).toBe(isLegal && verb === 'post' ? 40 : 0);
  });

  it('without a timeout is never lapsed', () => {
    const held = hold(40);
    expect(() => ledger.expire(held, Number.MAX_SAFE_INTEGER)).toThrow(InvariantError);
    ledger.post(held, Number.MAX_SAFE_INTEGER);
    expect(ledger.balance(bob)).toBe(40);
  });

  it.each(['post', 'void'] as const)('is resolved once: not again after a %s', (verb) => {
    const held = hold(40);
    ledger[verb](held, 11);
    expect(() => ledger.post(held, 12)).toThrow(InvariantError);
    expect(() => ledger.void(held, 12)).toThrow(InvariantError);
    expect([ledger.transferCount, ledger.reserved(ann)]).toEqual([3, 0]);
  });

  it('lapses after it is made, never at that instant', () => {
    expect(() => hold(1, 10)).toThrow(InvariantError);
    expect(ledger.isOpen(hold(1, 11))).toBe(true);
  });

  it.each([0, -1, 99])('is not what row %d is, so it cannot be posted', (row) => {
    hold(1, 20);
    expect(() => ledger.post(row, 11)).toThrow(InvariantError);
    expect(ledger.transferCount).toBe(2);
  });

  it('whose receiver has no room left by then stays open', () => {
    const held = hold(40);
    pay(issuer, bob, Number.MAX_SAFE_INTEGER - 100);
    // The issuer is at its bound, so somebody else pays the last hundred.
    const carol = ledger.openAccount('carol', { mayGoNegative: true });
    pay(carol, bob, 100);
    expect(() => ledger.post(held, 11)).toThrow(InvariantError);
    expect([ledger.isOpen(held), ledger.reserved(ann), driftMicros(ledger)]).toEqual([true, 40, 0]);
  });

  it.each(['void', 'expire'] as const)('whose receiver has no room left can still %s', (verb) => {
    const held = hold(40, 20);
    const carol = ledger.openAccount('carol', { mayGoNegative: true });
    pay(carol, bob, Number.MAX_SAFE_INTEGER);
    expect(() => ledger.post(held, 19)).toThrow('balances stay within the safe integers');
    ledger[verb](held, verb === 'void' ? 19 : 20);
    expect([ledger.isOpen(held), ledger.reserved(ann), ledger.balance(ann)]).toEqual([false, 0, 100]);
  });

  it('is open again when its resolution is rolled back, and gone when its making is', () => {
    const held = hold(40, 20);
    journal.begin();
    ledger.post(held, 11);
    const second = hold(10);
    journal.rollback();
    expect([ledger.isOpen(held), ledger.isOpen(second)]).toEqual([true, false]);
    expect([ledger.reserved(ann), ledger.balance(bob), ledger.transferCount]).toEqual([40, 0, 2]);
    expect(ledger.record(ledger.expire(held, 20))).toMatchObject({ id: 2, phase: 'expire' });
  });
});

describe('the ledger', () => {
  it('keeps everything as its columns grow, and through a rollback across the growth', () => {
    const ids = Array.from({ length: 3000 }, (_, index) => ledger.openAccount(`n${index}`));
    for (const [index, id] of ids.entries()) pay(issuer, id, index + 1);
    journal.begin();
    for (const id of ids) pay(id, ann, 1);
    for (let extra = 0; extra < 3000; extra++) pay(issuer, ledger.openAccount(`x${extra}`), 7);
    journal.rollback();
    expect([ledger.accountCount, ledger.transferCount, driftMicros(ledger)]).toEqual([3003, 3001, 0]);
    for (const [index, id] of ids.entries()) {
      expect(ledger.balance(id)).toBe(index + 1);
      expect(ledger.record(index + 1)).toMatchObject({ debit: issuer, credit: id, amount: index + 1 });
    }
    expect(ledger.record(0)).toMatchObject({ debit: issuer, credit: ann, amount: 100, phase: 'single' });
  });

  it('keeps pending transfers open, with their timeouts, as its columns grow', () => {
    pay(issuer, ann, 10_000);
    const held = Array.from({ length: 3000 }, (_, index) => hold(1, 100 + index));
    expect(ledger.reserved(ann)).toBe(3000);
    for (const [index, row] of held.entries()) {
      expect(() => ledger.post(row, 100 + index)).toThrow(InvariantError);
      if (index % 2 === 0) ledger.post(row, 99 + index);
      else ledger.expire(row, 100 + index);
      expect(ledger.isOpen(row)).toBe(false);
    }
    expect([ledger.reserved(ann), ledger.balance(bob), driftMicros(ledger)]).toEqual([0, 1500, 0]);
  });

  it('opens an account at zero where a rolled back one had been', () => {
    journal.begin();
    const ghost = ledger.openAccount('ghost', { mayGoNegative: true });
    pay(ann, ghost, 5);
    journal.rollback();
    const carol = ledger.openAccount('carol');
    expect([carol, ledger.accountName(carol)]).toEqual([ghost, 'carol']);
    expect([ledger.balance(carol), ledger.reserved(carol)]).toEqual([0, 0]);
    expect(
      ledger.transfer({ debit: carol, credit: ann, amount: 1, kind: 'genesis', atMs: 1 }),
    ).toBeInstanceOf(Refusal);
  });

  it('has no transfer beyond the last', () => {
    for (const id of [1, -1, 0.5]) expect(() => ledger.record(id)).toThrow(InvariantError);
  });

  it('remembers what each kind of transfer was for', () => {
    for (const kind of transferKinds) {
      expect(
        ledger.record(ledger.book({ debit: issuer, credit: ann, amount: 1, kind, atMs: 3 })),
      ).toMatchObject({ kind });
    }
  });
});

describe('the drift', () => {
  /** A ledger that says it holds something else than it booked. */
  class Tampered extends Ledger {
    skew: { account: AccountId; balance: number; reserved: number } | undefined;

    override balance(account: AccountId): number {
      return super.balance(account) + (this.skew?.account === account ? this.skew.balance : 0);
    }

    override reserved(account: AccountId): number {
      return super.reserved(account) + (this.skew?.account === account ? this.skew.reserved : 0);
    }
  }

  function tampered(): Tampered {
    const copy = new Tampered(new Journal(), transferKinds);
    const source = copy.openAccount('issuer', { mayGoNegative: true });
    const owner = copy.openAccount('owner');
    copy.book({ debit: source, credit: owner, amount: 50, kind: 'genesis', atMs: 0 });
    copy.reserve({ debit: owner, credit: source, amount: 20, kind: 'escrow-net', atMs: 0 });
    return copy;
  }

  it('is zero for honest books', () => expect(driftMicros(tampered())).toBe(0));

  it.each([
    ['a micro too many', 1, 0, 2],
    ['a micro too few', -1, 0, 2],
    ['a reservation too large', 0, 3, 3],
  ])('shows %s', (_, balance, reserved, drift) => {
    const books = tampered();
    books.skew = { account: 1, balance, reserved };
    expect(driftMicros(books)).toBe(drift);
  });

  it('shows a row that was altered afterwards', () => {
    const books = tampered();
    books.columns.amount[0] = 51;
    expect(driftMicros(books)).toBe(2);
  });
});
