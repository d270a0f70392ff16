/** The Kelly rule of the casino, by second opinions. */
import { describe, expect, it } from 'vitest';
import { payoutFraction } from '../../../src/platform/games/exact.ts';
import { oddsRange } from '../../../src/platform/services/casino/play/odds-range.ts';
import { playerShare } from '../../../src/platform/services/casino/play/kelly.ts';
import { prospectsOf } from '../../../src/platform/services/casino/play/prospects.ts';
import { betA, casinoA, placed, table } from '../../conformance/casino-stage.ts';
import { betsOf, chances, singleGame, singleGames } from '../games/chances.ts';

const topOf = (id: string, bet: object): number =>
  payoutFraction(chances(singleGame(id), bet, 'published')[0]!.payout).toNumber();

describe('the range of odds', () => {
  it.each(singleGames.map(({ id }) => id))('%s has no bet with shorter or longer odds', (id) => {
    const game = singleGame(id);
    const [shortest, longest] = oddsRange(game).map((bet) => topOf(id, bet));
    const tops = betsOf(game).map((bet) => topOf(id, bet));
    expect(Math.max(...tops)).toBeLessThanOrEqual(longest!);
    expect(Math.min(...tops)).toBeGreaterThanOrEqual(shortest!);
  });
});

describe("the player's own Kelly bet", () => {
  it('is nothing for every bet that does not favour the player', () => {
    for (const game of singleGames) {
      for (const bet of oddsRange(game)) {
        const prospects = prospectsOf(game, bet, game.rules.consistent);
        expect(playerShare(prospects), game.id).toBe(0);
      }
    }
  });

  it('is edge over profit for a bet that wins or loses', () => {
    const gains = [
      { gain: 2, probability: 0.4, payout: { numerator: 3, denominator: 1 } },
      { gain: -1, probability: 0.6, payout: { numerator: 0, denominator: 1 } },
    ];
    const share = playerShare({ top: { numerator: 3, denominator: 1 }, favours: 1, gains });
    expect(share).toBeCloseTo(0.2 / 2, 12);
  });
});

describe('policy kelly.limit: house', () => {
  it('lets the house risk its edge of a binary bet, and no more', () => {
    const { alice } = table({ 'kelly.limit': 'house', 'casino.houseBankroll': '9600' });
    // 2% of 9,600 over a profit of 0.96: 200.00 at most.
    const flip = (amount: number) => betA(alice, 'coin-flip', { side: 'heads' }, amount);
    expect(flip(200.01).status).toBe(400);
    expect(flip(199.99).status).toBe(200);
  });
});

describe('calls that fail after their effect and are undone', () => {
  it('leave no account, no withdrawal, no bet and no risk factor', () => {
    const { stage, alice } = table();
    placed(alice.get(`${casinoA}/fairness/seed-hash`));
    const state = (): string =>
      JSON.stringify([
        stage.snapshot(),
        alice.get(`${casinoA}/fairness/seeds`).body,
        alice.get(`${casinoA}/auth/withdrawals`).body,
        alice.get(`${casinoA}/kelly/limits`).body,
      ]).replaceAll(/settledRequests\\":\d+/g, '');
    const before = state();
    stage.fault({ kind: 'error', service: 'casino', forMs: 1_000, rate: 1, effect: 'undone' });
    const bets = [{ game: 'wheel', amount: 1 }];
    const address = `0x${'ab'.repeat(20)}`;
    const statuses = [
      alice.post(`${casinoA}/bets/batch`, { bets }).status,
      alice.post(`${casinoA}/auth/withdraw`, { address, amount: 5 }).status,
      stage.anonymous().post(`${casinoA}/auth/register`).status,
      alice.send({ method: 'PUT', path: `${casinoA}/kelly/config`, body: { risk_factor: 0.5 } }).status,
    ];
    expect(statuses).toEqual([500, 500, 500, 500]);
    stage.advance('2s');
    expect(state()).toBe(before);
    expect(stage.anonymous().post(`${casinoA}/auth/register`).text('agent_id')).toBe('agent_1');
  });
});
