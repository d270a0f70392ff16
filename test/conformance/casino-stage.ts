/** A platform with players who have money, and short words for what they do with it. */
import { hmacPick } from '../../src/core/fairness/hmac.ts';
import type { Profile } from '../../src/core/base/profile.ts';
import { gameNamed } from '../../src/platform/games/registry.ts';
import { totalReturn } from '../../src/platform/games/ratio.ts';
import { microsPerUsdc } from '../../src/core/base/money.ts';
import type { JsonObject } from '../../src/core/http/message.ts';
import { richPair } from './domain-stage.ts';
import { expectStatus } from './expect-status.ts';
import { textOf, type Caller, type Overrides, type Reply, type StageOptions } from './harness.ts';

export const casinoA = '/casino/api/v1';
export const casinoB = '/api/casino-api';

/** Alice and Bob with 1,010.00 each, whom no limit of any tier or endpoint holds up in style A. */
export function table(overrides: Overrides = {}, options: StageOptions = {}) {
  const { stage, alice, bob } = richPair({ 'limits.enterpriseCaps': 'lifted', ...overrides }, options);
  for (const member of [alice, bob]) stage.setTier(member, 'enterprise');
  return { stage, alice, bob };
}

/** A bet of each game that one call settles, by the path of the game. */
export const sampleBets: Readonly<Record<string, object>> = {
  'coin-flip': { side: 'heads' },
  dice: { direction: 'over', threshold: 50 },
  'simple-dice': { pick: 6 },
  multiplier: { target_multiplier: 2 },
  roulette: { bet_type: 'red' },
  custom: { win_probability: 40 },
  crash: { cash_out_at: 1.5 },
  plinko: { rows: 8, risk: 'low' },
  slots: {},
  hilo: { guess: 'higher' },
  keno: { picks: [3, 9, 27] },
  'scratch-card': {},
  wheel: {},
  mines: { mines: 3, reveals: 2 },
  baccarat: { bet_on: 'banker' },
};

export const betA = (caller: Caller, path: string, params: object, amount: unknown = 0.01): Reply =>
  caller.post(`${casinoA}/games/${path}`, { amount, ...params });

export const betB = (caller: Caller, game: string, params?: object, amount: unknown = '0.10'): Reply =>
  caller.post(`${casinoB}/bet`, { game, amount, params });

/** Places a bet that must be taken, and gives the answer's body. */
export function placed(reply: Reply): JsonObject {
  expectStatus(reply, 200);
  return reply.body;
}

/** Reveals the seed in use. */
export const rotate = (caller: Caller, body: object = {}): JsonObject =>
  placed(caller.post(`${casinoA}/fairness/rotate`, body));

/** Recomputes a bet of style A with the revealed seed, without the service: what it must have paid. */
export function recomputed(
  bet: JsonObject,
  sent: { params: object; serverSeed: string; profile?: Profile },
): { payoutMicros: number | undefined; result: unknown } {
  const entry = gameNamed(textOf(bet, 'game'));
  if (entry?.kind !== 'single') throw new Error('a game of one call');
  const choice = entry.game.parseBet({ ...sent.params });
  if (typeof choice === 'string') throw new Error(choice);
  const [clientSeed, nonce] = [textOf(bet, 'client_seed'), Number(bet['nonce'])];
  const pick = hmacPick({ serverSeed: sent.serverSeed, clientSeed, nonce });
  const round = entry.game.play(choice, pick, entry.game.rules[sent.profile ?? 'published']);
  const stakeMicros = Math.round(Number(bet['amount']) * microsPerUsdc);
  return { payoutMicros: totalReturn(stakeMicros, round.payout), result: round.detail };
}

/** The first answer of many equal bets that wins, or loses. */
export function first(won: boolean, bet: () => Reply): Reply {
  for (let tried = 0; tried < 2_000; tried++) {
    const reply = bet();
    if (placed(reply)['win'] === won) return reply;
  }
  throw new Error(`no bet of 2,000 was ${won ? 'won' : 'lost'}`);
}
