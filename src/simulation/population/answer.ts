/** What a behaviour receives for a request, the same in virtual time and from a live service. */
import { parseInstant, type Instant } from '../../core/base/time.ts';
import type { JsonObject, Json } from '../../core/http/message.ts';

/** The error code of a request without a response. */
export const timeoutCode = 'TIMEOUT';

/** The outcome of a request: a response, or status 0 after the client's time-out. */
export class Answer {
  /** The HTTP status; 0 if no response came within the client's time-out. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: JsonObject;
  /** When the request was sent, and when the response (or the time-out) came. */
  readonly sentAtMs: Instant;
  readonly receivedAtMs: Instant;

  constructor(parts: {
    status: number;
    headers: Readonly<Record<string, string | number>>;
    body: JsonObject;
    sentAtMs: Instant;
    receivedAtMs: Instant;
  }) {
    this.status = parts.status;
    this.headers = parts.headers;
    this.body = parts.body;
    this.sentAtMs = parts.sentAtMs;
    this.receivedAtMs = parts.receivedAtMs;
  }

  /** True for 2xx. */
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** The platform's error code, `TIMEOUT` without a response, undefined on success. */
  get code(): string | undefined {
    if (this.status === 0) return timeoutCode;
    const { code } = this.body;
    return typeof code === 'string' ? code : undefined;
  }

  /** A text field of the body; throws, naming the field, if the response has none. */
  text(field: string): string {
    const value = this.#field(field);
    if (typeof value !== 'string') throw new TypeError(this.#missing(field, 'a text'));
    return value;
  }

  /** A number of the body, or decimal text as a number; throws, naming the field, if the response has none. */
  number(field: string): number {
    const value = this.#field(field);
    const number = typeof value === 'string' ? numberIn(value) : value;
    if (typeof number !== 'number' || Number.isNaN(number))
      throw new TypeError(this.#missing(field, 'a number'));
    return number;
  }

  /** An RFC 3339 instant of the body as epoch milliseconds; throws, naming the field, if the response has none. */
  instant(field: string): Instant {
    const instant = parseInstant(this.text(field));
    if (instant === undefined) throw new TypeError(this.#missing(field, 'an instant'));
    return instant;
  }

  /** A list of objects in the body; throws, naming the field, if the response has none. */
  list(field: string): readonly JsonObject[] {
    const value = this.#field(field);
    if (!Array.isArray(value)) throw new TypeError(this.#missing(field, 'a list'));
    return value as readonly JsonObject[];
  }

  /** A header as a number; undefined if it is not numeric, such as a Retry-After that is a date. */
  header(name: string): number | undefined {
    const value = this.headers[name.toLowerCase()];
    return typeof value === 'string' ? numberIn(value) : value;
  }

  #field(field: string): Json | undefined {
    return this.body[field];
  }

  #missing(field: string, kind: string): string {
    return `the answer (status ${this.status}${this.code === undefined ? '' : `, ${this.code}`}) has no "${field}" that is ${kind}`;
  }
}

/** Undefined for text that is no number; `Number` would read an empty text as zero. */
function numberIn(text: string): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isNaN(number) ? undefined : number;
}
