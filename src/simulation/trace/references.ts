/**
 * References as they stand in the texts of a trace: `${12:/escrow_id}` is the field of the answer to record 12,
 * `${12:/mnemonic#base}` the key that a client makes of it, `$$` a dollar of the client's own.
 */
import { readJson } from '../../core/base/json-text.ts';
import { derivationMark, keyOf, warmKeys } from './derived-keys.ts';

/** One field of one answer. */
export type VisitReference = (n: number, pointer: string) => void;

const part = /\$\$|\$\{(\d{1,10}):([^}$]*)\}/g;

export const hasReference = (text: string): boolean => text.includes('$');

/** Calls for every reference in the text of a JSON line, in order. */
export function eachReference(line: string, visit: VisitReference): void {
  if (!line.includes('${')) return;
  for (const [, n, pointer = ''] of line.matchAll(part)) {
    if (n === undefined) continue;
    visit(Number(n), plainPointer(pointer));
  }
}

/** In the text of JSON a pointer is escaped as all text is; one that is not escaped right stands for nothing. */
function plainPointer(pointer: string): string {
  if (!pointer.includes('\\')) return pointer;
  const plain = readJson(`"${pointer}"`);
  return typeof plain === 'string' ? plain : pointer;
}

/** The text with every reference replaced; undefined where `valueOf` has nothing for one. */
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

/** What a reference stands for in that answer: a text of it, or the key made of one. Undefined where there is none. */
export function textAt(body: unknown, pointer: string): string | undefined {
  const [index = '', key] = pointer.split(derivationMark, 2);
  const text = plainTextAt(body, index);
  return key === undefined || text === undefined ? text : keyOf(text, key);
}

/** Does now what takes long the first time that such a pointer is looked up. */
export function warmPointer(pointer: string): void {
  const [, key] = pointer.split(derivationMark, 2);
  if (key !== undefined) warmKeys(key);
}

/** The text at an RFC 6901 pointer, with the two escapes of its own that references need. */
function plainTextAt(body: unknown, pointer: string): string | undefined {
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
  return typeof value === 'string' ? value : undefined;
}
