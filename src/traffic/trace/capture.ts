/**
 * Turns what the recorder sees into records of a trace, one by one: references put in, secrets taken out. What a world
 * shows has no keys of wallets in it any more; they are looked up in what it was told, and never written down.
 */
import type { Json, JsonObject, Request, Response } from '../../http/message.ts';
import type { EventRecord } from '../../scenario/recorder.ts';
import type { TracedRequest, TraceRecord } from './format.ts';
import { derivationMark, keysOf } from './derived-keys.ts';
import { Provenance } from './provenance.ts';
import { isSecret, redacted, withoutKeys } from './secrets.ts';

/** What is known of one exchange. */
export interface Captured {
  readonly atMs: number;
  readonly request: Request;
  readonly response: Response;
  readonly exchange: Pick<EventRecord['exchange'], 'route'>;
}

export class Capture {
  readonly #startMs: number;
  /** Names the behaviour of an agent's number. */
  readonly #behaviourOf: (agent: number) => string;
  readonly #provenance = new Provenance();
  /** Words of wallets by session, with where they stood; until a key is asked for that may be theirs. */
  readonly #mnemonics = new Map<number, { mnemonic: string; origin: string }[]>();
  /** The next exchange with its keys still in it. */
  #told: { request: Request; response: Response } | undefined;
  #count = 0;
  #session = -1;

  constructor(parts: { startMs: number; behaviourOf: (agent: number) => string }) {
    this.#startMs = parts.startMs;
    this.#behaviourOf = parts.behaviourOf;
  }

  get count(): number {
    return this.#count;
  }

  /** The exchange that is recorded next, where it has keys of wallets in it. */
  told(request: Request, response: Response): void {
    this.#told = { request, response };
  }

  /** What it is given may be reused afterwards; what it gives is plain data of its own. */
  record({ atMs, request, response, exchange }: Captured): TraceRecord {
    const n = this.#count++;
    const session = (this.#session = request.agent ?? -1);
    const { route } = exchange;
    const told = this.#told ?? { request, response };
    this.#told = undefined;
    return {
      n,
      at: atMs - this.#startMs,
      session,
      agent: this.#behaviourOf(session),
      call: route === undefined ? '' : `${route.service}/${route.style}/${route.row.operation}`,
      request: this.#requestOf(request, told.request),
      answer: {
        status: response.status,
        body: this.#answerOf({ value: response.body, told: told.response.body }, `${n}:`) as JsonObject,
      },
    };
  }

  #requestOf(request: Request, told: Request): TracedRequest {
    const { method, path, query, headers, body, rawBody, ip } = request;
    return {
      method,
      path: this.#text(path),
      ...(isEmpty(query) ? {} : { query: this.#texts(query, told.query) }),
      ...(isEmpty(headers) ? {} : { headers: this.#texts(headers, headers) }),
      ...(body === undefined
        ? {}
        : { body: this.#sent({ value: body as Json, told: told.body as Json }, '') }),
      ...(rawBody === undefined ? {} : { raw: this.#text(rawBody) }),
      ip,
    };
  }

  #texts(
    texts: Readonly<Record<string, string>>,
    told: Readonly<Record<string, string>>,
  ): Record<string, string> {
    const captured = Object.entries(texts).map(([name, value]): [string, string] => [
      name,
      this.#sentText({ value, told: told[name] }, name),
    ]);
    return Object.fromEntries(captured);
  }

  #sent(part: Part, field: string): Json {
    const { value, told } = part;
    if (typeof value === 'string') return this.#sentText({ value, told }, field);
    return mapped(part, (item, name) => this.#sent(item, name));
  }

  /** A secret stays only as the reference to the answer it came from. */
  #sentText({ value, told }: Part & { value: string }, field: string): string {
    if (value === redacted) return typeof told === 'string' ? this.#keyReference(told) : redacted;
    const encoded = this.#text(value);
    return isSecret(field) && !encoded.includes('${') ? redacted : encoded;
  }

  /** Where a key came from, or nothing of it. */
  #keyReference(key: string): string {
    this.#deriveKeys();
    const encoded = this.#provenance.encode(key);
    return wholeReference.test(encoded) ? encoded : redacted;
  }

  /** The keys of every wallet that the session has been told the words of: one of them may be what it sends. */
  #deriveKeys(): void {
    for (const { mnemonic, origin } of this.#mnemonics.get(this.#session) ?? []) {
      for (const [name, key] of keysOf(mnemonic)) {
        this.#provenance.issued(key, `${origin}${derivationMark}${name}`);
      }
    }
    this.#mnemonics.delete(this.#session);
  }

  #text(text: string): string {
    const encoded = this.#provenance.encode(text);
    this.#provenance.brought(text);
    return withoutKeys(encoded);
  }

  /** An answer keeps what it gives out first, and refers to what an earlier one gave out. */
  #answerOf(part: Part, origin: string): Json {
    const { value, told } = part;
    if (typeof value === 'string') return this.#given({ value, told }, origin);
    return mapped(part, (item, name) => this.#answerOf(item, `${origin}/${pointerPart(name)}`));
  }

  #given({ value, told }: Part & { value: string }, origin: string): string {
    if (value === redacted && typeof told === 'string') {
      // Words of a wallet, or a key itself: whoever was told may send it.
      this.#keepMnemonic(told, origin);
      this.#provenance.issued(told, origin);
    }
    const encoded = this.#provenance.encode(value);
    this.#provenance.issued(value, origin);
    const field = origin.slice(origin.lastIndexOf('/') + 1);
    return isSecret(field) && !encoded.includes('${') ? redacted : encoded;
  }

  #keepMnemonic(mnemonic: string, origin: string): void {
    if (!origin.endsWith('/mnemonic')) return;
    const known = this.#mnemonics.get(this.#session);
    if (known === undefined) this.#mnemonics.set(this.#session, [{ mnemonic, origin }]);
    else known.push({ mnemonic, origin });
  }
}

const isEmpty = (record: Readonly<Record<string, string>>): boolean => Object.keys(record).length === 0;

/** RFC 6901, no brace that would end a reference, and no mark of a key. */
const pointerPart = (name: string): string =>
  name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('}', '%7D').replaceAll('#', '%23');

/** A value as it is shown, and the same with its keys: alike but for what was redacted. */
interface Part {
  readonly value: Json;
  readonly told: Json | undefined;
}

const wholeReference = /^\$\{[^}]+\}$/;

/** Objects and lists rebuilt, every value with the name or position it stands under; other values as they are. */
function mapped({ value, told }: Part, map: (item: Part, name: string) => Json): Json {
  if (value === null || typeof value !== 'object') return value;
  const other = (typeof told === 'object' && told !== null ? told : {}) as Readonly<Record<string, Json>>;
  if (Array.isArray(value)) {
    return value.map((item: Json, index) => map({ value: item, told: other[index] }, String(index)));
  }
  const entries = Object.entries(value).map(([name, item]): [string, Json] => [
    name,
    map({ value: item, told: Object.hasOwn(other, name) ? other[name] : undefined }, name),
  ]);
  return Object.fromEntries(entries);
}
