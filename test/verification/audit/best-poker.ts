/**
 * The return of video poker under the best holds, exactly, over all 2,598,960 hands. For every set of up to five cards
 * the payouts of all hands around it are added up once; what a hold is worth follows by taking away, with alternating
 * signs, the hands around the hold that hold a thrown card. Shares nothing with src/platform/games.
 */
const hands = 2_598_960;
const binomial = Array.from({ length: 53 }, (_, n) => {
  const row = [1, 0, 0, 0, 0, 0];
  for (let k = 1; k <= 5; k++) row[k] = ((row[k - 1] ?? 0) * (n - k + 1)) / k;
  return row;
});
const ways = (n: number, k: number): number => binomial[n]?.[k] ?? 0;
/** The choices of k cards stand behind those of fewer, each at the number of its ascending cards. */
const firstOf = [0, 1, 53, 1_379, 23_479, 294_204];

/** What five ascending cards return: rank first, ace low, four suits a rank. */
function payOf(cards: readonly number[], flush: number): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = cards.map((card) => card >> 2);
  const alike = Number(a === b) + Number(b === c) + Number(c === d) + Number(d === e);
  if (alike === 3) return a === d || b === e ? 25 : 9;
  if (alike === 2) return a === c || b === d || c === e ? 3 : 2;
  if (alike === 1) {
    const pair = a === b ? a : b === c ? b : c === d ? c : d;
    return pair === 0 || pair >= 10 ? 1 : 0;
  }
  const isRoyal = a === 0 && b === 9;
  const isStraight = isRoyal || e - a === 4;
  const isFlush = cards.every((card) => ((card ^ (cards[0] ?? 0)) & 3) === 0);
  if (isStraight && isFlush) return isRoyal ? 800 : 50;
  if (isFlush) return flush;
  return isStraight ? 4 : 0;
}

/** Indexes of the 32 subsets of five ascending cards. */
function subsets(cards: readonly number[], into: Int32Array): void {
  for (let mask = 0; mask < 32; mask++) {
    let [count, index] = [0, 0];
    for (let at = 0; at < 5; at++) if (mask & (1 << at)) index += ways(cards[at] ?? 0, (count += 1));
    into[mask] = (firstOf[count] ?? 0) + index;
  }
}

function* allHands(): Generator<readonly number[]> {
  const cards = [0, 0, 0, 0, 0];
  for (cards[4] = 4; cards[4] < 52; cards[4]++)
    for (cards[3] = 3; cards[3] < cards[4]; cards[3]++)
      for (cards[2] = 2; cards[2] < cards[3]; cards[2]++)
        for (cards[1] = 1; cards[1] < cards[2]; cards[1]++)
          for (cards[0] = 0; cards[0] < cards[1]; cards[0]++) yield cards;
}

const bits = Array.from({ length: 32 }, (_, mask) => mask.toString(2).replaceAll('0', '').length);
/** Draws that replace as many cards. */
const draws = [1, 47, 1_081, 16_215, 178_365, 1_533_939];
/** All of these divide it, so that the best sums add up without fractions. */
const common = 7_669_695;

/** Returns over the stake for a pay table in which a flush pays as many stakes. */
export function bestPokerReturn(flush: number): number {
  const sums = new Float64Array(294_204 + hands);
  const index = new Int32Array(32);
  for (const cards of allHands()) {
    const paid = payOf(cards, flush);
    if (paid === 0) continue;
    subsets(cards, index);
    for (const at of index) sums[at] = (sums[at] ?? 0) + paid;
  }
  let total = 0n;
  let block = 0;
  let counted = 0;
  const around = new Float64Array(32);
  for (const cards of allHands()) {
    subsets(cards, index);
    for (let mask = 0; mask < 32; mask++) around[mask] = sums[index[mask] ?? 0] ?? 0;
    // From "contains the hold" to "contains of the five cards the hold and no other", a card at a time.
    for (let card = 1; card < 32; card <<= 1) {
      for (let mask = 0; mask < 32; mask++) {
        if ((mask & card) === 0) around[mask] = (around[mask] ?? 0) - (around[mask | card] ?? 0);
      }
    }
    let best = 0;
    for (let mask = 0; mask < 32; mask++) {
      const scaled = (around[mask] ?? 0) * (common / (draws[5 - (bits[mask] ?? 0)] ?? 1));
      if (scaled > best) best = scaled;
    }
    block += best;
    if ((counted += 1) % 1_000 !== 0) continue;
    total += BigInt(block);
    block = 0;
  }
  total += BigInt(block);
  return Number((total * 10n ** 12n) / (BigInt(hands) * BigInt(common))) / 1e12;
}
