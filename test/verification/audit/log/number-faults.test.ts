/** Faults of games that draw numbers and cells, each played here by hand and predicted to the micro. */
import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../../src/core/base/profile.ts';
import { hmacPick } from '../../../../src/core/fairness/hmac.ts';
import { keno } from '../../../../src/platform/games/keno.ts';
import { ratio, totalReturn } from '../../../../src/platform/games/ratio.ts';
import type { CheckedBet } from '../../../../src/verification/audit/log/payouts/checked-bet.ts';
import { numberSuspects } from '../../../../src/verification/audit/log/payouts/number-suspects.ts';
import { drawnBets } from './drawn-bets.ts';
import { itPredicts, paidUnder, type FaultyHouse } from './faulty-houses.ts';

const seed = 'number faults';
/** Mostly those that win something, where a number more or less shows. */
const kenoBets = drawnBets('keno', { seed, count: 160 })
  .filter(({ dueMicros = 0, place }) => dueMicros > 0 || place.bet <= 6)
  .slice(0, 24);
const mineBets = drawnBets('mines', { seed, count: 24 });
const diceBets = drawnBets('dice', { seed, count: 40 });
const rollBets = ['dice', 'custom', 'simple_dice'].flatMap((game) => drawnBets(game, { seed, count: 16 }));

/** Balls from a box: each is drawn from those left, in their order. */
function without(checked: CheckedBet, from: number, count: number): number[] {
  const pick = hmacPick(checked.bet);
  const box = Array.from({ length: from }, (_, ball) => ball);
  return Array.from({ length: count }, () => box.splice(pick(box.length), 1)[0]!);
}
function again({ bet }: CheckedBet, from: number, count: number): number[] {
  const pick = hmacPick(bet);
  return Array.from({ length: count }, () => pick(from));
}

function onKeno({ bet }: CheckedBet, balls: readonly number[], profile: Profile): number | undefined {
  const picks = bet.params['picks'] as number[];
  const caught = picks.filter((number) => balls.includes(number - 1)).length;
  return totalReturn(bet.stakeMicros, ratio(keno.rules[profile][picks.length]?.[caught] ?? 0, 100));
}

/** Numbers that a parameter names, and what a board without a mine under the open cells pays. */
const named = ({ bet }: CheckedBet, name: string): number => Number(bet.params[name]);
const paidIfClear = (checked: CheckedBet, profile: Profile): number | undefined =>
  paidUnder(checked, (n) => n - 1, { profile });

/** Pays what is due where this is so, else nothing. */
const dueIf =
  (isWon: (checked: CheckedBet) => boolean): FaultyHouse['pays'] =>
  (checked) =>
    isWon(checked) ? checked.dueMicros : 0;
const isClear = (checked: CheckedBet, more: { mines?: number; cells?: number }): boolean => {
  const [mines, reveals] = [named(checked, 'mines') + (more.mines ?? 0), named(checked, 'reveals') + (more.cells ?? 0)];
  return mines + reveals <= 25 && without(checked, 25, mines).every((cell) => cell >= reveals);
}; // prettier-ignore

function rollsOver(checked: CheckedBet): boolean {
  const [roll, threshold] = [1 + hmacPick(checked.bet)(100), named(checked, 'threshold')];
  const isOver = checked.bet.params['direction'] === 'over';
  // A roll over 100 and a roll under 1 are no bets.
  return isOver ? threshold + 1 <= 99 && roll > threshold + 1 : threshold - 1 >= 2 && roll < threshold - 1;
}

const shifted =
  (by: number): FaultyHouse['pays'] =>
  (checked, profile) => {
    const pick = hmacPick(checked.bet);
    return paidUnder(checked, (n) => pick(n) + by, { profile });
  };

const onKenoOf = (count: number): FaultyHouse => ({
  code: 'draws-changed', about: `draws ${count} numbers and not 20`, games: ['keno'], isDraw: true, bets: kenoBets,
  pays: (checked, profile) => onKeno(checked, without(checked, 80, count), profile),
}); // prettier-ignore
const shiftedBy = (by: number, where: string): FaultyHouse => ({
  code: 'range-shifted', about: `draws numbers that are ${where} by 1 than the documents say`,
  games: ['dice', 'custom', 'simple_dice'], isDraw: true, bets: rollBets, pays: shifted(by),
}); // prettier-ignore

describe('numbers and cells', () => {
  itPredicts(numberSuspects, [
    {
      code: 'with-replacement', about: 'draws the same number more than once', games: ['keno'], isDraw: true, bets: kenoBets,
      pays: (checked, profile) => onKeno(checked, again(checked, 80, 20), profile),
    },
    {
      code: 'with-replacement', about: 'puts several mines on one cell', games: ['mines'], isDraw: true, bets: mineBets,
      pays: (checked, profile) => again(checked, 25, named(checked, 'mines')).some((cell) => cell < named(checked, 'reveals')) ? 0 : paidIfClear(checked, profile),
    },
    shiftedBy(-1, 'lower'),
    shiftedBy(1, 'higher'),
    { code: 'threshold-moved', about: 'asks for one more than the threshold that was named', games: ['dice'], bets: diceBets, pays: dueIf(rollsOver) },
    { code: 'mine-added', about: 'hides one mine more than was named', games: ['mines'], bets: mineBets, pays: dueIf((checked) => isClear(checked, { mines: 1 })) },
    { code: 'cell-added', about: 'opens one cell more than was named', games: ['mines'], bets: mineBets, pays: dueIf((checked) => isClear(checked, { cells: 1 })) },
    onKenoOf(19),
    onKenoOf(18),
    onKenoOf(21),
  ]); // prettier-ignore
});

describe('of parameters that no such bet has', () => {
  const [, severalMines] = numberSuspects;
  const onMines = (mines: unknown, reveals: unknown): number | undefined =>
    severalMines!.predict({ ...mineBets[0]!, bet: { ...mineBets[0]!.bet, params: { mines, reveals } } }, 'published');

  it('boards of more mines than cells, of no cells to open, or of words are predicted nothing', () => {
    expect([onMines(26, 25), onMines(3, 0), onMines('25', 25)]).toEqual([undefined, undefined, undefined]);
    expect(onMines(25, 25)).toBe(0);
  });

  it('keno without picks is predicted nothing, and of more picks than there are rows no payout', () => {
    const onPicks = (picks: unknown) => numberSuspects[0]!.predict({ ...kenoBets[0]!, bet: { ...kenoBets[0]!.bet, params: { picks } } }, 'published');
    expect([onPicks(undefined), onPicks(Array.from({ length: 11 }, (_, at) => at + 1))]).toEqual([undefined, 0]);
  });
}); // prettier-ignore
