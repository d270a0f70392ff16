/**
 * Traffic: how fast the open engine sends with correlation beside autocannon, and what each says of a server that stands
 * still for two seconds. Every client runs in a process of its own, in turns, so that a busy machine is busy for all.
 */
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(`traffic/${name}`, import.meta.url));
const median = (values) => values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0;

function served(words) {
  const child = spawn(process.execPath, [here('toy-server.js'), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve) => {
    child.stdout.once('data', (data) => resolve({ port: String(data).trim(), stop: () => child.kill() }));
  });
}

function measured(name, port, seconds) {
  const { stdout } = spawnSync(process.execPath, [here('client.js'), name, port, String(seconds)], {
    encoding: 'utf8',
  });
  return JSON.parse(stdout);
}

const rounds = 5;
const seconds = 2;

async function throughputRows() {
  const { port, stop } = await served([]);
  const names = ['open', 'autocannon', 'autocannon-correlated'];
  const found = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) found[name].push(measured(name, port, seconds));
  }
  stop();
  const row = (title, unit, figure) => {
    const ours = median(found.open.map(figure));
    const peers = Object.fromEntries(names.slice(1).map((name) => [name, median(found[name].map(figure))]));
    const ratio = Object.fromEntries(Object.entries(peers).map(([name, peer]) => [name, ours / peer]));
    return { name: title, unit, ours, peers, ratio };
  };
  return [
    row('replay: send with correlation', 'requests/s', ({ perSecond }) => perSecond),
    // Holds on a machine where others want the processor too.
    row(
      'replay: send, per CPU second',
      'requests/CPU s',
      ({ perSecond, cpuSeconds }) => (perSecond * seconds) / cpuSeconds,
    ),
  ];
}

/** 1,000 requests a second for 15 s, 2 s of them frozen: of all, 2/15 wait evenly between nothing and 2 s. */
const theory = { p90: 500, p99: 1850 };

async function stallRows() {
  const found = {};
  for (const name of ['open-stall', 'autocannon-stall']) {
    const { port, stop } = await served(['--freeze', '5000,2000']);
    found[name] = measured(name, port, 15);
    stop();
  }
  return Object.entries(theory).map(([percentile, expected]) => {
    const ours = found['open-stall'][percentile];
    const autocannon = found['autocannon-stall'][percentile];
    return {
      name: `stall of 2 s: ${percentile} of the response time`,
      unit: 'ms',
      ours,
      peers: { theory: expected, autocannon },
      ratio: { theory: ours / expected, autocannon: ours / autocannon },
    };
  });
}

export const trafficRows = async () => [...(await throughputRows()), ...(await stallRows())];
