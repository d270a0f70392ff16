/** One game of an audit: findings, edges, payouts, replayed rounds and both bankrolls. */
import { verdictSentence } from './verdict-sentence.ts';
import type { BetRow } from '../../verification/audit/exact-rows.ts';
import type { YearLine } from '../../verification/audit/result-schema.ts';
import type { Fraction } from '../../core/base/fraction.ts';
import { figureMarkup, type Chart } from '../html/charts/chart.ts';
import { html, nothing, type Markup } from '../html/markup.ts';
import type { Section } from '../html/section.ts';
import { numbers, table, words } from '../html/table.ts';
import { grouped } from '../numbers.ts';
import { convergenceChart, growthChart } from './charts.ts';
import {
  betName,
  edgeGroups,
  edgeOfPublished,
  findingsOfGame,
  fractionOf,
  gameName,
  groupName,
  percentOf,
  timesOf,
  type AuditView,
} from './view.ts';

/** Bets and groups listed on the page; the others are in games.csv. */
const groupMax = 12;
const betMax = 12;

/** The section of a game and the charts that its figures refer to. */
export interface GamePart {
  readonly section: Section;
  readonly charts: readonly Chart[];
}

/** The section of one game; `rows` are its bets. */
export function gamePart(view: AuditView, game: string, rows: readonly BetRow[]): GamePart {
  const replayed = view.replay.find((verdict) => verdict.game === game);
  const convergence = replayed === undefined ? undefined : convergenceChart(replayed);
  const drawn = view.kelly.curves.filter((curves) => curves.game === game);
  const growth = drawn.flatMap((curves) => [growthChart(curves, 'house'), growthChart(curves, 'player')]);
  const years = view.kelly.years.filter((year) => year.game === game);
  const body = html`${sentences(view, game)} ${edgesTable(rows)}
    ${convergence === undefined ? nothing : html`${verdictLine(view, game)}${figureMarkup(convergence)}`}
    ${payTables(rows)}
    <details>
      <summary>Both bankrolls: growth curves, and a year under each Kelly limit</summary>
      <div class="pair">${growth.map(figureMarkup)}</div>
      ${yearsTable(years)}
    </details>`;
  return {
    section: { id: `game-${game}`, title: gameName(game), body },
    charts: [...(convergence === undefined ? [] : [convergence]), ...growth],
  };
}

function sentences({ findings }: AuditView, game: string): Markup {
  const found = findingsOfGame(findings, game);
  if (found.length === 0)
    return html`<p>
      <span class="mark good">✓</span> What is stated, what is printed and what is implemented do not
      contradict each other.
    </p>`;
  return html`<ul class="findings">
    ${found.map((finding) => html`<li><p>${finding}</p></li>`)}
  </ul>`;
}

function edgesTable(rows: readonly BetRow[]): Markup {
  const groups = edgeGroups(rows);
  const shown = groups.slice(0, groupMax);
  const rest = groups.length - shown.length;
  return html`${table({
    caption: 'Edges: what the house keeps of every stake',
    columns: [
      ...words('Bets'),
      ...numbers('Stated', 'Printed', 'Implemented', 'Exactly', 'Pays at all', 'Up to', 'Volatility'),
    ],
    rows: [...shown.map((group) => [groupName(group), ...edgeCells(group.rows)]), ...bestCells(rows)],
  })}
  ${rest > 0 ? html`<p class="note">and ${grouped(rest)} more edges, in games.csv</p>` : nothing}`;
}

function edgeCells(rows: readonly BetRow[]): (string | Markup)[] {
  const [first] = rows;
  if (first === undefined) return [];
  const printed = edgeOfPublished(first);
  return [
    first.stated.printed.replace(' with optimal play', ''),
    printed === undefined ? '-' : percentOf(printed),
    percentOf(first.figures.edge),
    html`<code>${fractionOf(first.figures.edge)}</code>`,
    spread(rows.map(({ figures }) => figures.hitRate.toNumber()), (share) => `${(share * 100).toFixed(2)}%`),
    spread(rows.map(({ figures }) => figures.maxPayout.toNumber()), (times) => `${grouped(Number(times.toFixed(4)))}x`),
    spread(rows.map(({ figures }) => 1.65 * Math.sqrt(figures.variance.toNumber())), (index) => index.toFixed(2)),
  ]; // prettier-ignore
}

/** `2.78%`, or the range from lowest to highest. */
function spread(values: readonly number[], text: (value: number) => string): string {
  const [low, high] = [values.reduce(lesser), values.reduce(greater)];
  return low === high ? text(low) : `${text(low)}–${text(high)}`;
}

const lesser = (left: number, right: number): number => Math.min(left, right);
const greater = (left: number, right: number): number => Math.max(left, right);

/** Policies of optimal play follow the bets. */
const bestCells = (rows: readonly BetRow[]): (string | Markup)[][] =>
  rows
    .filter(({ strategy }) => strategy === 'best')
    .map((row) => [`clever: ${betName(row.bet).replace('policy ', '')}`, ...edgeCells([row])]);

function verdictLine({ replay }: AuditView, game: string): Markup {
  const found = replay.find((verdict) => verdict.game === game);
  if (found === undefined) return nothing;
  const { verdict, complaints } = found;
  const isBad = verdict === 'contradicted' || complaints.length > 0;
  // No mark of success: that the rounds are consistent rules out the named returns and nothing else.
  return html`<p>
    ${isBad ? html`<span class="mark bad">✗</span> ` : nothing}Replayed: ${verdictSentence(found)}.
    ${complaints.map((complaint) => html`<strong class="mark bad">${complaint}</strong> `)}
  </p>`;
}

/** Payouts: bets that win or lose share one table, the others have one each. */
function payTables(rows: readonly BetRow[]): Markup {
  const single = rows.filter(({ strategy }) => strategy === 'single');
  const plain = thinned(single.filter(({ outcomes }) => outcomes === undefined));
  const rich = single.filter(({ outcomes }) => outcomes !== undefined).slice(0, betMax);
  return html`<details>
    <summary>What it pays</summary>
    ${plain.length === 0 ? nothing : plainTable(plain, single.length)}
    <div class="pair">${rich.map(outcomesTable)}</div>
  </details>`;
}

/** The first, the last, and evenly spaced ones between. */
const thinned = (rows: readonly BetRow[]): readonly BetRow[] =>
  rows.length <= betMax
    ? rows
    : Array.from(
        { length: betMax },
        (_, index) => rows[Math.round((index * (rows.length - 1)) / (betMax - 1))]!,
      );

const chanceText = (chance: Fraction): string => {
  const percent = chance.toNumber() * 100;
  return percent >= 0.01 || percent === 0
    ? `${Number(percent.toFixed(4))}%`
    : `1 in ${grouped(Math.round(100 / percent))}`;
};

function plainTable(rows: readonly BetRow[], all: number): Markup {
  const left = all - rows.length;
  return html`${table({
      caption: left > 0 ? `${rows.length} of ${grouped(all)} bets; all stand in games.csv` : 'Bets',
      columns: [...words('Bet'), ...numbers('Pays', 'Chance', 'Exactly', 'Returns')],
      rows: rows.map(({ bet, figures }) => [
        betName(bet) === '' ? 'the one bet' : betName(bet),
        timesOf(figures.maxPayout),
        chanceText(figures.hitRate),
        html`<code>${fractionOf(figures.hitRate)}</code>`,
        percentOf(figures.returned),
      ]),
    })}`; // prettier-ignore
}

function outcomesTable({ bet, outcomes = [] }: BetRow): Markup {
  const name = betName(bet);
  return html`<div>
    ${table({
      caption: name === '' ? 'Outcomes' : name,
      columns: numbers('Pays', 'Chance', 'Exactly'),
      rows: outcomes.map(({ payout, probability }) => [
        timesOf(payout),
        chanceText(probability),
        html`<code>${fractionOf(probability)}</code>`,
      ]),
    })}
  </div>`;
}

/** Rounded to the cent. */
const usdc = (text: string): string => grouped(Number(Number(text).toFixed(2)));
const share = (part: number): string => `${Math.round(part * 100)}%`;

function yearsTable(years: readonly YearLine[]): Markup {
  if (years.length === 0) return nothing;
  return table({
    caption:
      'A year of four bets a day at the highest stake each policy of kelly.limit allows; the house begins with 1,000,000 USDC',
    columns: [
      ...words('Bet and bankroll', 'Limit'),
      ...numbers('First stake', 'Player after (median)', '5%–95%', 'Ruined', 'House closed', 'Bets (median)'),
    ],
    rows: years.map(({ bet, bankroll, policy, firstStake, player, playerRuined, houseClosed, bets }) => [
      `${betName(bet)}${betName(bet) === '' ? '' : ', '}${usdc(bankroll)} USDC`,
      policy,
      Number(firstStake) === 0 ? 'no bet' : usdc(firstStake),
      usdc(player.p50),
      `${usdc(player.p5)}–${usdc(player.p95)}`,
      share(playerRuined),
      share(houseClosed),
      grouped(bets),
    ]),
  });
}
