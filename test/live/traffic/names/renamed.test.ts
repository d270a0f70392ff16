/** An answer of a deployment with fields of other names: what stands where afterwards, and what stays as it was. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldName } from '../../../../src/live/traffic/names/field-names.ts';
import { leavesOf } from '../../../../src/live/traffic/names/leaves.ts';
import { renamed } from '../../../../src/live/traffic/names/renamed.ts';

const call = 'escrow/B/detail';
const under = (answer: unknown, ...names: FieldName[]): unknown =>
  renamed(answer, call, new Map([[call, names]]));
const named = (ours: string, theirs: string, as?: FieldName['as']): FieldName => ({
  ours,
  theirs,
  ...(as === undefined ? {} : { as }),
});

describe('an answer under our names', () => {
  it('is itself where there is nothing to rename', () => {
    const answer = { state: 'x' };
    expect(renamed(answer, call, undefined)).toBe(answer);
    expect(renamed(answer, call, new Map([['escrow/B/list', [named('/status', '/state')]]]))).toBe(answer);
    expect(under(answer)).toBe(answer);
    for (const other of [null, 'x', 7, undefined]) expect(under(other, named('/status', '/state'))).toBe(other);
  });

  it.each<[string, unknown, FieldName[], unknown]>([
    ['a field', { state: 'x', a: 1 }, [named('/status', '/state')], { state: 'x', a: 1, status: 'x' }],
    ['a field that is not there', { a: 1 }, [named('/status', '/state')], { a: 1 }],
    ['null, which is a value', { state: null }, [named('/status', '/state')], { state: null, status: null }],
    ['a field within another', { data: { state: 'x' } }, [named('/status', '/data/state')], { data: { state: 'x' }, status: 'x' }],
    ['a field that goes within another', { state: 'x' }, [named('/a/b', '/state')], { state: 'x', a: { b: 'x' } }],
    ['a field within one that is there', { a: { c: 1 }, state: 'x' }, [named('/a/b', '/state')], { a: { c: 1, b: 'x' }, state: 'x' }],
    ['a field within one that is no object', { a: 7, state: 'x' }, [named('/a/b', '/state')], { a: { b: 'x' }, state: 'x' }],
    ['a field within a list, which is no object', { a: [7], state: 'x' }, [named('/a/b', '/state')], { a: { b: 'x' }, state: 'x' }],
    ['a name with a slash and a tilde', { 'a/b': { 'c~d': 1 } }, [named('/x~1y', '/a~1b/c~0d')], { 'a/b': { 'c~d': 1 }, 'x/y': 1 }],
    ['a name of a prototype that is not there', {}, [named('/status', '/toString')], {}],
    ['fields of the items of a list', { data: [{ s: 1 }, { s: 2 }] }, [named('/items/*/status', '/data/*/s')], { data: [{ s: 1 }, { s: 2 }], items: [{ status: 1 }, { status: 2 }] }],
    ['two fields of the same items', { data: [{ s: 1, t: 2 }] }, [named('/items/*/a', '/data/*/s'), named('/items/*/b', '/data/*/t')], { data: [{ s: 1, t: 2 }], items: [{ a: 1, b: 2 }] }],
    ['items that are values', { data: [1, 2] }, [named('/items/*', '/data/*')], { data: [1, 2], items: [1, 2] }],
    ['a list in place of what is none', { data: [1], items: { a: 1 } }, [named('/items/*', '/data/*')], { data: [1], items: [1] }],
    ['lists in lists', { d: [{ e: [1, 2] }, { e: [3] }] }, [named('/a/*/b/*', '/d/*/e/*')], { d: [{ e: [1, 2] }, { e: [3] }], a: [{ b: [1, 2] }, { b: [3] }] }],
    ['an empty list, which tells no name', { data: [] }, [named('/items/*/status', '/data/*/s')], { data: [], items: [] }],
    ['an empty list within', { in: { data: [] } }, [named('/a/items/*/status', '/in/data/*/s')], { in: { data: [] }, a: { items: [] } }],
    ['no list, where it is none', { data: 'x' }, [named('/items/*/status', '/data/*/s')], { data: 'x' }],
    ['a list that is the whole answer', [{ s: 1 }], [named('/items/*/status', '/*/s')], { items: [{ status: 1 }] }],
  ])('has %s', (_what, answer, names, expected) => expect(under(answer, ...names)).toEqual(expected));

  it.each<[FieldName['as'], unknown, unknown]>([
    ['text', 7, '7'], ['text', 'x', 'x'], ['text', null, null],
    ['number', '7', 7], ['number', '-0.5', -0.5], ['number', '7.', '7.'], ['number', '.5', '.5'], ['number', 'x7', 'x7'], ['number', '7x', '7x'], ['number', '1e3', '1e3'], ['number', 7, 7],
    ['instant', 1_767_225_600, '2026-01-01T00:00:00.000Z'], ['instant', 1_767_225_600.9, '2026-01-01T00:00:00.900Z'], ['instant', 1_767_225_600_123, '2026-01-01T00:00:00.123Z'],
    ['instant', 0, '1970-01-01T00:00:00.000Z'], ['instant', 99_999_999_999, '5138-11-16T09:46:39.000Z'], ['instant', 1e11, '1973-03-03T09:46:40.000Z'],
    ['instant', -1, -1], ['instant', 1e14, 1e14], ['instant', '1767225600', '1767225600'],
    [undefined, 7, 7], [undefined, '7', '7'],
  ])('(as %s) has %j as %j', (as, value, expected) => {
    expect(under({ theirs: value }, named('/ours', '/theirs', as))).toMatchObject({ ours: expected, theirs: value });
  });

  it('is another object, and the one of the deployment stays', () => {
    const answer = { data: [{ s: 1 }], a: { b: [1] } };
    const before = structuredClone(answer);
    const result = under(answer, named('/a/c', '/data'), named('/data/*/t', '/data/*/s')) as typeof answer;
    expect(answer).toEqual(before);
    result.a.b.push(2);
    expect(answer).toEqual(before);
  });

  it('has at most ten thousand items of a list', () => {
    const result = under({ data: Array.from({ length: 10_005 }, (_, n) => n) }, named('/items/*', '/data/*')) as { items: number[] };
    expect(result.items.length).toBe(10_000);
  });

  it('has the leaves of theirs, wherever they are', () => {
    const steps = fc.array(fc.constantFrom('a', 'b', 'c/d', 'e~f'), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(steps, steps, fc.integer(), (from, to, value) => {
        const pointer = (path: string[]) => path.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
        const nested = (path: string[]): unknown => path.reduceRight<unknown>((inner, step) => ({ [step]: inner }), value);
        const result = under({ theirs: nested(from) }, named(`/ours${pointer(to)}`, `/theirs${pointer(from)}`)) as { ours: unknown };
        expect(result.ours).toEqual(nested(to));
      }),
      { numRuns: 50 },
    );
  });
}); // prettier-ignore

describe('the leaves of an answer', () => {
  it('are its values by place, of lists as many as there are, without secrets', () => {
    const leaves = leavesOf({ a: 1, b: { c: 'x', d: null }, e: [{ f: 1 }, { f: 2 }], g: [], secret: 's' }, (name) => name === 'secret');
    expect(Object.fromEntries(leaves)).toMatchObject({ '/a': [1], '/b/c': ['x'], '/e/*/f': [1, 2] });
    expect([...leaves.keys()].some((name) => name.includes('secret'))).toBe(false);
  });
}); // prettier-ignore
