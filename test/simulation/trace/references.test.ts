import { describe, expect, it } from 'vitest';
import { keyOf, keysOf, warmKeys } from '../../../src/simulation/trace/derived-keys.ts';
import { isIssuedFormat, Provenance } from '../../../src/simulation/trace/provenance.ts';
import {
  eachReference,
  eachWholeReference,
  expand,
  hasReference,
  valueAt,
  withNumbers,
} from '../../../src/simulation/trace/references.ts';

const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

function referencesIn(line: string): string[] {
  const found: string[] = [];
  eachReference(line, (n, pointer) => found.push(`${n} ${pointer}`));
  return found;
}

const visited = (recorded: unknown, live: unknown): unknown[] => {
  const found: unknown[] = [];
  eachWholeReference(recorded, live, (...visit) => found.push(visit));
  return found;
};

describe('a reference', () => {
  it.each([
    ['no $ {1:/a}', []],
    ['${1:/a} x${23:}y ${1234567890:/b/0}', ['1 /a', '23 ', '1234567890 /b/0']],
    ['$${1:/a} $$${2:/b} ${12345678901:/a} ${x:/a} ${1:/a$}', ['2 /b']],
    ['${1:/a\\"b\\\\c} ${2:/a\\x}', ['1 /a"b\\c', '2 /a\\x']],
  ])('is found in %j', (line, found) => expect(referencesIn(line)).toEqual(found));

  it('is replaced by its value, unless one has none', () => {
    const valueOf = (n: number, pointer: string) => (n === 9 ? undefined : `<${n}${pointer}>`);
    const texts = ['plain', '${1:/a}-$$-${2:/b\\"}', 'a ${9:/a} ${1:/a}', '${1:/a} ${9:/a}', '$ {'];
    expect(texts.map((text) => expand(text, valueOf))).toEqual([
      'plain',
      '<1/a>-$-<2/b">',
      undefined,
      undefined,
      '$ {',
    ]);
    expect(texts.map(hasReference)).toEqual([false, true, true, true, true]);
  });

  it('that is a whole text goes with the live value', () => {
    expect(visited('${12:/a}', 'x')).toEqual([[12, '/a', 'x']]);
    expect(visited('${1:}', 5)).toEqual([[1, '', 5]]);
    const recorded = {
      a: '${1:/a}',
      b: { c: '${2:/b}' },
      d: ['${3:/c}'],
      e: '${4:/d}',
      f: null,
      g: 'x${5:/e}',
    };
    const live = { a: 'x', b: { c: 0 }, d: ['y'], f: 'z', g: 'x', e: { a: 1 } };
    expect(visited(recorded, live)).toEqual([
      [1, '/a', 'x'],
      [2, '/b', 0],
    ]);
    for (const other of ['', null, undefined, true, {}]) expect(visited('${1:/a}', other)).toEqual([]);
    for (const other of [null, 'x', undefined, ['x']]) expect(visited({ 0: '${1:/a}' }, other)).toEqual([]);
    expect(visited(['${1:/a}'], { 0: 'x' })).toEqual([]);
    expect(visited({ toString: '${1:/a}' }, {})).toEqual([]);
    expect(visited('${1:/a} ', 'x')).toEqual([]);
    expect(visited(' ${1:/a}', 'x')).toEqual([]);
  });

  it('to a number is that number in JSON', () => {
    const numberOf = (n: number, pointer: string) => (pointer === '/n' ? n * 2 : undefined);
    expect(withNumbers('{"a":"${21:/n}","b":"${1:/m}","c":"x${1:/n}","d":"${0:/n}"}', numberOf)).toBe(
      '{"a":42,"b":"${1:/m}","c":"x${1:/n}","d":0}',
    );
  });

  it.each([
    ['/a', 'x'],
    ['/b/1', 5],
    ['/c~1d~0e/%7D%24%23', 'deep'],
    ['/b', undefined],
    ['/no', undefined],
    ['/a/0', undefined],
    ['/nil/0', undefined],
    ['/toString', undefined],
    ['', undefined],
    ['/m#base', keyOf(words, 'base')],
    ['/m#nothing', undefined],
    ['/b/1#base', undefined],
  ])('has a value at %j', (pointer, value) => {
    const body = { a: 'x', b: ['0', 5], 'c/d~e': { '}$#': 'deep' }, nil: null, m: words };
    expect(valueAt(body, pointer)).toBe(value);
  });
});

describe('the keys of a mnemonic', () => {
  const keys = keysOf(words);

  it('are each found by name, with or without a prefix', () => {
    for (const [name, key] of keys) expect([name, keyOf(words, name)]).toEqual([name, key]);
    expect([...keys.keys()]).toContain('base');
    expect(`0x${keys.get('base.bare')}`).toBe(keys.get('base'));
    expect(warmKeys('base')).toBe(keys.get('base'));
    expect([...keys.keys()].filter((name) => name.includes('.')).length).toBeGreaterThan(1);
    expect(new Set([...keys.values()].map((key) => typeof key))).toEqual(new Set(['string']));
  });

  it('are none for other words and other names', () => {
    expect([...keysOf('no mnemonic')]).toEqual([]);
    expect([keyOf('no mnemonic', 'base'), keyOf(words, 'nowhere')]).toEqual([undefined, undefined]);
  });
});

const hex = (length: number) => 'a0'.repeat(length / 2);
const short = 'a234567a234567ab';

describe('an issued value', () => {
  it.each([
    `esc_${short}`,
    `e_${short}`,
    `sk_live_${short}${short}`,
    'ref_0123456789abcdef',
    'agent_1',
    'agent_12345',
    `0x${hex(40)}`,
    `0x${hex(40).toUpperCase()}`,
    hex(64),
    `0x${hex(64)}`,
    `bc1${'q'.repeat(20)}`,
    'A'.repeat(32),
    'z'.repeat(106),
  ])('has the format of %s', (value) => {
    expect(isIssuedFormat(value)).toBe(true);
    expect(isIssuedFormat(`${value}!`)).toBe(false);
    expect(isIssuedFormat(`!${value}`)).toBe(false);
  });

  it.each([
    `_${short}`,
    `esc_${short.slice(1)}`,
    `esc_${short.slice(1)}1`,
    `sk_live_${short}`,
    'ref_0123456789abcdeg',
    'agent_',
    'agent_x',
    `0x${hex(38)}`,
    hex(62),
    `bc1${'q'.repeat(19)}`,
    `bc1${'b'.repeat(20)}`,
    'A'.repeat(31),
    '0'.repeat(32),
    'z'.repeat(107),
    '',
  ])('has not the format of %j', (value) => expect(isIssuedFormat(value)).toBe(false));

  it('is replaced by the place that issued it first', () => {
    const provenance = new Provenance();
    const id = `esc_${short}`;
    provenance.issued(id, '1:/id');
    provenance.issued(id, '2:/id');
    provenance.issued('plain', '1:/a');
    provenance.issued('agent_7', '3:/b');
    provenance.brought(`a ${id} ref_0123456789abcdef plain`);
    provenance.brought('short');
    provenance.issued('ref_0123456789abcdef', '4:/ref');
    expect(provenance.encode(`/x/${id}?b=${id}&c=agent_7`)).toBe('/x/${1:/id}?b=${1:/id}&c=${3:/b}');
    expect(provenance.encode('ref_0123456789abcdef plain $5 $$')).toBe('ref_0123456789abcdef plain $$5 $$$$');
    expect(['agent_7', 'a$', ''].map((text) => provenance.encode(text))).toEqual(['${3:/b}', 'a$$', '']);
  });
});
