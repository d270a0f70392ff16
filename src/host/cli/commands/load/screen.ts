/** A load while it runs: one screen on a terminal, a line now and then elsewhere. */
import { formatDuration } from '../../../../core/base/time.ts';
import type { LoadCall } from '../../../../live/load/load-call.ts';
import { percentilesOf } from '../../../../live/traffic/measure/histogram.ts';
import { intervalMsOf } from '../../../../live/load/measure/series.ts';
import { judged } from '../../../../live/load/measure/judged.ts';
import type { LoadView, RunningLoad } from '../../../../live/load/running-load.ts';
import { figure, fittedFigure, grouped, packed, shortened, shortenedAtStart } from '../../output/fitted.ts';
import { complain, startScreen, terminalSize } from '../../output/output.ts';

const screenMs = 500;
const lineMs = 10_000;
const operationsMax = 8;
const barWidth = 24;
/** Columns of a cell such as `rate  1,234.5/s`; two of them and the label fit into 40 columns. */
const cellWidth = 16;
/** Columns of a figure in the table, of one in a narrow terminal, and of the name of an operation. */
const [columnWidth, columnWidthMin] = [10, 7];
const nameWidth = 28;
/** Terminals with fewer columns have narrower figures, and those with fewer than the second the most important alone. */
const [tableWidth, wholeTableWidth] = [79, 56];

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
  const answered = last?.answered ?? 0;
  const times = answered > 0 ? `, p50 ${figure(last?.p50 ?? 0)} ms, p99 ${figure(last?.p99 ?? 0)} ms` : '';
  return `${seconds(elapsedMs)} of ${seconds(lengthMs)}: ${last?.offered ?? 0} offered, ${answered} answered in the last interval${times}, ${failed} of ${requests} failed, ${agents} agents`;
}

const waitText = ({ ready, of }: { ready: number; of: number }): string =>
  `waits for workers: ${ready} of ${of} are ready`;

/** The lines of the screen, the most important first, for a terminal of so many columns, of at least 40. */
export function screenOf(call: LoadCall, view: LoadView, columns: number): string[] {
  // A terminal breaks a line that is as wide as itself.
  const room = columns - 1;
  if (view.waitsFor !== undefined) return [shortened(waitText(view.waitsFor), room)];
  const [head = '', ...names] = headLines(call, view, room);
  const table = operations(view, room);
  const top = [head, ...figures(view, room), ...agentsAndErrors(view, room), ...names];
  return [...top, '', ...table, '', ...expectations(call, view, room)];
}

/** How far it is; what it is stands beside it, or below the figures where there is no room. */
function headLines(
  { scenario, target }: LoadCall,
  { elapsedMs, lengthMs, rows }: LoadView,
  room: number,
): string[] {
  const full = Math.round(Math.min(1, elapsedMs / lengthMs) * barWidth);
  const bar = '█'.repeat(full) + '░'.repeat(barWidth - full);
  const { load } = scenario;
  const at = Math.max(1, (rows.at(-1)?.stage ?? 0) + 1);
  const stage = load === undefined ? [] : [`${load.shape}, stage ${at} of ${load.stages.length}`];
  const time = `${seconds(elapsedMs)} of ${seconds(lengthMs)}`;
  return packed('', [`${bar} ${time}`, `${scenario.name} against ${target.name}`, ...stage], room);
}

/** What was measured in the last interval, and in all of the load. */
function figures({ rows, lengthMs, elapsedMs, measures }: LoadView, room: number): string[] {
  const last = rows.at(-1);
  const { counts, total } = measures;
  const all = percentilesOf(total.response);
  const perSecond = (times = 0, ms = intervalMsOf(lengthMs)): number => (1000 * times) / Math.max(1, ms);
  const answered = last?.answered ?? 0;
  const now = [
    cell('rate', perSecond(answered), '/s'),
    timeCell('p99', last?.p99, answered),
    cell('failed', last?.failed),
    cell('due', perSecond(last?.offered), '/s'),
    timeCell('p50', last?.p50, answered),
    timeCell('p95', last?.p95, answered),
  ];
  const whole = [
    cell('rate', perSecond(answeredOf(total.statuses), elapsedMs), '/s'),
    timeCell('p99', all.p99, total.requests),
    cell('failed', total.failed),
    cell('due', perSecond(counts.offered, elapsedMs), '/s'),
    timeCell('p50', all.p50, total.requests),
    timeCell('p90', all.p90, total.requests),
    cell('total', counts.offered),
  ];
  return [...packed('now  ', now, room), ...packed('all  ', whole, room)];
}

function agentsAndErrors({ measures, agents, inFlight }: LoadView, room: number): string[] {
  const { counts, total } = measures;
  const acting = [
    `${grouped(agents)} act`,
    `${grouped(counts.ended)} ended`,
    `${grouped(counts.dropped)} dropped`,
    `${grouped(inFlight)} requests open`,
    `${grouped(counts.retries)} retries`,
  ];
  const most = [...total.codes].toSorted(([, left], [, right]) => right - left).slice(0, 5);
  const codes = most.map(([code, times]) => `${grouped(times)} ${code}`);
  const share = (100 * total.failed) / Math.max(1, total.requests);
  const errors = total.failed === 0 ? ['none'] : [`${share.toFixed(2)}% of requests`, ...codes];
  return [...packed('agents  ', acting, room), ...packed('errors  ', errors, room)];
}

/** A figure of a fixed width, so that it stays at its place when its digits change. */
function cell(name: string, value = 0, unit = ''): string {
  const width = cellWidth - name.length - 1 - unit.length;
  return `${name} ${fittedFigure(value, width).padStart(width)}${unit}`;
}

/** A percentile; without an answer there is none, which is not a time of 0 ms. */
const timeCell = (name: string, valueMs: number | undefined, answered: number): string =>
  answered > 0 ? cell(name, valueMs, ' ms') : `${name} ${'-'.padStart(cellWidth - name.length - 1)}`;

const answeredOf = (statuses: ReadonlyMap<number, number>): number =>
  [...statuses.values()].reduce((sum, times) => sum + times, 0);

/** The busiest operations; without room for five figures the three that matter most. */
function operations({ measures, elapsedMs }: LoadView, room: number): string[] {
  const busiest = [...measures.calls].toSorted(([, left], [, right]) => right.requests - left.requests);
  const shown = busiest.slice(0, operationsMax).map(([call, { requests, failed, response }]) => {
    const { p50, p99 } = percentilesOf(response);
    const perSecond = (requests / Math.max(1, elapsedMs)) * 1000;
    return { name: call === '' ? 'other paths' : call, figures: [requests, perSecond, failed, p50, p99] };
  });
  const width = room < tableWidth - 1 ? columnWidthMin : columnWidth;
  const isWhole = room >= wholeTableWidth - 1;
  const titles = room < tableWidth - 1 ? ['count', 'rate/s', 'failed', 'p50', 'p99'] : wideTitles;
  const picked = isWhole ? [0, 1, 2, 3, 4] : [1, 4, 2];
  const names = Math.min(nameWidth, room - picked.length * width);
  const line = (name: string, cells: readonly string[]): string =>
    `${shortenedAtStart(name, names - 1).padEnd(names)}${picked.map((at) => (cells[at] ?? '').padStart(width)).join('')}`;
  const lines = shown.map(({ name, figures: of }) => line(name, of.map((value) => fittedFigure(value, width - 1)))); // prettier-ignore
  const rest = busiest.length - lines.length;
  return [line('operation', titles), ...lines, ...(rest > 0 ? [`and ${rest} more`] : [])];
}

const wideTitles: readonly string[] = ['requests', 'rate/s', 'failed', 'p50 ms', 'p99 ms'];

/** The value is never cut, nor the threshold: the metric is. */
function expectations(
  { scenario }: LoadCall,
  { measures, elapsedMs, agents }: LoadView,
  room: number,
): string[] {
  const results = judged(scenario.expectations, measures, { seconds: elapsedMs / 1000, agents });
  return results.map(({ metric, threshold, value, ok }) => {
    const mark = value === null ? '·' : ok ? '✓' : '✗';
    const end = ` ${threshold}: ${value === null ? 'no value' : figure(value)}`;
    return `${mark} ${shortened(metric, Math.max(8, room - 2 - end.length))}${end}`;
  });
}

const seconds = (ofMs: number): string => formatDuration(Math.floor(ofMs / 1000) * 1000);
