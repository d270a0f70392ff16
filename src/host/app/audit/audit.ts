/** The audit of the house edge as a function: what `orrery audit --json` prints, without growth curves. */
import { auditExactly, betLine } from '../../../verification/audit/exact-audit.ts';
import type { BetLine } from '../../../verification/audit/result-schema.ts';
import { auditedGames } from '../../../verification/audit/exact-rows.ts';
import type { ReplayVerdict } from '../../../verification/audit/replay/replay.ts';
import { hintOf } from '../../../core/base/nearest.ts';
import { allFindings } from './audit-json.ts';
import { replayGames } from './audit-replay.ts';
import { gameNamed, games as allGames } from '../../../platform/games/registry.ts';
import type { Profile } from '../../../core/base/profile.ts';

/** What to audit; everything has a default. An unknown game is an `Error` that names the nearest one. */
export interface Audit {
  /** Ids of games; all 17 unless given. */
  readonly games?: readonly string[];
  readonly profile?: Profile;
  /** Rounds of each game to replay over the fairness path; none unless given. */
  readonly rounds?: number;
  readonly seed?: string | number;
}

/** The fields of `orrery audit --json` without growth curves, mapping and live audit. */
export interface AuditResult {
  readonly profile: Profile;
  /** A row a bet: stated, published and implemented edge as fractions. */
  readonly bets: readonly BetLine[];
  readonly replay: readonly ReplayVerdict[];
  readonly findings: readonly string[];
  /** False where a replayed game contradicts its table, or two exact ways disagree. */
  readonly ok: boolean;
}

/** Throws an `Error` with the nearest name for a game that there is not. */
export async function audit({
  games = [],
  profile = 'published',
  rounds = 0,
  seed = '1',
}: Audit = {}): Promise<AuditResult> {
  const wanted = new Set(games.map(idOf));
  const exact = auditExactly(profile, wanted);
  const replay = await replayGames({
    profile,
    seed: String(seed),
    games: rounds === 0 ? [] : auditedGames(wanted).map(({ game }) => game.id),
    rounds,
    workers: 1,
    resume: undefined,
  });
  const isHonest = replay.every(
    ({ verdict, complaints }) => verdict !== 'contradicted' && complaints.length === 0,
  );
  return {
    profile,
    bets: exact.rows.map(betLine),
    replay,
    findings: allFindings({ exact, mapped: [], replay }),
    ok: isHonest && exact.disagreements.length === 0,
  };
}

function idOf(name: string): string {
  const entry = gameNamed(name);
  if (entry !== undefined) return entry.game.id;
  throw new Error(
    `there is no game "${name}"; ${hintOf(
      name,
      allGames.map(({ game }) => game.id),
    )}`,
  );
}
