/** `npm run exact` in small: every game through bet, house and ledger, each payout and each account to the micro. */
import { describe, expect, it } from 'vitest';
import { bodiesOf } from '../../../bench/exact/bodies.js';
import { owedMicros, payoutOf } from '../../../bench/exact/payouts.js';
import { playExactly } from '../../../bench/exact/play.js';
import { games } from '../../../src/platform/games/registry.ts';
import { Kernel } from '../../../src/core/kernel/kernel.ts';
import { resolvePolicies } from '../../../src/core/policy/policies.ts';
import { World } from '../../../src/platform/world/world.ts';

const modules = { Kernel, World, resolvePolicies };

describe('20,000 bets of each game', () => {
  it('are played for all 17 games', () => {
    const ids = games.map(({ game }) => game.id);
    expect(ids.length).toBe(17);
    expect(Object.keys(bodiesOf)).toEqual(ids);
    expect(Object.keys(payoutOf)).toEqual(ids);
  });

  it.each(games.map(({ game }) => game.id))(
    '%s pays what its table says and leaves the books exact',
    (game) => {
      const played = playExactly(modules, { game, bets: 20_000, seed: `exact/${game}`, checkEvery: 1_000 });
      expect(played.bets).toBe(20_000);
      expect(played.wins).toBeGreaterThan(100);
      expect(played.paidMicros / played.stakedMicros).toBeGreaterThan(0.5);
    },
  );

  it('would not pass with one payout wrong', () => {
    const before = payoutOf['wheel'];
    const wrong = payoutOf as { wheel: typeof before };
    try {
      wrong.wheel = () => [1, 3];
      const plan = { game: 'wheel', bets: 10, seed: 'wrong', checkEvery: 5 };
      expect(() => playExactly(modules, plan)).toThrow(/paid \d+, owed \d+/);
    } finally {
      wrong.wheel = before;
    }
    expect(owedMicros(10_001, [196, 100])).toBe(19_601);
  });
});
