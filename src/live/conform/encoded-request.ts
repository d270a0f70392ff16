/** Encodes a request (ids and keys become references) and decodes it for the model. */
import type { Json } from '../../core/http/message.ts';
import { mapTexts } from '../../core/base/map-texts.ts';
import type { Correspondence } from './correspondence.ts';
import type { RequestEffect } from '../../simulation/population/agent-effects.ts';

/** A request whose texts contain references in place of ids and keys. Header names are lower case. */
export interface EncodedRequest {
  readonly path: string;
  readonly query: Record<string, string>;
  readonly headers: Record<string, string>;
  readonly body: Json | undefined;
  readonly raw: string | undefined;
}

/** `text` encodes one text. */
export const encodedRequest = (
  { path, query, headers, body, rawBody }: RequestEffect,
  text: (value: string) => string,
): EncodedRequest => ({
  path: text(path),
  query: mappedTexts(query, text),
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), text(value)]),
  ),
  body: mapTexts(body, text) as Json | undefined,
  raw: rawBody === undefined ? undefined : text(rawBody),
});

/** The request with the target's values in place of references; a JSON body may have numbers for texts. */
export function requestForTarget(
  { path, query, headers, body, raw }: EncodedRequest,
  ids: Pick<Correspondence, 'forTarget' | 'bodyForTarget'>,
) {
  const text = (value: string): string => ids.forTarget(value);
  return {
    path: text(path),
    query: mappedTexts(query, text),
    headers: mappedTexts(headers, text),
    body:
      raw === undefined
        ? body === undefined
          ? undefined
          : JSON.stringify(ids.bodyForTarget(body))
        : text(raw),
    isJson: raw === undefined,
  };
}

const mappedTexts = (
  texts: Readonly<Record<string, string>>,
  map: (text: string) => string,
): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, map(text)]));

/** The same headers under names in lower case. */
export const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
