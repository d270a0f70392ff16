/** A sample of the bets of a game: all of few, or as many of them, the same ones however the log is read. */

const sampleMax = 600;

/** Keeps the bets whose numbers have the smallest hashes. */
export class BetSample<Item extends { readonly place: { readonly bet: number } }> {
  #items: { item: Item; hash: number }[] = [];
  #hashMax = 2 ** 32;

  /** `make` is called where the bet is kept. */
  add(bet: number, make: () => Item): void {
    const hash = hashOf(bet);
    if (hash >= this.#hashMax) return;
    this.#items.push({ item: make(), hash });
    if (this.#items.length < 2 * sampleMax) return;
    this.#items.sort((left, right) => left.hash - right.hash);
    this.#items.length = sampleMax;
    this.#hashMax = this.#items[sampleMax - 1]!.hash;
  }

  /** The bets of the sample in the order of the log. */
  items(): Item[] {
    return this.#items.map(({ item }) => item).toSorted((left, right) => left.place.bet - right.place.bet);
  }
}

/** A number below 2^32 that looks random; equal on every machine. */
function hashOf(number: number): number {
  let hash = number >>> 0;
  for (const factor of [0x85eb_ca6b, 0xc2b2_ae35]) hash = Math.imul(hash ^ (hash >>> 15), factor);
  return (hash ^ (hash >>> 13)) >>> 0;
}
