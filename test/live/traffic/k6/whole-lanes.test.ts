/**
 * The lanes that k6 is given of whole runs change with their rules alone.
 * `UPDATE_LANES=1 npx vitest run test/live/traffic/k6/whole-lanes` keeps what they are now.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Namespace } from '../../../../src/live/traffic/correlation/namespace.ts';
import { lanesOf } from '../../../../src/live/traffic/k6/lanes.ts';
import { walkable } from '../../../../src/live/traffic/k6/left-out.ts';
import { asRecorded, Schedule, type ScheduleOptions } from '../../../../src/live/traffic/plan/schedule.ts';
import { makePlan } from '../../../../src/live/traffic/plan/plan.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import type { ScenarioSource } from '../../../../src/verification/check/source.ts';
import { keptRuns } from '../../../platform/services/answers/table.ts';
import { traceOf } from '../misanswered/misanswered.ts';

const file = new URL('whole-lanes.json', import.meta.url);
const isUpdate = process.env['UPDATE_LANES'] === '1';
const kept = isUpdate ? [] : (JSON.parse(readFileSync(file, 'utf8')) as string[]);

const services = ['faucet', 'wallet', 'casino', 'escrow', 'trading', 'control', 'api', 'domains'].map((name, n) => `${name}: "http://${n === 1 ? 'localhost' : '127.0.0.1'}:80${n}0/v${n}"`); // prettier-ignore
const target = readTarget('t.yaml', `name: t\nhosts: [127.0.0.1, localhost]\nallow: writes\nclock: real\nservices: { ${services.join(', ')} }\n`); // prettier-ignore
const ways: readonly (readonly [Partial<ScheduleOptions>, boolean])[] = [
  [{}, true],
  [{ speed: 100, rampMs: 50, fromMs: 1_000, toMs: 500_000 }, false],
];
const sources = keptRuns<ScenarioSource>('answers.json')
  .filter((_, index) => index % 40 === 7)
  .map(({ source }) => source);

it.each([...sources.entries()])('of run %i they are the same', async (index, source) => {
  const trace = await traceOf(source);
  const said: string[] = [];
  for (const [change, sendsAddresses] of ways) {
    const schedule = new Schedule({ ...asRecorded, ...change });
    const { names } = await makePlan(trace, target, { schedule, only: undefined, namespace: 'lanes' });
    for (const namespace of [names, undefined, new Namespace('other')]) {
      const lanes = await lanesOf(trace, { target, schedule, sendsAddresses, names: namespace });
      const { lanes: walked, leftOut } = walkable(lanes);
      said.push(JSON.stringify([walked, leftOut]));
      expect(walked.flat().length + leftOut.length).toBe(lanes.flat().length);
    }
  }
  const digest = createHash('sha256').update(said.join('\n')).digest('hex').slice(0, 12);
  if (isUpdate) kept[index] = digest;
  expect(digest).toBe(kept[index]);
});

it('has a digest of each run', () => {
  if (isUpdate) writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  expect(kept).toHaveLength(sources.length);
});
