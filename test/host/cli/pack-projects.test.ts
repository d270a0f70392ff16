/** The tarball in projects of three kinds: ECMAScript modules, CommonJS and strict TypeScript. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { share } from '../../campaigns.ts';
import { compiler, done, installedAt, isInstalled, linkPackages, type Done } from './packed.ts';

const folder = mkdtempSync(join(tmpdir(), 'orrery-projects-'));

const scenario = (agent: string): string => `name: own
seed: 1
for: 2d
population:
  - { agent: ./${agent}, count: 3 }
  - { agent: newcomer, count: 2 }
expect:
  checks: ["rate==1"]
`;

const behaviour = `({
  name: 'saver',
  about: 'Joins and waits.',
  parameters: { pause: duration('1h', { about: 'How long it waits' }) },
  *run(agent, { pause }) {
    yield* agent.join();
    yield* agent.sleep(pause);
    const claim = yield* agent.get('/faucet/status');
    yield* agent.check('answered', claim.ok);
  },
})`;

const property = `import { checkWorld } from 'orrery-sim/vitest';
import { expect, it } from 'vitest';
it('the pool is never below zero', { timeout: 120_000 }, () =>
  checkWorld({ runs: 3, property: ({ world }) => expect(world.faucet.poolMicros).toBeGreaterThanOrEqual(0) }));
`;

const used = `(async () => {
  const run = await runScenario('own.yaml');
  const { ok, runs } = await check({ runs: 2 });
  const drift = createWorld({ seed: 7 }).driftMicros;
  console.log(JSON.stringify({ agents: run.summary.agents, failed: run.checks[0].failed, ok, runs, drift }));
})();
`;
const outcome = { agents: 5, failed: 0, ok: true, runs: 2, drift: 0 };

const imported = 'check, createWorld, defineAgent, duration, runScenario';

/** Every file of a project, and the program that uses the library. */
interface Kind {
  readonly type: 'module' | 'commonjs';
  readonly files: Readonly<Record<string, string>>;
  readonly program: string;
}

const kinds: Readonly<Record<string, Kind>> = {
  'ECMAScript modules': {
    type: 'module',
    files: {
      'own.yaml': scenario('saver.js'),
      'saver.js': `import { defineAgent, duration } from 'orrery-sim';\nexport default defineAgent${behaviour};\n`,
      'use.js': `import { ${imported} } from 'orrery-sim';\n${used}`,
      'property.test.js': property,
    },
    program: 'use.js',
  },
  CommonJS: {
    type: 'commonjs',
    files: {
      'own.yaml': scenario('saver.js'),
      'saver.js': `const { defineAgent, duration } = require('orrery-sim');\nmodule.exports = defineAgent${behaviour};\n`,
      'use.js': `const { ${imported} } = require('orrery-sim');\n${used}`,
      'property.test.mjs': property,
    },
    program: 'use.js',
  },
  'strict TypeScript': {
    type: 'module',
    files: {
      'own.yaml': scenario('saver.ts'),
      'saver.ts': `import { defineAgent, duration } from 'orrery-sim';\nexport default defineAgent${behaviour};\n`,
      'use.ts': `import { ${imported} } from 'orrery-sim';\n${used.replace('checks[0].', 'checks[0]?.')}`,
      'property.test.ts': property,
      'wrong.ts': `import { audit, check, createWorld, defineAgent, runScenario, type ScenarioObject } from 'orrery-sim';
import { load, replay } from 'orrery-sim/api';
import { checkWorld } from 'orrery-sim/vitest';
const right: ScenarioObject = {
  name: 'own', seed: 1, for: '2d', profile: 'consistent',
  policies: { 'limits.burst': 'x3' },
  population: [{ agent: 'newcomer', count: 2, arrive: { over: '1h' }, with: {} }],
  faults: [{ at: '1h', service: 'escrow', kind: 'outage', for: '10m' }],
  operations: [{ at: '1h', by: 'alice', do: 'POST /faucet/claim' }],
  expect: { checks: ['rate==1'], 'http_reqs{service:escrow}': ['count>0'] },
};
export const calls = [
  () => runScenario(right, { seed: 2, policies: { 'limits.burst': 'x3' } }),
  // @ts-expect-error
  () => runScenario({ nmae: 'own', for: '2d' }),
  // @ts-expect-error
  () => runScenario({ for: '2d', population: [{ agent: 'newcomer', cuont: 2 }] }),
  // @ts-expect-error
  () => runScenario({ for: '2d', population: [{ agent: 'newcomer', arrive: { ovr: '1h' } }] }),
  // @ts-expect-error
  () => runScenario({ for: '2d', policies: { 'limits.brust': 'x3' } }),
  // @ts-expect-error
  () => runScenario({ for: '2d', policies: { 'limits.burst': 'x33' } }),
  // @ts-expect-error
  () => runScenario({ for: '2d', expect: { chekcs: ['rate==1'] } }),
  // @ts-expect-error
  () => runScenario({ for: '2d', expect: { 'http_rqs{service:escrow}': ['count>0'] } }),
  // @ts-expect-error
  () => runScenario({ for: '2d', faults: [{ at: '1h', servce: 'escrow', kind: 'outage', for: '10m' }] }),
  // @ts-expect-error
  () => runScenario({ for: '2d', profile: 'publishd' }),
  // @ts-expect-error
  () => runScenario(right, { sed: 2 }),
  // @ts-expect-error
  () => runScenario(right, { policies: { 'limits.brust': 'x3' } }),
  // @ts-expect-error
  () => createWorld({ polices: {} }),
  // @ts-expect-error
  () => createWorld({ policies: { 'limits.brust': 'x3' } }),
  // @ts-expect-error
  () => audit({ game: ['dice'] }),
  // @ts-expect-error
  () => check({ run: 2 }),
  // @ts-expect-error
  () => checkWorld({ run: 2 }),
  // @ts-expect-error
  () => load({ scenario: 'a.yaml', target: 'b.yaml', spead: 2 }),
  // @ts-expect-error
  () => replay({ trace: 'a', target: 'b', sped: 2 }),
  // @ts-expect-error
  () => defineAgent({ name: 'a', abuot: '', parameters: {}, *run() {} }),
];
`,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          target: 'es2023',
          module: 'nodenext',
          strict: true,
          noUncheckedIndexedAccess: true,
          exactOptionalPropertyTypes: true,
          noImplicitReturns: true,
          noPropertyAccessFromIndexSignature: true,
          verbatimModuleSyntax: true,
          isolatedModules: true,
          skipLibCheck: false,
          types: ['node'],
          outDir: 'out',
        },
        files: ['saver.ts', 'use.ts', 'wrong.ts'],
      }),
    },
    program: 'out/use.js',
  },
};

let installed: Done;

/** A project of the kind with a copy of the installation: what npm writes does not depend on the kind. */
async function madeAt(home: string, type: Kind['type']): Promise<void> {
  ({ installed } = await installedAt(home));
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as object;
  writeFileSync(join(home, 'package.json'), JSON.stringify({ ...manifest, type }));
}

const kindsNow = share('kindsOfProjects', Object.entries(kinds));

describe.each(kindsNow)('a project of %s', (name, { type, files, program }) => {
  const home = join(folder, name.replaceAll(' ', '-'));
  const node = (...words: string[]): Done => done(process.execPath, words, home);

  beforeAll(async () => {
    await madeAt(home, type);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(home, file), text);
    if (installed.code === 0) linkPackages(home, ['vitest', '@types/node']);
  });

  afterAll(() => rmSync(home, { recursive: true, force: true }), 120_000);

  it('runs its own behaviour, checks, and tests a property', (context) => {
    context.skip(!isInstalled(installed), 'the package could not be installed');
    for (const command of ['orrery', 'orrery-sim']) {
      const run = node(`node_modules/.bin/${command}`, 'run', 'own.yaml');
      expect(run.code, run.output).toBe(0);
    }
    const checked = node('node_modules/.bin/orrery', 'check', '--runs', '2', '--no-regressions');
    expect(checked.code, checked.output).toBe(0);
    const tested = node('node_modules/vitest/vitest.mjs', 'run');
    expect(tested.code, tested.output).toBe(0);
    expect(tested.output).toMatch(/1 passed/);
  });

  it('uses the library', (context) => {
    context.skip(!isInstalled(installed), 'the package could not be installed');
    if ('tsconfig.json' in files) {
      const compiled = node(compiler, '-p', '.');
      expect(compiled.output).toBe('');
    }
    const { code, output } = node(program);
    expect(code, output).toBe(0);
    expect(JSON.parse(output)).toEqual(outcome);
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }), 120_000);
