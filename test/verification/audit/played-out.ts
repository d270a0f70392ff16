/** A dealer's hand, played out in every order of the cards that are left. */
import { Fraction } from '../../../src/core/base/fraction.ts';
import { valueOf, type BlackjackRules } from '../../../src/platform/games/blackjack.ts';
import type { Deck } from '../../../src/verification/audit/exact/blackjack-dealer.ts';

/** The chance of each end by playing the dealer's hand in every order, card by card. */
export function playedOut(deck: Deck, hand: readonly number[], rules: BlackjackRules): Map<string, Fraction> {
  const { points, isSoft } = valueOf(hand);
  const isNatural = hand.length === 2 && points === 21;
  if (isNatural || points > 21) return new Map([[isNatural ? 'blackjack' : 'over', Fraction.one]]);
  if (hand.length > 1 && (points > 17 || (points === 17 && !(isSoft && rules.hitsSoft17))))
    return new Map([[String(points), Fraction.one]]);
  const ends = new Map<string, Fraction>();
  for (const [kind, count] of deck.left.entries()) {
    if (count === 0) continue;
    const chance = Fraction.of(count, deck.size);
    deck.take(kind);
    for (const [end, share] of playedOut(deck, [...hand, kind], rules))
      ends.set(end, (ends.get(end) ?? Fraction.zero).add(share.mul(chance)));
    deck.putBack(kind);
  }
  return ends;
}
