/**
 * `npm run bench [-- --gate] [-- --full] [-- --only GROUP,...]`: every benchmark, one table on stdout, `reports/bench.json`, and
 * `docs/performance.md` made from it. With `--only` these groups alone, whose rows replace those of the file: large populations
 * (`scale`) are measured in no other way, because they take half an hour. With `--gate` a few quick rows alone, held against the least ratio they may have
 * (exit 1): ratios hold on a busy machine, absolute figures drift. A group with a ratio below its least is measured twice
 * more, and the median of the three decides.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { median } from './measure.js';
import { performancePage } from './page.js';
import { tableOf } from './table.js';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const isGate = process.argv.includes('--gate');
const only = process.argv.includes('--only')
  ? process.argv[process.argv.indexOf('--only') + 1]?.split(',')
  : undefined;
const resultFile = at('reports/bench.json');

const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGib: Math.round(totalmem() / 2 ** 30),
  system: `${process.platform} ${release().split('-')[0]}`,
  node: process.version,
};

const audit = process.argv.includes('--full') ? 'audit-full' : 'audit';
const groups = isGate
  ? ['kernel-quick', 'dispatch-quick', 'check', 'draws']
  : ['kernel', 'dispatch', 'check', audit, 'sweep', 'serve', 'traffic', 'runs'];

/** Its errors go where ours do. */
function rowsOf(group) {
  const words = [at('bench/group.js'), group];
  const { status, stdout } = spawnSync(process.execPath, words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`the group ${group} ended with ${status}`);
  return JSON.parse(stdout);
}

const floors = JSON.parse(readFileSync(at('bench/floors.json'), 'utf8'));

/** The floors that the rows of a group are below; what is listed but was not measured is below its floor too. */
const broken = (rows, floorsOfGroup) =>
  floorsOfGroup.filter(
    ({ name, peer, least }) => !(rows.find((one) => one.name === name)?.ratio[peer] >= least),
  );

/** The ratios of each floor over several measurements of a group, as sentences for those whose median is too small. */
function judged(measurements, floorsOfGroup) {
  return floorsOfGroup.flatMap(({ name, peer, least }) => {
    const ratios = measurements.map((rows) => rows.find((one) => one.name === name)?.ratio[peer] ?? 0);
    const said = ratios.map((ratio) => ratio.toFixed(1)).join(', ');
    return median(ratios) >= least ? [] : [`${name}: ${said} times ${peer}, at least ${least} wanted`];
  });
}

/** One measurement of each group, or three where one is not enough; prints the table of the first ones. */
function gate() {
  const first = groups.map((group) => ({ group, rows: rowsOf(group) }));
  process.stdout.write(tableOf({ machine, rows: first.flatMap(({ rows }) => rows) }));
  const sentences = first.flatMap(({ group, rows }) => {
    const own = floors.filter((floor) => floor.group === group);
    if (broken(rows, own).length === 0) return [];
    return judged([rows, rowsOf(group), rowsOf(group)], own);
  });
  for (const sentence of sentences) process.stdout.write(`${sentence}\n`);
  process.exitCode = sentences.length === 0 ? 0 : 1;
}

/** The rows of an earlier run, each replaced where it was measured now. */
function mergedWithEarlier(measured) {
  if (!existsSync(resultFile)) return measured;
  const earlier = JSON.parse(readFileSync(resultFile, 'utf8'));
  if (JSON.stringify(earlier.machine) !== JSON.stringify(machine))
    throw new Error(`${resultFile} is of another machine, and one table has the figures of one machine`);
  const byName = new Map([...earlier.rows, ...measured].map((row) => [row.name, row]));
  return [...byName.values()];
}

async function writeAll() {
  const rows = only === undefined ? groups.flatMap(rowsOf) : mergedWithEarlier(only.flatMap(rowsOf));
  process.stdout.write(tableOf({ machine, rows }));
  mkdirSync(at('reports'), { recursive: true });
  writeFileSync(resultFile, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
  const page = performancePage({ machine, rows });
  writeFileSync(at('docs/performance.md'), await format(page, { parser: 'markdown', proseWrap: 'preserve' }));
}

if (isGate) gate();
else await writeAll();
