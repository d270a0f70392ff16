/**
 * Finds secrets by value: alone or within another text, in any case, percent-encoded or escaped. Time is linear in
 * the text, whatever the number of secrets. Only hashes are stored, so that the finder itself holds no secret.
 */
import { decoded } from '../../base/decoded.ts';
import { hash } from 'node:crypto';
import { redacted } from './names.ts';

/** Agents' keys are recognised by their form, because a run may have a million of them. */
const agentKey = /sk_live_\w+/gi;
/** A shorter text would match by chance. */
const lengthMin = 12;
/** Twelve words of three letters. */
const phraseLengthMin = 47;
/** Length of the prefix that is hashed to find candidates. */
const headLength = 8;
const bitCount = 1 << 20;

/** A secret that was found. */
interface Mark {
  readonly length: number;
  readonly digest: string;
}

/** The replacement of a secret, by its `secretDigest`, and a function for the text around it. */
export interface Replacement {
  readonly secret: (digest: string) => string;
  readonly rest: (text: string) => string;
}

const plainly: Replacement = { secret: () => redacted, rest: (text) => text };

/** The secrets of one run. `add` them as they appear, then `redact` every text before it is written. */
export class KnownSecrets {
  readonly #findsAgentKeys: boolean;
  /** By a hash of their first characters, which all keys share, and by length: the digests. */
  readonly #byHead = new Map<number, Map<number, Set<string>>>();
  /** A bit for each hash of four first characters, which excludes most positions of a text. */
  #bits: Uint32Array | undefined;
  #hasSpaces = false;

  /** `findsAgentKeys: false` if the caller adds every agent's key and replaces it itself. */
  constructor({ findsAgentKeys = true }: { findsAgentKeys?: boolean } = {}) {
    this.#findsAgentKeys = findsAgentKeys;
  }

  /** Adds a secret; ignores texts that are too short or contain a placeholder. */
  add(secret: string): void {
    const plain = plainSecret(secret);
    if (plain.length < lengthMin || plain.includes(redacted)) return;
    const head = headOf(plain, 0);
    const byLength = this.#byHead.get(head) ?? new Map<number, Set<string>>();
    const digests = byLength.get(plain.length) ?? new Set();
    this.#byHead.set(head, byLength.set(plain.length, digests.add(secretDigest(secret))));
    this.#setBit(plain);
    if (plain.includes(' ')) this.#hasSpaces = true;
  }

  /** The text of a field without secrets. The whole text is replaced if a secret only appears after decoding. */
  redact(text: string, how: Replacement = plainly): string {
    if (text.length < lengthMin) return how.rest(text);
    if (this.#isHidden(text)) return redacted;
    return this.redactIn(text, how);
  }

  /** The text with every secret replaced in place, for whole files, whose other text must stay. */
  redactIn(text: string, how: Replacement = plainly): string {
    const decodable = text.includes('%') ? this.#withoutEncoded(text) : text;
    return this.#replaced(decodable, how);
  }

  holds(text: string): boolean {
    return this.redact(text) !== text;
  }

  /** Replaces each delimited part that contains a secret after decoding. */
  #withoutEncoded(text: string): string {
    return text
      .split(/([\s/?&=#;,"'<>]+)/)
      .map((part) => (part.includes('%') && this.#isHidden(part, formDecoded(part)) ? redacted : part))
      .join('');
  }

  /** Detects secrets with other spaces between words, `+` for spaces, or letters written as `\u0073`. */
  #isHidden(text: string, plain = text.includes(String.raw`\u`) ? unescaped(text) : text): boolean {
    if (plain !== text && this.#isHeld(plain)) return true;
    if (!this.#hasSpaces || plain.length < phraseLengthMin) return false;
    const spaced = plain.replaceAll(/[\s+,;"[\]]+/g, ' ');
    return spaced !== text && this.#isHeld(spaced) && !this.#isHeld(text);
  }

  #isHeld(text: string): boolean {
    return this.#find(text).length > 0 || (this.#findsAgentKeys && isAgentKeyIn(text));
  }

  #replaced(text: string, { secret: replaced, rest }: Replacement): string {
    const found = this.#find(text);
    const between = (part: string): string => rest(this.#findsAgentKeys ? withoutAgentKeys(part) : part);
    if (found.length === 0) return between(text);
    let clean = '';
    let from = 0;
    for (const { at, mark } of found) {
      clean += between(text.slice(from, at)) + replaced(mark.digest);
      from = at + mark.length;
    }
    return clean + between(text.slice(from));
  }

  /** The positions of known secrets, in order and without overlap. */
  #find(text: string): { at: number; mark: Mark }[] {
    const found: { at: number; mark: Mark }[] = [];
    const bits = this.#bits;
    if (bits === undefined || text.length < lengthMin) return found;
    let window = 0;
    for (let index = 0; index < text.length; index += 1) {
      window = rolled(window, text.charCodeAt(index));
      const at = index - 3;
      if (at < 0 || ((bits[bitOf(window) >>> 5] ?? 0) & (1 << (window & 31))) === 0) continue;
      const mark = this.#markAt(text, at);
      if (mark === undefined) continue;
      found.push({ at, mark });
      index = at + mark.length - 1;
      window = 0;
    }
    return found;
  }

  #markAt(text: string, at: number): Mark | undefined {
    for (const [length, digests] of this.#byHead.get(headOf(text, at)) ?? []) {
      if (at + length > text.length) continue;
      const digest = hash('sha256', lowered(text.slice(at, at + length)));
      if (digests.has(digest)) return { length, digest };
    }
    return undefined;
  }

  #setBit(plain: string): void {
    const bits = (this.#bits ??= new Uint32Array(bitCount / 32));
    let window = 0;
    for (let index = 0; index < 4; index += 1) window = rolled(window, plain.charCodeAt(index));
    const bit = bitOf(window);
    bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (window & 31));
  }
}

/** The last four characters as one number, case-insensitive. */
const rolled = (window: number, code: number): number => ((window << 8) ^ (code | 0x20)) | 0;

/** Keeps the lowest five bits, so that word and bit of a position derive from one number. */
const bitOf = (window: number): number => ((Math.imul(window >>> 5, 0x9e3779b1) >>> 17) << 5) | (window & 31);

/** A case-insensitive hash of `headLength` characters (FNV-1a). */
function headOf(text: string, at: number): number {
  let word = 0x811c9dc5;
  for (let index = at; index < at + headLength; index += 1)
    word = Math.imul(word ^ (text.charCodeAt(index) | 0x20), 0x01000193);
  return word;
}

/** Identifies a secret, independent of case and of a `0x` prefix. */
export const secretDigest = (secret: string): string => hash('sha256', plainSecret(secret));

/** A secret in its compared form: without `0x`, ASCII letters in lower case. */
const plainSecret = (secret: string): string => lowered(secret.trim().replace(/^0x/i, ''));

/** Keeps the length for every alphabet. */
const lowered = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

const isAgentKeyIn = (text: string): boolean => /sk_live_/i.test(text);

/** The text with every agent's key replaced. */
export const withoutAgentKeys = (text: string): string =>
  isAgentKeyIn(text) ? text.replaceAll(agentKey, redacted) : text;

/** A decoded form value; decodes what it can if the encoding is broken. */
const formDecoded = (text: string): string =>
  decoded(text.replaceAll('+', ' '), () =>
    text.replaceAll(/%([0-7][0-9a-f])/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    ),
  );

const unescaped = (text: string): string =>
  text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
