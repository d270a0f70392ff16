/** Lists of a live response: an item too few, one too many or one in another place is a difference wherever it stands. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAnswers, type Correlation } from '../../../src/live/traffic/compare/compare-answers.ts';
import { HiddenCounts, noRules } from '../../../src/live/traffic/compare/rules.ts';

function compared(
  recorded: unknown,
  live: unknown,
  changes: Partial<Pick<Correlation, 'rules' | 'isExisting' | 'asRecorded'>> = {},
) {
  const hidden = new HiddenCounts();
  const correlation: Correlation = {
    valueOf: (n) => `target-${n}`,
    isOwn: () => false,
    clean: (value) => value,
    hidden: (rule, field) => hidden.add(rule, field),
    rules: noRules,
    ...changes,
  };
  const found = compareAnswers({ status: 200, body: recorded }, { status: 200, body: live }, correlation);
  return { found: found.map(({ kind, field }) => `${kind} ${field}`), hidden: hidden.list() };
}

/** Items whose id refers to an earlier response, as recorded, and what the target calls them. */
const named = (count: number) => ({
  recorded: Array.from({ length: count }, (_, n) => ({ id: `\${${n}:/id}`, price: n })),
  live: Array.from({ length: count }, (_, n) => ({ id: `target-${n}`, price: n })),
});

const sizes = fc.integer({ min: 1, max: 12 });
const inserted = <T>(items: readonly T[], item: T, at: number): T[] =>
  items.toSpliced(at % (items.length + 1), 0, item);

describe('a list of items with names', () => {
  it('is the same as itself, and nothing is left out', () => {
    fc.assert(
      fc.property(sizes, (size) => {
        const { recorded, live } = named(size);
        expect(compared({ items: recorded }, { items: live })).toEqual({ found: [], hidden: [] });
      }),
    );
  });

  it('with an item too many is different, wherever the item stands and whatever it is', () => {
    const extras = fc.oneof(
      fc.record({ id: fc.string(), price: fc.integer() }),
      fc.constant({ id: 'target-0', price: 0 }),
      fc.constant(null),
      fc.string(),
    );
    fc.assert(
      fc.property(sizes, extras, fc.nat(), (size, extra, at) => {
        const { recorded, live } = named(size);
        const { found } = compared({ items: recorded }, { items: inserted<unknown>(live, extra, at) });
        expect(found).toContain('shape /items/*');
      }),
    );
  });

  it('with an item too few is different', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 12 }), fc.nat(), (size, at) => {
        const { recorded, live } = named(size);
        const left = live.toSpliced(at % size, 1);
        expect(compared({ items: recorded }, { items: left }).found).toEqual(['shape /items/*']);
      }),
    );
  });

  it('in another order is different, unless the target file says that its order means nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 12 }), fc.nat(), (size, at) => {
        const { recorded, live } = named(size);
        const place = at % (size - 1);
        const swapped = live.with(place, live[place + 1]!).with(place + 1, live[place]!);
        expect(compared({ items: recorded }, { items: swapped }).found).toEqual(['order /items']);
        const rules = { ...noRules, unordered: ['/items'] };
        expect(compared({ items: recorded }, { items: swapped }, { rules })).toEqual({
          found: [],
          hidden: [{ rule: 'unordered', field: '/items', count: 1 }],
        });
      }),
    );
  });

  it('may have items that the target had before, which are counted', () => {
    const { recorded, live } = named(3);
    const old = { id: 'old', price: 1 };
    const isExisting = (item: unknown): boolean => item === old;
    expect(compared({ items: recorded }, { items: [old, ...live] }, { isExisting })).toEqual({
      found: [],
      hidden: [{ rule: 'existing', field: '/items/*', count: 1 }],
    });
  });
});

describe('a list of items without names', () => {
  const values = fc.array(fc.integer(), { minLength: 1, maxLength: 12 });

  it('has another length: different, whether it is longer or shorter', () => {
    fc.assert(
      fc.property(values, fc.integer(), fc.nat(), (items, extra, at) => {
        const longer = inserted(items, extra, at);
        expect(compared({ items }, { items: longer }).found).toEqual(['shape /items']);
        expect(compared({ items: longer }, { items }).found).toEqual(['shape /items']);
        expect(compared({ items: [] }, { items }).found).toEqual(['shape /items']);
      }),
    );
  });

  it('is compared place by place', () => {
    fc.assert(
      fc.property(values, fc.nat(), (items, at) => {
        const place = at % items.length;
        const changed = items.with(place, items[place]! + 1);
        expect(compared({ items }, { items }).found).toEqual([]);
        expect(compared({ items }, { items: changed }).found).toHaveLength(1);
      }),
    );
  });

  it('is compared by the first text of each item: its order is one difference, and no other is lost', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(['BTC', 'DOGE', 'ETH', 'SOL'], { minLength: 2 }),
        fc.nat(),
        (pairs, at) => {
          const items = pairs.map((pair, n) => ({ price: n, pair, side: 'buy' }));
          const place = at % items.length;
          const changed = items.with(place, { ...items[place]!, side: 'sell' });
          expect(compared({ items }, { items: changed }).found).toEqual(['value /items/*/side']);
          expect(compared({ items }, { items: changed.toReversed() }).found).toEqual([
            'order /items',
            'value /items/*/side',
          ]);
          const other = changed.toReversed().with(0, { price: 0, pair: 'XRP', side: 'buy' });
          expect(compared({ items }, { items: other }).found).toContain('value /items/*/pair');
        },
      ),
    );
    const rules = { ...noRules, unordered: ['/items'] };
    const [one, two] = [{ pair: 'BTC' }, { pair: 'ETH' }];
    expect(compared({ items: [one, two] }, { items: [two, one] }, { rules }).found).toEqual([]);
  });

  it('is no object and no text', () => {
    for (const live of [{}, 'x', null, 3]) {
      expect(compared({ items: [1] }, { items: live }).found).toEqual(['shape /items']);
    }
  });
});

describe('a list of agents of this run', () => {
  const asRecorded = (text: string): string => text.replace(/-k7m2$/, '');
  const row = (agent_id: string, prize: number) => ({ agent_id, prize });
  const recorded = { rows: [row('heron-1-aa22', 3), row('otter-2-bb33', 2)] };

  it('is matched by their names, which are none that the target has given out', () => {
    const live = { rows: [row('otter-2-bb33-k7m2', 3), row('heron-1-aa22-k7m2', 2)] };
    const { found } = compared(recorded, live, { asRecorded });
    expect(found).toEqual(['order /rows', 'amount /rows/*/prize', 'amount /rows/*/prize']);
  });

  it('is another one with another agent', () => {
    const live = { rows: [row('heron-1-aa22-k7m2', 3), row('raven-3-cc44-k7m2', 2)] };
    expect(compared(recorded, live, { asRecorded }).found).toEqual(['value /rows/*/agent_id']);
    const own = { rows: [row('heron-1-aa22-k7m2', 3), row('4f3c2b1a-99', 2)] };
    expect(compared(recorded, own, { asRecorded }).found).toEqual([]);
  });
});
