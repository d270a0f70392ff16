/** What an installation costs, and what it says where a package that only some commands need is not there. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallScenario } from './orrery.ts';
import { done, installedAt, isInstalled, type Done } from './packed.ts';

const mibMax = 30;
const packagesMax = 30;

const folder = mkdtempSync(join(tmpdir(), 'orrery-install-'));
const home = join(folder, 'project');
const installedPackages = join(home, 'node_modules');
const program = join(installedPackages, 'orrery-sim/dist/src/host/cli/main.js');
const orrery = (...words: string[]): Done => done(process.execPath, [program, ...words], home);

interface Manifest {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
}

/** The package.json of every installed package, nested ones too. */
function manifests(): Manifest[] {
  return readdirSync(installedPackages, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(?:.*node_modules\/)?(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(join(installedPackages, name), 'utf8')) as Manifest);
}

const target = `name: here
hosts: [127.0.0.1]
allow: writes
services: { faucet: 'http://127.0.0.1:1/faucet', escrow: 'http://127.0.0.1:1/escrow' }
`;

describe('an installation of the package', () => {
  let installed: Done;

  beforeAll(async () => {
    ({ installed } = await installedAt(home));
    writeFileSync(join(home, 'small.yaml'), smallScenario);
    writeFileSync(join(home, 'target.yaml'), target);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }), 120_000);

  it(`takes at most ${mibMax} MiB and ${packagesMax} packages, and none of them runs a script`, (context) => {
    context.skip(!isInstalled(installed), 'the package could not be installed');
    const { output } = done('du', ['-sm', installedPackages], home);
    const all = manifests();
    console.log(`installed: ${parseInt(output, 10)} MiB, ${all.length} packages`);
    expect(parseInt(output, 10)).toBeLessThanOrEqual(mibMax);
    expect(all.length).toBeGreaterThan(10);
    expect(all.length).toBeLessThanOrEqual(packagesMax);
    const ownScripts = all.filter(({ scripts = {} }) =>
      ['preinstall', 'install', 'postinstall'].some((name) => name in scripts),
    );
    expect(ownScripts.map(({ name }) => name)).toEqual([]);
  });

  it('has every page that its README links to', (context) => {
    context.skip(!isInstalled(installed), 'the package could not be installed');
    const readme = join(installedPackages, 'orrery-sim/README.md');
    const links = [...readFileSync(readme, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)];
    expect(links.length).toBeGreaterThan(20);
    const dead = links
      .map(([, link = '']) => link)
      .filter((link) => !existsSync(join(dirname(readme), link)));
    expect(dead).toEqual([]);
  });

  // prettier-ignore
  const calls: readonly (readonly [needs: string, install: string, words: readonly string[]])[] = [
    ['results.parquet', 'hyparquet-writer@', ['sweep', 'small.yaml', '--seeds', '2']],
    ['results.parquet', 'hyparquet-writer@', ['merge', 'a', 'b', '--out', 'c']],
    ['--queue', 'bullmq@6 ioredis@6', ['sweep', 'small.yaml', '--seeds', '2', '--queue', 'redis://127.0.0.1:1']],
    ['--queue', 'bullmq@6 ioredis@6', ['sweep', 'small.yaml', '--seeds', '2', '--queue', 'redis://127.0.0.1:1', '--work']],
    ['--queue', 'bullmq@6 ioredis@6', ['load', 'small.yaml', '--target', 'target.yaml', '--queue', 'redis://127.0.0.1:1']],
    ['--queue', 'bullmq@6 ioredis@6', ['load', 'small.yaml', '--target', 'target.yaml', '--queue', 'redis://127.0.0.1:1', '--work']],
    ['--otlp', '@opentelemetry/api@1 ', ['load', 'small.yaml', '--target', 'target.yaml', '--otlp', 'http://127.0.0.1:1']],
    ['--otlp-traces', '@opentelemetry/sdk-trace@2', ['load', 'small.yaml', '--target', 'target.yaml', '--otlp-traces', 'http://127.0.0.1:1']],
    ['--prometheus', '@opentelemetry/exporter-prometheus@0.', ['load', 'small.yaml', '--target', 'target.yaml', '--prometheus', '9464']],
    ['--shape closed', 'autocannon@', ['bench', '--target', 'target.yaml', '--path', '/faucet/status', '--shape', 'closed']],
  ];

  it.for(calls)('says in one line what %s needs: %s', ([needs, install, words], context) => {
    context.skip(!isInstalled(installed), 'the package could not be installed');
    const { code, output } = orrery(...words);
    expect(output).toMatch(/^orrery: [^\n]+\n$/);
    expect(output).toContain(`orrery: ${needs} needs the package`);
    expect(output).toMatch(/; install (?:it|them) beside orrery-sim: npm install /);
    expect(output).toContain(install);
    expect(code, output).toBe(2);
  });

  it('replays with its own engine, and says what that of another package needs', (context) => {
    context.skip(!isInstalled(installed), 'the package could not be installed');
    const recorded = orrery('record', 'small.yaml', '--out', 'recorded', '--quiet');
    expect(recorded.code, recorded.output).toBe(0);
    const words = ['replay', 'recorded/trace.ndjson.gz', '--target', 'target.yaml', '--engine', 'autocannon'];
    const { code, output } = orrery(...words);
    expect(output).toMatch(/^orrery: --engine autocannon needs the package autocannon, [^\n]+\n$/);
    expect(code).toBe(2);
  });

  it('serves everything but MCP, whose messages it answers with what to install', (context) => {
    context.skip(!isInstalled(installed), 'the package could not be installed');
    const { code, output } = done(process.execPath, ['mcp.js'], withServer());
    expect(code, output).toBe(0);
    expect(JSON.parse(output)).toEqual({
      registered: 201,
      status: 501,
      message: expect.stringContaining(
        'install it beside orrery-sim: npm install @modelcontextprotocol/server@2',
      ),
    });
  });
});

/** A program that starts the server, registers and sends one MCP message. */
function withServer(): string {
  writeFileSync(
    join(home, 'mcp.js'),
    `import { spawn } from 'node:child_process';
const server = spawn(process.execPath, [${JSON.stringify(program)}, 'serve', '--port', '0', '--json']);
const { address } = await new Promise((resolve) =>
  server.stdout.once('data', (text) => resolve(JSON.parse(String(text)))));
const post = (path, body, headers) =>
  fetch(address + path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } });
try {
  const registered = await post('/faucet/register', { agent_id: 'alice' });
  const { api_key: key } = await registered.json();
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const answer = await post('/faucet/mcp', message, { authorization: 'Bearer ' + key, accept: 'application/json, text/event-stream' });
  const { error } = await answer.json();
  console.log(JSON.stringify({ registered: registered.status, status: answer.status, message: error.message }));
} finally {
  server.kill();
}
`,
  );
  return home;
}
