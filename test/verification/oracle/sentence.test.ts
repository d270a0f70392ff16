/** What a finding says: the response in which it was seen, when, and instants as texts. */
import { describe, expect, it } from 'vitest';
import { expectField, type Case } from '../../../src/verification/oracle/case.ts';
import { sentenceOf } from '../../../src/verification/oracle/properties.ts';

const seen = { property: 'escrow-record', atMs: Date.UTC(2026, 0, 2), call: 'escrow/B/detail' } as const;

describe('a finding', () => {
  it('names the response in which it was seen and its instant', () => {
    expect(sentenceOf({ ...seen, message: 'fee is 1; expected 2' })).toBe(
      'escrow/B/detail at 2026-01-02T00:00:00.000Z: fee is 1; expected 2',
    );
  });

  it('takes a field whose name begins like the operation for no name of it', () => {
    const message = sentenceOf({ ...seen, call: 'escrow/A/release', message: 'released_amount is 1' });
    expect(message).toBe('escrow/A/release at 2026-01-02T00:00:00.000Z: released_amount is 1');
  });

  it('names it once, however often it is put into words', () => {
    const message = sentenceOf({ ...seen, message: 'fee is 1; expected 2' });
    expect(sentenceOf({ ...seen, message })).toBe(message);
    const own = 'escrow/B/detail is answered OK; expected NOT_FOUND';
    expect(sentenceOf({ ...seen, message: own })).toBe(own);
  });

  it('stays as it is where it was seen between responses, or at an unknown path', () => {
    const { call: _, ...between } = seen;
    expect(sentenceOf({ ...between, message: 'alice has less' })).toBe('alice has less');
    expect(sentenceOf({ ...seen, call: '//', message: 'it is wrong' })).toBe('it is wrong');
  });
});

describe('a field with another value', () => {
  const said: string[] = [];
  const file = { breaks: (_: string, message: string) => said.push(message) } as unknown as Case;
  const messageOf = (name: string, is: unknown, wanted: unknown, isMicros?: boolean): string | undefined => {
    said.length = 0;
    expectField(file, 'escrow-record', { name, seen: is, wanted, isMicros });
    return said[0];
  };

  it('is an amount with its unit where it is one', () => {
    expect(messageOf('fee', 15_697, 15_698, true)).toBe('fee is 0.015697 USDC; expected 0.015698 USDC');
    expect(messageOf('net', -1_500_000, undefined, true)).toBe('net is -1.50 USDC; expected undefined');
  });

  it('is an instant in words where it is one', () => {
    const atMs = Date.UTC(2026, 0, 2);
    expect(messageOf('expires_at', atMs - 1, atMs)).toBe(
      'expires_at is 2026-01-01T23:59:59.999Z; expected 2026-01-02T00:00:00.000Z',
    );
    expect(messageOf('x-ratelimit-reset', 1_767_225_609, undefined)).toBe(
      'x-ratelimit-reset is 1767225609 (2026-01-01T00:00:09.000Z); expected undefined',
    );
  });

  it('is a number or a text where it is neither, and says nothing where it is right', () => {
    expect(messageOf('years', 15_697, 15_698)).toBe('years is 15697; expected 15698');
    expect(messageOf('rate', 1e12 + 0.5, 1)).toBe('rate is 1000000000000.5; expected 1');
    expect(messageOf('orders', 'ord_1', '')).toBe('orders is ord_1; expected nothing');
    expect(messageOf('fee', 2, 2)).toBeUndefined();
  });
});
