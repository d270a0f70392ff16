/** Houses of the tests: an honest one that writes the documented log, and hooks for those that cheat. */
import { createHash } from 'node:crypto';
import { formatUsdc } from '../../../src/core/base/money.ts';
import { hmacPick, HmacWords, type RoundSeeds } from '../../../src/core/fairness/hmac.ts';
import type { Pick } from '../../../src/core/fairness/pick.ts';
import type { Round } from '../../../src/platform/games/game.ts';
import { totalReturn } from '../../../src/platform/games/ratio.ts';
import { readBet, type LoggedBet, type LogRow } from '../../../src/verification/audit/log/logged-bet.ts';
import { singleGame } from '../../platform/games/chances.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export interface House {
  readonly game: string;
  readonly bet: Readonly<Record<string, unknown>>;
  readonly bets?: number;
  readonly stakeMicros?: number;
  /** Bets under one server seed. */
  readonly betsPerSeed?: number;
  /** Gives the server seed of a period; the house may know the client seed. */
  readonly serverSeed?: (period: number, clientSeed: string) => string;
  readonly pick?: (seeds: RoundSeeds) => Pick;
  readonly play?: (pick: Pick, choice: object) => Round;
  readonly paid?: (round: Round, stakeMicros: number, index: number) => number;
  /** What is done to the finished log. */
  readonly edit?: (rows: Record<string, unknown>[]) => Record<string, unknown>[];
}

/** The raw words of a round. */
export const words = (seeds: RoundSeeds): (() => number) => {
  const raw = new HmacWords(seeds);
  return () => raw.pick(2 ** 32);
};

export function logOf(house: House): LogRow[] {
  const { game: id, bet, bets = 400, betsPerSeed = 100, stakeMicros = 1_000_000 } = house;
  const game = singleGame(id);
  const choice = game.parseBet(bet);
  if (typeof choice === 'string') throw new Error(choice);
  const rows: Record<string, unknown>[] = [];
  const clientSeedOf = (period: number): string => `player-${period}`;
  const serverSeeds = Array.from(
    { length: Math.ceil(bets / betsPerSeed) },
    (_, period) => house.serverSeed?.(period, clientSeedOf(period)) ?? sha256(`${id} house ${period}`),
  );
  for (let index = 0; index < bets; index += 1) {
    const period = Math.floor(index / betsPerSeed);
    const clientSeed = clientSeedOf(period);
    const serverSeed = serverSeeds[period] ?? '';
    const seeds = { serverSeed, clientSeed, nonce: index % betsPerSeed };
    const pick = (house.pick ?? hmacPick)(seeds);
    const round = house.play?.(pick, choice) ?? game.play(choice, pick, game.rules.published);
    const payout = house.paid?.(round, stakeMicros, index) ?? totalReturn(stakeMicros, round.payout);
    rows.push({
      game: id,
      bet: JSON.stringify(bet),
      stake: formatUsdc(stakeMicros),
      payout: formatUsdc(payout ?? 0),
      server_seed_hash: sha256(serverSeed),
      server_seed: serverSeed,
      client_seed: clientSeed,
      nonce: String(seeds.nonce),
      result: JSON.stringify(round.detail),
    });
  }
  return house.edit?.(rows) ?? rows;
}

export function betsOf(rows: readonly LogRow[]): LoggedBet[] {
  return rows.map((row, index) => {
    const bet = readBet(row, index + 1);
    if (typeof bet === 'string') throw new Error(`row ${index + 1}: ${bet}`);
    return bet;
  });
}
