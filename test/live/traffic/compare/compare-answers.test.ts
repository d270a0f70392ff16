/** One live response beside the recorded one: what is a difference, what a client would not see, and which rule hid it. */
import { describe, expect, it } from 'vitest';
import { compareAnswers, type Correlation } from '../../../../src/live/traffic/compare/compare-answers.ts';
import {
  Differences,
  isItem,
  shown,
  type Difference,
} from '../../../../src/live/traffic/compare/difference.ts';

const [ours, theirs] = ['esc_aaaaaaaaaaaaaaaa', 'esc_bbbbbbbbbbbbbbbb'];
const hash = (digit: string): string => `0x${digit.repeat(64)}`;

interface Found {
  readonly differences: readonly string[];
  readonly hidden: readonly string[];
}

/** `given` in place of what the target has given out; every object has a `valueOf` already. */
type Change = Partial<Omit<Correlation, 'valueOf'>> & { readonly given?: Correlation['valueOf'] };

/** What is found and what is hidden; record 0 has given out `theirs` as `/id`. */
function found(recorded: unknown, live: unknown, { given, ...change }: Change = {}): Found {
  const hidden: string[] = [];
  const differences = compareAnswers(
    { status: 200, body: recorded },
    { status: 200, body: live },
    {
      valueOf: given ?? ((n, pointer) => (n === 0 && pointer === '/id' ? theirs : undefined)),
      isOwn: (value) => value === 'own-id-0001' || value === 'esc_cccccccccccccccc',
      clean: (value) => value,
      hidden: (rule, field) => hidden.push(`${rule} ${field}`),
      ...change,
    },
  );
  return { differences: differences.map(({ kind, field }) => `${kind} ${field}`), hidden };
}
const same: Found = { differences: [], hidden: [] };
const differs = (...differences: string[]): Found => ({ differences, hidden: [] });
const hides = (...hidden: string[]): Found => ({ differences: [], hidden });

describe('the status', () => {
  it.each<[number, unknown, number, unknown, Partial<Difference>]>([
    [200, {}, 404, { code: 'NOT_FOUND', error: 'x' }, { recorded: '200', live: '404 NOT_FOUND' }],
    [409, { code: 'CONFLICT' }, 200, null, { recorded: '409 CONFLICT', live: '200' }],
    [409, { code: 7 }, 500, undefined, { recorded: '409', live: '500' }],
  ])('of %i %j and %i %j is the only difference', (status, body, code, answer, expected) => {
    const differences = compareAnswers({ status, body }, { status: code, body: answer }, { valueOf: () => undefined, isOwn: () => false, clean: (value) => value });
    expect(differences).toEqual([{ kind: 'status', field: '', ...expected }]);
  });
}); // prettier-ignore

describe('a value', () => {
  it.each<[string, unknown, unknown, Found]>([
    ['equal values', { a: 1, b: 'x', c: null, d: true, e: [1, { f: 2 }], g: {} }, { a: 1, b: 'x', c: null, d: true, e: [1, { f: 2 }], g: {} }, same],
    ['another number', { a: 1 }, { a: 2 }, differs('amount /a')],
    ['another truth', { a: true }, { a: false }, differs('value /a')],
    ['null for a number', { a: 1 }, { a: null }, differs('shape /a')],
    ['a number for null', { a: null }, { a: 1 }, differs('shape /a')],
    ['another code', { code: 'A' }, { code: 'B' }, differs('code /code')],
    ['a missing field', { a: 1, b: 2 }, { a: 1 }, differs('shape /b')],
    ['a field of a prototype', { toString: 'x' }, {}, differs('shape /toString')],
    ['more fields, in order', { a: 1 }, { a: 1, b: 2, c: 3 }, hides('extra field /b', 'extra field /c')],
    ['a field more and one less', { a: { b: 1 } }, { a: { c: 2 } }, { differences: ['shape /a/b'], hidden: ['extra field /a/c'] }],
    ['a list for a map', { a: {} }, { a: [] }, differs('shape /a')],
    ['null for a map', { a: {} }, { a: null }, differs('shape /a')],
    ['a text for a map', { a: {} }, { a: 'x' }, differs('shape /a')],
    ['a map for a list', { a: [] }, { a: {} }, differs('shape /a')],
    ['no body', {}, undefined, differs('shape ')],
    ['a text for a number', { a: 1 }, { a: '1' }, differs('shape /a')],
    ['a number for a text', { a: 'x' }, { a: 1 }, differs('shape /a')],
    ['a number for an amount', { a: '1.50' }, { a: 1.5 }, differs('shape /a')],
    ['an amount with other decimals', { a: '1.50' }, { a: '1.500' }, same],
    ['another amount', { a: '1.50' }, { a: '1.51' }, differs('amount /a')],
    ['the same instant', { a: '2026-01-01T00:00:00.000Z' }, { a: '2026-01-01T01:00:00+01:00' }, same],
    ['another instant', { a: '2026-01-01T00:00:00.000Z' }, { a: '2026-01-01T00:00:01.000Z' }, differs('time /a')],
    ['a date for an instant of that day', { expires: '2026-01-01T10:00:00.000Z' }, { expires: '2026-01-01' }, same],
    ['the same side of a position', { positions: [{ side: 'buy' }] }, { positions: [{ side: 'long' }] }, same],
    ['other words', { a: 'open' }, { a: 'closed' }, differs('value /a')],
    ['other sentences', { a: 'it is so' }, { a: 'that is it' }, hides('wording /a')],
    ['another message', { error: 'it is so' }, { error: 'no' }, hides('wording /error')],
    ['no message', { error: 'it is so' }, { error: '' }, differs('value /error')],
    ['another page', { a: 'https://one.example/x' }, { a: 'http://two.example' }, hides('address /a')],
    ['no page', { a: 'https://one.example/x' }, { a: 'x' }, differs('value /a')],
    ['a redacted text', { a: '[redacted]' }, { a: 'anything' }, same],
    ['a redacted text that is empty', { a: '[redacted]' }, { a: '' }, differs('shape /a')],
    ['a redacted text that is no text', { a: '[redacted]' }, { a: 7 }, differs('shape /a')],
  ])('with %s', (_what, recorded, live, expected) => expect(found(recorded, live)).toEqual(expected)); // prettier-ignore

  it('in which a deployment describes itself has only to be there', () => {
    const isProse = (field: string): boolean => field === '/a';
    expect(found({ a: 1 }, { a: ['x'] }, { isProse })).toEqual(hides('wording /a'));
    expect(found({ a: 1 }, { a: null }, { isProse })).toEqual(differs('shape /a'));
  });

  it('is shown without secrets, in both sides', () => {
    const [difference] = compareAnswers({ status: 200, body: { a: 'x' } }, { status: 200, body: { a: 'y' } }, {
      valueOf: () => undefined, isOwn: () => false, clean: (value, field) => `${String(value)} of ${field}`,
    });
    expect(difference).toEqual({ kind: 'value', field: '/a', recorded: '"x of /a"', live: '"y of /a"' });
    expect([shown(undefined), shown('x'.repeat(118)), shown('x'.repeat(119))]).toEqual(['nothing', `"${'x'.repeat(118)}"`, `"${'x'.repeat(116)}...`]);
  }); // prettier-ignore

  it('is compared fifty times at most', () => {
    const many = (value: number) =>
      Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, value]));
    expect(found(many(1), many(2)).differences).toHaveLength(50);
  });

  it('under rules of the user is hidden by them, and counted', () => {
    const rules = { ignore: ['/a'], unordered: ['/list'], tolerance: new Map([['/b', { kind: 'amount', most: 0.5 } as const]]) };
    const change = { rules };
    expect(found({ a: 1, b: 1, c: 1 }, { a: 2, b: 1.5, c: 1.5 }, change)).toEqual({ differences: ['amount /c'], hidden: ['ignore /a', 'tolerance /b'] });
    const [one, two] = [[{ id: '${0:/id}' }, { id: '${1:/id}' }], [{ id: 'x1' }, { id: theirs }]];
    const given = (n: number): string => (n === 0 ? theirs : 'x1');
    expect(found({ list: one }, { list: two }, { rules, given })).toEqual(hides('unordered /list'));
    expect(found({ list: one }, { list: two }, { given })).toEqual(differs('order /list'));
  }); // prettier-ignore
});

describe('an id', () => {
  it.each<[string, unknown, unknown, Found]>([
    ['that was given out', { a: '${0:/id}' }, { a: theirs }, same],
    ['of another thing', { a: '${0:/id}' }, { a: 'esc_dddddddddddddddd' }, differs('id /a')],
    ['that was not given out', { a: '${1:/id}' }, { a: theirs }, differs('id /a')],
    ['within a text', { a: 'of ${0:/id}.' }, { a: `of ${theirs}.` }, same],
    ['within another sentence', { a: 'this is of ${0:/id}' }, { a: `that is of ${theirs}` }, hides('wording /a')],
    ['within a shorter text', { a: 'of ${0:/id}' }, { a: `at ${theirs}` }, differs('id /a')],
    ['that is a dollar', { a: 'x$$y' }, { a: 'x$y' }, same],
    ['that is new', { a: ours }, { a: theirs }, same],
    ['that is new, of another kind', { a: ours }, { a: 'usr_bbbbbbbbbbbbbbbb' }, differs('value /a')],
    ['that is a number here', { id: ours }, { id: 17 }, same],
    ['that the request has named', { a: 'esc_cccccccccccccccc' }, { a: theirs }, differs('value /a')],
    ['new beside one that was given out', { a: `\${0:/id} ${ours}` }, { a: `${theirs} esc_dddddddddddddddd` }, same],
    ['new of another kind beside one that was given out', { a: `\${0:/id} ${ours}` }, { a: `${theirs} usr_dddddddddddddddd` }, differs('id /a')],
    ['new beside one of another thing', { a: `\${0:/id} ${ours}` }, { a: `${ours} esc_dddddddddddddddd` }, differs('id /a')],
    ['new beside another text', { a: `\${0:/id}-${ours}` }, { a: `${theirs}+esc_dddddddddddddddd` }, differs('id /a')],
    ['new beside one more', { a: `\${0:/id}-${ours}` }, { a: `${theirs}-${ours}-${ours}` }, differs('id /a')],
    ['of a hash beside one that was given out', { a: `\${0:/id}-${hash('a')}` }, { a: `${theirs}-${hash('b')}` }, same],
    ['of a hash for another', { a: `\${0:/id}-${hash('a')}` }, { a: `${theirs}-${ours}` }, differs('id /a')],
  ])('%s', (_what, recorded, live, expected) => expect(found(recorded, live)).toEqual(expected)); // prettier-ignore

  it('that is new must not be that of something else', () => {
    const change = (isNew: boolean) => ({ isNew: () => isNew });
    expect([found({ a: ours }, { a: theirs }, change(true)), found({ a: ours }, { a: theirs }, change(false))]).toEqual([same, differs('id /a')]); // prettier-ignore
  });

  it('that the target may have under a name that is not known is none of ours', () => {
    const isLacking = (n: number, pointer: string): boolean => n === 3 && pointer === '/own';
    expect(found({ a: '${3:/own}' }, { a: 'x' }, { isLacking })).toEqual(hides('undocumented /a'));
    expect(found({ a: '${3:/own} ${1:/x}' }, { a: 'x' }, { isLacking })).toEqual(hides('undocumented /a'));
    expect(found({ a: '${3:/other}' }, { a: 'x' }, { isLacking })).toEqual(differs('id /a'));
  });

  it('is compared in the names of the recording', () => {
    const asRecorded = (live: string): string => live.replace('anna-abcd2345', 'anna');
    expect(found({ a: 'anna', b: 'of anna' }, { a: 'anna-abcd2345', b: 'of anna-abcd2345' }, { asRecorded })).toEqual(same);
    expect(found({ a: 'bob' }, { a: 'anna-abcd2345' }, { asRecorded })).toEqual(differs('value /a'));
  }); // prettier-ignore

  it('is compared within a text that is JSON', () => {
    const text = (id: string, fee: string, more = '') => `{"id":"${id}","fee":"${fee}"${more}}`;
    expect(found({ a: text('${0:/id}', '1.0') }, { a: text(theirs, '1.00') })).toEqual(same);
    expect(found({ a: text('${0:/id}', '1') }, { a: text(theirs, '2', ',"x":1') })).toEqual({ differences: ['amount /a/fee'], hidden: ['extra field /a/x'] });
    expect(found({ a: text('a$$b', '1.0') }, { a: text('a$b', '1.00') })).toEqual(same);
    expect(found({ a: '{"b' }, { a: '{"c' })).toEqual(differs('value /a'));
    expect(found({ a: '{}' }, { a: 'x' })).toEqual(differs('value /a'));
    expect(found({ a: 'x' }, { a: '{}' })).toEqual(differs('value /a'));
  }); // prettier-ignore
});

describe('a list', () => {
  const named = (id: string, x = 0) => ({ id, x });
  const isExisting = (item: unknown): boolean => (item as { x?: number }).x === 9 || item === 'old';

  it.each<[string, unknown, unknown, Found]>([
    ['by position', ['a', 'b'], ['a', 'c'], differs('value /*')],
    ['with another number of items', [1], [1, 2], differs('shape ')],
    ['that is empty', [1], [], differs('shape ')],
    ['in another order', [{ k: 'open', v: 1 }, { k: 'shut', v: 2 }], [{ k: 'shut', v: 2 }, { k: 'open', v: 1 }], differs('order ')],
    ['by the things that are named', [named('${0:/id}', 1)], [named(theirs, 2)], differs('amount /*/x')],
    ['with a thing more', [named('${0:/id}')], [named(theirs), named('esc_dddddddddddddddd')], differs('shape /*')],
    ['with a thing more from before', [named('${0:/id}')], [named('esc_dddddddddddddddd', 9), named(theirs)], hides('existing /*')],
    ['with texts from before', ['a'], ['old', 'a'], hides('existing /*')],
    ['with as many texts, whatever they were', ['a'], ['old'], differs('value /*')],
    ['with texts from before, and one more', ['a'], ['old', 'a', 'b'], { differences: ['shape '], hidden: ['existing /*'] }],
    ['of things that are all others', [named('${1:/id}')], [named(theirs)], differs('id /*/id')],
  ])('is compared %s', (_what, recorded, live, expected) => expect(found(recorded, live, { isExisting })).toEqual(expected)); // prettier-ignore

  it('lacks a thing that is named', () => {
    const given = (n: number): string => (n === 0 ? theirs : 'x1');
    expect(found([named('${0:/id}'), named('${1:/id}')], [named(theirs)], { given })).toEqual(differs('shape /*'));
  }); // prettier-ignore

  it('says how many items there are, and that they are others', () => {
    const of = (field: string, recorded: string, live: string, kind: Difference['kind'] = 'shape') => ({ kind, field, recorded, live });
    expect([isItem(of('/a/*', 'x', 'y')), isItem(of('/a', '"1 items"', '"12 items"'))]).toEqual([true, true]);
    expect([of('/a', '"1 items"', 'x'), of('/a', '"1 items"', '"x items"'), of('/a/*', '1', '2', 'value'), of('/a', '"1 items"', '"1 items" '), of('/a', 'a"1 items"', '"1 items"')].map(isItem)).toEqual([false, false, false, false, false]);
  }); // prettier-ignore
});

describe('the rows that a market decides', () => {
  it('are asked for each object, and given what was found in their fields', () => {
    const [asked, added]: [string[], string[]] = [[], []];
    const decided = {
      fieldsOf: (_recorded: object, _live: object, { field, isAnother }: { field: string; isAnother: (name: string) => boolean }) => {
        asked.push(`${field} ${isAnother('id')} ${isAnother('x')}`);
        return ['x'];
      },
      add: (difference: Difference) => void added.push(difference.field),
    };
    const recorded = { x: 1, y: 1, id: '${0:/id}', in: { x: 3, y: 3, id: '${0:/id}' } };
    const live = { x: 2, y: 2, id: theirs, in: { x: 4, y: 3, id: 'esc_dddddddddddddddd' } };
    expect(found(recorded, live, { decided }).differences).toEqual(['amount /x', 'amount /y', 'amount /in/x', 'id /in/id']);
    expect([asked, added]).toEqual([[' false false', '/in true false'], ['/x', '/in/x']]);
  });
}); // prettier-ignore

describe('groups of differences', () => {
  const one: Difference = { kind: 'amount', field: '/a', recorded: '1', live: '2' };
  const counts = ({ explained, unexplained, ungrouped }: Differences): number[] => [
    explained,
    unexplained,
    ungrouped,
  ];

  it('are one for each call, kind, field and explanation, with its first request', () => {
    const all = new Differences();
    for (const [n, explanation] of [[5, null], [7, null], [6, 'time'], [8, null]] as const) all.add('x', n, { ...one, live: String(n) }, explanation);
    all.add('y', 9, one, null);
    all.add('x', 9, { ...one, kind: 'value' }, null);
    expect(all.groups().map(({ call, kind, explanation, count, n, live }) => [call, kind, explanation, count, n, live])).toEqual([
      ['x', 'amount', null, 3, 5, '5'], ['y', 'amount', null, 1, 9, '2'], ['x', 'value', null, 1, 9, '2'], ['x', 'amount', 'time', 1, 6, '6'],
    ]);
    expect(counts(all)).toEqual([1, 5, 0]);
    expect(all.state()).toEqual({ explained: 1, unexplained: 5, ungrouped: 0, groups: all.groups() });
  }); // prettier-ignore

  it('are a thousand at most, however they come together', () => {
    const [many, others] = [new Differences(), new Differences()];
    for (let n = 0; n < 1_001; n++) many.add('x', n, { ...one, field: `/f${n}` }, null);
    many.add('x', 1, { ...one, field: '/f1' }, null);
    expect([many.groups().length, counts(many)]).toEqual([1_000, [0, 1_002, 1]]);
    others.add('x', 0, { ...one, field: '/f1' }, null);
    others.add('x', 0, { ...one, field: '/other' }, 'time');
    many.merge(others.state());
    expect([many.groups().length, counts(many)]).toEqual([1_000, [1, 1_003, 2]]);
    expect(many.groups()[0]).toMatchObject({ field: '/f1', count: 3, n: 0 });
  });

  it('without an explanation may be given one later', () => {
    const all = new Differences();
    all.add('x', 1, one, null);
    all.add('x', 2, one, 'time');
    all.add('y', 3, one, null);
    all.explain(({ call }) => (call === 'x' ? 'time' : null));
    expect(all.groups().map(({ call, explanation, count, n }) => [call, explanation, count, n])).toEqual([['y', null, 1, 3], ['x', 'time', 2, 1]]);
    expect(counts(all)).toEqual([2, 1, 0]);
  }); // prettier-ignore
});
