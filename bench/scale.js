/**
 * Cost of a request, memory and size of the report as the population grows: the agents of `whole-platform-month` for a day,
 * 5,000 of them and 10 and 100 times as many, and a million newcomers. `node bench/scale.js [FACTOR…]` prints a line of
 * JSON for each; 100 takes half an hour and more. Processor time is that of the whole process, its threads included.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { row } from './measure.js';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const month = parse(readFileSync(at('scenarios/whole-platform-month.yaml'), 'utf8'));

/** All agents arrive within the day; neither the pool nor the house runs out with so many. */
function dayOf(factor) {
  const population = month.population.map((group) => ({
    ...group,
    count: group.count * factor,
    arrive: { over: '20h' },
  }));
  const { name, about, seed, start, network } = month;
  return { name, about, seed, start, for: '1d', network, population, policies };
}

const policies = { 'faucet.pool': '999999999', 'casino.houseBankroll': '999999999' };

const newcomers = {
  name: 'newcomers',
  seed: 1,
  for: '1d',
  policies,
  population: [{ agent: 'newcomer', count: 1_000_000, arrive: { over: '20h' } }],
};

/** Agents keep some kilobytes each: more than the heap that node gives by itself. */
const heapMib = 12_288;

function measured(scenario) {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-scale-'));
  const file = join(folder, 'scenario.yaml');
  writeFileSync(file, stringify(scenario));
  const out = join(folder, 'report');
  const program = [`--max-old-space-size=${heapMib}`, at('dist/src/host/cli/main.js')];
  const call = [...program, 'run', file, '--json', '--out', out];
  const timed = spawnSync('/usr/bin/time', ['-f', '%U %S %M', process.execPath, ...call], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  try {
    if (timed.status !== 0) throw new Error(timed.stderr);
    const { requests, wallSeconds, agents } = JSON.parse(timed.stdout);
    const [user, system, kib] = timed.stderr.trim().split('\n').at(-1).split(' ').map(Number);
    const bytes = (name) => statSync(join(readdirOf(out), name)).size;
    return {
      agents,
      requests,
      wallSeconds,
      processorSeconds: user + system,
      microsecondsPerRequest: (1e6 * (user + system)) / requests,
      peakMib: kib / 1024,
      reportMib: bytes('report.html') / 2 ** 20,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The folder of the report, which is the one named or the one in it. */
const readdirOf = (folder) =>
  readdirSync(folder).includes('report.html') ? folder : join(folder, readdirSync(folder)[0]);

/** For `reports/bench.json`: each population beside the smallest one, and the memory of the newcomers. */
export function scaleRows(factors = [1, 10]) {
  const days = factors.map((factor) => measured(dayOf(factor)));
  const [smallest] = days;
  const crowd = measured(newcomers);
  return [
    ...days.map((day) => rowOf(day, smallest)),
    ...days.map(({ agents, peakMib }) => row(`scale: memory of ${agents} agents`, 'MiB', peakMib)),
    row(`scale: memory of ${crowd.agents} newcomers`, 'MiB', crowd.peakMib),
  ];
}

function rowOf({ agents, microsecondsPerRequest }, smallest) {
  const peers =
    agents === smallest.agents ? {} : { [`${smallest.agents} agents`]: smallest.microsecondsPerRequest };
  return row(`scale: processor time of a request, ${agents} agents`, 'µs', microsecondsPerRequest, { peers });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const asked = process.argv.slice(2).map(Number);
  for (const factor of asked.length > 0 ? asked : [1, 10, 100])
    console.log(JSON.stringify({ factor, ...measured(dayOf(factor)) }));
  if (asked.length === 0) console.log(JSON.stringify({ ...measured(newcomers) }));
}
