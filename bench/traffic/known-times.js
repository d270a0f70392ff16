/**
 * What `orrery load` and `orrery bench`, as built, say about a server of known service times, beside k6 and autocannon, one
 * after the other. `node known-times.js` takes about four minutes and prints a line of JSON per server and program.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const orrery = here('../../dist/src/host/cli/main.js');
const k6 = process.env.K6_BIN ?? 'k6';
const seconds = 15;

/** `-ln(1 - q)` of the mean. */
const exponential = (meanMs) => ({ p50: 0.6931 * meanMs, p90: 2.3026 * meanMs, p99: 4.6052 * meanMs });

/**
 * Of the requests of 15 s, those due in a stall of 2 s wait evenly from 2 s down to nothing: a tenth of all wait 500 ms or more,
 * one in a hundred 1,850 ms. `bench` leaves the first 1.5 s out: 649 and 1,865 ms.
 */
const servers = [
  { name: 'exponential, mean 40 ms', words: ['exponential', '40'], rate: 300, theory: exponential(40) },
  { name: 'exponential, mean 100 ms', words: ['exponential', '100'], rate: 300, theory: exponential(100) },
  { name: 'stall of 2 s', words: ['stall', '6000,2000'], rate: 300, theory: { p50: 0, p90: 500, p99: 1850 } },
];

/** The same JSON for each: p50, p90 and p99 in milliseconds. */
const clients = { load, bench, k6: k6Client, autocannon };

/** Asynchronously: the server is another process, and so are all clients. */
function output(program, words, env = {}) {
  const child = spawn(program, words, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  child.stdout.on('data', (data) => (text += data));
  return new Promise((resolve) => child.once('close', () => resolve(text)));
}

function targetFile(folder, port) {
  const file = join(folder, 'target.yaml');
  const services = `{ faucet: 'http://127.0.0.1:${port}' }`;
  const ceiling = '{ requestsPerSecond: 100000, connections: 2000 }';
  writeFileSync(file, `name: known\nhosts: [127.0.0.1]\nservices: ${services}\nceiling: ${ceiling}\n`);
  return file;
}

async function load(folder, port, rate) {
  const scenario = join(folder, 'scenario.yaml');
  const shape = `{ shape: constant-arrival-rate, rate: ${rate}, for: ${seconds}s, agentsMax: 5000 }`;
  const group = `[{ agent: '${here('one-read.js')}', count: 1 }]`;
  writeFileSync(scenario, `name: known\nseed: 1\nfor: 1h\npopulation: ${group}\nload: ${shape}\n`);
  const words = [
    'load',
    scenario,
    '--target',
    targetFile(folder, port),
    '--out',
    join(folder, 'load'),
    '--json',
  ];
  const { responseMs, requests, generatorLagMs } = JSON.parse(
    await output(process.execPath, [orrery, ...words]),
  );
  return { ...responseMs, requests: requests.answered, lagP99: generatorLagMs.p99 };
}

async function bench(folder, port, rate) {
  const shape = ['--shape', 'constant', '--rate', String(rate), '--step', `${seconds}s`, '--repeats', '1'];
  const words = [
    'bench',
    '--target',
    targetFile(folder, port),
    '--path',
    '/faucet/thing',
    ...shape,
    '--json',
  ];
  const { steps } = JSON.parse(await output(process.execPath, [orrery, ...words, '--p99', '10s']));
  const { responseMs, sendLagP99Ms } = steps[0];
  return { ...responseMs, lagP99: sendLagP99Ms };
}

async function k6Client(_folder, port, rate) {
  const words = ['run', '--no-usage-report', '--quiet', '--log-output=none', here('k6-stall.js')];
  const env = { PORT: port, SECONDS: String(seconds), RATE: String(rate), K6_WEB_DASHBOARD_PORT: '-1' };
  return JSON.parse(await output(k6, words, { ...env, K6_AUTO_EXTENSION_RESOLUTION: 'false' }));
}

async function autocannon(_folder, port, rate) {
  const words = [here('client.js'), 'autocannon-stall', port, String(seconds), String(rate)];
  return JSON.parse(await output(process.execPath, words));
}

function served(words) {
  const child = spawn(process.execPath, [here('known-times-server.js'), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve) => {
    child.stdout.once('data', (data) => resolve({ port: String(data).trim(), stop: () => child.kill() }));
  });
}

const folder = mkdtempSync(join(tmpdir(), 'known-times-'));
const rounded = (figures) =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      typeof value === 'number' ? Math.round(value * 10) / 10 : value,
    ]),
  );
for (const { name, words, rate, theory } of servers) {
  for (const [client, run] of Object.entries(clients)) {
    if (client === 'k6' && spawnSync(k6, ['version']).error !== undefined) continue;
    const { port, stop } = await served(words);
    const { p50, p90, p99, requests, lagP99 } = await run(folder, port, rate);
    const own = await (await fetch(`http://127.0.0.1:${port}/times`)).json();
    stop();
    const [busy] = loadavg();
    const said = rounded({ p50, p90, p99, requests, lagP99 });
    const expected = rounded(theory);
    process.stdout.write(
      `${JSON.stringify({ server: name, client, ...said, theory: expected, took: rounded(own), load: busy })}\n`,
    );
  }
}
rmSync(folder, { recursive: true });
