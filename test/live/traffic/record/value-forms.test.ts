/** Which values of an unknown deployment may be ids, and what they are ids of. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  headAt,
  isEdge,
  isIdName,
  isMessageId,
  isOpaque,
  isPublicName,
  nounIn,
  nounOfSegment,
  pathWithin,
  shortId,
  startsIn,
  valueHash,
} from '../../../../src/live/traffic/record/value-forms.ts';

describe('a value that is an id wherever it stands', () => {
  it.each([
    'abcdefg1', '1abcdefg', 'esc_0123abcd', 'A1.b~c:d+e/f=g-h', `a1${'x'.repeat(1_022)}`, '2026-01-01x', '12345678e', 'x2026-01-01',
  ])('%s is one', (text) => expect(isOpaque(text)).toBe(true)); // prettier-ignore

  it.each([
    'abcdef1', 'abcdefgh', '12345678', '-1234567.5', '1234567.5', '2026-01-31', '2026-01', '2026-01-31T10:00:00Z', '2026-01-31 10:00',
    `a1${'x'.repeat(1_023)}`, '_abcdef1', '-abcdef1', 'abc def1', 'abcdef1!', '', '1.2.3.4:',
  ])('%s is none', (text) => expect(isOpaque(text)).toBe(false)); // prettier-ignore
});

describe('a value that is an id where its name says so', () => {
  it.each<[unknown, string | undefined]>([
    [17, '17'], [0, '0'], [-1, '-1'], [1.5, undefined], [2 ** 53, undefined], ['17', '17'], ['a', 'a'], ['A.b~c:d+e=f-g_h', 'A.b~c:d+e=f-g_h'],
    ['x'.repeat(64), 'x'.repeat(64)], ['x'.repeat(65), undefined], ['a/b', undefined], ['_a', undefined], ['a b', undefined], ['', undefined],
    ['2026-01-31', undefined], ['2026-01-31x', '2026-01-31x'], [true, undefined], [null, undefined], [['a'], undefined],
  ])('%j has the text %j', (value, text) => expect(shortId(value)).toBe(text)); // prettier-ignore

  it.each([
    'id', 'ID', 'escrow_id', 'escrowId', 'escrow-ids', 'uuid', 'ulid', 'guid', 'apiKey', 'token', 'seed_hash', 'tx', 'txid', 'address', 'orderRef',
    'reference', 'code', 'handle', 'slug', 'orderNumber', 'no', 'cursor', 'next', 'prev', 'previous', 'after', 'before', 'commitment', 'x2Id', 'id_',
  ])('%s is the name of one', (name) => expect(isIdName(name)).toBe(true)); // prettier-ignore

  it.each(['', 'amount', 'idle', 'paid', 'id_of', 'keyed', 'nonce', '_'])('%j is not', (name) =>
    expect(isIdName(name)).toBe(false),
  );

  it('is none that every platform has alike', () => {
    expect(['symbol', 'market_symbol', 'baseSymbol', 'pair'].map(isPublicName)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['symbols', 'symbol_id', 'repair', ''].map(isPublicName)).toEqual([false, false, false, false]);
  });

  it('is none of a message of JSON-RPC, which its client counts', () => {
    expect(isMessageId('id', { jsonrpc: '2.0' })).toBe(true);
    expect([isMessageId('id', {}), isMessageId('other', { jsonrpc: '2.0' }), isMessageId('id', { jsonrpc: 2 })]).toEqual([false, false, false]);
  }); // prettier-ignore
});

describe('what an id is one of', () => {
  it.each([
    ['escrow_id', '/x', 'escrow'], ['escrowIds', '/x', 'escrow'], ['order_ref_no', '/x', 'order'], ['id', '/casino/escrows', 'escrow'],
    ['id', '/casino/escrows/17', 'escrow'], ['ids', '/v1/parties/x9', 'party'], ['next', '/', ''], ['id', '/a1/b2', ''], ['token', '/my-boxes', 'box'],
    ['user', '/x', 'user'], ['users', '/x', 'user'],
  ])('%s at %s: %s', (name, path, noun) => expect(nounIn(name, path)).toBe(noun)); // prettier-ignore

  it.each([
    ['escrows', 'escrow'], ['parties', 'party'], ['ties', 'tie'], ['classes', 'class'], ['boxes', 'box'], ['matches', 'match'], ['dishes', 'dish'],
    ['houses', 'house'], ['class', 'class'], ['is', 'is'], ['gas', 'ga'], ['Orders', 'order'], ['open_orders', 'order'], ['openOrders', 'order'], ['', ''],
  ])('the segment %s is about a %s', (segment, noun) => expect(nounOfSegment(segment)).toBe(noun)); // prettier-ignore

  it('within an object or a list is what that one is about', () => {
    expect([pathWithin('escrow', {}, '/x'), pathWithin('orders', [], '/x')]).toEqual(['/escrow', '/orders']);
    expect([pathWithin('escrow', 'a', '/x'), pathWithin('escrow', null, '/x'), pathWithin('a', 1, '/x')]).toEqual(['/x', '/x', '/x']);
  }); // prettier-ignore
});

describe('where a value may begin and end', () => {
  it('is at an end of the text, and where a letter or digit meets another character', () => {
    const text = 'ab-c9/Z z';
    const edges = Array.from({ length: text.length + 1 }, (_, at) => at).filter((at) => isEdge(text, at));
    expect(edges).toEqual([0, 2, 3, 5, 6, 7, 8, 9]);
    expect([isEdge(text, -1), isEdge(text, 99)]).toEqual([true, true]);
    for (const [character, isWord] of [['/', false], ['0', true], ['9', true], [':', false], ['@', false], ['A', true], ['Z', true], ['[', false], ['`', false], ['a', true], ['z', true], ['{', false], ['é', false]] as const)
      expect(isEdge(`x${character}`, 1), character).toBe(!isWord);
  }); // prettier-ignore

  it('has eight characters left, and is no character between', () => {
    expect([...startsIn('12345678')]).toEqual([0]);
    expect([...startsIn('1234567')]).toEqual([]);
    expect([...startsIn('-12345678 abcdefgh')]).toEqual([1, 10]);
    expect(headAt('-12345678 abcdefgh', 1)).toBe('12345678');
    fc.assert(
      fc.property(fc.stringMatching(/^[a-c1 -]{0,30}$/), (text) => {
        const model = Array.from(text, (_, at) => at).filter((at) => at + 8 <= text.length && /[a-z0-9]/.test(text[at] ?? '') && !/[a-z0-9]/.test(text[at - 1] ?? ''));
        expect([...startsIn(text)]).toEqual(model);
      }),
      { numRuns: 60 },
    );
  }); // prettier-ignore
});

describe('the hash of a value', () => {
  it('is the published one (cyrb53), of 53 bits', () => {
    // From the page of its author, with seed 0.
    expect([valueHash('a'), valueHash('b'), valueHash('revenge'), valueHash('revenue')]).toEqual([7929297801672961, 8684336938537663, 4051478007546757, 8309097637345594]);
  }); // prettier-ignore

  it('hardly ever is that of another', () => {
    const hashes = new Set(Array.from({ length: 20_000 }, (_, n) => valueHash(`esc_${n}`)));
    expect(hashes.size).toBe(20_000);
    for (const hash of hashes) if (!Number.isSafeInteger(hash) || hash < 0) expect.fail(String(hash));
  });
});
