/** The schema that is published for `orrery conform --json` says what the code says. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ConformSchema } from '../../../src/live/conform/result-schema.ts';

it('docs/schemas/conform.json is the schema of the result', () => {
  const file = new URL('../../../docs/schemas/conform.json', import.meta.url);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'orrery conform --json',
    ...(JSON.parse(JSON.stringify(ConformSchema)) as object),
  });
});
