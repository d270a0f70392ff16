/**
 * Removes secrets by field name, from values and from texts that contain values (JSON, forms, URLs). Texts are parsed
 * first, so that no escape hides a name (WAL03, WAL04, WAL13, gap W21).
 */
import { decoded } from '../../base/decoded.ts';
import type { JsonObject, Request, Response } from '../message.ts';
import {
  kindInQuery,
  kindOfName,
  mayKeep,
  noNames,
  redacted,
  SecretNames,
  type PublicNames,
  type SecretKind,
} from './names.ts';

/** Deeper than any body that is accepted. */
const depthMax = 40;

/** Called for every removed secret with its field name. */
export type OnSecret = (value: string, name: string) => void;

/** What a redactor removes and reports. */
export interface RedactorOptions {
  /** The kinds to remove; all by default. */
  readonly kinds?: readonly SecretKind[];
  /** Names without secrets at a path; none by default. */
  readonly publicAt?: PublicNames;
  readonly onSecret?: OnSecret;
}

/**
 * Removes secrets by field name; returns unchanged values as the same object. Values deeper than 40 levels are
 * removed.
 */
export class Redactor {
  readonly #names = new SecretNames();
  /** Every field of every answer is judged: one look-up instead of two. */
  readonly #judged = new Map<string, boolean>();
  readonly #kinds: ReadonlySet<SecretKind | null>;
  readonly #publicAt: PublicNames;
  readonly #onSecret: OnSecret | undefined;

  constructor({
    kinds = ['private-key', 'credential', 'repeat'],
    publicAt = noNames,
    onSecret,
  }: RedactorOptions = {}) {
    this.#publicAt = publicAt;
    this.#kinds = new Set<SecretKind | null>(kinds);
    this.#onSecret = onSecret;
  }

  isSecret(name: string): boolean {
    const known = this.#judged.get(name);
    if (known !== undefined) return known;
    const isSecret = this.#kinds.has(this.#names.kindOf(name));
    if (mayKeep(name, this.#judged.size)) this.#judged.set(name, isSecret);
    return isSecret;
  }

  kindOf(name: string): SecretKind | null {
    return this.#names.kindOf(name);
  }

  /** The request without secrets; the same object, without allocation, if it has none. */
  request(request: Request): Request {
    const { query, body, rawBody, path } = request;
    const isRaw = rawBody !== undefined && this.#maybe(rawBody);
    if (!isRaw && !this.#holds(query, 0) && !this.#holds(body, 0)) return request;
    return {
      ...request,
      query: this.value(query, path) as Request['query'],
      body: this.value(body, path),
      ...(isRaw ? { rawBody: this.text(rawBody, path) } : {}),
    };
  }

  /** The response without secrets; the same object if it has none. */
  response(response: Response, path = ''): Response {
    if (!this.#holds(response.body, 0)) return response;
    return { ...response, body: this.value(response.body, path) as JsonObject };
  }

  /** A value without secrets; `path` is that of its request. Texts within it are not parsed. */
  value(value: unknown, path = ''): unknown {
    return this.#holds(value, 0) ? this.#clean(value, { isPublic: this.#publicAt(path), depth: 0 }) : value;
  }

  /** A text without secrets: JSON, forms and URLs are parsed, other text is unchanged. */
  text(text: string, path = ''): string {
    const trimmed = text.trimStart();
    if (trimmed.startsWith('{') || trimmed.startsWith('[')) return this.#jsonText(text, path);
    return text.includes('=') ? this.#pairs(text) : text;
  }

  /** True if the text may contain a secret's name, escaped or not. */
  #maybe(text: string): boolean {
    return this.text(text) !== text;
  }

  #jsonText(text: string, path: string): string {
    // A quoted text may itself be a secret and must not enter the cache of names.
    if (!quotedTexts(text).some((name) => this.#kinds.has(kindOfName(name)))) return text;
    try {
      const parsed: unknown = JSON.parse(text);
      const [before, after] = [JSON.stringify(parsed), JSON.stringify(this.value(parsed, path))];
      // A duplicate name is parsed once: the lost value must not stay in the text.
      return before === after && quotedTexts(before).length === quotedTexts(text).length ? text : after;
    } catch {
      return redacted;
    }
  }

  /** `a=1&token=2`, alone or after the `?` of a URL. */
  #pairs(text: string): string {
    let isChanged = false;
    const parts = text.split(/([?&;#\s])/).map((part) => {
      const mark = part.indexOf('=');
      const value = part.slice(mark + 1);
      if (mark <= 0 || value === '' || isReference(formDecoded(value))) return part;
      const name = formDecoded(part.slice(0, mark));
      if (!this.#kinds.has(kindInQuery(name))) return part;
      this.#onSecret?.(formDecoded(value), name);
      isChanged = true;
      return `${part.slice(0, mark + 1)}${redacted}`;
    });
    return isChanged ? parts.join('') : text;
  }

  /** Values beyond the depth limit count as secrets and are not traversed. */
  #holds(value: unknown, depth: number): boolean {
    if (typeof value !== 'object' || value === null) return false;
    if (depth > depthMax) return true;
    if (Array.isArray(value)) {
      for (const part of value) if (this.#holds(part, depth + 1)) return true;
      return false;
    }
    for (const name in value) {
      if (this.isSecret(name) || this.#holds((value as Record<string, unknown>)[name], depth + 1))
        return true;
    }
    return false;
  }

  #clean(value: unknown, where: { isPublic: ReadonlySet<string>; depth: number }): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (where.depth > depthMax) return redacted;
    const inside = { ...where, depth: where.depth + 1 };
    if (Array.isArray(value)) return value.map((part: unknown) => this.#clean(part, inside));
    const clean = Object.entries(value).map(([name, part]): [string, unknown] => {
      const isSecret = this.isSecret(name) && !where.isPublic.has(name);
      return [name, isSecret ? this.#taken(part, name) : this.#clean(part, inside)];
    });
    return Object.fromEntries(clean);
  }

  /** Empty values, booleans and placeholders are kept. */
  #taken(value: unknown, name: string): unknown {
    if (value === null || value === undefined || value === '' || typeof value === 'boolean') return value;
    if (typeof value === 'string' && isReference(value)) return value;
    if (typeof value === 'string') this.#onSecret?.(value, name);
    return redacted;
  }
}

/**
 * True for a placeholder, or a trace's reference to the response that issued the secret (`${12:/api_key}`), with an
 * optional scheme.
 */
export const isReference = (text: string): boolean =>
  text === redacted || /^(?:[A-Za-z]{1,16} )?\$\{\w{1,16}:[^{}]*\}$/.test(text);

/** A value of a form: a plus is a space. */
const formDecoded = (text: string): string => decoded(text.replaceAll('+', ' '), () => text);

/** All quoted texts with escapes resolved, even of broken JSON, in linear time. */
export function quotedTexts(text: string): string[] {
  const found: string[] = [];
  for (let from = text.indexOf('"'); from >= 0;) {
    const to = closingQuote(text, from + 1);
    found.push(unescaped(text.slice(from + 1, to)));
    from = text.indexOf('"', to + 1);
  }
  return found;
}

/** The first quote from `from` on with an even number of backslashes before it; the end of the text without one. */
function closingQuote(text: string, from: number): number {
  for (let start = from; ;) {
    const at = text.indexOf('"', start);
    if (at < 0) return text.length;
    let first = at;
    while (first > start && text[first - 1] === '\\') first -= 1;
    if ((at - first) % 2 === 0) return at;
    start = at + 1;
  }
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
  }
}
