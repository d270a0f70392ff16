import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isShallow, jsonDepthMax, readJson } from '../../../src/core/base/json-text.ts';

const nested = (depth: number, [open, close]: readonly [string, string], inner = '1'): string =>
  open.repeat(depth) + inner + close.repeat(depth);
const pairs = [
  ['[', ']'],
  ['{"a":', '}'],
  ['[{"]}":', '}]'],
] as const;

describe('JSON text from outside', () => {
  it.each(pairs)('is read to a depth of 128, and no deeper: %s', (...pair) => {
    const each = pair[0].replaceAll(/"[^"]*"/g, '').replaceAll(/[^[{]/g, '').length;
    const [deepest, deeper] = [jsonDepthMax / each, jsonDepthMax / each + 1];
    expect(jsonDepthMax).toBe(128);
    expect(readJson(nested(deepest, pair))).toEqual(JSON.parse(nested(deepest, pair)));
    expect(readJson(nested(deeper, pair))).toBeUndefined();
  });

  it('counts no bracket within a text, and none that is closed', () => {
    const inner = fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', '\\', 'a'), maxLength: 300 });
    const depths = fc.integer({ min: jsonDepthMax - 2, max: jsonDepthMax + 2 });
    fc.assert(
      fc.property(inner, depths, fc.nat({ max: 200 }), (text, depth, siblings) => {
        const list = `${'[],{},'.repeat(siblings)}${JSON.stringify(text)}`;
        const isDeep = depth > jsonDepthMax || (siblings > 0 && depth === jsonDepthMax);
        expect(isShallow(nested(depth, ['[', ']'], list))).toBe(!isDeep);
        expect(isShallow(`[${JSON.stringify(text)},${nested(depth - 1, ['[', ']'], '[]')}]`)).toBe(
          depth + 1 <= jsonDepthMax,
        );
      }),
    );
  });

  it('is not looked through where it is too short to be that deep', () => {
    expect([isShallow('['.repeat(256)), isShallow('['.repeat(257))]).toEqual([true, false]);
  });

  it.each(['', '{', '[1,]', 'nul', '"a'])('%j is no value', (text) => expect(readJson(text)).toBeUndefined());
  it.each(['null', '0', '"a"', '{"a":[true]}'])('%s is its value', (text) =>
    expect(readJson(text)).toEqual(JSON.parse(text)),
  );
});
