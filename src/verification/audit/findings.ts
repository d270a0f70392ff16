/**
 * Every difference between what is stated, what is printed and what is implemented, with its exact size, in sentences
 * for a reader. All of them are computed from the data of the documents: no finding is written by hand.
 */
import { Fraction } from '../../core/base/fraction.ts';
import { games } from '../../platform/games/registry.ts';
import { documentFindings } from './document-findings.ts';
import { decimal, printedRanges } from './documents/statements.ts';
import type { BetRow } from './exact-rows.ts';
import type { AuditFinding, HouseLoss } from './finding.ts';
import { lossOfBet } from './money-at-risk.ts';
import { absolute, fractionText, multipleText, percentText } from './percent.ts';
import { betText } from './wire-bet.ts';

/** What is wrong with one bet, as one sentence; null where the three columns agree. */
export function findingOf(row: BetRow): string | null {
  const parts = [
    statedAgainstPrinted(row),
    shippedAgainstPrinted(row),
    shippedAgainstStated(row),
    deadWin(row),
  ];
  const found = parts.filter((part) => part !== undefined);
  return found.length === 0 ? null : `${found.join('; ')}.`;
}

/** `keep 2% of every stake (1/50)`, or what a bet gives away. Of a bound the player may gain more. */
function kept(edge: Fraction, isBound = false): string {
  return edge.numerator < 0n
    ? `give the player ${isBound ? 'at least ' : ''}${percentText(absolute(edge))} of every stake (edge ${fractionText(edge)})`
    : `keep ${isBound ? 'at most ' : ''}${percentText(edge)} of every stake (${fractionText(edge)})`;
}

function points(edge: Fraction, than: Fraction): string {
  const difference = edge.sub(than);
  const size = percentText(absolute(difference)).replace('%', '');
  const direction = difference.numerator < 0n ? 'less' : 'more';
  return `${size} percentage points ${direction} (${fractionText(absolute(difference))})`;
}

/** Outside of what the stated edge claims, and of what an "about" in a printed payout leaves open. */
function isOutside({ claim, published }: BetRow, edge: Fraction): boolean {
  const tolerance = claim.tolerance.add(published?.tolerance ?? Fraction.zero);
  return absolute(edge.sub(claim.edge)).compare(tolerance) > 0;
}

const publishedEdge = ({ published }: BetRow): Fraction | undefined =>
  published === undefined ? undefined : Fraction.one.sub(published.returned);

function statedAgainstPrinted(row: BetRow): string | undefined {
  const edge = publishedEdge(row);
  const { stated, claim, published } = row;
  if (edge === undefined || published === undefined || !isOutside(row, edge)) return undefined;
  const { line, isBound } = published;
  return (
    `${stated.line} states an edge of ${stated.printed}, but the ${isBound ? 'examples' : 'payouts'} printed in ${line} ` +
    `${isBound ? 'alone ' : ''}${kept(edge, isBound)}, ${points(edge, claim.edge)} than stated` +
    (isBound && edge.compare(claim.edge) > 0
      ? '; only a payout that is not printed could make it as stated'
      : '')
  );
}

function shippedAgainstPrinted(row: BetRow): string | undefined {
  const edge = publishedEdge(row);
  if (edge === undefined || row.published === undefined) return undefined;
  if (absolute(edge.sub(row.figures.edge)).compare(row.published.tolerance) <= 0) return undefined;
  return (
    `the payouts as shipped ${kept(row.figures.edge)}, ${points(row.figures.edge, edge)} than those printed ` +
    `in ${row.published.line}`
  );
}

/** Where nothing is printed, or what is printed fits and the game does not. */
function shippedAgainstStated(row: BetRow): string | undefined {
  const { stated, claim, figures } = row;
  const edge = publishedEdge(row);
  if (!isOutside(row, figures.edge) || edge?.compare(figures.edge) === 0) return undefined;
  return (
    `${stated.line} states an edge of ${stated.printed}, but the payouts as shipped ${kept(figures.edge)}, ` +
    `${points(figures.edge, claim.edge)} than stated`
  );
}

function deadWin({ figures }: BetRow): string | undefined {
  const { maxPayout } = figures;
  if (maxPayout.compare(Fraction.one) > 0) return undefined;
  if (maxPayout.compare(Fraction.one) === 0)
    return 'a win returns exactly the stake, so that the player can lose and never gain';
  return `a win loses money: it returns ${percentText(maxPayout)} of the stake (${String(maxPayout)})`;
}

/** All findings: of bets with the same sentence one line, then those about a game or about the documents alone. */
export function findingsOf(rows: readonly BetRow[]): AuditFinding[] {
  const byGame = groupByGame(rows);
  return [
    ...betFindings(rows),
    ...rangeFindings(byGame),
    ...documentFindings(byGame, byGame.size === games.length),
  ];
}

function betFindings(rows: readonly BetRow[]): AuditFinding[] {
  const groups = new Map<string, BetRow[]>();
  const counts = new Map<string, number>();
  for (const row of rows) {
    counts.set(row.game, (counts.get(row.game) ?? 0) + 1);
    const finding = findingOf(row);
    if (finding === null) continue;
    const key = `${row.game}\n${finding}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return Array.from(groups, ([key, group]) => {
    const [game = '', finding = ''] = key.split('\n');
    const sentence = `${game}${namesOf(group, counts.get(game) ?? 0)}: ${finding}`;
    return { game, sentence, change: changeFor(worstOf(group)), loss: lossOf(worstOf(group)) };
  });
}

/** The row whose highest payout is the largest: edges of a group are alike. */
const worstOf = (group: readonly BetRow[]): BetRow =>
  group.reduce((worst, row) => (highestOf(row).compare(highestOf(worst)) > 0 ? row : worst));

const highestOf = ({ published, figures }: BetRow): Fraction => published?.highest ?? figures.maxPayout;

/** The lower of the printed and the shipped edge. */
const leastEdge = (row: BetRow): Fraction =>
  smaller(publishedEdge(row) ?? row.figures.edge, row.figures.edge);

/** Undefined where the house keeps what it states, or more. */
function lossOf(row: BetRow): HouseLoss | undefined {
  const edge = leastEdge(row);
  const isLess = isOutside(row, edge) && edge.compare(row.claim.edge) < 0;
  if (edge.numerator >= 0n && !isLess) return undefined;
  const isShipped = edge.compare(row.figures.edge) === 0;
  const { game, claim } = row;
  return lossOfBet({ game, edge, stated: claim.edge, highest: highestOf(row), isShipped });
}

function changeFor(row: BetRow): string {
  const { claim, figures } = row;
  const edge = publishedEdge(row) ?? figures.edge;
  if (!isOutside(row, edge)) return 'Refuse the bet, or pay more than the stake for a win.';
  const factor = Fraction.one.sub(claim.edge).div(Fraction.one.sub(edge)).toNumber();
  const statement = edge.numerator < 0n ? '' : `State an edge of ${percentText(edge)}, or m`;
  return `${statement === '' ? 'M' : statement}ultiply the payouts by ${factor.toFixed(4)}, which keeps ${percentText(claim.edge)}.`;
}

function namesOf(group: readonly BetRow[], all: number): string {
  if (all === 1) return '';
  if (group.length === all) return `, all ${all} bets`;
  const shown = group.slice(0, 3).map(({ bet }) => betText(bet));
  const more = group.length - shown.length;
  return `, ${shown.join(' | ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The lowest and highest payout of a game against those the game table names. */
function rangeFindings(byGame: ReadonlyMap<string, readonly BetRow[]>): AuditFinding[] {
  return [...byGame].flatMap(([game, ofGame]) => {
    const range = printedRanges[game];
    if (range === undefined) return [];
    const lowest = range.lowest === undefined ? undefined : decimal(range.lowest);
    const highest = decimal(range.highest);
    const max = ofGame.map(({ figures }) => figures.maxPayout).reduce(larger);
    const min = lowestOf(ofGame, range.hasPush === true);
    const isLowWrong = lowest !== undefined && lowest.numerator !== 0n && min.compare(lowest) !== 0;
    if (!isLowWrong && max.compare(highest) === 0) return [];
    const named = `${lowest === undefined ? 'up' : multipleText(lowest)} to ${multipleText(highest)}`;
    const paid = `${multipleText(min)} to ${multipleText(max)}`;
    const sentence = `${game}: ${range.line} names payouts of ${named}, but a win pays ${paid}.`;
    return [{ game, sentence, change: `State the range ${paid}.`, loss: undefined }];
  });
}

function lowestOf(rows: readonly BetRow[], hasPush: boolean): Fraction {
  const lowest = rows.map(({ figures }) =>
    figures.hasPush && !hasPush ? smaller(figures.minPayout, Fraction.one) : figures.minPayout,
  );
  return lowest.reduce(smaller);
}

function groupByGame(rows: readonly BetRow[]): Map<string, BetRow[]> {
  const byGame = new Map<string, BetRow[]>();
  for (const row of rows) {
    const known = byGame.get(row.game);
    if (known === undefined) byGame.set(row.game, [row]);
    else known.push(row);
  }
  return byGame;
}

const larger = (left: Fraction, right: Fraction): Fraction => (left.compare(right) >= 0 ? left : right);
const smaller = (left: Fraction, right: Fraction): Fraction => (left.compare(right) <= 0 ? left : right);
