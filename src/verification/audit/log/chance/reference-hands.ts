/**
 * Hands of blackjack and video poker, played again from their seeds by one fixed strategy. What the player did with the
 * cards does not matter then, and the chances of the strategy are known exactly, so that hands can be tested as the
 * bets of other games are. A test computes the chances again.
 */
import type { Profile } from '../../../../core/base/profile.ts';
import type { Pick } from '../../../../core/fairness/pick.ts';
import { blackjack, valueOf } from '../../../../platform/games/blackjack.ts';
import { pokerRank, pokerRanks, videoPoker } from '../../../../platform/games/video-poker.ts';

/** A strategy for all hands of one game, with the chance of each of its results, worst result first. */
export interface ReferenceHands {
  readonly chances: (profile: Profile) => readonly number[];
  /** What each result pays, as a multiple of the stake. */
  readonly multiples: (profile: Profile) => readonly number[];
  /** The index of the result. */
  readonly play: (pick: Pick, profile: Profile) => number;
}

/** Lost, pushed, won, won with a blackjack; computed once over all orders of cards. */
const blackjackChances: Readonly<Record<Profile, readonly number[]>> = {
  published: [0.49074239495322497, 0.09790199323966316, 0.3660894797549273, 0.04526613205218563],
  consistent: [0.4933764029278051, 0.0976901304457774, 0.3638370064184235, 0.045096460207975475],
};

const standsAt = 17;

/** Hits below 17, soft or hard, and never doubles. */
const blackjackHands: ReferenceHands = {
  chances: (profile) => blackjackChances[profile],
  multiples: () => [0, 1, 2, 2.5],
  play(pick, profile) {
    const rules = blackjack.rules[profile];
    let hand = blackjack.deal(pick, rules);
    while (hand.settled === undefined) {
      const action = valueOf(hand.player).points < standsAt ? 'hit' : 'stand';
      hand = blackjack.act(hand, { action }, { pick, rules });
    }
    const { numerator, denominator } = hand.settled.payout;
    return ['0/1', '1/1', '2/1', '5/2'].indexOf(`${numerator}/${denominator}`);
  },
};

/** Ways to each rank, best first, of 2,598,960 deals with 7,669,695 draws each. */
const pokerWays = [
  46_114_320, 415_216_800, 48_323_926_320, 234_621_428_400, 58_916_641_740, 117_682_986_480,
  1_545_778_877_640, 2_681_043_521_400, 3_140_040_968_640, 12_106_360_835_460,
]; // prettier-ignore
const pokerTotal = 19_933_230_517_200;
const pokerChances = pokerWays.map((ways) => ways / pokerTotal).toReversed();

/** Keeps pairs and better, or a paid hand without a pair; else draws five. */
const pokerHands: ReferenceHands = {
  chances: () => pokerChances,
  multiples: (profile) => pokerRanks.map((rank) => videoPoker.rules[profile][rank]).toReversed(),
  play(pick, profile) {
    const rules = videoPoker.rules[profile];
    const dealt = videoPoker.deal(pick, rules);
    const paired = dealt.cards.filter((card) =>
      dealt.cards.some((other) => other !== card && other >> 2 === card >> 2),
    );
    const isPaid = paired.length === 0 && pokerRank(dealt.cards) !== 'nothing';
    const { cards } = videoPoker.act(dealt, { holds: isPaid ? dealt.cards : paired }, { pick, rules });
    return pokerRanks.length - 1 - pokerRanks.indexOf(pokerRank(cards));
  },
};

/** By id of the game. */
export const referenceHands: Readonly<Record<string, ReferenceHands>> = {
  blackjack: blackjackHands,
  video_poker: pokerHands,
};
