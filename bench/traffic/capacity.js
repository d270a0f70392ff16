/**
 * What `orrery bench` says of servers of known capacity, beside theory: the highest rate and what limited it.
 * `node capacity.js [NAME;…]` searches each (some minutes in all) and prints a line of JSON per server.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { loadOf } from '../../compiled/src/live/traffic/bench/load.js';
import { Saturation } from '../../compiled/src/live/traffic/bench/saturation.js';
import { readTarget } from '../../compiled/src/live/traffic/target/target.js';

const server = fileURLToPath(new URL('../../test/live/traffic/capacity/server.js', import.meta.url));
const p99MsMax = 200;
const openCeiling = { requestsPerSecond: 100_000, connections: 256 };

/**
 * M/M/1: the response time is exponential with rate 500 - r, so that its p99 is 200 ms at r = 500 - ln(100) / 0.2 s.
 * A pool of 4 with fixed times and even arrivals queues nothing below its capacity.
 */
const cases = {
  bucket: { kind: 'bucket', theory: 500 / 0.99, limitedBy: 'target' },
  mm1: {
    kind: 'mm1',
    theory: 500 - Math.log(100) / 0.2,
    limitedBy: 'target',
    arrivals: 'poisson',
    stepMs: 10_000,
  },
  'mm1 below 50 ms': {
    kind: 'mm1',
    theory: 500 - Math.log(100) / 0.05,
    limitedBy: 'target',
    arrivals: 'poisson',
    p99MsMax: 50,
    stepMs: 10_000,
  },
  keys: { kind: 'keys', theory: (20 * 20) / 0.99, limitedBy: 'target' },
  pool: { kind: 'pool', theory: 200, limitedBy: 'target' },
  degrading: { kind: 'degrading', words: ['60000'], theory: 100, limitedBy: 'target' },
  'fixed, 64 connections': {
    kind: 'fixed',
    ceiling: { requestsPerSecond: 2000, connections: 64 },
    theory: 64 / 0.15,
    limitedBy: 'connections',
  },
  'pool, 2 connections': {
    kind: 'pool',
    ceiling: { requestsPerSecond: 2000, connections: 2 },
    theory: 100,
    limitedBy: 'connections',
  },
  'fixed, ceiling 300': {
    kind: 'fixed',
    ceiling: { requestsPerSecond: 300, connections: 256 },
    theory: 300,
    limitedBy: 'ceiling',
  },
};

function started(kind, words) {
  const child = spawn(process.execPath, [server, kind, ...words], { stdio: ['pipe', 'pipe', 'inherit'] });
  return new Promise((resolve) => {
    child.stdout.once('data', (data) => resolve({ port: Number(data), stop: () => child.kill() }));
  });
}

export async function found(name) {
  const {
    kind,
    words = [],
    theory,
    limitedBy,
    ceiling = openCeiling,
    arrivals = 'even',
    stepMs = 5000,
    ...rest
  } = cases[name];
  const { port, stop } = await started(kind, words);
  const target = readTarget(
    `${kind}.yaml`,
    JSON.stringify({
      name: kind,
      hosts: ['127.0.0.1'],
      services: { faucet: `http://127.0.0.1:${port}` },
      ceiling,
    }),
  );
  const address = target.services.get('faucet');
  const place = { isTls: false, host: '127.0.0.1', address: '127.0.0.1', port, ca: undefined };
  const reads = Array.from({ length: 20 }, (_, key) => ({
    weight: 1,
    address,
    path: '/thing',
    query: undefined,
    headers: { authorization: `Bearer ${key}` },
  }));
  const search = new Saturation({
    target,
    load: loadOf(reads, () => place),
    stepMs,
    arrivals,
    limits: { p99MsMax: rest.p99MsMax ?? p99MsMax, failedMax: 0.01 },
    fromPerSecond: 50,
    toPerSecond: 10_000,
    repeats: 3,
  });
  const figures = await search.run();
  stop();
  const { highestPerSecond, perSecond, steps } = figures;
  return {
    name,
    theory: Math.round(theory * 10) / 10,
    found: highestPerSecond,
    off: `${((highestPerSecond / theory - 1) * 100).toFixed(1)}%`,
    interval: perSecond && [perSecond.low, perSecond.high].map(Math.round),
    expected: limitedBy,
    limitedBy: figures.limitedBy,
    steps: steps.length,
    void: steps.filter(({ voidReason }) => voidReason !== null).length,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv[2]?.split(';') ?? Object.keys(cases);
  for (const name of names) process.stdout.write(`${JSON.stringify(await found(name))}\n`);
}
