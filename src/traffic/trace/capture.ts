/** Turns what the recorder sees into records of a trace, one by one: references put in, secrets taken out. */
import type { Json, JsonObject } from '../../http/message.ts';
import type { EventRecord } from '../../scenario/recorder.ts';
import type { TracedRequest, TraceRecord } from './format.ts';
import { Provenance } from './provenance.ts';
import { isSecret, redacted, withoutKeys } from './secrets.ts';

export class Capture {
  readonly #startMs: number;
  /** Names the behaviour of an agent's number. */
  readonly #behaviourOf: (agent: number) => string;
  readonly #provenance = new Provenance();
  #count = 0;

  constructor(parts: { startMs: number; behaviourOf: (agent: number) => string }) {
    this.#startMs = parts.startMs;
    this.#behaviourOf = parts.behaviourOf;
  }

  get count(): number {
    return this.#count;
  }

  /** What it is given may be reused afterwards; what it gives is plain data of its own. */
  record({ atMs, request, response, exchange }: EventRecord): TraceRecord {
    const n = this.#count++;
    const session = request.agent ?? -1;
    const { route } = exchange;
    return {
      n,
      at: atMs - this.#startMs,
      session,
      agent: this.#behaviourOf(session),
      call: route === undefined ? '' : `${route.service}/${route.style}/${route.row.operation}`,
      request: this.#requestOf(request),
      answer: { status: response.status, body: this.#answerOf(response.body, `${n}:`) as JsonObject },
    };
  }

  #requestOf(request: EventRecord['request']): TracedRequest {
    const { method, path, query, headers, body, rawBody, ip } = request;
    return {
      method,
      path: this.#text(path),
      ...(isEmpty(query) ? {} : { query: this.#texts(query) }),
      ...(isEmpty(headers) ? {} : { headers: this.#texts(headers) }),
      ...(body === undefined ? {} : { body: this.#sent(body as Json, '') }),
      ...(rawBody === undefined ? {} : { raw: this.#text(rawBody) }),
      ip,
    };
  }

  #texts(texts: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, this.#sentText(text, name)]),
    );
  }

  #sent(value: Json, field: string): Json {
    if (typeof value === 'string') return this.#sentText(value, field);
    return mapped(value, (item, name) => this.#sent(item, name));
  }

  /** A secret stays only as the reference to the answer it came from. */
  #sentText(text: string, field: string): string {
    const encoded = this.#text(text);
    return isSecret(field) && !encoded.includes('${') ? redacted : encoded;
  }

  #text(text: string): string {
    const encoded = this.#provenance.encode(text);
    this.#provenance.brought(text);
    return withoutKeys(encoded);
  }

  /** An answer keeps what it gives out first, and refers to what an earlier one gave out. */
  #answerOf(value: Json, origin: string): Json {
    if (typeof value === 'string') return this.#given(value, origin);
    return mapped(value, (item, name) => this.#answerOf(item, `${origin}/${pointerPart(name)}`));
  }

  #given(text: string, origin: string): string {
    const encoded = this.#provenance.encode(text);
    this.#provenance.issued(text, origin);
    const field = origin.slice(origin.lastIndexOf('/') + 1);
    return isSecret(field) && !encoded.includes('${') ? redacted : encoded;
  }
}

const isEmpty = (record: Readonly<Record<string, string>>): boolean => Object.keys(record).length === 0;

/** RFC 6901, and no brace that would end a reference. */
const pointerPart = (name: string): string =>
  name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('}', '%7D');

/** Objects and lists rebuilt, every value with the name or position it stands under; other values as they are. */
function mapped(value: Json, map: (item: Json, name: string) => Json): Json {
  if (Array.isArray(value)) return value.map((item: Json, index) => map(item, String(index)));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, map(item, name)]));
}
