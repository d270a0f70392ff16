/**
 * The services as they are break no property of the reference model; and what it says where it is told something else than has
 * happened changes with its rules alone. `UPDATE_MISHEARD=1 npx vitest run test/verification/oracle/noticed/misheard.test.ts`
 * keeps what is answered and said now.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scenariosFrom } from '../../../../src/verification/check/campaign.ts';
import { services } from '../../../../src/verification/check/service-path.ts';
import { share } from '../../../campaigns.ts';
import { heardIn } from './heard.ts';
import { sayingsOf } from './misheard.ts';
import { noticedFields } from './table.ts';

const file = new URL('misheard.json', import.meta.url);
/** Those in which each field is looked at, any, and some that are about one service. */
const scenarios = [
  ...noticedFields().scenarios,
  ...scenariosFrom('honest-runs', { first: 1, count: 100 }),
  ...services.flatMap((service) => scenariosFrom('honest-runs', { first: 1, count: 16, service })),
];

const isUpdate = process.env['UPDATE_MISHEARD'] === '1';
const kept = isUpdate ? [] : (JSON.parse(readFileSync(file, 'utf8')) as string[]);

const numbered = [...scenarios.entries()];
it.each(isUpdate ? numbered : share('scenariosMisheard', numbered))('scenario %i breaks nothing, and what is said of it is the same', async (index, source) => {
  const said = sayingsOf(await heardIn(source), String(index));
  if (isUpdate) kept[index] = said;
  expect(said).toBe(kept[index]);
}); // prettier-ignore

it('has a digest of each scenario, and no two alike', () => {
  if (isUpdate) writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  expect(new Set(kept).size).toBe(scenarios.length);
});
