/** How often a market looks at its positions: most minutes at none, for each has its sound range. */
import { describe, expect, it } from 'vitest';
import { DoubtfulPositions } from '../../../../src/platform/services/trading/doubtful-positions.ts';
import type { Position } from '../../../../src/platform/services/trading/position.ts';

/** A hundred million lots are worth 100 micros a tick; opened at a mark of 100,000. */
function watched(leverage: number, side: 'buy' | 'sell' = 'buy') {
  const [lots, costMicros] = [100_000_000, 10_000_000];
  const position = { side, lots, costMicros, marginMicros: costMicros / leverage } as Position;
  let looks = 0;
  const proxy = new Proxy(position, {
    get: (target, field) => {
      if (field === 'marginMicros') looks += 1;
      return Reflect.get(target, field) as unknown;
    },
  });
  /** How often its sound range was worked out since this was asked last. */
  const taken = (): number => {
    const since = looks;
    looks = 0;
    return since;
  };
  return { position: proxy, taken };
}

describe('a position that is sound two per cent around', () => {
  it('is looked at again where the mark has moved so far, and not before', () => {
    const { position, taken } = watched(2);
    const doubtful = new DoubtfulPositions();
    const looksAt = (mark: number): number => {
      expect(doubtful.at(mark, [position])).toEqual([]);
      return taken();
    };
    expect([100_000, 100_001, 101_999, 98_001].map(looksAt)).toEqual([1, 0, 0, 0]);
    // From the mark of the last look on.
    expect([102_000, 103_999, 99_961].map(looksAt)).toEqual([1, 0, 0]);
    expect([99_960, 97_961, 101_959].map(looksAt)).toEqual([1, 0, 0]);
  });

  it('is looked at with the next mark where it has changed, and with all others after 33 changes', () => {
    const [changing, other] = [watched(2), watched(2)];
    const open = [changing.position, other.position];
    const doubtful = new DoubtfulPositions();
    const looks = (): number[] => {
      expect(doubtful.at(100_000, open)).toEqual([]);
      return [changing.taken(), other.taken()];
    };
    expect([looks(), looks()]).toEqual([[1, 1], [0, 0]]);
    doubtful.changed(changing.position);
    expect([looks(), looks()]).toEqual([[1, 0], [0, 0]]);
    for (let change = 2; change <= 32; change += 1) doubtful.changed(changing.position);
    expect(looks()).toEqual([1, 0]);
    doubtful.changed(changing.position);
    expect([looks(), looks()]).toEqual([[1, 1], [0, 0]]);
    // Counted from there on.
    doubtful.changed(changing.position);
    expect(looks()).toEqual([1, 0]);
  }); // prettier-ignore
});

describe('positions in doubt', () => {
  it.each([
    // Where about a hundredth of the worth is left of the margin.
    ['buy', 92_000, 90_920, 90_919],
    ['sell', 108_000, 108_900, 108_901],
  ] as const)('are looked at once, and then only where a mark leaves the sound range of one (%s)', (side, start, quiet, reached) => {
    const [near, far] = [watched(10, side), watched(2, side)];
    const open = [far.position, near.position];
    const doubtful = new DoubtfulPositions();
    const looks = (mark: number): number[] => {
      doubtful.at(mark, open);
      return [near.taken(), far.taken()];
    };
    // The first look is at all; the second, of those in doubt, for the range in which all of them are sound.
    expect(looks(start)).toEqual([2, 1]);
    expect([looks(quiet), looks(start)]).toEqual([[0, 0], [0, 0]]);
    expect(looks(reached)).toEqual([1, 0]);
    expect(doubtful.at(reached, open)).toEqual([near.position]);
  }); // prettier-ignore

  it('that are closed are passed over', () => {
    const { position, taken } = watched(10);
    const doubtful = new DoubtfulPositions();
    doubtful.at(92_000, [position]);
    position.lots = 0;
    doubtful.changed(position);
    taken();
    expect([doubtful.at(92_000, []), doubtful.at(92_100, []), taken()]).toEqual([[], [], 0]);
  });
});
