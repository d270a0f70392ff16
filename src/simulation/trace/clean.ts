/**
 * Removes secrets from records of unknown origin, such as an imported trace or HAR file. References and everything
 * that Orrery itself writes remain.
 */
import { hash } from 'node:crypto';
import { KnownSecrets } from '../../core/http/secrets/known-secrets.ts';
import { kindInQuery, redacted } from '../../core/http/secrets/names.ts';
import { isReference, Redactor } from '../../core/http/secrets/redact.ts';
import type { JsonObject } from '../../core/http/message.ts';
import type { TraceRecord } from './format.ts';
import { eachReference } from './references.ts';
import { publicNamesAt } from '../../platform/services/public-names.ts';

const pseudonym = /^key-[0-9a-f]{20}(?:-\$\{\d+:[^{}]*\})*$/;

/**
 * A pseudonym of an idempotency key, which does not reveal the key. References in it remain; a pseudonym stays as it
 * is.
 */
export function pseudonymOf(encoded: string): string {
  if (pseudonym.test(encoded)) return encoded;
  const references: string[] = [];
  eachReference(encoded, (n, pointer) => references.push(`\${${n}:${pointer}}`));
  return [`key-${hash('sha256', encoded).slice(0, 20)}`, ...references].join('-');
}

/** Removes secrets from the records of one trace, one at a time. */
export class TraceCleaner {
  readonly #redactor = new Redactor({ kinds: ['private-key', 'credential'], publicAt: publicNamesAt });
  readonly #secrets = new KnownSecrets();

  record(record: TraceRecord): TraceRecord {
    const { request, answer } = record;
    const { path, query, headers, body, raw } = request;
    const isPublic = publicNamesAt(path);
    return {
      ...record,
      request: {
        ...request,
        path: this.#text(path),
        ...(query === undefined
          ? {}
          : { query: this.#texts(query, (name) => (isPublic.has(name) ? null : kindInQuery(name))) }),
        ...(headers === undefined
          ? {}
          : { headers: this.#texts(headers, (name) => this.#redactor.kindOf(name)) }),
        ...(body === undefined ? {} : { body: this.#value(body, path) }),
        ...(raw === undefined ? {} : { raw: this.#text(raw) }),
      },
      answer: { ...answer, body: this.#value(answer.body, path) as JsonObject },
    };
  }

  #texts(
    texts: Readonly<Record<string, string>>,
    kindOf: typeof kindInQuery,
  ): Readonly<Record<string, string>> {
    const clean = Object.entries(texts).map(([name, text]) => {
      const kind = kindOf(name);
      if (kind === 'repeat') return [name, pseudonymOf(text)];
      return [name, kind === null || text === '' || isReference(text) ? this.#text(text) : redacted];
    });
    return Object.fromEntries(clean) as Record<string, string>;
  }

  #value(value: unknown, path: string): unknown {
    return this.#each(this.#redactor.value(value, path));
  }

  #each(value: unknown): unknown {
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return value.map((item) => this.#each(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.#each(item)]));
  }

  #text(text: string): string {
    return this.#redactor.text(this.#secrets.redact(text));
  }
}
