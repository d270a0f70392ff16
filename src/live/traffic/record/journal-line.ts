/** Makes the line of the journal of an exchange: bodies decoded and parsed, secrets replaced by placeholders. */
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { readJson } from '../../../core/base/json-text.ts';
import type { Json, JsonObject } from '../../../core/http/message.ts';
import { queryOf } from '../../../core/http/query.ts';
import { objectOf, takenHeaders } from './foreign-trace.ts';
import { pairsOf, type RawHeaders } from './forwarded-headers.ts';
import type { JournalLine } from './exchange-journal.ts';
import type { PassedExchange } from './passed-exchange.ts';
import type { SecretPlaceholders } from './secret-placeholders.ts';

/** A body that grows beyond this while it is decompressed is not read. */
const plainBytesMax = 8 * 1024 * 1024;

/** Undefined if the answer is no JSON object: a trace has no place for it. */
export function journalLineOf(passed: PassedExchange, secrets: SecretPlaceholders): JournalLine | undefined {
  const answerText = textOf(passed.answerBody, passed.answerHeaders);
  const answer = answerText === '' ? {} : answerText === undefined ? undefined : objectOf(answerText);
  if (answer === undefined) return undefined;
  const [path, search] = splitOnce(passed.url, '?');
  const sent = pairsOf(passed.requestHeaders).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    value,
  ]);
  const query = Object.entries(queryOf(search)).map(([name, value]): [string, string] => [
    name,
    secrets.inQuery(name, value, path),
  ]);
  const key = keyIn(sent, secrets) ?? keyInQuery(query, secrets);
  const caller = key ?? passed.client;
  const clean = secrets.body(answer, { path, caller }) as JsonObject;
  return {
    arrival: passed.arrival,
    end: passed.end,
    atMs: passed.atMs,
    tookMs: passed.tookMs,
    client: passed.client,
    ...(key === undefined ? {} : { key }),
    shown: credentialsIn(clean, secrets, path),
    method: passed.method,
    path: secrets.text(path, caller),
    query: Object.fromEntries(query),
    headers: headersOf(sent, secrets, caller),
    ...requestBodyOf(passed, secrets, { path, caller }),
    status: passed.status,
    answer: clean,
  };
}

function requestBodyOf(
  { requestBody, requestHeaders }: PassedExchange,
  secrets: SecretPlaceholders,
  at: { readonly path: string; readonly caller: string },
): Pick<JournalLine, 'body' | 'raw'> {
  const text = textOf(requestBody, requestHeaders) ?? '';
  if (text === '') return {};
  const value = readJson(text);
  if (typeof value === 'object' && value !== null) return { body: secrets.body(value as Json, at) };
  return { raw: secrets.text(text, at.caller) };
}

/** Headers that a trace may keep: known ones, and any that may carry a value which the target gave out. */
function headersOf(
  sent: readonly (readonly [string, string])[],
  secrets: SecretPlaceholders,
  caller: string,
): Record<string, string> {
  const kept = sent.filter(
    ([name]) =>
      takenHeaders.has(name) || (!isPersonal(name) && (name.startsWith('x-') || isKeyHeader(name, secrets))),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, secrets.header(name, value, caller)]));
}

/** Headers about a person or a network; and cookies, which no trace keeps. */
const isPersonal = (name: string): boolean =>
  /cookie|^(?:proxy-|sec-|x-forwarded|x-real-ip$|x-sim-at$)/.test(name);

const isKeyHeader = (name: string, secrets: SecretPlaceholders): boolean =>
  !isPersonal(name) && secrets.isCredential(name);

/** The placeholder of the key of a request: that of Authorization, or of another header with a credential's name. */
function keyIn(
  sent: readonly (readonly [string, string])[],
  secrets: SecretPlaceholders,
): string | undefined {
  const named = sent.filter(([name]) => isKeyHeader(name, secrets));
  const [, value = ''] = named.find(([name]) => name === 'authorization') ?? named[0] ?? [];
  const placeholder = secrets.named(value, 'credential').replace(/^[A-Za-z]{1,16} /, '');
  return placeholder === '' ? undefined : placeholder;
}

const keyInQuery = (
  query: readonly (readonly [string, string])[],
  secrets: SecretPlaceholders,
): string | undefined => query.find(([, value]) => secrets.isPlaceholder(value))?.[1];

/** Placeholders under names of credentials, in order. */
function credentialsIn(value: Json, secrets: SecretPlaceholders, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => credentialsIn(item, secrets, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]: [string, Json]) =>
    typeof item === 'string'
      ? secrets.isCredential(name, path) && secrets.isPlaceholder(item)
        ? [item]
        : []
      : credentialsIn(item, secrets, path),
  );
}

/** The text of a body; undefined where its content encoding cannot be read. */
function textOf(bytes: Buffer, headers: RawHeaders): string | undefined {
  const encodings = pairsOf(headers)
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== 'identity' && encoding !== '');
  try {
    return encodings
      .reduceRight(decompressed, bytes)
      .toString('utf8')
      .replace(/^\uFEFF/, '');
  } catch {
    return undefined;
  }
}

function decompressed(bytes: Buffer, encoding: string): Buffer {
  const options = { maxOutputLength: plainBytesMax };
  if (bytes.length === 0) return bytes;
  if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(bytes, options);
  if (encoding === 'br') return brotliDecompressSync(bytes, options);
  if (encoding !== 'deflate') throw new Error(`the content encoding ${encoding} is not known`);
  // Some servers send deflate without its zlib frame: the frame begins with 0x78 for every common window.
  return (bytes[0] ?? 0) % 16 === 8 ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
