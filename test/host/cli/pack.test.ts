/** The packed tarball, installed into an empty project and used there as its README says, from JavaScript and TypeScript. */
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedDigests } from '../../golden/places.ts';
import { project } from './orrery.ts';

const isCi = (process.env['CI'] ?? '') !== '';
const folder = mkdtempSync(join(tmpdir(), 'orrery-pack-'));
const home = join(folder, 'project');

interface Done {
  readonly code: number | null;
  readonly output: string;
}

/** Bounded: a registry that does not answer must not hold everything up. */
function done(command: string, words: readonly string[], cwd = home): Done {
  const { status, stdout, stderr, error } = spawnSync(command, words, {
    cwd,
    encoding: 'utf8',
    timeout: 200_000,
  });
  return { code: status, output: `${stdout}${stderr}${error?.message ?? ''}` };
}

/** npm words for a registry that is not there. */
const offline = /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ENOTCACHED|network/;

const javascript = `import { audit, check, createWorld, defineAgent, runScenario } from 'orrery';
import * as api from 'orrery/api';
const world = createWorld({ seed: 7, policies: { 'limits.burst': 'x3' } });
const { body } = world.post('/faucet/register', { agent_id: 'alice' });
world.advance('24h');
const claim = world.post('/faucet/claim', {}, { key: body.api_key });
const saver = defineAgent({
  name: 'saver',
  about: 'Joins and waits.',
  parameters: {},
  *run(agent) {
    yield* agent.join();
    yield* agent.check('joined', true);
  },
});
const run = await runScenario(
  { name: 'own', seed: '1', for: '1d', population: [{ agent: 'saver', count: 3 }, { agent: 'newcomer', count: 2 }] },
  { behaviours: [saver] },
);
const { bets, ok } = await audit({ games: ['dice'] });
const checked = await check({ runs: 2 });
console.log(JSON.stringify({
  claim: claim.status, now: world.now, drift: world.driftMicros, agents: run.summary.agents,
  checks: run.checks, bets: bets.length, ok, runs: checked.runs, api: Object.keys(api).sort(),
}));
`;

const typescript = `import type { ReplayResult, ReplayTrace } from 'orrery/api';
import { audit, check, createWorld, defineAgent, duration, runScenario, type AuditResult, type Behaviour, type OwnWorld, type RunResult } from 'orrery';
export type Replay = (options: ReplayTrace) => Promise<ReplayResult>;
const world: OwnWorld = createWorld({ seed: 'typed', profile: 'consistent' });
const status: number = world.get('/faucet/agents').status;
const behaviour: Behaviour = defineAgent({
  name: 'typed',
  about: 'Has a parameter with a type.',
  parameters: { pause: duration('1h', { about: 'How long' }) },
  *run(agent, { pause }) {
    const joined = yield* agent.join();
    const next: number = joined.instant('next_claim');
    yield* agent.sleep(pause);
    yield* agent.sleepUntil(next);
    const answer = yield* agent.get('/faucet/status');
    yield* agent.check('answered', answer.ok);
  },
});
const run: RunResult = await runScenario({ name: 'typed', seed: '1', for: '2d', population: [{ agent: 'typed' }] }, { behaviours: [behaviour] });
const result: AuditResult = await audit({ games: ['coin_flip'] });
const checked: boolean = (await check({ runs: 1 })).ok;
console.log(JSON.stringify({ status, checked, ok: run.summary.ok, bets: result.bets.length }));
`;

describe('the packed tarball', () => {
  let installed: Done;
  let tarball: string;

  beforeAll(() => {
    mkdirSync(home);
    const packed = done('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], project);
    expect(packed.code, packed.output).toBe(0);
    tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
    writeFileSync(
      join(home, 'package.json'),
      '{"name":"own","version":"1.0.0","type":"module","private":true}',
    );
    installed = done('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball]);
  }, 300_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }), 120_000);

  /** Without a registry there is nothing to install from; in CI that is a failure. */
  const isInstalled = (): boolean => {
    if (installed.code !== 0 && !isCi && offline.test(installed.output)) {
      console.log('skipped: no registry to install the tarball with');
      return false;
    }
    expect(installed.code, installed.output).toBe(0);
    return true;
  };

  it('is small, and holds neither sources nor tests', () => {
    // A fifth of it is the bundle of the charts, which replaces a dependency of 63 MB.
    expect(statSync(tarball).size).toBeLessThan(1_400_000);
    const { output } = done('tar', ['tzf', tarball]);
    const files = output.trim().split('\n');
    expect(files.filter((file) => /^package\/(?:test|bench|reports|src)\//.test(file))).toEqual([]);
    expect(files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))).toEqual([]);
    for (const file of [
      'package/README.md',
      'package/dist/src/index.d.ts',
      'package/docs/schemas/scenario.json',
    ])
      expect(files).toContain(file);
  });

  it('has every declaration that its entry points lead to', () => {
    const files = new Set(done('tar', ['tzf', tarball]).output.trim().split('\n'));
    const seen = new Set<string>();
    const open = ['index', 'api', 'vitest'].map((name) => join(project, `dist/src/${name}.d.ts`));
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(
        /(?:from|import\()\s*'(\.[^']+)\.[jt]s'/g,
      ))
        open.push(join(dirname(file), `${from}.d.ts`));
    }
    const packed = [...seen].map((file) => `package/${relative(project, file).replaceAll('\\', '/')}`);
    expect(packed.length).toBeGreaterThan(100);
    expect(packed.filter((file) => !files.has(file))).toEqual([]);
  });

  it('is used from JavaScript', () => {
    if (!isInstalled()) return;
    writeFileSync(join(home, 'use.js'), javascript);
    const { code, output } = done(process.execPath, ['use.js']);
    expect(code, output).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      claim: 200,
      now: '2026-01-02T00:00:00.000Z',
      drift: 0,
      agents: 5,
      checks: expect.arrayContaining([{ name: 'joined', passed: 3, failed: 0 }]),
      ok: true,
      runs: 2,
      api: ['audit', 'check', 'createWorld', 'replay', 'runScenario'],
    });
  }, 120_000);

  it('is used from TypeScript, whose compiler finds the types and the mistakes', () => {
    if (!isInstalled()) return;
    const compiler = join(
      dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
      'bin/tsc',
    );
    writeFileSync(
      join(home, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'es2023',
          module: 'nodenext',
          strict: true,
          skipLibCheck: true,
          types: [],
          outDir: 'out',
        },
        files: ['use.ts'],
      }),
    );
    // Without Node's types there is no console.
    const declared = `declare const console: { log(text: string): void };\n${typescript}`;
    writeFileSync(join(home, 'use.ts'), declared.replace("profile: 'consistent'", "profile: 'other'"));
    expect(done(process.execPath, [compiler, '-p', '.']).output).toMatch(/'"other"' is not assignable/);
    writeFileSync(join(home, 'use.ts'), declared);
    const compiled = done(process.execPath, [compiler, '-p', '.']);
    expect(compiled.code, compiled.output).toBe(0);
    const { code, output } = done(process.execPath, ['out/use.js']);
    expect(code, output).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ status: 200, ok: true });
  }, 120_000);

  it('gives every shipped scenario the digest that it has everywhere', () => {
    if (!isInstalled()) return;
    const packageFolder = join(home, 'node_modules/orrery');
    const known = JSON.parse(
      readFileSync(new URL('../../golden/digests.json', import.meta.url), 'utf8'),
    ) as object;
    const place = { program: process.execPath, timeZone: 'America/St_Johns', locale: 'de-DE', workers: 2 };
    const { digests } = shippedDigests(packageFolder, place);
    expect(Object.keys(digests).length).toBeGreaterThan(15);
    expect(known).toMatchObject(digests);
  }, 600_000);

  it('has a bin that starts a project: init, and what it wrote runs', () => {
    if (!isInstalled()) return;
    const start = done('npx', ['--no-install', 'orrery', 'init']);
    expect(start.code, start.output).toBe(0);
    const run = done('npx', ['--no-install', 'orrery', 'run', 'scenario.yaml']);
    expect(run.code, run.output).toBe(0);
    expect(run.output).toMatch(/report: /);
    // The project's own vitest, as if it had been installed.
    const vitest = dirname(createRequire(import.meta.url).resolve('vitest/package.json'));
    symlinkSync(vitest, join(home, 'node_modules/vitest'));
    const property = done(process.execPath, ['node_modules/vitest/vitest.mjs', 'run']);
    expect(property.code, property.output).toBe(0);
    expect(property.output).toMatch(/4 passed/);
    writeFileSync(
      join(home, 'my-agent.ts'),
      "import { defineAgent } from 'orrery';\nexport default defineAgent({ name: 'my-agent', about: '', parameters: {}, *run(agent) { yield* agent.join(); yield* agent.check('fails', false); } });\n",
    );
    expect(done(process.execPath, ['node_modules/vitest/vitest.mjs', 'run']).code).toBe(1);
  }, 120_000);
});
