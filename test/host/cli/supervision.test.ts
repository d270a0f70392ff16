/** What must not change a result (pauses, load) and what must end a command (signals, memory), seen from outside. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { share } from '../../campaigns.ts';
import { clearStale } from '../../../src/host/app/files/stale-folders.ts';
import { folderWith, orreryApart, program, scenarioFile, smallScenario } from './orrery.ts';
import { pause, started } from './interrupting.ts';
import { serve } from './serve.ts';
import { programMsMax } from '../../time-limit.ts';

interface Summary {
  readonly digest: string;
  readonly findings: readonly { readonly kind: string; readonly agent: string; readonly at: string }[];
}
const summaryIn = (stdout: string): Summary => JSON.parse(stdout) as Summary;

/** Resolves once the command has begun to write: it is in the middle of its run. */
async function isWriting(folder: string): Promise<void> {
  const reports = join(folder, 'reports');
  while (!existsSync(reports) || readdirSync(reports).length === 0) await pause(20);
}

const month = { 'month.yaml': `extends: ${scenarioFile('first-month')}\nfor: 4d\n` };

describe('a run that is stopped for longer than any step may take', () => {
  it('has the digest of a run that is not, at whatever moment it is stopped', async () => {
    const folder = folderWith(month);
    const { code: codeBefore, stdout: before } = await orreryApart(folder, ['run', 'month.yaml', '--json']);
    const digests = [0, 400, 800].map(async (afterMs) => {
      const own = folderWith(month);
      const run = started(own, ['run', 'month.yaml', '--json'], { ORRERY_STEP_CPU_MS: '2000' });
      await isWriting(own);
      await pause(afterMs);
      run.send('SIGSTOP');
      await pause(3_000);
      run.send('SIGCONT');
      const { stdout, code } = await run.ended;
      return [code, summaryIn(stdout).digest];
    });
    for (const digest of await Promise.all(digests))
      expect(digest).toEqual([codeBefore, summaryIn(before).digest]);
  });
});

const stuck = `import { defineAgent } from 'orrery-sim';
export default defineAgent({
  name: 'stuck', about: 'Computes without end.', parameters: {},
  *run(agent) {
    yield* agent.join();
    yield* agent.sleep('3h');
    while (true) {}
  },
});
`;
const stuckScenario = smallScenario.replace(
  'population:',
  'population:\n  - { agent: ./stuck.ts, count: 2 }',
);
const stuckFiles = { 'stuck.yaml': stuckScenario, 'stuck.ts': stuck };

async function runStuck() {
  const folder = folderWith(stuckFiles);
  const words = ['run', 'stuck.yaml', '--json'];
  const runs = ['300', '900', '300'].map((ms, index) =>
    started(folder, [...words, '--out', `out-${index}`], { ORRERY_STEP_CPU_MS: ms }),
  );
  // The lowest, 19, would wait for all other tests on a busy machine.
  setPriority(runs[2]?.child.pid ?? 0, 10);
  const endings = await Promise.all(runs.map(({ ended }) => ended));
  const summaries = endings.map(({ stdout }) => summaryIn(stdout));
  const left = readdirSync(folder).filter((name) => name.startsWith('.'));
  return { codes: endings.map(({ code }) => code), summaries, left };
}
let stuckRuns: ReturnType<typeof runStuck> | undefined;
/** Three tests look at what these runs have found. */
const ranStuck = () => (stuckRuns ??= runStuck());
const stuckDigest = async (): Promise<string> => (await ranStuck()).summaries[0]?.digest ?? 'none';

describe('a behaviour that computes without end', () => {
  it('is one finding an agent, with one digest, however much time a step is given and whatever else runs', async () => {
    const { codes, summaries, left } = await ranStuck();
    expect(codes).toEqual([1, 1, 1]);
    expect(new Set(summaries.map(({ digest }) => digest)).size).toBe(1);
    for (const { findings } of summaries)
      expect(findings.map(({ kind, agent }) => `${agent} ${kind}`).toSorted()).toEqual([
        'stuck/1 never-yielded',
        'stuck/2 never-yielded',
      ]);
    expect(left).toEqual([]);
  });

  it('leaves all other agents as a behaviour that sleeps instead', async () => {
    const asleep = stuck.replace('while (true) {}', "yield* agent.sleep('365d');");
    const folder = folderWith({ ...stuckFiles, 'stuck.ts': asleep });
    const { stdout } = await orreryApart(folder, ['run', 'stuck.yaml', '--json']);
    expect(await stuckDigest()).toBe(summaryIn(stdout).digest);
  });

  it('is recorded, and the second recording finds the same', async () => {
    const folder = folderWith(stuckFiles);
    const { code, stdout } = await orreryApart(folder, ['record', 'stuck.yaml', '--json', '--out', 'out'], {
      ORRERY_STEP_CPU_MS: '300',
    });
    expect([code, summaryIn(stdout).findings.length]).toEqual([1, 2]);
    expect(existsSync(join(folder, 'out/trace.ndjson.gz'))).toBe(true);
  });

  it('fails its points of a sweep, with the digests of single runs', async () => {
    const folder = folderWith(stuckFiles);
    const env = { ORRERY_STEP_CPU_MS: '300' };
    // The second seed is that of the scenario.
    const call = ['sweep', 'stuck.yaml', '--seeds', '6,7', '--workers', '2', '--json', '--out', 'swept'];
    const { code, stdout } = await orreryApart(folder, call, env);
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { points: 2, failed: 2, broken: 0, crashed: 0 }]);
    const points = readFileSync(join(folder, 'swept/points.ndjson'), 'utf8').trimEnd().split('\n');
    expect(points[1]).toContain(`"digest":"${await stuckDigest()}"`);
  });
});

const target = (address: string): string =>
  ['name: here', 'hosts: [127.0.0.1]', 'allow: writes', 'requestsPerSecond: 500', 'clock: real']
    .concat('services:', ...['faucet', 'escrow', 'wallet'].map((name) => `  ${name}: "${address}/${name}"`))
    .join('\n');

/** Every command that may take long, with what it does in a folder of these files. */
const longCalls: Readonly<Record<string, readonly string[]>> = {
  run: ['run', scenarioFile('first-month')],
  record: ['record', scenarioFile('first-month')],
  check: ['check', '--runs', '100000', '--no-regressions'],
  sweep: ['sweep', scenarioFile('first-month'), '--seeds', '50', '--workers', '2'],
  audit: ['audit', '--rounds', '100000000', '--workers', '1'],
  'audit over threads': ['audit', '--rounds', '100000000', '--workers', '2'],
  conform: ['conform', '--target', 'target.yaml', '--scenario', 'small.yaml', '--for', '10m'],
  bench: ['bench', '--target', 'target.yaml', '--path', '/wallet/v1/wallet/chains'],
  replay: ['replay', 'recorded/trace.ndjson.gz', '--target', 'target.yaml', '--speed', '1x'],
};

/** How an interrupted command says that what it prints is a part. */
const saysPartial = /interrupted|stopped|limited by the stop/;
/** Generous: `npm run stopping` measures how long it takes (docs/decisions/025-supervised-commands.md). */
const endsWithinMs = 20_000;

const signalled = share('signalledCommands', [
  ...Object.keys(longCalls).map((name) => [name, 'SIGINT'] as const),
  ...['run', 'sweep'].map((name) => [name, 'SIGTERM'] as const),
]);

describe('a signal', () => {
  it.each(signalled)('ends %s with 130 (%s), and what is printed says so', async (name, signal) => {
    const words = longCalls[name] ?? [];
    const address = words.includes('target.yaml') ? (await serve(['--clock', 'real'])).address : '';
    const files = { 'small.yaml': smallScenario, 'target.yaml': target(address) };
    // Each in a folder of its own: of two sweeps in one, the later is refused.
    const moments = share('momentsOfSignals', [600, 2_000]).map((afterMs) => ({
      afterMs,
      folder: folderWith(files),
    }));
    if (name === 'replay')
      for (const { folder } of moments)
        await orreryApart(folder, ['record', 'small.yaml', '--quiet', '--out', 'recorded']);
    const endings = moments.map(async ({ afterMs, folder }) => {
      const command = started(folder, words);
      await pause(afterMs);
      command.send(signal);
      return { folder, ...(await command.ended) };
    });
    for (const { folder, code, stdout, stderr, tookMs } of await Promise.all(endings)) {
      expect([code, tookMs < endsWithinMs]).toEqual([130, true]);
      if (stdout + stderr !== '') expect(stdout + stderr).toMatch(saysPartial);
      const reports = join(folder, 'reports');
      const left = existsSync(reports) ? readdirSync(reports) : [];
      expect(left.filter((one) => !one.endsWith('.partial'))).toEqual([]);
    }
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends serve (%s) during an advance to the year 9998, with 0',
    async (signal) => {
      const { address, stop } = await serve([]);
      const body = JSON.stringify({ to: '9998-12-31T00:00:00Z' });
      const answer = fetch(`${address}/_sim/clock/advance`, { method: 'POST', body }).catch(() => undefined);
      await pause(300);
      expect((await stop(signal)).code).toBe(0);
      await answer;
    },
  );
});

it('a signal ends a command whose thread is in a call that does not return', async () => {
  const folder = folderWith({
    's.yaml': smallScenario.replace('population:', 'population:\n  - { agent: ./native.ts }'),
    'native.ts':
      "import { pbkdf2Sync } from 'node:crypto';\npbkdf2Sync('a', 'b', 2 ** 31 - 1, 64, 'sha512');\nexport default {};\n",
  });
  const run = started(folder, ['run', 's.yaml']);
  await pause(3_000);
  run.send('SIGTERM');
  const { code, stderr, tookMs } = await run.ended;
  expect([code, stderr]).toEqual([130, 'orrery: interrupted; unfinished results are discarded\n']);
  expect(tookMs).toBeLessThan(endsWithinMs);
});

it('a second signal ends a command at once', async () => {
  const folder = folderWith();
  const run = started(folder, ['run', scenarioFile('first-month')]);
  await isWriting(folder);
  run.send('SIGINT');
  run.send('SIGTERM');
  expect((await run.ended).code).toBe(130);
  expect(readdirSync(join(folder, 'reports'))).toEqual([]);
});

describe('a scenario that does not fit into memory', () => {
  const manyAgents = (count: number): Record<string, string> => ({
    'many.yaml': `name: many\nseed: 7\nfor: 1d\npopulation:\n  - { agent: idler, count: ${count} }\n`,
  });
  const env = { NODE_OPTIONS: '--max-old-space-size=64' };

  it.each([
    [
      300_000,
      /^orrery: scenario many with 300000 agents needs at least \d+ MiB, and the heap may grow to \d+ MiB;/,
    ],
    [50_000, /^orrery: out of memory: scenario many with 50000 agents needs more than the \d+ MiB/],
  ])('ends with %d agents as one clear line and exit 2, and leaves nothing', async (count, message) => {
    const folder = folderWith(manyAgents(count));
    const { code, stdout, stderr } = await orreryApart(folder, ['run', 'many.yaml', '--quiet'], env);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    const reports = join(folder, 'reports');
    expect(existsSync(reports) ? readdirSync(reports) : []).toEqual([]);
  });

  it('is told from a step without end, whatever time its memory takes to be collected', async () => {
    const text = 'name: many\nseed: 7\nfor: 1d\npopulation:\n  - { agent: newcomer, count: 60000 }\n';
    const folder = folderWith({ 'many.yaml': text });
    // So short that a collection of this heap takes longer.
    const small = { NODE_OPTIONS: '--max-old-space-size=200', ORRERY_STEP_CPU_MS: '300' };
    const { code, stdout, stderr } = await orreryApart(folder, ['run', 'many.yaml', '--quiet'], small);
    const message = /^orrery: out of memory: scenario many with 60000 agents needs more than the \d+ MiB/;
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
  });
});

describe('what a killed run has left', () => {
  /** The number of a process that has been. */
  const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;

  it('is removed by the next run in that folder, except for folders of a running process', async () => {
    const folder = folderWith({ 'small.yaml': smallScenario });
    const [dead, living] = [deadPid(), process.pid];
    for (const name of [`.unfinished-${dead}`, `.unfinished-${living}`, `.replaced-${living}-x`, 'kept'])
      mkdirSync(join(folder, 'reports', name), { recursive: true });
    expect((await orreryApart(folder, ['run', 'small.yaml', '--quiet'])).code).toBe(0);
    const names = readdirSync(join(folder, 'reports')).filter((name) => !name.startsWith('small-'));
    expect(names.toSorted()).toEqual([`.replaced-${living}-x`, `.unfinished-${living}`, 'kept'].toSorted());
  });

  it('comes back where it is the only report left of its place', () => {
    const folder = folderWith();
    const dead = deadPid();
    for (const name of ['mine', 'yours']) {
      mkdirSync(join(folder, `.replaced-${dead}-${name}`));
      writeFileSync(join(folder, `.replaced-${dead}-${name}`, 'manifest.json'), 'old');
    }
    mkdirSync(join(folder, 'yours'));
    clearStale(folder);
    expect(readdirSync(folder).toSorted()).toEqual(['mine', 'yours']);
    expect(readdirSync(join(folder, 'mine'))).toEqual(['manifest.json']);
    expect(readdirSync(join(folder, 'yours'))).toEqual([]);
  });
});

describe('a command in a separate thread', () => {
  it('prints all of a large result, and keeps its exit code where no reader is left', async () => {
    const folder = folderWith({ 'small.yaml': smallScenario });
    const { stdout } = await orreryApart(folder, ['audit', 'dice', 'plinko', '--rounds', '0', '--json']);
    expect(stdout.length).toBeGreaterThan(100_000);
    expect(() => JSON.parse(stdout) as unknown).not.toThrow();
    const failing = smallScenario.replace('value==0', 'value==1');
    writeFileSync(join(folder, 'failing.yaml'), failing);
    const call = `'${process.execPath}' '${program}' run failing.yaml --json --out out | true; exit \${PIPESTATUS[0]}`;
    expect(
      spawnSync('bash', ['-c', call], {
        cwd: folder,
        encoding: 'utf8',
        timeout: programMsMax,
        killSignal: 'SIGKILL',
      }),
    ).toMatchObject({
      status: 1,
      stderr: '',
    });
  });
});
