/**
 * `npm run bench [-- --gate] [-- --full]`: every benchmark, one table on stdout, `reports/bench.json`, and
 * `docs/performance.md` made from it. With `--gate` a few quick rows alone, held against the least ratio they may have
 * (exit 1): ratios hold on a busy machine, absolute figures drift.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { performancePage } from './page.js';
import { tableOf } from './table.js';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const isGate = process.argv.includes('--gate');

const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGib: Math.round(totalmem() / 2 ** 30),
  system: `${process.platform} ${release().split('-')[0]}`,
  node: process.version,
};

const audit = process.argv.includes('--full') ? 'audit-full' : 'audit';
const groups = isGate
  ? ['kernel-quick', 'dispatch', 'check', 'draws']
  : ['kernel', 'dispatch', 'check', audit, 'sweep', 'traffic', 'runs'];

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

/** Which ratios are too small; one that was not measured is no excuse where its floor is listed. */
function broken(rows) {
  const floors = JSON.parse(readFileSync(at('bench/floors.json'), 'utf8'));
  return floors.flatMap(({ name, peer, least }) => {
    const ratio = rows.find((one) => one.name === name)?.ratio[peer];
    const isHeld = ratio !== undefined && ratio >= least;
    return isHeld
      ? []
      : [`${name}: ${ratio?.toFixed(1) ?? 'not measured'} times ${peer}, at least ${least} wanted`];
  });
}

const rows = groups.flatMap(rowsOf);
process.stdout.write(tableOf({ machine, rows }));
if (isGate) {
  const sentences = broken(rows);
  for (const sentence of sentences) process.stdout.write(`${sentence}\n`);
  process.exitCode = sentences.length === 0 ? 0 : 1;
} else {
  mkdirSync(at('reports'), { recursive: true });
  writeFileSync(at('reports/bench.json'), `${JSON.stringify({ machine, rows }, null, 2)}\n`);
  const page = performancePage({ machine, rows });
  writeFileSync(at('docs/performance.md'), await format(page, { parser: 'markdown', proseWrap: 'preserve' }));
}
