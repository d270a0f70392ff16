/**
 * Which values may be ids, for a deployment whose formats are unknown. A long value with letters and digits is one
 * wherever it occurs. A short one or a number, such as 17, is one only where the name of its field says so, and belongs
 * to what it is an id of.
 */

/** A shorter value is found only where it stands alone. */
export const opaqueLengthMin = 8;
const opaqueLengthMax = 1_024;
const shortLengthMax = 64;

const opaqueFormat = /^[A-Za-z0-9][\w.~:+/=-]*$/;
const shortFormat = /^[A-Za-z0-9][\w.~:+=-]*$/;
const dateFormat = /^\d{4}-\d\d(?:-\d\d)?(?:[T ].*)?$/;

/** True for a value that no second one is likely to equal by chance: no number, no instant, no plain word. */
export const isOpaque = (text: string): boolean =>
  text.length >= opaqueLengthMin &&
  text.length <= opaqueLengthMax &&
  opaqueFormat.test(text) &&
  /\d/.test(text) &&
  /[A-Za-z]/.test(text) &&
  !dateFormat.test(text);

/** The text of a short id, for a string or a whole number; undefined for any other value. */
export function shortId(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value !== 'string' || value.length > shortLengthMax) return undefined;
  return shortFormat.test(value) && !dateFormat.test(value) ? value : undefined;
}

/** Words that end the name of a field with an id. */
const idWords: ReadonlySet<string> = new Set(
  (
    'id ids uuid ulid guid key token hash tx txid address ref reference code handle slug number no ' +
    'cursor next prev previous after before commitment'
  ).split(' '),
);

const wordsIn = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** True for a name such as `id`, `escrow_id`, `orderRef` or `next`. */
export const isIdName = (name: string): boolean => idWords.has(wordsIn(name).at(-1) ?? '');

/** Names of assets and markets are the same on every platform. */
const publicWords: ReadonlySet<string> = new Set(['symbol', 'pair']);

/** True for the name of a field such as `symbol`, whose values are the same on every platform. */
export const isPublicName = (name: string): boolean => publicWords.has(wordsIn(name).at(-1) ?? '');

/** What a field's value is an id of: `escrow` for `escrow_ids`, empty for `id`. */
function nounOfName(name: string): string {
  const words = wordsIn(name);
  while (idWords.has(words.at(-1) ?? '')) words.pop();
  return singular(words.at(-1) ?? '');
}

/** What the ids behind a segment of a path are ids of: `escrow` for `escrows`. */
export const nounOfSegment = (segment: string): string => singular(wordsIn(segment).at(-1) ?? '');

/** What the answers to a path are about: its last segment that is a word. */
function nounOfPath(path: string): string {
  const named = path.split('/').filter((segment) => /^[A-Za-z_-]+$/.test(segment));
  return nounOfSegment(named.at(-1) ?? '');
}

/** What a field of a message is an id of: `id` alone is one of what the path is about. */
export function nounIn(name: string, path: string): string {
  const noun = nounOfName(name);
  return noun === '' ? nounOfPath(path) : noun;
}

/** What fields within a field are about: `/escrow` within `escrow`, or the path where the field is no object or list. */
export const pathWithin = (name: string, value: unknown, path: string): string =>
  typeof value === 'object' && value !== null ? `/${name}` : path;

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.length > 2 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** True for the id of a JSON-RPC message: its client counts, and the answer repeats it. */
export const isMessageId = (name: string, holder: object): boolean =>
  name === 'id' && typeof (holder as { readonly jsonrpc?: unknown }).jsonrpc === 'string';

/** A hash of 53 bits, by which values are kept in little memory (cyrb53). */
export function valueHash(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}

const isWordCode = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);

/** True if a value that begins or ends here does not go on: no letter or digit is on both sides, as at either end of the text. */
export const isEdge = (text: string, at: number): boolean =>
  !isWordCode(text.charCodeAt(at - 1)) || !isWordCode(text.charCodeAt(at));

/** Every position at which a delimited value of at least eight characters may begin. */
export function* startsIn(text: string): Generator<number> {
  for (let at = 0; at + opaqueLengthMin <= text.length; at += 1) {
    if (isWordCode(text.charCodeAt(at)) && isEdge(text, at)) yield at;
  }
}

/** The characters by which a value is looked up first. */
export const headAt = (text: string, at: number): string => text.slice(at, at + opaqueLengthMin);
