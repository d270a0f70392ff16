/** Fields that both casino styles read, and bets read from them. */
import { Type } from 'typebox';
import { formatUsdc, type Micros } from '../../base/money.ts';
import { Refusal, refuse, type Outcome } from '../../base/refusal.ts';
import type { GameEntry } from '../../games/registry.ts';
import { readAmount } from '../../http/wire.ts';
import type { BetOrder } from './bet-record.ts';

/** Chosen by the player, used as it is sent. */
export const ClientSeed = Type.Optional(
  Type.String({ minLength: 1, maxLength: 128, description: 'stays in use until another is sent' }),
);

/** A game that one call settles. */
export type SingleEntry = Extract<GameEntry, { kind: 'single' }>;

/** Reads a bet: parameters, then the amount within the game's own bounds. */
export function readBet(
  { game, stakes }: SingleEntry,
  sent: {
    amount: unknown;
    minMicros: Micros;
    clientSeed: string | undefined;
    params: Readonly<Record<string, unknown>>;
  },
): Outcome<BetOrder> {
  const choice = game.parseBet(sent.params);
  if (typeof choice === 'string') return refuse('BAD_REQUEST', choice);
  const stakeMicros = readAmount(sent.amount, 'amount', sent.minMicros);
  if (stakeMicros instanceof Refusal) return stakeMicros;
  if (stakeMicros > stakes.maxMicros) {
    return refuse('BAD_REQUEST', `amount must be at most ${formatUsdc(stakes.maxMicros)}`);
  }
  return { game, choice, stakes, stakeMicros, clientSeed: sent.clientSeed };
}
