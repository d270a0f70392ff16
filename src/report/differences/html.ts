/**
 * The differences between a target and a recording, or the model, as one HTML file: verdict and figures first, then
 * each cause with both answers. It needs no network and no other file; without scripts it still has every sentence.
 */
import { clipped, counted, grouped, percent } from '../numbers.ts';
import { chartData, figureMarkup } from '../html/charts/chart.ts';
import { tileList } from '../html/figures.ts';
import { html, nameMarkup, nothing, type Markup } from '../html/markup.ts';
import { page, type PageAssets } from '../html/page.ts';
import { contents, sectionMarkup, type Section } from '../html/section.ts';
import { numbers, table, words } from '../html/table.ts';
import { liveCharts } from '../live/charts.ts';
import { callsSection } from '../live/operations.ts';
import { callMarkup, causeMarkup } from './cause.ts';
import {
  behavioursSection,
  groupsSection,
  hiddenSection,
  operationsSection,
  timeRulesSection,
  timesSection,
} from './tables.ts';
import type { CauseView, DifferencesView } from './view.ts';

/** Causes in full, and in the list of causes: a page of 2,000 differences stays below 1.5 MB. */
const [causesMax, listedMax] = [25, 200];

const present = <T>(values: readonly (T | undefined)[]): readonly T[] =>
  values.filter((value): value is T & {} => value !== undefined);

/** The report as one self-contained document. `script` is the bundle `report` where it has charts, otherwise `plain`. */
export function differencesHtml(view: DifferencesView, { script }: PageAssets): string {
  const { measured } = view;
  const charts = measured === undefined ? [] : liveCharts(measured);
  const sections: readonly Section[] = present([
    causesSection(view),
    operationsSection(view),
    groupsSection(view),
    hiddenSection(view),
    timeRulesSection(view),
    timesSection(view),
    charts.length === 0
      ? undefined
      : { id: 'time', title: 'Over time', body: html`${charts.map(figureMarkup)}` },
    measured && callsSection(measured, measured.operations, 'Times by operation'),
    behavioursSection(view),
    {
      id: 'repeat',
      title: 'Repeat it',
      body: html`<pre><code>${clipped(view.repeat, 4_000)}</code></pre>`,
    },
  ]);
  return page({
    title: `orrery ${view.command}: ${clipped(view.target, 60)}, ${view.ok ? 'held' : 'failed'}`,
    body: html`<main>${head(view)}${contents(sections)}${sections.map(sectionMarkup)}</main>`,
    data: { charts: charts.map(chartData) },
    script,
  });
}

function head(view: DifferencesView): Markup {
  const { command, target, about, meta, ok, notes, troubles } = view;
  return html`<header class="top">
      <div class="title">
        <h1>orrery ${command}: ${clipped(target, 80)}</h1>
        <button type="button" id="theme" hidden>Dark theme</button>
      </div>
      <p class="about">${clipped(about, 600)}</p>
      <p class="meta">${clipped(meta, 600)}</p>
    </header>
    <p class="verdict ${ok ? 'good' : 'bad'}">
      <span aria-hidden="true">${ok ? '✓' : '✗'}</span> <strong>${verdictOf(view)}</strong>
    </p>
    ${list('Why else it failed', troubles)} ${list('Notes', [...statusNote(view), ...notes])} ${tiles(view)}`;
}

/** The verdict in one sentence. */
export function verdictOf({
  ok,
  against,
  unexplained,
  causes,
  explained,
  comparison,
}: DifferencesView): string {
  const what = comparison === 'full' ? 'response' : 'status';
  const expected = against === 'recording' ? 'as recorded' : 'that of the model';
  if (ok && explained === 0) return `Every ${what} is ${expected}.`;
  if (ok) return `Every ${what} is ${expected}; ${counted(explained, 'difference')} explained.`;
  if (unexplained === 0) return 'The comparison is not complete or did not hold.';
  const in_ = causes.length === 0 ? '' : ` of ${counted(causes.length, 'cause')}`;
  return `${counted(unexplained, 'unexplained difference')}${in_}.`;
}

const statusNote = ({ comparison, engine }: DifferencesView): string[] =>
  comparison === 'full'
    ? []
    : [`comparison: "status". Engine ${engine} compares statuses; nothing else of an answer is compared.`];

const list = (title: string, texts: readonly string[]): Markup =>
  texts.length === 0
    ? nothing
    : html`<div class="story">
        <h2 class="unseen">${title}</h2>
        ${texts.slice(0, 20).map((text) => html`<p>${clipped(text, 600)}</p>`)}
      </div>`;

function tiles(view: DifferencesView): Markup {
  const { requests, unsent, same, explained, unexplained, causes, namespace, seconds, hidden } = view;
  const hiddenCount = hidden.reduce((sum, { count }) => sum + count, 0);
  const figures: readonly (readonly [string, Markup | string, string])[] = [
    ['Requests', grouped(requests), `${seconds.toFixed(1)} s, ${grouped(unsent)} not sent`],
    ['Answered alike', grouped(same), `${percent(same, requests)} of the requests`],
    ['Unexplained', grouped(unexplained), `differences, ${counted(causes.length, 'cause')}`],
    ['Explained', grouped(explained), 'differences, each with a reason'],
    ['Not compared', grouped(hiddenCount), `by ${counted(hidden.length, 'rule and field').replace('rule and fields', 'rules and fields')}`],
    ['Namespace', namespace === null ? 'none' : nameMarkup(namespace), namespace === null ? 'names as recorded' : 'part of every name'],
  ]; // prettier-ignore
  return tileList(figures);
}

function causesSection(view: DifferencesView): Section | undefined {
  const { causes, against } = view;
  if (causes.length === 0) return undefined;
  const body = html`${causesTable(causes)}
  ${causes.slice(0, causesMax).map((cause, index) => causeMarkup(cause, { number: index + 1, against }))}`;
  return { id: 'causes', title: 'Causes', body };
}

/** Every cause in a row; the first 25 lead to their part of the page. */
function causesTable(causes: readonly CauseView[]): Markup {
  const rows = causes
    .slice(0, listedMax)
    .map(({ subject, about, call, extent }, index) => [
      index < causesMax ? html`<a href="#cause-${index + 1}">${index + 1}</a>` : String(index + 1),
      subject,
      callMarkup(call),
      clipped(about, 240),
      extent,
    ]);
  const rest = causes.length - rows.length;
  return html`${table({
    caption: 'One cause, one row, however many answers show it',
    columns: [...numbers('No.'), ...words('Subject', 'Operation', 'First difference', 'How many')],
    rows,
  })}${rest === 0 ? nothing : html`<p class="note">${counted(rest, 'more cause')} in the JSON result.</p>`}`;
}
