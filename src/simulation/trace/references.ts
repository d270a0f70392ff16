/**
 * References in the texts of a trace: `${12:/escrow_id}` is the field of the response to record 12,
 * `${12:/mnemonic#base}` a key that the client derives from it, `$$` a literal dollar.
 */
import { readJson } from '../../core/base/json-text.ts';
import { derivationMark, keyOf, warmKeys } from './derived-keys.ts';

/** Called with the record and the pointer of one reference. */
export type VisitReference = (n: number, pointer: string) => void;

const part = /\$\$|\$\{(\d{1,10}):([^}$]*)\}/g;

/** False if the text has neither a reference nor an escaped dollar, so that `expand` would not change it. */
export const hasReference = (text: string): boolean => text.includes('$');

/** Calls for every reference in the text of a JSON line, in order. */
export function eachReference(line: string, visit: VisitReference): void {
  if (!line.includes('${')) return;
  for (const [, n, pointer = ''] of line.matchAll(part)) {
    if (n === undefined) continue;
    visit(Number(n), plainPointer(pointer));
  }
}

/** JSON text escapes a pointer like any string; a wrongly escaped pointer matches nothing. */
function plainPointer(pointer: string): string {
  if (!pointer.includes('\\')) return pointer;
  const plain = readJson(`"${pointer}"`);
  return typeof plain === 'string' ? plain : pointer;
}

/** The text with every reference replaced; undefined if `valueOf` returns undefined for one. */
export function expand(
  text: string,
  valueOf: (n: number, pointer: string) => string | undefined,
): string | undefined {
  if (!hasReference(text)) return text;
  let isWhole = true;
  const expanded = text.replaceAll(part, (_whole, n: string | undefined, pointer: string) => {
    if (n === undefined) return '$';
    const value = valueOf(Number(n), plainPointer(pointer));
    isWhole &&= value !== undefined;
    return value ?? '';
  });
  return isWhole ? expanded : undefined;
}

/** Calls for every text of a recorded value that is one reference, with the live text or number in its place. */
export function eachWholeReference(
  recorded: unknown,
  live: unknown,
  visit: (n: number, pointer: string, live: string | number) => void,
): void {
  if (typeof recorded === 'string') {
    const [, n, pointer = ''] = wholeText.exec(recorded) ?? [];
    const isValue = typeof live === 'number' || (typeof live === 'string' && live !== '');
    if (n !== undefined && isValue) visit(Number(n), pointer, live);
    return;
  }
  if (typeof recorded !== 'object' || recorded === null || typeof live !== 'object' || live === null) return;
  // Items of lists may stand at other places.
  if (Array.isArray(recorded) || Array.isArray(live)) return;
  for (const [name, item] of Object.entries(recorded))
    if (Object.hasOwn(live, name))
      eachWholeReference(item, (live as Readonly<Record<string, unknown>>)[name], visit);
}

/** A text that is one reference. */
const wholeText = /^\$\{(\d{1,10}):([^}$]*)\}$/;

/** JSON text in which each string that is one reference to a number is that number. `numberOf` is asked for each. */
export function withNumbers(
  json: string,
  numberOf: (n: number, pointer: string) => number | undefined,
): string {
  return json.replaceAll(wholeReference, (whole, n: string, pointer: string) =>
    String(numberOf(Number(n), pointer) ?? whole),
  );
}

/** A JSON string that is one reference. */
const wholeReference = /"\$\{(\d{1,10}):([^}$"\\]*)\}"/g;

/** The value of a reference in a response body: a text, the key derived from one, or a number that names something. */
export function valueAt(body: unknown, pointer: string): string | number | undefined {
  const [index = '', key] = pointer.split(derivationMark, 2);
  const value = plainValueAt(body, index);
  if (key !== undefined) return typeof value === 'string' ? keyOf(value, key) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** Prepares the slow first lookup of such a pointer. */
export function warmPointer(pointer: string): void {
  const [, key] = pointer.split(derivationMark, 2);
  if (key !== undefined) warmKeys(key);
}

/** The value at an RFC 6901 pointer, with two further escapes that references need. */
function plainValueAt(body: unknown, pointer: string): unknown {
  let value = body;
  for (const step of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    const key = step
      .replaceAll('%7D', '}')
      .replaceAll('%24', () => '$')
      .replaceAll('%23', '#')
      .replaceAll('~1', '/')
      .replaceAll('~0', '~');
    value = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
  }
  return value;
}
