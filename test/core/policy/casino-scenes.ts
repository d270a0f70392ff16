/** What one small scene shows under each option of the policies about the casino. */
import type { PolicyName, PolicyValue } from '../../../src/core/policy/policies.ts';
import { betA, table } from '../../conformance/casino-stage.ts';
import { casinoGameScenes } from './casino-game-scenes.ts';
import type { Scene } from './scene.ts';

type CasinoPolicy = Extract<PolicyName, `casino.${string}` | `kelly.${string}`>;

export const casinoScenes: { [Name in CasinoPolicy]: Scene<PolicyValue<Name>> } = {
  ...casinoGameScenes,
  'casino.payouts': {
    play: (overrides) => {
      const { alice } = table(overrides);
      const bets = Array.from({ length: 20 }, () => betA(alice, 'coin-flip', { side: 'heads' }, 1).body);
      return bets.find(({ win }) => win === true)?.['payout'];
    },
    shows: { published: 1.96, consistent: 1.99 },
  },
  'casino.houseBankroll': {
    play: (overrides) => {
      const { alice } = table(overrides);
      return [0.01, 0.03].map((amount) => betA(alice, 'slots', {}, amount).status);
    },
    shows: { '0': [409, 409], '2.49': [200, 409], '1000000': [200, 200] },
  },
  'kelly.limit': {
    play: (overrides) => {
      const { alice } = table(overrides);
      const even = betA(alice, 'coin-flip', { side: 'tails' }).status;
      // Three spots favour the house, ten the player.
      const kenos = [3, 10].map((spots) => {
        const picks = Array.from({ length: spots }, (_, at) => at + 1);
        return betA(alice, 'keno', { picks }).status;
      });
      const long = betA(alice, 'dice', { direction: 'over', threshold: 98 }, 400).status;
      return [even, kenos, long];
    },
    shows: {
      odds: [200, [200, 200], 400],
      house: [200, [200, 400], 200],
      strict: [400, [400, 200], 400],
      none: [200, [200, 200], 200],
    },
  },
  'kelly.precedence': {
    play: (overrides) => {
      const { alice } = table(overrides);
      return [alice.spendable / 1e6 + 1, 9_999].map(
        (amount) => betA(alice, 'coin-flip', { side: 'tails' }, amount).status,
      );
    },
    shows: { limit: [400, 400], balance: [422, 422] },
  },
  'casino.depositCredit': {
    play: (overrides) => {
      const { stage, alice } = table(overrides);
      stage.anonymous().post('/_sim/deposit', { api_key: alice.key, amount: 5, chain: 'tron' });
      const atOnce = alice.spendable;
      stage.advance('6s');
      return [atOnce, alice.spendable];
    },
    shows: {
      confirmed: [1_010_000_000, 1_015_000_000],
      'at-once': [1_015_000_000, 1_015_000_000],
    },
  },
};
