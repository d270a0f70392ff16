/**
 * Which fields of each answer a route declares as documented, as drawn by chance and as prose: clients and the reference model
 * are held to them, and no answer shows them. `UPDATE_FIELDS=1 npx vitest run
 * test/platform/services/declared-fields.test.ts` rewrites the table.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Row } from '../../../src/core/http/route.ts';
import { platformServices } from '../../../src/platform/world/platform.ts';

const file = new URL('declared-fields.json', import.meta.url);

it('are those of the table, route by route', () => {
  const rows = platformServices.flatMap(({ name: service, routes }) =>
    routes.flatMap((table): readonly Row[] => table.rows).map((row) => ({ service, row })),
  );
  const declared = rows.flatMap(({ service, row }) =>
    Object.entries(row.styles).map(([style, [method, path, { documented, drawn, prose }]]) => [
      `${service} ${style} ${method} ${path}`,
      { documented, drawn, prose },
    ]),
  );
  const text = `${JSON.stringify(Object.fromEntries(declared), null, 2)}\n`;
  if (process.env['UPDATE_FIELDS'] === '1') writeFileSync(file, text);
  expect(JSON.parse(text)).toEqual(JSON.parse(readFileSync(file, 'utf8')));
});
