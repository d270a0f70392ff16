/**
 * Stops and interrupts commands at random moments, and prints what came of it: `npm run stopping [-- ROUNDS SECONDS]`.
 * - first-month, stopped (SIGSTOP) for SECONDS at a random moment under load, has the digest of an undisturbed run;
 * - SIGINT at a random moment of each long command ends it within a second, with exit code 130.
 * Takes some ten minutes with 10 rounds of 30 s; ordinary tests hold the same with fewer rounds (`test/host/cli/supervision.test.ts`).
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../', import.meta.url));
const program = join(project, 'dist/src/host/cli/main.js');
const month = join(project, 'scenarios/first-month.yaml');
const [rounds = 10, stopSeconds = 30] = process.argv.slice(2).map(Number);
const env = { ...process.env, CI: '' };
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const folder = mkdtempSync(join(tmpdir(), 'orrery-stopping-'));

/** A command under way, and how it ended. */
function started(words, cwd) {
  const child = spawn(process.execPath, [program, ...words], { cwd, env });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data) => (stdout += data));
  child.stderr.on('data', (data) => (stderr += data));
  const ended = new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr, atMs: performance.now() }));
  });
  return { child, ended };
}

const digestIn = (text) => JSON.parse(text).digest;
let runs = 0;
const monthCall = () => ['run', month, '--json', '--out', `out-${(runs += 1)}`];

async function pauses() {
  const startedMs = performance.now();
  const undisturbed = await started(monthCall(), folder).ended;
  const lengthMs = performance.now() - startedMs;
  const load = [1, 2].map(() => spawn(process.execPath, ['-e', 'for (;;);']));
  let same = 0;
  for (let round = 0; round < rounds; round++) {
    const run = started(monthCall(), folder);
    await pause(300 + Math.random() * lengthMs);
    run.child.kill('SIGSTOP');
    await pause(stopSeconds * 1000);
    run.child.kill('SIGCONT');
    const { code, stdout } = await run.ended;
    const isSame = code === undisturbed.code && digestIn(stdout) === digestIn(undisturbed.stdout);
    if (isSame) same += 1;
    else console.log(`  round ${round + 1}: exit ${code}, ${stdout.slice(0, 300)}`);
  }
  for (const child of load) child.kill('SIGKILL');
  console.log(
    `SIGSTOP for ${stopSeconds} s: ${same} of ${rounds} runs have the digest of an undisturbed run`,
  );
  return same === rounds;
}

const target = (address) => `name: here
hosts: [127.0.0.1]
allow: writes
requestsPerSecond: 500
clock: real
services:
  faucet: "${address}/faucet"
  escrow: "${address}/escrow"
  wallet: "${address}/wallet"
  casino: "${address}/casino"
`;

const commands = {
  run: ['run', month],
  record: ['record', month],
  check: ['check', '--runs', '100000', '--no-regressions'],
  sweep: ['sweep', month, '--seeds', '50', '--workers', '2', '--out', 'swept'],
  audit: ['audit', '--rounds', '100000000', '--workers', '1'],
  'audit, 2 threads': ['audit', '--rounds', '100000000', '--workers', '2'],
  'audit --target': ['audit', 'dice', '--target', 'target.yaml', '--budget', '10.00', '--rate', '20'],
  conform: ['conform', '--target', 'target.yaml', '--scenario', 'small.yaml', '--for', '10m'],
  bench: ['bench', '--target', 'target.yaml', '--path', '/wallet/v1/wallet/chains'],
  replay: ['replay', 'recorded/trace.ndjson.gz', '--target', 'target.yaml', '--speed', '1x'],
};

async function signalsTo(name, words) {
  const tookMs = [];
  const codes = {};
  for (let round = 0; round < rounds; round++) {
    const command = started(words, folder);
    // From its imports on. Before the program is there to hear it a signal ends any process.
    await pause(100 + Math.random() * 5_000);
    const sentMs = performance.now();
    if (command.child.exitCode !== null)
      throw new Error(`${name} ended early: ${(await command.ended).stderr}`);
    command.child.kill('SIGINT');
    const { code, signal, atMs } = await command.ended;
    tookMs.push(atMs - sentMs);
    const ended = signal === 'SIGINT' ? 130 : (code ?? signal);
    codes[ended] = (codes[ended] ?? 0) + 1;
  }
  const within = tookMs.filter((ms) => ms <= 1000).length;
  const most = Math.round(Math.max(...tookMs));
  console.log(
    `SIGINT to ${name}: ${within} of ${rounds} within 1 s, at most ${most} ms, exits ${JSON.stringify(codes)}`,
  );
  return within === rounds && codes[130] === rounds;
}

async function allSignals() {
  writeFileSync(
    join(folder, 'small.yaml'),
    'name: small\nfor: 30d\npopulation:\n  - { agent: newcomer, count: 5 }\n  - { agent: escrow-buyer, count: 5, with: { every: 3h } }\n  - { agent: escrow-seller, count: 2 }\n',
  );
  spawnSync(process.execPath, [program, 'record', 'small.yaml', '--quiet', '--out', 'recorded'], {
    cwd: folder,
    env,
  });
  const server = started(['serve', '--clock', 'real', '--port', '0'], folder);
  const address = await new Promise((resolve) => {
    server.child.stdout.on('data', (data) => resolve(/http:\/\/[^\s"]+:\d+/.exec(String(data))[0]));
  });
  writeFileSync(join(folder, 'target.yaml'), target(address));
  let ok = true;
  for (const [name, words] of Object.entries(commands)) ok = (await signalsTo(name, words)) && ok;
  server.child.kill('SIGTERM');
  await server.ended;
  return ok;
}

const held = [await allSignals(), await pauses()];
rmSync(folder, { recursive: true, force: true });
process.exitCode = held.every(Boolean) ? 0 : 1;
