/**
 * Whole runs through the command line, each in a process of its own: virtual to wall time with the rates beside it,
 * memory for each agent beyond an empty run, and how long it takes to say anything at all.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, row } from './measure.js';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const program = at('dist/src/host/cli/main.js');

/** Runs the program under GNU time, where it is there; `peakKib` is undefined elsewhere. */
function ran(words) {
  const out = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  const command = [process.execPath, program, ...words, '--json', '--out', join(out, 'report')];
  const timed = spawnSync('/usr/bin/time', ['-f', '%M', ...command], { encoding: 'utf8' });
  const done =
    timed.error === undefined ? timed : spawnSync(command[0], command.slice(1), { encoding: 'utf8' });
  rmSync(out, { recursive: true, force: true });
  if (done.status !== 0) throw new Error(done.stderr);
  const peakKib = timed.error === undefined ? Number(done.stderr.trim().split('\n').at(-1)) : undefined;
  return { result: JSON.parse(done.stdout), peakKib };
}

const measured = ['first-month', 'casino-night', 'trading-week'];

/** One scenario as it is shipped, all observers on; wall time is that of the run without the report. */
function scenarioRows(name) {
  const { wallSeconds, virtual, events, requests } = ran(['run', at(`scenarios/${name}.yaml`)]).result;
  return [
    row(`run: ${name}, virtual to wall`, 's/s', virtual.seconds / wallSeconds),
    row(`run: ${name}, events`, 'events/s', events / wallSeconds),
    row(`run: ${name}, requests`, 'requests/s', requests / wallSeconds),
  ];
}

/** What an agent costs that sleeps through the day, and one that registers and looks at itself. */
const populations = [
  { agent: 'idler', count: 1_000_000 },
  { agent: 'newcomer', count: 100_000 },
];

function peakOf(agent, count) {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  const file = join(folder, 'scenario.yaml');
  writeFileSync(
    file,
    `name: crowd\nseed: 1\nfor: 24h\npolicies: { faucet.pool: '999999999' }\n` +
      `population:\n  - { agent: ${agent}, count: ${count}, arrive: { over: 20h } }\n`,
  );
  const { peakKib } = ran(['run', file]);
  rmSync(folder, { recursive: true, force: true });
  return peakKib;
}

function memoryRows() {
  return populations.map(({ agent, count }) => {
    const name = `run: one ${agent} of ${count}, beyond an empty run`;
    const [empty, full] = [peakOf(agent, 1), peakOf(agent, count)];
    if (full === undefined) return row(name, 'bytes', Number.NaN, { skipped: 'GNU time is not installed' });
    return row(name, 'bytes', ((full - empty) * 1024) / count);
  });
}

/** Wall time, for once: it is what a person waits. */
function waitFor(words) {
  const begin = process.hrtime.bigint();
  spawnSync(process.execPath, words);
  return Number(process.hrtime.bigint() - begin) / 1e6;
}

/** In turns, so that both meet the same machine. */
function startUpRow() {
  const waits = Array.from({ length: 21 }, () => [waitFor([program, '--help']), waitFor(['-e', '0'])]);
  const [ours, node] = [0, 1].map((side) => median(waits.map((pair) => pair[side])));
  return row('start: --help', 'ms', ours, { peers: { 'node -e 0': node } });
}

export const runRows = () => [...measured.flatMap(scenarioRows), ...memoryRows(), startUpRow()];
