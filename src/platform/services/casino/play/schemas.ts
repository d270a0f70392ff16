/** Body fields that both styles have, and the parsing of bets. */
import { Type } from 'typebox';
import { formatUsdc, type Micros } from '../../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../../core/base/refusal.ts';
import { casinoGameNamed, type CasinoGame, type StakeBounds } from './game-stakes.ts';
import { readAmount } from '../../../../core/http/wire.ts';
import type { BetOrder } from './bet-record.ts';

/** The client seed, chosen by the player and used unchanged. */
export const ClientSeed = Type.Optional(
  Type.String({ minLength: 1, maxLength: 128, description: 'stays in use until another is sent' }),
);

/** A game that one call settles. */
export type SingleEntry = Extract<CasinoGame, { kind: 'single' }>;

/** The game of that id or alias, if one call settles it. Refuses BAD_REQUEST. */
export function singleGame(name: string): Outcome<SingleEntry> {
  const entry = casinoGameNamed(name);
  return entry?.kind === 'single'
    ? entry
    : refuse('BAD_REQUEST', 'game is the id of a game that one call settles');
}

/** A stake within the bounds of its game. Refuses BAD_REQUEST. */
export function readStakeOf({ minMicros, maxMicros }: StakeBounds, amount: unknown): Outcome<Micros> {
  const micros = readAmount(amount, 'amount', minMicros);
  if (micros instanceof Refusal || micros <= maxMicros) return micros;
  return refuse('BAD_REQUEST', `amount must be at most ${formatUsdc(maxMicros)}`);
}

/** Reads a bet: parameters, then the amount within the bounds. */
export function readBet(
  { game, stakes }: Pick<SingleEntry, 'game' | 'stakes'>,
  sent: {
    amount: unknown;
    clientSeed: string | undefined;
    params: Readonly<Record<string, unknown>>;
  },
): Outcome<BetOrder> {
  const choice = game.parseBet(sent.params);
  if (typeof choice === 'string') return refuse('BAD_REQUEST', choice);
  const stakeMicros = readStakeOf(stakes, sent.amount);
  if (stakeMicros instanceof Refusal) return stakeMicros;
  return { game, choice, stakes, stakeMicros, clientSeed: sent.clientSeed };
}
