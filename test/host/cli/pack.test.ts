/** The packed tarball, installed into an empty project and used there as its README says, from JavaScript and TypeScript. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedDigests } from '../../golden/places.ts';
import { project } from './orrery.ts';
import * as packed from './packed.ts';

const folder = mkdtempSync(join(tmpdir(), 'orrery-pack-'));
const home = join(folder, 'project');

const done = (command: string, words: readonly string[]): packed.Done => packed.done(command, words, home);

const javascript = `import { audit, check, createWorld, defineAgent, runScenario } from 'orrery-sim';
import * as api from 'orrery-sim/api';
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

const typescript = `import type { ReplayResult, ReplayTrace } from 'orrery-sim/api';
import { audit, check, createWorld, defineAgent, duration, runScenario, type AuditResult, type Behaviour, type OwnWorld, type RunResult } from 'orrery-sim';
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
  let installed: packed.Done;
  let tarball: string;

  beforeAll(async () => {
    ({ tarball, installed } = await packed.installedAt(home));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }), 120_000);

  const isInstalled = (): boolean => packed.isInstalled(installed);

  it('is small, and holds neither sources nor tests', () => {
    // A quarter are Faker's names and the charts, once for reports and once for the control room, which replace dependencies of
    // 67 MB; a fifth are the documents, and a tenth three pictures.
    expect(statSync(tarball).size).toBeLessThan(3_000_000);
    const { output } = done('tar', ['tzf', tarball]);
    const files = output.trim().split('\n');
    expect(files.filter((file) => /^package\/(?:test|bench|reports|src)\//.test(file))).toEqual([]);
    const isSource = (file: string): boolean => file.endsWith('.ts') && !file.endsWith('.d.ts');
    expect(files.filter((file) => isSource(file) && !file.startsWith('package/examples/'))).toEqual([]);
    for (const file of [
      'package/LICENSE',
      'package/README.md',
      'package/dist/NOTICES.txt',
      'package/dist/src/index.d.ts',
      'package/docs/schemas/scenario.json',
    ])
      expect(files).toContain(file);
  });

  it('has every file that its documents link to', () => {
    const files = done('tar', ['tzf', tarball]).output.trim().split('\n');
    const isThere = (path: string): boolean =>
      files.includes(path) || files.some((file) => file.startsWith(`${path}/`));
    const documents = files.filter((file) => file.endsWith('.md'));
    expect(documents.length).toBeGreaterThan(60);
    const dead = documents.flatMap((file) => {
      const text = readFileSync(join(project, file.slice('package/'.length)), 'utf8');
      const links = [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/\]\(([^)#\s:]+)(?:#[^)]*)?\)/g)];
      return links
        .map(([, link = '']) => posix.join(posix.dirname(file), link).replace(/\/$/, ''))
        .filter((path) => !isThere(path))
        .map((path) => `${file}: ${path}`);
    });
    expect(dead).toEqual([]);
  });

  it('has every declaration that its entry points lead to', () => {
    const files = new Set(done('tar', ['tzf', tarball]).output.trim().split('\n'));
    const seen = new Set<string>();
    const open = ['index', 'api', 'vitest'].map((name) => join(project, `dist/src/${name}.d.ts`));
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(
        /(?:from|import\()\s*['"](\.[^'"]+)\.[jt]s['"]/g,
      ))
        open.push(join(dirname(file), `${from}.d.ts`));
    }
    const declared = [...seen].map((file) => `package/${relative(project, file).replaceAll('\\', '/')}`);
    expect(declared.length).toBeGreaterThan(100);
    expect(declared.filter((file) => !files.has(file))).toEqual([]);
  });

  it('is used from JavaScript', (context) => {
    context.skip(!isInstalled(), 'the package could not be installed');
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
      api: ['audit', 'check', 'createWorld', 'load', 'replay', 'runScenario'],
    });
  });

  it('is used from TypeScript, whose compiler finds the types and the mistakes', (context) => {
    context.skip(!isInstalled(), 'the package could not be installed');
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
    expect(done(process.execPath, [packed.compiler, '-p', '.']).output).toMatch(
      /'"other"' is not assignable/,
    );
    writeFileSync(join(home, 'use.ts'), declared);
    const compiled = done(process.execPath, [packed.compiler, '-p', '.']);
    expect(compiled.code, compiled.output).toBe(0);
    const { code, output } = done(process.execPath, ['out/use.js']);
    expect(code, output).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ status: 200, ok: true });
  });

  it('holds the files of the build, which has the digests that they have everywhere, with the packages that npm installs', (context) => {
    context.skip(!isInstalled(), 'the package could not be installed');
    const packageFolder = join(home, 'node_modules/orrery-sim');
    const built = readdirSync(join(packageFolder, 'dist'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(packageFolder, join(parentPath, name)));
    expect(built.length).toBeGreaterThan(300);
    const changed = built.filter(
      (file) => !readFileSync(join(packageFolder, file)).equals(readFileSync(join(project, file))),
    );
    expect(changed).toEqual([]);
    const known = JSON.parse(
      readFileSync(new URL('../../golden/digests.json', import.meta.url), 'utf8'),
    ) as object;
    const place = { program: process.execPath, timeZone: 'America/St_Johns', locale: 'de-DE', workers: 2 };
    // All of them are run from the build by test/golden/everywhere.test.ts by turns, on other versions of Node too; these use every
    // package that a run needs: one draws, one derives keys and signs.
    const names = ['casino-night', 'wallet-traffic'];
    const { digests } = shippedDigests(packageFolder, place, names);
    expect(Object.keys(digests).toSorted()).toEqual(names);
    expect(known).toMatchObject(digests);
  });

  it('has a bin that starts a project: init, and what it wrote runs', (context) => {
    context.skip(!isInstalled(), 'the package could not be installed');
    const start = done('npx', ['--no-install', 'orrery', 'init']);
    expect(start.code, start.output).toBe(0);
    const run = done('npx', ['--no-install', 'orrery', 'run', 'scenario.yaml']);
    expect(run.code, run.output).toBe(0);
    expect(run.output).toMatch(/report: /);
    // The project's own vitest, as if it had been installed.
    packed.linkPackages(home, ['vitest']);
    const property = done(process.execPath, ['node_modules/vitest/vitest.mjs', 'run']);
    expect(property.code, property.output).toBe(0);
    expect(property.output).toMatch(/4 passed/);
    writeFileSync(
      join(home, 'my-agent.ts'),
      "import { defineAgent } from 'orrery-sim';\nexport default defineAgent({ name: 'my-agent', about: '', parameters: {}, *run(agent) { yield* agent.join(); yield* agent.check('fails', false); } });\n",
    );
    expect(done(process.execPath, ['node_modules/vitest/vitest.mjs', 'run']).code).toBe(1);
  });
});
