/** The tables of a report of differences: operations, groups, what was not compared, rules of time, times. */
import { clipped, counted, grouped, measured } from '../numbers.ts';
import { codeMarkup, html, nothing, type Markup } from '../html/markup.ts';
import type { Section } from '../html/section.ts';
import { numbers, table, words } from '../html/table.ts';
import { callMarkup, fieldMarkup, sideNames } from './cause.ts';
import type { DifferencesView } from './view.ts';

/** Rows of a table; the CSV files and the JSON result have all. */
const rowsMax = 250;

/** At most 250 rows, and a sentence about the others. */
function cut<Row>(rows: readonly Row[], file: string): { shown: readonly Row[]; rest: Markup } {
  const rest = rows.length - rowsMax;
  return {
    shown: rows.slice(0, rowsMax),
    rest: rest <= 0 ? nothing : html`<p class="note">${counted(rest, 'more row')} in ${file}.</p>`,
  };
}

/** Requests and differences by operation; undefined where an engine does not tell them apart. */
export function operationsSection({ operations }: DifferencesView): Section | undefined {
  if (operations.length === 0) return undefined;
  const { shown, rest } = cut(operations, 'the JSON result');
  const rows = shown.map(({ call, requests, same, explained, unexplained }) => [
    callMarkup(call),
    grouped(requests),
    grouped(same),
    grouped(explained),
    unexplained === 0 ? '0' : html`<span class="mark bad">✗ ${grouped(unexplained)}</span>`,
  ]);
  const columns = [
    ...words('Operation'),
    ...numbers('Requests', 'Answered alike', 'Explained differences', 'Unexplained differences'),
  ];
  const body = table({
    caption: 'Requests and differences by operation',
    isCaptionHidden: true,
    columns,
    rows,
  });
  return { id: 'by-operation', title: 'Operations', body: html`${body}${rest}` };
}

/** All differences, equal ones in one row. */
export function groupsSection({ groups, against, comparison }: DifferencesView): Section {
  const title = 'All differences';
  if (groups.length === 0) {
    const text = comparison === 'full' ? 'There are none.' : 'Statuses are only counted, not listed.';
    return { id: 'differences', title, body: html`<p>${text}</p>` };
  }
  const { shown, rest } = cut(groups, 'groups.csv');
  const rows = shown.map(({ call, kind, field, count, expected, live, explanation, cause }) => [
    callMarkup(call),
    fieldMarkup(field),
    kind,
    html`<code>${expected}</code>`,
    html`<code>${live}</code>`,
    grouped(count),
    whyMarkup(explanation, cause),
  ]);
  const columns = [
    ...words('Operation', 'Field', 'Kind', sideNames[against].column, 'Target'),
    ...numbers('Times'),
    ...words('Why'),
  ];
  const body = table({ caption: 'Differences, unexplained ones first', columns, rows });
  return { id: 'differences', title, body: html`${body}${rest}` };
}

function whyMarkup(explanation: string | null, cause: number | null): Markup {
  if (explanation !== null) return html`${explanation}`;
  if (cause === null) return html`<span class="mark bad">not examined</span>`;
  return html`<span class="mark bad">cause ${cause + 1}</span>`;
}

/** What the comparison left out, by rule and field. */
export function hiddenSection({ hidden }: DifferencesView): Section | undefined {
  if (hidden.length === 0) return undefined;
  const { shown, rest } = cut(hidden, 'the JSON result');
  const rows = shown.map(({ rule, field, count }) => [rule, fieldMarkup(field), grouped(count)]);
  const columns = [...words('Rule', 'Field'), ...numbers('Times')];
  const body = table({ caption: 'No differences to a client, or hidden by a rule of yours', columns, rows });
  return { id: 'not-compared', title: 'Not compared', body: html`${body}${rest}` };
}

/** Which rules of time the run could show. */
export function timeRulesSection({ timeRules }: DifferencesView): Section | undefined {
  if (timeRules.length === 0) return undefined;
  const rows = timeRules.map(({ rule, after, outcome, why }) => [rule, after, outcome, why ?? '']);
  const body = table({
    caption: 'Tested by the run, testable in its time, or not reached by it',
    columns: words('Rule', 'Takes', 'In this run', 'Why'),
    rows,
  });
  return { id: 'time-rules', title: 'Rules of time', body };
}

const inMs = (value: number): string => measured(Number(value.toFixed(2)));

/** Percentiles of the run, and the thresholds that it was held to. */
export function timesSection({ times, expectations }: DifferencesView): Section | undefined {
  if (times.length === 0 && expectations.length === 0) return undefined;
  const percentiles = table({
    caption: 'Times in milliseconds',
    columns: [...words('Time'), ...numbers('p50', 'p90', 'p99', 'Longest')],
    rows: times.map(({ name, p50, p90, p99, max }) => [name, inMs(p50), inMs(p90), inMs(p99), inMs(max)]),
  });
  return { id: 'times', title: 'Times', body: html`${percentiles}${thresholdsTable(expectations)}` };
}

function thresholdsTable(expectations: DifferencesView['expectations']): Markup {
  if (expectations.length === 0) return nothing;
  return table({
    caption: 'Thresholds of the recorded scenario',
    columns: [...words('Outcome', 'Expected'), ...numbers('Measured')],
    rows: expectations.map(({ metric, threshold, value, ok }) => [
      ok ? html`<span class="mark good">✓ held</span>` : html`<span class="mark bad">✗ failed</span>`,
      html`${codeMarkup(metric)} ${codeMarkup(threshold)}`,
      measured(value),
    ]),
  });
}

/** What behaviours could not cope with. */
export function behavioursSection({ findings }: DifferencesView): Section | undefined {
  if (findings.length === 0) return undefined;
  const shown = findings.slice(0, rowsMax);
  const items = shown.map((text) => html`<li><p>${clipped(text, 600)}</p></li>`);
  return {
    id: 'behaviours',
    title: 'Behaviours',
    body: html`<ol class="findings">
      ${items}
    </ol>`,
  };
}
