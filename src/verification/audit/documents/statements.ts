/**
 * What the documents print about the games, as data with the id of its claim: stated edges, payouts, ranges of payouts. Nothing
 * here says which of them are right; the findings come from arithmetic between them and the games.
 */
import { assert, present } from '../../../core/base/assert.ts';
import { Fraction } from '../../../core/base/fraction.ts';

/** A stated edge as it is printed. */
export interface StatedEdge {
  readonly line: string;
  readonly printed: string;
}

/** The edges of the game table (GAM01); baccarat has one a side. */
const statedEdges: Readonly<Record<string, StatedEdge | Readonly<Record<string, StatedEdge>>>> = {
  coin_flip: { line: 'GAM04', printed: '0.5%' },
  dice: { line: 'GAM11', printed: '0.5%' },
  multiplier: { line: 'GAM16', printed: '0.5%' },
  roulette: { line: 'GAM26', printed: '0.5%' },
  custom: { line: 'GAM30', printed: '0.5%' },
  blackjack: { line: 'GAM34', printed: 'about 2%' },
  crash: { line: 'GAM38', printed: '0.5%' },
  plinko: { line: 'GAM42', printed: 'about 3%' },
  slots: { line: 'GAM47', printed: 'about 4%' },
  simple_dice: { line: 'GAM51', printed: '8.3%' },
  hilo: { line: 'GAM56', printed: 'about 4%' },
  keno: { line: 'GAM62', printed: 'about 8%' },
  wheel: { line: 'GAM66', printed: 'about 9.5%' },
  scratch_card: { line: 'GAM71', printed: 'about 10%' },
  mines: { line: 'GAM77', printed: '2.5%' },
  video_poker: { line: 'GAM82', printed: 'about 1.5% with optimal play' },
  baccarat: {
    player: { line: 'GAM86', printed: '1.24%' },
    banker: { line: 'GAM86', printed: '1.06%' },
    tie: { line: 'GAM86', printed: '14.4%' },
  },
};

/** Payouts as they are printed, total returns unless the documents say win or n:1. */
export const printedPayouts = {
  coinFlip: { line: 'GAM03', win: '1.96' },
  dice: {
    line: 'GAM09, GAM10',
    samples: [
      { direction: 'over', threshold: 50, win: '1.96' },
      { direction: 'over', threshold: 90, win: '9.8' },
    ],
  },
  roulette: { line: 'GAM24, GAM25', lowest: '1.96', highest: '34.3' },
  custom: { line: 'GAM29', returned: '0.98' },
  simpleDice: { line: 'GAM50', win: '5.5' },
  keno: {
    line: 'GAM61',
    rows: {
      1: { 1: '3.5' },
      2: { 2: '16' },
      3: { 2: '2', 3: '50' },
      5: { 3: '3', 4: '25', 5: '1000' },
      10: { 5: '10', 7: '500', 10: '250000' },
    } as Readonly<Record<number, Readonly<Record<number, string>>>>,
  },
  wheel: {
    line: 'GAM65',
    sectors: [
      ['0', 35],
      ['0.5', 25],
      ['1', 15],
      ['1.5', 10],
      ['2', 8],
      ['3', 4],
      ['5', 2],
      ['10', 1],
    ] as readonly (readonly [payout: string, percent: number])[],
  },
  scratchCard: {
    line: 'GAM70',
    triples: { diamond: '50', seven: '20', star: '15', clover: '12', bell: '8', cherry: '5' },
    pair: '2',
  },
  mines: {
    line: 'GAM76',
    samples: [
      { mines: 1, reveals: 1, about: '1.02' },
      { mines: 3, reveals: 5, about: '6' },
      { mines: 10, reveals: 10, about: '130' },
    ],
  },
  videoPoker: {
    line: 'GAM81',
    table: {
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
    },
  },
  /** Profits. */
  baccarat: { line: 'GAM85', player: '1', banker: '0.95', tie: '8' },
} as const;

interface PrintedRange {
  readonly line: string;
  readonly lowest?: string;
  readonly highest: string;
  /** A stake that comes back is a push and no win. */
  readonly hasPush?: true;
}

/** The lowest and the highest payout that the game table names (GAM24, GAM25); wheel's range counts losing sectors. */
export const printedRanges: Readonly<Record<string, PrintedRange>> = {
  roulette: { line: 'GAM24, GAM25', lowest: '1.96', highest: '34.3' },
  multiplier: { line: 'GAM13', lowest: '1.01', highest: '1000' },
  crash: { line: 'GAM36', lowest: '1.01', highest: '100' },
  plinko: { line: 'GAM41', highest: '1000' },
  slots: { line: 'GAM45', lowest: '1', highest: '250' },
  hilo: { line: 'GAM55', lowest: '1.05', highest: '12', hasPush: true },
  keno: { line: 'GAM60', lowest: '3.5', highest: '250000' },
  scratch_card: { line: 'GAM69', lowest: '2', highest: '50' },
  wheel: { line: 'GAM64', lowest: '0', highest: '10' },
  video_poker: { line: 'GAM81', lowest: '1', highest: '800' },
};

/** Which thresholds may be sent, and which rolls there are (GAM07, GAM08). */
export const printedDice = { line: 'GAM07', thresholds: [1, 99], rolls: [1, 100] } as const;

/** The referrer's share of what referred agents lose on balance (REF08). */
export const printedReferral = { line: 'REF08', shareOfLosses: '0.10' } as const;

/**
 * What the faucet gives a new agent on its first day (FAU15, FAU16), how many may register, and what a withdrawal
 * costs. Style B's daily claim (FAU17) is due 24 hours after registration and belongs to the second day.
 */
export const printedFaucet = {
  styles: [
    { style: 'A', line: 'FAU15', firstDay: '1' },
    { style: 'B', line: 'FAU16', firstDay: '10.00' },
  ],
  registrations: { line: 'LIM18', perMinuteAndAddress: 10 },
  withdrawal: { line: 'CAS08, CAS09', fee: '0.50', minimum: '1.00' },
} as const;

interface StakeLimit {
  readonly line: string;
  readonly lowest: string;
  readonly highest: string;
}

/** Stakes in USDC, and how often a player may bet. A game without its own row has the limits of every bet. */
export const printedLimits = {
  stakes: {
    line: 'CAS25',
    highest: '10000',
    lowest: { line: 'CAS23', amount: '0.01' },
    games: {
      slots: { line: 'CAS38', lowest: '0.10', highest: '1000' },
      dice: { line: 'CAS39', lowest: '0.01', highest: '10000' },
    } as Readonly<Record<string, StakeLimit>>,
  },
  spacing: { line: 'LIM53', betsPerSecond: 1 },
  burst: { line: 'LIM28', requests: 100 },
  batch: { line: 'CAS17', bets: 20 },
  requestsPerDay: { line: 'LIM04, LIM29', count: 10_000 },
} as const;

/** Cards are dealt free, and the bet comes after them (GAM78, GAM79). */
export const freeDeals = { line: 'GAM78' } as const;

/** The edge that the documents state for a bet. */
export function statedEdgeOf(game: string, bet: Readonly<Record<string, unknown>>): StatedEdge {
  const stated = present(statedEdges[game], `${game} has a stated edge`);
  if (isOne(stated)) return stated;
  return present(stated[String(bet['bet_on'])], `${game} has a stated edge for every side`);
}

const isOne = (stated: StatedEdge | Readonly<Record<string, StatedEdge>>): stated is StatedEdge =>
  typeof stated['printed'] === 'string';

/**
 * What a printed percentage claims: any edge that rounds to it; with "about" any within one unit of its last digit, but
 * never further off than a quarter of the edge ("about 2%" is 1.5% to 2.5%, not 1% to 3%).
 */
export interface EdgeClaim {
  readonly edge: Fraction;
  readonly tolerance: Fraction;
}

/** Reads `0.5%`, `about 8%`, `about 1.5% with optimal play`. */
export function claimOf({ printed }: StatedEdge): EdgeClaim {
  const claim = claims.get(printed) ?? claimIn(printed);
  claims.set(printed, claim);
  return claim;
}

/** A few texts stand for a hundred thousand bets. */
const claims = new Map<string, EdgeClaim>();

function claimIn(printed: string): EdgeClaim {
  const match = /^(about )?(\d+(?:\.\d+)?)%/.exec(printed);
  assert(match !== null, `"${printed}" states no edge`);
  const [, about, percent = ''] = match;
  const unit = lastUnit(percent).div(Fraction.of(100));
  const edge = decimal(percent).div(Fraction.of(100));
  const quarter = edge.div(Fraction.of(4));
  const near = unit.compare(quarter) < 0 ? unit : quarter;
  return { edge, tolerance: about === undefined ? unit.div(Fraction.of(2)) : near };
}

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

/** One unit of the last digit of a printed decimal. */
export const lastUnit = (text: string): Fraction => Fraction.of(1, 10n ** BigInt(decimalsOf(text)));

/** The exact value of a printed decimal such as `0.95`. */
export function decimal(text: string): Fraction {
  assert(/^\d+(?:\.\d+)?$/.test(text), `"${text}" is no decimal`);
  return Fraction.of(BigInt(text.replace('.', '')), 10n ** BigInt(decimalsOf(text)));
}
