/**
 * Hi-lo (GAM52 to GAM56): a card is dealt, ace low, and the player has guessed whether the next is higher or lower;
 * equal ranks push. Stated: 1.05x to 12x by first card, edge about 4%. There is one call, so the guess comes before the
 * first card is known (gap C10): a blind guess from an endless deck keeps exactly 4% with this table (gap C9).
 */
import { Fraction } from '../../core/base/fraction.ts';
import { present } from '../../core/base/assert.ts';
import type { Pick } from '../../core/fairness/pick.ts';
import { payoutFraction } from './exact.ts';
import { wordForm } from './forms.ts';
import type { Game, Hand, HandGame, Round } from './game.ts';
import { oneOf, own } from './params.ts';
import { nothing, ratio, stakeBack, type Ratio } from './ratio.ts';
import { rankNames, type Rank } from './cards.ts';

/** The two bets (GAM52), in the names of the wire. */
export const guesses = ['higher', 'lower'] as const;

/** A guess about the second card, relative to the first. */
export interface HiloBet {
  readonly guess: (typeof guesses)[number];
}

/** Payouts in hundredths when 1, 2, ... 12 of the 13 ranks win. */
const hundredths = [1200, 623, 416, 312, 249, 208, 178, 156, 138, 125, 113, 105];
const payouts: readonly Ratio[] = hundredths.map((payout) => ratio(payout, 100));

/** The game in one call: the guess comes before the first card is known (gap C10). */
export const hilo: Game<HiloBet, readonly Ratio[]> = {
  id: 'hilo',
  statedEdge: 'about 4%',
  about: 'guess: higher or lower, for the card after the first; equal cards push.',
  params: { fields: { guess: wordForm(guesses) } },
  samples: {
    shortest: { guess: 'higher' },
    longest: { guess: 'higher' },
    challenge: { guess: 'higher' },
    replayed: { guess: 'higher' },
  },
  betShown: ({ guess }) => ({ guess }),
  rules: { published: payouts, consistent: payouts },
  statedEdgeOf: () => ratio(4, 100),
  parseBet(params) {
    const guess = oneOf(own(params, 'guess'), guesses);
    return guess === undefined ? 'guess is higher or lower' : { guess };
  },
  play: (bet, pick, table) => guessed(pick(13), bet, { pick, rules: table }),
  bets: () => guesses.map((guess) => ({ guess })),
  /** With w winning ranks the guess wins w of 13, and one rank of 13 pushes. */
  closedForm: (_, paid) =>
    paid
      .map((payout, index) => payoutFraction(payout).mul(Fraction.of(index + 1, 169)))
      .reduce((sum, term) => sum.add(term), Fraction.of(1, 13)),
};

function guessed(
  first: Rank,
  { guess }: HiloBet,
  { pick, rules }: { pick: Pick; rules: readonly Ratio[] },
): Round {
  const next = pick(13);
  const detail = { guess, first_card: rankNames[first], next_card: rankNames[next] };
  if (next === first) return { payout: stakeBack, detail };
  if (next > first !== (guess === 'higher')) return { payout: nothing, detail };
  const winningRanks = guess === 'higher' ? 12 - first : first;
  return { payout: present(rules[winningRanks - 1], 'a guess that won had a rank to win with'), detail };
}

/** A hand of `hiloInformed`: the first card is open and the guess is awaited. */
export interface HiloHand extends Hand {
  readonly first: Rank;
  /** What is shown once the guess is in. */
  readonly detail: Round['detail'] | undefined;
}

/** The same draws and the same table, with the first card shown before the guess. */
export const hiloInformed: HandGame<HiloHand, HiloBet, readonly Ratio[]> = {
  id: hilo.id,
  statedEdge: hilo.statedEdge,
  about: hilo.about,
  rules: hilo.rules,
  statedEdgeOf: () => ratio(4, 100),
  deal: (pick) => ({ first: pick(13), detail: undefined, settled: undefined }),
  parseMove: (params) => hilo.parseBet(params),
  mistake: ({ settled }) => (settled === undefined ? undefined : 'the hand is settled'),
  act({ first }, move, context) {
    const { payout, detail } = guessed(first, move, context);
    return { first, detail, settled: { stakes: 1, payout } };
  },
  shown: ({ first, detail }) => detail ?? { first_card: rankNames[first] },
  moveView: ({ guess }) => ({ guess }),
  profitMax: () => 11,
  stakesOf: () => 1,
  blindMistake: () => undefined,
  idleMove: () => ({ guess: 'higher' }),
};
