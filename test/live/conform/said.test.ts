/** What a comparison says: the subject and the sentence of a difference, the text of a result, and what bounds explain. */
import { describe, expect, it } from 'vitest';
import { LimitEdges } from '../../../src/live/conform/explain-limits.ts';
import { sentenceOf, subjectOf } from '../../../src/live/conform/kinds.ts';
import type { ConformResult } from '../../../src/live/conform/result-schema.ts';
import { SearchBounds } from '../../../src/live/conform/search-bounds.ts';
import { conformText } from '../../../src/live/conform/text.ts';
import type { Difference, DifferenceKind } from '../../../src/live/traffic/compare/difference.ts';

const differs = (kind: DifferenceKind, recorded: string, live: string, field = ''): Difference => ({
  kind, field, recorded, live,
}); // prettier-ignore

describe('a difference', () => {
  it.each([
    ['status', '200', '429 RATE_LIMITED', '', 'limit'],
    ['status', '429 RATE_LIMITED', '200', '', 'limit'],
    ['status', '400 A', '400 B', '', 'order of checks'],
    ['status', '403 A', '404 B', '', 'order of checks'],
    ['status', '201', '400 A', '', 'refusal'],
    ['status', '399', '400', '', 'refusal'],
    ['status', '400 A', '201', '', 'acceptance'],
    ['status', '200', '201', '', 'status'],
    ['code', '"A"', '"B"', '/code', 'code'],
    ['shape', 'a string', 'a number', '/a', 'schema'],
    ['id', '"x"', '"y"', '/id', 'identity'],
    ['amount', '"1"', '"2"', '/fee', 'amount'],
    ['time', '"1"', '"2"', '/at', 'time'],
    ['order', 'a, b', 'b, a', '/list', 'order'],
    ['value', '"a"', '"b"', '/status', 'state'],
    ['failed', '200', 'no address', '', 'no answer'],
    ['unsent', '200', 'no key', 'header etag', 'no answer'],
    ['amount', '1', '2', 'header x-ratelimit-reset', 'limit'],
    ['amount', '1', '2', 'header retry-after', 'limit'],
    ['value', '1', '2', 'header x-retry-after', 'header'],
    ['status', '1', '2', 'header etag', 'header'],
    ['value', '1', '2', 'header', 'state'],
    ['value', '1', '2', '/header x-ratelimit-reset', 'state'],
  ] as const)('%s of %s and %s at "%s" is about: %s', (kind, recorded, live, field, subject) => {
    expect(subjectOf(differs(kind, recorded, live, field))).toBe(subject);
  });

  it.each([
    [differs('failed', '200', 'refused'), 'a/B/c: no answer (refused); the model answers 200'],
    [differs('unsent', '200', 'no key'), 'a/B/c: was not sent (no key); the model answers 200'],
    [differs('status', '200', '400 X'), 'a/B/c: the target answers 400 X, the model 200'],
    [differs('shape', 'nothing', 'a string', '/a'), 'a/B/c: the target answers /a a string, the model has no such field'],
    [differs('shape', 'a string', 'nothing', '/a'), 'a/B/c: the target answers no /a, the model says a string'],
    [differs('value', '"x"', '"y"', '/a'), 'a/B/c: /a is "y", the model says "x"'],
  ])('%j is said in a sentence', (difference, sentence) => {
    expect(sentenceOf('a/B/c', difference)).toBe(sentence);
    expect(sentenceOf('', difference, 'recording')).toBe(
      sentence.replace('a/B/c', 'a path that leads nowhere').replace('model', 'recording'),
    );
  }); // prettier-ignore
});

const group = (change: object) => ({
  call: 'faucet/B/status', kind: 'time' as const, field: '/at', explanation: 'time' as const, count: 3,
  run: 'one', n: 1, model: '"1"', target: '"2"', cause: null, ...change,
}); // prettier-ignore

const cause = {
  subject: 'amount', about: 'trading/B/place: /fee is "0.00"', call: 'trading/B/place', kind: 'amount', field: '/fee',
  model: '"0.001"', target: '"0.00"', readings: [], differences: 1, followers: 0, requests: 1, tries: 5, why: null,
  scenario: {
    name: 'conform-1', about: 'what it shows', seed: '1', for: '1s',
    operations: [{ by: 'a', do: 'GET /faucet/status' }],
  },
} as const; // prettier-ignore

const plain = {
  target: 'here', clock: 'sandbox', seed: '1', policyHash: { model: 'a1', target: null }, runs: 2, agents: 3, requests: 12,
  sent: 40, calls: 6, statusCounts: { '200': 7, '404': 5 }, same: 7, seconds: 1.26,
  differences: { explained: 4, unexplained: 0, groups: [] }, causes: [], namespace: null, fromKeys: 0,
  search: { unexamined: 0, ended: null }, unlisted: 0, unlistedOperations: [], withheld: 0, withheldOperations: [],
  operations: [], notCompared: [], timeRules: [], findings: [], stopped: null, ok: true,
}; // prettier-ignore

const textOf = (change: object = {}): string[] =>
  conformText({ ...plain, ...change } as unknown as ConformResult).split('\n');

/** Lines that a result has in addition. */
function added(change: object): string[] {
  const known = new Set(textOf());
  return textOf(change).filter((line) => line === '' || !known.has(line));
}

describe('the text of a result', () => {
  it('counts what was sent and what differs', () => {
    expect(textOf()).toEqual([
      '12 requests of 3 agents in 2 runs against here, 6 kinds of calls, 1.3 s (seed 1)',
      'answers        200: 7  404: 5',
      'alike          7',
      'differences    0 unexplained in 0 causes, 4 explained',
      '',
    ]);
  });

  it.each<[string, object, string[]]>([
    ['a namespace', { namespace: 'tests' }, ['namespace      tests', '']],
    ['other readings', { policyHash: { model: 'a1', target: 'b2' } }, ['readings       the target says it reads the documents differently (policies b2)', '']],
    ['the same readings', { policyHash: { model: 'a1', target: 'a1' } }, ['']],
    ['behaviours at fault', { findings: ['a', 'b'] }, ['', 'behaviours:', '  a', '  b', '']],
    ['notes', { notes: ['a', 'b'] }, ['', 'notes:', '  a', '  b', '']],
    ['an end by the budget', { stopped: 'budget' }, ['stopped: the requests of the budget are used up', '']],
    ['an end by a signal', { stopped: 'signal' }, ['stopped before its end', '']],
    ['what rules left out', { notCompared: [{ rule: 'x', count: 1 }, { rule: 'y', count: 2 }, { rule: 'x', count: 3 }] }, ['not compared   x 4  y 2', '']],
    ['one request that is not listed', { unlisted: 1, unlistedOperations: [{ call: 'a', requests: 1 }] }, ['not listed     1 request was not sent: a 1', '']],
    ['many that the budget does not cover', { withheld: 10, withheldOperations: Array.from('abcdefghij').map((call) => ({ call, requests: 1 })) }, ['over budget    10 requests were not sent: a 1  b 1  c 1  d 1  e 1  f 1  g 1  h 1  and 2 more', '']],
    ['what no search looked at', { search: { unexamined: 2, ended: null } }, ['', 'not examined   2 kinds of differences: --causes or --shrink-for was used up', '']],
    ['why a search ended', { search: { unexamined: 1, ended: 'stopped' } }, ['', 'not examined   1 kinds of differences: stopped', '']],
    ['rules that time did not reach', { timeRules: [{ rule: 'r', tested: true, why: '' }, { rule: 's', tested: false, why: 'takes 2d' }] }, ['', 'not tested, because of time:', '  s: takes 2d', '']],
    ['rules that were all tested', { timeRules: [{ rule: 'r', tested: true, why: '' }] }, ['']],
  ])('has %s', (_what, change, lines) => expect(added(change)).toEqual(lines)); // prettier-ignore

  it('has ten explained groups at most, and none that is open', () => {
    const open = { explained: 0, unexplained: 1, groups: [group({ explanation: null })] };
    expect(textOf({ differences: open }).filter((line) => line.startsWith('explained'))).toEqual([]);
    const groups = Array.from({ length: 11 }, (_, n) => group({ field: `/${n}` }));
    expect(added({ differences: { ...plain.differences, groups } })).toEqual([
      '', 'explained:', ...groups.slice(0, 10).map(({ field }) => `  3 x faucet/B/status time ${field} [time]`), '',
    ]); // prettier-ignore
  });

  it('has each cause with its reading, what may follow, and its smallest sequence', () => {
    const readings = [{ policy: 'p', value: '1' }, { policy: 'q', value: '2' }]; // prettier-ignore
    const causes = [cause, { ...cause, readings, followers: 2, requests: 2 }, { ...cause, scenario: null, why: 'it fell apart' }]; // prettier-ignore
    const about = 'amount: trading/B/place: /fee is "0.00"';
    expect(textOf({ causes }).slice(4)).toEqual([
      '', `1. ${about}`, '   smallest sequence: 1 request', '     - { by: a, do: GET /faucet/status }',
      '', `2. ${about}`, '   as under the reading p=1 or q=2', '   2 more kinds of differences may follow from it',
      '   smallest sequence: 2 requests', '     - { by: a, do: GET /faucet/status }',
      '', `3. ${about}`, '   no sequence: it fell apart', '',
    ]); // prettier-ignore
    const many = textOf({ causes: Array.from({ length: 26 }, () => cause) });
    expect([many.includes(`25. ${about}`), many.includes(`26. ${about}`)]).toEqual([true, false]);
  });
});

describe('limits at the edge of a window', () => {
  const shift = { shiftMs: 0, toleranceMs: 2000 };
  const edges = new LimitEdges();
  edges.answered(1, { 'x-ratelimit-limit': 10 });
  edges.answered(1, { 'x-ratelimit-limit': '60' });
  edges.answered(1, {});
  const header = (name: string, recorded: string, live: string) =>
    differs('amount', recorded, live, `header ${name}`);
  const explained = (
    difference: Difference,
    change: { agent?: number; all?: Difference[]; shift?: object } = {},
  ) =>
    edges.explain(difference, { agent: 1, all: [], shift, ...change } as Parameters<
      LimitEdges['explain']
    >[1]);

  it('are explained by another window that the model knows', () => {
    const all = (live: string) => ({ all: [header('x-ratelimit-limit', '"10"', live)] });
    const reset = header('x-ratelimit-reset', '"1"', '"900"');
    expect(['"60"', '"61"'].map((live) => explained(reset, all(live)))).toEqual(['time', null]);
    expect(explained(header('retry-after', '"1"', '"900"'), all('"60"'))).toBeNull();
  });

  it('are explained by fewer requests than the agent has sent', () => {
    const remaining = [2, 3, -2, -3].map((by) => header('x-ratelimit-remaining', '"5"', `"${5 + by}"`));
    expect(remaining.map((each) => explained(each))).toEqual(['time', null, 'time', null]);
    expect(explained(header('x-ratelimit-remaining', '5', '5'), { agent: 2 })).toBeNull();
  });

  it('are explained by the tolerance of the clock', () => {
    const apart = [2, 3, -2, -3].map((by) => header('retry-after', '"10"', `"${10 + by}"`));
    expect(apart.map((each) => explained(each))).toEqual(['time', null, 'time', null]);
    expect(explained(header('x-ratelimit-reset', '"10"', '"11"'))).toBe('time');
    expect(explained(header('x-ratelimit-limit', '"10"', '"11"'))).toBeNull();
    expect(explained(differs('amount', '"10"', '"11"', '/header retry-after'))).toBeNull();
    expect(explained(differs('value', '"10"', '"11"', 'header retry-after'))).toBeNull();
    expect(explained(header('retry-after', '"10"', '"11"'), { shift: { toleranceMs: 2000 } })).toBeNull();
  });
});

describe('a search for sequences', () => {
  const never = (): undefined => undefined;

  it('is over where it is stopped, where its time is over, or where a cap would have to be waited for', () => {
    const call = { searchMs: 3_600_000, limitWaitMs: 60_000 };
    expect(new SearchBounds(call, never).over).toBeUndefined();
    expect(new SearchBounds(call, () => 'it was asked to').over).toBe('it was asked to');
    expect(new SearchBounds({ ...call, searchMs: 0 }, never).over).toBe('the 0ms of --shrink-for were over');
    const bounds = new SearchBounds(call, never);
    bounds.waited({ ms: 20_000, refused: 0 });
    expect([bounds.limitWaitMs, bounds.over]).toEqual([40_000, undefined]);
    bounds.waited({ ms: 50_000, refused: 1 });
    expect([bounds.limitWaitMs, bounds.over]).toEqual([
      0, 'a cap such as that of registrations has to be waited for, and the 1m of --limit-wait were over',
    ]); // prettier-ignore
  });

  it('does not count the time that it waits for limits', () => {
    const bounds = new SearchBounds({ searchMs: 3_600_000, limitWaitMs: 60_000 }, never);
    bounds.waited({ ms: -3_600_000, refused: 0 });
    expect(bounds.over).toBe('the 1h of --shrink-for were over');
  });
});
