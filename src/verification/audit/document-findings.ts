/** Contradictions that stand in the documents whatever the games do, and what the documents put at risk. */
import { Fraction } from '../../core/base/fraction.ts';
import {
  claimOf,
  decimal,
  printedDice,
  printedFaucet,
  printedLimits,
  printedPayouts,
  printedRanges,
  statedEdgeOf,
} from './documents/statements.ts';
import { leastScratchReturn, scratchReturn, type PlaceWeights } from './documents/scratch-bound.ts';
import type { BetRow } from './exact-rows.ts';
import type { AuditFinding } from './finding.ts';
import { highestStake, lossOfBet } from './money-at-risk.ts';
import { multipleText, percentText, usdcText } from './percent.ts';

/** The findings about those games; those about the casino as a whole only where `isWhole`. */
export function documentFindings(
  rowsByGame: ReadonlyMap<string, readonly BetRow[]>,
  isWhole: boolean,
): AuditFinding[] {
  const has = (game: string, find: () => AuditFinding[]): AuditFinding[] =>
    rowsByGame.has(game) ? find() : [];
  return [
    ...has('dice', diceWithoutWin),
    ...has('keno', kenoRange),
    ...has('keno', kenoGaps),
    ...has('hilo', hiloRange),
    ...has('scratch_card', scratchWeights),
    ...has('wheel', wheelSum),
    ...has('slots', slotsMinimum),
    ...topPrizes(rowsByGame),
    ...(isWhole ? [...burstOfBets(), ...withdrawalFee()] : []),
  ];
}

const plain = (game: string | undefined, sentence: string, change: string): AuditFinding => ({
  game,
  sentence,
  change,
  loss: undefined,
});

function diceWithoutWin(): AuditFinding[] {
  const { line, thresholds, rolls } = printedDice;
  const found: string[] = [];
  for (let threshold: number = thresholds[0]; threshold <= thresholds[1]; threshold += 1) {
    if (threshold <= rolls[0]) found.push(`under ${threshold}`);
    if (threshold >= rolls[1]) found.push(`over ${threshold}`);
  }
  return found.map((bet) =>
    plain(
      'dice',
      `dice: ${line} allows the bet "${bet}", but no roll from ${rolls[0]} to ${rolls[1]} can win it.`,
      `Refuse the bet "${bet}".`,
    ),
  );
}

function kenoRange(): AuditFinding[] {
  const { lowest = '0', highest, line } = printedRanges['keno'] ?? { highest: '0', line: '' };
  const paid = Object.values(printedPayouts.keno.rows).flatMap((row) => Object.values(row).map(decimal));
  const sorted = paid.toSorted((left, right) => left.compare(right));
  const [min = Fraction.zero, max = Fraction.zero] = [sorted[0], sorted.at(-1)];
  if (min.compare(decimal(lowest)) === 0 && max.compare(decimal(highest)) === 0) return [];
  return [
    plain(
      'keno',
      `keno: ${line} names payouts of ${lowest}x to ${multipleText(decimal(highest))}, but ${printedPayouts.keno.line} prints payouts of ` +
        `${multipleText(min)} to ${multipleText(max)}.`,
      `State a range that begins at ${multipleText(min)}.`,
    ),
  ];
}

/** Rows that pay for fewer numbers caught and print nothing for more. */
function kenoGaps(): AuditFinding[] {
  const { line, rows } = printedPayouts.keno;
  return Object.entries(rows).flatMap(([spots, row]) => {
    const caught = Object.keys(row).map(Number);
    const missing = Array.from({ length: Number(spots) + 1 }, (_, count) => count).filter(
      (count) => count > Math.min(...caught) && !caught.includes(count),
    );
    const [first] = missing;
    if (first === undefined) return [];
    const below = Math.max(...caught.filter((count) => count < first));
    return [
      plain(
        'keno',
        `keno, picks ${spots}: ${line} prints payouts for ${caught.join(', ')} caught and none for ${missing.join(', ')}; ` +
          `read literally, ${first} of ${spots} pays nothing while ${below} of ${spots} pays ${row[below]}x.`,
        'Print every row of the pay table.',
      ),
    ];
  });
}

/** Of a guess that so many of 13 ranks win, and one pushes. */
const hiloReturn = (payout: string, ranks: number): Fraction =>
  decimal(payout).mul(Fraction.of(ranks, 13)).add(Fraction.of(1, 13));

/** Equal cards push, so that the likeliest guess (12 of 13 ranks) cannot lose. */
function hiloRange(): AuditFinding[] {
  const { lowest = '0', highest, line } = printedRanges['hilo'] ?? { highest: '0', line: '' };
  const stated = statedEdgeOf('hilo', {});
  const { edge, tolerance } = claimOf(stated);
  const [likeliest, least] = [hiloReturn(lowest, 12), hiloReturn(highest, 1)];
  const most = Fraction.one.sub(edge.sub(tolerance));
  const fair = (ranks: number): string =>
    `${Fraction.of(13).mul(Fraction.one.sub(edge)).sub(Fraction.one).div(Fraction.of(ranks)).toNumber().toFixed(2)}x`;
  if (likeliest.compare(most) <= 0 && least.compare(most) <= 0) return [];
  return [
    plain(
      'hilo',
      `hilo: ${stated.line} states an edge of ${stated.printed}, but the range of ${line} alone contradicts it: a guess that 12 of 13 ` +
        `win and the 13th pushes (GAM54) cannot lose and returns ${percentText(likeliest)} (${String(likeliest)}) at the lowest payout, ` +
        `${lowest}x, and a guess that one rank wins returns ${percentText(least)} at the highest, ${highest}x.`,
      `State payouts from ${fair(12)} to ${fair(1)}, which keep ${percentText(edge)} whatever the first card is.`,
    ),
  ];
}

/** Diamond 45% and seven 55% in the first place, diamond in the second, clover in the third. */
const byPlace: PlaceWeights = [
  [Fraction.of(45, 100), Fraction.of(55, 100)],
  [Fraction.one],
  [Fraction.zero, Fraction.zero, Fraction.zero, Fraction.one],
];

function scratchWeights(): AuditFinding[] {
  const { line, triples, pair } = printedPayouts.scratchCard;
  const payouts = Object.values(triples).map(decimal);
  const stated = statedEdgeOf('scratch_card', {});
  const { edge, tolerance } = claimOf(stated);
  const least = leastScratchReturn(payouts, decimal(pair));
  if (Fraction.one.sub(least).compare(edge.sub(tolerance)) >= 0) return [];
  const other = scratchReturn(byPlace, payouts, decimal(pair));
  return [
    plain(
      'scratch_card',
      `scratch_card: ${stated.line} states an edge of ${stated.printed}, but with the payouts of ${line} three independent ` +
        `places that share one distribution over the six symbols return at least ${percentText(least)} of the stake (${String(least)}), ` +
        `whatever that distribution is. Symbols that pay nothing, or weights that differ by place, can keep the stated edge: diamond 45% and ` +
        `seven 55% in the first place, diamond in the second and clover in the third return ${percentText(other)}.`,
      'State how the three symbols are drawn: a pool of tickets, blank symbols, or the weights of each place.',
    ),
  ];
}

function wheelSum(): AuditFinding[] {
  const { line, sectors } = printedPayouts.wheel;
  const sum = sectors.reduce((total, [, percent]) => total + percent, 0);
  if (sum === 100) return [];
  return [
    plain(
      'wheel',
      `wheel: the chances in ${line} sum to ${sum}%, not 100%.`,
      'State chances that sum to 100%.',
    ),
  ];
}

function slotsMinimum(): AuditFinding[] {
  const { games, lowest } = printedLimits.stakes;
  const own = games['slots'];
  if (own === undefined || own.lowest === lowest.amount) return [];
  return [
    plain(
      'slots',
      `slots: ${own.line} states a minimum stake of ${own.lowest} USDC, but ${lowest.line} and CAS28 state ${lowest.amount} USDC for every game.`,
      'State one minimum stake of slots for every style.',
    ),
  ];
}

/** Payouts of a billion USDC and more at the highest documented stake. */
const payoutToName = Fraction.of(1_000_000_000);

function topPrizes(rowsByGame: ReadonlyMap<string, readonly BetRow[]>): AuditFinding[] {
  return Array.from(rowsByGame, ([game, rows]) => {
    const stake = highestStake(game);
    const top = rows.reduce((best, row) =>
      row.figures.maxPayout.compare(best.figures.maxPayout) > 0 ? row : best,
    );
    const highest = top.figures.maxPayout;
    const payout = stake.amount.mul(highest);
    if (payout.compare(payoutToName) < 0) return [];
    const { edge } = top.figures;
    return [
      {
        game,
        sentence:
          `${game}: a stake of ${usdcText(stake.amount)} USDC (${stake.line}) can win ${multipleText(highest)}, a payout of ` +
          `${usdcText(payout)} USDC by one bet; no document states what covers it.`,
        change: 'State a highest payout in USDC for each bet, and refuse stakes above it.',
        loss: {
          ...lossOfBet({ game, edge: zeroAtLeast(edge), stated: undefined, highest }),
          arithmetic: topArithmetic(top, payout, stake.amount),
        },
      },
    ];
  }).flat();
}

const zeroAtLeast = (edge: Fraction): Fraction => (edge.numerator < 0n ? Fraction.zero : edge);

function topArithmetic({ figures, outcomes }: BetRow, payout: Fraction, stake: Fraction): string {
  const { maxPayout, hitRate } = figures;
  const chance = outcomes?.find((one) => one.payout.compare(maxPayout) === 0)?.probability ?? hitRate;
  const bets = Fraction.of((chance.denominator + chance.numerator / 2n) / chance.numerator);
  return `${usdcText(payout)} - ${usdcText(stake)} = ${usdcText(payout.sub(stake))} USDC, once in ${usdcText(bets)} such bets`;
}

function burstOfBets(): AuditFinding[] {
  const { spacing, burst, batch } = printedLimits;
  return [
    plain(
      undefined,
      `limits: ${spacing.line} admits ${spacing.betsPerSecond} bet a second, but ${burst.line} admits bursts of ${burst.requests} requests in style B, ` +
        `and ${batch.line} ${batch.bets} bets in one request.`,
      'State whether the cap counts bets or requests, and over which window.',
    ),
  ];
}

function withdrawalFee(): AuditFinding[] {
  const { withdrawal } = printedFaucet;
  const share = decimal(withdrawal.fee).div(decimal(withdrawal.minimum));
  return [
    plain(
      undefined,
      `withdrawals: the fee of ${withdrawal.fee} USDC on the minimum of ${withdrawal.minimum} USDC (${withdrawal.line}) takes up to ${percentText(share)} of what is withdrawn.`,
      'State the fee as a share as well, or raise the minimum.',
    ),
  ];
}
