/** Finds every secret that a HAR file shows under its name, so that it can be removed elsewhere too. */
import { kindInQuery } from '../../../core/http/secrets/names.ts';
import { Redactor } from '../../../core/http/secrets/redact.ts';
import { publicNamesAt } from '../../../platform/services/public-names.ts';
import type { HarEntry } from './format.ts';

/**
 * Calls `found` for each secret, including those of entries that are left out of the trace. `pathOf` is the path of the
 * platform: `seed` is a name of the casino's data there, and `token` one of the wallet's.
 */
export function eachSecretIn(
  entries: readonly HarEntry[],
  pathOf: (entry: HarEntry) => string,
  found: (secret: string) => void,
): void {
  const redactor = new Redactor({
    kinds: ['private-key', 'credential'],
    publicAt: publicNamesAt,
    onSecret: found,
  });
  for (const entry of entries) {
    const { request, response } = entry;
    const path = pathOf(entry);
    for (const { name, value } of request.headers) {
      if (!redactor.isSecret(name)) continue;
      for (const secret of partsOf(value)) found(secret);
    }
    for (const [name, value] of queryIn(entry)) {
      const kind = publicNamesAt(path).has(name) ? null : kindInQuery(name);
      if (kind === 'credential' || kind === 'private-key') found(value);
    }
    // Only the callback matters; the result is dropped.
    for (const text of [request.postData?.text, textOf(response.content)]) {
      if (text !== undefined) redactor.text(text, path);
    }
  }
}

/** Of the address, and as the recorder listed it. */
const queryIn = ({ request: { url, queryString = [] } }: HarEntry): (readonly [string, string])[] => [
  ...(URL.canParse(url) ? new URL(url).searchParams : []),
  ...queryString.map(({ name, value }) => [name, value] as const),
];

/** The parts of `Bearer abc` or `sid=abc; theme=dark` that may be secrets. */
const partsOf = (value: string): string[] =>
  value.split(/[;,\s]+/).map((part) => part.slice(part.search(/=./) + 1));

function textOf({ text, encoding }: HarEntry['response']['content']): string | undefined {
  return text === undefined || encoding !== 'base64' ? text : Buffer.from(text, 'base64').toString();
}
