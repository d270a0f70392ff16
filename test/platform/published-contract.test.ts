/**
 * The published contract of each operation as a digest: form, parameters, responses, refusals and the words about them, as
 * the OpenAPI document has them. A change of it is a change of the interface, and shows in a review as one.
 * `UPDATE_CONTRACT=1 npx vitest run test/platform/published-contract.test.ts` rewrites the table.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/http/message.ts';
import { newSandbox } from '../host/serve/serving.ts';

const file = new URL('published-contract.json', import.meta.url);

it('is as before, operation by operation', () => {
  const { paths, ...around } = newSandbox().openapi() as { paths: Record<string, JsonObject> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, unknown] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
  const digests: Record<string, string> = {};
  for (const [name, published] of [...Object.entries(around), ...operations]) {
    const text = JSON.stringify(published);
    digests[name] = createHash('sha256').update(text).digest('hex').slice(0, 12);
  }
  if (process.env['UPDATE_CONTRACT'] === '1') writeFileSync(file, `${JSON.stringify(digests, null, 2)}\n`);
  expect(digests).toEqual(JSON.parse(readFileSync(file, 'utf8')));
});
