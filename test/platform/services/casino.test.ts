/** The casino under any sequence of bets, compared with the ledger, the pay tables and its own seeds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chances, singleGame } from '../games/chances.ts';
import { ledgerTotals } from '../../../src/platform/control/views.ts';
import { gameNamed } from '../../../src/platform/games/registry.ts';
import { totalReturn } from '../../../src/platform/games/ratio.ts';
import type { JsonObject } from '../../../src/core/http/message.ts';
import {
  betA,
  casinoA,
  placed,
  recomputed,
  rotate,
  sampleBets,
  table,
} from '../../conformance/casino-stage.ts';
import { textOf } from '../../conformance/harness.ts';

const paths = Object.keys(sampleBets);
const anyBet = fc.record({
  who: fc.constantFrom<'alice' | 'bob'>('alice', 'bob'),
  path: fc.constantFrom(...paths),
  micros: fc.oneof(fc.integer({ min: 10_000, max: 400_000 }), fc.constant(5_000_000_000)),
  clientSeed: fc.option(fc.string({ minLength: 1, maxLength: 8 }), { nil: undefined }),
  rotates: fc.boolean(),
});

const sumOf = (stage: ReturnType<typeof table>['stage']): number => {
  const { ledger } = stage.world;
  let sum = 0;
  for (let id = 0; id < ledger.accountCount; id++) sum += ledger.balance(id);
  return sum;
};

describe('any sequence of bets', () => {
  it('moves stake and payout and nothing else, pays by the pay table, and can be recomputed', () => {
    fc.assert(
      fc.property(
        fc.array(anyBet, { minLength: 1, maxLength: 60 }),
        fc.constantFrom<'published' | 'consistent'>('published', 'consistent'),
        (bets, profile) => {
          const { stage, ...members } = table({}, { profile });
          const kept: { who: 'alice' | 'bob'; body: JsonObject; path: string; seed?: string }[] = [];
          for (const { who, path, micros, clientSeed, rotates } of bets) {
            const member = members[who];
            const [before, rows] = [member.spendable, stage.transfers];
            const params = { ...sampleBets[path], client_seed: clientSeed };
            const reply = betA(member, path, params, micros / 1e6);
            if (reply.status === 200) {
              const payout = Math.round(Number(reply.body['payout']) * 1e6);
              expect(member.spendable).toBe(before - micros + payout);
              expect(tableOf(path, profile, micros)).toContain(payout);
              kept.push({ who, body: reply.body, path });
            } else {
              expect([member.spendable, stage.transfers, reply.status]).toEqual([before, rows, 400]);
            }
            if (rotates) reveal(who);
          }
          reveal('alice');
          reveal('bob');
          for (const { body, path, who, seed = '' } of kept) {
            const own = recomputed(body, { params: sampleBets[path] ?? {}, serverSeed: seed, profile });
            expect(own.payoutMicros).toBe(Math.round(Number(body['payout']) * 1e6));
            const bet_id = body['bet_id'];
            const verified = members[who].post(`${casinoA}/fairness/verify`, { bet_id });
            expect(verified.body['status']).toBe('verified');
          }
          expect(sumOf(stage)).toBe(0);
          expect(stage.world.driftMicros()).toBe(0);

          function reveal(who: 'alice' | 'bob'): void {
            const { revealed } = rotate(members[who]) as { revealed: { server_seed: string } };
            for (const bet of kept) if (bet.who === who) bet.seed ??= revealed.server_seed;
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('gets the same responses with the same seed, and different ones with another', () => {
    const play = (seed: string): string => {
      const { alice } = table({}, { seed });
      return JSON.stringify(paths.map((path) => placed(betA(alice, path, sampleBets[path] ?? {}))));
    };
    expect(play('one')).toBe(play('one'));
    expect(play('one')).not.toBe(play('two'));
  });
});

/** The possible payouts of a stake, by the exact chances of the game. */
function tableOf(path: string, profile: 'published' | 'consistent', micros: number): (number | undefined)[] {
  const game = singleGame(gameNamed(path)?.game.id ?? '');
  const choice = game.parseBet({ ...sampleBets[path] });
  if (typeof choice === 'string') throw new Error(choice);
  return chances(game, choice, profile).map(({ payout }) => totalReturn(micros, payout));
}

describe('a refused bet', () => {
  it('moves nothing and counts no round', () => {
    const { stage, alice } = table({ 'casino.houseBankroll': '1', 'kelly.limit': 'none' });
    const accounts = () => ledgerTotals(stage.world);
    const before = [accounts(), stage.transfers, alice.spendable];
    const statuses = [
      betA(alice, 'slots', {}, 0.02).status,
      betA(alice, 'coin-flip', { side: 'heads' }, 1011).status,
      betA(alice, 'custom', { win_probability: 99 }, 1011).status,
      betA(alice, 'dice', {}, 1).status,
    ];
    expect(statuses).toEqual([409, 409, 422, 400]);
    expect([accounts(), stage.transfers, alice.spendable]).toEqual(before);
    expect(alice.get(`${casinoA}/fairness/seed-hash`).body['next_nonce']).toBe(0);
  });

  it('is GAME_CLOSED exactly if the best outcome exceeds the bankroll', () => {
    const { alice } = table({ 'casino.houseBankroll': '0.96', 'kelly.limit': 'none' });
    const flip = (amount: string) => betA(alice, 'coin-flip', { side: 'heads' }, amount);
    expect(flip('1.000002').body).toMatchObject({ code: 'GAME_CLOSED' });
    expect(flip('1').status).toBe(200);
  });
});

describe('a request that fails after its effect and is undone', () => {
  it('leaves no trace: not in the ledger, not in the seeds, not in the history', () => {
    const { stage, alice } = table();
    const state = (): string =>
      JSON.stringify([
        stage.snapshot(),
        alice.get(`${casinoA}/fairness/seeds`).body,
        alice.get('/api/casino-api/history').body,
        alice.get(`${casinoA}/stats/me`).body,
      ]);
    const settled = () => state().replaceAll(/settledRequests\\":\d+/g, '');
    settled();
    const before = settled();
    stage.fault({ kind: 'error', service: 'casino', forMs: 1_000, rate: 1, effect: 'undone' });
    for (const path of paths) {
      expect(betA(alice, path, { ...sampleBets[path], client_seed: 'lost' }).status).toBe(500);
    }
    expect(alice.post(`${casinoA}/fairness/rotate`, {}).status).toBe(500);
    stage.advance('2s');
    expect(settled()).toBe(before);
    const bet = placed(betA(alice, 'wheel', {}));
    expect([bet['nonce'], bet['client_seed']]).toEqual([0, 'alice']);
  });
});

describe('lifetime figures', () => {
  it('add up to the history in both styles', () => {
    const { alice } = table();
    const bets = paths.flatMap((path) =>
      [1, 2, 3].map((cents) => placed(betA(alice, path, sampleBets[path] ?? {}, cents / 100))),
    );
    const total = (field: string) =>
      bets.reduce((sum, bet) => sum + Math.round(Number(bet[field]) * 1e6), 0) / 1e6;
    const own = alice.get(`${casinoA}/stats/me`);
    expect(own.body).toMatchObject({
      total_bets: 45,
      won: bets.filter(({ win }) => win === true).length,
      total_wagered: total('amount'),
      total_won: total('payout'),
    });
    expect(own.list('games').map((game) => textOf(game, 'game').replaceAll('_', '-'))).toEqual(paths);
    const short = alice.get('/api/casino-api/stats').body;
    expect(short).toMatchObject({ total_bets: 45, by_game: { dice: { total_bets: 3, wagered: '0.06' } } });
  });
});
