/**
 * Every difference between what is stated, what is printed and what is implemented, with its exact size, in sentences
 * for a reader. All of them are computed from the data of the documents: no finding is written by hand.
 */
import { Fraction } from '../../core/base/fraction.ts';
import {
  printedDice,
  printedPayouts,
  printedRanges,
  claimOf,
  decimal,
  statedEdgeOf,
} from './documents/statements.ts';
import { leastScratchReturn } from './documents/scratch-bound.ts';
import type { BetRow } from './exact-rows.ts';
import { absolute, exactText, percentText } from './percent.ts';
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

/** `keeps 2% (1/50)`, or what a bet gives away. */
function kept(edge: Fraction): string {
  return edge.numerator < 0n
    ? `give the player ${percentText(absolute(edge))} of every stake (edge ${String(edge)})`
    : `keep ${percentText(edge)} of every stake (${String(edge)})`;
}

function points(edge: Fraction, than: Fraction): string {
  const difference = edge.sub(than);
  const size = percentText(absolute(difference)).replace('%', '');
  const direction = difference.numerator < 0n ? 'less' : 'more';
  return `${size} percentage points ${direction} (${String(absolute(difference))})`;
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
  return (
    `${stated.line} states an edge of ${stated.printed}, but the payouts printed in ${published.line} ` +
    `${kept(edge)}, ${points(edge, claim.edge)} than stated`
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
  if (figures.maxPayout.compare(Fraction.one) >= 0) return undefined;
  return `a win loses money: it returns ${percentText(figures.maxPayout)} of the stake (${String(figures.maxPayout)})`;
}

/** All findings: of bets with the same sentence one line, then those about a game or about the documents alone. */
export function findingsOf(rows: readonly BetRow[]): string[] {
  return [
    ...betFindings(rows),
    ...rangeFindings(rows),
    ...documentFindings(new Set(rows.map(({ game }) => game))),
  ];
}

function betFindings(rows: readonly BetRow[]): string[] {
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
    return `${game}${namesOf(group, counts.get(game) ?? 0)}: ${finding}`;
  });
}

function namesOf(group: readonly BetRow[], all: number): string {
  if (all === 1) return '';
  if (group.length === all) return `, all ${all} bets`;
  const shown = group.slice(0, 3).map(({ bet }) => betText(bet));
  const more = group.length - shown.length;
  return `, ${shown.join(' | ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The lowest and highest payout of a game against those the game table names. */
function rangeFindings(rows: readonly BetRow[]): string[] {
  const byGame = groupByGame(rows);
  return [...byGame].flatMap(([game, ofGame]) => {
    const range = printedRanges[game];
    if (range === undefined) return [];
    const lowest = range.lowest === undefined ? undefined : decimal(range.lowest);
    const highest = decimal(range.highest);
    const max = ofGame.map(({ figures }) => figures.maxPayout).reduce(larger);
    const min = lowestOf(ofGame, range.hasPush === true);
    const isLowWrong = lowest !== undefined && lowest.numerator !== 0n && min.compare(lowest) !== 0;
    if (!isLowWrong && max.compare(highest) === 0) return [];
    const named = `${lowest === undefined ? 'up' : `${exactText(lowest)}x`} to ${exactText(highest)}x`;
    return [
      `${game}: ${range.line} names payouts of ${named}, but a win pays ${multipleText(min)} to ${multipleText(max)}.`,
    ];
  });
}

function lowestOf(rows: readonly BetRow[], hasPush: boolean): Fraction {
  const lowest = rows.map(({ figures }) =>
    figures.hasPush && !hasPush ? smaller(figures.minPayout, Fraction.one) : figures.minPayout,
  );
  return lowest.reduce(smaller);
}

/** `34.3x`, or `2.0453x (7363/3600)`. */
function multipleText(payout: Fraction): string {
  const exact = exactText(payout);
  return exact.includes('/') ? `${payout.toNumber().toFixed(4)}x (${exact})` : `${exact}x`;
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

/** Contradictions that stand in the documents whatever the games do. */
function documentFindings(games: ReadonlySet<string>): string[] {
  return [
    ...(games.has('dice') ? diceWithoutWin() : []),
    ...(games.has('keno') ? kenoRange() : []),
    ...(games.has('scratch_card') ? scratchWeights() : []),
    ...(games.has('wheel') ? wheelSum() : []),
  ];
}

function diceWithoutWin(): string[] {
  const { line, thresholds, rolls } = printedDice;
  const found: string[] = [];
  for (let threshold: number = thresholds[0]; threshold <= thresholds[1]; threshold += 1) {
    if (threshold <= rolls[0]) found.push(`under ${threshold}`);
    if (threshold >= rolls[1]) found.push(`over ${threshold}`);
  }
  return found.map(
    (bet) => `dice: ${line} allows the bet "${bet}", but no roll from ${rolls[0]} to ${rolls[1]} can win it.`,
  );
}

function kenoRange(): string[] {
  const { lowest, highest, line } = printedRanges['keno'] ?? { lowest: '0', highest: '0', line: '' };
  const paid = Object.values(printedPayouts.keno.rows).flatMap((row) => Object.values(row).map(decimal));
  const [min, max] = [paid.reduce(smaller), paid.reduce(larger)];
  if (min.compare(decimal(lowest ?? '0')) === 0 && max.compare(decimal(highest)) === 0) return [];
  return [
    `keno: ${line} names payouts of ${lowest}x to ${highest}x, but ${printedPayouts.keno.line} prints payouts of ` +
      `${exactText(min)}x to ${exactText(max)}x.`,
  ];
}

function scratchWeights(): string[] {
  const { line, triples, pair } = printedPayouts.scratchCard;
  const stated = statedEdgeOf('scratch_card', {});
  const { edge, tolerance } = claimOf(stated);
  const least = leastScratchReturn(Object.values(triples).map(decimal), decimal(pair));
  const mostKept = Fraction.one.sub(least);
  if (mostKept.compare(edge.sub(tolerance)) >= 0) return [];
  return [
    `scratch_card: ${stated.line} states an edge of ${stated.printed}, but with the payouts of ${line} three independent ` +
      `symbols return at least ${percentText(least)} of the stake (${String(least)}), whatever their weights.`,
  ];
}

function wheelSum(): string[] {
  const { line, sectors } = printedPayouts.wheel;
  const sum = sectors.reduce((total, [, percent]) => total + percent, 0);
  return sum === 100 ? [] : [`wheel: the chances in ${line} sum to ${sum}%, not 100%.`];
}
