/** How much the feed of prices computes and keeps: no price depends on it, but a long run of all markets does. */
import { describe, expect, it } from 'vitest';
import { Streams } from '../../../../src/core/kernel/stream.ts';
import { Markets } from '../../../../src/platform/services/trading/markets.ts';
import { BlockSeries } from '../../../../src/platform/services/trading/block-series.ts';
import { PriceFeed } from '../../../../src/platform/services/trading/price-feed.ts';

const dayMinutes = 1_440;

/** A feed, and how often each of the streams that it draws from has been asked for. */
function watchedFeed() {
  const streams = new Streams('7');
  const asked = new Map<string, number>();
  const stream = (path: string) => {
    asked.set(path, (asked.get(path) ?? 0) + 1);
    return streams.stream(path);
  };
  const { assets } = new Markets({ stream, counted: 'perpetuals' });
  const feed = new PriceFeed({ originMs: 0, stream, clustering: 'clustered', jumps: [] });
  /** Of the streams below a path, by the rest of their paths. */
  const below = (path: string) =>
    [...asked].flatMap(([name, times]) =>
      name.startsWith(path) ? [[name.slice(path.length), times] as const] : [],
    );
  return { assets, feed, below };
}

describe('days that are made for several assets together', () => {
  it('are each made once for each asset, and their common returns once for all', () => {
    const { assets, feed, below } = watchedFeed();
    const [one, two, three] = assets as [(typeof assets)[0], (typeof assets)[0], (typeof assets)[0]];
    feed.mid(two, 3 * dayMinutes);
    feed.reach([one, two, three], 6 * dayMinutes + 5);
    // Six days lie before that minute; the seventh is made where a price of it is read.
    expect(below('trading/price/').map(([, times]) => times)).toEqual(Array.from({ length: 18 }, () => 1));
    // Once for the asset that was read, and once more for both others, day by day: three days are kept.
    expect(below('trading/common/')).toEqual([['0', 2], ['1', 2], ['2', 2], ['3', 2], ['4', 1], ['5', 1]]);
    expect(feed.daysHeld).toBe(9);
    for (const asset of [one, two, three]) feed.mid(asset, 6 * dayMinutes);
    expect(below('trading/price/')).toHaveLength(21);
    expect(below('trading/common/').at(-1)).toEqual(['6', 1]);
    expect(feed.daysHeld).toBe(9);
  }); // prettier-ignore

  it('are not made again, and none of them on the day of the minute itself', () => {
    const { assets, feed, below } = watchedFeed();
    const some = assets.slice(0, 2);
    feed.reach(some, dayMinutes - 1);
    expect(below('trading/price/')).toEqual([]);
    feed.reach(some, dayMinutes);
    feed.reach(some, 2 * dayMinutes - 1);
    expect(below('trading/price/').map(([, times]) => times)).toEqual([1, 1]);
    feed.reach(some, 2 * dayMinutes);
    expect(below('trading/price/').map(([, times]) => times)).toEqual([1, 1, 1, 1]);
  });
});

it('a minute of a day that was read last is read without computing anything', () => {
  const { assets, feed, below } = watchedFeed();
  const asset = assets[0]!;
  for (const step of [5, 2_000, 2_001, 5, 2_000, 4_000, 2_000, 5]) feed.mid(asset, step);
  // The third day takes nothing away: three are kept.
  expect(below('trading/price/').map(([, times]) => times)).toEqual([1, 1, 1]);
  feed.mid(asset, 3 * dayMinutes);
  feed.mid(asset, 5);
  expect(below(`trading/price/${asset.name}/`)).toEqual([['0', 2], ['1', 1], ['2', 1], ['3', 1]]);
}); // prettier-ignore

describe('a series in blocks', () => {
  const seriesOf = (kept: number, made: number[]) =>
    new BlockSeries<number, number>({
      first: 0,
      kept,
      make: (start, index) => {
        made.push(index);
        return { block: start, next: start + 1 };
      },
    });

  it('counts the blocks that were made, and makes the next one', () => {
    const made: number[] = [];
    const series = seriesOf(2, made);
    expect([series.made, series.size]).toEqual([0, 0]);
    series.makeNext();
    series.makeNext();
    expect([series.made, series.size, made]).toEqual([2, 2, [0, 1]]);
    expect([series.block(1), series.block(0), made]).toEqual([1, 0, [0, 1]]);
    series.makeNext();
    expect([series.made, series.size, series.block(2), made]).toEqual([3, 2, 2, [0, 1, 2]]);
  });

  it('drops the block that was made longest ago, and one that is made again is the newest', () => {
    const made: number[] = [];
    const series = seriesOf(2, made);
    series.block(2);
    series.block(0);
    series.block(2);
    expect(made).toEqual([0, 1, 2, 0]);
    series.block(1);
    series.block(0);
    expect(made).toEqual([0, 1, 2, 0, 1]);
    expect([series.made, series.size]).toEqual([3, 2]);
  });

  it('keeps a block at least', () => {
    expect(() => seriesOf(0, [])).toThrow('a series keeps the block it has just made');
    expect(seriesOf(1, []).block(4)).toBe(4);
    expect(() => seriesOf(1, []).block(-1)).toThrow('block -1 follows a block that was made');
  });
});
