/**
 * The return that the printed payouts imply, counted independently: it uses neither the pay table nor the play of a
 * game. Undefined where the documents print too little (targets without a curve, symbols without weights).
 */
import { Fraction } from '../../../core/base/fraction.ts';
import { baccaratChances } from '../exact/baccarat-points.ts';
import { figuresOf } from '../exact/figures.ts';
import { dealPolicies } from '../exact/video-poker-deals.ts';
import { decimal, lastUnit, printedPayouts } from './statements.ts';

/** The return of one bet as the documents print it; `line` is where. */
export interface Published {
  readonly returned: Fraction;
  readonly line: string;
  /** How far the return may lie off because a payout is printed as "about". */
  readonly tolerance: Fraction;
  /** Not printed for this bet: every sample that is printed returns this much. */
  readonly isInferred: boolean;
  /** The printed rows are examples: others may pay as well, so that the return is a bound from below. */
  readonly isBound: boolean;
  /** The highest payout that is printed for this bet, where it may differ from the shipped one. */
  readonly highest?: Fraction;
}

type Bet = Readonly<Record<string, unknown>>;
type Reader = (bet: Bet) => Published | undefined;

/** Baccarat is dealt from eight packs by custom; the documents name no number. */
const baccaratPacks = 8;

const printedReturn = (line: string, returned: Fraction): Published => ({
  returned,
  line,
  tolerance: Fraction.zero,
  isInferred: false,
  isBound: false,
});
const share = (win: string, ways: number | bigint, of: number | bigint): Fraction =>
  decimal(win).mul(Fraction.of(ways, of));
const highestOf = (row: Readonly<Record<number, string>>): Fraction =>
  Object.values(row)
    .map(decimal)
    .reduce((top, win) => (win.compare(top) > 0 ? win : top));
const sum = (terms: readonly Fraction[]): Fraction =>
  terms.reduce((total, term) => total.add(term), Fraction.zero);

const readers: Readonly<Record<string, Reader>> = {
  coin_flip: () => printedReturn(printedPayouts.coinFlip.line, share(printedPayouts.coinFlip.win, 1, 2)),
  simple_dice: () =>
    printedReturn(printedPayouts.simpleDice.line, share(printedPayouts.simpleDice.win, 1, 6)),
  custom: () => printedReturn(printedPayouts.custom.line, decimal(printedPayouts.custom.returned)),
  dice({ direction, threshold }) {
    const { line, samples } = printedPayouts.dice;
    return fromSamples(
      line,
      samples.map((sample) => ({
        isThis: sample.direction === direction && sample.threshold === threshold,
        returned: share(sample.win, 100 - sample.threshold, 100),
        tolerance: Fraction.zero,
      })),
    );
  },
  roulette({ bet_type: type }) {
    const { line, lowest, highest } = printedPayouts.roulette;
    if (type === 'number') return printedReturn(line, share(highest, 1, 37));
    return /^(?:dozen|column)/.test(String(type)) ? undefined : printedReturn(line, share(lowest, 18, 37));
  },
  keno({ picks: spots }) {
    const row = printedPayouts.keno.rows[Number(spots)];
    if (row === undefined) return undefined;
    const terms = Object.entries(row).map(([caught, win]) =>
      share(
        win,
        choose(Number(spots), Number(caught)) * choose(80 - Number(spots), 20 - Number(caught)),
        choose(80, 20),
      ),
    );
    return { ...printedReturn(printedPayouts.keno.line, sum(terms)), isBound: true, highest: highestOf(row) };
  },
  wheel: () =>
    printedReturn(
      printedPayouts.wheel.line,
      sum(printedPayouts.wheel.sectors.map(([win, percent]) => share(win, percent, 100))),
    ),
  mines({ mines, reveals }) {
    const { line, samples } = printedPayouts.mines;
    return fromSamples(
      line,
      samples.map(({ about, ...sample }) => {
        const won = Fraction.of(choose(25 - sample.mines, sample.reveals), choose(25, sample.reveals));
        return {
          isThis: sample.mines === mines && sample.reveals === reveals,
          returned: decimal(about).mul(won),
          highest: decimal(about),
          tolerance: lastUnit(about).mul(won),
        };
      }),
    );
  },
  video_poker: () => printedReturn(printedPayouts.videoPoker.line, pokerReturn()),
  baccarat({ bet_on: side }) {
    const { line, ...profits } = printedPayouts.baccarat;
    if (side !== 'player' && side !== 'banker' && side !== 'tie') return undefined;
    const chances = baccaratSides();
    const won = decimal(profits[side]).add(Fraction.one).mul(chances[side]);
    return printedReturn(line, side === 'tie' ? won : won.add(chances.tie));
  },
};

/** What the documents' payouts return for a bet, given in the names of the wire; of keno the number of picks. */
export const publishedReturn = (game: string, bet: Bet): Published | undefined => readers[game]?.(bet);

/** The sample of this very bet; else what all samples agree on; else nothing. */
function fromSamples(
  line: string,
  samples: readonly { isThis: boolean; returned: Fraction; tolerance: Fraction; highest?: Fraction }[],
): Published | undefined {
  const own = samples.find(({ isThis }) => isThis);
  if (own !== undefined) {
    const { returned, tolerance, highest } = own;
    return { ...printedReturn(line, returned), tolerance, ...(highest === undefined ? {} : { highest }) };
  }
  const [first, ...others] = samples;
  const agree = first !== undefined && others.every(({ returned }) => returned.compare(first.returned) === 0);
  return agree ? { ...printedReturn(line, first.returned), isInferred: true } : undefined;
}

/** n over k by Pascal's rule, as a second way to count. */
function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  let row = [1n];
  for (let size = 1; size <= n; size += 1) {
    row = [1n, ...row.slice(1).map((value, index) => value + row[index]!), 1n];
  }
  return row[k]!;
}

let poker: Fraction | undefined;
const pokerReturn = (): Fraction =>
  (poker ??= figuresOf(dealPolicies(printedPayouts.videoPoker.table).every).returned);

let sides: ReturnType<typeof baccaratChances> | undefined;
const baccaratSides = (): ReturnType<typeof baccaratChances> => (sides ??= baccaratChances(baccaratPacks));
