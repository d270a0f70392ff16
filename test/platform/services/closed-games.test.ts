/** Games that are closed (ERR19, TOU09, CHA10), and the words of style B (CAS26 to CAS29). */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/http/message.ts';
import { faultMistake, buildFault } from '../../../src/platform/world/fault-source.ts';
import { open, type Member, type Overrides, type Reply, type Stage } from '../../conformance/harness.ts';

const casinoA = '/casino/api/v1';
const casinoB = '/api/casino-api';

function scene(policies: Overrides = {}): { stage: Stage; alice: Member } {
  const stage = open({ 'limits.rowScaling': 'tier', ...policies });
  const { alice } = stage.pair();
  stage.grant(alice, 500_000_000);
  return { stage, alice };
}

const statuses = (alice: Member, path: string): Record<string, unknown> =>
  Object.fromEntries(
    (alice.get(path).body['games'] as JsonObject[]).map(({ id, status }) => [id as string, status]),
  );
const isClosed = (reply: Reply): void =>
  expect([reply.status, reply.text('code')]).toEqual([409, 'GAME_CLOSED']);

describe('a game that the fault plan closes', () => {
  it('refuses bets in every call, is listed as closed, and opens again', () => {
    const { stage, alice } = scene();
    stage.fault({ kind: 'game-closed', service: 'casino', game: 'coin_flip', forMs: 60_000 });
    const calls = (): Reply[] => [
      alice.post(`${casinoA}/games/coin-flip`, { side: 'heads', amount: 0.1 }),
      alice.post(`${casinoA}/games/coinflip`, { side: 'heads', amount: 0.1 }),
      alice.post(`${casinoB}/bet`, { game: 'coinflip', amount: 0.1, params: { side: 'heads' } }),
      alice.post(`${casinoA}/challenges`, { challenged_agent_id: 'bob', game: 'coin_flip', amount: 1 }),
    ];
    const before = stage.transfers;
    for (const reply of calls()) isClosed(reply);
    const batch = alice.post(`${casinoA}/bets/batch`, {
      bets: [{ game: 'coin_flip', side: 'heads', amount: 0.1 }],
    });
    expect((batch.body['results'] as JsonObject[])[0]?.['code']).toBe('GAME_CLOSED');
    expect(stage.transfers).toBe(before);
    expect(statuses(alice, `${casinoA}/games`)).toMatchObject({ coin_flip: 'closed', dice: 'active' });
    expect(statuses(alice, `${casinoB}/games`)).toMatchObject({ coinflip: 'closed', dice: 'active' });
    expect(alice.post(`${casinoA}/games/wheel`, { amount: 0.1 }).status).toBe(200);
    stage.advance('61s');
    expect(calls().every(({ status }) => status < 300)).toBe(true);
    expect(statuses(alice, `${casinoB}/games`)).toMatchObject({ coinflip: 'active' });
  });

  it('may be all games, including hands, deals and live rounds', () => {
    const { stage, alice } = scene();
    stage.fault({ kind: 'game-closed', service: 'casino', game: 'all', forMs: 60_000 });
    isClosed(alice.post(`${casinoA}/games/blackjack`, { action: 'hit', amount: 0.1 }));
    isClosed(alice.post(`${casinoA}/games/video-poker/deal`));
    isClosed(alice.post(`${casinoA}/games/crash/bet`, { amount: 0.01 }));
    expect(new Set(Object.values(statuses(alice, `${casinoA}/games`)))).toEqual(new Set(['closed']));
  });

  it('goes by any of its names in a scenario, and a wrong name is an error', () => {
    const fault = { service: 'casino', kind: 'game-closed', for: '1h', game: 'coinflip' } as const;
    expect(faultMistake(fault, ['service', 'kind'])).toBeUndefined();
    expect(buildFault(fault, 0)).toMatchObject({ kind: 'game-closed', game: 'coin_flip' });
    expect(faultMistake({ ...fault, game: 'dise' }, ['service', 'kind'])?.message).toContain(
      'did you mean "dice"',
    );
    expect(faultMistake({ ...fault, service: 'wallet' }, ['service', 'kind'])?.field).toBe('service');
  });
});

describe('a house without a bankroll', () => {
  it('lists its games as closed, since it refuses every bet', () => {
    const { alice } = scene({ 'casino.houseBankroll': '0' });
    isClosed(alice.post(`${casinoA}/games/wheel`, { amount: 0.01 }));
    expect(statuses(alice, `${casinoA}/games`)['wheel']).toBe('closed');
    expect(new Set(Object.values(statuses(alice, `${casinoB}/games`)))).toEqual(
      new Set(['closed', 'active']),
    );
  });
});

describe('the error message of a wrong bet in style B', () => {
  const wrong: readonly (readonly [string, object, string])[] = [
    ['dice', { over: true }, 'params.target'],
    ['dice', { target: 50 }, 'params.over'],
    ['roulette', { bet: 37 }, 'params.bet'],
    ['roulette', {}, 'params.bet'],
    ['blackjack', { action: 'split' }, 'params.action'],
    ['coinflip', { side: 'edge' }, 'params.side'],
  ];
  it.each(wrong)('uses the names of style B: %s %o', (game, params, field) => {
    const reply = scene().alice.post(`${casinoB}/bet`, { game, amount: 0.1, params });
    expect(reply.status).toBe(400);
    expect(reply.text('error')).toContain(field);
    expect(reply.text('error')).not.toMatch(/threshold|direction|bet_type|bet_value/);
  });

  it('names the amount that an open hand expects, in both styles', () => {
    let seen = 0;
    for (let round = 0; round < 20 && seen < 1; round += 1) {
      const { alice } = scene({ 'casino.blackjackFirstCall': 'deals' });
      for (let spare = 0; spare <= round; spare += 1) alice.post(`${casinoA}/games/wheel`, { amount: 0.01 });
      const deal = alice.post(`${casinoA}/games/blackjack`, { action: 'stand', amount: 0.1 });
      if (deal.body['status'] !== 'open') continue;
      seen += 1;
      const reply = alice.post(`${casinoB}/bet`, {
        game: 'blackjack',
        amount: 0.2,
        params: { action: 'stand' },
      });
      expect(reply.status).toBe(409);
      expect(reply.text('error')).toBe('a hand with a stake of 0.10 is open: amount must be 0.10');
    }
    expect(seen).toBe(1);
  });
});

describe('other values', () => {
  it('an empty referral code is refused by every register', () => {
    const { stage } = scene();
    for (const path of ['/wallet/v1/auth/register', `${casinoA}/auth/register`])
      expect(stage.anonymous().post(path, { referral_code: '' }).status, path).toBe(400);
    expect(stage.anonymous().post('/faucet/register', { agent_id: 'x', referrer: '' }).status).toBe(400);
  });

  it('price-jump takes the perpetual that its schema names, and moves the price of the pair', () => {
    const fault = { service: 'trading', kind: 'price-jump', market: 'BTC-PERP', move: '-10%' } as const;
    expect(faultMistake(fault, ['service', 'kind'])).toBeUndefined();
    expect(buildFault(fault, 0)).toMatchObject({ market: 'BTC-USDC', basisPoints: -1_000 });
  });
});
