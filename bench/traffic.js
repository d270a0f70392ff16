/**
 * Traffic: how fast the open engine sends with correlation beside autocannon and wrk, what each program says of a server
 * that stands still for two seconds, and what sending at a rate costs beside k6. Every client runs in a process of its
 * own, in turns, so that a busy machine is busy for all. A program that is not installed is left out, and the row says so.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { median, row } from './measure.js';
import { cost, timedServer } from './traffic/cost.js';

const here = (name) => fileURLToPath(new URL(`traffic/${name}`, import.meta.url));
const k6 = process.env.K6_BIN ?? 'k6';

const rounds = 5;
const seconds = 2;
const connections = 64;

function served(words) {
  const child = spawn(process.execPath, [here('toy-server.js'), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve) => {
    child.stdout.once('data', (data) => resolve({ port: String(data).trim(), stop: () => child.kill() }));
  });
}

function own(name, port, forSeconds) {
  const { stdout } = spawnSync(process.execPath, [here('client.js'), name, port, String(forSeconds)], {
    encoding: 'utf8',
  });
  return JSON.parse(stdout);
}

/** Without correlation, and with one thread, as the others. */
function wrk(port, forSeconds) {
  const words = ['-t1', `-c${connections}`, `-d${forSeconds}s`, '-H', 'authorization: Bearer x'];
  const { stdout } = spawnSync('wrk', [...words, `http://127.0.0.1:${port}/thing`], { encoding: 'utf8' });
  return { perSecond: Number(/Requests\/sec:\s*([\d.]+)/.exec(stdout)?.[1]) };
}

/** An arrival rate that does not wait, with users enough for the stall. */
function k6Stall(port, forSeconds) {
  const words = ['run', '--no-usage-report', '--quiet', '--log-output=none', here('k6-stall.js')];
  const { stdout } = spawnSync(k6, words, {
    encoding: 'utf8',
    env: {
      ...process.env,
      PORT: port,
      SECONDS: String(forSeconds),
      K6_AUTO_EXTENSION_RESOLUTION: 'false',
      K6_WEB_DASHBOARD_PORT: '-1',
    },
  });
  return JSON.parse(stdout);
}

const isThere = (program, words) => spawnSync(program, words).error === undefined;

/** Clients by name, without those that are not there; and in words, which those are. */
function installed(clients, programs) {
  const missing = Object.keys(programs).filter((name) => !programs[name]);
  const found = Object.fromEntries(Object.entries(clients).filter(([name]) => !missing.includes(name)));
  return { found, skipped: missing.map((name) => `${name} is not installed`).join(', ') };
}

async function throughputRows() {
  const { port, stop } = await served([]);
  const { found, skipped } = installed(
    {
      open: () => own('open', port, seconds),
      autocannon: () => own('autocannon', port, seconds),
      'autocannon-correlated': () => own('autocannon-correlated', port, seconds),
      wrk: () => wrk(port, seconds),
    },
    { wrk: isThere('wrk', ['-v']) },
  );
  const measured = Object.fromEntries(Object.keys(found).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(found)) measured[name].push(found[name]());
  }
  stop();
  const medianOf = (name, figure) => median(measured[name].map(figure));
  const rowOf = (title, unit, { figure, names }) =>
    row(title, unit, medianOf('open', figure), {
      peers: Object.fromEntries(names.map((name) => [name, medianOf(name, figure)])),
      ...(skipped === '' ? {} : { skipped }),
    });
  const names = Object.keys(found).filter((name) => name !== 'open');
  return [
    rowOf('replay: send with correlation', 'requests/s', { figure: ({ perSecond }) => perSecond, names }),
    // Holds on a machine where others want the processor too.
    rowOf('replay: send, per CPU second', 'requests/CPU s', {
      figure: ({ perSecond, cpuSeconds }) => (perSecond * seconds) / cpuSeconds,
      names: names.filter((name) => name !== 'wrk'),
    }),
  ];
}

/** 1,000 requests a second for 15 s, 2 s of them frozen: of all, 2/15 wait evenly between nothing and 2 s. */
const theory = { p50: 0, p90: 500, p99: 1850, achieved: 1000 };
const stallSeconds = 15;

async function stallRows() {
  const { found, skipped } = installed(
    {
      open: (port) => own('open-stall', port, stallSeconds),
      autocannon: (port) => own('autocannon-stall', port, stallSeconds),
      k6: (port) => k6Stall(port, stallSeconds),
    },
    { k6: isThere(k6, ['version']) },
  );
  const measured = {};
  for (const name of Object.keys(found)) {
    const { port, stop } = await served(['--freeze', '5000,2000']);
    own('warm', port, 1);
    measured[name] = found[name](port);
    stop();
  }
  const { open, ...others } = measured;
  return Object.entries(theory).map(([figure, expected]) => {
    const peers = { theory: expected };
    for (const name of Object.keys(others)) peers[name] = others[name][figure];
    const what = figure === 'achieved' ? 'rate achieved of 1000 offered' : `${figure} of the response time`;
    const unit = figure === 'achieved' ? 'requests/s' : 'ms';
    const made = row(`stall of 2 s: ${what}`, unit, open[figure], {
      peers,
      ...(skipped === '' ? {} : { skipped }),
    });
    // Of a median that should be nothing there is no ratio.
    return expected === 0 ? { ...made, ratio: {} } : made;
  });
}

const costRates = [500, 2000, 8000];
const costRounds = 3;

/** Processor time and lateness of requests at a given rate; `cost.js` says how both are measured. */
async function costRows() {
  if (!existsSync('/proc/self/stat')) return [];
  const { skipped, found } = installed({ open: true, k6: true }, { k6: isThere(k6, ['version']) });
  const { port, stop } = await timedServer();
  const rows = [];
  for (const rate of costRates) {
    const measured = Object.fromEntries(Object.keys(found).map((name) => [name, []]));
    for (let round = 0; round < costRounds; round++)
      for (const name of Object.keys(found)) measured[name].push(await cost(name, port, rate));
    const rowOf = (what, unit, figure) => {
      const { open, ...peers } = Object.fromEntries(
        Object.entries(measured).map(([name, figures]) => [name, median(figures.map(figure))]),
      );
      return row(`sending ${rate}/s: ${what}`, unit, open, { peers, ...(skipped === '' ? {} : { skipped }) });
    };
    rows.push(rowOf('processor time per request', 'µs', ({ microsPerRequest }) => microsPerRequest));
    rows.push(rowOf('p99 of the lateness', 'ms', ({ lateMs }) => lateMs.p99));
  }
  stop();
  return rows;
}

export const trafficRows = async () => [
  ...(await throughputRows()),
  ...(await stallRows()),
  ...(await costRows()),
];
