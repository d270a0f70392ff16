/**
 * Turns the journal of a recording into the records of a trace. The first pass over it notes what requests send, the
 * second replaces each value that an answer gave out before by a reference to the first that did.
 */
import type { Json, JsonObject, Method } from '../../../core/http/message.ts';
import { Capture } from '../../../simulation/trace/capture.ts';
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import { ClientSessions } from './client-sessions.ts';
import { takenHeaders, unknownCall } from './foreign-trace.ts';
import type { ExchangeJournal, JournalLine } from './exchange-journal.ts';
import { Origins } from './origins.ts';
import { walkRequest, type SentParts, type TemplateOf } from './request-walk.ts';
import type { SecretPlaceholders } from './secret-placeholders.ts';
import { SentValues } from './sent-values.ts';
import { shortId } from './value-forms.ts';

/** The operation of the documents that a request calls; undefined for any other request. */
export type RouteOf = (
  method: string,
  path: string,
) => { readonly call: string; readonly template: string } | undefined;

/** What a recording is encoded with. */
export interface EncoderParts {
  readonly journal: ExchangeJournal;
  readonly secrets: SecretPlaceholders;
  readonly routeOf: RouteOf;
  /** How many times faster than real the clock of the target runs: a trace is in the target's time. */
  readonly clockFactor: number;
}

/** References are in the texts of a record already; the capture only removes secrets. */
const encodedBefore = { issued: () => undefined, encode: (text: string) => text, brought: () => undefined };

/** Reads the journal once when it is made. Iterate `records` once, then read the figures. */
export class TraceEncoder {
  readonly #parts: EncoderParts;
  readonly #sessions = new ClientSessions();
  readonly #sent = new SentValues();
  readonly #origins: Origins;
  readonly #addresses = new Map<string, string>();
  readonly #capture = new Capture({
    startMs: 0,
    behaviourOf: () => 'proxy',
    provenance: encodedBefore,
  });
  /** Record numbers by position in the journal. */
  readonly #numbers: Uint32Array;
  readonly #arrivals: Uint32Array;
  #firstAtMs = 0;
  #lastAtMs = 0;

  constructor(parts: EncoderParts) {
    this.#parts = parts;
    this.#origins = new Origins(parts.secrets, this.#sent);
    this.#numbers = new Uint32Array(parts.journal.count);
    this.#arrivals = parts.journal.byArrival();
    for (const [n, position] of this.#arrivals.entries())
      this.#note(parts.journal.at(position), { n, position });
  }

  /** Milliseconds between the start of the proxy and the first request. */
  get firstAtMs(): number {
    return this.#firstAtMs;
  }

  get sessionCount(): number {
    return this.#sessions.count;
  }

  /** Values that are references in the trace. */
  get referenceCount(): number {
    return this.#origins.count;
  }

  /** Keys that clients sent and no answer gave out: a replay has no such key. */
  get foreignKeyCount(): number {
    return [...this.#sessions.usedKeys].filter((key) => !this.#origins.hasSecret(key)).length;
  }

  /** The records in order. */
  *records(): Generator<TraceRecord> {
    const { journal } = this.#parts;
    const ends = journal.byEnd();
    let learned = 0;
    for (const [n, position] of this.#arrivals.entries()) {
      const line = this.#clean(journal.at(position));
      while (learned < ends.length && journal.endOf(ends[learned] ?? 0) < line.arrival) {
        this.#learn(ends[learned] ?? 0);
        learned += 1;
      }
      yield this.#recordOf(line, n);
    }
  }

  #note(line: JournalLine, { n, position }: { n: number; position: number }): void {
    this.#numbers[position] = n;
    if (n === 0) this.#firstAtMs = line.atMs;
    this.#sessions.note(line);
    walkRequest(this.#clean(line), this.#templateOf, (value, place) => {
      this.#sent.add(value, place);
      return value;
    });
  }

  /** A secret may have been recognised after the line was written. */
  #clean(line: JournalLine): JournalLine {
    const { secrets } = this.#parts;
    const { path, query, body, raw, answer, client, key } = line;
    const at = { path, caller: key ?? client };
    return {
      ...line,
      path: secrets.text(path),
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, secrets.text(value)])),
      ...(body === undefined ? {} : { body: secrets.body(body as Json, at) }),
      ...(raw === undefined ? {} : { raw: secrets.text(raw) }),
      answer: secrets.body(answer, at) as JsonObject,
    };
  }

  readonly #templateOf: TemplateOf = (method, path) => this.#parts.routeOf(method, path)?.template;

  #learn(position: number): void {
    const line = this.#clean(this.#parts.journal.at(position));
    const own = new Set<string>();
    walkRequest(line, this.#templateOf, (value) => {
      const short = shortId(value);
      if (short !== undefined) own.add(short);
      return value;
    });
    const { path, answer } = line;
    const n = this.#numbers[position] ?? 0;
    this.#origins.learn({ n, path, answer, isOwn: (short) => own.has(short) });
  }

  #recordOf(line: JournalLine, n: number): TraceRecord {
    const { method, path, status } = line;
    const sent = walkRequest(line, this.#templateOf, (value, place) => this.#origins.sent(value, place));
    const record = this.#capture.record({
      atMs: this.#atOf(line),
      request: this.#requestOf(line, sent),
      response: { status, headers: {}, body: this.#origins.repeated(line.answer, '', path) as JsonObject },
      exchange: { route: undefined },
    });
    const call = this.#parts.routeOf(method, path)?.call ?? unknownCall('proxy', path, method);
    const took = Math.ceil(line.tookMs * this.#parts.clockFactor);
    const { n: _, at: atMs, ...rest } = record;
    return { n, at: atMs, took, ...rest, call };
  }

  #requestOf(line: JournalLine, { path, query, headers, body, raw }: SentParts) {
    return {
      method: line.method as Method,
      path,
      query,
      headers: this.#headersOf(headers),
      body,
      ...(raw === undefined ? {} : { rawBody: raw }),
      ip: this.#addressOf(line.headers['x-sim-ip'] ?? ''),
      agent: this.#sessions.of(line),
    };
  }

  /** Headers of the platform and of credentials, and those that hold a reference. */
  #headersOf(headers: Readonly<Record<string, string>>): Record<string, string> {
    const kept = Object.entries(headers).filter(
      ([name, value]) =>
        takenHeaders.has(name) || this.#parts.secrets.isCredential(name) || /\$\{\d/.test(value),
    );
    return Object.fromEntries(kept);
  }

  /** An IP address is personal data: each that the target was shown has a constant in its place. */
  #addressOf(shown: string): string {
    const known = this.#addresses.get(shown);
    if (known !== undefined) return known;
    const index = shown === '' ? 1 : this.#addresses.size + 2;
    const address = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
    this.#addresses.set(shown, address);
    return address;
  }

  /** Whole milliseconds since the first request; never before the record before it. */
  #atOf({ atMs }: JournalLine): number {
    const at = Math.round((atMs - this.#firstAtMs) * this.#parts.clockFactor);
    this.#lastAtMs = Math.max(this.#lastAtMs, at);
    return this.#lastAtMs;
  }
}
