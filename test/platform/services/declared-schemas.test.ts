/**
 * The schemas of each route as digests: bodies and queries under every option of each policy, parameters and answers, with the
 * words about them. It reads no OpenAPI document, so it takes milliseconds. `UPDATE_SCHEMAS=1 npx vitest run
 * test/platform/services/declared-schemas.test.ts` rewrites the table.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Binding, Row } from '../../../src/core/http/route.ts';
import { policyNames, policyRow, resolvePolicies, type Policies } from '../../../src/core/policy/policies.ts';
import { platformServices } from '../../../src/platform/world/platform.ts';

const file = new URL('declared-schemas.json', import.meta.url);

/** The usual policies, and each option that is not the usual one by itself. */
const readings: readonly Policies[] = [
  {},
  ...policyNames.flatMap((name) => {
    const { options } = policyRow(name);
    return options === 'usdc' ? [] : Object.keys(options).map((option) => ({ [name]: option }));
  }),
].map((policies) => resolvePolicies('published', policies) as Policies);

function digestOf(binding: Binding<unknown, unknown>): string {
  const { body, query, params, answer } = binding;
  const forms = new Set(
    readings.flatMap((policies) => {
      const form = binding.under?.(policies);
      return [form?.body, form?.query];
    }),
  );
  const text = JSON.stringify([body, query, params, answer, [...forms]]);
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

it('are those of the table, route by route', () => {
  const rows = platformServices.flatMap(({ name: service, routes }) =>
    routes.flatMap((table): readonly Row[] => table.rows).map((row) => ({ service, row })),
  );
  const digests = Object.fromEntries(
    rows.flatMap(({ service, row }) =>
      Object.entries(row.styles).map(([style, [method, path, binding]]) => [
        `${service} ${style} ${method} ${path}`,
        digestOf(binding),
      ]),
    ),
  );
  if (process.env['UPDATE_SCHEMAS'] === '1') writeFileSync(file, `${JSON.stringify(digests, null, 2)}\n`);
  expect(digests).toEqual(JSON.parse(readFileSync(file, 'utf8')));
});
