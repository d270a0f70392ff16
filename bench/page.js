/** `docs/performance.md`: how it is measured, what was measured, and what the limits are. */
import { readFileSync } from 'node:fs';
import { figure } from './table.js';

const prose = (name) => readFileSync(new URL(`prose/${name}.md`, import.meta.url), 'utf8').trim();

/** Rows by what their names begin with. */
const parts = [
  ['Kernel', 'kernel'],
  ['Dispatch', 'dispatch'],
  ['Checking', 'checked'],
  ['Audit', 'audit'],
  ['Replay', 'replay'],
  ['A server that stands still', 'stall'],
  ['Sweeps', 'sweep'],
  ['Whole runs', 'run'],
  ['Start', 'start'],
];

const compared = ({ peers, ratio, skipped }) => {
  const others = Object.keys(peers).map((peer) => {
    const times = Number.isFinite(ratio[peer]) ? ` (${ratio[peer].toFixed(ratio[peer] < 3 ? 2 : 1)}×)` : '';
    return `${peer} ${figure(peers[peer])}${times}`;
  });
  return [...others, ...(skipped === undefined ? [] : [skipped])].join(', ');
};

function tableOf(rows) {
  const lines = rows.map((row) => `| ${row.name} | ${figure(row.ours)} ${row.unit} | ${compared(row)} |`);
  return ['| what | Orrery | beside |', '| --- | --- | --- |', ...lines].join('\n');
}

export function performancePage({ machine, rows }) {
  const { cpu, cores, memoryGib, system, node } = machine;
  const tables = parts.flatMap(([title, prefix]) => {
    const found = rows.filter(({ name }) => name.startsWith(prefix));
    return found.length === 0 ? [] : [`### ${title}\n\n${tableOf(found)}`];
  });
  const where = `${cpu}, ${cores} cores, ${memoryGib} GiB, ${system}, Node ${node}`;
  return `${[
    '# Performance',
    '<!-- Made by `npm run bench` from what it measured and from bench/prose. -->',
    prose('method'),
    '## Figures',
    `Measured on: ${where}. A ratio above 1 says that Orrery does more (or, of waits and bytes, has more).`,
    ...tables,
    prose('limits'),
  ].join('\n\n')}\n`;
}
