/**
 * A HAR file of a browser or a proxy as a trace: operations of the documents, sessions by key, ids as references, no
 * secrets. What is no exchange of JSON with a service is left out and counted.
 */
import { FileMistake } from '../../../core/base/file-mistake.ts';
import type { Instant } from '../../../core/base/time.ts';
import { queryOf } from '../../../core/http/query.ts';
import type { JsonObject, Request, Response } from '../../../core/http/message.ts';
import { Capture } from '../../../simulation/trace/capture.ts';
import type { TraceHeader, TraceRecord } from '../../../simulation/trace/format.ts';
import { foreignHeader, objectOf, takenHeaders, unknownCall } from '../record/foreign-trace.ts';
import type { RouteOf } from '../record/trace-encoder.ts';
import type { Target } from '../target/target.ts';
import { atOf, byName, jsonOf } from './entry-parts.ts';
import type { HarEntry } from './format.ts';
import { eachSecretIn } from './secrets-in.ts';
import { hostOf, servicePath } from './service-path.ts';

/** Entries of one host: in the trace, and left out. */
export interface HostCounts {
  readonly requests: number;
  readonly leftOut: number;
}

/** What an import has kept and left out of the entries of a file. */
export interface ForeignHar {
  readonly header: TraceHeader;
  readonly records: readonly TraceRecord[];
  /** Entries that were left out, by reason. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** By host, the most requests first. */
  readonly hosts: Readonly<Record<string, HostCounts>>;
}

/** How the entries of a file are read. */
export interface ForeignCall {
  readonly file: string;
  readonly target: Target | undefined;
  readonly version: string;
  readonly routeOf: RouteOf;
}

/** Throws `FileMistake` where nothing can be replayed. */
export function foreignHar(entries: readonly HarEntry[], call: ForeignCall): ForeignHar {
  const ordered = entries.toSorted((left, right) => atOf(left) - atOf(right));
  const startMs = ordered[0] === undefined ? 0 : atOf(ordered[0]);
  const reader = new EntryReader(call, startMs);
  eachSecretIn(
    ordered,
    (entry) => servicePath(entry.request.url, call.target) ?? '',
    (secret) => reader.capture.learn(secret),
  );
  const records = ordered.flatMap((entry) => reader.recordOf(entry) ?? []);
  if (records.length === 0)
    throw new FileMistake(
      call.file,
      { line: 1, column: 1 },
      'nothing in it can be replayed; expected requests to services of the platform (--target says where they are)',
    );
  return {
    header: foreignHeader('har', call.version, startMs),
    records,
    leftOut: Object.fromEntries(reader.leftOut),
    hosts: Object.fromEntries(
      [...reader.hosts].toSorted(([, left], [, right]) => right.requests - left.requests),
    ),
  };
}

/** Reads entries in the order of time. */
class EntryReader {
  readonly capture: Capture;
  readonly leftOut = new Map<string, number>();
  readonly hosts = new Map<string, HostCounts>();
  readonly #call: ForeignCall;
  readonly #sessions = new Sessions();

  constructor(call: ForeignCall, startMs: Instant) {
    this.#call = call;
    this.capture = new Capture({ startMs, behaviourOf: () => 'har' });
  }

  /** Undefined for an entry that is left out. */
  recordOf(entry: HarEntry): TraceRecord | undefined {
    const { target, routeOf } = this.#call;
    const { request, response } = entry;
    const path = servicePath(request.url, target);
    const body = jsonOf(response.content);
    const why = reasonToLeave(entry, path, body);
    this.#count(hostOf(request.url), why);
    if (why !== undefined || path === undefined || body === undefined) return undefined;
    const sent = requestOf(entry, path, this.#sessions.of(entry));
    const answer: Response = { status: response.status, headers: byName(response.headers ?? []), body };
    const record = this.capture.record({
      atMs: atOf(entry),
      request: sent,
      response: answer,
      exchange: { route: undefined },
    });
    const call = routeOf(sent.method, path)?.call ?? unknownCall('har', path, sent.method);
    return { ...record, call };
  }

  #count(host: string, why: string | undefined): void {
    const { requests, leftOut } = this.hosts.get(host) ?? { requests: 0, leftOut: 0 };
    const isKept = why === undefined;
    this.hosts.set(host, { requests: requests + (isKept ? 1 : 0), leftOut: leftOut + (isKept ? 0 : 1) });
    if (why !== undefined) this.leftOut.set(why, (this.leftOut.get(why) ?? 0) + 1);
  }
}

/** Why an entry is left out; undefined for one that is kept. */
function reasonToLeave(
  entry: HarEntry,
  path: string | undefined,
  body: JsonObject | undefined,
): string | undefined {
  if (path === undefined) return 'of no service';
  if (isStream(entry)) return 'event streams';
  return body === undefined ? 'not answered with a JSON object' : undefined;
}

const streamTypes: ReadonlySet<string> = new Set(['eventsource', 'websocket']);

/** An answer that does not end has no body to compare. */
function isStream({ response, _resourceType = '' }: HarEntry): boolean {
  const { mimeType } = response.content;
  const type = mimeType ?? (response.headers ?? []).find(({ name }) => /^content-type$/i.test(name))?.value;
  return (
    streamTypes.has(_resourceType) || /^text\/event-stream\b/i.test(type ?? '') || response.status === 101
  );
}

/** Numbers sessions in order of appearance, by the request's key or else by its connection. */
class Sessions {
  readonly #numbers = new Map<string, number>();

  of({ request, connection = '' }: HarEntry): number {
    const key = request.headers.find(({ name }) => name.toLowerCase() === 'authorization')?.value;
    const who = JSON.stringify(key === undefined ? ['connection', connection] : ['key', key]);
    const number = this.#numbers.get(who) ?? this.#numbers.size;
    this.#numbers.set(who, number);
    return number;
  }
}

function requestOf({ request }: HarEntry, path: string, agent: number): Request {
  const url = new URL(request.url);
  const taken = request.headers
    .map(({ name, value }) => ({ name: name.toLowerCase(), value }))
    .filter(({ name }) => takenHeaders.has(name));
  const text = request.postData?.text;
  const body = text === undefined ? undefined : objectOf(text);
  return {
    method: request.method.toUpperCase() as Request['method'],
    path,
    query: queryOf(url.search),
    headers: byName(taken),
    body,
    ...(text === undefined || body !== undefined ? {} : { rawBody: text }),
    // A constant: an IP address is personal data, and a replay has another target.
    ip: '10.0.0.1',
    agent,
  };
}
