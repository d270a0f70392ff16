import type { Stream } from '../../kernel/stream.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** `length` characters of lower-case base32 (RFC 4648 alphabet), five bits of the stream each. */
export function base32(stream: Stream, length: number): string {
  let text = '';
  while (text.length < length) {
    let word = stream.word();
    for (let taken = 0; taken < 6 && text.length < length; taken++) {
      text += alphabet[word & 31] ?? '';
      word >>>= 5;
    }
  }
  return text;
}
