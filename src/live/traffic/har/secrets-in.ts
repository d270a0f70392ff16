/** Finds every secret that a HAR file shows under its name, so that it can be removed elsewhere too. */
import { kindInQuery } from '../../../core/http/secrets/names.ts';
import { Redactor } from '../../../core/http/secrets/redact.ts';
import type { HarEntry } from './format.ts';

/** Calls `found` for each secret, including those of entries that are left out of the trace. */
export function eachSecretIn(entries: readonly HarEntry[], found: (secret: string) => void): void {
  const redactor = new Redactor({ kinds: ['private-key', 'credential'], onSecret: found });
  for (const { request, response } of entries) {
    for (const { name, value } of request.headers) {
      if (!redactor.isSecret(name)) continue;
      for (const secret of partsOf(value)) found(secret);
    }
    for (const { name, value } of request.queryString ?? []) {
      if (kindInQuery(name) === 'credential') found(value);
    }
    // Only the callback matters; the result is dropped.
    for (const text of [request.url, request.postData?.text, textOf(response.content)]) {
      if (text !== undefined) redactor.text(text);
    }
  }
}

/** The parts of `Bearer abc` or `sid=abc; theme=dark` that may be secrets. */
const partsOf = (value: string): string[] =>
  value.split(/[;,\s]+/).map((part) => part.slice(part.search(/=./) + 1));

function textOf({ text, encoding }: HarEntry['response']['content']): string | undefined {
  return text === undefined || encoding !== 'base64' ? text : Buffer.from(text, 'base64').toString();
}
