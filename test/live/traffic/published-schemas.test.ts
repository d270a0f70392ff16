/** The schemas that are published for results and files of this room say what its code says. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RequestFileSchema } from '../../../src/live/traffic/bench/requests/schema.ts';
import { BenchSchema } from '../../../src/live/traffic/bench/result.ts';
import { DryRunSchema } from '../../../src/live/traffic/plan/plan.ts';
import { RecordProxySchema } from '../../../src/live/traffic/record/result.ts';
import { ReplaySchema } from '../../../src/live/traffic/replay/result-schema.ts';
import { TargetSchema } from '../../../src/live/traffic/target/schema.ts';

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

it.each<[string, string, object]>([
  ['record-proxy', 'orrery record --proxy --json', RecordProxySchema],
  ['replay', 'orrery replay --json', ReplaySchema],
  ['dry-run', 'orrery replay --dry-run --json', DryRunSchema],
  ['bench', 'orrery bench --json', BenchSchema],
  ['target', 'Orrery target', TargetSchema],
  ['requests', 'Orrery requests', RequestFileSchema],
])('docs/schemas/%s.json is that of %s', (name, title, schema) => {
  const file = new URL(`../../../docs/schemas/${name}.json`, import.meta.url);
  const dialect = 'https://json-schema.org/draft/2020-12/schema';
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    $schema: dialect,
    title,
    ...(plain(schema) as object),
  });
});
