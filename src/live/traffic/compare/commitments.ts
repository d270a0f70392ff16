/**
 * A revealed server seed has to be the one that was committed to: its SHA-256, over its text or over the bytes that it writes in
 * hexadecimal, is a commitment of before. That holds under any names of fields, so that it is looked for in all texts of a response.
 */
import { hash } from 'node:crypto';
import type { Difference } from './difference.ts';
import type { DrawnResponse } from './drawn-response.ts';

/** SHA-256 in hexadecimal: a commitment, or a seed of 32 bytes. */
const digestForm = /^[\da-f]{64}$/;
/** Commitments followed; later ones are taken as they come. */
const followedMax = 100_000;
/** The longest text that may be a seed. */
const seedLengthMax = 256;

/** Follows the commitments of one run on both sides. */
export class Commitments {
  readonly #recorded = new Set<string>();
  readonly #live = new Set<string>();

  /** A difference where a seed should be revealed that the target has committed to, and is not. */
  note({ recorded, live }: DrawnResponse): Difference[] {
    const [ours, theirs] = [textsIn(recorded), textsIn(live)];
    // What was shown before reveals nothing: a seed may itself be the hash of the next one.
    const isNew = ({ text }: TextAt): boolean => !this.#recorded.has(text);
    const revealed = ours.find((each) => isNew(each) && isCommitted(each.text, this.#recorded));
    const isRevealed = theirs.some(({ text }) => isCommitted(text, this.#live));
    const hasCommitted = this.#live.size > 0;
    remember(ours, this.#recorded);
    remember(theirs, this.#live);
    if (revealed === undefined || isRevealed || !hasCommitted) return [];
    const said = { recorded: 'a seed with the hash that was shown before', live: 'no such seed' };
    return [{ kind: 'id', field: revealed.field, ...said }];
  }
}

interface TextAt {
  readonly field: string;
  readonly text: string;
}

function remember(texts: readonly TextAt[], known: Set<string>): void {
  for (const { text } of texts) if (digestForm.test(text) && known.size < followedMax) known.add(text);
}

const isCommitted = (text: string, known: ReadonlySet<string>): boolean =>
  text.length >= 16 &&
  text.length <= seedLengthMax &&
  (known.has(hash('sha256', text)) ||
    (digestForm.test(text) && known.has(hash('sha256', Buffer.from(text, 'hex')))));

/** Every text of a JSON value with its JSON pointer. */
function textsIn(value: unknown, field = ''): TextAt[] {
  if (typeof value === 'string') return [{ field, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  const step = (name: string): string => `${field}/${Array.isArray(value) ? '*' : name}`;
  return Object.entries(value).flatMap(([name, item]) => textsIn(item, step(name)));
}
