/** Where two recorded runs first differ, in words. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  firstDifference,
  type RunDifference,
} from '../../../../src/verification/check/metamorphic/first-difference.ts';
import type {
  RecordedRun,
  RunRelation,
  Variant,
} from '../../../../src/verification/check/metamorphic/relation.ts';
import { Transcript, type AnsweredCall } from '../../../../src/verification/check/metamorphic/transcript.ts';
import { recorded } from './recorded.ts';

let run: RecordedRun;

beforeAll(async () => {
  run = await recorded([
    { by: 'alice', do: 'GET /faucet/agents' },
    { by: 'bob', do: 'GET /faucet/agents' },
  ]);
});

const call: AnsweredCall = {
  atMs: 5,
  agent: 1,
  method: 'GET',
  path: '/x/alice',
  isKeyed: true,
  operation: 'a/b',
  status: 200,
  headers: { h: 1 },
  body: {},
};

/** The first run has the calls of the first list, the second those of the second. */
function differenceOf(
  [first, second]: readonly (readonly Partial<AnsweredCall>[])[],
  relation: Partial<RunRelation> = {},
  more: Partial<Variant> = {},
): RunDifference | undefined {
  run.transcript.calls.splice(0, Infinity, ...first!.map((one) => ({ ...call, ...one })));
  const transcript = new Transcript();
  transcript.calls.push(...second!.map((one) => ({ ...call, ...one })));
  const variant = {
    scenario: run.scenario,
    isCompared: () => true,
    asInFirst: (text: string) => text,
    ...more,
  };
  const whole = {
    about: 'in another light',
    unless: {},
    free: {},
    generated: {},
    varied: () => variant,
    ...relation,
  };
  return firstDifference(run, transcript, { relation: whole, variant });
}

const ofBodies = (first: unknown, second: unknown, relation: Partial<RunRelation> = {}): string | undefined =>
  differenceOf([[{ body: { v: first } }], [{ body: { v: second }, atMs: 5 }]], relation)?.message;

describe('two runs are alike', () => {
  it.each<[string, Partial<AnsweredCall>, Partial<AnsweredCall>]>([
    ['in all of an answer', {}, {}],
    ['whatever the operation is called', { operation: 'a' }, { operation: 'b', isKeyed: false }],
    [
      'with statuses and codes of refusals',
      { status: 400, body: { code: 'X' } },
      { status: 400, body: { code: 'X' } },
    ],
    ['with numbers that are none', { body: { a: NaN } }, { body: { a: NaN } }],
    ['with nothing', { body: { a: null } }, { body: { a: null } }],
    ['with an order of fields', { body: { a: 1, b: [2, { c: 3 }] } }, { body: { b: [2, { c: 3 }], a: 1 } }],
  ])('%s', (_, first, second) => {
    expect(differenceOf([[first], [second]])).toBeUndefined();
  });

  it('without calls', () => {
    expect(differenceOf([[], []])).toBeUndefined();
  });
});

describe('a difference', () => {
  it.each<[string, Partial<AnsweredCall>]>([
    ['atMs is 5, and 6 in another light', { atMs: 6 }],
    ['agent is 1, and 2 in another light', { agent: 2 }],
    ['call is "GET /x/alice", and "POST /x/alice" in another light', { method: 'POST' }],
    ['call is "GET /x/alice", and "GET /y" in another light', { path: '/y' }],
    ['status is 200, and 201 in another light', { status: 201 }],
    ['status is 200, and 399 in another light', { status: 399, body: { code: 'X' } }],
    ['/h is left out, and 1 in another light', { body: { h: 1 } }],
    ['headers/h is 1, and 2 in another light', { headers: { h: 2 } }],
    ['headers/h is 1, and left out in another light', { headers: {} }],
  ])('%s', (message, second) => {
    expect(differenceOf([[{}], [second]])).toEqual({
      atMs: second.atMs ?? 5,
      message: `GET /x/alice of bob: ${message}`,
    });
  });

  it.each([
    [399, 399, { code: 'X' }, { code: 'Y' }, '/code is "X", and "Y"'],
    [400, 400, { code: 'X' }, { code: 'Y' }, 'code is "X", and "Y"'],
    [400, 400, {}, { code: 'Y' }, 'code is left out, and "Y"'],
  ])('of codes with status %s', (one, other, first, second, message) => {
    const found = differenceOf([[{ status: one, body: first }], [{ status: other, body: second }]]);
    expect(found?.message).toBe(`GET /x/alice of bob: ${message} in another light`);
  });

  it.each([
    [1, 2, '/v is 1, and 2'],
    [0, -0, '/v is 0, and 0'],
    [null, {}, '/v is null, and {}'],
    [{}, null, '/v is {}, and null'],
    [[], {}, '/v is [], and {}'],
    [{ a: 1 }, [1], '/v is {"a":1}, and [1]'],
    ['x', { a: 1 }, '/v is "x", and {"a":1}'],
    [{ a: { b: 1, c: 2 } }, { a: { c: 3, b: 1 } }, '/v/a/c is 2, and 3'],
    [{ a: 1, b: 1 }, { b: 2, a: 2 }, '/v/a is 1, and 2'],
    [[1, 2], [1], '/v/1 is 2, and left out'],
    [[1], [1, 2], '/v/1 is left out, and 2'],
    ['x'.repeat(118), 'y', `/v is "${'x'.repeat(118)}", and "y"`],
    ['x'.repeat(119), 'y', `/v is "${'x'.repeat(119)}…, and "y"`],
  ])('case %#', (first, second, message) => {
    expect(ofBodies(first, second)).toBe(`GET /x/alice of bob: ${message} in another light`);
  });

  it('is the first of several, at the instant of the second run', () => {
    const [first, second] = [
      [{}, { body: { a: 1 } }, { status: 1 }],
      [{}, { atMs: 9, body: { a: 1 } }, {}],
    ];
    expect(differenceOf([first, second])).toEqual({
      atMs: 9,
      message: 'GET /x/alice of bob: atMs is 5, and 9 in another light',
    });
  });

  it('may be a call that only one of them makes', () => {
    const late = { atMs: 7, agent: 0, method: 'POST', path: '/late' };
    expect(differenceOf([[{}, late, late], [{}]])).toEqual({
      atMs: 7,
      message: 'POST /late of alice is not made in another light',
    });
    expect(differenceOf([[{}], [{}, late, {}]])).toEqual({
      atMs: 7,
      message: 'POST /late is made only in another light',
    });
    expect(differenceOf([[], [late]])?.message).toBe('POST /late is made only in another light');
  });

  it('is none in calls that are not compared', () => {
    const isCompared = ({ agent }: AnsweredCall): boolean => agent === 1;
    expect(
      differenceOf(
        [
          [{}, {}],
          [{ agent: 0 }, {}, { agent: 2 }, {}],
        ],
        {},
        { isCompared },
      ),
    ).toBeUndefined();
  });
});

describe('free fields', () => {
  const free = {
    'a/b /body/list/*/id': 'x',
    'a/b /headers/h': 'x',
    'c/d /body/all': 'x',
    'c/d /body/*': 'x',
  };
  const body = (id: number, more = {}): Partial<AnsweredCall> => ({
    body: { list: [{ id, kept: 1 }, { id }], ...more },
  });

  it('may differ', () => {
    expect(differenceOf([[body(1)], [body(2)]], { free })).toBeUndefined();
    expect(differenceOf([[body(1)], [{ ...body(2), headers: { h: 'other' } }]], { free })).toBeUndefined();
    const all = { operation: 'c/d', body: { a: 1 } };
    expect(differenceOf([[all], [{ ...all, body: { a: 2, b: 2 } }]], { free })).toBeUndefined();
    const none = { body: { list: null } };
    expect(differenceOf([[none], [none]], { free })).toBeUndefined();
  });

  it('leave all others, and the runs themselves as they are', () => {
    const message = (text: string): string => `GET /x/alice of bob: ${text} in another light`;
    expect(differenceOf([[body(1)], [body(2, { more: 1 })]], { free })?.message).toBe(
      message('/more is left out, and 1'),
    );
    expect(differenceOf([[body(1)], [{ body: { list: [{ kept: 2 }, {}] } }]], { free })?.message).toBe(
      message('/list/0/kept is 1, and 2'),
    );
    const of = { operation: 'a/bc' };
    expect(differenceOf([[{ ...body(1), ...of }], [{ ...body(2), ...of }]], { free })?.message).toBe(
      message('/list/0/id is 1, and 2'),
    );
    expect(run.transcript.calls[0]?.body).toEqual({ list: [{ id: 1, kept: 1 }, { id: 1 }] });
  });

  it('may be the whole body', () => {
    const whole = { free: { 'a/b /body': 'x' } };
    expect(differenceOf([[{ body: { a: 1 } }], [{ body: { b: 1 } }]], whole)).toBeUndefined();
    expect(differenceOf([[{}], [{ status: 201, body: { b: 1 } }]], whole)?.message).toBe(
      'GET /x/alice of bob: status is 200, and 201 in another light',
    );
  });
});

describe('texts', () => {
  const id = (letter: string): string => `esc_${letter.repeat(16)}`;
  const generated = { generated: { id: 'they are drawn' } };

  it('of the second run are compared as the first has them', () => {
    const asInFirst = (text: string): string => text.replace('bob', 'alice');
    expect(
      differenceOf([[{ body: { n: 'alice' } }], [{ path: '/x/bob', body: { n: 'bob' } }]], {}, { asInFirst }),
    ).toBeUndefined();
    expect(
      differenceOf([[{ body: { n: 'bob' } }], [{ body: { n: 'bob' } }]], {}, { asInFirst })?.message,
    ).toBe('GET /x/alice of bob: /n is "bob", and "alice" in another light');
  });

  it('that are generated are compared by where they stand again', () => {
    expect(ofBodies([id('a'), id('b'), id('a')], [id('c'), id('d'), id('c')], generated)).toBeUndefined();
    expect(ofBodies([id('a'), id('b'), id('a')], [id('c'), id('d'), id('d')], generated)).toBe(
      'GET /x/alice of bob: /v/2 is "<id 1>", and "<id 2>" in another light',
    );
    expect(ofBodies([id('a')], [id('b')])).toBe(
      `GET /x/alice of bob: /v/0 is "${id('a')}", and "${id('b')}" in another light`,
    );
    const freed = { ...generated, free: { 'a/b /headers/h': 'x' } };
    expect(ofBodies([id('a'), id('a')], [id('c'), id('c')], freed)).toBeUndefined();
  });
});
