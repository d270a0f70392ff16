/**
 * An audit as one HTML file for players and lawyers: findings in words, all bets in an overview, then a part per
 * game. It needs no network and no other file; without scripts it still has every sentence and table.
 */
import { chartData, figureMarkup, type Chart } from './html/charts/chart.ts';
import { html, nothing, type Markup } from './html/markup.ts';
import { page, type PageAssets } from './html/page.ts';
import { contents, sectionMarkup, type Section } from './html/section.ts';
import { numbers, table, words } from './html/table.ts';
import { checksSection, checksVerdict, originLines, originText } from './audit/checks-section.ts';
import { findingsBody } from './audit/findings-section.ts';
import { moneySentence } from './audit/money-sentence.ts';
import { edgesChart } from './audit/charts.ts';
import { gamePart } from './audit/game-section.ts';
import {
  byGame,
  edgeGroups,
  edgeOfPublished,
  gameName,
  groupName,
  percentOf,
  type AuditView,
} from './audit/view.ts';
import { grouped } from './numbers.ts';

/** The report as one self-contained document. `script` is the bundle `report`. */
export function auditHtml(view: AuditView, { script }: PageAssets): string {
  const games = byGame(view.exact.rows);
  const edges = edgesChart(view);
  const parts = Array.from(games, ([game, rows]) => gamePart(view, game, rows));
  const sections: Section[] = [
    checksSection(view.checks),
    { id: 'findings', title: 'Findings', body: findingsBody(view.exact.judged, otherFindings(view)) },
    { id: 'bets', title: 'All bets at a glance', body: html`${figureMarkup(edges)} ${betsTable(view)}` },
    ...parts.map(({ section }) => section),
    ...mappingSection(view),
    repeatSection(view),
  ];
  const charts: Chart[] = [edges, ...parts.flatMap((part) => part.charts)];
  return page({
    title: `House edge audit, profile ${view.exact.profile}`,
    body: html`<main>${head(view)}${contents(sections)}${sections.map(sectionMarkup)}</main>`,
    data: { charts: charts.map(chartData) },
    script,
  });
}

function head(view: AuditView): Markup {
  const { exact, replay, findings, seed, checks } = view;
  const single = exact.rows.filter(({ strategy }) => strategy === 'single').length;
  return html`<header class="top">
      <div class="title">
        <h1>House edge audit</h1>
        <button type="button" id="theme" hidden>Dark theme</button>
      </div>
      <p class="about">
        What the documents state, what the payouts they print come to, and what the games do: each edge is an
        exact fraction, and nothing in it is sampled. A difference is no matter of chance but of arithmetic.
        GAM04 and the like are claims of docs/spec/specification.md; "about 8%" is taken to
        claim any edge from 7% to 9%, "about 2%" any from 1.5% to 2.5%, "0.5%" any that rounds to it.
      </p>
      <p class="meta">profile ${exact.profile} · seed ${seed}${originText(view.origin)}</p>
    </header>
    ${checksVerdict(checks, moneySentence(exact.judged))}
    <dl class="tiles">
      ${tile('Games', grouped(byGame(exact.rows).size), `${grouped(single)} bets`)}
      ${tile('Findings', grouped(findings.length), 'in words below')}
      ${tile('Rounds replayed', grouped(replay.reduce((sum, { rounds }) => sum + rounds, 0)), 'through the fairness path')}
      ${tile('Contradicted', grouped(replay.filter((one) => one.verdict === 'contradicted').length), `of ${grouped(replay.length)} games replayed`)}
      ${tile('In favour of players', grouped(favouring(view)), 'single bets')}
      ${tile('Lowest edge', percentOf(lowest(view)), 'of a single bet')}
    </dl>`; // prettier-ignore
}

const tile = (title: string, value: string, note: string): Markup =>
  html`<div>
    <dt>${title}</dt>
    <dd>${value}<small>${note}</small></dd>
  </div>`;

const favouring = ({ exact }: AuditView): number =>
  exact.rows.filter(({ strategy, figures }) => strategy === 'single' && figures.edge.numerator < 0n).length;

const lowest = ({ exact }: AuditView): number =>
  exact.rows
    .filter(({ strategy }) => strategy === 'single')
    .reduce((least, { figures }) => Math.min(least, figures.edge.toNumber()), 1);

function betsTable({ exact, replay }: AuditView): Markup {
  const rows = [...byGame(exact.rows)].flatMap(([game, ofGame]) =>
    edgeGroups(ofGame).map((group) => {
      const [first] = group.rows;
      const printed = first === undefined ? undefined : edgeOfPublished(first);
      const verdict = replay.find((one) => one.game === game)?.verdict ?? '-';
      return [
        html`<a href="#game-${game}">${gameName(game)}</a>`,
        groupName(group),
        first?.stated.printed ?? '',
        printed === undefined ? '-' : percentOf(printed),
        first === undefined ? '' : percentOf(first.figures.edge),
        verdict,
      ];
    }),
  );
  return table({
    caption: 'Every bet by its edges',
    columns: [...words('Game', 'Bets'), ...numbers('Stated', 'Printed', 'Implemented'), ...words('Replayed')],
    rows,
  });
}

/** Those about the code and the replayed rounds; they are no contradictions of the documents. */
const otherFindings = ({ findings, exact }: AuditView): string[] =>
  findings.filter((finding) => !exact.findings.includes(finding));

/** Only with `--prove`. */
function mappingSection({ mapped }: AuditView): Section[] {
  if (mapped.length === 0) return [];
  const body = table({
    caption: 'Symbolic outcomes sent through the shipped play, and paid as enumerated',
    columns: [...words('Game'), ...numbers('Outcomes'), ...words('Paid otherwise')],
    rows: mapped.map(({ game, outcomes, differences }) => [
      gameName(game),
      grouped(outcomes),
      differences[0] ?? 'none',
    ]),
  });
  return [{ id: 'mapping', title: 'The code pays what the table says', body }];
}

function repeatSection({ command, kelly, origin }: AuditView): Section {
  const files = html`<p class="note">
    games.csv has a line for each bet, audit.json everything: fractions in full, and growth curves of every
    bet. A year is ${grouped(kelly.betsPerYear)} bets on ${grouped(kelly.paths)} paths drawn from the exact
    chances.
  </p>`;
  return {
    id: 'repeat',
    title: 'How to repeat it',
    body: html`<pre>${command}</pre>
      ${origin === undefined ? nothing : originLines(origin)} ${kelly.years.length === 0 ? nothing : files}`,
  };
}
