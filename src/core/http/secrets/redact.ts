/**
 * Takes secrets out by name, from values and from texts that hold values (JSON, forms, addresses). A text is parsed
 * before it is looked at, so that no escape hides a name (WAL03, WAL04, WAL13, gap W21).
 */
import { decoded } from '../../base/decoded.ts';
import type { JsonObject, Request, Response } from '../message.ts';
import {
  kindInQuery,
  kindOfName,
  noNames,
  redacted,
  SecretNames,
  type PublicNames,
  type SecretKind,
} from './names.ts';

/** Deeper than any body gets that is read at all. */
const depthMax = 40;

/** Told of every secret that is taken out, and of the name it stood under. */
export type OnSecret = (value: string, name: string) => void;

export interface RedactorOptions {
  /** Which kinds are taken out; all unless given. */
  readonly kinds?: readonly SecretKind[];
  /** Names that hold no secret in requests to a path and their answers; none unless given. */
  readonly publicAt?: PublicNames;
  readonly onSecret?: OnSecret;
}

export class Redactor {
  readonly #names = new SecretNames();
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
    return this.#kinds.has(this.#names.kindOf(name));
  }

  kindOf(name: string): SecretKind | null {
    return this.#names.kindOf(name);
  }

  /** The request without secrets; the same object where it has none, which is looked up without making anything. */
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

  /** The answer without secrets; the same object where it has none. */
  response(response: Response, path = ''): Response {
    if (!this.#holds(response.body, 0)) return response;
    return { ...response, body: this.value(response.body, path) as JsonObject };
  }

  /** A value without secrets; `path` is where it was sent to or came from. Texts within it are not looked into. */
  value(value: unknown, path = ''): unknown {
    return this.#holds(value, 0) ? this.#clean(value, { isPublic: this.#publicAt(path), depth: 0 }) : value;
  }

  /** A text without secrets: JSON, a form or an address as itself, anything else whole or not at all. */
  text(text: string, path = ''): string {
    const trimmed = text.trimStart();
    if (trimmed.startsWith('{') || trimmed.startsWith('[')) return this.#jsonText(text, path);
    return text.includes('=') ? this.#pairs(text) : text;
  }

  /** A name may stand in it, escaped or not. */
  #maybe(text: string): boolean {
    return this.text(text) !== text;
  }

  #jsonText(text: string, path: string): string {
    // A quoted text may be a secret itself: it must not enter the table of known names.
    if (!quotedTexts(text).some((name) => this.#kinds.has(kindOfName(name)))) return text;
    try {
      const parsed: unknown = JSON.parse(text);
      const [before, after] = [JSON.stringify(parsed), JSON.stringify(this.value(parsed, path))];
      // A name that stands there twice is parsed once: what was lost must not stay in the text.
      return before === after && quotedTexts(before).length === quotedTexts(text).length ? text : after;
    } catch {
      return redacted;
    }
  }

  /** `a=1&token=2`, alone or behind the `?` of an address. */
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

  /** What lies deeper than any body that is read counts as a secret, so that it is not walked either. */
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

  /** Nothing is no secret; neither is what stands there already in the place of one. */
  #taken(value: unknown, name: string): unknown {
    if (value === null || value === undefined || value === '' || typeof value === 'boolean') return value;
    if (typeof value === 'string' && isReference(value)) return value;
    if (typeof value === 'string') this.#onSecret?.(value, name);
    return redacted;
  }
}

/** A trace refers to the answer that gave a secret out (`${12:/api_key}`), perhaps behind a scheme. */
export const isReference = (text: string): boolean =>
  text === redacted || /^(?:[A-Za-z]{1,16} )?\$\{\w{1,16}:[^{}]*\}$/.test(text);

/** A value of a form: a plus is a space. */
const formDecoded = (text: string): string => decoded(text.replaceAll('+', ' '), () => text);

/** Every text in quotes, its escapes undone; of JSON that is broken as well. Takes time in proportion to the text. */
export function quotedTexts(text: string): string[] {
  const found: string[] = [];
  for (let from = text.indexOf('"'); from >= 0;) {
    let to = from + 1;
    while (to < text.length && text[to] !== '"') to += text[to] === '\\' ? 2 : 1;
    found.push(unescaped(text.slice(from + 1, to)));
    from = text.indexOf('"', to + 1);
  }
  return found;
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
