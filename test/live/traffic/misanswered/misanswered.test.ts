/**
 * What a replay sends, and what it says of a target that answers otherwise than was recorded, changes with its rules alone.
 * `UPDATE_MISANSWERED=1 npx vitest run test/live/traffic/misanswered` keeps what is said now.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ScenarioSource } from '../../../../src/verification/check/source.ts';
import { keptRuns } from '../../../platform/services/answers/table.ts';
import { clocks, misanswered } from './misanswered.ts';

const file = new URL('misanswered.json', import.meta.url);
/** Every eighth of the scenarios in which routes come to each of their outcomes. */
const sources = keptRuns<ScenarioSource>('answers.json')
  .filter((_, index) => index % 8 === 0)
  .map(({ source }) => source);
const cases = sources.flatMap((source) => clocks.map((clock) => ({ source, clock })));

// A target's clock is compared with that of the machine.
beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const isUpdate = process.env['UPDATE_MISANSWERED'] === '1';
const kept = isUpdate ? [] : (JSON.parse(readFileSync(file, 'utf8')) as string[]);

it.each([...cases.entries()])('of case %i the same is said', async (index, { source, clock }) => {
  const said = await misanswered(source, clock);
  if (isUpdate) kept[index] = said;
  expect(said).toBe(kept[index]);
});

it('has a digest of each case, and no two alike', () => {
  if (isUpdate) writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  expect(new Set(kept).size).toBe(cases.length);
});
