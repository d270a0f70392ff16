/**
 * Blackjack (GAM31 to GAM34): beat the dealer to 21 without going over, by hit, stand and double; no split. Stated: 1x
 * for a win, 1.5x for a blackjack, 2x for a won double (profits), edge about 2%. The documents give neither packs nor
 * the dealer's rules (gap C11). `published`: eight packs, the dealer stands on soft 17 and looks for a blackjack first,
 * double on any two cards. `consistent`: an endless deck, the dealer hits soft 17 and takes the second card last,
 * double only on hard 11. The audit computes the edge of both under optimal play.
 */
import type { Pick } from '../../core/fairness/pick.ts';
import { drawRank, namesOf, shoeOf, type Rank, type Shoe } from './cards.ts';
import type { Hand, HandGame, Settlement } from './game.ts';
import { oneOf, own } from './params.ts';
import { nothing, ratio } from './ratio.ts';

/** The moves (GAM31), in the names of the wire. */
export const actions = ['hit', 'stand', 'double'] as const;

/** One move; a double is allowed only with two cards, and by policy only on hard 11. */
export interface BlackjackMove {
  readonly action: (typeof actions)[number];
}

/** The rules of one profile; the documents state neither packs nor the dealer's play (gap C11). */
export interface BlackjackRules {
  /** Undefined is an endless deck. */
  readonly packs: number | undefined;
  readonly hitsSoft17: boolean;
  /** The dealer has a hole card and looks at it before the player moves. */
  readonly hasHoleCard: boolean;
  readonly doubleOn: 'any two' | 'hard 11';
}

/** A hand as a value; every move returns a new one. */
export interface BlackjackHand extends Hand {
  /** Undefined for an endless deck. */
  readonly shoe: Shoe | undefined;
  readonly player: readonly Rank[];
  /** The first card is open; a hole card is the second. */
  readonly dealer: readonly Rank[];
}

/** The game; the player sees one card of the dealer's until the hand is settled. */
export const blackjack: HandGame<BlackjackHand, BlackjackMove, BlackjackRules> = {
  id: 'blackjack',
  statedEdge: 'about 2%',
  about:
    'action: hit, stand or double. One open hand: a call without one deals it. Beat the dealer to 21 without going bust.',
  rules: {
    published: { packs: 8, hitsSoft17: false, hasHoleCard: true, doubleOn: 'any two' },
    consistent: { packs: undefined, hitsSoft17: true, hasHoleCard: false, doubleOn: 'hard 11' },
  },
  statedEdgeOf: () => ratio(2, 100),
  deal(pick, rules) {
    const shoe = rules.packs === undefined ? undefined : shoeOf(rules.packs);
    let hand: BlackjackHand = { shoe, player: [], dealer: [], settled: undefined };
    for (const who of ['player', 'dealer', 'player'] as const) hand = dealt(hand, who, pick);
    if (rules.hasHoleCard) hand = dealt(hand, 'dealer', pick);
    const isOver = isBlackjack(hand.player) || isBlackjack(hand.dealer);
    return isOver ? settled(finished(hand, { pick, rules }), 1) : hand;
  },
  parseMove(params) {
    const action = oneOf(own(params, 'action'), actions);
    return action === undefined ? 'action is hit, stand or double' : { action };
  },
  mistake({ settled: over, player }, { action }, { doubleOn }) {
    if (over !== undefined) return 'the hand is settled';
    if (action !== 'double') return undefined;
    if (player.length !== 2) return 'double goes with the first two cards alone';
    const { points, isSoft } = valueOf(player);
    return doubleOn === 'any two' || (points === 11 && !isSoft)
      ? undefined
      : 'double goes with a hard 11 alone';
  },
  act(hand, { action }, context) {
    if (action === 'stand') return settled(finished(hand, context), 1);
    const after = dealt(hand, 'player', context.pick);
    const { points } = valueOf(after.player);
    const stakes = action === 'double' ? 2 : 1;
    if (points > 21) return settled(after, stakes);
    // A hand of 21 cannot improve, so it stands without a move.
    return action === 'double' || points === 21 ? settled(finished(after, context), stakes) : after;
  },
  shown({ player, dealer, settled: over }) {
    const open = over === undefined ? dealer.slice(0, 1) : dealer;
    return { player: namesOf(player), dealer: namesOf(open), player_total: valueOf(player).points };
  },
  moveView: ({ action }) => ({ action }),
  // A won double; a blackjack wins 1.5.
  profitMax: () => 2,
  stakesOf: ({ action }) => (action === 'double' ? 2 : 1),
  blindMistake: ({ action }, { doubleOn }) =>
    action === 'double' && doubleOn === 'hard 11'
      ? 'double needs a hard 11, and no card has been dealt yet'
      : undefined,
  idleMove: () => ({ action: 'stand' }),
};

function dealt(hand: BlackjackHand, who: 'player' | 'dealer', pick: Pick): BlackjackHand {
  const { rank, shoe } =
    hand.shoe === undefined ? { rank: pick(13), shoe: undefined } : drawRank(hand.shoe, pick);
  return { ...hand, shoe, [who]: [...hand[who], rank] };
}

/** The value of a hand: an ace is 11 while that does not go over 21; soft is a hand with such an ace. */
export function valueOf(ranks: readonly Rank[]): { points: number; isSoft: boolean } {
  const hard = ranks.reduce((sum, rank) => sum + Math.min(rank + 1, 10), 0);
  const isSoft = ranks.includes(0) && hard <= 11;
  return { points: isSoft ? hard + 10 : hard, isSoft };
}

const isBlackjack = (ranks: readonly Rank[]): boolean => ranks.length === 2 && valueOf(ranks).points === 21;

/** The dealer draws to 17, unless a blackjack has decided the hand: then to two cards. */
function finished(
  hand: BlackjackHand,
  { pick, rules }: { pick: Pick; rules: BlackjackRules },
): BlackjackHand {
  let over = hand;
  while (dealerDraws(over, rules)) over = dealt(over, 'dealer', pick);
  return over;
}

function dealerDraws({ player, dealer }: BlackjackHand, { hitsSoft17 }: BlackjackRules): boolean {
  if (dealer.length < 2) return true;
  if (isBlackjack(player) || isBlackjack(dealer)) return false;
  const { points, isSoft } = valueOf(dealer);
  return points < 17 || (points === 17 && isSoft && hitsSoft17);
}

function settled(hand: BlackjackHand, stakes: 1 | 2): BlackjackHand {
  return { ...hand, settled: { stakes, payout: payoutOf(hand, stakes) } };
}

function payoutOf({ player, dealer }: BlackjackHand, stakes: 1 | 2): Settlement['payout'] {
  const mine = valueOf(player).points;
  if (mine > 21) return nothing;
  if (isBlackjack(player) !== isBlackjack(dealer)) return isBlackjack(player) ? ratio(25, 10) : nothing;
  const theirs = valueOf(dealer).points;
  if (mine === theirs) return ratio(stakes);
  return theirs > 21 || mine > theirs ? ratio(2 * stakes) : nothing;
}
