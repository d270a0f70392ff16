/** Ways to each rank of video poker by the rule of the reference hands, best first, and how they are counted. */
import {
  countHands,
  eachSet,
  rankTerm,
  setCount,
} from '../../../../src/verification/audit/exact/video-poker-hands.ts';

/** Of 19,933,230,517,200 deals and draws, from a royal flush down to nothing; `best-policies` counts them. */
export const pokerWays: readonly number[] = [
  46_114_320, 415_216_800, 48_323_926_320, 234_621_428_400, 58_916_641_740, 117_682_986_480,
  1_545_778_877_640, 2_681_043_521_400, 3_140_040_968_640, 12_106_360_835_460,
];

const bits = (mask: number): number => mask.toString(2).replaceAll('0', '').length;
const drawFactors = [5, 43, 473, 7095, 163_185, 7_669_695];

/** Ways to each rank by the rule of the reference hands, over all deals and draws, by inclusion and exclusion. */
export function countedPokerWays(): number[] {
  const { worths, counts } = countHands();
  const sums = Array.from({ length: 10 }, () => 0);
  const numbers = new Int32Array(32);
  eachSet(5, (cards, number) => {
    for (let set = 1; set < 32; set += 1) {
      const highest = 31 - Math.clz32(set);
      numbers[set] = numbers[set ^ (1 << highest)]! + rankTerm(cards[highest]!, sizes[set]!);
    }
    let hold = 0;
    for (let at = 0; at < 5; at += 1)
      for (let other = 0; other < 5; other += 1)
        if (other !== at && cards[at]! >> 2 === cards[other]! >> 2) hold |= 1 << at;
    if (hold === 0 && worths[number]! < 9) hold = 31;
    const weight = drawFactors[sizes[hold]!]!;
    let paid = 0;
    for (let more = 31 & ~hold; ; more = (more - 1) & ~hold & 31) {
      const sign = sizes[more]! % 2 === 0 ? weight : -weight;
      const set = hold | more;
      for (let worth = 0; worth < 9; worth += 1) {
        const hands =
          set === 31
            ? Number(worths[number] === worth)
            : counts[sizes[set]!]![worth * setCounts[sizes[set]!]! + numbers[set]!]!;
        sums[worth]! += sign * hands;
        paid += sign * hands;
      }
      if (more === 0) break;
    }
    sums[9]! += 7_669_695 - paid;
  });
  return sums;
}
const sizes = Array.from({ length: 32 }, (_, mask) => bits(mask));
const setCounts = [0, 1, 2, 3, 4].map(setCount);
