import fc from 'fast-check';
import { describe, it } from 'vitest';
import { InvariantError } from '../../../src/core/base/assert.ts';
import { Journal } from '../../../src/core/base/journal.ts';
import { Refusal } from '../../../src/core/base/refusal.ts';
import { driftMicros } from '../../../src/core/ledger/drift.ts';
import { Ledger, type TransferRecord } from '../../../src/core/ledger/ledger.ts';
import { expectSame, expectSameFields } from '../../expect-same.ts';
import { NaiveLedger, type Verdict } from './naive-ledger.ts';
import { transferKinds } from '../../../src/platform/services/transfer-kinds.ts';

type Step =
  | { do: 'open'; mayGoNegative: boolean }
  | {
      do: 'transfer' | 'reserve';
      debit: number;
      credit: number;
      amount: number;
      waitMs: number;
      lastsMs: number;
    }
  | { do: 'post' | 'void' | 'expire'; row: number; waitMs: number }
  | { do: 'begin' | 'commit' | 'rollback' };

// Numbers one beyond what exists are drawn too: an account or a row that nobody has opened.
const accounts = fc.integer({ min: 0, max: 5 });
const waits = fc.integer({ min: 0, max: 3 });
const amounts = fc.oneof(
  { arbitrary: fc.integer({ min: 1, max: 20 }), weight: 8 },
  { arbitrary: fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 10, 2 ** 52), weight: 2 },
  { arbitrary: fc.constantFrom(0, -1, 0.5, Number.NaN, 2 ** 53, Infinity), weight: 1 },
);
const moves = fc.record({
  do: fc.constantFrom('transfer' as const, 'transfer' as const, 'reserve' as const),
  debit: accounts,
  credit: accounts,
  amount: amounts,
  waitMs: waits,
  lastsMs: fc.oneof(fc.integer({ min: 0, max: 6 }), fc.constant(Infinity)),
});
const resolutions = fc.record({
  do: fc.constantFrom('post' as const, 'void' as const, 'expire' as const),
  row: fc.integer({ min: -1, max: 25 }),
  waitMs: waits,
});
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { arbitrary: moves, weight: 10 },
    { arbitrary: resolutions, weight: 8 },
    { arbitrary: fc.record({ do: fc.constant('open' as const), mayGoNegative: fc.boolean() }), weight: 1 },
    { arbitrary: fc.constantFrom<Step>({ do: 'begin' }, { do: 'commit' }, { do: 'rollback' }), weight: 2 },
  ),
  { minLength: 10, maxLength: 80 },
);

/** Reservations are of two kinds, so that each has a sum of its own. */
const reservedKinds = ['escrow-net', 'trading-order'] as const;

/** The ledger and its model side by side: an issuer, two funded accounts and two empty ones. */
function newPair() {
  const journal = new Journal();
  const ledger = new Ledger(journal, transferKinds);
  const naive = new NaiveLedger();
  for (const name of ['issuer', 'a', 'b', 'c']) {
    const mayGoNegative = name === 'issuer';
    naive.open(name, mayGoNegative);
    ledger.openAccount(name, { mayGoNegative });
  }
  for (const credit of [1, 2]) {
    const order = { debit: 0, credit, amount: 30, atMs: 0 };
    naive.transfer(order);
    ledger.book({ ...order, kind: 'genesis' });
  }
  return { journal, ledger, naive, nowMs: 0 };
}

type Pair = ReturnType<typeof newPair>;

function verdictOf(call: () => unknown): Verdict {
  try {
    return call() instanceof Refusal ? 'refused' : 'done';
  } catch (error) {
    if (error instanceof InvariantError) return 'bug';
    throw error;
  }
}

/** Takes the step on both sides; they have to agree on how it ends. */
function take(pair: Pair, step: Step): void {
  const { journal, ledger, naive } = pair;
  if ('waitMs' in step) pair.nowMs += step.waitMs;
  const atMs = pair.nowMs;
  switch (step.do) {
    case 'begin':
    case 'commit':
    case 'rollback':
      if ((step.do === 'begin') === journal.open) return;
      journal[step.do]();
      naive[step.do]();
      return;
    case 'open': {
      const name = `account ${naive.accounts.length}`;
      naive.open(name, step.mayGoNegative);
      expectSame(ledger.openAccount(name, step), naive.accounts.length - 1);
      return;
    }
    case 'transfer': {
      const { debit, credit, amount } = step;
      const expected = naive.transfer({ debit, credit, amount, atMs });
      const order = { debit, credit, amount, atMs, kind: 'faucet-claim' } as const;
      expectSame(
        verdictOf(() => ledger.transfer(order)),
        expected,
      );
      return;
    }
    case 'reserve': {
      const { debit, credit, amount, lastsMs } = step;
      const order = { debit, credit, amount, atMs, kind: reservedKinds[amount % 2 === 1 ? 0 : 1] };
      const expected = naive.reserve(order, atMs + lastsMs);
      expectSame(
        verdictOf(() => ledger.reserve(order, atMs + lastsMs)),
        expected,
      );
      return;
    }
    case 'post':
    case 'void':
    case 'expire':
      expectSame(
        verdictOf(() => ledger[step.do](step.row, atMs)),
        naive.resolve(step.row, step.do, atMs),
      );
  }
}

const rowFields = ['id', 'debit', 'credit', 'amount', 'phase', 'atMs', 'resolves'] as const;

function expectAlike({ ledger, naive }: Pair): void {
  expectSame(ledger.accountCount, naive.accounts.length);
  for (const [id, account] of naive.accounts.entries()) {
    expectSame(ledger.accountName(id), account.name);
    expectSame(BigInt(ledger.balance(id)), account.balance);
    expectSame(BigInt(ledger.reserved(id)), account.reserved);
  }
  expectSame(ledger.transferCount, naive.rows.length);
  for (const [id, { debit, credit, amount, phase, atMs, resolves }] of naive.rows.entries()) {
    const due = { id, debit, credit, amount, phase, atMs, resolves };
    const record = ledger.record(id);
    for (const name of rowFields) expectSame(record[name], due[name]);
  }
  for (const id of naive.accounts.keys()) {
    const named = [...naive.rows.entries()].filter(([, { debit, credit }]) => debit === id || credit === id);
    const newest = named.map(([row]) => row).toReversed();
    expectSame(Array.from(ledger.transfersOf(id), (record) => record.id).join(), newest.join());
    const sum = [...ledger.entriesOf(id)].reduce(
      (total, { changeMicros }) => total + BigInt(changeMicros),
      0n,
    );
    expectSame(sum, BigInt(ledger.balance(id)) - BigInt(ledger.reserved(id)));
  }
  for (const kind of reservedKinds) expectSame(BigInt(ledger.reservedFor(kind)), naive.reservedFor(kind));
  for (let id = -1; id <= naive.rows.length + 1; id++) expectSame(ledger.isOpen(id), naive.isOpen(id));
}

/** Runs a story and looks at the pair after every step. */
function tell(story: readonly Step[], look: (pair: Pair, step: Step) => void): void {
  const pair = newPair();
  for (const step of story) {
    take(pair, step);
    look(pair, step);
  }
}

const stories = (look: (pair: Pair, step: Step) => void): void =>
  fc.assert(
    fc.property(steps, (story) => tell(story, look)),
    { numRuns: 150 },
  );

describe('the ledger', () => {
  it('agrees with a ledger of plain lists on every call, legal or not, rolled back or not', () => {
    stories(expectAlike);
  });

  it('never lets an account spend what it does not have', () => {
    stories(({ ledger, naive }) => {
      const overdrawn = [...naive.accounts.keys()].filter(
        (id) => naive.accounts[id]?.mayGoNegative === false && !(ledger.available(id) >= 0),
      );
      expectSame(overdrawn.join(), '');
    });
  });

  it('adds up to zero over all accounts, and to what its rows say, after every call', () => {
    stories(({ ledger }) => {
      let total = 0n;
      for (let id = 0; id < ledger.accountCount; id++) total += BigInt(ledger.balance(id));
      expectSame(total, 0n);
      expectSame(driftMicros(ledger), 0);
    });
  });

  it('never changes a row it has written', () => {
    fc.assert(
      fc.property(steps, (story) => {
        const written: TransferRecord[] = [];
        tell(story, ({ ledger }, step) => {
          if (step.do === 'rollback') written.length = Math.min(written.length, ledger.transferCount);
          for (const [id, record] of written.entries()) expectSameFields(ledger.record(id), record);
          while (written.length < ledger.transferCount) written.push(ledger.record(written.length));
        });
      }),
      { numRuns: 100 },
    );
  });
});
