/** Transfers that are pending at the end, with their reason, and those without one. */
import { formatInstant, type Instant } from '../../../core/base/time.ts';
import type { PendingResult } from '../../../simulation/scenario/result.ts';
import { clipped, counted, grouped, groupedUsdc } from '../../numbers.ts';
import { html, nameMarkup, type Markup } from '../markup.ts';
import { numbers, table, words } from '../table.ts';
import type { Section } from '../section.ts';

const reasonMax = 160;

/** The section of pending transfers; undefined without any. */
export function pendingSection(pending: readonly PendingResult[]): Section | undefined {
  if (pending.length === 0) return undefined;
  const unexplained = pending
    .filter(({ isExplained }) => !isExplained)
    .reduce((sum, { transfers }) => sum + transfers, 0);
  const verdict =
    unexplained === 0
      ? 'Every transfer that is still pending has a reason in the books of its service.'
      : `${counted(unexplained, 'pending transfer')} without a reason in the books of a service.`;
  const rows = pending.map(({ service, reason, isExplained, transfers, micros, ...until }) => [
    nameMarkup(service === '' ? 'no service' : service),
    isExplained
      ? html`<span class="together">${clipped(reason, reasonMax)}</span>`
      : html`<span class="mark bad">✗ unexplained</span> ${clipped(reason, reasonMax)}`,
    grouped(transfers),
    groupedUsdc(micros),
    instantCell(until.firstUntilMs),
    instantCell(until.lastUntilMs),
  ]);
  const body = html`<p>${verdict}</p>
    ${table({
      caption: 'Pending transfers at the end, by reason',
      columns: [
        ...words('Service', 'Reason'),
        ...numbers('Transfers', 'USDC'),
        ...words('First due (UTC)', 'Last due (UTC)'),
      ],
      rows,
    })}`;
  return { id: 'pending', title: 'Still pending', body };
}

const instantCell = (atMs: Instant | null): Markup =>
  atMs === null
    ? html`no time set`
    : html`<time class="together">${formatInstant(atMs).slice(0, 16).replace('T', ' ')}</time>`;
