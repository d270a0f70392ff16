/**
 * What the documents print about the games, as data with its line: stated edges, payouts, ranges of payouts. Nothing
 * here says which of them are right; the findings come from arithmetic between them and the games.
 */
import { assert, present } from '../../base/assert.ts';
import { Fraction } from '../../base/fraction.ts';

/** A stated edge as it is printed. */
export interface StatedEdge {
  readonly line: string;
  readonly printed: string;
}

/** The edges of the game table (C:35-51); baccarat has one a side. */
const statedEdges: Readonly<Record<string, StatedEdge | Readonly<Record<string, StatedEdge>>>> = {
  coin_flip: { line: 'C:35', printed: '0.5%' },
  dice: { line: 'C:36', printed: '0.5%' },
  multiplier: { line: 'C:37', printed: '0.5%' },
  roulette: { line: 'C:38', printed: '0.5%' },
  custom: { line: 'C:39', printed: '0.5%' },
  blackjack: { line: 'C:40', printed: 'about 2%' },
  crash: { line: 'C:41', printed: '0.5%' },
  plinko: { line: 'C:42', printed: 'about 3%' },
  slots: { line: 'C:43', printed: 'about 4%' },
  simple_dice: { line: 'C:44', printed: '8.3%' },
  hilo: { line: 'C:45', printed: 'about 4%' },
  keno: { line: 'C:46', printed: 'about 8%' },
  wheel: { line: 'C:48', printed: 'about 9.5%' },
  scratch_card: { line: 'C:47', printed: 'about 10%' },
  mines: { line: 'C:49', printed: '2.5%' },
  video_poker: { line: 'C:50', printed: 'about 1.5% with optimal play' },
  baccarat: {
    player: { line: 'C:51', printed: '1.24%' },
    banker: { line: 'C:51', printed: '1.06%' },
    tie: { line: 'C:51', printed: '14.4%' },
  },
};

/** Payouts as they are printed, total returns unless the documents say win or n:1. */
export const printedPayouts = {
  coinFlip: { line: 'C:35', win: '1.96' },
  dice: {
    line: 'C:36',
    samples: [
      { direction: 'over', threshold: 50, win: '1.96' },
      { direction: 'over', threshold: 90, win: '9.8' },
    ],
  },
  roulette: { line: 'C:38', lowest: '1.96', highest: '34.3' },
  custom: { line: 'C:39', returned: '0.98' },
  simpleDice: { line: 'C:44', win: '5.5' },
  keno: {
    line: 'C:59',
    rows: {
      1: { 1: '3.5' },
      2: { 2: '16' },
      3: { 2: '2', 3: '50' },
      5: { 3: '3', 4: '25', 5: '1000' },
      10: { 5: '10', 7: '500', 10: '250000' },
    } as Readonly<Record<number, Readonly<Record<number, string>>>>,
  },
  wheel: {
    line: 'C:63',
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
    line: 'C:65',
    triples: { diamond: '50', seven: '20', star: '15', clover: '12', bell: '8', cherry: '5' },
    pair: '2',
  },
  mines: {
    line: 'C:67',
    samples: [
      { mines: 1, reveals: 1, about: '1.02' },
      { mines: 3, reveals: 5, about: '6' },
      { mines: 10, reveals: 10, about: '130' },
    ],
  },
  videoPoker: {
    line: 'C:71',
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
  baccarat: { line: 'C:51', player: '1', banker: '0.95', tie: '8' },
} as const;

interface PrintedRange {
  readonly line: string;
  readonly lowest?: string;
  readonly highest: string;
  /** A stake that comes back is a push and no win. */
  readonly hasPush?: true;
}

/** The lowest and the highest payout that the game table names (C:35-50); wheel's range counts losing sectors. */
export const printedRanges: Readonly<Record<string, PrintedRange>> = {
  roulette: { line: 'C:38', lowest: '1.96', highest: '34.3' },
  multiplier: { line: 'C:37', lowest: '1.01', highest: '1000' },
  crash: { line: 'C:41', lowest: '1.01', highest: '100' },
  plinko: { line: 'C:42', highest: '1000' },
  slots: { line: 'C:43', lowest: '1', highest: '250' },
  hilo: { line: 'C:45', lowest: '1.05', highest: '12', hasPush: true },
  keno: { line: 'C:46', lowest: '3.5', highest: '250000' },
  scratch_card: { line: 'C:47', lowest: '2', highest: '50' },
  wheel: { line: 'C:48', lowest: '0', highest: '10' },
  video_poker: { line: 'C:50', lowest: '1', highest: '800' },
};

/** Which thresholds may be sent, and which rolls there are (C:36). */
export const printedDice = { line: 'C:36', thresholds: [1, 99], rolls: [1, 100] } as const;

/** The referrer's share of what referred agents lose on balance (C:13). */
export const printedReferral = { line: 'C:13', shareOfLosses: '0.10' } as const;

/** What the faucet gives a new agent in either style (P:250), how many may register, and what a withdrawal costs. */
export const printedFaucet = {
  line: 'P:250',
  styles: [
    { style: 'A', newAgent: ['1'] },
    { style: 'B', newAgent: ['10.00', '2.00'] },
  ],
  registrations: { line: 'P:245', perMinuteAndAddress: 10 },
  withdrawal: { line: 'C:179', fee: '0.50', minimum: '1.00' },
} as const;

/** Cards are dealt free, and the bet comes after them (C:71). */
export const freeDeals = { line: 'C:71' } as const;

/** The edge that the documents state for a bet. */
export function statedEdgeOf(game: string, bet: Readonly<Record<string, unknown>>): StatedEdge {
  const stated = present(statedEdges[game], `${game} has a stated edge`);
  if (isOne(stated)) return stated;
  return present(stated[String(bet['bet_on'])], `${game} has a stated edge for every side`);
}

const isOne = (stated: StatedEdge | Readonly<Record<string, StatedEdge>>): stated is StatedEdge =>
  typeof stated['printed'] === 'string';

/** What a printed percentage claims: any edge that rounds to it, and with "about" any within one unit of its last digit. */
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
  return {
    edge: decimal(percent).div(Fraction.of(100)),
    tolerance: about === undefined ? unit.div(Fraction.of(2)) : unit,
  };
}

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

/** One unit of the last digit of a printed decimal. */
export const lastUnit = (text: string): Fraction => Fraction.of(1, 10n ** BigInt(decimalsOf(text)));

/** The exact value of a printed decimal such as `0.95`. */
export function decimal(text: string): Fraction {
  assert(/^\d+(?:\.\d+)?$/.test(text), `"${text}" is no decimal`);
  return Fraction.of(BigInt(text.replace('.', '')), 10n ** BigInt(decimalsOf(text)));
}
