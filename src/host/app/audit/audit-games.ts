/** The shipped games: the exact edge of every bet, replayed rounds, and the proof of the payouts where asked for. */
import { shippedChecks } from '../../../verification/audit/checks/shipped-checks.ts';
import { auditExactly } from '../../../verification/audit/exact-audit.ts';
import { auditedGames } from '../../../verification/audit/exact-rows.ts';
import { kellyAudit } from '../../../verification/audit/kelly/kelly-audit.ts';
import { provePayouts } from '../../../verification/audit/mapping/prove.ts';
import type { Profile } from '../../../core/base/profile.ts';
import type { WholeAudit } from './audit-json.ts';
import { replayGames } from './audit-replay.ts';

/** One audit of the shipped games. Without `resume` an interrupted replay starts over. */
export interface GamesCall {
  readonly profile: Profile;
  readonly seed: string;
  /** Ids of games; all where empty. */
  readonly games: ReadonlySet<string>;
  /** Rounds of each game to replay; 0 for the exact part alone. */
  readonly rounds: number;
  /** Threads to replay with; the verdicts do not depend on it. */
  readonly workers: number;
  /** A file that keeps finished rounds, and from which an earlier call goes on. */
  readonly resume: string | undefined;
  /** Sends every symbolic outcome of each game through its play. */
  readonly isProved: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

/** `ok` is false where a game contradicts its table, a payout is not proved, or two exact ways disagree. */
export async function auditGames(call: GamesCall): Promise<WholeAudit> {
  const { profile, seed, games, rounds, workers, resume, isProved } = call;
  const entries = auditedGames(games);
  const exact = auditExactly(profile, games);
  const kelly = kellyAudit(exact.rows, seed);
  const mapped = isProved ? entries.flatMap((entry) => provePayouts(entry, profile) ?? []) : [];
  const ids = rounds === 0 ? [] : entries.map(({ game }) => game.id);
  const replay = await replayGames({
    profile,
    seed,
    games: ids,
    rounds,
    workers,
    resume,
    ...(call.onProgress === undefined ? {} : { onProgress: call.onProgress }),
  });
  const isHonest = replay.every(
    ({ verdict, complaints }) => verdict !== 'contradicted' && complaints.length === 0,
  );
  const hasProofs = mapped.every(({ differences }) => differences.length === 0);
  const ok = isHonest && hasProofs && exact.disagreements.length === 0;
  return { exact, kelly, mapped, replay, checks: shippedChecks({ exact, mapped, replay }), ok };
}
