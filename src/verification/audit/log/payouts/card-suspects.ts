/** Known faults of games that deal cards: baccarat, blackjack, video poker. */
import { hmacPick } from '../../../../core/fairness/hmac.ts';
import { pickClass, type Pick } from '../../../../core/fairness/pick.ts';
import type { BlackjackRules } from '../../../../platform/games/blackjack.ts';
import { cardNames, pokerRank, type PokerTable } from '../../../../platform/games/video-poker.ts';
import { drawRank, shoeOf, type Rank } from '../../../../platform/games/cards.ts';
import { nothing, ratio, stakeBack, type Ratio } from '../../../../platform/games/ratio.ts';
import type { RevealedBet } from '../replay.ts';
import { paidFor, playing, type CheckedBet, type Suspect } from './checked-bet.ts';

const ranks = 13;
const shoePacks = 8;
const perRank = 4 * shoePacks;

/**
 * A pick that deals the ranks which another source of ranks gives: for rules with a shoe of eight packs, and for those that draw
 * each rank by itself.
 */
function dealing(rankOf: () => number): Pick {
  const left = Array.from({ length: ranks }, () => perRank);
  return (n) => {
    const rank = rankOf();
    if (n === ranks) return rank;
    const before = left.slice(0, rank).reduce((sum, count) => sum + count, 0);
    left[rank]! -= 1;
    return before;
  };
}

const fullShoe = (bet: RevealedBet): Pick => {
  const pick = hmacPick(bet);
  return dealing(() => Math.floor(pick(ranks * perRank) / perRank));
};

const otherPacks =
  (packs: number) =>
  (bet: RevealedBet): Pick => {
    const pick = hmacPick(bet);
    const shoe = Array.from({ length: ranks }, () => 4 * packs);
    return dealing(() => {
      const rank = pickClass(pick, shoe);
      shoe[rank]! -= 1;
      return rank;
    });
  };

const endless = (rules: unknown): unknown => ({ ...(rules as BlackjackRules), packs: undefined });

/** A draw from all 52 cards again, the cards dealt before among them; `isWhole` deals the first five so as well. */
const repeatedPack =
  (isWhole: boolean): Suspect['predict'] =>
  ({ bet }, profile) => {
    const { holds } = bet.params;
    if (!Array.isArray(holds) || bet.entry.game.id !== 'video_poker') return undefined;
    const pick = hmacPick(bet);
    if (isWhole) for (let dealt = 0; dealt < 5; dealt += 1) pick(52);
    else for (let left = 52; left > 47; left -= 1) pick(left);
    const held = holds.map((name) => cardNames.indexOf(String(name)));
    const drawn = Array.from({ length: 5 - held.length }, () => pick(52));
    const table = bet.entry.game.rules[profile] as PokerTable;
    return paidFor(bet, ratio(table[pokerRank([...held, ...drawn])]));
  };

const points = (hand: readonly Rank[]): number =>
  hand.reduce((sum, rank) => sum + (rank >= 9 ? 0 : rank + 1), 0) % 10;

/** A banker that draws to 5 whatever the player drew. */
const simpleBanker: Suspect['predict'] = ({ bet }, profile) => {
  const pick = hmacPick(bet);
  let shoe = shoeOf(shoePacks);
  const player: Rank[] = [];
  const banker: Rank[] = [];
  const deal = (hand: Rank[]): void => {
    const drawn = drawRank(shoe, pick);
    ({ shoe } = drawn);
    hand.push(drawn.rank);
  };
  for (const hand of [player, banker, player, banker]) deal(hand);
  if (points(player) < 8 && points(banker) < 8)
    for (const hand of [player, banker]) if (points(hand) <= 5) deal(hand);
  const side = bet.params['bet_on'];
  const difference = points(player) - points(banker);
  const winner = difference === 0 ? 'tie' : difference > 0 ? 'player' : 'banker';
  const table = bet.entry.game.rules[profile] as Readonly<Record<string, Ratio>>;
  const push = winner === 'tie' ? stakeBack : nothing;
  return paidFor(bet, side === winner ? (table[winner] ?? nothing) : push);
};

/** Pays a pair only from this rank on. */
const raisedPair = (paid: string, name: string): Suspect => ({
  code: 'pair-raised',
  about: `pays no pair below ${name}`,
  games: ['video_poker'],
  predict({ honest, dueMicros }: CheckedBet) {
    const { hand, cards } = honest?.detail ?? {};
    if (hand !== 'jacks_or_better' || !Array.isArray(cards)) return dueMicros;
    const names = cards.map((card) => String(card)[0]!);
    const pair = names.find((rank, index) => names.indexOf(rank) !== index) ?? '';
    return paid.includes(pair) ? dueMicros : 0;
  },
});

/** Suspects of these games. */
export const cardSuspects: readonly Suspect[] = [
  {
    code: 'with-replacement',
    about: 'deals each card from a full shoe',
    games: ['baccarat', 'blackjack'],
    isDraw: true,
    ...playing(fullShoe),
  },
  {
    code: 'with-replacement',
    about: 'deals from an endless deck',
    games: ['blackjack'],
    isDraw: true,
    ...playing(hmacPick, { rules: endless }),
  },
  ...[1, 2, 4, 5, 6, 7].map((packs): Suspect => ({
    code: 'packs-other',
    about: `deals from ${packs} pack${packs === 1 ? '' : 's'} and not from 8`,
    games: ['baccarat', 'blackjack'],
    isDraw: true,
    ...playing(otherPacks(packs)),
  })),
  {
    code: 'banker-rule',
    about: 'has the banker draw to 5 whatever the player drew',
    games: ['baccarat'],
    predict: simpleBanker,
  },
  {
    code: 'double-unpaid',
    about: 'pays a doubled hand as if it had one stake',
    games: ['blackjack'],
    predict({ bet, dueMicros }) {
      const { actions } = bet.params;
      const isDoubled = Array.isArray(actions) && actions.includes('double');
      return isDoubled && dueMicros !== undefined ? Math.floor(dueMicros / 2) : dueMicros;
    },
  },
  {
    code: 'with-replacement',
    about: 'draws cards from a full pack, the cards of the hand among them',
    games: ['video_poker'],
    isDraw: true,
    predict: repeatedPack(false),
  },
  {
    code: 'with-replacement',
    about: 'deals every card from a full pack',
    games: ['video_poker'],
    isDraw: true,
    predict: repeatedPack(true),
  },
  raisedPair('QKA', 'queens'),
  raisedPair('KA', 'kings'),
  raisedPair('A', 'aces'),
];
