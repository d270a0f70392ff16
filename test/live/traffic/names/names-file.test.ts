/** A file of names: what it may hold, and how each mistake is said. */
import { describe, expect, it } from 'vitest';
import { isNamedField, readNames } from '../../../../src/live/traffic/names/field-names.ts';
import { renamed } from '../../../../src/live/traffic/names/renamed.ts';

describe('a file of names', () => {
  it.each([
    ['[]', /:1:1: the file is no map/],
    ['escrow/B/details: { /status: /state }', /:1:1: "escrow\/B\/details" is no operation/],
    ['escrow/B/detail: [/state]', /:1:1: "escrow\/B\/detail" has no fields/],
    ['escrow/B/detail:\n  /status: 1', /:2:3: \/status has no name/],
    ['escrow/B/detail:\n  /status: state', /:2:3: "state" is no JSON pointer/],
    ['escrow/B/detail:\n  /status: { at: /state, form: text }', /:2:3: unknown key "form" at \/status/],
    ['escrow/B/detail:\n  /status: { at: /state, as: date }', /:2:3: as is "date" at \/status/],
    ['escrow/B/detail:\n  /status: { at: /state, confirmed: some }', /:2:3: confirmed is no number/],
    ['escrow/B/list:\n  /escrows/*/status: /items/state', /:2:3: .*expected as many "\*" in both/],
    ['escrow/B/create:\n  /fee: /charge', /:2:3: the documents name \/fee of escrow\/B\/create/],
    ['escrow/B/detail:\n  /status: /__proto__/state', /:2:3: .*is no JSON pointer/],
    ['escrow/B/detail:\n  /status: /a/constructor', /:2:3: .*is no JSON pointer/],
    ['escrow/B/detail:\n  /a/prototype: /state', /:2:3: .*is no JSON pointer/],
    ['null', /:1:1: the file is no map; expected operations such as escrow\/B\/detail with their fields/],
    ['text', /:1:1: the file is no map/],
    [
      'escrow/B/detail: null',
      /:1:1: "escrow\/B\/detail" has no fields; expected a map such as \{ \/status: \/state \}/,
    ],
    ['escrow/B/detail: text', /has no fields/],
    [
      'escrow/B/detail:\n  /status: null',
      /\/status has no name; expected a pointer such as \/state, or \{ at: \/state \}/,
    ],
    ['escrow/B/detail:\n  /status: [/state]', /\/status has no name/],
    [
      'escrow/B/detail:\n  /status: { as: text }',
      /"undefined" is no JSON pointer; expected one such as \/items\/\*\/state/,
    ],
    ['escrow/B/detail:\n  status: /state', /"status" is no JSON pointer/],
    [`escrow/B/detail:\n  /status: /${'x'.repeat(129)}`, /is no JSON pointer/],
    [`escrow/B/detail:\n  /status: "${'/x'.repeat(13)}"`, /is no JSON pointer/],
    ['escrow/B/detail:\n  /status: /a//b', /is no JSON pointer/],
    ['escrow/B/detail:\n  /status: { at: /state, x: 1 }', /expected one of at, as, confirmed/],
    ['escrow/B/detail:\n  /status: { at: /state, as: date }', /expected one of text, number, instant/],
    [
      'escrow/B/detail:\n  /status: { at: /state, confirmed: -1 }',
      /confirmed is no number of responses at \/status; expected one such as 12/,
    ],
    ['escrow/B/detail:\n  /status: { at: /state, confirmed: 1.5 }', /confirmed is no number/],
    [
      'escrow/B/list:\n  /a/*/b/*/c: /d/*/e',
      /\/a\/\*\/b\/\*\/c and \/d\/\*\/e are in other numbers of lists/,
    ],
    ['x: { /a: /b }', /"x" is no operation; expected service\/style\/operation such as escrow\/B\/detail/],
    [
      'escrow/B/create:\n  /fee: /charge',
      /the documents name \/fee of escrow\/B\/create; expected a field that they do not name/,
    ],
  ])('is refused in one line where it is wrong: %j', (text, message) => {
    expect(() => readNames('names.yaml', text)).toThrow(message);
  });

  it('may be written by hand, with pointers alone', () => {
    const names = readNames('names.yaml', 'escrow/B/list: { /escrows/*/status: /data/*/state }');
    const answer = { data: [{ state: 'locked' }, { state: 'released' }] };
    expect(renamed(answer, 'escrow/B/list', names)).toEqual({
      ...answer,
      escrows: [{ status: 'locked' }, { status: 'released' }],
    });
    expect(renamed({ data: [] }, 'escrow/B/list', names)).toEqual({ data: [], escrows: [] });
    // A field that the target leaves out has no name.
    const one = { data: [{}, { state: 'locked' }, { state: null }] };
    const { escrows } = renamed(one, 'escrow/B/list', names) as { escrows: object[] };
    expect([escrows.length, ...escrows.slice(1)]).toEqual([3, { status: 'locked' }, { status: null }]);
    expect(escrows[0] ?? {}).not.toHaveProperty('status');
    expect(renamed({ data: [{}] }, 'escrow/B/list', names)).toStrictEqual({ data: [{}] });
    expect(renamed(answer, 'escrow/A/list', names)).toBe(answer);
  });
});

describe('the names of a file', () => {
  it('are its fields, by operation, with their forms and confirmations', () => {
    const longest = `/${'x'.repeat(128)}${'/y'.repeat(11)}`;
    const text = `escrow/B/list: { /escrows/*/status: { at: "/data/*/s~1t", as: text, confirmed: 0 } }\nescrow/B/detail: { /status: /proto, "${longest}": { at: /n, as: number }, /a: { at: /i, as: instant, confirmed: 7 } }\ncasino/A/bet: {}\n`;
    expect([...readNames('names.yaml', text)]).toEqual([
      ['escrow/B/list', [{ ours: '/escrows/*/status', theirs: '/data/*/s~1t', as: 'text', confirmed: 0 }]],
      ['escrow/B/detail', [{ ours: '/status', theirs: '/proto' }, { ours: longest, theirs: '/n', as: 'number' }, { ours: '/a', theirs: '/i', as: 'instant', confirmed: 7 }]],
      ['casino/A/bet', []],
    ]);
  }); // prettier-ignore

  it('cover a field, what is in it, and what it is in', () => {
    const names = readNames('names.yaml', 'escrow/B/detail: { /a/b: /c }');
    const covered = (field: string, call = 'escrow/B/detail') => isNamedField(names, call, field);
    expect(['/a/b', '/a', '/a/b/c', '/a/b/0'].map((field) => covered(field))).toEqual([true, true, true, true]);
    expect(['/a/bc', '/b', '/a/c', '/aa', '/c'].map((field) => covered(field))).toEqual([false, false, false, false, false]);
    expect([covered('/a/b', 'escrow/A/detail'), isNamedField(undefined, 'escrow/B/detail', '/a/b')]).toEqual([false, false]);
  }); // prettier-ignore
});
