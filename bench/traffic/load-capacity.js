/**
 * What `orrery load --find-limit` says of servers of known capacity, beside theory: the level that held twice, the next one that
 * broke twice, and what limited it. `node load-capacity.js [NAME;…]` prints a line of JSON per server (minutes each).
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const server = here('../../test/live/traffic/capacity/server.js');
const program = here('../../dist/src/host/cli/main.js');
const run = promisify(execFile);
const p99MsMax = 200;
const wide = 'requestsPerSecond: 100000\nconnections: 256';

/** Arrivals are even, so that a single server with exponential times is D/M/1. */
function evenCapacity(perSecond, rate) {
  let waits = 0.5;
  for (let round = 0; round < 500; round++) waits = Math.exp((waits - 1) * (perSecond / rate));
  return perSecond * (1 - waits);
}

/** The rate at which the p99 of D/M/1 reaches the threshold: its response times are exponential. */
function singleServer(perSecond) {
  let [low, high] = [0, perSecond];
  while (high - low > 0.01) {
    const rate = (low + high) / 2;
    if (evenCapacity(perSecond, rate) > (Math.log(100) / p99MsMax) * 1000) low = rate;
    else high = rate;
  }
  return low;
}

const cases = {
  bucket: { kind: 'bucket', theory: 500 / 0.99, limitedBy: 'target' },
  'one server': { kind: 'mm1', theory: singleServer(500), limitedBy: 'target' },
  keys: { kind: 'keys', theory: (20 * 20) / 0.99, limitedBy: 'target' },
  pool: { kind: 'pool', theory: 200, limitedBy: 'target' },
  degrading: { kind: 'degrading', words: ['30000'], theory: 100, limitedBy: 'target' },
  'fixed, 64 connections': {
    kind: 'fixed',
    target: 'requestsPerSecond: 2000\nconnections: 64',
    theory: 64 / 0.15,
    limitedBy: 'connections',
  },
  'pool, 2 connections': {
    kind: 'pool',
    target: 'requestsPerSecond: 2000\nconnections: 2',
    theory: 100,
    limitedBy: 'connections',
  },
  'fixed, ceiling 300': {
    kind: 'fixed',
    target: 'requestsPerSecond: 300\nconnections: 256',
    theory: 300,
    limitedBy: 'ceiling',
  },
};

const scenario = `name: capacity
for: 1h
population: [{ agent: ./visitor.js, name: visitor, count: 1 }]
load: { shape: constant-arrival-rate, rate: 50, for: 1m, grace: 5s, agentsMax: 20000 }
expect:
  http_req_duration: ['p(99)<${p99MsMax}']
  http_req_failed: ['rate<0.01']
`;

/** Each agent asks once, with one of twenty keys. */
const visitor = `import { defineAgent } from 'orrery-sim';
export default defineAgent({
  name: 'visitor',
  about: 'asks once',
  parameters: {},
  *run(agent) {
    yield* agent.get('/faucet/status', { headers: { authorization: 'Bearer ' + (agent.number % 20) } });
  },
});
`;

function started(kind, words) {
  const child = spawn(process.execPath, [server, kind, ...words], { stdio: ['pipe', 'pipe', 'inherit'] });
  return new Promise((resolve) => {
    child.stdout.once('data', (data) => resolve({ port: Number(data), stop: () => child.kill() }));
  });
}

export async function found(name, step = '10s') {
  const { kind, words = [], theory, limitedBy, target = wide } = cases[name];
  const { port, stop } = await started(kind, words);
  const folder = mkdtempSync(join(tmpdir(), 'capacity-'));
  const address = `name: ${kind}\nhosts: [127.0.0.1]\nservices: { faucet: 'http://127.0.0.1:${port}/faucet' }\n`;
  writeFileSync(join(folder, 'visit.yaml'), scenario);
  writeFileSync(join(folder, 'visitor.js'), visitor);
  writeFileSync(join(folder, 'target.yaml'), address + target);
  const call = ['load', 'visit.yaml', '--target', 'target.yaml', '--find-limit', '5000', '--step', step];
  const options = { cwd: folder, maxBuffer: 2 ** 28 };
  const ended = await run(process.execPath, [program, ...call, '--json', '--out', 'kept'], options).catch(
    (error) => error,
  );
  stop();
  rmSync(folder, { recursive: true });
  const result = JSON.parse(ended.stdout);
  return {
    name,
    theory: Math.round(theory * 10) / 10,
    found: result.highest,
    off: `${((result.highest / theory - 1) * 100).toFixed(1)}%`,
    interval: [result.highest, result.lowestBroken],
    expected: limitedBy,
    limitedBy: result.limitedBy,
    steps: result.steps.map(
      ({ level, limitedBy: by, why }) => `${level} ${by ?? 'holds'}${why ? `: ${why}` : ''}`,
    ),
    loadAverage: loadavg()[0],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv[2]?.split(';') ?? Object.keys(cases);
  for (const name of names) process.stdout.write(`${JSON.stringify(await found(name))}\n`);
}
