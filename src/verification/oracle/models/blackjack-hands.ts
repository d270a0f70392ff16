/** How a hand of blackjack comes to its end, whatever its cards (outcomes.md): who may still draw, and who has to. */
import { blackjackTotal, isNatural } from './card-points.ts';

/** The cards of a hand as an answer shows them, with the readings that matter. */
export interface ShownHand {
  readonly player: readonly string[];
  readonly dealer: readonly string[];
  /** Of an open hand, the second card of the dealer is not shown. */
  readonly isOpen: boolean;
  /** The dealer stands at every 17; otherwise a soft one takes another card. */
  readonly standsAtSoft: boolean;
}

/** True where a total of so many points, or of more, was there before the last card. */
function hadBefore(cards: readonly string[], points: number): boolean {
  for (let count = 2; count < cards.length; count += 1)
    if (blackjackTotal(cards.slice(0, count)) >= points) return true;
  return false;
}

/** What is wrong; undefined where the hand can be as it is shown. */
export function handMistake({ player, dealer, isOpen, standsAtSoft }: ShownHand): string | undefined {
  const [own, other] = [blackjackTotal(player), blackjackTotal(dealer)];
  if (hadBefore(player, 21)) return `a card is dealt to ${player.slice(0, -1).join(' ')}`;
  if (isOpen) return own >= 21 ? `the hand is open with ${own} points` : undefined;
  if (hadBefore(dealer, standsAtSoft ? 17 : 18))
    return `the dealer draws to ${dealer.slice(0, -1).join(' ')}`;
  // What the dealer has beside the open card decides whether a blackjack is paid.
  if (isNatural(player) && dealer.length < 2) return 'the dealer has one card against a blackjack';
  const isDecided = own > 21 || isNatural(player) || isNatural(dealer);
  if (!isDecided && other < 17) return `the dealer stands with ${other} points`;
  return isDecided && dealer.length > 2 ? 'the dealer draws though the hand is decided' : undefined;
}

/** What is wrong with a hand after a double: it goes with the first two cards alone, and under one reading with 11 points. */
export function doubleMistake({ player, dealer, isOpen, standsAtSoft }: ShownHand): string | undefined {
  const dealt = player.slice(0, 2);
  const isOver = player.length === 2 && (isNatural(dealt) || isNatural(dealer));
  if (isOver) return undefined;
  if (isOpen || player.length !== 3) return `a double leaves ${player.join(' ')}`;
  return standsAtSoft || blackjackTotal(dealt) === 11 ? undefined : `a double goes with ${dealt.join(' ')}`;
}
