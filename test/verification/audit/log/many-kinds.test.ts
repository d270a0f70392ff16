/** Logs with more kinds of bets than are followed: what is kept of them, and when laws are computed again. */
import { describe, expect, it } from 'vitest';
import { BetVerdicts, paidOutcome } from '../../../../src/verification/audit/log/chance/bet-verdicts.ts';
import { OutcomeLaws, type OutcomeLaw } from '../../../../src/verification/audit/log/chance/outcome-law.ts';
import { singleGame } from '../../../platform/games/chances.ts';

const kindsMax = 20_000;
const rule = { alpha: 0.01, tolerance: 0.01 };
const laws = new OutcomeLaws('published');
const lawOf = (id: string, params: Record<string, unknown>): OutcomeLaw =>
  laws.of(singleGame(id), singleGame(id).parseBet(params) as object);
const [coin, wheel] = [lawOf('coin_flip', { side: 'heads' }), lawOf('wheel', {})];

describe('verdicts', () => {
  const follow = (verdicts: BetVerdicts, outcomes: readonly number[]): void => {
    for (const outcome of outcomes) verdicts.add(coin, { drawn: outcome, paid: outcome });
  };
  const lost = Array.from({ length: 60 }, () => 0);

  it.each([
    [kindsMax - 1, 1],
    [kindsMax, 0],
  ])('after %i kinds of bets follow %i more', (kinds, more) => {
    const verdicts = new BetVerdicts();
    for (let at = 0; at < kinds; at += 1)
      verdicts.add({ chances: [] } as unknown as OutcomeLaw, { drawn: undefined, paid: 0 });
    follow(verdicts, lost);
    expect(verdicts.verdicts(rule)).toHaveLength(more);
    // A kind that is followed already goes on being followed.
    expect(verdicts.contradicted('drawn', rule)).toHaveLength(more);
  });

  it('accuse no bets that came out evenly', () => {
    const verdicts = new BetVerdicts();
    follow(
      verdicts,
      lost.map((_, at) => at % 2),
    );
    expect(verdicts.verdicts(rule)).toHaveLength(1);
    expect(verdicts.contradicted('drawn', rule)).toEqual([]);
  });
});

it('an amount is that of the outcome that pays it, before that of one that is rounded up to it', () => {
  const multiples = wheel.chances.map(({ payout }) => payout.numerator / payout.denominator);
  // Half of a micro is rounded up to one, which another outcome pays.
  expect([0, 1, 2, 3].map((paid) => multiples[paidOutcome(wheel, 1, paid)])).toEqual([0, 1, 2, 3]);
  expect(paidOutcome(wheel, 1, 4)).toBe(multiples.length);
});

it('laws are kept up to 20,000 of them, and computed again after more', () => {
  const many = new OutcomeLaws('published');
  const game = singleGame('multiplier');
  const at = (index: number): OutcomeLaw => many.of(game, { targetHundredths: 101 + index });
  const [first, second] = [at(0), at(1)];
  for (let index = 2; index < kindsMax - 1; index += 1) at(index);
  expect([at(0) === first, at(1) === second]).toEqual([true, true]);
  at(kindsMax - 1);
  // The next one clears the others, whether it is known or not.
  expect([at(0) === first, at(1) === second]).toEqual([true, false]);
  expect(at(1)).toEqual(expect.objectContaining({ game: 'multiplier', bet: { target_multiplier: 1.02 } }));
});
