/** A load as one HTML file: what was asked of the target, what came back, and what held it back. */
import type { LoadResult } from '../../live/load/result-schema.ts';
import { chartData, figureMarkup } from '../html/charts/chart.ts';
import { tileList } from '../html/figures.ts';
import { html, nothing, type Markup } from '../html/markup.ts';
import { page, type PageAssets } from '../html/page.ts';
import { contents, sectionMarkup, type Section } from '../html/section.ts';
import { checksSection, expectationsSection } from '../html/sections/outcome.ts';
import { clipped, figure, grouped, percent, rounded } from '../numbers.ts';
import { callsSection, type OperationFigures } from '../live/operations.ts';
import { loadCharts } from './charts.ts';
import { findingsSection, setUpSection, stagesSection } from './sections.ts';

/** The whole document. `command` repeats the load; `script` is the bundle `report`. */
export function loadHtml(
  result: LoadResult,
  { command, script, isLive = false }: PageAssets & { command: string; isLive?: boolean },
): string {
  const charts = loadCharts(result);
  const sections = [
    { id: 'time', title: 'Over time', body: html`${charts.map(figureMarkup)}` },
    callsSection(allOf(result), result.operations),
    expectationsSection(result.expectations),
    checksSection(result.checks),
    findingsSection(result),
    stagesSection(result),
    isLive ? undefined : setUpSection(result, command),
  ].filter((section): section is Section => section !== undefined);
  return page({
    title: `Load: ${clipped(result.scenario, 80)} against ${clipped(result.target, 80)}`,
    body: html`<main>${head(result, isLive)}${contents(sections)}${sections.map(sectionMarkup)}</main>`,
    data: { charts: charts.map(chartData), ...(isLive ? { live: true } : {}) },
    script,
    isLive,
  });
}

const allOf = ({ requests, offeredPerSecond, responseMs, errors }: LoadResult): OperationFigures => ({
  requests: requests.offered,
  perSecond: offeredPerSecond,
  failed: requests.failed,
  responseMs,
  errors,
});

function head(result: LoadResult, isLive: boolean): Markup {
  const { scenario, target, startedAt, seconds, speed } = result;
  return html`<header class="top">
      <div class="title">
        <h1>${clipped(scenario, 120)}</h1>
        <button type="button" id="theme" hidden>Dark theme</button>
      </div>
      <p class="about">
        Agents of the scenario as virtual users against ${clipped(target, 120)}. Response times count from
        when a request was due, so that no wait is left out.
      </p>
      <p class="meta">
        ${startedAt} · ${grouped(Number(seconds.toFixed(1)))} s · agents live at ${rounded(speed)}x
      </p>
    </header>
    ${isLive ? runningMarkup : verdictMarkup(result)} ${limitsMarkup(result)}${tiles(result)} `;
}

/** Judged at the end; the section of expectations has the values of now. */
const runningMarkup = html`<p class="verdict" id="running" role="status">
  <strong>The load runs; the page follows it.</strong>
</p>`;

const verdictMarkup = (result: LoadResult): Markup =>
  html`<p class="verdict ${result.ok ? 'good' : 'bad'}">
    <span aria-hidden="true">${result.ok ? '✓' : '✗'}</span> <strong>${verdictOf(result)}</strong>
  </p>`;

const stopWords = {
  interrupt: 'A signal stopped the load; the figures are those until then.',
  expectation: 'The load was stopped because an expectation failed.',
  budget: 'The load ended when its budget of requests was spent.',
} as const;

function verdictOf({ stopped, expectations, findingCount, workers, ok }: LoadResult): string {
  if (stopped !== null) return stopWords[stopped];
  if (ok) return expectations.length === 0 ? 'The load ran to its end.' : 'Every expectation holds.';
  if (workers.some(({ lost }) => lost !== null))
    return 'A worker was lost: its share of the load is missing.';
  const failed = expectations.filter((expectation) => !expectation.ok).length;
  if (failed > 0) return `${failed} of ${expectations.length} expectations failed.`;
  return `${findingCount} behaviours broke.`;
}

/** A limit of ours stands beside the verdict: it is not one of the target. */
const limitsMarkup = ({ limits }: LoadResult): Markup =>
  limits.length === 0
    ? nothing
    : html`<ul class="story">
        ${limits.map(
          ({ by, requests, p99Ms, what }) =>
            html`<li>
              Limited by ${by === 'generator' ? 'this generator' : `our ${by}`}: ${grouped(requests)} ${what}${p99Ms > 0 ? `, p99 ${ms(p99Ms)}` : ''}.
            </li>`,
        )}
      </ul>`; // prettier-ignore

function tiles({
  requests,
  offeredPerSecond,
  answeredPerSecond,
  responseMs,
  serviceMs,
  agents,
}: LoadResult): Markup {
  const figures: readonly (readonly [string, string, string])[] = [
    ['Requests', grouped(requests.offered), `${rounded(offeredPerSecond)} a second offered`],
    ['Answered', grouped(requests.answered), `${rounded(answeredPerSecond)} a second`],
    ['Failed', percent(requests.failed, requests.offered), `${grouped(requests.failed)} requests`],
    ['Median response', ms(responseMs.p50), `service ${ms(serviceMs.p50)}`],
    ['p99 response', ms(responseMs.p99), `service ${ms(serviceMs.p99)}`],
    ['Agents', grouped(agents.most), `at once, ${grouped(agents.arrived)} arrived`],
  ];
  return tileList(figures);
}

const ms = (value: number): string => `${figure(value)} ms`;
