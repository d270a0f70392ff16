/** What one small scene shows under each option of the policies about single games and open hands. */
import type { PolicyValue } from '../../../src/core/policy/policies.ts';
import type { casinoGamePolicies } from '../../../src/core/policy/tables/casino-games.ts';
import { betA, betB, casinoA, table } from '../../conformance/casino-stage.ts';
import type { Caller, Reply } from '../../conformance/harness.ts';
import type { Scene } from './scene.ts';

type GamePolicy = keyof typeof casinoGamePolicies;

const blackjack = (caller: Caller, action: string): Reply => betA(caller, 'blackjack', { action }, 1);

/** Hits until a hand stays open. */
function openHand(caller: Caller): void {
  for (let hand = 0; hand < 20; hand++) if (blackjack(caller, 'hit').body['status'] === 'open') return;
}

export const casinoGameScenes: { [Name in GamePolicy]: Scene<PolicyValue<Name>> } = {
  'casino.slotPairs': {
    play: (overrides) => {
      const { alice } = table(overrides);
      const spins = Array.from({ length: 400 }, () => betA(alice, 'slots', {}).body);
      const apart = spins.find(({ result }) => {
        const [first, second, third] = (result as { reels: string[] }).reels;
        return first === 'BAR' && third === 'BAR' && second !== 'BAR';
      });
      return apart?.['multiplier'];
    },
    shows: { left: 0, any: 5 },
  },
  'casino.hiloGuess': {
    play: (overrides) => {
      const { alice } = table(overrides);
      return [betA(alice, 'hilo', {}), betA(alice, 'hilo', { guess: 'higher' })].map(
        ({ status, body }) => [status, body['nonce']],
      ); // prettier-ignore
    },
    shows: {
      blind: [[400, undefined], [200, 0]],
      informed: [[200, 0], [200, 0]],
    },
  }, // prettier-ignore
  'casino.houseRuin': {
    play: (overrides) => {
      const { stage, alice } = table({ 'casino.houseBankroll': '0', ...overrides });
      const statuses = Array.from({ length: 8 }, () => betA(alice, 'coin-flip', { side: 'heads' }, 1).status);
      return [statuses[0], (stage.account('casino:house') ?? 0) < 0];
    },
    shows: { closed: [409, false], negative: [200, true] },
  },
  'casino.win': {
    play: (overrides) => {
      const { alice } = table(overrides);
      const turns = Array.from({ length: 100 }, () => betA(alice, 'wheel', {}).body);
      return [0, 0.5, 1, 1.5].map((paid) => turns.find(({ multiplier }) => multiplier === paid)?.['win']);
    },
    shows: { profit: [false, false, false, true], paid: [false, true, true, true] },
  },
  'casino.slotsMinimum': {
    play: (overrides) => {
      const { alice } = table(overrides);
      const listed = alice.get('/api/casino-api/games').list('games');
      const { min_bet: shown } = listed.find(({ id }) => id === 'slots') ?? {};
      return [betA(alice, 'slots', {}).status, betB(alice, 'slots', {}, '0.05').status, shown];
    },
    shows: { facade: [200, 400, '0.10'], '0.01': [200, 200, '0.01'], '0.10': [400, 400, '0.10'] },
  },
  'casino.blackjackFirstCall': {
    play: (overrides) => {
      const { alice } = table(overrides);
      return [1, 2, 3, 4].some(() => blackjack(alice, 'stand').body['status'] === 'open');
    },
    shows: { applies: false, deals: true },
  },
  'casino.videoPokerDeal': {
    play: (overrides) => {
      const { alice } = table(overrides);
      const deal = (body: object) => alice.post(`${casinoA}/games/video-poker/deal`, body).status;
      return [deal({}), deal({ amount: 0.05 }), deal({ amount: 0.05 }), alice.held];
    },
    shows: { free: [200, 200, 200, 0], staked: [400, 200, 409, 50_000] },
  },
  'casino.openHands': {
    play: (overrides) => {
      const { stage, alice } = table(overrides);
      openHand(alice);
      const held = [alice.held];
      for (const delay of [86_399_999, 1]) {
        stage.advance(delay);
        held.push(alice.held);
      }
      return held;
    },
    shows: { stay: [1_000_000, 1_000_000, 1_000_000], '24h': [1_000_000, 1_000_000, 0] },
  },
  'casino.crashTop': {
    play: (overrides) => {
      const { alice } = table(overrides);
      return alice.post(`${casinoA}/games/crash/bet`, { amount: 0.01 }).body['cash_out_at'];
    },
    shows: { '100x': 100, curve: 1024 },
  },
};
