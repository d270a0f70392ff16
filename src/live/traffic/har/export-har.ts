/**
 * Exports a trace as HAR 1.2. References and redactions stay, and secrets of foreign traces are removed; fields that
 * HAR lacks are under `_orrery`, so that an import restores them.
 */
import { formatInstant, parseInstant } from '../../../core/base/time.ts';
import type { TraceHeader, TraceRecord } from '../../../simulation/trace/format.ts';
import { TraceCleaner } from '../../../simulation/trace/clean.ts';
import { TraceReader } from '../../../simulation/trace/reader.ts';
import { noHost } from './format.ts';

/** The text of the file, in parts. Throws as reading a trace does. */
export async function* harOf(trace: string, version: string): AsyncGenerator<string> {
  const { reader, header } = await TraceReader.open(trace);
  const startMs = parseInstant(header.start) ?? 0;
  const cleaner = new TraceCleaner();
  yield opening(header, version);
  let isFirst = true;
  for (let lines = await reader.next(); lines.length > 0; lines = await reader.next()) {
    const entries = lines.map(({ record }) => JSON.stringify(entryOf(cleaner.record(record), startMs)));
    yield (isFirst ? '' : ',\n') + entries.join(',\n');
    isFirst = false;
  }
  const { digest = '' } = reader.end ?? {};
  await reader.close();
  yield `\n],"_orrery":${JSON.stringify({ header, digest })}}}\n`;
}

function opening({ orrery }: TraceHeader, version: string): string {
  const creator = { name: 'orrery', version, comment: `recorded by orrery ${orrery}` };
  return `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[\n`;
}

/** All fields that the format requires; -1 means unknown. */
function entryOf({ at, session, agent, call, request, answer }: TraceRecord, startMs: number): object {
  const { method, path, query, headers, body, raw, ip } = request;
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const search = new URLSearchParams(query).toString();
  const answerText = JSON.stringify(answer.body);
  return {
    startedDateTime: formatInstant(startMs + at),
    time: 0,
    request: {
      method,
      url: `${noHost}${path}${search === '' ? '' : `?${search}`}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(headers),
      queryString: pairs(query),
      ...(text === undefined ? {} : { postData: postDataOf(text, raw !== undefined) }),
      headersSize: -1,
      bodySize: text === undefined ? 0 : Buffer.byteLength(text),
    },
    response: {
      status: answer.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(answer.headers),
      content: { size: Buffer.byteLength(answerText), mimeType: 'application/json', text: answerText },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    // The recording has instants, not durations.
    timings: { send: 0, wait: 0, receive: 0 },
    _orrery: { session, agent, call, ip },
  };
}

/** Text that was sent instead of JSON is read back as text. */
const postDataOf = (text: string, isRaw: boolean): object => ({
  mimeType: isRaw ? 'text/plain' : 'application/json',
  params: [],
  text,
});

const pairs = (texts: Readonly<Record<string, string>> | undefined): object[] =>
  Object.entries(texts ?? {}).map(([name, value]) => ({ name, value }));
