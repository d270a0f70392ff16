/** Requests and refusals: over time, by operation, and what the limiter decided. */
import { formatDuration, formatInstant } from '../../../core/base/time.ts';
import type {
  FaultResult,
  LimitResult,
  OperationResult,
  RunResult,
} from '../../../simulation/scenario/result.ts';
import { clipped, grouped, measured, percent, sum } from '../../numbers.ts';
import { figureMarkup, type Chart } from '../charts/chart.ts';
import { faultLetter } from '../charts/fault-areas.ts';
import { html, nameMarkup, nothing, type Markup } from '../markup.ts';
import { numbers, table, words } from '../table.ts';
import type { Section } from '../section.ts';

/** The charts over time, with the list of faults that explains their shaded windows. */
export function trafficSection({ faults }: RunResult, charts: readonly Chart[]): Section | undefined {
  if (charts.length === 0 && faults.length === 0) return undefined;
  const body = html`${faultsTable(faults)}${charts.map(figureMarkup)}`;
  return { id: 'traffic', title: 'Requests and refusals', body };
}

function faultsTable(faults: readonly FaultResult[]): Markup {
  if (faults.length === 0) return nothing;
  const rows = faults.map(({ kind, service, startMs, endMs, detail }, index) => [
    faultLetter(index),
    nameMarkup(service),
    nameMarkup(kind),
    html`<time class="together"
      >${formatInstant(startMs).slice(0, 19).replace('T', ' ').replace(/:00$/, '')}</time
    >`,
    html`<span class="together">${endMs > startMs ? formatDuration(endMs - startMs) : 'an instant'}</span>`,
    clipped(detail, 200),
  ]);
  return table({
    caption: 'Planned faults, shaded in every chart over time',
    columns: words('Mark', 'Service', 'Fault', 'From (UTC)', 'For', 'What it does'),
    rows,
  });
}

/** One table a service. */
export function operationsSection(operations: readonly OperationResult[]): Section | undefined {
  if (operations.length === 0) return undefined;
  const services = [...new Set(operations.map(({ service }) => service))];
  const tables = services.map((service) =>
    operationsTable(
      service,
      operations.filter((row) => row.service === service),
    ),
  );
  return { id: 'operations', title: 'Operations', body: html`${tables}` };
}

function operationsTable(service: string, operations: readonly OperationResult[]): Markup {
  const rows = operations.map(({ operation, style, requests, ok, refusals, latencyMs }) => [
    nameMarkup(operation === '' ? '(none)' : operation),
    clipped(style, 12),
    grouped(requests),
    html`${grouped(ok)} <small>${percent(ok, requests)}</small>`,
    refusalList(refusals),
    measured(latencyMs.med),
    measured(latencyMs.p99),
    measured(latencyMs.max),
  ]);
  const requests = sum(operations.map((row) => row.requests));
  return table({
    caption: `${clipped(service, 60)}: ${grouped(requests)} requests; latency in virtual milliseconds`,
    columns: [
      ...words('Operation', 'Style'),
      ...numbers('Requests', 'Ok'),
      ...words('Refused, by code'),
      ...numbers('Median', 'p99', 'Max'),
    ],
    rows,
  });
}

/** The most frequent code first. */
function refusalList(refusals: Readonly<Record<string, number>>): Markup {
  const ranked = Object.entries(refusals).toSorted((left, right) => right[1] - left[1]);
  if (ranked.length === 0) return html`<span class="quiet">none</span>`;
  return html`<ul class="codes">
    ${ranked.map(([code, count]) => html`<li>${nameMarkup(code)} ${grouped(count)}</li>`)}
  </ul>`;
}

/** What the limiter decided, quota by quota. */
export function limitsSection(limits: readonly LimitResult[], charts: readonly Chart[]): Section | undefined {
  if (limits.length === 0) return undefined;
  const rows = limits.map(({ tier, service, style, admitted, refused }) => [
    nameMarkup(tier),
    nameMarkup(service),
    clipped(style, 12),
    grouped(admitted),
    grouped(refused),
    html`<span class="share"
      >${percent(refused, admitted + refused)} ${shareBar(refused, admitted + refused)}</span
    >`,
  ]);
  const columns = [...words('Tier', 'Service', 'Style'), ...numbers('Admitted', 'Refused', 'Share refused')];
  const body = html`${table({ caption: 'Verdicts of the rate limiter by quota', columns, rows })}${charts.map(figureMarkup)}`;
  return { id: 'limits', title: 'Rate limits', body };
}

/** The same share as a bar; the number stands beside it. */
function shareBar(part: number, whole: number): Markup {
  const width = whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10;
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect class="track" width="100" height="8" />
    <rect class="fill" width="${width}" height="8" />
  </svg>`;
}
