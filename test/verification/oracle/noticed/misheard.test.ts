/**
 * The services as they are break no property of the reference model; and what it says where it is told something else than has
 * happened changes with its rules alone. `UPDATE_MISHEARD=1 npx vitest run test/verification/oracle/noticed/misheard.test.ts`
 * keeps what is answered and said now.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scenarioOf } from '../../../../src/verification/check/campaign.ts';
import { services } from '../../../../src/verification/check/service-path.ts';
import type { ScenarioSource } from '../../../../src/verification/check/source.ts';
import { share } from '../../../campaigns.ts';
import { heardIn } from './heard.ts';
import { sayingsOf } from './misheard.ts';
import { noticedFields } from './table.ts';

const file = new URL('misheard.json', import.meta.url);
const drawn = (count: number, service?: (typeof services)[number]): (() => ScenarioSource)[] =>
  Array.from({ length: count }, (_, index) => () => scenarioOf('honest-runs', index + 1, service));

/**
 * Those in which each field is looked at, any, and some that are about one service. A run has a share of them, and draws no
 * others.
 */
const scenarios: readonly (() => ScenarioSource)[] = [
  ...noticedFields().scenarios.map((source) => () => source),
  ...drawn(100),
  ...services.flatMap((service) => drawn(16, service)),
];

const isUpdate = process.env['UPDATE_MISHEARD'] === '1';
const kept = isUpdate ? [] : (JSON.parse(readFileSync(file, 'utf8')) as string[]);

const numbered = [...scenarios.entries()];
it.each(isUpdate ? numbered : share('scenariosMisheard', numbered))('scenario %i breaks nothing, and what is said of it is the same', async (index, source) => {
  const said = sayingsOf(await heardIn(source()), String(index));
  if (isUpdate) kept[index] = said;
  expect(said).toBe(kept[index]);
}); // prettier-ignore

it('has a digest of each scenario, and no two alike', () => {
  if (isUpdate) writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  expect(new Set(kept).size).toBe(scenarios.length);
});
