/** Differences that no search has looked at belong to the cause that they may follow from, or are one of their own. */
import { describe, expect, it } from 'vitest';
import type { Cause, FinishedRun } from '../../../src/live/conform/causes.ts';
import { keyOf, type Exchange, type FoundDifference } from '../../../src/live/conform/exchange.ts';
import { withUnsearched } from '../../../src/live/conform/unsearched.ts';
import { exchangesOf, open } from './exchanges.ts';

const runOf = (changes: Parameters<typeof exchangesOf>[0]): FinishedRun =>
  ({ scenario: { name: 'run' }, exchanges: exchangesOf(changes) }) as unknown as FinishedRun;

const causeOf = (call: string, difference: FoundDifference, change: Partial<Cause> = {}): Cause => ({
  call,
  difference,
  keys: new Set([keyOf(call, difference)]),
  followers: [],
  source: { name: 's', seed: '1', for: '1s' },
  exchanges: [],
  scenario: {} as Cause['scenario'],
  tries: 3,
  why: null,
  ...change,
});

const asked = (by: string, request: string, change: Partial<Exchange> = {}): Partial<Exchange> => ({
  operation: { by, do: request },
  ...change,
});

const status = open({ kind: 'status', field: '', recorded: '200', live: '400 X' });
const fee = open({ field: '/fee' });
const state = open({ kind: 'value', field: '/state', recorded: '"a"', live: '"b"' });

const shortOf = ({ call, difference, followers, why, tries, source }: Cause) => ({
  call, field: difference.field, followers: followers.length, why, tries, isFound: source !== undefined,
}); // prettier-ignore

const notSearched = 'it was not looked for: --causes or --shrink-for was used up';
const without = { followers: 0, why: notSearched, tries: 0, isFound: false };

describe('differences that were not searched for', () => {
  it('leave the causes as they are where there are none', () => {
    const found = { causes: [causeOf('a/B/x', status)], left: [] };
    const causes = withUnsearched([runOf([{ call: 'a/B/x', differences: [status] }])], found);
    expect(causes).toEqual(found.causes);
    expect(causes).not.toBe(found.causes);
    const swapped = [causeOf('a/B/y', state), causeOf('a/B/x', status)];
    const run = runOf([
      asked('alice', 'POST /x', { call: 'a/B/x', differences: [status] }),
      asked('bob', 'GET /y', { call: 'a/B/y', differences: [state] }),
    ]);
    expect(withUnsearched([run], { causes: swapped, left: [] })).toEqual(swapped);
  });

  it('follow from the first cause that shares their group, and from one that is not the first', () => {
    const tax = open({ kind: 'value', field: '/tax', recorded: '"a"', live: '"b"' });
    const run = runOf([
      asked('alice', 'POST /x', { call: 'a/B/x', differences: [status] }),
      asked('alice', 'GET /y', { call: 'a/B/y', differences: [state] }),
      asked('bob', 'POST /x', { call: 'a/B/z', differences: [{ ...status, live: '409 Z' }] }),
      asked('bob', 'GET /y', { call: 'a/B/t', differences: [tax] }),
    ]);
    const other = { ...status, live: '409 Z' };
    const causes = [causeOf('a/B/x', status), causeOf('a/B/y', state), causeOf('a/B/z', other)];
    const left = [keyOf('a/B/t', tax)];
    expect(withUnsearched([run], { causes, left }).map(({ call, followers }) => [call, followers])).toEqual([
      ['a/B/x', []],
      ['a/B/y', []],
      ['a/B/z', left],
    ]);
    const [first, second] = [causeOf('a/B/x', status), causeOf('a/B/y', state)];
    const rest = runOf([
      asked('alice', 'POST /x', { call: 'a/B/x', differences: [status] }),
      asked('alice', 'GET /y', { call: 'a/B/y', differences: [state] }),
      asked('alice', 'GET /t', { call: 'a/B/t', differences: [tax] }),
    ]);
    withUnsearched([rest], { causes: [first, second], left });
    expect([first.followers, second.followers]).toEqual([left, []]);
  });

  it('follow from the earliest group of a cause, which stands where it showed first', () => {
    const tax = open({ kind: 'value', field: '/tax', recorded: '"a"', live: '"b"' });
    const other = { ...status, live: '409 Z' };
    const run = runOf([
      asked('alice', 'POST /x', { call: 'a/B/x', differences: [status] }),
      asked('carol', 'GET /w', { call: 'a/B/w', differences: [state] }),
      asked('bob', 'POST /z', { call: 'a/B/z', differences: [other] }),
      asked('alice', 'GET /t', { call: 'a/B/t', differences: [tax] }),
    ]);
    const both = causeOf('a/B/x', status, { keys: new Set([keyOf('a/B/z', other), keyOf('a/B/x', status)]) });
    const left = [keyOf('a/B/t', tax)];
    const causes = withUnsearched([run], { causes: [causeOf('a/B/w', state), both], left });
    expect(causes.map(({ call, followers }) => [call, followers])).toEqual([
      ['a/B/x', left],
      ['a/B/w', []],
    ]);
  });

  it('follow from a known cause of the same agent', () => {
    const runs = [
      runOf([
        asked('alice', 'POST /x', { call: 'a/B/x', differences: [status] }),
        asked('alice', 'GET /y', { call: 'a/B/y', differences: [state] }),
      ]),
    ];
    const left = [keyOf('a/B/y', state)];
    const causes = withUnsearched(runs, { causes: [causeOf('a/B/x', status)], left });
    expect(causes.map(shortOf)).toEqual([
      { call: 'a/B/x', field: '', followers: 1, why: null, tries: 3, isFound: true },
    ]);
    expect(causes[0]?.followers).toEqual(left);
  });

  it('are causes without a sequence where they follow from none, and why is said', () => {
    const runs = [
      runOf([
        asked('alice', 'POST /x', { call: 'a/B/x', differences: [status] }),
        asked('bob', 'GET /y', { call: 'a/B/y', differences: [state] }),
      ]),
    ];
    const causes = withUnsearched(runs, {
      causes: [causeOf('a/B/x', status)],
      left: [keyOf('a/B/y', state)],
    });
    expect(causes.map(shortOf)).toEqual([
      { call: 'a/B/x', field: '', followers: 0, why: null, tries: 3, isFound: true },
      { call: 'a/B/y', field: '/state', ...without },
    ]);
    expect(causes[1]).toMatchObject({ exchanges: [], scenario: { name: 'run' } });
    expect([...(causes[1]?.keys ?? [])]).toEqual([keyOf('a/B/y', state)]);
  });

  it('keep the tries and the reason of a search that came to no sequence', () => {
    const tried = causeOf('a/B/y', state, { source: undefined, tries: 9, why: 'the time was over' });
    const other = causeOf('a/B/z', fee, { source: undefined, tries: 4, why: 'another' });
    const runs = [
      runOf([
        asked('alice', 'GET /y', { call: 'a/B/y', differences: [state] }),
        asked('bob', 'GET /z', { call: 'a/B/z', differences: [fee] }),
      ]),
    ];
    expect(withUnsearched(runs, { causes: [other, tried], left: [] }).map(shortOf)).toEqual([
      { call: 'a/B/y', field: '/state', followers: 0, why: 'the time was over', tries: 9, isFound: false },
      { call: 'a/B/z', field: '/fee', followers: 0, why: 'another', tries: 4, isFound: false },
    ]);
  });

  it('stand in the order in which they showed first, and leave what is explained alone', () => {
    const drawn = { ...fee, explanation: 'drawn' as const };
    const runs = [
      runOf([
        asked('bob', 'GET /y', { call: 'a/B/y', differences: [drawn, state] }),
        asked('alice', 'POST /x', { call: 'a/B/x', differences: [status] }),
      ]),
    ];
    const left = [keyOf('a/B/y', state), keyOf('a/B/y', fee)];
    const causes = withUnsearched(runs, { causes: [causeOf('a/B/x', status)], left });
    expect(causes.map(({ call }) => call)).toEqual(['a/B/y', 'a/B/x']);
    expect(causes[0]?.difference).toEqual(state);
  });

  it('keeps causes that no run shows', () => {
    const known = causeOf('a/B/gone', fee);
    const runs = [runOf([asked('bob', 'GET /y', { call: 'a/B/y', differences: [state] })])];
    const causes = withUnsearched(runs, { causes: [known], left: [keyOf('a/B/y', state), 'no such key'] });
    expect(causes.map(({ call }) => call).toSorted()).toEqual(['a/B/gone', 'a/B/y']);
  });

  it.each<[string, boolean, Partial<Exchange>[]]>([
    ['an agent that the body names, once registered', true, [
      asked('bob', 'POST /register', { operation: { by: 'bob', do: 'POST /register', body: { agent_id: 'bobby' } } }),
      asked('alice', 'POST /pay', { operation: { by: 'alice', do: 'POST /pay', body: { to: ['bobby'] } }, call: 'a/B/x', differences: [status] }),
      asked('bob', 'GET /y', { call: 'a/B/y', differences: [state] }),
    ]],
    ['an agent whose name was given to another one before', false, [
      asked('bob', 'POST /register', { operation: { by: 'bob', do: 'POST /register', body: { agent_id: 'one' } } }),
      asked('carol', 'POST /register', { operation: { by: 'carol', do: 'POST /register', body: { agent_id: 'one' } } }),
      asked('alice', 'POST /pay', { operation: { by: 'alice', do: 'POST /pay', body: { to: 'one' } }, call: 'a/B/x', differences: [status] }),
      asked('carol', 'GET /y', { call: 'a/B/y', differences: [state] }),
    ]],
    ['the agents of what is referred to', true, [
      asked('bob', 'POST /x', { operation: { by: 'bob', do: 'POST /x', as: 'c0' } }),
      asked('alice', 'POST /x', { operation: { by: 'alice', do: 'POST /x/${c0:/id}' }, call: 'a/B/x', differences: [status] }),
      asked('bob', 'GET /y', { call: 'a/B/y', differences: [state] }),
    ]],
    ['the thing that both refer to', true, [
      asked('carol', 'POST /x', { operation: { by: 'carol', do: 'POST /x', as: 'c0' } }),
      asked('alice', 'POST /x', { operation: { by: 'alice', do: 'POST /x/${c0:/id}' }, call: 'a/B/x', differences: [status] }),
      asked('bob', 'GET /y', { operation: { by: 'bob', do: 'GET /y/${c0:/id}' }, call: 'a/B/y', differences: [state] }),
    ]],
    ['the thing of a later request', true, [
      asked('dora', 'GET /w'),
      asked('carol', 'POST /x', { operation: { by: 'carol', do: 'POST /x', as: 'c1' } }),
      asked('alice', 'POST /x', { operation: { by: 'alice', do: 'POST /x/${c1:/id}' }, call: 'a/B/x', differences: [status] }),
      asked('carol', 'GET /y', { call: 'a/B/y', differences: [state] }),
    ]],
    ['a label that no request has', false, [
      asked('alice', 'POST /x/${none:/id}', { call: 'a/B/x', differences: [status] }),
      asked('bob', 'GET /y/${none:/id}', { call: 'a/B/y', differences: [state] }),
    ]],
    ['texts that name no agent', false, [
      asked('alice', 'POST /x', { operation: { by: 'alice', do: 'POST /x', body: { to: 'one' } }, call: 'a/B/x', differences: [status] }),
      asked('bob', 'GET /y', { operation: { by: 'bob', do: 'POST /y', body: { to: 'two' } }, call: 'a/B/y', differences: [state] }),
    ]],
    ['a name of no agent', false, [
      asked('bob', 'POST /register', { operation: { by: 'bob', do: 'POST /register', body: { agent_id: 7 } } }),
      asked('alice', 'POST /pay', { operation: { by: 'alice', do: 'POST /pay', body: { to: '7', for: null } }, call: 'a/B/x', differences: [status] }),
      asked('bob', 'GET /y', { call: 'a/B/y', differences: [state] }),
    ]],
  ])('follow through %s: %s', (_what, follows, changes) => {
    const found = { causes: [causeOf('a/B/x', status)], left: [keyOf('a/B/y', state)] };
    expect(withUnsearched([runOf(changes)], found).map(({ followers }) => followers.length)).toEqual(
      follows ? [1] : [0, 0],
    );
  }); // prettier-ignore

  it('of another run are about other agents, although they have the same names', () => {
    const first = [asked('alice', 'POST /x', { call: 'a/B/x', differences: [status] })];
    const second = [asked('alice', 'GET /y', { call: 'a/B/y', differences: [state] })];
    const found = { causes: [causeOf('a/B/x', status)], left: [keyOf('a/B/y', state)] };
    expect(withUnsearched([runOf(first), runOf(second)], found)).toHaveLength(2);
    expect(withUnsearched([runOf([...first, ...second])], { ...found, causes: [causeOf('a/B/x', status)] })).toHaveLength(1);
  }); // prettier-ignore

  it('follow the deadline of a thing that both refer to, but not those of its agents', () => {
    const late = open({ kind: 'time', field: '/at' });
    const run = (path: string): FinishedRun =>
      runOf([
        asked('alice', 'POST /x', { operation: { by: 'alice', do: 'POST /x', as: 'c0' } }),
        asked('alice', 'GET /x/${c0:/id}', { call: 'a/B/x', differences: [late] }),
        asked('alice', path, { call: 'a/B/y', differences: [state] }),
      ]);
    const left = [keyOf('a/B/y', state)];
    const followers = (path: string) =>
      withUnsearched([run(path)], { causes: [causeOf('a/B/x', late)], left }).map((each) => each.followers);
    expect(followers('GET /y/${c0:/id}')).toEqual([left]);
    expect(followers('GET /y')).toEqual([[], []]);
  });

  it('stand in the order of the runs', () => {
    const none = asked('bob', 'GET /z');
    const runs = [
      runOf([none, asked('alice', 'GET /y', { call: 'a/B/y', differences: [state] })]),
      runOf([asked('alice', 'POST /x', { call: 'a/B/x', differences: [fee] })]),
    ];
    const left = [keyOf('a/B/x', fee), keyOf('a/B/y', state)];
    expect(withUnsearched(runs, { causes: [], left }).map(({ call }) => call)).toEqual(['a/B/y', 'a/B/x']);
  });

  it('belong to the group of their first occurrence', () => {
    const changes = [
      asked('alice', 'POST /x', { call: 'a/B/x', differences: [status] }),
      asked('alice', 'GET /y', { call: 'a/B/y', differences: [state] }),
      asked('bob', 'GET /y', { call: 'a/B/y', differences: [state] }),
    ];
    const left = [keyOf('a/B/y', state)];
    const causes = withUnsearched([runOf(changes)], { causes: [causeOf('a/B/x', status)], left });
    expect(causes.map(({ call, followers }) => [call, followers])).toEqual([['a/B/x', left]]);
  });

  it('that occur again do not count again', () => {
    const runs = [
      runOf([
        asked('alice', 'POST /x', { call: 'a/B/x', differences: [status] }),
        ...[1, 2, 3].map(() => asked('alice', 'GET /y', { call: 'a/B/y', differences: [state] })),
      ]),
    ];
    const left = [keyOf('a/B/y', state)];
    const [cause] = withUnsearched(runs, { causes: [causeOf('a/B/x', status)], left });
    expect(cause?.followers).toEqual(left);
  });
});
