/** The bounds of scenarios/house-edge-convergence.yaml, held against the exact chances of the bets it places. */
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readFileSync } from 'node:fs';
import { sampleBets, type GamePath } from '../../../agents/casino/bets.ts';
import { payoutFraction } from '../../../src/platform/games/exact.ts';
import { games } from '../../../src/platform/games/registry.ts';
import { chances, exactReturn, singleGame } from '../../platform/games/chances.ts';

interface File {
  readonly population: readonly {
    readonly agent: string;
    readonly count: number;
    readonly with: { readonly game: GamePath; readonly bet?: string; readonly rounds: number };
  }[];
  readonly expect: Readonly<Record<string, readonly string[]>>;
}

const text = readFileSync(new URL('../../../scenarios/house-edge-convergence.yaml', import.meta.url), 'utf8');
const file = parse(text) as File;
const bettors = file.population.filter(({ agent }) => agent === 'flat-bettor');

function boundsOf(id: string): [low: number, high: number] {
  const [low = '', high = ''] = file.expect[`casino_return{game:${id}}`] ?? [];
  return [Number(low.replace('value>', '')), Number(high.replace('value<', ''))];
}

describe('the bounds of house-edge-convergence', () => {
  it.each(bettors.map((bettor) => [bettor.with.game, bettor] as const))(
    '%s: four standard errors around the exact return, no more and no less',
    (path, { count, with: { bet: sent, rounds } }) => {
      const id = path.replaceAll('-', '_');
      const game = singleGame(id);
      const bet = game.parseBet(
        sent === undefined ? { ...sampleBets[path] } : (JSON.parse(sent) as object as {}),
      );
      if (typeof bet === 'string') throw new Error(bet);
      const exact = exactReturn(id, bet, 'published').toNumber();
      const variance = chances(game, bet, 'published').reduce(
        (sum, { payout, probability }) =>
          sum + probability.toNumber() * (payoutFraction(payout).toNumber() - exact) ** 2,
        0,
      );
      const allowed = 4 * Math.sqrt(variance / (count * rounds));
      const [low, high] = boundsOf(id);
      expect(Math.abs(low - (exact - allowed))).toBeLessThan(2e-4);
      expect(Math.abs(high - (exact + allowed))).toBeLessThan(2e-4);
    },
  );

  it('cover every game that one call settles', () => {
    const singles = games.filter(({ kind }) => kind === 'single').map(({ game }) => game.id);
    expect(bettors.map((bettor) => bettor.with.game.replaceAll('-', '_')).toSorted()).toEqual(
      singles.toSorted(),
    );
  });
});
