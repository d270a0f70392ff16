/** Two ends that change the same: which one was taken does not decide what follows once an answer names the other. */
import { describe, expect, it } from 'vitest';
import { ExpectedBalances } from '../../../src/verification/oracle/books.ts';
import type { OpenEnd } from '../../../src/verification/oracle/open-ends.ts';

interface Money {
  readonly available: number;
  readonly held?: number;
}

const observed = (of: Readonly<Record<string, Money>>) =>
  new Map(
    Object.entries(of).map(([agent, { available, held = 0 }]) => [
      agent,
      { availableMicros: available, heldMicros: held },
    ]),
  );

/** A send of 137 to carol, which is confirmed, or fails and comes back to alice. */
const sendOf = (fee: number): OpenEnd => ({
  ways: [
    { changes: [{ agent: 'alice', held: -137 - fee }, { agent: 'carol', available: 137 }], status: 'confirmed' },
    { changes: [{ agent: 'alice', held: -137 - fee, available: 137 + fee }], status: 'failed' },
  ],
}); // prettier-ignore

/** Alice has sent twice; her own money says nothing where it is loose. */
function twice({ fees = [13, 4], isLoose = true } = {}) {
  const books = new ExpectedBalances();
  for (const agent of ['alice', 'carol']) books.open(agent);
  const sum = fees.reduce((total, fee) => total + 137 + fee, 0);
  books.move('alice', 0, sum);
  if (isLoose) books.loosen('alice', 'casino');
  const [first, second] = fees.map((fee) => books.expectEnd(sendOf(fee))) as [OpenEnd, OpenEnd];
  const carolHas = (available: number): readonly unknown[] =>
    books.unexplained(observed({ alice: { available: 0, held: 0 }, carol: { available } }));
  const confirm = (end: OpenEnd): void => {
    if (!books.isOpen(end)) return;
    books.happened(end, 'confirmed');
    books.applyBelated([{ agent: 'carol', available: 137 }]);
  };
  return { books, first, second, carolHas, confirm };
}

describe('of two sends of one amount whose sender is not followed', () => {
  it('either may be the one that is confirmed', () => {
    for (const place of [0, 1]) {
      const { books, first, second, carolHas, confirm } = twice();
      expect(carolHas(137)).toEqual([]);
      confirm(place === 0 ? first : second);
      expect(books.available('carol')).toBe(137);
      expect(carolHas(137)).toEqual([]);
      expect(books.isOpen(place === 0 ? second : first)).toBe(true);
    }
  });

  it('the other one is confirmed later, by what is seen or by an answer', () => {
    const { books, first, second, carolHas, confirm } = twice();
    carolHas(137);
    confirm(second);
    expect(carolHas(274)).toEqual([]);
    expect([first, second].map((end) => books.isOpen(end))).toEqual([false, false]);
    confirm(first);
    expect(books.available('carol')).toBe(274);
    expect(carolHas(275)).toEqual([{ agent: 'carol', available: 1, held: 0 }]);
  });

  it('both at once are both taken', () => {
    const { books, first, second, carolHas, confirm } = twice();
    expect(carolHas(274)).toEqual([]);
    confirm(second);
    confirm(first);
    expect(books.available('carol')).toBe(274);
  });

  it('one that failed is over, and the one that was taken stays', () => {
    const { books, first, second, carolHas } = twice();
    carolHas(137);
    books.happened(second, 'failed');
    expect([first, second].map((end) => books.isOpen(end))).toEqual([false, false]);
    expect(books.available('carol')).toBe(137);
  });
});

it('an end that the money of its sender tells apart is taken for no other', () => {
  const { books, first, second, confirm } = twice({ isLoose: false });
  const left = books.unexplained(observed({ alice: { available: 0, held: 141 }, carol: { available: 137 } }));
  expect([left, books.isOpen(first), books.isOpen(second)]).toEqual([[], false, true]);
  confirm(second);
  expect(books.available('carol')).toBe(274);
});

it('sends of one amount and one fee are taken for each other, and a failure is one', () => {
  const { books, first, second } = twice({ fees: [4, 4], isLoose: false });
  const failed = { available: 141, held: 141 };
  expect(books.unexplained(observed({ alice: failed, carol: { available: 0 } }))).toEqual([]);
  expect(books.isOpen(first)).toBe(false);
  books.happened(second, 'failed');
  books.applyBelated([{ agent: 'alice', held: -141, available: 141 }]);
  expect([books.available('alice'), books.held('alice'), books.isOpen(first)]).toEqual([141, 141, true]);
});

it('one that may be over already is not sure to be what shows later', () => {
  const books = new ExpectedBalances();
  for (const agent of ['alice', 'carol']) books.open(agent);
  books.move('alice', 0, 282);
  books.loosen('carol', 'casino');
  const sure: (readonly [string, boolean])[] = [];
  const watched = (name: string): OpenEnd => ({
    ways: sendOf(4).ways.map((way) => ({ ...way, follows: (isSure) => void sure.push([`${name} ${way.status}`, isSure]) })),
  });
  for (const name of ['first', 'second']) books.expectEnd(watched(name));
  // One fails and the other is confirmed: that both are of one sender does not say which.
  expect(books.unexplained(observed({ alice: { available: 141, held: 141 }, carol: { available: 0 } }))).toEqual([]);
  expect(books.unexplained(observed({ alice: { available: 141, held: 0 }, carol: { available: 137 } }))).toEqual([]);
  expect(sure).toEqual([['first failed', false], ['second confirmed', false]]);
}); // prettier-ignore
