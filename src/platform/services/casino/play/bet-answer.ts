/** A settled bet as style A answers it, with its schema: for calls that place a bet as part of something else. */
import { Type } from 'typebox';
import { usdcNumber } from '../../../../core/base/money.ts';
import { payoutFraction } from '../../../games/exact.ts';
import type { JsonObject } from '../../../../core/http/message.ts';
import { UsdcNumber } from '../../../../core/http/wire.ts';
import type { BetSettled } from './bet-record.ts';

/** What a game shows: an object whose fields are up to the game. */
export const GameResult = Type.Unsafe<JsonObject>({ type: 'object', description: 'details of the game' });

export const BetSettledAnswer = Type.Object({
  bet_id: Type.String(),
  game: Type.String(),
  amount: UsdcNumber,
  win: Type.Boolean(),
  payout: UsdcNumber,
  multiplier: Type.Number(),
  result: GameResult,
  seed_hash: Type.String(),
  client_seed: Type.String(),
  nonce: Type.Integer(),
  balance: UsdcNumber,
});

/** The same fields as the call of a single game. */
export const settledAnswer = ({ bet, balanceMicros }: BetSettled) => ({
  bet_id: bet.betId,
  game: bet.gameId,
  amount: usdcNumber(bet.stakeMicros),
  win: bet.won,
  payout: usdcNumber(bet.payoutMicros),
  multiplier: payoutFraction(bet.payout).toNumber(),
  result: bet.detail,
  seed_hash: bet.commitment,
  client_seed: bet.clientSeed,
  nonce: bet.nonce,
  balance: usdcNumber(balanceMicros),
});
