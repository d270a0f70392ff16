/** A load while it runs: one screen on a terminal, a line now and then elsewhere. */
import { groupedDigits } from '../../../../core/base/digits.ts';
import { formatDuration } from '../../../../core/base/time.ts';
import type { LoadCall } from '../../../../live/load/load-call.ts';
import { percentilesOf } from '../../../../live/load/measure/histogram.ts';
import { judged } from '../../../../live/load/measure/judged.ts';
import type { LoadView, RunningLoad } from '../../../../live/load/running-load.ts';
import { complain, startScreen, terminalSize } from '../../output/output.ts';

const screenMs = 500;
const lineMs = 10_000;
const operationsMax = 8;
const barWidth = 24;
/** Columns of a table that is not cut, and of its five figures; with fewer the names and the figures are narrower. */
const tableWidth = 79;
const [cellWidth, cellWidthMin] = [10, 7];
const [nameWidth, nameWidthMin] = [28, 12];

/** Shows a load until the returned function is called. */
export function showLoad(call: LoadCall, load: RunningLoad): () => void {
  if (!process.stderr.isTTY) {
    const timer = setInterval(() => complain(`${lineOf(load.view())}\n`), lineMs);
    return () => clearInterval(timer);
  }
  const screen = startScreen();
  const draw = (): void => screen.show(screenOf(call, load.view(), terminalSize().columns));
  draw();
  const timer = setInterval(draw, screenMs);
  return () => {
    clearInterval(timer);
    screen.clear();
  };
}

/** One line for a log. */
export function lineOf(view: LoadView): string {
  if (view.waitsFor !== undefined) return waitText(view.waitsFor);
  const { elapsedMs, lengthMs, rows, agents, measures } = view;
  const last = rows.at(-1);
  const { failed, requests } = measures.total;
  return `${seconds(elapsedMs)} of ${seconds(lengthMs)}: ${last?.offered ?? 0} offered, ${last?.answered ?? 0} answered in the last interval, p50 ${number(last?.p50 ?? 0)} ms, p99 ${number(last?.p99 ?? 0)} ms, ${failed} of ${requests} failed, ${agents} agents`;
}

const waitText = ({ ready, of }: { ready: number; of: number }): string =>
  `waits for workers: ${ready} of ${of} are ready`;

/** The lines of the screen, the most important first; those of the table fit into so many columns. */
export function screenOf(call: LoadCall, view: LoadView, columns: number): string[] {
  if (view.waitsFor !== undefined) return [waitText(view.waitsFor)];
  const lines = [headLine(call, view), ...figures(view), '', ...operations(view, columns), ''];
  return [...lines, ...expectations(call, view)];
}

function headLine({ scenario, target }: LoadCall, { elapsedMs, lengthMs, rows }: LoadView): string {
  const share = Math.min(1, elapsedMs / lengthMs);
  const full = Math.round(share * barWidth);
  const bar = '█'.repeat(full) + '░'.repeat(barWidth - full);
  const { load } = scenario;
  const at = (rows.at(-1)?.stage ?? 0) + 1;
  const stage =
    load === undefined ? '' : `  ${load.shape}, stage ${Math.max(1, at)} of ${load.stages.length}`;
  return `${scenario.name} against ${target.name}  ${bar} ${seconds(elapsedMs)} of ${seconds(lengthMs)}${stage}`;
}

function figures({ rows, measures, agents, inFlight }: LoadView): string[] {
  const last = rows.at(-1);
  const { counts, total } = measures;
  const all = percentilesOf(total.response);
  const share = total.requests === 0 ? 0 : (100 * total.failed) / total.requests;
  const errors = [...total.codes].toSorted(([, left], [, right]) => right - left).slice(0, 5);
  return [
    `requests   offered ${cell(last?.offered)}  answered ${cell(last?.answered)}  failed ${cell(last?.failed)}   (last interval)`,
    `           offered ${cell(counts.offered)}  answered ${cell(answeredOf(total.statuses))}  failed ${cell(total.failed)}   (all, ${share.toFixed(2)}% failed, ${grouped(counts.retries)} retries)`,
    `response   p50 ${ms(last?.p50)}  p95 ${ms(last?.p95)}  p99 ${ms(last?.p99)} ms   (last interval)`,
    `           p50 ${ms(all.p50)}  p90 ${ms(all.p90)}  p99 ${ms(all.p99)} ms   (all)`,
    `agents     ${grouped(agents)} act, ${grouped(counts.ended)} came to an end, ${grouped(counts.dropped)} dropped; ${grouped(inFlight)} requests open`,
    `errors     ${errors.length === 0 ? 'none' : errors.map(([code, times]) => `${code} ${grouped(times)}`).join('  ')}`,
  ];
}

const answeredOf = (statuses: ReadonlyMap<number, number>): number =>
  [...statuses.values()].reduce((sum, times) => sum + times, 0);

const titlesWide = ['requests', 'rate/s', 'failed', 'p50 ms', 'p99 ms'] as const;

function operations({ measures, elapsedMs }: LoadView, columns: number): string[] {
  const busiest = [...measures.calls].toSorted(([, left], [, right]) => right.requests - left.requests);
  const isNarrow = columns < tableWidth;
  const cellOf = (text: string): string => ` ${text}`.padStart(isNarrow ? cellWidthMin : cellWidth);
  const width = isNarrow ? Math.max(nameWidthMin, columns - 1 - 5 * cellWidthMin) : nameWidth;
  const titles = isNarrow ? ['count', 'rate/s', 'failed', 'p50', 'p99'] : titlesWide;
  const head = `${'operation'.padEnd(width)}${titles.map(cellOf).join('')}`;
  const lines = busiest.slice(0, operationsMax).map(([call, { requests, failed, response }]) => {
    const { p50, p99 } = percentilesOf(response);
    const cells = [
      grouped(requests),
      number((requests / Math.max(1, elapsedMs)) * 1000),
      grouped(failed),
      number(p50),
      number(p99),
    ];
    const name = call === '' ? 'other paths' : call;
    return `${name.slice(0, width - 1).padEnd(width)}${cells.map(cellOf).join('')}`;
  });
  const rest = busiest.length - lines.length;
  return [head, ...lines, ...(rest > 0 ? [`and ${rest} more`] : [])];
}

function expectations({ scenario }: LoadCall, { measures, elapsedMs, agents }: LoadView): string[] {
  const results = judged(scenario.expectations, measures, { seconds: elapsedMs / 1000, agents });
  return results.map(({ metric, threshold, value, ok }) => {
    const mark = value === null ? '·' : ok ? '✓' : '✗';
    return `${mark} ${metric} ${threshold}: ${value === null ? 'not measured yet' : number(value)}`;
  });
}

const seconds = (ofMs: number): string => formatDuration(Math.floor(ofMs / 1000) * 1000);
const grouped = (value: number): string => groupedDigits(String(value));
const number = (value: number): string =>
  value >= 1000 ? grouped(Math.round(value)) : String(Number(value.toPrecision(3)));
const cell = (value: number | undefined): string => grouped(value ?? 0).padStart(7);
const ms = (value: number | undefined): string => number(value ?? 0).padStart(7);
