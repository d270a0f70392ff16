/**
 * Tables as CSV (RFC 4180, CRLF, UTF-8 without a byte order mark). Text that a spreadsheet would read as a formula
 * gets an apostrophe in front, because agents choose names and paths; characters that control a terminal become
 * escapes. Headers and rows are separate, so that a long table can be written incrementally.
 */
import { stringify, type Options } from 'csv-stringify/sync';
import { disarmed } from '../core/base/plain-text.ts';
import { formatUsdc } from '../core/base/money.ts';
import type { AgentResult, RunResult } from '../simulation/scenario/result.ts';
import type { EventRow, LedgerRow } from './rows.ts';

type Cell = string | number | boolean;

const options: Options = {
  record_delimiter: 'windows',
  escape_formulas: true,
  // The writer by itself quotes only the line end that it uses.
  quoted_match: /[\r\n]/,
  // Numbers stay bare: a negative amount is no formula.
  cast: { boolean: (value) => String(value), string: cellText },
};

/** A line end of a cell stays: it is quoted, and reads back as it was. */
function cellText(text: string): string {
  return text.split('\r').map(disarmed).join('\r');
}

/** Any table, header and all. */
export const csv = (rows: readonly (readonly Cell[])[]): string => stringify(rows as Cell[][], options);

const eventColumns = [
  'event',
  'at',
  'agent',
  'behaviour',
  'service',
  'style',
  'operation',
  'method',
  'path',
  'status',
  'code',
  'replayed',
  'answer',
] as const satisfies readonly (keyof EventRow)[];

const ledgerColumns = [
  'id',
  'at',
  'debit',
  'credit',
  'amount',
  'kind',
  'phase',
  'resolves',
] as const satisfies readonly (keyof LedgerRow)[];

/** First line of `events.csv`, with its line end. */
export const eventsHeader: string = csv([eventColumns]);

/** Lines of `events.csv` without the header; nothing for no rows. */
export const eventsCsv = (rows: readonly EventRow[]): string => streamed(rows, eventColumns, eventLine);

/** First line of `ledger.csv`, with its line end. */
export const ledgerHeader: string = csv([ledgerColumns]);

/** Lines of `ledger.csv` without the header; nothing for no rows. */
export const ledgerCsv = (rows: readonly LedgerRow[]): string => streamed(rows, ledgerColumns, ledgerLine);

/** The cells in the order of `eventColumns`, joined by name: an array of them would cost more than all the rest. */
const eventLine = (row: EventRow): string =>
  `${row.event},${row.at},${row.agent},${row.behaviour},${row.service},${row.style},${row.operation},` +
  `${row.method},${row.path},${row.status},${row.code},${row.replayed},${row.answer}`;

/** The cells in the order of `ledgerColumns`. */
const ledgerLine = (row: LedgerRow): string =>
  `${row.id},${row.at},${row.debit},${row.credit},${row.amount},${row.kind},${row.phase},${row.resolves}`;

/** A cell that no rule above concerns: it is written as it is. */
const plainCell = String.raw`(?:[\w/][\w:/. -]*)?`;

/**
 * Joins the lines that the writer would leave as they are, nearly all of a run, in a small part of its time; the
 * writer gets the others. The number of commas shows that none is within a cell.
 */
function streamed<Column extends string, Row extends Readonly<Record<Column, Cell>>>(
  rows: readonly Row[],
  columns: readonly Column[],
  lineOf: (row: Row) => string,
): string {
  const plainLine = new RegExp(`^${plainCell}(?:,${plainCell}){${columns.length - 1}}$`);
  let text = '';
  for (const row of rows) {
    const line = lineOf(row);
    text += plainLine.test(line) ? `${line}\r\n` : csv([columns.map((column) => row[column])]);
  }
  return text;
}

/** Lines of `agents.csv` in one part, to bound memory for a million agents. */
const agentsInPart = 5000;

/** `agents.csv`, part by part: one line an agent, in the order of the population; amounts in USDC. */
export function* agentsCsv(result: RunResult): Generator<string> {
  const header = [
    'name',
    'behaviour',
    'agent_id',
    'tier',
    'requests',
    'ok',
    'refused',
    'limited',
    'failed',
    'timeouts',
    'balance_usdc',
    'held_usdc',
  ];
  yield csv([header]);
  for (let from = 0; from < result.agents.length; from += agentsInPart)
    yield csv(result.agents.slice(from, from + agentsInPart).map(agentCells));
}

const agentCells = (agent: AgentResult): Cell[] => [
  agent.name,
  agent.behaviour,
  agent.agentId,
  agent.tier,
  agent.requests,
  agent.ok,
  agent.refused,
  agent.limited,
  agent.failed,
  agent.timeouts,
  amountCell(agent.balanceMicros),
  amountCell(agent.heldMicros),
];

/** A negative amount is a number to a spreadsheet only when it is one here; it loses nothing but trailing zeros. */
const amountCell = (micros: number): Cell => (micros < 0 ? micros / 1_000_000 : formatUsdc(micros));

/** `limits.csv`: one line for each quota and window that refused; a quota that refused nothing has one line. */
export function limitsCsv(result: RunResult): string {
  const header = ['tier', 'service', 'style', 'admitted', 'refused', 'window', 'refused_by_window'];
  const rows = result.limits.flatMap(({ tier, service, style, admitted, refused, windows }) => {
    const quota: Cell[] = [tier, service, style, admitted, refused];
    const entries = Object.entries(windows);
    return entries.length === 0 ? [[...quota, '', 0]] : entries.map((entry) => [...quota, ...entry]);
  });
  return csv([header, ...rows]);
}
