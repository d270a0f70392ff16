import type { Stream } from '../../../core/kernel/stream.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const codes = Uint8Array.from(alphabet, (character) => character.charCodeAt(0));

/** `length` characters of lower-case base32 (RFC 4648 alphabet), five bits of the stream each. */
export function base32(stream: Stream, length: number): string {
  // One flat string: text grown character by character stays a rope, which every map look-up has to walk.
  const text: number[] = [];
  while (text.length < length) {
    let word = stream.word();
    for (let taken = 0; taken < 6 && text.length < length; taken++) {
      text.push(codes[word & 31] ?? 0);
      word >>>= 5;
    }
  }
  return String.fromCharCode(...text);
}
