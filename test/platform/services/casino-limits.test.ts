/**
 * What may be staked: between the documented minimum of a style and what player and house have (CAS25, TOU02, gap C18).
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { games } from '../../../src/platform/games/registry.ts';
import { oddsRange } from '../../../src/platform/services/casino/play/odds-range.ts';
import { open, type Member, type Overrides, type Stage } from '../../conformance/harness.ts';

const casinoA = '/casino/api/v1';
const casinoB = '/api/casino-api';

/** An agent with exactly this balance, in micro-USDC, and this risk factor. */
function player(micros: number, risk = 0.25, policies: Overrides = {}): { stage: Stage; alice: Member } {
  const stage = open(policies);
  const alice = stage.joinA('alice');
  if (micros > 0) stage.grant(alice, micros);
  alice.send({ method: 'PUT', path: `${casinoA}/kelly/config`, body: { risk_factor: risk } });
  return { stage, alice };
}

/** The parameters of style A for the bets of shortest and longest odds, as a player sends them. */
const extremes: Readonly<Record<string, readonly [object, object]>> = {
  coin_flip: [{ side: 'heads' }, { side: 'heads' }],
  dice: [{ direction: 'over', threshold: 1 }, { direction: 'over', threshold: 99 }],
  simple_dice: [{ pick: 1 }, { pick: 1 }],
  multiplier: [{ target_multiplier: 1.01 }, { target_multiplier: 1000 }],
  roulette: [{ bet_type: 'red' }, { bet_type: 'number', bet_value: 0 }],
  custom: [{ win_probability: 99 }, { win_probability: 1 }],
  blackjack: [{ action: 'stand' }, { action: 'stand' }],
  crash: [{ cash_out_at: 1.01 }, { cash_out_at: 100 }],
  plinko: [{ rows: 8, risk: 'low' }, { rows: 16, risk: 'high' }],
  slots: [{}, {}],
  hilo: [{ guess: 'higher' }, { guess: 'higher' }],
  keno: [{ picks: [1] }, { picks: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }],
  scratch_card: [{}, {}],
  wheel: [{}, {}],
  mines: [{ mines: 1, reveals: 1 }, { mines: 13, reveals: 12 }],
  baccarat: [{ bet_on: 'banker' }, { bet_on: 'tie' }],
}; // prettier-ignore

const pathOf = (id: string): string => `${casinoA}/games/${id.replaceAll('_', '-')}`;
const playable = games.map(({ game }) => game.id).filter((id) => id !== 'video_poker');

interface Row {
  readonly game: string;
  readonly min_bet: number;
  readonly max_bet: number;
  readonly max_bet_at_longest_odds: number;
}

const limitsOf = (alice: Member): { bankroll: number; limits: Row[] } =>
  alice.get(`${casinoA}/kelly/limits`).body as unknown as { bankroll: number; limits: Row[] };

const anyMicros = fc.oneof(
  fc.constantFrom(0, 1, 9_999, 10_000, 100_000, 10_000_000, 123_456_789_000),
  fc.integer({ min: 0, max: 200_000_000 }),
);

describe('GET /kelly/limits', () => {
  it('shows no game a limit above the balance or below its minimum bet, whatever the balance and the risk', () => {
    const property = fc.property(
      anyMicros,
      fc.constantFrom(0.01, 0.25, 1),
      fc.constantFrom<Overrides>({}, { 'kelly.limit': 'none' }, { 'casino.houseBankroll': '50' }),
      (micros, risk, policies) => {
        const { alice } = player(micros, risk, policies);
        const { bankroll, limits } = limitsOf(alice);
        expect(bankroll).toBe(micros / 1e6);
        expect(limits).toHaveLength(17);
        for (const row of limits) {
          for (const limit of [row.max_bet, row.max_bet_at_longest_odds]) {
            expect(limit, row.game).toBeGreaterThanOrEqual(row.min_bet);
            expect(limit, row.game).toBeLessThanOrEqual(Math.max(row.min_bet, bankroll));
          }
        }
      },
    );
    fc.assert(property, { seed: 8, numRuns: 40 });
  });

  it('shows at balance 10 the limits that follow from the documents’ figures', () => {
    const { limits } = limitsOf(player(10_000_000).alice);
    const row = (id: string) => limits.find(({ game }) => game === id);
    expect(row('dice')).toMatchObject({ max_bet: 10, max_bet_at_longest_odds: 0.025773 });
    expect(row('coin_flip')).toMatchObject({ max_bet: 2.604166 });
  });

  it.each(playable)('names the highest stake that is accepted: %s', (id) => {
    const property = fc.property(
      fc.integer({ min: 10_000, max: 150_000_000 }),
      fc.constantFrom(0.01, 0.25, 1),
      fc.constantFrom(0, 1),
      fc.constantFrom('50', '1000000'),
      (micros, risk, place, house) => {
        const policies = { 'casino.houseBankroll': house };
        const row = limitsOf(player(micros, risk, policies).alice).limits.find(({ game }) => game === id)!;
        const limit = place === 0 ? row.max_bet : row.max_bet_at_longest_odds;
        const bet = (amount: number): number => {
          const { alice } = player(micros, risk, policies);
          return alice.post(pathOf(id), { amount, ...extremes[id]![place] }).status;
        };
        // A poor house closes a game of which it cannot pay the top payout of the minimum bet.
        const isAtFloor = limit === row.min_bet;
        expect([200, ...(isAtFloor ? [409] : [])], `${limit}`).toContain(bet(limit));
        expect([400, 409, 422], `${limit} and a micro`).toContain(bet((Math.round(limit * 1e6) + 2) / 1e6));
      },
    );
    fc.assert(property, { seed: 8, numRuns: 12 });
  });

  it('names bets of shortest and longest odds that are the ones of these tests', () => {
    for (const { game, kind } of games) {
      if (kind === 'hand') continue;
      const parsed = extremes[game.id]!.map((params) => game.parseBet(params as Record<string, unknown>));
      expect(parsed, game.id).toEqual([...oddsRange(game)]);
    }
  });
});

describe('the minimum bet of every style', () => {
  const betsB: readonly (readonly [string, string, object])[] = [
    ['dice', '0.01', { target: 99, over: true }],
    ['slots', '0.10', {}],
    ['roulette', '0.01', { bet: 7 }],
    ['blackjack', '0.01', { action: 'stand' }],
    ['coinflip', '0.01', { side: 'heads' }],
  ];

  it.each(betsB)(
    'is taken in style B with balance 10, 1 and as much as the bet: %s at %s',
    (game, min, params) => {
      for (const micros of [10_000_000, 1_000_000, Math.round(Number(min) * 1e6)]) {
        const { alice } = player(micros);
        const listed = alice.get(`${casinoB}/games`).body['games'] as { id: string; min_bet: string }[];
        expect(listed.find(({ id }) => id === game)?.min_bet).toBe(min);
        const reply = alice.post(`${casinoB}/bet`, { game, amount: Number(min), params });
        expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      }
    },
  );

  it.each(playable)('is accepted in style A with balance 0.01, at all odds: %s', (id) => {
    for (const params of extremes[id]!) {
      const { alice } = player(10_000);
      const reply = alice.post(pathOf(id), { amount: 0.01, ...params });
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    }
  });

  it('is accepted in the short style, by a live round without a cash-out', () => {
    expect(
      player(10_000).alice.post(`${casinoA}/games/coinflip`, { side: 'heads', amount: 0.01 }).status,
    ).toBe(200);
    expect(player(10_000).alice.post(`${casinoA}/games/crash/bet`, { amount: 0.01 }).status).toBe(200);
  });

  it('is 0.10 for slots in all calls that play them, under casino.slotsMinimum: 0.10', () => {
    const { alice } = player(10_000_000, 0.25, { 'casino.slotsMinimum': '0.10' });
    const row = limitsOf(alice).limits.find(({ game }) => game === 'slots');
    expect(row).toMatchObject({ min_bet: 0.1, max_bet: 0.1 });
    const bob = { challenged_agent_id: 'alice', game: 'slots' };
    expect(alice.post(`${casinoA}/challenges`, { ...bob, amount: 0.05 }).status).toBe(400);
    expect(alice.post(`${casinoA}/games/slots`, { amount: 0.05 }).status).toBe(400);
    expect(alice.post(`${casinoA}/games/slots`, { amount: 0.1 }).status).toBe(200);
    expect(alice.post(`${casinoA}/kelly/simulate`, { game: 'slots', amount: 0.05 }).status).toBe(400);
  });
});
