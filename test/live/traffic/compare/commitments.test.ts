/** Which texts are a seed that was committed to: SHA-256 over the text, or over the bytes of 64 digits, and nothing near it. */
import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Commitments } from '../../../../src/live/traffic/compare/commitments.ts';

const digits = 'ab01'.repeat(16);
const ofText = (text: string): string => hash('sha256', text);
const ofBytes = (text: string): string => hash('sha256', Buffer.from(text, 'hex'));

/** What is noted of a seed that the recording reveals, and the target does not, after both have shown a commitment. */
function noted(commitment: string, seed: string, live = commitment) {
  const commitments = new Commitments();
  commitments.note({ recorded: { commit: commitment }, live: { commit: live } } as never);
  return commitments.note({ recorded: { a: [{ seed }] }, live: { a: [{ seed: 'another of theirs' }] } } as never);
} // prettier-ignore

const lacking = [
  {
    kind: 'id',
    field: '/a/*/seed',
    recorded: 'a seed with the hash that was shown before',
    live: 'no such seed',
  },
];

describe('a seed', () => {
  it.each<[string, string]>([
    [ofText(digits), digits],
    [ofBytes(digits), digits],
    [ofText('x'.repeat(16)), 'x'.repeat(16)],
    [ofText('x'.repeat(256)), 'x'.repeat(256)],
  ])('with the hash %s is expected of the target as well', (commitment, seed) => {
    expect(noted(commitment, seed)).toEqual(lacking);
  });

  it.each<[string, string, string]>([
    ['bytes of more digits', ofBytes(`${digits}ab`), `${digits}ab`],
    ['bytes of fewer digits', ofBytes(digits.slice(2)), digits.slice(2)],
    ['no bytes, behind a letter', ofBytes(''), `x${digits}`],
    ['bytes before a letter', ofBytes(digits), `${digits}x`],
    ['bytes of capital digits', ofBytes(digits), digits.toUpperCase()],
    ['a text too short', ofText('x'.repeat(15)), 'x'.repeat(15)],
    ['a text too long', ofText('x'.repeat(257)), 'x'.repeat(257)],
    ['a commitment in capitals', ofText(digits).toUpperCase(), digits],
    ['a commitment within a text', `sha256:${ofText(digits)}`, digits],
    ['a commitment before a text', `${ofText(digits)} `, digits],
  ])('is none by %s', (_what, commitment, seed) => expect(noted(commitment, seed)).toEqual([]));

  it('is not expected of a target that has not committed to anything', () => {
    expect(noted(ofText(digits), digits, 'none')).toEqual([]);
  });

  it('may be another, under another name, with the hash that the target has shown', () => {
    const commitments = new Commitments();
    const theirs = 'a seed of the target';
    commitments.note({ recorded: { commit: ofText(digits) }, live: { hash: ofText(theirs) } } as never);
    expect(commitments.note({ recorded: { seed: digits }, live: { key: theirs } } as never)).toEqual([]);
  });

  it('that was shown before reveals nothing', () => {
    const commitments = new Commitments();
    const chain = [ofText(ofText(digits)), ofText(digits), digits];
    const after = (index: number) => commitments.note({ recorded: chain[index], live: { x: ofText('y'), z: 'none' } } as never); // prettier-ignore
    expect([after(0), after(1).length, after(1), after(2).length, after(2)]).toEqual([[], 1, [], 1, []]); // prettier-ignore
  });
});
