/** A bench as one HTML file: the highest rate and what limited it, each step, and the requests over time. */
import type { BenchResult } from '../../live/traffic/bench/result.ts';
import { chartData, figureMarkup } from '../html/charts/chart.ts';
import { tileList } from '../html/figures.ts';
import { codeMarkup, html, nothing, type Markup } from '../html/markup.ts';
import { page, type PageAssets } from '../html/page.ts';
import { contents, sectionMarkup, type Section } from '../html/section.ts';
import { liveCharts } from '../live/charts.ts';
import { callsSection } from '../live/operations.ts';
import { clipped, figure, grouped, percent, rounded } from '../numbers.ts';
import { limitWords, setUpSection, stepsSection } from './sections.ts';

/** The whole document. `command` repeats the bench; `script` is the bundle `report`. */
export function benchHtml(
  result: BenchResult,
  { command, script }: PageAssets & { command: string },
): string {
  const { measured } = result;
  const charts = measured === undefined ? [] : liveCharts(measured);
  const sections = [
    charts.length === 0
      ? undefined
      : { id: 'time', title: 'Over time', body: html`${charts.map(figureMarkup)}` },
    measured === undefined || measured.requests === 0
      ? undefined
      : callsSection(measured, measured.operations),
    stepsSection(result),
    setUpSection(result, command),
  ].filter((section): section is Section => section !== undefined);
  return page({
    title: `Bench: ${clipped(sentIn(result), 80)} at ${clipped(result.target, 80)}`,
    body: html`<main>${head(result)}${contents(sections)}${sections.map(sectionMarkup)}</main>`,
    data: { charts: charts.map(chartData) },
    script,
  });
}

const sentIn = ({ path, mix, requests }: BenchResult): string =>
  path ?? mix?.source ?? requests?.source ?? '';

const shapeWords = {
  saturation: 'A search for the highest rate that keeps the thresholds',
  constant: 'One rate',
  closed: 'A closed loop over a fixed number of connections',
} as const;

function head(result: BenchResult): Markup {
  const { target, shape, steps, measured, baseline } = result;
  const times =
    shape === 'closed'
      ? 'Times count from when a request was sent.'
      : 'Response times count from when a request was due, so that no wait is left out.';
  return html`<header class="top">
      <div class="title">
        <h1>${clipped(sentIn(result), 120)}</h1>
        <button type="button" id="theme" hidden>Dark theme</button>
      </div>
      <p class="about">${shapeWords[shape]}, against ${clipped(target, 120)}. ${times}</p>
      <p class="meta">${measured === undefined ? '' : `${measured.startedAt} · `}${grouped(steps.length)} steps</p>
    </header>
    ${verdictMarkup(result)} ${baselineMarkup(baseline)}${tiles(result)} `; // prettier-ignore
}

const verdictMarkup = (result: BenchResult): Markup =>
  html`<p class="verdict ${result.ok ? 'good' : 'bad'}">
    <span aria-hidden="true">${result.ok ? '✓' : '✗'}</span> <strong>${verdictOf(result)}</strong>
  </p>`;

/** The verdict in one sentence. */
function verdictOf({ highestPerSecond, limitedBy, shape, ok }: BenchResult): string {
  if (limitedBy === 'stop') return 'A signal stopped the bench; the figures are those until then.';
  const limit = `limited by ${limitWords[limitedBy]}`;
  if (highestPerSecond === null)
    return shape === 'constant' ? `Not every step held; ${limit}.` : `No rate kept the thresholds; ${limit}.`;
  const rate = `${rounded(highestPerSecond)} requests a second`;
  const worse = ok ? '' : ' It is worse than the baseline.';
  if (shape === 'constant') return `The target keeps the thresholds at ${rate}.${worse}`;
  return `${rate} keep the thresholds; ${limit}.${worse}`;
}

const baselineMarkup = (baseline: BenchResult['baseline']): Markup =>
  baseline === null
    ? nothing
    : html`<ul class="story">
        <li>
          Beside ${codeMarkup(clipped(baseline.file, 200))}:
          ${baseline.worse.length === 0 ? 'not worse' : baseline.worse.join('; ')}.
        </li>
      </ul>`;

function tiles({ highestPerSecond, perSecond, p99Ms, limitedBy, measured, steps }: BenchResult): Markup {
  const between = (interval: typeof perSecond, unit: string): string =>
    interval === null
      ? 'one measurement'
      : `95%: ${figure(Math.max(0, interval.low))} to ${figure(interval.high)}${unit}`;
  const { requests = 0, failed = 0 } = measured ?? {};
  const lost = measured === undefined ? steps.reduce((sum, step) => sum + step.failed, 0) : failed;
  return tileList([
    ['Highest rate', highestPerSecond === null ? 'none' : `${figure(highestPerSecond)}/s`, highestPerSecond === null ? 'no rate held' : between(perSecond, '/s')],
    ['p99', p99Ms === null ? 'none' : `${figure(p99Ms.mean)} ms`, between(p99Ms, ' ms')],
    ['Failed', measured === undefined ? grouped(lost) : percent(failed, requests), `${grouped(lost)} requests`],
    ['Limited by', limitWords[limitedBy], 'what broke most steps'],
    ['Steps', grouped(steps.length), `${grouped(steps.filter(({ holds }) => holds).length)} hold`],
    ['Requests', measured === undefined ? 'not counted' : grouped(requests), 'in the steps counted'],
  ]); // prettier-ignore
}
