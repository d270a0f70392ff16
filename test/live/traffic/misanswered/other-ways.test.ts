/**
 * What a replay sends and says that is called in another way than the plain one: with limits, a window, rules, accounts, a budget.
 * `UPDATE_MISANSWERED=1 npx vitest run test/live/traffic/misanswered` keeps what is said now.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { routesByPath } from '../../../../src/host/app/record/route-names.ts';
import { asRecorded } from '../../../../src/live/traffic/plan/schedule.ts';
import type { ScenarioSource } from '../../../../src/verification/check/source.ts';
import { keptRuns } from '../../../platform/services/answers/table.ts';
import { misanswered, type clocks, type Way } from './misanswered.ts';

const file = new URL('other-ways.json', import.meta.url);
const routeOf = routesByPath();
const callOf = (method: string, path: string): string | undefined => routeOf(method, path)?.call;
const accounts = ['amy', 'ben', 'cat', 'dan', 'eve', 'fay', 'gus', 'hal'].map((agentId, n) => ({ agentId, apiKey: `sk_live_of_${agentId}`, fields: { tier: n % 2 === 0 ? 'free' : 'pro' } })); // prettier-ignore
const rules = 'compare: { ignore: [/status, /created_at], tolerance: { /amount: 5%, /balance: "0.5", /price: 100% }, unordered: [/items, /escrows] }\n'; // prettier-ignore

const ways: readonly (readonly [string, (typeof clocks)[number], Way])[] = [
  ['limits', 'real', { lines: '', script: { limitWaitMs: 3_000 } }],
  ['limits of a tier', 'real', { lines: 'tier: pro\n', script: { limitWaitMs: 60_000, keepsOrder: true } }],
  ['a window', 'real', { schedule: { speed: 10, rampMs: 500, fromMs: 2_000, toMs: 3_600_000 }, script: { warmUpMs: 50, keepsThinkTime: false } }],
  ['a speed', 'real', { schedule: { ...asRecorded, speed: 1_000 }, script: { keepsThinkTime: false } }],
  ['a window of a sandbox', 'sandbox', { schedule: { speed: 2, rampMs: 0, fromMs: 1_000, toMs: 60_000 }, script: { warmUpMs: 10 } }],
  ['rules', 'real', { lines: `limits: ignore\n${rules}` }],
  ['rules of a sandbox', 'sandbox', { lines: rules, script: { hasFaults: false, limitWaitMs: 1_000 } }],
  ['accounts', 'real', { target: { accounts, keysFile: 'keys.csv' } }],
  ['too few accounts', 'real', { target: { accounts: accounts.slice(0, 1), keysFile: 'keys.csv' } }],
  ['a part of the sessions', 'real', { only: 1, script: { keepsOrder: true } }],
  ['a budget of requests', 'real', { lines: 'budget: { requests: 50 }\n', script: { callOf, limitWaitMs: 90_000 } }],
  ['a budget', 'real', { lines: 'budget: { usdc: 100000 }\n', script: { callOf, limitWaitMs: 5_000 } }],
]; // prettier-ignore
/** Some of the scenarios in which routes come to each of their outcomes; others than those of the plain way. */
const sources = keptRuns<ScenarioSource>('answers.json')
  .filter((_, index) => index % 48 === 3)
  .map(({ source }) => source);
const cases = ways.flatMap(([name, clock, way]) => sources.map((source, n) => ({ name, clock, way, source, n }))); // prettier-ignore

beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const isUpdate = process.env['UPDATE_MISANSWERED'] === '1';
const kept = isUpdate ? [] : (JSON.parse(readFileSync(file, 'utf8')) as string[]);

it.each([...cases.entries()])(
  'of case %i the same is said',
  async (index, { name, clock, way, source, n }) => {
    const said = `${name} ${n}: ${await misanswered(source, clock, way)}`;
    if (isUpdate) kept[index] = said;
    expect(said).toBe(kept[index]);
  },
);

it('has what is said of each case', () => {
  if (isUpdate) writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  expect(kept).toHaveLength(cases.length);
});
