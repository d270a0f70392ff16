/**
 * `npm run bench [-- --gate] [-- --full]`: every benchmark, one table on stdout, `reports/bench.json`, and
 * `docs/performance.md` made from it. With `--gate` a few quick rows alone, held against the least ratio they may have
 * (exit 1): ratios hold on a busy machine, absolute figures drift.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { auditRows, drawRows } from './audit.js';
import { checkRows } from './check.js';
import { dispatchRows } from './dispatch.js';
import { kernelRows } from './kernel.js';
import { performancePage } from './page.js';
import { runRows } from './runs.js';
import { tableOf } from './table.js';
import { sweepRows } from './sweep.js';
import { trafficRows } from './traffic.js';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const isGate = process.argv.includes('--gate');

const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGib: Math.round(totalmem() / 2 ** 30),
  system: `${process.platform} ${release().split('-')[0]}`,
  node: process.version,
};

const quickRows = async () => [
  ...(await kernelRows({ sizes: [{ agents: 100, events: 3_000_000 }] })),
  ...(await dispatchRows()),
  ...(await checkRows()),
  ...(await drawRows()),
];

const allRows = async () => [
  ...(await kernelRows()),
  ...(await dispatchRows()),
  ...(await checkRows()),
  ...(await auditRows({ isFull: process.argv.includes('--full') })),
  ...(await sweepRows()),
  ...(await trafficRows()),
  ...runRows(),
];

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

const rows = isGate ? await quickRows() : await allRows();
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
