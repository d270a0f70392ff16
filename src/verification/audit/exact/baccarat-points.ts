/**
 * Baccarat once more, by a program that shares nothing with the game: it deals points instead of cards, and counts
 * orders of six cards out of 416. The third cards follow the printed table of the game's rule books.
 */
import { Fraction } from '../../../core/base/fraction.ts';

/** The chances that a side wins or that both tie; they sum to 1. */
export interface BaccaratChances {
  readonly player: Fraction;
  readonly banker: Fraction;
  readonly tie: Fraction;
}

/** Rows by the banker's total 0 to 7, columns by the player's third card 0 to 9: D draws. */
const bankerTable = [
  'DDDDDDDDDD',
  'DDDDDDDDDD',
  'DDDDDDDDDD',
  'DDDDDDDD.D',
  '..DDDDDD..',
  '....DDDD..',
  '......DD..',
  '..........',
];

/** The chances of a round from a fresh shoe of that many packs. */
export function baccaratChances(packs: number): BaccaratChances {
  const counter = new RoundCounter(packs);
  counter.dealFour();
  const { player, banker, tie } = counter.ways;
  const total = player + banker + tie;
  const [playerShare, bankerShare, tieShare] = [player, banker, tie].map((ways) =>
    Fraction.of(ways, total),
  ) as [Fraction, Fraction, Fraction];
  return { player: playerShare, banker: bankerShare, tie: tieShare };
}

class RoundCounter {
  /** How many cards of each point are left. */
  readonly #left: number[];
  readonly ways = { player: 0n, banker: 0n, tie: 0n };

  constructor(packs: number) {
    this.#left = Array.from({ length: 10 }, (_, points) => (points === 0 ? 16 : 4) * packs);
  }

  dealFour(): void {
    this.#each(1, (a, first) => {
      this.#each(first, (b, second) => {
        this.#each(second, (c, third) => {
          this.#each(third, (d, ways) => this.#finish((a + b) % 10, (c + d) % 10, ways));
        });
      });
    });
  }

  /** Each point that is left, taken out of the shoe while `then` runs, with the ways so far. */
  #each(ways: number, then: (points: number, ways: number) => void): void {
    for (let points = 0; points < 10; points += 1) {
      const count = this.#left[points] ?? 0;
      if (count === 0) continue;
      this.#left[points] = count - 1;
      then(points, ways * count);
      this.#left[points] = count;
    }
  }

  /** Whatever is not drawn is dealt face down, so that every round counts orders of six cards. */
  #finish(player: number, banker: number, ways: number): void {
    const size = this.#left.reduce((sum, count) => sum + count, 0);
    const rest = [BigInt(size) * BigInt(size - 1), BigInt(size - 1), 1n] as const;
    if (player >= 8 || banker >= 8) return this.#count(player - banker, BigInt(ways) * rest[0]);
    if (player >= 6) {
      if (banker >= 6) return this.#count(player - banker, BigInt(ways) * rest[0]);
      return this.#each(ways, (fifth, after) =>
        this.#count(player - ((banker + fifth) % 10), BigInt(after) * rest[1]),
      );
    }
    this.#each(ways, (third, after) => {
      const total = (player + third) % 10;
      if (bankerTable[banker]?.[third] !== 'D') {
        return this.#count(total - banker, BigInt(after) * rest[1]);
      }
      this.#each(after, (fifth, last) =>
        this.#count(total - ((banker + fifth) % 10), BigInt(last) * rest[2]),
      );
    });
  }

  #count(difference: number, ways: bigint): void {
    if (difference === 0) this.ways.tie += ways;
    else this.ways[difference > 0 ? 'player' : 'banker'] += ways;
  }
}
