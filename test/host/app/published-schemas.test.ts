/** The schemas that are published for the results of smaller commands, and for manifests, say what the code says. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as schemas from '../../../src/host/app/result-schema.ts';

const plain = (value: object): object => JSON.parse(JSON.stringify(value)) as object;

it.each<[string, string, object]>([
  ['diff', 'orrery diff --json', schemas.DiffSchema],
  ['error', 'any command with --json that fails: one line on stderr', schemas.ErrorSchema],
  ['har', 'orrery har --json', schemas.HarSchema],
  ['manifest', 'manifest.json of a report folder', schemas.ManifestSchema],
  ['policies', 'orrery policies --json', schemas.PoliciesSchema],
  ['serve', 'orrery serve --json', schemas.ServeSchema],
  ['session-result', 'orrery session --json', schemas.SessionResultSchema],
  ['validate', 'orrery validate --json', schemas.ValidateSchema],
])('docs/schemas/%s.json is that of %s', (name, title, schema) => {
  const file = new URL(`../../../docs/schemas/${name}.json`, import.meta.url);
  const dialect = 'https://json-schema.org/draft/2020-12/schema';
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ $schema: dialect, title, ...plain(schema) });
});
