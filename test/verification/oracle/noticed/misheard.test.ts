/**
 * What the oracle says where it is told something else than has happened changes with its rules alone, and so with each of them.
 * `UPDATE_MISHEARD=1 npx vitest run test/verification/oracle/noticed/misheard.test.ts` keeps what is said now.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { ScenarioSource } from '../../../../src/verification/check/source.ts';
import { keptRuns } from '../../../platform/services/answers/table.ts';
import { heardIn } from './heard.ts';
import { sayingsOf } from './misheard.ts';
import { noticedFields } from './table.ts';

const file = new URL('misheard.json', import.meta.url);
/** Those in which each field is looked at, and those in which routes come to each of their outcomes. */
const scenarios = [
  ...noticedFields().scenarios,
  ...keptRuns<ScenarioSource>('answers.json').map(({ source }) => source),
];

/** How much is said, and its digest. */
async function now(source: ScenarioSource, index: number): Promise<string> {
  const { said, digest } = sayingsOf(await heardIn(source), String(index));
  return `${said} ${digest}`;
}

if (process.env['UPDATE_MISHEARD'] === '1') {
  const rows: string[] = [];
  for (const [index, source] of scenarios.entries()) rows.push(await now(source, index));
  writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`);
}

const kept = JSON.parse(readFileSync(file, 'utf8')) as readonly string[];

it.each([...scenarios.entries()])('of scenario %i the same is said', async (index, source) => {
  expect(await now(source, index)).toEqual(kept[index]);
});
