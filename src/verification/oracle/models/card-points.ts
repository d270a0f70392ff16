/** What cards are worth in blackjack, baccarat and video poker; ranks are `2` to `9`, `T`, `J`, `Q`, `K`, `A`. */

const ranks = '23456789TJQKA';

/** The best total of a blackjack hand: an ace counts 11 unless that is too much. */
export function blackjackTotal(cards: readonly string[]): number {
  const hard = cards.reduce((sum, card) => sum + (card === 'A' ? 1 : tenAtMost(card)), 0);
  return cards.includes('A') && hard <= 11 ? hard + 10 : hard;
}

/** Two cards of 21 points. */
export const isNatural = (cards: readonly string[]): boolean =>
  cards.length === 2 && blackjackTotal(cards) === 21;

/** Baccarat: an ace is 1, tens and pictures are 0, and only the last digit counts. */
export const baccaratPoints = (cards: readonly string[]): number =>
  cards.reduce((sum, card) => sum + (card === 'A' ? 1 : tenAtMost(card) % 10), 0) % 10;

const tenAtMost = (card: string): number => Math.min(10, ranks.indexOf(card) + 2);

/** Multiples of the stake by the name of a five-card hand: the table of document 3. */
const pokerPays = [
  [800, 'royal'],
  [50, 'straight flush'],
  [25, 'four'],
  [9, 'full house'],
  [6, 'flush'],
  [4, 'straight'],
  [3, 'three'],
  [2, 'two pair'],
  [1, 'jacks or better'],
] as const;

/** What a list shows, such as cards; empty for anything else. */
export const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** What five cards such as `AC` pay, in multiples of the stake; 0 below a pair of jacks. */
export function pokerMultiple(cards: readonly string[]): number {
  const name = pokerHand(cards);
  return pokerPays.find(([, hand]) => hand === name)?.[0] ?? 0;
}

function pokerHand(cards: readonly string[]): string {
  const values = cards.map(([rank = '']) => ranks.indexOf(rank)).toSorted((one, other) => one - other);
  const isFlush = new Set(cards.map(([, suit]) => suit)).size === 1;
  const [low = 0, , , fourth = 0, high = 0] = values;
  const isWheel = fourth === 3 && high === 12 && low === 0;
  const isStraight = new Set(values).size === 5 && (high - low === 4 || isWheel);
  if (isStraight && isFlush) return low === 8 ? 'royal' : 'straight flush';
  const counts = [...new Set(values)].map((value) => values.filter((each) => each === value).length);
  const [most = 0, second = 0] = counts.toSorted((one, other) => other - one);
  if (most === 4) return 'four';
  if (most === 3 && second === 2) return 'full house';
  if (isFlush) return 'flush';
  if (isStraight) return 'straight';
  if (most === 3) return 'three';
  if (most === 2 && second === 2) return 'two pair';
  const paired = values.find((value, index) => values[index + 1] === value) ?? -1;
  return paired >= 9 ? 'jacks or better' : 'nothing';
}
