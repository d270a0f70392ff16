import { describe, expect, it } from 'vitest';
import { hmacPick } from '../../../src/core/fairness/hmac.ts';
import {
  firstPair,
  rotate,
  takeRound,
  verify,
  withClientSeed,
} from '../../../src/core/fairness/seed-pair.ts';
import type { Chance } from '../../../src/platform/games/exact.ts';
import { profiles } from '../../../src/core/base/profile.ts';
import { ratioText } from '../../../src/platform/games/ratio.ts';
import { betsOf, chances, singleGame, singleGames } from './chances.ts';

const rounds = 5_000;

/** The payouts a bet can have, and the lowest of them with its chance. */
function table(exact: readonly Chance[]) {
  const { payout, probability } = exact.at(-1)!;
  return {
    payouts: new Set(exact.map((chance) => ratioText(chance.payout))),
    lowest: ratioText(payout),
    chance: probability.toNumber(),
  };
}

describe.each(profiles)('profile %s', (profile) => {
  it.each(singleGames.map((game) => [game.id, game] as const))(
    '%s: 5,000 rounds of the HMAC pick pay what stands in the table, as often as the exact chances say',
    (id, game) => {
      const bets = betsOf(game).map((bet) => ({ bet, ...table(chances(game, bet, profile)) }));
      const drift = { variance: 0, sum: 0 };
      const strange: string[] = [];
      for (let nonce = 0; nonce < rounds; nonce += 1) {
        const { bet, payouts, lowest, chance } = bets[nonce % bets.length]!;
        const pick = hmacPick({ serverSeed: `plays of ${id}`, clientSeed: 'client', nonce });
        const payout = ratioText(game.play(bet, pick, game.rules[profile]).payout);
        if (!payouts.has(payout)) strange.push(payout);
        // The lowest payout of a bet stands for losing: its count has a known mean and variance.
        drift.sum += (lowest === payout ? 1 : 0) - chance;
        drift.variance += chance * (1 - chance);
      }
      expect(strange).toEqual([]);
      expect(Math.abs(drift.sum)).toBeLessThan(4 * Math.sqrt(drift.variance));
    },
  );
});

describe('a bet of any game', () => {
  const source = { secret: 'house', player: 'agent', defaultClientSeed: 'default' };

  it.each(singleGames.map((game) => game.id))(
    '%s is recomputed from its record once the seed is revealed',
    (id) => {
      const game = singleGame(id);
      const bet = betsOf(game)[0]!;
      const { seeds, pair } = takeRound(withClientSeed(firstPair(source), 'mine'));
      const round = game.play(bet, hmacPick(seeds), game.rules.published);
      const { revealed } = rotate(source, pair);
      const { clientSeed, nonce } = seeds;
      const record = { commitment: pair.commitment, serverSeed: revealed.serverSeed, clientSeed, nonce };
      expect(verify(record, (pick) => game.play(bet, pick, game.rules.published))).toEqual({
        status: 'recomputed',
        outcome: round,
      });
    },
  );
});
