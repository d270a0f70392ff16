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
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { groups } from './groups.js';
import { median } from './measure.js';
import { performancePage } from './page.js';
import { tableOf } from './table.js';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const usage = `npm run bench [-- OPTIONS]: about ten minutes; writes reports/bench.json and docs/performance.md

  --gate             a few quick rows, held against the least ratio they may have; writes nothing
  --full             the audit's rows at their full size
  --only GROUP,...   these groups alone: ${Object.keys(groups).join(', ')}
`;

/** Undefined where an option is none, which has been said then. */
function options() {
  const known = { gate: 'boolean', full: 'boolean', only: 'string', help: 'boolean' };
  try {
    const config = Object.fromEntries(Object.entries(known).map(([name, type]) => [name, { type }]));
    const { values } = parseArgs({ options: config });
    const only = values.only?.split(',');
    const strange = only?.find((name) => groups[name] === undefined);
    if (strange !== undefined) throw new Error(`--only: there is no group ${JSON.stringify(strange)}`);
    return { ...values, only };
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${usage}`);
    return undefined;
  }
}

const chosen = options();
const { gate: isGate = false, only } = chosen ?? {};
const resultFile = at('reports/bench.json');

const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGib: Math.round(totalmem() / 2 ** 30),
  system: `${process.platform} ${release().split('-')[0]}`,
  node: process.version,
};

const audit = chosen?.full === true ? 'audit-full' : 'audit';
const measured = isGate
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
  const first = measured.map((group) => ({ group, rows: rowsOf(group) }));
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
function mergedWithEarlier(rows) {
  if (!existsSync(resultFile)) return rows;
  const earlier = JSON.parse(readFileSync(resultFile, 'utf8'));
  if (JSON.stringify(earlier.machine) !== JSON.stringify(machine))
    throw new Error(`${resultFile} is of another machine, and one table has the figures of one machine`);
  const byName = new Map([...earlier.rows, ...rows].map((row) => [row.name, row]));
  return [...byName.values()];
}

async function writeAll() {
  const rows = only === undefined ? measured.flatMap(rowsOf) : mergedWithEarlier(only.flatMap(rowsOf));
  process.stdout.write(tableOf({ machine, rows }));
  mkdirSync(at('reports'), { recursive: true });
  writeFileSync(resultFile, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
  const page = performancePage({ machine, rows });
  writeFileSync(at('docs/performance.md'), await format(page, { parser: 'markdown', proseWrap: 'preserve' }));
}

if (chosen === undefined) process.exitCode = 2;
else if (chosen.help === true) process.stdout.write(usage);
else if (isGate) gate();
else await writeAll();
