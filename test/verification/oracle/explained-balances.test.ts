/** Which ends explain what balances show: one alone, several together, those of unknown size, and none. */
import { describe, expect, it } from 'vitest';
import { anyService, ExpectedBalances } from '../../../src/verification/oracle/books.ts';
import type { Balances } from '../../../src/verification/oracle/exchange.ts';
import {
  doubtedEnds,
  explained,
  isSized,
  isSure,
  merged,
  type Change,
  type EndWay,
  type FirmEnd,
} from '../../../src/verification/oracle/open-ends.ts';

const end = (...ways: readonly (readonly Change[])[]): FirmEnd => {
  const whole = { ways: ways.map((changes) => ({ changes })) };
  return { ...whole, whole };
};
const alice = (available: number, held = 0, upTo = 0): Change => ({ agent: 'alice', available, held, upTo });
const bob = (available: number, held = 0): Change => ({ agent: 'bob', available, held });
const left = (...changes: readonly Change[]) =>
  changes.map(({ agent, available = 0, held = 0 }) => ({ agent, available, held }));

describe('an explanation', () => {
  const found = (differences: ReturnType<typeof left>, ends: readonly FirmEnd[], triesLeft = 100) => {
    const search = { ends, triesLeft };
    const chosen = explained(differences, search);
    return [chosen?.map(({ end: each, way }) => `${ends.indexOf(each)}.${way}`).join(' '), search.triesLeft];
  };

  it('is an end in one of its ways, or several together', () => {
    const [five, either] = [end([alice(5)]), end([alice(-2, 2)], [alice(7)])];
    expect([found(left(alice(5)), [five, either]), found(left(alice(7)), [five, either]), found(left(alice(3, 2)), [five, either]), found(left(alice(12)), [five, either])]).toEqual([['0.0', 99], ['1.1', 95], ['0.0 1.0', 98], ['0.0 1.1', 97]]);
    expect([found(left(alice(6)), [five, either])[0], found(left(alice(5, 1)), [five])[0], found(left(bob(5)), [five])[0], found([], [five])]).toEqual([undefined, undefined, undefined, ['', 100]]);
    const both = end([alice(5), bob(-5)]);
    expect([found(left(alice(5), bob(-5)), [both])[0], found(left(alice(5)), [both])[0], found(left(alice(5)), [both, end([bob(5)])])[0]]).toEqual(['0.0', undefined, '0.0 1.0']);
    expect(found(left(alice(5)), [end([bob(1)]), five], 1)).toEqual([undefined, 0]);
  });

  it('takes one part of an end, and an amount of unknown size no more than is needed', () => {
    const whole = { ways: [] };
    const [sized, open] = [{ ...end([alice(5)]), whole }, { ...end([alice(0, 0, 9)]), whole }];
    expect([found(left(alice(5)), [sized, open])[0], found(left(alice(14)), [sized, open])[0]]).toEqual(['0.0', undefined]);
    const upTo = end([alice(0, 0, 9)]);
    expect([found(left(alice(9)), [upTo])[0], found(left(alice(10)), [upTo])[0], found(left(alice(-1)), [upTo])[0], found(left(alice(1, 1)), [upTo])[0]]).toEqual(['0.0', undefined, undefined, undefined]);
    expect([found(left(alice(14)), [end([alice(5)]), upTo])[0], found(left(alice(5)), [upTo, end([alice(5)])])[0], found(left(alice(18)), [upTo, end([alice(0, 0, 9)])])[0]]).toEqual(['0.0 1.0', '0.0', '0.0 1.0']);
  });

  it('is sure where no other one is as good', () => {
    const sure = (differences: ReturnType<typeof left>, ends: readonly FirmEnd[]) => {
      const chosen = explained(differences, { ends, triesLeft: 100 }) ?? [];
      return chosen.map((choice) => isSure(differences, { chosen, ends }, choice));
    };
    expect([sure(left(alice(5)), [end([alice(5)])]), sure(left(alice(5)), [end([alice(5)], [alice(5)])]), sure(left(alice(5)), [end([alice(5)], [alice(6)])])]).toEqual([[true], [false], [true]]);
    expect([sure(left(alice(5)), [end([alice(5)]), end([alice(5)])]), sure(left(alice(5)), [end([alice(5)]), end([alice(4)])]), sure(left(alice(5)), [end([alice(5)]), end([alice(0, 0, 5)])])]).toEqual([[false], [true], [true]]);
    expect(sure(left(alice(9)), [end([alice(5)], [alice(4)]), end([alice(4)], [alice(5)])])).toEqual([false, false]);
  });

  it('leaves in doubt what an amount of unknown size explains as well', () => {
    const doubtful = (changes: readonly Change[]): FirmEnd => {
      const whole = { ways: [{ changes }], doubted: () => undefined };
      return { ...whole, whole };
    };
    const [small, large, unknown] = [doubtful([alice(2)]), doubtful([alice(50)]), end([alice(0, 0, 9)])];
    const ends = [small, large, unknown];
    const chosen = explained(left(alice(7)), { ends: [unknown], triesLeft: 9 }) ?? [];
    expect(doubtedEnds(left(alice(7)), chosen, ends)).toEqual([small]);
    expect(doubtedEnds(left(alice(2)), explained(left(alice(2)), { ends: [small], triesLeft: 9 }) ?? [], ends)).toEqual([]);
    const both = [{ end: small, way: 0 }, { end: unknown, way: 0 }];
    expect([doubtedEnds(left(alice(7)), both, ends), doubtedEnds(left(alice(10)), both, ends)]).toEqual([[small], []]);
    expect([isSized(small), isSized(unknown), isSized(end([alice(1)], [alice(0, 0, 1)]))]).toEqual([true, false, false]);
  });

  it('adds up the changes of an agent', () => {
    expect(merged([alice(1, 2, 3), bob(1), alice(4, -2, 1), bob(-1)])).toEqual([{ agent: 'alice', available: 5, held: 0, upTo: 4 }]);
    expect([merged([alice(0, 1)]), merged([alice(0, 0, 1)]), merged([{ agent: 'alice' }])].map((changes) => changes.length)).toEqual([1, 1, 0]);
  });
}); // prettier-ignore

describe('the books', () => {
  const of = (available: number, held = 0) => ({ availableMicros: available, heldMicros: held });
  const seeing = (available: number, held = 0, other = 0): Balances => new Map([['alice', of(available, held)], ['bob', of(other)]]);
  const books = () => {
    const own = new ExpectedBalances();
    for (const agent of ['alice', 'bob']) own.open(agent);
    return own;
  };

  it('say what they do not explain', () => {
    const own = books();
    own.move('alice', 10, 2);
    own.open('alice');
    own.move('carol', 5);
    expect([own.knows('alice'), own.knows('carol'), own.available('alice'), own.held('alice'), own.available('carol'), own.held('carol')]).toEqual([true, false, 10, 2, 0, 0]);
    expect([own.unexplained(seeing(10, 2)), own.unexplained(seeing(11, 2)), own.unexplained(seeing(10, 1)), own.unexplained(new Map())]).toEqual([[], [{ agent: 'alice', available: 1, held: 0 }], [{ agent: 'alice', available: 0, held: -1 }], [{ agent: 'alice', available: -10, held: -2 }]]);
  });

  it('take ends out once they have happened or are settled', () => {
    const own = books();
    const seen: (string | boolean)[] = [];
    const first = own.expectEnd({ ways: [{ changes: [alice(5)], follows: (sure) => void seen.push('first', sure) }] });
    const second = own.expectEnd({ ways: [{ changes: [alice(7)], follows: (sure) => void seen.push('second', sure) }] });
    expect([own.isOpen(first), own.isSettled('alice'), own.isSettled('bob')]).toEqual([true, false, true]);
    expect([own.unexplained(seeing(5)), own.isOpen(first), own.isOpen(second), seen, own.unexplained(seeing(10)).length]).toEqual([[], false, true, ['first', true], 1]);
    own.settled(second);
    expect([own.isOpen(second), own.isSettled('alice'), own.unexplained(seeing(12)).length]).toEqual([false, true, 1]);
    own.expectEnd({ isStep: true, ways: [{ changes: [alice(1)] }] });
    expect([own.isSettled('alice'), own.unexplained(seeing(6), 'trading').length, own.unexplained(seeing(6))]).toEqual([true, 1, []]);
  });

  it('take the money of a loose agent as it is: between requests, and in those of its service', () => {
    const own = books();
    own.loosen('alice', 'casino');
    expect([own.isLoose('alice'), own.isSettled('alice'), own.mayDrift('alice', 'casino'), own.mayDrift('alice', 'wallet'), own.mayDrift('alice', undefined), own.mayDrift('bob', undefined)]).toEqual([true, false, true, false, true, false]);
    expect([own.unexplained(seeing(3, 1), 'wallet').length, own.unexplained(seeing(3, 1), 'casino'), own.available('alice'), own.held('alice'), own.unexplained(seeing(9))]).toEqual([1, [], 3, 1, []]);
    own.loosen('alice', anyService);
    expect(own.unexplained(seeing(2), 'wallet')).toEqual([]);
    own.applyBelated([alice(5), bob(5)]);
    expect([own.available('alice'), own.available('bob')]).toEqual([2, 5]);
  });

  it('say once that money is seen no more', () => {
    const own = books();
    const heard: string[] = [];
    const listens = (needs: 'available' | 'held') => own.whenUnseen('alice', { needs, run: () => void heard.push(needs) });
    listens('available');
    listens('held');
    own.blur('bob', 'x');
    expect(heard).toEqual([]);
    own.blur('alice', 'x');
    own.blur('alice', 'y');
    expect([heard, own.isVague('alice'), own.isSettled('alice')]).toEqual([['available'], true, false]);
    own.clear('alice', 'x');
    expect(own.isVague('alice')).toBe(true);
    own.clear('alice', 'y');
    own.clear('alice', 'z');
    expect(own.isVague('alice')).toBe(false);
    own.loosen('alice', 'casino');
    expect(heard).toEqual(['available', 'held']);
    listens('held');
    expect(heard).toEqual(['available', 'held', 'held']);
  });

  it('look at what a vague agent holds back alone', () => {
    const own = books();
    own.move('alice', 10, 4);
    own.blur('alice', 'x');
    own.expectEnd({ ways: [{ changes: [alice(99, -4)] }] });
    expect([own.unexplained(seeing(3, 4)), own.unexplained(seeing(5, 0)), own.held('alice')]).toEqual([[], [], 0]);
    expect(own.unexplained(seeing(5, 1))).toEqual([{ agent: 'alice', available: 0, held: 1 }]);
  });

  it('decide at once where there is one way of a known size', () => {
    const own = books();
    const seen: boolean[] = [];
    own.decide([]);
    own.decide([{ changes: [alice(4)], follows: (sure) => void seen.push(sure) }]);
    expect([own.available('alice'), seen]).toEqual([4, [true]]);
    const decided = (ways: readonly EndWay[], available: number) => {
      const other = books();
      other.decide(ways);
      return [other.unexplained(seeing(available), 'trading').length, other.available('alice'), other.unexplained(seeing(available), 'trading').length];
    };
    const names: string[] = [];
    const way = (change: Change, name: string): EndWay => ({ changes: [change], follows: () => void names.push(name) });
    expect([decided([way(alice(4, 0, 3), 'a')], 6), names.splice(0)]).toEqual([[0, 6, 0], ['a']]);
    expect([decided([way(alice(4), 'a'), way(alice(1), 'b')], 4), names.splice(0)]).toEqual([[0, 4, 0], ['a']]);
    expect([decided([way(alice(4), 'a'), way(alice(1), 'b')], 1), names.splice(0)]).toEqual([[0, 1, 0], ['b']]);
    expect([decided([way(alice(4), 'a'), way(alice(1), 'b')], 2), names.splice(0)]).toEqual([[1, 4, 1], ['a']]);
  });

  it('follow an agent no further where too many ends could explain it', () => {
    const after = (count: number, change: Change) => {
      const own = books();
      for (let at = 0; at < count; at += 1) own.expectEnd({ ways: [{ changes: [change] }] });
      return [own.unexplained(seeing(3)).length, own.isLoose('alice'), own.available('alice')];
    };
    expect([after(41, bob(1)), after(40, bob(1)), after(5, alice(1000)), after(16, alice(1000))]).toEqual([[0, true, 3], [1, false, 0], [1, false, 0], [0, true, 3]]);
  });

  it('call what is in doubt by what an amount of unknown size may have been', () => {
    const own = books();
    const heard: string[] = [];
    const small = own.expectEnd({ ways: [{ changes: [alice(2)] }], doubted: () => void heard.push('small') });
    own.expectEnd({ ways: [{ changes: [alice(0, 0, 9)], follows: () => void heard.push('unknown') }] });
    expect([own.unexplained(seeing(7)), heard, own.isOpen(small), own.available('alice')]).toEqual([[], ['unknown', 'small'], true, 7]);
  });
}); // prettier-ignore
