/** Playing cards. Where suits do not matter a card is its rank, 0 for the ace to 12 for the king. */
import { present } from '../../core/base/assert.ts';
import { pickClass, type Pick } from '../../core/fairness/pick.ts';

/** The ranks as they are shown, ace first. */
export const rankNames = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'] as const;

/** An index into `rankNames`. */
export type Rank = number;

/** How many cards of each rank are left. A value: a drawn card gives a new shoe. */
export type Shoe = readonly number[];

/** A shoe of that many packs. */
export const shoeOf = (packs: number): Shoe => Array.from(rankNames, () => 4 * packs);

/** The rank of a card drawn from the shoe, and the shoe without it. */
export function drawRank(shoe: Shoe, pick: Pick): { rank: Rank; shoe: Shoe } {
  const rank = pickClass(pick, shoe);
  return { rank, shoe: shoe.with(rank, present(shoe[rank], 'a rank of the shoe') - 1) };
}

/** The ranks as shown. Asserts that each is 0 to 12. */
export const namesOf = (ranks: readonly Rank[]): string[] =>
  ranks.map((rank) => present(rankNames[rank], 'a rank has a name'));
