/** The schemas that are compiled without a look at themselves are schemas: the run has no time for it, this test has. */
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { HarSchema } from '../../../src/live/traffic/har/format.ts';
import { RequestFileSchema } from '../../../src/live/traffic/bench/requests/schema.ts';
import { TargetSchema } from '../../../src/live/traffic/target/schema.ts';
import { SessionSchema } from '../../../src/platform/control/session-schema.ts';
import { ScenarioSchema } from '../../../src/simulation/scenario/schema.ts';
import { TraceEndSchema, TraceHeaderSchema } from '../../../src/simulation/trace/format.ts';
import { open } from '../../conformance/harness.ts';
import { looseAjv } from '../../schema-checks.ts';

const files: readonly (readonly [string, TSchema])[] = [
  ['a HAR file', HarSchema],
  ['a request file', RequestFileSchema],
  ['a scenario', ScenarioSchema],
  ['a session', SessionSchema],
  ['a target', TargetSchema],
  ['the end of a trace', TraceEndSchema],
  ['the header of a trace', TraceHeaderSchema],
];

const parts = open().world.router.routes.flatMap(({ method, template, body, query, binding }) =>
  Object.entries({ body, query, params: binding.params })
    .filter((part): part is [string, TSchema] => part[1] !== undefined)
    .map(([part, schema]) => [`${part} of ${method} ${template}`, schema] as const),
);

describe('every schema of a request or a file is valid by the schema of schemas', () => {
  it('has all of them', () => {
    expect(parts.length).toBeGreaterThan(90);
  });

  it.for([...files, ...parts])('%s', ([, schema]) => {
    expect(looseAjv.validateSchema(schema), looseAjv.errorsText()).toBe(true);
  });
});

it('a schema that is none is found', () => {
  expect(looseAjv.validateSchema({ type: 'text' })).toBe(false);
});
