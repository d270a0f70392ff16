/**
 * The audit of a log as it was before it was made fast: all bets are kept, every outcome is computed by `createHmac`,
 * and nonces are sets. It finds no causes; it counts what the fast audit has to count.
 */
import { commitmentOf, hmacPick } from '../../../../src/core/fairness/hmac.ts';
import { totalReturn } from '../../../../src/platform/games/ratio.ts';
import { replayBet, type LoggedBet } from '../../../../src/verification/audit/log/logged-bet.ts';

export interface SlowAudit {
  readonly recomputed: number;
  readonly unrevealed: number;
  /** Lines by kind. */
  readonly broken: readonly number[];
  readonly wrong: readonly number[];
  readonly impossible: readonly number[];
  readonly reused: readonly number[];
  readonly missing: number;
}

export function slowAudit(bets: readonly LoggedBet[]): SlowAudit {
  const seeds = new Map<string, string>();
  for (const { serverSeed, commitment } of bets)
    if (serverSeed !== undefined && commitmentOf(serverSeed) === commitment)
      seeds.set(commitment, serverSeed);
  const found = {
    broken: [] as number[],
    wrong: [] as number[],
    impossible: [] as number[],
    reused: [] as number[],
  };
  let [recomputed, unrevealed] = [0, 0];
  const nonces = new Map<string, Set<number>>();
  for (const bet of bets) {
    const period = JSON.stringify([bet.player, bet.commitment]);
    const seen = nonces.get(period) ?? new Set();
    if (seen.has(bet.nonce)) found.reused.push(bet.line);
    nonces.set(period, seen.add(bet.nonce));
    if (bet.serverSeed !== undefined && commitmentOf(bet.serverSeed) !== bet.commitment) {
      found.broken.push(bet.line);
      continue;
    }
    const serverSeed = seeds.get(bet.commitment);
    if (serverSeed === undefined) {
      unrevealed += 1;
      continue;
    }
    const round = replayBet(bet, { pick: hmacPick({ ...bet, serverSeed }), profile: 'published' });
    if (typeof round === 'string') found.impossible.push(bet.line);
    else {
      recomputed += 1;
      if (totalReturn(bet.stakeMicros, round.payout) !== bet.payoutMicros) found.wrong.push(bet.line);
    }
  }
  let missing = 0;
  for (const seen of nonces.values()) missing += Math.max(...seen) + 1 - seen.size;
  return { recomputed, unrevealed, ...found, missing };
}
