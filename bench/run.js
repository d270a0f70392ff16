/** `npm run bench`: every benchmark, one table on stdout, and `reports/bench.json`. Ratios hold; absolute figures drift. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { auditRows } from './audit.js';
import { checkRows } from './check.js';
import { dispatchRows } from './dispatch.js';
import { kernelRows } from './kernel.js';
import { sweepRows } from './sweep.js';
import { trafficRows } from './traffic.js';

const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGib: Math.round(totalmem() / 2 ** 30),
  node: process.version,
};

const rows = [
  ...(await kernelRows()),
  ...(await dispatchRows()),
  ...(await checkRows()),
  ...auditRows({ isFull: process.argv.includes('--full') }),
  ...(await sweepRows()),
  ...(await trafficRows()),
];
mkdirSync('reports', { recursive: true });
writeFileSync('reports/bench.json', `${JSON.stringify({ machine, rows }, null, 2)}\n`);

const grouped = (figure) =>
  Math.round(figure)
    .toString()
    .replaceAll(/\B(?=(\d{3})+$)/g, ',');
process.stdout.write(`${machine.cpu}, ${machine.cores} cores, Node ${machine.node}\n\n`);
for (const { name, unit, ours, peers, ratio, skipped } of rows) {
  const beside = Object.keys(peers).map(
    (peer) => `${peer} ${grouped(peers[peer])} (${ratio[peer].toFixed(1)}x)`,
  );
  if (skipped !== undefined) beside.push(skipped);
  process.stdout.write(
    `${name.padEnd(40)} ${grouped(ours).padStart(12)} ${unit.padEnd(16)} ${beside.join(', ')}\n`,
  );
}
