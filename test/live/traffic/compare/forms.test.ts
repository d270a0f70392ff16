/** Forms of values: which ids, numbers, instants and texts of two deployments mean the same. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areOpaqueIds, isAddress, isDecimal, isIdField, isSameDate, isSameDecimal, isSameInstant, isSameSide, isWording, kindOf,
  mayCorrespond, timeSpan,
} from '../../../../src/live/traffic/compare/forms.ts'; // prettier-ignore

const own = `esc_${'a'.repeat(16)}`;
const key = `sk_live_${'b'.repeat(32)}`;
const address = `0x${'1f'.repeat(20)}`;
const hash = `0x${'1f'.repeat(32)}`;
const digest = '1f'.repeat(32);
const bech = `bc1${'q'.repeat(20)}`;
const base58 = 'A'.repeat(32);

describe('two ids', () => {
  it.each<[string, string, boolean]>([
    [own, `esc_${'z'.repeat(16)}`, true],
    [own, `ord_${'a'.repeat(16)}`, false],
    [own, 'x', true],
    [own, 'x'.repeat(512), true],
    [own, 'x'.repeat(513), false],
    [own, '', false],
    [own, 'a b', false],
    [own, 'a\u0000b', false],
    [own, key, false],
    [key, `sk_live_${'c'.repeat(32)}`, true],
    [`ref_${'0'.repeat(16)}`, `ref_${'f'.repeat(16)}`, true],
    ['agent_12', 'agent_7', true],
    ['agent_12', own, false],
    ['agent_12', '7', true],
    [address, address.toUpperCase().replace('0X', '0x'), true],
    [address, hash, false],
    [address, own, false],
    [hash, `0x${'00'.repeat(32)}`, true],
    [hash, address, false],
    [digest, '00'.repeat(32), true],
    [digest, hash, false],
    [bech, `bc1${'z'.repeat(40)}`, true],
    [bech, `bc1${'z'.repeat(19)}`, false],
    [base58, 'Z'.repeat(106), true],
    [base58, 'Z'.repeat(107), false],
    [base58, 'Z'.repeat(31), false],
    [`x${own}`, own, false],
    [`${own}x`, own, false],
    ['open', 'shut', false],
  ])('%s and %s may be two names of one thing: %s', (recorded, live, may) => {
    expect(mayCorrespond(recorded, live)).toBe(may);
  });

  it('of which one has an own form and one of a standard correspond as own ones', () => {
    // A prefix of letters and digits of base 58.
    expect(mayCorrespond(`sk_live_${'b'.repeat(32)}`, 'anything')).toBe(true);
  });

  it.each<[string, string, string, boolean]>([
    ['/id', 'abcdefg1', '1bcdefgh', true],
    ['/id', 'abcdefg', 'abcdefg1', false],
    ['/id', 'abcdefgh', 'abcdefg1', false],
    ['/id', 'abcdefg1', 'abcdefgh', false],
    ['/id', 'abc defg1', 'abcdefg1', false],
    ['/id', 'a'.repeat(511) + 1, 'abcdefg1', true],
    ['/id', 'a'.repeat(512) + 1, 'abcdefg1', false],
    ['/name', 'abcdefg1', '1bcdefgh', false],
  ])('of %s, %s and %s, are opaque: %s', (field, recorded, live, are) => {
    expect(areOpaqueIds(field, recorded, live)).toBe(are);
  });

  it.each<[string, boolean]>([
    ['id', true], ['/a/id', true], ['/escrow_id', true], ['api_key', true], ['tx_hash', true], ['address', true],
    ['token', true], ['next_cursor', true], ['signature', true], ['paid', false], ['idle', false], ['/id/x', false],
  ])('stand in %s: %s', (field, is) => expect(isIdField(field)).toBe(is)); // prettier-ignore
});

describe('decimal texts', () => {
  const decimal = fc.tuple(fc.boolean(), fc.nat(), fc.option(fc.nat(), { nil: undefined })).map(([isNegative, whole, decimals]) =>
    `${isNegative ? '-' : ''}${whole}${decimals === undefined ? '' : `.${decimals}`}`); // prettier-ignore

  it('are the same with zeros before and after', () => {
    fc.assert(
      fc.property(decimal, fc.nat({ max: 4 }), fc.nat({ max: 4 }), (text, before, after) => {
        const sign = text.startsWith('-') ? '-' : '';
        const longer = `${sign}${'0'.repeat(before)}${text.slice(sign.length)}${text.includes('.') ? '' : '.0'}${'0'.repeat(after)}`;
        expect(isSameDecimal(text, longer)).toBe(true);
        expect(isSameDecimal(longer, text)).toBe(true);
        expect(isDecimal(longer)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('are not the same where any digit or the sign differs', () => {
    fc.assert(
      fc.property(decimal, (text) => {
        expect(isSameDecimal(text, `${text.includes('.') ? text : `${text}.0`}1`)).toBe(false);
        const other = text.startsWith('-') ? text.slice(1) : `-${text}`;
        expect(isSameDecimal(text, other)).toBe(/^-?0+(?:\.0+)?$/.test(text));
      }),
      { numRuns: 50 },
    );
  });

  it.each(['', '.5', '5.', '1e3', '+1', ' 1', '1 ', '--1', '1.2.3', 'x'])('%j is none', (text) => {
    expect([isDecimal(text), isSameDecimal(text, text)]).toEqual([false, false]);
  });
});

describe('instants', () => {
  const [at, offset, later] = [
    '2026-01-01T00:00:00.000Z',
    '2026-01-01T02:00:00+02:00',
    '2026-01-01T00:00:00.001Z',
  ];
  const dayMs = 86_400_000;
  const fromMs = Date.parse(at);

  it.each<[string, string, boolean]>([
    [at, offset, true], [at, later, false], [at, 'x', false], ['x', 'x', false],
  ])('%s and %s are the same: %s', (one, other, is) => expect(isSameInstant(one, other)).toBe(is)); // prettier-ignore

  it.each<[string, string, object | undefined]>([
    [at, '/x', { fromMs, toMs: fromMs }],
    ['2026-01-01', '/expires', { fromMs, toMs: fromMs + dayMs - 1 }],
    ['2026-01-01', 'expires', { fromMs, toMs: fromMs + dayMs - 1 }],
    ['2026-01-01', '/expires_at', undefined],
    ['2026-01-01', '/x_expires', undefined],
    ['2026-13-01', '/expires', undefined],
    ['x2026-01-01', '/expires', undefined],
    ['2026-01-01x', '/expires', undefined],
    ['soon', '/expires', undefined],
  ])('%s in %s spans %j', (text, field, span) => expect(timeSpan(text, field)).toEqual(span));

  it.each<[string, string, boolean]>([
    ['2026-01-01', at, true],
    ['2026-01-01', '2026-01-01T23:59:59.999Z', true],
    ['2026-01-01', '2026-01-02T00:00:00.000Z', false],
    ['2026-01-01', '2025-12-31T23:59:59.999Z', false],
    ['2026-01-01', '2026-01-01', true],
    ['2026-01-01', '2026-01-02', false],
    [at, at, false],
    ['2026-01-01', 'x', false],
    ['x', '2026-01-01', false],
  ])('%s and %s are of one day: %s', (one, other, is) => {
    expect([isSameDate(one, other, '/expires'), isSameDate(other, one, '/expires')]).toEqual([is, is]);
    expect(isSameDate(one, other, '/at')).toBe(false);
  });
});

describe('texts', () => {
  it.each<[string, string, string, boolean]>([
    ['buy', 'long', '/positions/*/side', true], ['long', 'buy', '/positions/*/side', true], ['sell', 'short', '/positions/*/side', true],
    ['buy', 'short', '/positions/*/side', false], ['buy', 'x', '/positions/*/side', false], ['x', 'long', '/positions/*/side', false],
    ['buy', 'long', '/side', false], ['buy', 'long', '/positions/*/side/x', false], ['buy', 'long', 'x/positions/*/side', false],
  ])('%s and %s are one side of %s: %s', (one, other, field, is) => expect(isSameSide(one, other, field)).toBe(is)); // prettier-ignore

  it.each<[string, string, string, boolean]>([
    ['/message', 'one two three', 'x', true],
    ['/message', 'one two', 'one two three', false],
    ['/message', 'one two three', '', false],
    ['/name', 'one two three', 'four  five\nsix', true],
    ['/name', 'one two three', 'four five', false],
    ['/name', 'one two', 'four five six', false],
    ['/messages', 'one two three', 'x', false],
    ['/a/hint', 'one two three', 'x', true],
    ['error', 'one two three', 'x', true],
  ])('of %s, %s and %s, are for people: %s', (field, recorded, live, is) => {
    expect(isWording(field, recorded, live)).toBe(is);
  });

  it.each<[string, boolean]>([
    ['https://a.example/x', true], ['http://a', true], ['ftp://a', false], ['https:///x', false], ['https://?x', false],
    ['see https://a', false], ['https://a b', false], ['a', false],
  ])('%s is an address: %s', (text, is) => expect(isAddress(text)).toBe(is)); // prettier-ignore
});

describe('the kind of a difference', () => {
  it.each<[unknown, unknown, string, string]>([
    [1, '1', '/x', 'shape'], ['A', 'B', '/code', 'code'], [1, 2, '/x', 'amount'], [true, false, '/x', 'value'], [null, {}, '/x', 'value'],
    ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '/x', 'time'], ['2026-01-01T00:00:00Z', 'soon', '/x', 'shape'],
    ['soon', '2026-01-01T00:00:00Z', '/x', 'value'], ['1', '2.5', '/x', 'amount'], ['1', 'x', '/x', 'value'], ['x', '1', '/x', 'value'],
    ['A', 'B', '/a/code', 'value'], ['A', 1, '/code', 'shape'],
  ])('between %j and %j in %s is %s', (recorded, live, field, kind) => {
    expect(kindOf(recorded, live, field)).toBe(kind);
  }); // prettier-ignore
});
