/** The named checks of an audit, and where its result comes from. */
import type { AuditCheck } from '../../verification/audit/result-schema.ts';
import { html, type Markup } from '../html/markup.ts';
import type { Section } from '../html/section.ts';
import { table, words } from '../html/table.ts';
import { checksLine, checksSentence, failedFirst } from './checks-line.ts';

/** What identifies an audit: date, version, and hashes of what it rests on. */
export interface AuditOrigin {
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly version: string;
  /** Name to SHA-256, in the order of the page: documents, log, configuration. */
  readonly hashes: Readonly<Record<string, string>>;
}

/** The headline: a mark of success only where every check ran and passed. `more` follows as a further sentence. */
export function checksVerdict(checks: readonly AuditCheck[], more = ''): Markup {
  const failed = checks.some(({ result }) => result === 'failed');
  const complete = checks.length > 0 && checks.every(({ result }) => result === 'passed');
  const text = `${checksSentence(checks)} ${more}`.trim();
  return html`<p class="verdict ${complete ? 'good' : failed ? 'bad' : 'open'}">
    ${complete ? html`<span aria-hidden="true">✓</span> ` : failed ? html`<span aria-hidden="true">✗</span> ` : ''}<strong
      >Checks: ${checksLine(checks)}.</strong
    >
    ${text}
  </p>`;
}

/** Failed checks first, then those that were not run. */
export function checksSection(checks: readonly AuditCheck[]): Section {
  return {
    id: 'named-checks',
    title: 'What was checked',
    body: table({
      caption: 'Named checks: what each tested, on how much, and what it cannot see',
      isCaptionHidden: true,
      columns: words('Check', 'Result', 'Tested', 'On how much', 'Cannot see'),
      rows: failedFirst(checks).map(({ name, result, tested, amount, blind }) => [
        name,
        html`<span class="mark${result === 'failed' ? ' bad' : ''}">${result}</span>`,
        tested,
        amount,
        result === 'not run' ? '-' : blind,
      ]),
    }),
  };
}

/** `made on 2026-05-01 by Orrery 1.0.0`, for the head of a report. */
export const originText = (origin: AuditOrigin | undefined): string =>
  origin === undefined ? '' : ` · made on ${origin.date.slice(0, 10)} by Orrery ${origin.version}`;

/** The lines about the origin of a result, for the end of a report. */
export const originLines = ({ date, version, hashes }: AuditOrigin): Markup =>
  html`<p>Made on ${date.slice(0, 10)} at ${date.slice(11, 19)} UTC by Orrery ${version}.</p>
    <ul>
      ${Object.entries(hashes).map(([name, hash]) => html`<li>${name}: SHA-256 <code>${hash}</code></li>`)}
    </ul>`;
