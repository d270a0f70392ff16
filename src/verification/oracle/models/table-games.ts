/** Payouts of the games whose answers show all that decides them: tables of document 3, and of the facts where it is silent. */
import type { Body } from '../exchange.ts';
import { baccaratPoints, blackjackTotal, isNatural, pokerMultiple, texts } from './card-points.ts';

/** Multiples of the stake, as a numerator and a denominator. */
export type Multiple = readonly [numerator: number, denominator: number];

type Table = (sent: Body, result: Body) => Multiple | undefined;

const nothing: Multiple = [0, 1];
const hundredths = (amount: number | undefined): Multiple | undefined =>
  amount === undefined ? undefined : [Math.round(amount * 100), 100];

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);
const allAre = (symbols: readonly string[]): boolean => new Set(symbols).size === 1;

const reels: Readonly<Record<string, number>> = { 7: 250, BAR: 50, BELL: 25, CHERRY: 10, LEMON: 5, ORANGE: 5, GRAPE: 5 }; // prettier-ignore

/** Pairs count from the left. */
const slots: Table = (_, result) => {
  const shown = texts(result['reels']);
  const [first = '', second] = shown;
  if (shown.length !== 3) return undefined;
  if (allAre(shown)) return [reels[first] ?? 0, 1];
  if (first === 'BAR' && second === 'BAR') return [5, 1];
  if (first === 'CHERRY') return [second === 'CHERRY' ? 2 : 1, 1];
  return nothing;
};

/** Pairs on any two reels; what a cherry pays on the first one is the same. */
const slotsAny: Table = (sent, result) => {
  const shown = texts(result['reels']);
  const countOf = (symbol: string): number => shown.filter((each) => each === symbol).length;
  if (shown.length !== 3 || allAre(shown)) return slots(sent, result);
  if (countOf('BAR') === 2) return [5, 1];
  return countOf('CHERRY') === 2 ? [2, 1] : slots(sent, result);
};

const tickets: Readonly<Record<string, number>> = { diamond: 50, seven: 20, star: 15, clover: 12, bell: 8, cherry: 5 }; // prettier-ignore

const scratchCard: Table = (_, result) => {
  const shown = texts(result['symbols']);
  if (shown.length !== 3) return undefined;
  if (allAre(shown)) return [tickets[shown[0] ?? ''] ?? 0, 1];
  return [new Set(shown).size === 2 ? 2 : 0, 1];
};

/** By the number of ranks that win. */
const hiloPays = [0, 12, 6.23, 4.16, 3.12, 2.49, 2.08, 1.78, 1.56, 1.38, 1.25, 1.13, 1.05] as const;
const hiloRanks = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
const hiloRank = (card: unknown): number => hiloRanks.indexOf(card === '10' ? 'T' : String(card)) + 1;

const hilo: Table = (sent, result) => {
  const [first, next] = [hiloRank(result['first_card']), hiloRank(result['next_card'])];
  if (first === 0 || next === 0) return undefined;
  if (first === next) return [1, 1];
  const isHigher = sent['guess'] === 'higher';
  return isHigher === next > first ? hundredths(hiloPays[isHigher ? 13 - first : first - 1]) : nothing;
};

/** By spots and numbers caught: document 3, and the tables chosen by Orrery for the rows that it leaves out. */
const kenoPays: Readonly<Record<number, Readonly<Record<number, number>>>> = {
  1: { 1: 3.5 },
  2: { 2: 16 },
  3: { 2: 2, 3: 50 },
  4: { 2: 1, 3: 8, 4: 118 },
  5: { 3: 3, 4: 25, 5: 1000 },
  6: { 3: 1, 4: 8, 5: 94, 6: 2100 },
  7: { 3: 1, 4: 4, 5: 25, 6: 203, 7: 7000 },
  8: { 4: 2, 5: 15, 6: 90, 7: 1300, 8: 14_000 },
  9: { 4: 1, 5: 6, 6: 44, 7: 335, 8: 4000, 9: 41_500 },
  10: { 5: 10, 7: 500, 10: 250_000 },
};
/** Of ten spots the documents leave out what these pay (gap C5). */
const unlistedOfTen: readonly number[] = [6, 8, 9];

/** In hundredths; undefined for no number of spots. */
export function kenoTop(spots: number): number | undefined {
  const top = Math.max(0, ...Object.values(kenoPays[spots] ?? {}));
  return top === 0 ? undefined : top * 100;
}

const keno: Table = (sent, result) => {
  const [picks, drawn] = [numbers(sent['picks']), numbers(result['drawn'])];
  const caught = picks.filter((pick) => drawn.includes(pick)).length;
  const row = kenoPays[picks.length];
  const isOpen = picks.length === 10 && unlistedOfTen.includes(caught);
  return row === undefined || isOpen ? undefined : hundredths(row[caught] ?? 0);
};

/** From the edge to the centre, by rows and risk. */
const plinkoPays: Readonly<Record<string, readonly number[]>> = {
  '8 low': [5.6, 1.8, 1.1, 1, 0.5],
  '8 medium': [13, 2.7, 1.3, 0.7, 0.4],
  '8 high': [29, 4.1, 1.5, 0.3, 0.1],
  '12 low': [10, 3, 2, 1.1, 1.1, 1, 0.5],
  '12 medium': [33, 11, 3.7, 1.9, 1.1, 0.6, 0.3],
  '12 high': [170, 24, 8.1, 1.8, 0.7, 0.2, 0.2],
  '16 low': [16, 9, 1.7, 1.4, 1.3, 1.1, 1.1, 1, 0.5],
  '16 medium': [110, 41, 9.7, 5, 2.9, 1.4, 1, 0.5, 0.3],
  '16 high': [1000, 130, 26, 9, 4, 2, 0.2, 0.2, 0.1],
};

/** The payout at the edge, in hundredths. */
export function plinkoTop(rows: unknown, risk: unknown): number | undefined {
  const edge = plinkoPays[`${String(rows)} ${String(risk)}`]?.[0];
  return edge === undefined ? undefined : Math.round(edge * 100);
}

const plinko: Table = (sent, result) => {
  const [rows, slot] = [Number(sent['rows']), Number(result['slot'])];
  return hundredths(plinkoPays[`${rows} ${String(sent['risk'])}`]?.[Math.min(slot, rows - slot)]);
};

/** Cells are revealed in order; each is safe with the chance of those that are left, less 2.5%. */
function minesPay(count: number, reveals: number): Multiple {
  let [numerator, denominator] = [975n, 1000n];
  for (let cell = 0n; cell < BigInt(reveals); cell += 1n) {
    numerator *= 25n - cell;
    denominator *= 25n - BigInt(count) - cell;
  }
  return [Number(numerator) / Number(denominator), 1];
}

/** False for counts that are no whole numbers, and for more reveals than there are safe cells. */
const areMines = (count: number, reveals: number): boolean =>
  Number.isInteger(count) && Number.isInteger(reveals) && count > 0 && reveals > 0 && count + reveals <= 25;

/** In hundredths; undefined for what is no bet. */
export const minesTop = (count: number, reveals: number): number | undefined =>
  areMines(count, reveals) ? minesPay(count, reveals)[0] * 100 : undefined;

const mines: Table = (sent, result) => {
  const [count, reveals] = [Number(sent['mines']), Number(sent['reveals'])];
  if (!areMines(count, reveals)) return undefined;
  return numbers(result['mine_cells']).some((cell) => cell < reveals) ? nothing : minesPay(count, reveals);
};

const custom: Table = (sent, result) => {
  const chance = Number(sent['win_probability']);
  return Number(result['drawn']) <= chance ? [98, chance] : nothing;
};

/** A tie gives back what was bet on either side. */
const baccarat: Table = (sent, result) => {
  const [player, banker] = [baccaratPoints(texts(result['player'])), baccaratPoints(texts(result['banker']))];
  const winner = player === banker ? 'tie' : player > banker ? 'player' : 'banker'; // oxlint-disable-line no-nested-ternary
  const on = String(sent['bet_on']);
  if (winner === 'tie') return on === 'tie' ? [9, 1] : [1, 1];
  if (winner !== on) return nothing;
  return on === 'player' ? [2, 1] : [195, 100];
};

/** A natural pays 3:2 and beats any other 21. */
const blackjack: Table = (_, result) => {
  const [player, dealer] = [texts(result['player']), texts(result['dealer'])];
  if (isNatural(player)) return isNatural(dealer) ? [1, 1] : [5, 2];
  const [own, other] = [blackjackTotal(player), blackjackTotal(dealer)];
  if (own > 21 || isNatural(dealer)) return nothing;
  if (other > 21 || own > other) return [2, 1];
  return own === other ? [1, 1] : nothing;
};

const videoPoker: Table = (_, result) => [pokerMultiple(texts(result['cards'])), 1];

/** By game; a table gives undefined where the documents leave the payout open. */
export const tableGames: Readonly<Record<string, Table>> = {
  slots,
  slots_any: slotsAny,
  scratch_card: scratchCard,
  hilo,
  keno,
  plinko,
  mines,
  custom,
  baccarat,
  blackjack,
  video_poker: videoPoker,
};
