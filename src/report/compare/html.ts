/** A comparison as one HTML file: what is more than noise first, everything in one table, no network. */
import { clipped, counted, measured } from '../numbers.ts';
import { codeMarkup, html, type Markup } from '../html/markup.ts';
import { page, type PageAssets } from '../html/page.ts';
import { sectionMarkup } from '../html/section.ts';
import { numbers, table, words } from '../html/table.ts';
import type { ComparedMetric, JudgedLimit, RunComparison } from './comparison.ts';

import { byWeight, changeText, sideText, verdictWords } from './text.ts';

/** Two sets of runs side by side, as one document. `script` is the bundle `plain`. */
export function comparisonHtml(
  comparison: RunComparison,
  parts: { readonly limits: readonly JudgedLimit[]; readonly command: string } & PageAssets,
): string {
  const { limits, command, script } = parts;
  const sorted = byWeight(comparison.metrics);
  const differing = sorted.filter(({ verdict }) => verdict !== 'same');
  const same = sorted.filter(({ verdict }) => verdict === 'same');
  const sections = [
    ...(limits.length === 0 ? [] : [{ id: 'limits', title: 'Limits', body: limitsTable(limits) }]),
    {
      id: 'differing',
      title: 'What differs',
      body:
        differing.length === 0
          ? html`<p>No metric differs.</p>`
          : metricsTable(differing, 'Metrics that differ, the clearest first'),
    },
    ...(same.length === 0
      ? []
      : [{ id: 'same', title: 'What is the same', body: metricsTable(same, 'Metrics that do not differ') }]),
    { id: 'repeat', title: 'Repeat it', body: html`<pre><code>${clipped(command, 4_000)}</code></pre>` },
  ];
  return page({
    title: `${clipped(comparison.a.name, 60)} and ${clipped(comparison.b.name, 60)} compared`,
    body: html`<main>${head(comparison, limits)}${sections.map(sectionMarkup)}</main>`,
    data: { charts: [] },
    script,
  });
}

function head(comparison: RunComparison, limits: readonly JudgedLimit[]): Markup {
  const { a, b, noise, metrics } = comparison;
  const more = metrics.filter(({ verdict }) => verdict === 'more').length;
  const differing = metrics.filter(({ verdict }) => verdict !== 'same').length;
  const ok = limits.every((limit) => limit.ok);
  const failed = limits.filter((limit) => !limit.ok).length;
  const verdict = ok
    ? `${counted(differing, 'metric')} of ${metrics.length} differ, ${more} by more than noise.`
    : `${counted(failed, 'limit')} of ${limits.length} did not hold.`;
  return html`<header class="top">
      <div class="title">
        <h1>Two sets of runs compared</h1>
        <button type="button" id="theme" hidden>Dark theme</button>
      </div>
      <p class="about">A is ${sideText(a)}</p>
      <p class="about">B is ${sideText(b)}</p>
    </header>
    <p class="verdict ${ok ? 'good' : 'bad'}">
      <span aria-hidden="true">${ok ? '✓' : '✗'}</span> <strong>${verdict}</strong>
    </p>
    <div class="story"><p>${noise}</p></div>`;
}

const limitsTable = (limits: readonly JudgedLimit[]): Markup =>
  table({
    caption: 'How far a metric may move',
    isCaptionHidden: true,
    columns: words('Outcome', 'Limit', 'Direction', 'Why'),
    rows: limits.map(({ ok, limit, direction, why }) => [
      ok ? html`<span class="mark good">✓ held</span>` : html`<span class="mark bad">✗ failed</span>`,
      codeMarkup(limit),
      direction,
      why,
    ]),
  });

const metricsTable = (metrics: readonly ComparedMetric[], caption: string): Markup =>
  table({
    caption,
    columns: [...words('Metric', 'Unit'), ...numbers('A', 'B', 'Change', 'Chance'), ...words('Verdict')],
    rows: metrics.map((metric) => [
      codeMarkup(metric.name),
      metric.unit,
      metric.a === null ? '-' : measured(metric.a),
      metric.b === null ? '-' : measured(metric.b),
      changeText(metric),
      metric.chance === null ? '-' : metric.chance.toPrecision(2),
      metric.verdict === 'more'
        ? html`<strong>${verdictWords.more}</strong>`
        : html`${verdictWords[metric.verdict]}`,
    ]),
  });
