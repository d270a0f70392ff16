/** What a report shows of a comparison: lines of both answers, which requests have them, and counts by operation. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Difference } from '../../../../src/live/traffic/compare/difference.ts';
import {
  AnswerChoice,
  Evidence,
  operationCounts,
  type JudgedDifference,
} from '../../../../src/live/traffic/compare/evidence.ts';
import { LiveSecrets } from '../../../../src/live/traffic/compare/live-secrets.ts';
import { lineOf, shownAnswers, stepText } from '../../../../src/live/traffic/compare/shown-answer.ts';
import type { TraceRecord } from '../../../../src/simulation/trace/format.ts'; // prettier-ignore

const differs = (field: string, recorded = '1', live = '2', kind: Difference['kind'] = 'amount'): Difference => ({ kind, field, recorded, live }); // prettier-ignore
/** The lines of one answer; a changed one is marked. */
const shownOf = (body: unknown, differences: readonly Difference[] = []): string[] =>
  shownAnswers({ status: 200, body }, { status: 404, body }, differences).live.lines.map(({ text, isChanged }) => (isChanged ? `>${text}` : text)); // prettier-ignore

describe('an answer as lines', () => {
  it('is its JSON, whatever it is', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 2, stringUnit: 'grapheme-ascii' }), (text) => {
        const body = JSON.parse(text) as unknown;
        const lines = JSON.stringify(body, null, 2).split('\n');
        if (lines.length <= 40 && lines.every((line) => line.length <= 160)) expect(shownOf(body)).toEqual(lines);
      }),
      { numRuns: 60 },
    );
    expect([shownOf(undefined), shownOf({}), shownOf([]), shownOf('x'), shownOf(null)]).toEqual([['no JSON'], ['{}'], ['[]'], ['"x"'], ['null']]);
  }); // prettier-ignore

  it('has the status and the lines of each side', () => {
    const { expected, live } = shownAnswers({ status: 200, body: { a: 1 } }, { status: 0, body: { a: 2 } }, [differs('/a')]); // prettier-ignore
    expect([expected.status, live.status, lineOf(expected), lineOf(live)]).toEqual([200, 0, '{ "a": 1 }', '{ "a": 2 }']); // prettier-ignore
    expect([expected.lines[1]?.isChanged, live.lines[1]?.isChanged]).toEqual([true, true]);
  });

  it('has every line of a field that differs marked, and headers first', () => {
    const body = { a: 1, b: { c: [1, 2], d: 3 }, ab: 4 };
    expect(shownOf(body, [differs('/a')])).toEqual(['{', '>  "a": 1,', '  "b": {', '    "c": [', '      1,', '      2', '    ],', '    "d": 3', '  },', '  "ab": 4', '}']); // prettier-ignore
    expect(shownOf(body, [differs('/b')]).filter((line) => line.startsWith('>'))).toEqual(['>  "b": {', '>    "c": [', '>      1,', '>      2', '>    "d": 3']); // prettier-ignore
    expect(shownOf({}, [differs('header retry-after', '5', '6'), differs('')])).toEqual([
      '>retry-after: 6',
      '{}',
    ]);
    expect(shownOf({}, [differs('header x', '5', 'y'.repeat(200))])[0]).toBe(`>x: ${'y'.repeat(154)}...`);
  });

  it('of a list has the items with the value that differs, or all of them', () => {
    const body = { list: [{ v: 1 }, { v: 2 }, { v: 2 }] };
    const marked = (live: string) => shownOf(body, [differs('/list/*/v', '9', live)]).flatMap((line, index) => (line.startsWith('>') ? [index] : [])); // prettier-ignore
    expect([marked('2'), marked('7')]).toEqual([[6, 9], [3, 6, 9]]); // prettier-ignore
  });

  it('is whole up to forty lines, and otherwise what is near the differences', () => {
    const wide = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, n]));
    expect(shownOf(wide(38))).toHaveLength(40);
    expect(shownOf(wide(38)).includes('…')).toBe(false);
    const first = shownOf(wide(39));
    expect([first.length, first.at(-1), first[39]]).toEqual([41, '…', '  "f38": 38']);
    expect(shownOf(wide(100), [differs('/f50')])).toEqual(['…', '  "f48": 48,', '  "f49": 49,', '>  "f50": 50,', '  "f51": 51,', '  "f52": 52,', '…']); // prettier-ignore
    expect(shownOf(wide(100), [differs('/f0'), differs('/f99')])).toEqual(['{', '>  "f0": 0,', '  "f1": 1,', '  "f2": 2,', '…', '  "f97": 97,', '  "f98": 98,', '>  "f99": 99', '}']); // prettier-ignore
    const many = shownOf(
      wide(100),
      Array.from({ length: 100 }, (_, n) => differs(`/f${n}`)),
    );
    expect([many.length, many.at(-1)]).toEqual([41, '…']);
  });

  it('has no line longer than 160 characters, and no step longer than 400', () => {
    expect(shownOf({ a: 'x'.repeat(149) })[1]).toHaveLength(158);
    expect(shownOf({ a: 'x'.repeat(200) })[1]).toMatch(/^ {2}"a": "x{149}\.\.\.$/);
    expect([stepText('x'.repeat(400)), stepText('x'.repeat(401))]).toEqual([
      'x'.repeat(400),
      `${'x'.repeat(397)}...`,
    ]);
  });
});

describe('the requests whose answers are kept', () => {
  it('are the first four of each kind of difference in each operation', () => {
    const choice = new AnswerChoice();
    const wanted = (call: string, ...fields: string[]) => choice.isWanted(call, fields.map((field) => differs(field))); // prettier-ignore
    expect(Array.from({ length: 5 }, () => wanted('x', '/a'))).toEqual([true, true, true, true, false]);
    expect([wanted('x', '/b'), wanted('y', '/a'), wanted('x', '/a', '/b'), wanted('x', '/a'), wanted('x')]).toEqual([true, true, true, false, false]); // prettier-ignore
    expect(choice.isWanted('x', [differs('/a', '1', '2', 'value')])).toBe(true);
  });

  it('are four hundred at most', () => {
    const choice = new AnswerChoice();
    const kept = Array.from({ length: 500 }, (_, n) => choice.isWanted('x', [differs(`/f${n}`)]));
    expect(kept.indexOf(false)).toBe(400);
  });
});

describe('the evidence of a run', () => {
  const record = (n: number, call = 'escrow/B/create', body: object = {}): TraceRecord => ({ n, at: 0, session: 1, agent: 'a', call, request: { method: 'GET', path: '/x', ip: '10.0.0.1' }, answer: { status: 200, body } }) as unknown as TraceRecord; // prettier-ignore
  const correlation = { valueOf: (n: number) => (n === 0 ? 'theirs' : undefined), isOwn: () => false, clean: (value: unknown) => value }; // prettier-ignore
  const judged = (explanation: JudgedDifference['explanation'], field = '/a'): JudgedDifference => ({ ...differs(field), explanation }); // prettier-ignore

  it('counts requests by operation, lists what is explained, and keeps answers to the rest', () => {
    const evidence = new Evidence();
    const live = { status: 200, body: { id: 'x', name: 'anna-live' } };
    evidence.answered({ record: record(1), live }, [], correlation);
    evidence.answered({ record: record(2, 'escrow/B/create', { id: '${0:/id}', of: '${5:/id}' }), live }, [judged('time'), judged(null, '/b')], { ...correlation, asRecorded: (text) => text.replace('-live', '') }); // prettier-ignore
    evidence.answered({ record: record(3), live }, [judged('limit')], correlation);
    evidence.unanswered(record(4, 'faucet/A/claim'));
    const { explained, answers, operations } = evidence.state();
    expect(explained.map(({ n, call, explanation }) => [n, call, explanation])).toEqual([[2, 'escrow/B/create', 'time'], [3, 'escrow/B/create', 'limit']]); // prettier-ignore
    expect([...operations]).toEqual([['escrow/B/create', { requests: 3, same: 1 }], ['faucet/A/claim', { requests: 1, same: 0 }]]); // prettier-ignore
    expect([...answers.keys()]).toEqual([2]);
    const two = answers.get(2);
    expect(two && [lineOf(two.expected), lineOf(two.live)]).toEqual(['{ "id": "theirs", "of": "${5:/id}" }', '{ "id": "x", "name": "anna" }']); // prettier-ignore
  });

  it('lists ten thousand explained differences at most', () => {
    const evidence = new Evidence();
    const many = Array.from({ length: 10_001 }, () => judged('time'));
    evidence.answered({ record: record(1), live: { status: 200, body: {} } }, many, correlation);
    expect(evidence.state().explained).toHaveLength(10_000);
  });

  it('has a row for each operation, of all workers, by name', () => {
    const counts = [['y', { requests: 2, same: 1 }], ['x', { requests: 1, same: 1 }], ['y', { requests: 3, same: 0 }]] as const; // prettier-ignore
    const groups = [{ call: 'y', explanation: null, count: 2 }, { call: 'y', explanation: 'time', count: 3 }, { call: 'z', explanation: null, count: 9 }] as const; // prettier-ignore
    expect(operationCounts(counts, groups)).toEqual([
      { call: 'x', requests: 1, same: 1, explained: 0, unexplained: 0 },
      { call: 'y', requests: 5, same: 1, explained: 3, unexplained: 2 },
    ]);
  });
});

describe('a secret that a target has issued', () => {
  const key = `live-key-${'7'.repeat(20)}`;

  it('is in nothing that is reported afterwards, by its name and by its value', () => {
    const secrets = new LiveSecrets();
    secrets.note({ api_key: key }, '/faucet/register');
    const clean = (value: unknown, field = '/a') => secrets.clean(value, field, '/faucet/register');
    expect([clean('x', '/a/api_key'), clean('${0:/api_key}', '/api_key'), clean(7, '/api_key')]).toEqual(['[redacted]', '${0:/api_key}', 7]); // prettier-ignore
    expect(clean({ note: `use ${key}`, list: [key, 7, null], [key]: true })).toEqual({ note: 'use [redacted]', list: ['[redacted]', 7, null], '[redacted]': true }); // prettier-ignore
    expect([secrets.text(`a ${key}`), secrets.text('plain'), clean('plain')]).toEqual(['a [redacted]', 'plain', 'plain']); // prettier-ignore
    expect(new LiveSecrets().text(`a ${key}`)).toBe(`a ${key}`);
  });
});
