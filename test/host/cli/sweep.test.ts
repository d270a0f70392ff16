import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import {
  sweepManifestSchema,
  sweepPlanSchema,
  sweepPointSchema,
  sweepSchema,
} from '../../../docs/sweep-schemas.ts';
import type { SweepSummary } from '../../../src/simulation/sweep/result-schema.ts';
import { called } from './called.ts';
import { folderWith, orrery, smallScenario } from './orrery.ts';
import { expectSameResults, keptIn, pointsIn, resultFiles, started, until } from './sweeping.ts';

const ajv = new Ajv2020();
const valid = (schema: object, value: unknown): void =>
  expect(ajv.validate(schema, value), ajv.errorsText()).toBe(true);

const grid = ['--grid', 'population.1.with.every=1h,3h', '--grid', 'policy:limits.burst=table,x3'];
const small = { 'small.yaml': smallScenario };
const sweep = (folder: string, ...words: string[]) => orrery(folder, ['sweep', 'small.yaml', ...words]);
/** The same without the second that a process takes: for what another sweep is held against, or made from. */
const sweptHere = (folder: string, ...words: string[]) => called(folder, ['sweep', 'small.yaml', ...words]);
const json = (folder: string, ...path: string[]): unknown =>
  JSON.parse(readFileSync(join(folder, ...path), 'utf8'));

/** Leaves without a word at some seeds; breaks the platform from within, or only itself, at others. */
const unruly = `import { defineAgent } from 'orrery-sim';
const isSafeInteger = Number.isSafeInteger;
export default defineAgent({
  name: 'unruly',
  about: 'Ends its thread, breaks the platform or throws.',
  *run(agent) {
    Number.isSafeInteger = isSafeInteger;
    const draw = yield* agent.random();
    if (draw < 0.2) process.exit(9);
    if (draw < 0.4) Number.isSafeInteger = () => false;
    else if (draw < 0.6) throw new Error('thrown');
  },
});
`;
const unrulyScenario = `for: 1d
population:
  - { agent: ./unruly.ts }
  - { agent: newcomer, count: 2, arrive: { at: 1h } }
`;

describe('orrery sweep', () => {
  it('has the same results with 1 and 4 workers, and in shards that are merged', async () => {
    const folder = folderWith(small);
    const words = ['--seeds', '15,blue,1', ...grid];
    const printed = await sweep(folder, ...words, '--workers', '1', '--out', 'one', '--json');
    expect(printed.stderr).toBe('');
    expect(printed.code).toBe(0);
    const four = await sweep(folder, ...words, '--workers', '4', '--out', 'four', '--quiet');
    expect(four).toMatchObject({ code: 0, stdout: '' });
    expectSameResults(folder, 'one', 'four');
    const shards: string[] = [];
    for (const index of ['1', '2', '3']) {
      const shard = ['--shard', `${index}/3`, '--workers', '1', '--out', `s${index}`];
      expect((await sweptHere(folder, ...words, ...shard)).code).toBe(0);
      shards.push(`s${index}`);
    }
    expect(pointsIn(folder, 's2').slice(0, 3)).toEqual([2, 5, 8]);
    expect((await called(folder, ['merge', ...shards.toReversed(), '--out', 'merged'])).code).toBe(0);
    expectSameResults(folder, 'one', 'merged');

    const summary = JSON.parse(printed.stdout) as SweepSummary;
    valid(sweepSchema, summary);
    valid(sweepSchema, json(folder, 'one', 'summary.json'));
    valid(sweepPlanSchema, json(folder, 'one', 'plan.json'));
    for (const place of ['one', 's1', 'merged'])
      valid(sweepManifestSchema, json(folder, place, 'manifest.json'));
    for (const line of readFileSync(join(folder, 'one/points.ndjson'), 'utf8').trim().split('\n'))
      valid(sweepPointSchema, JSON.parse(line));
    expect(Object.keys(summary).at(-1)).toBe('ok');
    expect(summary).toMatchObject({ points: 12, held: 12, seeds: 3, shard: null });
    expect(summary.cells.map(({ points }) => points)).toEqual([3, 3, 3, 3]);
    expect(existsSync(join(folder, 'one.partial'))).toBe(false);
  });

  it('runs each point as orrery run does, by the command it prints', async () => {
    const folder = folderWith({
      'small.yaml': `${smallScenario}  http_reqs{service:escrow}: ["count<1"]\n`,
    });
    const { code, stdout } = await sweep(
      folder,
      '--seeds',
      '2',
      ...grid,
      '--set',
      'faucet.pool=900',
      '--json',
      '--out',
      'x',
    );
    expect(code).toBe(1);
    const { failures } = JSON.parse(stdout) as SweepSummary;
    expect(failures).toHaveLength(8);
    const points = readFileSync(join(folder, 'x/points.ndjson'), 'utf8').split('\n');
    for (const { point, command } of [failures[0], failures[5]].flatMap((failure) => failure ?? [])) {
      const words = command.split(' ').slice(2);
      const run = await orrery(folder, [...words, '--json', '--out', `r${point}`]);
      expect(run.code).toBe(1);
      const { digest } = JSON.parse(run.stdout) as { digest: string };
      expect(points[point - 1]).toContain(`"digest":"${digest}"`);
      const { metrics } = json(folder, `r${point}`, 'metrics.json') as {
        metrics: { name: string; value: number }[];
      };
      const own = JSON.parse(points[point - 1] ?? '') as { run: { metrics: Record<string, number> } };
      expect(own.run.metrics).toEqual(Object.fromEntries(metrics.map(({ name, value }) => [name, value])));
    }
  });

  it('measures nothing that has no column', async () => {
    const folder = folderWith({
      'all.yaml':
        'for: 2h\npopulation: [{ agent: newcomer }]\noperations:\n  - { by: eve, do: GET /nowhere }\n  - { by: eve, do: GET /_sim/clock }\n',
    });
    expect((await called(folder, ['sweep', 'all.yaml', '--seeds', '1', '--out', 'x'])).code).toBe(0);
    const line = JSON.parse(readFileSync(join(folder, 'x/points.ndjson'), 'utf8')) as {
      run: { metrics: Record<string, number> };
    };
    const header = readFileSync(join(folder, 'x/results.csv'), 'utf8').split('\r\n')[0] ?? '';
    const names = Object.keys(line.run.metrics);
    expect(names.some((name) => name.includes('unknown path'))).toBe(true);
    for (const name of names) expect(header.includes(name), name).toBe(true);
  });

  it('resumes after it was killed, with the same result', async () => {
    const folder = folderWith(small);
    const words = ['sweep', 'small.yaml', '--seeds', '20', '--workers', '1', '--quiet'];
    expect((await called(folder, [...words, '--out', 'whole'])).code).toBe(0);
    const killed = started(folder, [...words, '--out', 'x']);
    await until(() => keptIn(folder, 'x') >= 5);
    killed.child.kill('SIGKILL');
    await killed.outcome;
    const kept = keptIn(folder, 'x');
    expect(kept).toBeLessThan(20);
    expect(existsSync(join(folder, 'x'))).toBe(false);
    // A line that was cut short is done again, and one that is whole but repeated counts once.
    const file = join(folder, 'x.partial/points.ndjson');
    appendFileSync(file, `${readFileSync(file, 'utf8').split('\n')[0]}\n{"point":19,"outco`);
    expect((await called(folder, ['merge', 'x', '--out', 'm'])).stderr).toMatch(/x is not finished/);
    expect(await called(folder, ['sweep', 'small.yaml', '--seeds', '81', '--out', 'x'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/x\.partial holds points of another sweep/),
    });
    expect((await called(folder, [...words, '--shard', '1/2', '--out', 'x'])).code).toBe(2);
    expect((await orrery(folder, [...words, '--out', 'x'])).code).toBe(0);
    expectSameResults(folder, 'whole', 'x');
    const { making } = json(folder, 'x', 'manifest.json') as { making: { resumed: number } };
    expect(making.resumed).toBeGreaterThanOrEqual(kept - 1);
    expect(existsSync(join(folder, 'x.partial'))).toBe(false);
  });

  it('uses no changed line of an earlier call, and says so', async () => {
    const folder = folderWith({ 'small.yaml': smallScenario.replace('value==0', 'value==1') });
    const words = ['sweep', 'small.yaml', '--seeds', '20', '--workers', '1'];
    const killed = started(folder, [...words, '--out', 'x']);
    await until(() => keptIn(folder, 'x') >= 5);
    killed.child.kill('SIGKILL');
    await killed.outcome;
    const file = join(folder, 'x.partial/points.ndjson');
    const lines = readFileSync(file, 'utf8').split('\n');
    const forged = (lines[0] ?? '').replace('"failed"', '"held"').replaceAll('"ok":false', '"ok":true');
    writeFileSync(
      file,
      [forged, (lines[1] ?? '').replace(/"requests":\d+/, '"requests":1'), ...lines.slice(2)].join('\n'),
    );
    const { code, stderr } = await orrery(folder, [...words, '--out', 'x']);
    expect(stderr).toMatch(/goes on from \d+ finished points in x\.partial/);
    expect(stderr).toMatch(/ 2 lines in x\.partial are not as they were written; their points are run again/);
    expect(code).toBe(1);
    expect((await called(folder, [...words, '--out', 'whole', '--quiet'])).code).toBe(1);
    expectSameResults(folder, 'whole', 'x');
  });

  it('replaces a sweep that has finished no point', async () => {
    const folder = folderWith(small);
    mkdirSync(join(folder, 'x.partial'));
    writeFileSync(join(folder, 'x.partial/plan.json'), '{"plan":"0123456789abcdef","shard":"1/1"}\n');
    writeFileSync(join(folder, 'x.partial/lock'), '999999999');
    expect((await sweptHere(folder, '--seeds', '2', '--out', 'x', '--quiet')).code).toBe(0);
    expect(existsSync(join(folder, 'x.partial'))).toBe(false);
  });

  it('keeps finished points when it is interrupted, and says how to resume', async () => {
    const folder = folderWith(small);
    const words = ['sweep', 'small.yaml', '--seeds', '400', '--workers', '1', '--out', 'x'];
    const { child, outcome } = started(folder, words);
    await until(() => keptIn(folder, 'x') >= 3);
    child.kill('SIGINT');
    const { code, stderr } = await outcome;
    expect(code).toBe(130);
    expect(stderr).toMatch(/stopped with \d+ of 400 points in x\.partial; the same call goes on from there/);
    expect(existsSync(join(folder, 'x.partial/lock'))).toBe(false);
  });

  it('lets one process at a time work on a folder', async () => {
    const folder = folderWith(small);
    const words = ['sweep', 'small.yaml', '--seeds', '400', '--workers', '1', '--out', 'x'];
    const { child, outcome } = started(folder, words);
    await until(() => keptIn(folder, 'x') >= 1);
    const second = await called(folder, words);
    child.kill('SIGKILL');
    await outcome;
    expect([second.code, second.stderr]).toEqual([
      2,
      expect.stringMatching(/process \d+ works on x\.partial/),
    ]);
  });

  it('reports a point that takes its thread down, breaks Orrery or throws, and runs the others', async () => {
    const folder = folderWith({ 'own.yaml': unrulyScenario, 'unruly.ts': unruly });
    // Crashed, failed, held, broken, held, broken, crashed.
    const words = ['sweep', 'own.yaml', '--seeds', '1..3,9..12', '--json'];
    const { code, stdout } = await orrery(folder, [...words, '--out', 'two', '--workers', '2']);
    expect(code).toBe(3);
    const summary = JSON.parse(stdout) as SweepSummary;
    valid(sweepSchema, summary);
    const { held, failed, broken, crashed } = summary;
    for (const count of [held, failed, broken, crashed]) expect(count).toBeGreaterThanOrEqual(1);
    expect(held + failed + broken + crashed).toBe(7);
    const why = (outcome: string) => summary.failures.find((failure) => failure.outcome === outcome)?.why;
    expect(why('crashed')).toBe('worker exited with code: 9');
    expect(why('failed')).toMatch(/threw Error: thrown/);
    expect(why('broken')).toMatch(/^event \d+: /);
    // What broke in a thread leaves no mark on the points after it: one worker finds the same.
    expect((await orrery(folder, [...words, '--out', 'one', '--workers', '1'])).code).toBe(3);
    expectSameResults(folder, 'one', 'two');
  });

  it('finds behaviours beside the scenario, and distinguishes their contents', async () => {
    const folder = folderWith({ 'unruly.ts': unruly });
    mkdirSync(join(folder, 'deep'));
    writeFileSync(join(folder, 'deep/own.yaml'), unrulyScenario.replace('./unruly.ts', './calm.ts'));
    const calm = unruly.replace(/const draw[\s\S]*?thrown'\);/, 'yield* agent.join();');
    writeFileSync(join(folder, 'deep/calm.ts'), calm);
    const plan = async (out: string): Promise<string> => {
      const { code, stdout } = await orrery(folder, [
        'sweep',
        'deep/own.yaml',
        '--seeds',
        '2',
        '--out',
        out,
        '--json',
      ]);
      expect(code).toBe(0);
      return (JSON.parse(stdout) as SweepSummary).plan;
    };
    const before = await plan('a');
    writeFileSync(join(folder, 'deep/calm.ts'), `${calm}\n// another\n`);
    expect(await plan('b')).not.toBe(before);
  });

  it.each([
    [[], /a sweep of nothing; expected --seeds/],
    [['--seeds', 'x..y'], /--seeds: "x\.\.y" names no seeds/],
    [['--seeds', '2', '--grid', 'population.9.count=1'], /--grid population\.9\.count=1: population has no "9"/],
    [['--seeds', '2', '--grid', 'population.1.with.evry=1h,2h'], /no parameter "evry"; did you mean "every"/],
    [['--seeds', '2', '--grid', 'population.1.with.every=1h,nonsense'], /--grid population\.1\.with\.every=nonsense: every is "nonsense"/],
    [['--seeds', '2', '--grid', 'policy:limits.brust=x3'], /no policy "limits\.brust"; did you mean "limits\.burst"/],
    [['--seeds', '2', '--grid', 'profile=published', '--profile', 'consistent'], /--profile sets the same value/],
    [['--seeds', '2', '--set', 'limits.burst=x9'], /--set limits\.burst=x9/],
    [['--seeds', '99999', '--grid', 'for=1d,2d'], /199998 points; expected at most 100000/],
    [['--seeds', '2', '--shard', '9/8'], /--shard: "9\/8" is no shard/],
    [['--seeds', '2', '--workers', '0'], /--workers 0: expected a number of threads from 1/],
    [['--seeds', '2', '--workers', 'many'], /--workers many/],
    [['--seeds', '2', '--work'], /--work goes with --queue/],
    [['--seeds', '2', '--queue', 'http://127.0.0.1'], /expected an address such as redis:/],
    [['--seeds', '2', '--queue', 'redis://me:secret@127.0.0.1:1'], /^orrery: --queue redis:\/\/127\.0\.0\.1:1: connect ECONNREFUSED 127\.0\.0\.1:1$/m],
    [['--seeds', '2', '--queue', 'redis://127.0.0.1:1', '--shard', '1/2'], /--shard and --queue contradict each other/],
    [['--seeds', '2', '--out', '.'], /exists and is no report folder/],
  ])('refuses %j in one line before anything runs', async (words, message) => {
    const folder = folderWith(small);
    const { code, stderr, stdout } = await called(folder, ['sweep', 'small.yaml', ...words]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(existsSync(join(folder, 'reports'))).toBe(false);
  }); // prettier-ignore

  it('refuses to merge what is no whole sweep', async () => {
    const folder = folderWith(small);
    const parts: readonly (readonly [string, readonly string[]])[] = [
      ['a', ['--seeds', '5', '--shard', '1/2']],
      ['b', ['--seeds', '5', '--shard', '2/2']],
      ['more', ['--seeds', '6', '--shard', '2/2']],
      ['bursts', ['--seeds', '5', '--shard', '2/2', '--set', 'limits.burst=x3']],
    ];
    for (const [out, words] of parts)
      expect((await sweptHere(folder, ...words, '--workers', '1', '--out', out, '--quiet')).code).toBe(0);
    const merged = (...folders: string[]) => called(folder, ['merge', ...folders, '--out', 'm']);
    expect((await merged('a')).stderr).toMatch(
      /2 of 5 points are in no folder \(2, 4\); expected all shards, got 1\/2/,
    );
    expect((await merged('a', 'b', 'a')).stderr).toMatch(/point 1 is in a and in a/);
    expect((await merged('a', 'more')).stderr).toMatch(
      /a and more are of different sweeps: they differ in --seeds/,
    );
    expect((await merged('a', 'bursts')).stderr).toMatch(/they differ in --set/);
    expect((await merged('a', 'nowhere')).stderr).toMatch(/nowhere is no folder of a sweep/);
    expect((await merged('a', 'b', './m')).stderr).toMatch(/--out m is one of the shards/);
    expect((await merged('a', 'b')).code).toBe(0);
    appendFileSync(join(folder, 'b/points.ndjson'), '\n');
    expect(await merged('a', 'b')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/b\/points\.ndjson is not as it was written/),
    });
    rmSync(join(folder, 'b/plan.json'));
    expect((await merged('a', 'b')).stderr).toMatch(/b\/plan\.json is missing/);
    for (const name of resultFiles) expect(existsSync(join(folder, 'm', name)), name).toBe(true);
  });
});
