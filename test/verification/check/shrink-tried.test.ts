/** Every scenario that is tried around the last operation, in order: few of one kind, halves, single ones, pairs. */
import { describe, expect, it } from 'vitest';
import type { OperationSource } from '../../../src/simulation/scenario/schema.ts';
import type { ShrinkBounds } from '../../../src/verification/check/shrink.ts';
import { shrinkToLast } from '../../../src/verification/check/shrink-to-last.ts';
import type { ScenarioSource } from '../../../src/verification/check/source.ts';
import { describeKept } from '../../kept-digests.ts';

type Keeps = (calls: readonly string[], source: ScenarioSource) => boolean;

/** Operations named by words, each an hour after the one before. */
const operations = (words: string): OperationSource[] =>
  words.split(' ').map((word, place) => ({ by: 'a', do: `POST /${word}`, at: `${place}h` }));
const many = (count: number): string =>
  [...Array.from({ length: count - 1 }, (_, place) => `${'abcdefgh'[place % 8]}x`), 'bet'].join(' ');

const whole: Partial<ScenarioSource> = {
  population: [{ agent: 'gambler', count: 5 }],
  network: { latency: { median: '10ms' } },
  faults: [{ at: '1h', service: 'casino', kind: 'outage', for: '1h' }],
};

const callsOf = ({ operations: all = [] }: ScenarioSource): string[] => all.map((each) => each.do.slice(6));
const count = (calls: readonly string[], word: string): number =>
  calls.filter((call) => call === word).length;

async function triedFor(source: Partial<ScenarioSource>, keeps: Keeps, bounds: ShrinkBounds = {}) {
  const tried: unknown[] = [];
  const result = await shrinkToLast(
    { name: 'made up', seed: '1', for: '2d', ...source },
    async (candidate) => {
      tried.push([
        Object.keys(candidate).join(),
        candidate.for,
        (candidate.operations ?? []).map(({ do: call, at, by }) => [call, at, by].join(' ')),
      ]);
      return keeps(callsOf(candidate), candidate);
    },
    bounds,
  );
  return { tried, ...result };
}

const mixed = 'join buy look buy sell buy look buy buy bet';
const never: Keeps = () => false;
const isBalanced: Keeps = (calls) =>
  calls.includes('join') && count(calls, 'buy') - count(calls, 'sell') >= 2 && count(calls, 'look') % 2 === 0;
const isPaired: Keeps = (calls) =>
  calls.includes('need') && count(calls, 'give') === count(calls, 'take') + 1;

describe('what is tried', () => {
  const cases: Record<string, [Partial<ScenarioSource>, Keeps, ShrinkBounds?]> = {
    'of no operations': [{}, never],
    'of no operations and a population': [whole, (_, { population }) => population !== undefined],
    'of a single one': [{ operations: operations('bet'), ...whole }, never],
    'of two': [{ operations: operations('join bet') }, never],
    'of what nothing may leave': [{ operations: operations(mixed), ...whole }, never],
    'of what may go in whole': [{ operations: operations(mixed), ...whole }, () => true],
    'of what needs two of a kind': [{ operations: operations(mixed), ...whole }, isBalanced],
    'of what needs its times': [
      { operations: operations(mixed), ...whole },
      (calls, { operations: all = [] }) => calls.length > 2 && all.some(({ at }) => at !== undefined),
    ],
    'of what needs its surroundings': [
      { operations: operations(mixed), ...whole },
      (calls, { population }) => population !== undefined && calls.includes('buy'),
    ],
    'of pairs': [{ operations: operations('join give need take give bet') }, isPaired],
    'of as many as have pairs': [{ operations: operations(many(25)) }, never],
    'of more than have pairs': [{ operations: operations(many(26)) }, never],
    'of many that must be as many': [
      { operations: operations(many(24)) },
      (calls) => calls.length % 2 === 0 && calls.length > 9,
    ],
    'in three tries': [{ operations: operations(mixed) }, isBalanced, { triesMax: 3 }],
  };
  describeKept(
    new URL('shrink-tried.json', import.meta.url),
    Object.entries(cases).map(([name, [source, keeps, bounds]]) => ({
      name,
      made: async () => {
        const { tried, ...result } = await triedFor(source, keeps, bounds);
        return [...tried, result];
      },
    })),
  );
});

describe('the end of a search', () => {
  it.each([0, 1, 5, 40])('after %s tries', async (triesMax) => {
    const { tried, tries, isFinished } = await triedFor({ operations: operations(mixed) }, never, {
      triesMax,
    });
    expect([tried.length, tries, isFinished]).toEqual([triesMax, triesMax, false]);
  });

  it('of what is over at once changes nothing', async () => {
    const all = operations(mixed);
    const { tried, source } = await triedFor({ operations: all }, () => true, { isOver: () => true });
    expect([tried, source.operations]).toEqual([[], all]);
  });

  it('of what is never over', async () => {
    const { tries, isFinished, source } = await triedFor(
      { operations: operations('join look bet') },
      () => true,
    );
    expect([callsOf(source), isFinished]).toEqual([['bet'], true]);
    expect(tries).toBeLessThan(10);
  });
});
