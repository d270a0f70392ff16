/** A request with every id and key replaced by where it came from, and the same request as the model is asked it. */
import type { Json, Request } from '../../core/http/message.ts';
import type { RequestEffect } from '../../simulation/population/agent-effects.ts';

export interface EncodedRequest {
  readonly path: string;
  readonly query: Record<string, string>;
  readonly headers: Record<string, string>;
  readonly body: Json | undefined;
  readonly raw: string | undefined;
}

/** `text` says what stands for the ids and keys in a text. */
export const encodedRequest = (
  { path, query, headers, body, rawBody }: RequestEffect,
  text: (value: string) => string,
): EncodedRequest => ({
  path: text(path),
  query: mappedTexts(query, text),
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), text(value)]),
  ),
  body: mappedJson(body as Json | undefined, text),
  raw: rawBody === undefined ? undefined : text(rawBody),
});

/** `text` puts in what the model gave out. */
export const decodedRequest = (
  { path, query, headers, body, raw }: EncodedRequest,
  text: (value: string) => string,
): Pick<Request, 'path' | 'query' | 'headers' | 'body' | 'rawBody'> => ({
  path: text(path),
  query: mappedTexts(query, text),
  headers: mappedTexts(headers, text),
  body: mappedJson(body, text),
  rawBody: raw === undefined ? undefined : text(raw),
});

const mappedTexts = (
  texts: Readonly<Record<string, string>>,
  map: (text: string) => string,
): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, map(text)]));

function mappedJson<T extends Json | undefined>(value: T, map: (text: string) => string): T {
  if (typeof value === 'string') return map(value) as T;
  if (Array.isArray(value)) return value.map((item: Json) => mappedJson(item, map)) as unknown as T;
  if (value === undefined || value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mappedJson(item, map)])) as T;
}
