/**
 * Keno (GAM57 to GAM62): the player marks 1 to 10 of the numbers 1 to 80, the house draws 20. Stated: 3.5x to 250000x,
 * edge about 8%. `published` pays the documents' rows literally (1, 2, 3, 5 and 10 spots; a catch they do not list pays
 * nothing) although 5 and 10 spots then favour the player (gap C5); the rows they leave out keep about 8%, and so do
 * all rows of `consistent`.
 */
import { Fraction } from '../../core/base/fraction.ts';
import { present } from '../../core/base/assert.ts';
import { drawOne, runSteps, type DrawChain, type Drawn } from '../../core/fairness/steps.ts';
import { choose } from './combinations.ts';
import { wholeForm } from './forms.ts';
import type { Game, Round } from './game.ts';
import { own, wholeNumber, type Params } from './params.ts';
import { nothing, ratio } from './ratio.ts';

/** The numbers that the player marks: 1 to 10 of them. */
export interface KenoBet {
  /** Distinct numbers from 1 to 80. */
  readonly picks: readonly number[];
}

/** By spots marked, by spots caught: hundredths of the stake. */
export type KenoTable = Readonly<Record<number, Readonly<Record<number, number>>>>;

const consistent: KenoTable = {
  1: { 1: 368 },
  2: { 2: 1530 },
  3: { 2: 200, 3: 4630 },
  4: { 2: 100, 3: 800, 4: 11_800 },
  5: { 3: 200, 4: 1100, 5: 96_000 },
  6: { 3: 100, 4: 800, 5: 9400, 6: 210_000 },
  7: { 3: 100, 4: 400, 5: 2500, 6: 20_300, 7: 700_000 },
  8: { 4: 200, 5: 1500, 6: 9000, 7: 130_000, 8: 1_400_000 },
  9: { 4: 100, 5: 600, 6: 4400, 7: 33_500, 8: 400_000, 9: 4_150_000 },
  10: { 5: 400, 6: 2500, 7: 13_500, 8: 80_000, 9: 1_200_000, 10: 25_000_000 },
};
const published: KenoTable = {
  ...consistent,
  1: { 1: 350 },
  2: { 2: 1600 },
  3: { 2: 200, 3: 5000 },
  5: { 3: 300, 4: 2500, 5: 100_000 },
  10: { 5: 1000, 7: 50_000, 10: 25_000_000 },
};

/** How many numbers there are to mark: 1 to 80. */
export const numbers = 80;
const draws = 20;

/** The game; its rules are the pay table by spots marked and caught. */
export const keno: Game<KenoBet, KenoTable> = {
  id: 'keno',
  statedEdge: 'about 8%',
  about: 'picks: 1 to 10 numbers from 1 to 80. The house draws 20.',
  params: {
    fields: {
      picks: {
        type: 'array',
        items: wholeForm(1, numbers),
        minItems: 1,
        maxItems: 10,
        uniqueItems: true,
      },
    },
  },
  samples: {
    shortest: { picks: [1] },
    longest: { picks: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
    challenge: { picks: [1, 2, 3, 4, 5] },
    replayed: { picks: [7, 14, 21] },
  },
  // Which numbers they are makes no difference.
  betShown: ({ picks }) => ({ picks: picks.length }),
  rules: { published, consistent },
  statedEdgeOf: () => ratio(8, 100),
  parseBet,
  play: (bet, pick, table) => runSteps(steps(bet, table), pick),
  bets: () =>
    Array.from({ length: 10 }, (_, spots) => ({
      picks: Array.from({ length: spots + 1 }, (__, at) => at + 1),
    })),
  steps,
  closedForm({ picks: { length: spots } }, table) {
    const terms = Object.entries(table[spots] ?? {}).map(([caught, hundredths]) => {
      const ways = choose(spots, Number(caught)) * choose(80 - spots, 20 - Number(caught));
      return Fraction.of(ways * BigInt(hundredths), 100n * choose(80, 20));
    });
    return terms.reduce((sum, term) => sum.add(term), Fraction.zero);
  },
};

function parseBet(params: Params): KenoBet | string {
  const sent = own(params, 'picks');
  if (!Array.isArray(sent) || sent.length < 1 || sent.length > 10)
    return 'picks is a list of 1 to 10 numbers';
  const picks = sent
    .map((number) => wholeNumber(number, [1, numbers]))
    .filter((number) => number !== undefined);
  if (picks.length < sent.length) return 'every pick is a whole number from 1 to 80';
  return new Set(picks).size === picks.length ? { picks } : 'no pick stands twice';
}

function steps({ picks }: KenoBet, table: KenoTable): DrawChain<Drawn, Round> {
  const caughtOf = (drawn: Drawn): number => drawn.filter((index) => picks.includes(index + 1)).length;
  return {
    start: [],
    isDone: (drawn) => drawn.length === draws,
    step: (drawn, pick) => drawOne(drawn, numbers, pick),
    outcome(drawn) {
      const caught = caughtOf(drawn);
      const paid = present(table[picks.length], 'every count of spots has a row')[caught];
      const payout = paid === undefined ? nothing : ratio(paid, 100);
      return { payout, detail: { picks, drawn: drawn.map((index) => index + 1), caught } };
    },
    alike: (drawn) => String(caughtOf(drawn)),
  };
}
