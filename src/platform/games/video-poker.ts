/**
 * Video poker (GAM78 to GAM82): five cards of one pack are dealt free, the player keeps any of them, the rest are
 * replaced and the hand is paid. Stated: Royal Flush 800x ... Jacks or Better 1x (total returns), edge about 1.5% with
 * optimal play. The published table is the one known as 9/6, which keeps 0.46% (gap C13); `consistent` pays 5x for a
 * flush, the table known as 9/5, which keeps 1.55%.
 */
import { present } from '../../core/base/assert.ts';
import { drawOne } from '../../core/fairness/steps.ts';
import { rankNames } from './cards.ts';
import type { Hand, HandGame } from './game.ts';
import { own, type Params } from './params.ts';
import { ratio } from './ratio.ts';

/** The ranks of a hand, best first. */
export const pokerRanks = [
  'royal_flush',
  'straight_flush',
  'four_of_a_kind',
  'full_house',
  'flush',
  'straight',
  'three_of_a_kind',
  'two_pair',
  'jacks_or_better',
  'nothing',
] as const;
/** One of `pokerRanks`. */
export type PokerRank = (typeof pokerRanks)[number];

/** Whole multiples of the stake. */
export type PokerTable = Readonly<Record<PokerRank, number>>;

const published: PokerTable = {
  royal_flush: 800,
  straight_flush: 50,
  four_of_a_kind: 25,
  full_house: 9,
  flush: 6,
  straight: 4,
  three_of_a_kind: 3,
  two_pair: 2,
  jacks_or_better: 1,
  nothing: 0,
};

/** The draw: the cards to keep, the rest are replaced. */
export interface VideoPokerMove {
  /** The cards kept, 0 to 51: rank first, ace low, and four suits a rank. */
  readonly holds: readonly number[];
}

/** A hand as a value; five cards before and after the draw. */
export interface VideoPokerHand extends Hand {
  readonly cards: readonly number[];
  /** Every card dealt in this hand, ascending: none comes twice. */
  readonly dealt: readonly number[];
}

const suitNames = 'CDHS';
/** The names of the 52 cards by number: rank, then suit, such as `TH`. */
export const cardNames = rankNames.flatMap((rank) => Array.from(suitNames, (suit) => rank + suit));
const cardName = (card: number): string => present(cardNames[card], 'a card of the pack');

/** The game: a deal, and one draw that settles it. Its rules are the pay table. */
export const videoPoker: HandGame<VideoPokerHand, VideoPokerMove, PokerTable> = {
  id: 'video_poker',
  statedEdge: 'about 1.5% with optimal play',
  about:
    'POST /deal answers with five cards and a nonce; POST /draw with holds (cards to keep), nonce and amount pays the hand.',
  rules: { published, consistent: { ...published, flush: 5 } },
  statedEdgeOf: () => ratio(15, 1000),
  deal(pick) {
    let dealt: readonly number[] = [];
    while (dealt.length < 5) dealt = drawOne(dealt, 52, pick);
    return { cards: dealt, dealt, settled: undefined };
  },
  parseMove,
  mistake(hand, { holds }) {
    if (hand.settled !== undefined) return 'the hand is settled';
    const strange = holds.find((card) => !hand.cards.includes(card));
    return strange === undefined ? undefined : `${cardName(strange)} was not dealt`;
  },
  act(hand, { holds }, { pick, rules }) {
    let { dealt } = hand;
    const drawn: number[] = [];
    while (holds.length + drawn.length < 5) {
      const before = dealt;
      dealt = drawOne(before, 52, pick);
      drawn.push(
        present(
          dealt.find((card) => !before.includes(card)),
          'a card was drawn',
        ),
      );
    }
    const cards = [...hand.cards.filter((card) => holds.includes(card)), ...drawn];
    return { cards, dealt, settled: { stakes: 1, payout: ratio(rules[pokerRank(cards)]) } };
  },
  shown: ({ cards, settled }) => ({
    cards: cards.map(cardName),
    ...(settled === undefined ? {} : { hand: pokerRank(cards) }),
  }),
  moveView: ({ holds }) => ({ holds: holds.map(cardName) }),
  profitMax: ({ royal_flush: best }) => best - 1,
  stakesOf: () => 1,
  blindMistake: () => 'the cards to hold are named after the deal',
  idleMove: ({ cards }) => ({ holds: cards }),
};

function parseMove(params: Params): VideoPokerMove | string {
  const sent = own(params, 'holds');
  if (!Array.isArray(sent) || sent.length > 5) return 'holds is a list of at most five of the cards dealt';
  const holds = sent.map((name: unknown) => cardNames.findIndex((card) => card === name));
  if (holds.includes(-1)) return 'a card is its rank and its suit, such as TH, AS or 7C';
  return new Set(holds).size === holds.length ? { holds } : 'no card is held twice';
}

/** The rank of five distinct cards. */
export function pokerRank(cards: readonly number[]): PokerRank {
  const counts = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  let suits = 0;
  for (const card of cards) {
    counts[card >> 2]! += 1;
    suits |= 1 << (card & 3);
  }
  const largest = Math.max(...counts);
  if (largest > 1) return groupRank(counts, largest);
  const lowest = counts.indexOf(1);
  const isBroadway = lowest === 0 && counts.indexOf(1, 1) === 9;
  const isStraight = isBroadway || counts.lastIndexOf(1) - lowest === 4;
  const isFlush = (suits & (suits - 1)) === 0;
  if (isFlush && isStraight) return isBroadway ? 'royal_flush' : 'straight_flush';
  if (isFlush) return 'flush';
  return isStraight ? 'straight' : 'nothing';
}

/** The rank of a hand in which a card rank occurs at least twice. */
function groupRank(counts: readonly number[], largest: number): PokerRank {
  const firstPair = counts.indexOf(2);
  if (largest === 4) return 'four_of_a_kind';
  if (largest === 3) return firstPair >= 0 ? 'full_house' : 'three_of_a_kind';
  if (counts.lastIndexOf(2) !== firstPair) return 'two_pair';
  return firstPair === 0 || firstPair >= 10 ? 'jacks_or_better' : 'nothing';
}
