/**
 * Scratch card (GAM67 to GAM71): three symbols; three alike pay by symbol, any pair 2x. Stated: 2x to 50x, edge about
 * 10%. No weights of six independent symbols give that edge (gap C7), so tickets come from a pool of 10,000 that gives
 * exactly 10%, and the symbols shown are drawn to fit the ticket.
 */
import { Fraction } from '../../core/base/fraction.ts';
import { present } from '../../core/base/assert.ts';
import { pickClass, type Pick } from '../../core/fairness/pick.ts';
import { noForms, oneBet } from './forms.ts';
import type { Game } from './game.ts';
import { nothing, ratio, type Ratio } from './ratio.ts';

const triples = {
  diamond: ratio(50),
  seven: ratio(20),
  star: ratio(15),
  clover: ratio(12),
  bell: ratio(8),
  cherry: ratio(5),
} as const;
type ScratchSymbol = keyof typeof triples;
const symbols = Object.keys(triples) as ScratchSymbol[];
const pair = ratio(2);

/** Tickets in the pool: of each triple in the order above, then pairs, then losing ones. */
export const pool = [8, 20, 40, 60, 120, 260, 2310, 7182] as const;

type Payouts = Readonly<{ triples: Record<ScratchSymbol, Ratio>; pair: Ratio }>;

/** The game; it has no parameters, and both profiles draw from the same pool of tickets. */
export const scratchCard: Game<Record<never, never>, Payouts> = {
  id: 'scratch_card',
  statedEdge: 'about 10%',
  about: 'No parameters. Three symbols: a triple or a pair pays.',
  params: noForms,
  samples: oneBet,
  betShown: () => ({}),
  rules: { published: { triples, pair }, consistent: { triples, pair } },
  statedEdgeOf: () => ratio(10, 100),
  parseBet: () => ({}),
  play(_bet, pick, payouts) {
    const ticket = pickClass(pick, pool);
    const triple = symbols[ticket];
    if (triple !== undefined)
      return { payout: payouts.triples[triple], detail: { symbols: [triple, triple, triple] } };
    return ticket === symbols.length
      ? { payout: payouts.pair, detail: { symbols: pairTicket(pick) } }
      : { payout: nothing, detail: { symbols: differentSymbols(3, pick) } };
  },
  bets: () => [{}],
  closedForm: () => Fraction.of(50 * 8 + 20 * 20 + 15 * 40 + 12 * 60 + 8 * 120 + 5 * 260 + 2 * 2310, 10_000),
};

/** Two alike, and the odd one at any of the three places. */
function pairTicket(pick: Pick): ScratchSymbol[] {
  const [twice, odd] = differentSymbols(2, pick) as [ScratchSymbol, ScratchSymbol];
  return [twice, twice].toSpliced(pick(3), 0, odd);
}

function differentSymbols(count: number, pick: Pick): ScratchSymbol[] {
  const left = [...symbols];
  return Array.from({ length: count }, () => {
    const [symbol] = left.splice(pick(left.length), 1);
    return present(symbol, 'six symbols are enough for three places');
  });
}
