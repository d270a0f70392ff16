/** Takes secrets of the target file out of an answer: a target that repeats a header brings it into no output. */
import { redacted } from '../../../core/http/secrets/names.ts';
import type { RawAnswer } from './answer-parser.ts';

/** A shorter text is a word rather than a secret, and would be replaced wherever it stands. */
const lengthMin = 6;

/** The spellings of secrets that are looked for: as they are, within JSON, and within an address. */
export const spellingsOf = (secrets: readonly string[]): string[] => [
  ...new Set(
    secrets
      .filter((secret) => secret.length >= lengthMin)
      .flatMap((secret) => [
        secret,
        JSON.stringify(secret).slice(1, -1),
        encodeURIComponent(secret),
        Buffer.from(secret).toString('base64'),
      ]),
  ),
];

/** Replaces every spelling in head and body. */
export function redactAnswer(answer: RawAnswer, spellings: readonly string[]): void {
  for (const spelling of spellings) {
    if (answer.head.includes(spelling)) answer.head = answer.head.replaceAll(spelling, redacted);
    const at = answer.bytes.indexOf(spelling, answer.start, 'latin1');
    if (at < 0 || at >= answer.end) continue;
    const text = answer.bytes.toString('latin1', answer.start, answer.end).replaceAll(spelling, redacted);
    answer.bytes = Buffer.from(text, 'latin1');
    answer.start = 0;
    answer.end = answer.bytes.length;
  }
}
