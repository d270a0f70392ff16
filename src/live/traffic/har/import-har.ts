/**
 * Converts a HAR file to a trace: recorded by a browser or proxy, or exported from a trace. Secrets are removed
 * first: only a few headers are kept, keys become references to the response that issued them or are dropped, cookies
 * are always dropped.
 */
import { parseInstant, instantExpected, type Instant } from '../../../core/base/time.ts';
import { present } from '../../../core/base/assert.ts';
import { queryOf } from '../../../core/http/query.ts';
import type { JsonObject, Request, Response } from '../../../core/http/message.ts';
import { shapeChecker } from '../../../core/http/shape.ts';
import { FileMistake } from '../../../core/base/file-mistake.ts';
import { serviceOf } from '../plan/plan.ts';
import { plainHost } from '../target/plain-host.ts';
import { pathPartOf, type Target } from '../target/target.ts';
import { Capture, limitHeaders } from '../../../simulation/trace/capture.ts';
import { TraceCleaner } from '../../../simulation/trace/clean.ts';
import {
  type TraceEnd,
  type TraceHeader,
  type TraceRecord,
  TraceHeaderSchema,
} from '../../../simulation/trace/format.ts';
import { foreignHeader, objectOf, takenHeaders, unknownCall } from '../record/foreign-trace.ts';
import { HarSchema, type Har, type HarEntry } from './format.ts';
import { eachSecretIn } from './secrets-in.ts';

/** A trace in memory, complete with header and end record. */
export interface Imported {
  readonly header: TraceHeader;
  readonly records: readonly TraceRecord[];
  readonly end: TraceEnd;
  /** Entries that were left out, by reason. */
  readonly leftOut: Readonly<Record<string, number>>;
}

/** One import: the file's name (for messages) and text. `version` is Orrery's, for the trace header. */
export interface ImportCall {
  readonly file: string;
  readonly text: string;
  /** Maps addresses to services; undefined if paths already begin with a service. */
  readonly target: Target | undefined;
  readonly version: string;
}

const headerMistake = shapeChecker(TraceHeaderSchema, 'the header');
const mistakeIn = shapeChecker(HarSchema, 'the file');

/** Throws `FileMistake` for a file that is not HAR or has no request to replay. */
export function importHar(call: ImportCall): Imported {
  const har = parsed(call);
  const ours = har.log._orrery as { header: TraceHeader; digest?: unknown } | undefined;
  // An exported file is already a trace: its references stay as they are.
  const isTrace = ours !== undefined && har.log.entries.every(({ _orrery }) => _orrery !== undefined);
  if (!isTrace) return foreign(har, call);
  const mistake = headerMistake(ours.header);
  if (mistake === undefined) return exported(har, ours);
  throw new FileMistake(call.file, { line: 1, column: 1 }, `log._orrery: ${mistake.message}`);
}

function parsed({ file, text }: ImportCall): Har {
  const start = { line: 1, column: 1 };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new FileMistake(file, start, 'this is no JSON; expected a HAR file');
  }
  const mistake = mistakeIn(value);
  if (mistake !== undefined) throw new FileMistake(file, start, `this is no HAR file: ${mistake.message}`);
  const har = value as Har;
  const wrong = har.log.entries.find((entry) => instantOf(entry) === undefined);
  if (wrong === undefined) return har;
  throw new FileMistake(
    file,
    start,
    `there is no instant "${wrong.startedDateTime}"; expected ${instantExpected}`,
  );
}

function exported({ log }: Har, { header, digest }: { header: TraceHeader; digest?: unknown }): Imported {
  const startMs = parseInstant(header.start) ?? 0;
  const cleaner = new TraceCleaner();
  const records = log.entries.map((entry, n): TraceRecord => {
    const { request, response, _orrery } = entry;
    const { session = -1, agent = '', call = '', ip = '' } = _orrery ?? {};
    const { postData, headers, queryString = [] } = request;
    const isRaw = postData?.mimeType === 'text/plain';
    return cleaner.record({
      n,
      at: atOf(entry) - startMs,
      session,
      agent,
      call,
      request: {
        method: request.method,
        path: request.url.replace(/^https?:\/\/[^/]*/, '').split('?', 1)[0] ?? '',
        ...(queryString.length === 0 ? {} : { query: byName(queryString) }),
        ...(headers.length === 0 ? {} : { headers: byName(headers) }),
        ...(postData === undefined || isRaw ? {} : { body: objectOf(postData.text ?? '') ?? null }),
        ...(isRaw ? { raw: postData.text ?? '' } : {}),
        ip,
      },
      answer: {
        status: response.status,
        ...limitHeaders(byName(response.headers ?? [])),
        body: jsonOf(response.content) ?? {},
      },
    });
  });
  return {
    header,
    records,
    end: { end: true, requests: records.length, digest: typeof digest === 'string' ? digest : '' },
    leftOut: {},
  };
}

function foreign({ log }: Har, call: ImportCall): Imported {
  const entries = log.entries.toSorted((left, right) => atOf(left) - atOf(right));
  const [first] = entries;
  const startMs = first === undefined ? 0 : atOf(first);
  const capture = new Capture({ startMs, behaviourOf: () => 'har' });
  eachSecretIn(entries, (secret) => capture.learn(secret));
  const sessions = new Sessions();
  const leftOut: Record<string, number> = {};
  const records: TraceRecord[] = [];
  for (const entry of entries) {
    const body = jsonOf(entry.response.content);
    const path = pathOf(entry.request.url, call.target);
    if (path === undefined || body === undefined) {
      const reason = path === undefined ? 'of no service' : 'not answered with a JSON object';
      leftOut[reason] = (leftOut[reason] ?? 0) + 1;
      continue;
    }
    const request = requestOf(entry, path, sessions.of(entry));
    const { status, headers = [] } = entry.response;
    const response: Response = { status, headers: byName(headers), body };
    const exchange = { route: undefined };
    const record = capture.record({ atMs: atOf(entry), request, response, exchange });
    records.push({ ...record, call: unknownCall('har', path, request.method) });
  }
  if (records.length === 0)
    throw new FileMistake(
      call.file,
      { line: 1, column: 1 },
      'nothing in it can be replayed; expected requests to services of the platform (--target says where they are)',
    );
  return {
    header: foreignHeader('har', call.version, startMs),
    records,
    end: { end: true, requests: records.length, digest: '' },
    leftOut,
  };
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

/** HAR asks for ISO 8601, in which an offset may lack the colon that RFC 3339 wants. */
const instantOf = ({ startedDateTime }: HarEntry): Instant | undefined =>
  parseInstant(startedDateTime.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));

const atOf = (entry: HarEntry): Instant => present(instantOf(entry), 'the file was checked');

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

/** The path with its service's prefix, as in a trace; undefined if it belongs to no service. */
function pathOf(text: string, target: Target | undefined): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (target === undefined) return serviceOf(url.pathname) === undefined ? undefined : url.pathname;
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  for (const [service, address] of target.services) {
    const { host, basePath } = address;
    const isThere = plainHost(url.hostname) === host && port === address.port;
    if (isThere && (url.pathname === basePath || url.pathname.startsWith(`${basePath}/`)))
      return `/${pathPartOf(service)}${url.pathname.slice(basePath.length)}`;
  }
  return undefined;
}

function jsonOf({ text = '{}', encoding }: HarEntry['response']['content']): JsonObject | undefined {
  return objectOf(encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text);
}

const byName = (pairs: readonly { name: string; value: string }[]): Record<string, string> =>
  Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
