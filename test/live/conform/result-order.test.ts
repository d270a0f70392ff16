/** The order of what a result lists, and what it leaves out where there is nothing to say. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Exchange } from '../../../src/live/conform/exchange.ts';
import { conformResult, type Parts } from '../../../src/live/conform/result.ts';
import { answerOf, exchangesOf, open } from './exchanges.ts';
import { partsOf, runOf } from './result-parts.ts';

const resultOf = (exchanges: readonly Exchange[], changes: Partial<Parts> = {}) =>
  conformResult(partsOf([runOf(exchanges)], changes));

it('statuses come first, then reasons without an answer in the order of the alphabet, whatever came first', () => {
  const reasons = ['no address', 'reset', 'stopped', 'timeout', 'unsendable'];
  const lives = [...reasons.map((reason) => ({ kind: 'failed', reason })), answerOf(), answerOf({}, 404)];
  fc.assert(
    fc.property(fc.shuffledSubarray(lives, { minLength: lives.length }), (all) => {
      const { statusCounts } = resultOf(exchangesOf(all.map((live) => ({ live }) as Partial<Exchange>)));
      expect(Object.entries(statusCounts)).toEqual(['200', '404', ...reasons].map((name) => [name, 1]));
    }),
  );
});

it('a difference that is explained has no cause, even where the same one without an explanation has one', () => {
  const exchanges = exchangesOf([{ differences: [open({ explanation: 'noise' })] }, { differences: [open()] }]);
  const cause = {
    call: 'faucet/B/status', difference: open(), keys: new Set(['["faucet/B/status","amount","/fee"]']), followers: [],
    source: undefined, tries: 0, why: null, readings: [],
  };
  const { groups } = resultOf(exchanges, { causes: [cause] } as unknown as Partial<Parts>).differences;
  expect(groups.map(({ explanation, n, cause: place }) => [explanation, n, place])).toEqual([[null, 1, 0], ['noise', 0, null]]);
}); // prettier-ignore

it('a name that is learnt has a form only where the value has another one', () => {
  const names = [{ ours: '/a', theirs: '/b', confirmed: 2 }, { ours: '/c', theirs: '/d', as: 'number', confirmed: 3 }];
  const learned = [{ call: 'a/B/x', names, missing: [] }];
  expect(resultOf([], { learned } as unknown as Partial<Parts>).learned).toStrictEqual([
    {
      call: 'a/B/x',
      names: [{ field: '/a', at: '/b', confirmed: 2 }, { field: '/c', at: '/d', as: 'number', confirmed: 3 }],
      missing: [],
    },
  ]);
}); // prettier-ignore
