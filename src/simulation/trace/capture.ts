/**
 * Turns exchanges into records of a trace, one by one: inserts references, removes secrets. A secret remains only as
 * a reference to the response that issued it, or to the mnemonic that it was derived from.
 */
import { KnownSecrets, secretDigest, withoutAgentKeys } from '../../core/http/secrets/known-secrets.ts';
import { kindInQuery, redacted, SecretNames, type SecretKind } from '../../core/http/secrets/names.ts';
import { isReference, Redactor } from '../../core/http/secrets/redact.ts';
import type { Json, JsonObject, Request, Response } from '../../core/http/message.ts';
import type { EventRecord } from './event-record.ts';
import { derivationMark, keysOf } from './derived-keys.ts';
import { tracedHeaders, type TracedRequest, type TraceRecord } from './format.ts';
import { Provenance } from './provenance.ts';
import { pseudonymOf } from './clean.ts';
import { publicNamesAt } from '../../platform/services/public-names.ts';

/** One exchange to record. */
export interface Captured {
  readonly atMs: number;
  readonly request: Request;
  readonly response: Response;
  readonly exchange: Pick<EventRecord['exchange'], 'route'>;
}

/** What a capture asks about the origins of values. */
export type OriginsOf = Pick<Provenance, 'issued' | 'encode' | 'brought'>;

type KindOf = (field: string) => SecretKind | null;

/** Records one run or recording. Feed the exchanges in order: references only point to earlier records. */
export class Capture {
  readonly #startMs: number;
  /** Names the behaviour of an agent's number. */
  readonly #behaviourOf: (agent: number) => string;
  readonly #provenance: OriginsOf;
  readonly #redactor = new Redactor({ publicAt: publicNamesAt });
  readonly #namesInQuery = new SecretNames(kindInQuery);
  /** Secrets that appeared under a secret field's name, or that the caller added. */
  readonly #secrets = new KnownSecrets({ findsAgentKeys: false });
  /** The reference of each issued secret, by the secret's digest. */
  readonly #origins = new Map<string, string>();
  /** Mnemonics by session with their origin, until a value may be a key derived from one. */
  readonly #mnemonics = new Map<number, { mnemonic: string; origin: string }[]>();
  /** The next exchange, unredacted. */
  #exchangeCount: { request: Request; response: Response } | undefined;
  #count = 0;
  #session = -1;
  /** Public field names at the path of the current exchange. */
  #isPublic: ReadonlySet<string> = publicNamesAt('');

  /** `provenance` replaces the one that recognises values by the formats of the platform. */
  constructor(parts: { startMs: number; behaviourOf: (agent: number) => string; provenance?: OriginsOf }) {
    this.#startMs = parts.startMs;
    this.#provenance = parts.provenance ?? new Provenance();
    this.#behaviourOf = parts.behaviourOf;
  }

  get count(): number {
    return this.#count;
  }

  /** The unredacted form of the exchange that is recorded next, if it contains keys of wallets. */
  onRawExchange(request: Request, response: Response): void {
    this.#exchangeCount = { request, response };
  }

  /** Adds a secret that may appear anywhere from now on. */
  learn(secret: string): void {
    this.#secrets.add(secret);
  }

  /** Records an exchange. The argument may be reused afterwards; the record is a copy. */
  record({ atMs, request: shownRequest, response: shownResponse, exchange }: Captured): TraceRecord {
    const n = this.#count++;
    const session = (this.#session = shownRequest.agent ?? -1);
    const { route } = exchange;
    const { request, response } = this.#exchangeCount ?? { request: shownRequest, response: shownResponse };
    this.#exchangeCount = undefined;
    this.#isPublic = publicNamesAt(request.path);
    const traced = this.#requestOf(request);
    this.#note(response.body, `${n}:`);
    return {
      n,
      at: atMs - this.#startMs,
      session,
      agent: this.#behaviourOf(session),
      call: route === undefined ? '' : `${route.service}/${route.style}/${route.row.operation}`,
      request: traced,
      answer: {
        status: response.status,
        ...limitHeaders(response.headers),
        body: this.#answerOf(response.body, `${n}:`) as JsonObject,
      },
    };
  }

  #requestOf({ method, path, query, headers, body, rawBody, ip }: Request): TracedRequest {
    return {
      method,
      path: this.#text(path),
      ...(isEmpty(query) ? {} : { query: this.#texts(query, this.#kindInQuery) }),
      ...(isEmpty(headers) ? {} : { headers: this.#texts(headers, this.#kindOf) }),
      ...(body === undefined ? {} : { body: this.#sent(body as Json, null) }),
      ...(rawBody === undefined ? {} : { raw: this.#text(rawBody) }),
      ip,
    };
  }

  readonly #kindOf = (field: string): SecretKind | null =>
    this.#isPublic.has(field) ? null : this.#redactor.kindOf(field);

  readonly #kindInQuery = (field: string): SecretKind | null => this.#namesInQuery.kindOf(field);

  #texts(texts: Readonly<Record<string, string>>, kindOf: KindOf): Record<string, string> {
    const captured = Object.entries(texts).map(([name, value]): [string, string] => {
      const kind = this.#isPublic.has(name) ? null : kindOf(name);
      return [this.#nameOf(name), this.#sentText(value, kind)];
    });
    return Object.fromEntries(captured);
  }

  /** `kind` is that of the enclosing field, at any depth. */
  #sent(value: Json, kind: SecretKind | null): Json {
    if (typeof value === 'string') return this.#sentText(value, kind);
    if (value === null || typeof value !== 'object') {
      return kind === null || value === null || typeof value === 'boolean' ? value : redacted;
    }
    if (Array.isArray(value)) return value.map((item: Json) => this.#sent(item, kind));
    const entries = Object.entries(value).map(([name, item]): [string, Json] => [
      this.#nameOf(name),
      this.#sent(item, this.#kindOf(name) ?? kind),
    ]);
    return Object.fromEntries(entries);
  }

  #sentText(value: string, kind: SecretKind | null): string {
    if (kind === null || value === '') return this.#text(value);
    return kind === 'repeat' ? this.#pseudonym(value) : this.#secretSent(value);
  }

  /** A secret remains only as a reference to the response that issued it. */
  #secretSent(value: string): string {
    if (mayHoldKey.test(value)) this.#deriveKeys();
    const encoded = this.#encoded(value);
    if (isReference(encoded)) return encoded;
    // The secret may follow the scheme of an Authorization header.
    const [, scheme = '', secret = value] = /^([A-Za-z]{1,16} )(\S+)$/.exec(value) ?? [];
    const origin = this.#origins.get(secretDigest(secret));
    if (origin !== undefined) return `${scheme}\${${origin}}`;
    this.#secrets.add(secret);
    return redacted;
  }

  /** An idempotency key becomes a pseudonym: equal for equal keys, distinct for others. */
  #pseudonym(value: string): string {
    return pseudonymOf(this.#encoded(value));
  }

  /** Derives the keys of every mnemonic that the session has received: the value may be one of them. It takes milliseconds. */
  #deriveKeys(): void {
    for (const { mnemonic, origin } of this.#mnemonics.get(this.#session) ?? []) {
      for (const [name, key] of keysOf(mnemonic)) {
        this.#provenance.issued(key, `${origin}${derivationMark}${name}`);
      }
    }
    this.#mnemonics.delete(this.#session);
  }

  #text(text: string): string {
    if (mayHoldKey.test(text)) this.#deriveKeys();
    const encoded = this.#encoded(text);
    this.#provenance.brought(text);
    return this.#redactor.text(encoded);
  }

  /** Field names come from the sender, as values do. */
  #nameOf(name: string): string {
    return this.#secrets.redact(withoutAgentKeys(name));
  }

  /** Replaces issued values by references, and removes secrets that no response issued. */
  #encoded(text: string): string {
    return this.#secrets.redact(text, {
      secret: (digest) => {
        const origin = this.#origins.get(digest);
        return origin === undefined ? redacted : `\${${origin}}`;
      },
      rest: (part) => withoutAgentKeys(this.#provenance.encode(part)),
    });
  }

  /** Collects the secrets of a response first, because other fields of it may repeat them. */
  #note(value: Json, origin: string, kind: SecretKind | null = null): void {
    if (typeof value === 'string') {
      if (kind !== null && kind !== 'repeat') this.#issued(value, origin);
    } else if (Array.isArray(value)) {
      value.forEach((item: Json, index) => this.#note(item, `${origin}/${index}`, kind));
    } else if (value !== null && typeof value === 'object') {
      for (const [name, item] of Object.entries(value)) {
        this.#note(item, `${origin}/${pointerPart(name)}`, this.#kindOf(name) ?? kind);
      }
    }
  }

  #issued(secret: string, origin: string): void {
    if (isReference(secret)) return;
    if (origin.endsWith('/mnemonic')) this.#keepMnemonic(secret, origin);
    const digest = secretDigest(secret);
    this.#secrets.add(secret);
    if (!this.#origins.has(digest)) this.#origins.set(digest, origin);
    this.#provenance.issued(secret, origin);
  }

  /** A response keeps values that it issues and refers to earlier responses for the others. */
  #answerOf(value: Json, origin: string, kind: SecretKind | null = null): Json {
    if (typeof value === 'string') return this.#given(value, origin, kind);
    if (value === null || typeof value !== 'object') {
      return kind === null || value === null || typeof value === 'boolean' ? value : redacted;
    }
    if (Array.isArray(value))
      return value.map((item: Json, index) => this.#answerOf(item, `${origin}/${index}`, kind));
    const entries = Object.entries(value).map(([name, item]): [string, Json] => [
      this.#nameOf(name),
      this.#answerOf(item, `${origin}/${pointerPart(name)}`, this.#kindOf(name) ?? kind),
    ]);
    return Object.fromEntries(entries);
  }

  #given(value: string, origin: string, kind: SecretKind | null): string {
    if (kind === null || kind === 'repeat' || value === '') {
      const encoded = this.#encoded(value);
      this.#provenance.issued(value, origin);
      return this.#redactor.text(encoded);
    }
    const first = this.#origins.get(secretDigest(value));
    return first === undefined || first === origin ? redacted : `\${${first}}`;
  }

  #keepMnemonic(mnemonic: string, origin: string): void {
    const known = this.#mnemonics.get(this.#session);
    if (known === undefined) this.#mnemonics.set(this.#session, [{ mnemonic, origin }]);
    else known.push({ mnemonic, origin });
  }
}

/** The length of a client-derived key: 32 bytes in hexadecimal digits, or in Bitcoin's alphabet. */
const mayHoldKey = /[0-9A-Za-z]{50}/;

const traced: ReadonlySet<string> = new Set(tracedHeaders);

/** The headers of a response that a trace keeps: those of rate limits, by name in lower case. */
export function limitHeaders(headers: Response['headers']): { headers?: Record<string, string> } {
  const kept = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), String(value)] as const)
    .filter(([name]) => traced.has(name));
  return kept.length === 0 ? {} : { headers: Object.fromEntries(kept) };
}

const isEmpty = (record: Readonly<Record<string, string>>): boolean => Object.keys(record).length === 0;

/** RFC 6901, no brace or dollar that would end a reference, and no mark of a key. */
export const pointerPart = (name: string): string =>
  needsEscape.test(name)
    ? name
        .replaceAll('~', '~0')
        .replaceAll('/', '~1')
        .replaceAll('}', '%7D')
        .replaceAll('$', '%24')
        .replaceAll('#', '%23')
    : name;

const needsEscape = /[~/}$#]/;
