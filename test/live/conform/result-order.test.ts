/** The order of what a result lists, and what it leaves out where there is nothing to say. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ConformedRun } from '../../../src/live/conform/conform-call.ts';
import type { Exchange } from '../../../src/live/conform/exchange.ts';
import { conformResult, type Parts } from '../../../src/live/conform/result.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { answerOf, exchangesOf, open } from './exchanges.ts';

const target = readTarget(
  'toy.yaml',
  'name: toy\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:1" }\n',
);

function resultOf(exchanges: readonly Exchange[], changes: Partial<Parts> = {}) {
  const run = {
    name: 'a run',
    agents: 1,
    exchanges,
    findings: [],
    failedChecks: new Map(),
    hidden: [],
    leftOut: { unlisted: new Map(), withheld: new Map() },
    fromKeys: 0,
    happenings: new Map(),
  } as unknown as ConformedRun;
  return conformResult({
    call: { target, seed: '1', namespace: 'x' },
    runs: [run],
    causes: [],
    left: [],
    policyHash: null,
    sent: 0,
    stopped: null,
    seconds: 1,
    notes: [],
    ...changes,
  } as unknown as Parts);
}

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
