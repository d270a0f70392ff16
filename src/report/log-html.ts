/**
 * The audit of a bet log or a live casino as one HTML file: violated commitments, provable findings, and the measured
 * return of each bet. It needs no network, no other file and no scripts.
 */
import type { LogAudit } from '../verification/audit/log/audit-log.ts';
import { undecidedFirst, verdictSentence, type RoundCost } from './audit/verdict-sentence.ts';
import type { AuditCheck, LiveSummary, LogFinding } from '../verification/audit/result-schema.ts';
import {
  checksSection,
  checksVerdict,
  originLines,
  originText,
  type AuditOrigin,
} from './audit/checks-section.ts';
import { gameName } from './audit/view.ts';
import { html, nothing, type Markup } from './html/markup.ts';
import { page, type PageAssets } from './html/page.ts';
import { contents, sectionMarkup, type Section } from './html/section.ts';
import { numbers, table, words } from './html/table.ts';
import { stakesText } from './log-text.ts';
import { counted, grouped } from './numbers.ts';

/** The content of the report; `target` is undefined for a log without a live casino. */
export interface LogView {
  readonly audit: LogAudit;
  readonly checks: readonly AuditCheck[];
  /** The name of the target, or the file of the log. */
  readonly name: string;
  readonly profile: string;
  readonly target: LiveSummary | undefined;
  readonly command: string;
  readonly ok: boolean;
  /** Undefined where the report names neither date nor hashes. */
  readonly origin?: AuditOrigin;
  /** What a round costs at the target; undefined for a log. */
  readonly cost?: RoundCost | undefined;
}

/** The report as one self-contained document. `script` is the bundle `plain`. */
export function logHtml(view: LogView, { script }: PageAssets): string {
  const { audit, checks } = view;
  const { findings, verdicts } = audit;
  const sections: Section[] = [
    checksSection(checks),
    { id: 'findings', title: 'Findings', body: findingsTable(findings) },
    ...(view.audit.notes.length === 0 ? [] : [notesSection(view.audit.notes)]),
    { id: 'bets', title: 'What the bets return', body: verdictsTable(undecidedFirst(verdicts), view.cost) },
    ...(view.target === undefined ? [] : [liveSection(view.target)]),
    {
      id: 'repeat',
      title: 'How to repeat it',
      body: html`<pre>${view.command}</pre>
        ${view.origin === undefined ? nothing : originLines(view.origin)}`,
    },
  ];
  return page({
    title: `Audit of ${view.name}`,
    body: html`<main>${head(view)}${contents(sections)}${sections.map(sectionMarkup)}</main>`,
    data: { charts: [] },
    script,
  });
}

function head({ audit, checks, name, profile, target, origin }: LogView): Markup {
  const { bets, recomputed, unrevealed, findings } = audit;
  const sentence = sentenceOf(audit);
  return html`<header class="top">
      <div class="title">
        <h1>Audit of ${name}</h1>
        <button type="button" id="theme" hidden>Dark theme</button>
      </div>
      <p class="about">
        Each bet under a revealed seed is computed again from the seeds and held against what was paid; commitments,
        nonces and rotations are followed; what is left is held against the exact chances of the rules, in a way
        that may be looked at any time.
      </p>
      <p class="meta">rules of profile ${profile}${originText(origin)}</p>
    </header>
    ${checksVerdict(checks)}
    <p>${sentence}</p>
    <dl class="tiles">
      ${tile('Bets', grouped(bets), 'in the log')}
      ${tile('Recomputed', grouped(recomputed), 'from their seeds')}
      ${tile('Not revealed', grouped(unrevealed), 'under seeds in use')}
      ${tile('Findings', grouped(findings.length), 'in words below')}
      ${target === undefined ? nothing : tile('Stakes sent', target.staked, `USDC of ${target.budget}`)}
      ${target === undefined ? nothing : tile('Returned', target.returned, 'USDC')}
    </dl>`; // prettier-ignore
}

function sentenceOf({ bets, recomputed, findings }: LogAudit): string {
  if (bets === 0) return 'Nothing was audited: there is not one bet.';
  if (findings.length > 0) return `${counted(findings.length, 'thing')} a player could complain of.`;
  return recomputed === 0
    ? 'Nothing speaks against this house, and nothing is proved: no seed is revealed.'
    : 'Every bet that could be computed again comes to what was paid.';
}

const tile = (title: string, value: string, note: string): Markup =>
  html`<div>
    <dt>${title}</dt>
    <dd>${value}<small>${note}</small></dd>
  </div>`;

const findingsTable = (findings: readonly LogFinding[]): Markup =>
  findings.length === 0
    ? html`<p>There are none.</p>`
    : table({
        caption: 'What a player could take to court',
        columns: [...words('What', 'In words'), ...numbers('Bets', 'First in row')],
        rows: findings.map(({ code, sentence, count, line }) => [
          code,
          sentence,
          grouped(count),
          grouped(line),
        ]),
      });

const notesSection = (notes: readonly string[]): Section => ({
  id: 'notes',
  title: 'How the log was read, and what it cannot show',
  body: html`<ul>
    ${notes.map((note) => html`<li>${note}</li>`)}
  </ul>`,
});

function verdictsTable(verdicts: LogAudit['verdicts'], cost: RoundCost | undefined): Markup {
  if (verdicts.length === 0) return html`<p>No bet was made often enough to say anything about chance.</p>`;
  const sentences = verdicts.map(
    (found) => html`<li>${gameName(found.game)} ${betText(found.bet)}: ${verdictSentence(found, cost)}.</li>`,
  );
  return html`${table({
    caption: 'Each bet that was made at least 20 times',
    columns: [
      ...words('Game', 'Bet'),
      ...numbers('Bets', 'Returned', 'By the rules', 'Lowest', 'Highest'),
      ...words('Verdict'),
    ],
    rows: verdicts.map(({ game, bet, rounds, mean, expected, low, high, verdict }) => [
      gameName(game),
      betText(bet),
      grouped(rounds),
      percent(mean),
      percent(expected),
      percent(low),
      percent(high),
      verdict,
    ]),
  })}
    <ul>${sentences}</ul>`; // prettier-ignore
}

const betText = (bet: Readonly<Record<string, unknown>>): string =>
  Object.entries(bet)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');

function liveSection(target: LiveSummary): Section {
  const { requests, seeds, refusals, ended } = target;
  const refused =
    refusals.length === 0
      ? nothing
      : table({
          caption: 'Games that could not be played',
          columns: [...words('Game'), ...numbers('Status'), ...words('Reason')],
          rows: refusals.map(({ game, status, reason }) => [gameName(game), status, reason]),
        });
  return {
    id: 'live',
    title: 'What was done',
    body: html`<p>${counted(requests, 'request')}, ${counted(seeds, 'server seed')}; ${ended}.</p>
      <p>${stakesText(target)}.</p>
      ${refused}`,
  };
}

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
