/** The table of operations with their times, alike on the pages of `load`, `bench` and `replay`. */
import type { MeasuredOperation } from '../../live/traffic/measure/schema.ts';
import { codeMarkup, html, nameMarkup, type Markup } from '../html/markup.ts';
import type { Section } from '../html/section.ts';
import { numbers, table, words } from '../html/table.ts';
import { figure, grouped, rounded } from '../numbers.ts';

/** What a row shows. */
export type OperationFigures = Pick<
  MeasuredOperation,
  'requests' | 'perSecond' | 'failed' | 'responseMs' | 'errors'
>;

/** A row for all, and one for each operation. */
export function callsSection(
  all: OperationFigures,
  operations: readonly MeasuredOperation[],
  title = 'Operations',
): Section {
  const columns = [
    ...words('Operation'),
    ...numbers('Requests', 'A second', 'Failed', 'p50 ms', 'p90 ms', 'p99 ms'),
    ...words('Errors'),
  ];
  const rows = [
    ['all', ...cells(all)],
    ...operations.map((operation) => [
      operation.call === '' ? 'other paths' : codeMarkup(operation.call),
      ...cells(operation),
    ]),
  ];
  return { id: 'calls', title, body: table({ caption: title, isCaptionHidden: true, columns, rows }) };
}

const cells = ({ requests, perSecond, failed, responseMs, errors }: OperationFigures) => [
  grouped(requests),
  rounded(perSecond),
  grouped(failed),
  ...[responseMs.p50, responseMs.p90, responseMs.p99].map(figure),
  errorList(errors),
];

const errorList = (errors: Readonly<Record<string, number>>): Markup =>
  html`<ul class="codes">
    ${Object.entries(errors).map(([code, times]) => html`<li>${nameMarkup(code)} ${grouped(times)}</li>`)}
  </ul>`;
