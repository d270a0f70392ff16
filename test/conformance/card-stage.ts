/** Short words for hands of cards and live curves, and second opinions on what they pay. */
import { payoutOf } from '../../bench/exact/payouts.js';
import type { JsonObject } from '../../src/core/http/message.ts';
import { casinoA, placed } from './casino-stage.ts';
import { textOf, type Caller, type Reply } from './harness.ts';

export const blackjack = (caller: Caller, action: unknown, fields: object = {}): Reply =>
  caller.post(`${casinoA}/games/blackjack`, { action, ...fields });

export const deal = (caller: Caller, fields: object = {}): Reply =>
  caller.post(`${casinoA}/games/video-poker/deal`, fields);

export const draw = (caller: Caller, fields: object): Reply =>
  caller.post(`${casinoA}/games/video-poker/draw`, fields);

export const launch = (caller: Caller, fields: object): Reply =>
  caller.post(`${casinoA}/games/crash/bet`, fields);

export const cashOut = (caller: Caller): Reply => caller.post(`${casinoA}/games/crash/cashout`);

export const nextNonce = (caller: Caller): unknown =>
  caller.get(`${casinoA}/fairness/seed-hash`).body['next_nonce'];

/** Plays a hand to its end: the first action, then hits below 17. */
export function playOut(caller: Caller, action: string, amount: number): JsonObject {
  let body = placed(blackjack(caller, action, { amount }));
  for (let moves = 0; body['status'] === 'open' && moves < 20; moves++) {
    const { player_total: total } = body['result'] as { player_total: number };
    body = placed(blackjack(caller, total < 17 ? 'hit' : 'stand'));
  }
  return body;
}

/** What a settled bet of style A is owed over its stakes, by tables that stand in no file of src. */
export function owed(bet: JsonObject, params: object): number {
  const game = textOf(bet, 'game');
  const table = payoutOf[game];
  if (table === undefined) throw new Error(`no table for ${game}`);
  const [numerator, denominator] = table(params, bet['result'] as JsonObject);
  return numerator / denominator;
}
