/** A sweep for a terminal: held points, the cells of the grid, and how to repeat failures. */
import { valueText } from '../../simulation/sweep/axes.ts';
import type { CellMetric, CellSummary, SweepSummary } from '../../simulation/sweep/result-schema.ts';
import { clipped, counted, grouped, measured } from '../numbers.ts';

const columnMax = 100;
const cellsMax = 12;
const metricsMax = 12;
const failuresMax = 3;

/** The sweep as text; `speed` is shown as given, control characters in names are replaced. */
export function sweepText(
  summary: SweepSummary,
  options: { readonly color: boolean; readonly speed: string },
): string {
  const paint = (style: number, text: string): string =>
    options.color ? `\u001b[${style}m${text}\u001b[0m` : text;
  const lines = [
    paint(1, fit(titleOf(summary))),
    `digest   ${summary.digest}${options.speed === '' ? '' : `  ${options.speed}`}`,
    ...cellLines(summary),
    ...failureLines(summary, paint),
    paint(summary.ok ? 32 : 31, verdictOf(summary)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function titleOf({ scenario, points, seeds, cells, grid, shard }: SweepSummary): string {
  const cellsText = grid.length === 0 ? '' : `  ${counted(cells.length, 'cell')}`;
  const shardWords = shard === null ? '' : `  shard ${shard}`;
  return `${scenario}  ${counted(points, 'point')}  ${counted(seeds, 'seed')}${cellsText}${shardWords}`;
}

/** A block per cell on a small grid; otherwise one line per cell, with its first metric. */
function cellLines({ cells, grid }: SweepSummary): readonly string[] {
  if (grid.length === 0) return metricLines(cells[0]?.metrics ?? [], '  ', metricsMax);
  const blockSize = Math.floor(cellsMax / Math.max(1, cells.length)) - 1;
  const shown = cells.slice(0, cellsMax);
  const lines = shown.flatMap((cell) =>
    blockSize >= 1
      ? [`  ${fit(cellTitle(cell), columnMax - 2)}`, ...metricLines(cell.metrics, '    ', blockSize)]
      : [`  ${fit(`${cellTitle(cell)}  ${cell.metrics.map(metricText)[0] ?? ''}`, columnMax - 2)}`],
  );
  return [...lines, ...more(cells.length - shown.length, 'cell')];
}

const cellTitle = ({ settings, points, failed }: CellSummary): string => {
  const words = Object.entries(settings).map(([path, value]) => `${path}=${valueText(value)}`);
  return `${words.join('  ')}${failed === 0 ? '' : `  (${failed} of ${points} failed)`}`;
};

function metricLines(metrics: readonly CellMetric[], indent: string, max: number): readonly string[] {
  const shown = metrics.slice(0, max);
  return [
    ...shown.map((metric) => `${indent}${fit(metricText(metric), columnMax - indent.length)}`),
    ...more(metrics.length - shown.length, 'metric').map((line) => `${indent}${line.trimStart()}`),
  ];
}

/** `http_req_failed rate  0.0123 (0.0119 to 0.0127)`. */
function metricText({ metric, mean, low, high }: CellMetric): string {
  const exact = low === null || high === null || low === high;
  return `${metric}  ${measured(mean)}${exact ? '' : ` (${measured(low)} to ${measured(high)})`}`;
}

function failureLines(
  { failures, points, held }: SweepSummary,
  paint: (style: number, text: string) => string,
): readonly string[] {
  const lines = failures.slice(0, failuresMax).flatMap(({ point, outcome, why, command }) => [
    `  ${paint(31, '✗')} ${fit(`point ${point} ${outcome}: ${why}`, columnMax - 4)}`,
    // Never truncated, so that it can be copied.
    `    ${clean(command)}`,
  ]);
  return [...lines, ...more(points - held - Math.min(failures.length, failuresMax), 'failed point')];
}

function verdictOf({ ok, points, held, failed, broken, crashed }: SweepSummary): string {
  if (ok) return points === 0 ? 'No points.' : `${counted(points, 'point')}: all held.`;
  const parts = [
    failed > 0 ? `${grouped(failed)} failed` : '',
    broken > 0 ? `${grouped(broken)} broke an invariant inside Orrery` : '',
    crashed > 0 ? `${grouped(crashed)} crashed` : '',
  ].filter((part) => part !== '');
  return `${grouped(held)} of ${counted(points, 'point')} held; ${parts.join(', ')}.`;
}

const more = (count: number, what: string): readonly string[] =>
  count > 0 ? [`  and ${grouped(count)} more ${what}${count === 1 ? '' : 's'}: see results.csv`] : [];

const clean = (text: string): string => text.replaceAll(/\p{Cc}|\p{Cf}/gu, '?');
const fit = (text: string, length = columnMax): string => clipped(clean(text), length);
