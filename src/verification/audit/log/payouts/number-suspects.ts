/** Known faults of games that draw numbers and cells: dice, custom, keno, mines. */
import { hmacPick } from '../../../../core/fairness/hmac.ts';
import { drawOne, type Drawn } from '../../../../core/fairness/steps.ts';
import type { Micros } from '../../../../core/base/money.ts';
import type { Profile } from '../../../../core/base/profile.ts';
import { numbers, type KenoTable } from '../../../../platform/games/keno.ts';
import { cells } from '../../../../platform/games/mines.ts';
import { nothing, ratio } from '../../../../platform/games/ratio.ts';
import { replayBet } from '../logged-bet.ts';
import type { RevealedBet } from '../replay.ts';
import { paidFor, playing, type CheckedBet, type Suspect } from './checked-bet.ts';

const countOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

/** The payout of a bet that wins, whatever is drawn: the last cells are mined and the highest numbers are drawn. */
function paidIfWon(bet: RevealedBet, profile: Profile): Micros | undefined {
  const round = replayBet(bet, { pick: (n) => n - 1, profile });
  return typeof round === 'string' ? undefined : paidFor(bet, round.payout);
}

/** Wins only where this other bet wins too, and is paid as the bet that was placed. */
const onlyIf =
  (other: (bet: RevealedBet) => RevealedBet['params']): Suspect['predict'] =>
  ({ bet, dueMicros }, profile) => {
    const round = replayBet({ ...bet, params: other(bet) }, { pick: hmacPick(bet), profile });
    // There is no such bet: a board of mines alone cannot be won.
    const isWon = typeof round !== 'string' && round.payout.numerator > 0;
    return isWon ? dueMicros : 0;
  };

function movedThreshold({ params }: RevealedBet): RevealedBet['params'] {
  const { direction, threshold } = params;
  return { direction, threshold: countOf(threshold) + (direction === 'over' ? 1 : -1) };
}

const kenoPaid = ({ bet }: CheckedBet, drawn: readonly number[], profile: Profile): Micros | undefined => {
  const { picks } = bet.params;
  if (!Array.isArray(picks)) return undefined;
  const caught = new Set(drawn.filter((index) => picks.includes(index + 1))).size;
  const paid = (bet.entry.game.rules[profile] as KenoTable)[picks.length]?.[caught];
  return paidFor(bet, paid === undefined ? nothing : ratio(paid, 100));
};

/** The numbers of a draw without repetition, as many as asked for. */
function drawnOf(bet: RevealedBet, count: number): Drawn {
  const pick = hmacPick(bet);
  let drawn: Drawn = [];
  while (drawn.length < count) drawn = drawOne(drawn, numbers, pick);
  return drawn;
}

function repeatedDraws(bet: RevealedBet, from: number, count: number): number[] {
  const pick = hmacPick(bet);
  return Array.from({ length: count }, () => pick(from));
}

/** Cells and numbers that may come twice. */
const withReplacement: readonly Suspect[] = [
  {
    code: 'with-replacement',
    about: 'draws the same number more than once',
    games: ['keno'],
    isDraw: true,
    predict: (checked, profile) => kenoPaid(checked, repeatedDraws(checked.bet, numbers, 20), profile),
  },
  {
    code: 'with-replacement',
    about: 'puts several mines on one cell',
    games: ['mines'],
    isDraw: true,
    predict({ bet }, profile) {
      const [mines, reveals] = [countOf(bet.params['mines']), countOf(bet.params['reveals'])];
      if (!(mines <= cells)) return undefined;
      const isHit = repeatedDraws(bet, cells, mines).some((cell) => cell < reveals);
      return isHit ? 0 : paidIfWon(bet, profile);
    },
  },
];

/** Suspects of these games. */
export const numberSuspects: readonly Suspect[] = [
  ...withReplacement,
  ...[-1, 1].map((shift): Suspect => ({
    code: 'range-shifted',
    about: `draws numbers that are ${shift < 0 ? 'lower' : 'higher'} by 1 than the documents say`,
    games: ['dice', 'custom', 'simple_dice'],
    isDraw: true,
    ...playing((bet) => {
      const pick = hmacPick(bet);
      return (n) => pick(n) + shift;
    }),
  })),
  {
    code: 'threshold-moved',
    about: 'asks for one more than the threshold that was named',
    games: ['dice'],
    predict: onlyIf(movedThreshold),
  },
  {
    code: 'mine-added',
    about: 'hides one mine more than was named',
    games: ['mines'],
    predict: onlyIf(({ params }) => ({ ...params, mines: countOf(params['mines']) + 1 })),
  },
  {
    code: 'cell-added',
    about: 'opens one cell more than was named',
    games: ['mines'],
    predict: onlyIf(({ params }) => ({ ...params, reveals: countOf(params['reveals']) + 1 })),
  },
  ...[19, 18, 21].map((count): Suspect => ({
    code: 'draws-changed',
    about: `draws ${count} numbers and not 20`,
    games: ['keno'],
    isDraw: true,
    predict: (checked, profile) => kenoPaid(checked, drawnOf(checked.bet, count), profile),
  })),
];
