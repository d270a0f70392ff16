/**
 * Converts a HAR file to a trace: recorded by a browser or proxy, or exported from a trace. Secrets are removed
 * first: only a few headers are kept, keys become references to the response that issued them or are dropped, cookies
 * are always dropped.
 */
import { parseInstant, instantExpected } from '../../../core/base/time.ts';
import { shapeChecker } from '../../../core/http/shape.ts';
import { FileMistake } from '../../../core/base/file-mistake.ts';
import type { RouteOf } from '../record/trace-encoder.ts';
import type { Target } from '../target/target.ts';
import { limitHeaders } from '../../../simulation/trace/capture.ts';
import { TraceCleaner } from '../../../simulation/trace/clean.ts';
import {
  type TraceEnd,
  type TraceHeader,
  type TraceRecord,
  TraceHeaderSchema,
} from '../../../simulation/trace/format.ts';
import { objectOf } from '../record/foreign-trace.ts';
import { atOf, byName, instantOf, jsonOf } from './entry-parts.ts';
import { foreignHar, type HostCounts } from './foreign-har.ts';
import { HarSchema, type Har } from './format.ts';

/** A trace in memory, complete with header and end record. */
export interface Imported {
  readonly header: TraceHeader;
  readonly records: readonly TraceRecord[];
  readonly end: TraceEnd;
  /** Entries that were left out, by reason. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** Entries by host; none for an export, which has no hosts. */
  readonly hosts: Readonly<Record<string, HostCounts>>;
}

/** One import: the file's name (for messages) and text. `version` is Orrery's, for the trace header. */
export interface ImportCall {
  readonly file: string;
  readonly text: string;
  /** Maps addresses to services; undefined if paths already begin with a service. */
  readonly target: Target | undefined;
  readonly version: string;
  /** The operations of the documents by method and path. */
  readonly routeOf: RouteOf;
}

const headerMistake = shapeChecker(TraceHeaderSchema, 'the header');
const mistakeIn = shapeChecker(HarSchema, 'the file');

/** Throws `FileMistake` for a file that is not HAR or has no request to replay. */
export function importHar(call: ImportCall): Imported {
  const har = parsed(call);
  const ours = har.log._orrery as { header: TraceHeader; digest?: unknown } | undefined;
  // An exported file is already a trace: its references stay as they are.
  const isTrace = ours !== undefined && har.log.entries.every(({ _orrery }) => _orrery !== undefined);
  if (!isTrace) {
    const found = foreignHar(har.log.entries, call);
    return { ...found, end: { end: true, requests: found.records.length, digest: '' } };
  }
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
  const at = har.log.entries.findIndex((entry) => instantOf(entry) === undefined);
  if (at < 0) return har;
  const { startedDateTime } = har.log.entries[at]!;
  throw new FileMistake(
    file,
    start,
    `log.entries[${at}].startedDateTime: there is no instant "${startedDateTime}"; expected ${instantExpected}`,
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
        ...(response.headers === undefined ? {} : limitHeaders(byName(response.headers))),
        body: jsonOf(response.content) ?? {},
      },
    });
  });
  return {
    header,
    records,
    end: { end: true, requests: records.length, digest: typeof digest === 'string' ? digest : '' },
    leftOut: {},
    hosts: {},
  };
}
