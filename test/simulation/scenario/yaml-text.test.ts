import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { YamlBound, yamlDocument } from '../../../src/simulation/scenario/yaml-text.ts';

const boundOf = (text: string): YamlBound | undefined => {
  try {
    yamlDocument(text);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(YamlBound);
    return error as YamlBound;
  }
};

/** A collection in a collection, without an end, and what closes each. */
const nested: readonly (readonly [string, string])[] = [
  ['[', ']'],
  ['{a: ', '}'],
  ['- ', ''],
  ['&a [', ']'],
  ['!!map {a: ', '}'],
];

describe('YAML text from outside', () => {
  it.each(nested)('is read to a depth of 128, and no deeper: %s', (open, close) => {
    const text = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
    expect(yamlDocument(text(127)).toJS()).toEqual(parse(text(127)));
    expect(boundOf(text(100_000))?.message).toBe(
      'lists and maps are nested too deep; expected at most 128 in each other',
    );
  });

  it('is refused where it gets too deep', () => {
    const { line, column } = boundOf(`a: 1\nb: ${'['.repeat(1000)}`)!.place;
    expect({ line, column: Math.abs(column - 131) <= 2 }).toEqual({ line: 2, column: true });
  });

  it.each(['? ? a', '{[a]: 1}', 'b:\n  ? - a\n  : 1'])('has no key that is a list or a map: %s', (text) => {
    expect(boundOf(text)?.message).toBe('a key is a list or a map; expected a text');
  });

  it('names the place of such a key', () => {
    expect(boundOf('a: 1\nb: {c: 1, [d]: 2}')?.place).toEqual({ line: 2, column: 11 });
  });

  it('keeps its mistakes of syntax and its keys that come twice', () => {
    expect(yamlDocument('a: [').errors).toHaveLength(1);
    expect(yamlDocument('a: 1\na: 2').errors.map(({ code }) => code)).toEqual(['DUPLICATE_KEY']);
  });
});
