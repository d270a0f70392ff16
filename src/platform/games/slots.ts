/**
 * Slots (GAM43 to GAM47): three reels of seven symbols. Stated edge about 4%. The stops are not in the documents (gap
 * C8): with these 20 a reel the edge is exactly 4%. "BAR BAR" and "two CHERRY" count on the first two reels;
 * `slotsAnyPair` counts them on any two.
 */
import { Fraction } from '../../core/base/fraction.ts';
import { present } from '../../core/base/assert.ts';
import { pickClass } from '../../core/fairness/pick.ts';
import { noForms, oneBet } from './forms.ts';
import type { Game } from './game.ts';
import { nothing, ratio, type Ratio } from './ratio.ts';

/** How many of a reel's 20 stops show each symbol. */
export const stops = { '7': 1, BAR: 3, BELL: 4, CHERRY: 5, LEMON: 3, ORANGE: 2, GRAPE: 2 } as const;
/** A symbol on a reel. */
export type SlotSymbol = keyof typeof stops;
const symbols = Object.keys(stops) as SlotSymbol[];
const weights = symbols.map((symbol) => stops[symbol]);

const triples: Readonly<Record<SlotSymbol, Ratio>> = {
  '7': ratio(250),
  BAR: ratio(50),
  BELL: ratio(25),
  CHERRY: ratio(10),
  LEMON: ratio(5),
  ORANGE: ratio(5),
  GRAPE: ratio(5),
};
const pairs: Readonly<Partial<Record<SlotSymbol, Ratio>>> = { BAR: ratio(5), CHERRY: ratio(2) };
const firstOne: Readonly<Partial<Record<SlotSymbol, Ratio>>> = { CHERRY: ratio(1) };

interface PayTable {
  readonly triples: typeof triples;
  readonly pairs: typeof pairs;
  /** Which two reels a pair may be on. */
  readonly pairsOn: 'first two' | 'any two';
  readonly firstOne: typeof firstOne;
}
const payTable: PayTable = { triples, pairs, pairsOn: 'first two', firstOne };
/** The pay table under policy `casino.slotPairs: any`: a pair counts on any two reels. */
export const slotsAnyPair: PayTable = { ...payTable, pairsOn: 'any two' };

/** The game; it has no parameters, and its rules are the pay table. */
export const slots: Game<Record<never, never>, PayTable> = {
  id: 'slots',
  statedEdge: 'about 4%',
  about: 'No parameters. Three reels, seven symbols.',
  params: noForms,
  samples: oneBet,
  betShown: () => ({}),
  rules: { published: payTable, consistent: payTable },
  statedEdgeOf: () => ratio(4, 100),
  parseBet: () => ({}),
  play(_bet, pick, table) {
    const reels = [spin(), spin(), spin()] as const;
    return { payout: payoutOf(reels, table), detail: { reels } };

    function spin(): SlotSymbol {
      return present(symbols[pickClass(pick, weights)], 'every stop shows a symbol');
    }
  },
  bets: () => [{}],
  /**
   * Of 8,000 stops: 1 + 27 + 64 + 125 + 43 triples, 9 x 17 pairs of BAR, 25 x 15 of CHERRY, 5 x 15 x 20 single CHERRY.
   */
  closedForm: () =>
    Fraction.of(250 + 50 * 27 + 25 * 64 + 10 * 125 + 5 * (27 + 8 + 8) + 5 * 153 + 2 * 375 + 1500, 8000),
};

/** The best line that fits: three alike, else a pair, else the first. */
function payoutOf(
  [first, second, third]: readonly [SlotSymbol, SlotSymbol, SlotSymbol],
  table: PayTable,
): Ratio {
  if (first === second && second === third) return table.triples[first];
  const pair = first === second ? table.pairs[first] : undefined;
  if (pair !== undefined) return pair;
  const apart = table.pairsOn === 'any two' && (third === first || third === second);
  return (apart ? table.pairs[third] : undefined) ?? table.firstOne[first] ?? nothing;
}
