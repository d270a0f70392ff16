/** What `sweep` says where an earlier call has left its points, where a signal has come, and of wrong calls. */
import { appendFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planSweep } from '../../../src/host/app/sweep/sweep-plan.ts';
import { SweepJournal } from '../../../src/host/app/sweep/sweep-journal.ts';
import { sweepCommand, type SweepOptions } from '../../../src/host/cli/commands/sweep/sweep.ts';
import { planHash } from '../../../src/simulation/sweep/plan.ts';
import type { PointResult } from '../../../src/simulation/sweep/result-schema.ts';
import { parseShard, type Shard } from '../../../src/simulation/sweep/shard.ts';
import { heldPoint } from '../../simulation/sweep/plans.ts';
import { called } from './called.ts';
import { ownSignal } from '../app/process/signalled.ts';
import { folderWith, type Outcome } from './orrery.ts';
import { heardIn } from './terminal.ts';

let folder = '';
const ends: (() => void)[] = [];
const scenario = `name: s
for: 1h
population: [{ agent: idler }]
expect: { http_req_failed: ['rate<=0.5'] }
`;

beforeAll(async () => {
  folder = folderWith({ 's.yaml': scenario }, (end) => void ends.push(end));
  // Their modules are loaded once.
  await leftBehind('first', [heldPoint(1, 0), heldPoint(2, 0)]);
  await sweep('--out first --quiet');
});
afterAll(() => {
  for (const end of ends) end();
});

const sweep = (words: string): Promise<Outcome> =>
  called(folder, `sweep s.yaml --seeds 2 ${words}`.split(' '));

/** Keeps the points of two seeds as a call that was stopped does. */
async function leftBehind(out: string, points: readonly PointResult[], shard = '1/1'): Promise<string> {
  let hash = '';
  await heardIn(folder, false, async () => {
    const { plan } = await planSweep('s.yaml', { seeds: '2', grid: [], set: {} });
    hash = planHash(plan);
    const journal = new SweepJournal(out, plan, parseShard(shard) as Shard);
    journal.add(points.map((point) => JSON.stringify(point)));
    journal.close();
    return 0;
  });
  return hash;
}

const held = [heldPoint(1, 0.25), heldPoint(2, 0.25)];

describe('a sweep whose points are all there', () => {
  it('goes on from them', async () => {
    await leftBehind('a', held);
    const { code, stdout, stderr } = await sweep('--out a');
    expect([code, stderr]).toEqual([0, 'orrery: goes on from 2 finished points in a.partial\n']);
    expect(stdout.replace(/in \d+\.\d s/, 'in - s')).toMatchInlineSnapshot(`
      "s  2 points  2 seeds
      digest   9a18f32eb963cde6d6ff7cb73ce64f71  in - s
        http_req_failed rate  0.25
      2 points: all held.
      results: a/results.csv, results.parquet, summary.json
      "
    `);
    expect([existsSync(join(folder, 'a.partial')), readdirSync(join(folder, 'a')).toSorted()])
      .toMatchInlineSnapshot(`
      [
        false,
        [
          "manifest.json",
          "plan.json",
          "points.ndjson",
          "results.csv",
          "results.parquet",
          "summary.json",
        ],
      ]
    `);
  });

  it('says that lines are damaged', async () => {
    await leftBehind('b', held);
    appendFileSync(join(folder, 'b.partial/points.ndjson'), 'x\ny\n');
    expect((await sweep('--out b')).stderr).toBe(
      'orrery: goes on from 2 finished points in b.partial\n' +
        'orrery: 2 lines in b.partial are not as they were written; their points are run again\n',
    );
  });

  it('is silent where that is asked for', async () => {
    await leftBehind('c', held);
    expect(await sweep('--out c --quiet')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('is one JSON object', async () => {
    await leftBehind('d', held);
    const { code, stdout, stderr } = await sweep('--out d --json');
    expect([code, stdout.split('\n').length, stderr]).toEqual([0, 2, '']);
    expect(JSON.parse(stdout)).toMatchObject({ scenario: 's', points: 2, held: 2, ok: true });
  });

  const failed = heldPoint(2, 0.75, { expectations: [{ value: 0.75, ok: false }] });
  it.each<[number, PointResult]>([
    [1, { ...failed, outcome: 'failed' }],
    [3, { point: 2, outcome: 'crashed', message: 'gone', run: null }],
    [3, { point: 2, outcome: 'broken', message: 'event 1: wrong', run: null }],
  ])('ends with %i for a point such as %j', async (code, point) => {
    await leftBehind('e', [heldPoint(1, 0), point]);
    expect(await sweep('--out e --quiet')).toEqual({ code, stdout: '', stderr: '' });
  });

  it('has a folder by its plan', async () => {
    const hash = (await leftBehind('g', held)).slice(0, 8);
    await leftBehind(`reports/sweep-s-${hash}`, held);
    const { code, stdout, stderr } = await sweep('--workers 1');
    const results = `results: reports/sweep-s-${hash}/results.csv, results.parquet, summary.json\n`;
    expect([code, stdout.slice(-results.length)]).toEqual([0, results]);
    expect(stderr).toBe(`orrery: goes on from 2 finished points in reports/sweep-s-${hash}.partial\n`);
  });

  it('has a folder by its shard', async () => {
    await leftBehind('q', [heldPoint(2, 0)], '2/2');
    const { code, stdout, stderr } = await sweep('--out q --shard 2/2');
    expect([code, stderr]).toEqual([0, 'orrery: goes on from 1 finished points in q.partial\n']);
    expect(stdout).toMatch(/^s {2}1 point {2}2 seeds {2}shard 2\/2\n/);
  });

  it('has as many threads as the most', async () => {
    await leftBehind('h', held);
    expect((await sweep('--out h --quiet --workers 1024')).code).toBe(0);
  });
});

describe('a call', () => {
  const options: SweepOptions = { seeds: '2', grid: [], set: {} };
  const redis = 'redis://127.0.0.1:1';
  const threads = (from: number): string => `expected a number of threads from ${from} to 1024`;
  const refused = `--queue ${redis}: connect ECONNREFUSED 127.0.0.1:1`;
  it.each<[Partial<SweepOptions>, string]>([
    [{ work: true }, '--work: expected --queue as well, which says whom to work for'],
    [{ shard: '1/2', queue: redis }, '--shard and --queue: expected one of the two'],
    [{ workers: '0' }, `--workers 0: ${threads(1)}`],
    [{ workers: '1025' }, `--workers 1025: ${threads(1)}`],
    [{ workers: '00001' }, `--workers 00001: ${threads(1)}`],
    [{ workers: 'x1' }, `--workers x1: ${threads(1)}`],
    [{ workers: '1x' }, `--workers 1x: ${threads(1)}`],
    [{ workers: '0', work: true }, `--workers 0: ${threads(1)}`],
    [{ workers: '0', queue: redis, work: true }, `--workers 0: ${threads(1)}`],
    [{ workers: '1025', queue: redis }, `--workers 1025: ${threads(0)}`],
    [{ workers: '0', queue: redis }, refused],
    [{ workers: '1', queue: redis, work: true }, refused],
  ])('with %j is refused', async (words, message) => {
    const call = heardIn(folder, false, () => sweepCommand('s.yaml', { ...options, ...words }));
    await expect(call).rejects.toThrow(message);
  });
});

describe('after a signal', () => {
  const options: SweepOptions = { seeds: '2', grid: [], set: {}, workers: '1' };
  beforeAll(() => {
    const { come, restore } = ownSignal();
    come();
    return restore;
  });
  const stopped = (words: Partial<SweepOptions>, isTerminal = false): Promise<Outcome> =>
    heardIn(folder, isTerminal, () => sweepCommand('s.yaml', { ...options, ...words }));
  const text = (done: number, out: string): string =>
    `orrery: stopped with ${done} of 2 points in ${out}.partial; the same call goes on from there\n`;

  it('says how many points are there', async () => {
    expect(await stopped({ out: 'k' })).toEqual({ code: 130, stdout: '', stderr: text(0, 'k') });
    await leftBehind('k', [heldPoint(1, 0)]);
    const goesOn = 'orrery: goes on from 1 finished points in k.partial\n';
    expect(await stopped({ out: 'k' })).toEqual({ code: 130, stdout: '', stderr: goesOn + text(1, 'k') });
  });

  it('has removed its bar from a terminal', async () => {
    await leftBehind('l', [heldPoint(1, 0)]);
    const { stderr } = await stopped({ out: 'l' }, true);
    expect(stderr).toMatch(/^orrery: goes on from 1 [^\n]*\n[^\n]* {2}0 points/);
    expect(stderr).toContain('\u001b[2Korrery: stopped with 1 of 2 ');
  });

  it.each([{ quiet: true }, { json: true }])('has no bar with %j', async (words) => {
    await leftBehind('n', [heldPoint(1, 0)]);
    const expected = { code: 130, stdout: '', stderr: text(1, 'n') };
    expect(await stopped({ out: 'n', ...words })).toEqual(expected);
    expect(await stopped({ out: 'n', ...words }, true)).toEqual(expected);
  });
});
