/** What is said of wrong payouts that nothing explains, and of results that are not those drawn. */
import { describe, expect, it } from 'vitest';
import type { CheckedBet } from '../../../../src/verification/audit/log/payouts/checked-bet.ts';
import type { RevealedBet } from '../../../../src/verification/audit/log/replay.ts';
import { codes, drawn, paid, playedBy, suspectOf } from './diagnosed-bets.ts';

const [dice, wheel, roulette] = [drawn('dice', 60), drawn('wheel', 30), drawn('roulette', 60)] as const;

describe('what happened to bets that nothing explains', () => {
  const altered = (checked: readonly CheckedBet[], result: object): RevealedBet[] =>
    checked.filter(({ dueMicros }) => dueMicros! > 0).slice(0, 5).map(({ bet }) => ({ ...bet, payoutMicros: 0, result: { ...bet.result, ...result } })); // prettier-ignore
  const curves = altered(drawn('crash', 60), { crash_point: 1 });
  const rolls = [...altered(dice.slice(0, 30), { roll: 0 }), ...paid(dice.slice(30))];

  it('is a fault of one game where it is only there', () => {
    expect(codes([...curves, ...paid(dice)])).toEqual([['curve-loaded', 'crash']]);
    expect(codes([...curves, ...rolls])).toEqual([['curve-loaded', 'crash'], ['outcome-altered', 'dice']]);
  }); // prettier-ignore

  it('is no fault of one game where the same happens to two others', () => {
    const colours = altered(roulette.slice(0, 30), { result: 99 });
    const others = paid(roulette.slice(30));
    expect(codes([...curves, ...rolls, ...colours, ...others])).toEqual([['outcome-altered', null]]);
    const unpaid = colours.map((bet, at) => ({ ...bet, result: roulette.filter(({ dueMicros }) => dueMicros! > 0)[at]!.bet.result }));
    expect(codes([...curves, ...rolls, ...unpaid, ...others]).map(([code]) => code)).toEqual(['curve-loaded', 'outcome-altered', 'win-unpaid']);
  }); // prettier-ignore
});

describe('results that are not those drawn', () => {
  const after = suspectOf('nonce-shifted', 'after');
  const strange = paid(wheel).map((bet) => ({
    ...bet,
    result: { pocket: 1, sector: -1, result: -1, multiplier: -1 },
  }));

  it('are those of the draws that explain payouts of another game', () => {
    const shifted = playedBy(after, dice);
    expect(codes(shifted)).toEqual([['nonce-shifted', 'dice']]);
    expect(codes([...shifted, ...strange])).toEqual([['nonce-shifted', 'dice']]);
  });

  it('are a finding beside an amount, and beside a rule of another game', () => {
    const shown = playedBy(suspectOf('ace-high'), drawn('hilo', 40));
    expect(codes([...shown, ...strange])).toEqual([['ace-high', 'hilo'], ['result-misshown', 'wheel']]);
    const fee = strange.map((bet) => ({ ...bet, payoutMicros: Math.max(0, bet.payoutMicros - 20_000) }));
    expect(codes(fee)).toEqual([['fee-taken', 'wheel'], ['result-misshown', 'wheel']]);
    expect(codes(strange)).toEqual([['result-misshown', 'wheel']]);
  }); // prettier-ignore
});
