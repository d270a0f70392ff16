/** The result object of `orrery audit`, in parts: all bets together are some 50 MB of text. */
import type { LogAudit } from '../../../verification/audit/log/audit-log.ts';
import { betLine, type ExactAudit } from '../../../verification/audit/exact-audit.ts';
import { judgedFinding } from '../../../verification/audit/finding.ts';
import type {
  AuditCheck,
  KellyAudit,
  Mapping,
  LiveSummary,
} from '../../../verification/audit/result-schema.ts';
import { verdictSentence, type RoundCost } from '../../../report/audit/verdict-sentence.ts';
import type { ReplayVerdict } from '../../../verification/audit/replay/replay.ts';
import type { AuditJson, ReplayedGame } from '../../../verification/audit/result-schema.ts';
import type { Profile } from '../../../core/base/profile.ts';

/** Everything an audit of the shipped games came to. */
export interface WholeAudit {
  readonly exact: ExactAudit;
  readonly kelly: KellyAudit;
  readonly mapped: readonly Mapping[];
  readonly replay: readonly ReplayVerdict[];
  readonly checks: readonly AuditCheck[];
  readonly ok: boolean;
}

/** Rows in one part. */
const partSize = 2000;

/** The parts of one line of JSON (DESIGN.md, Contracts), the line end among them. */
export function* auditJson({ exact, kelly, mapped, replay, checks, ok }: WholeAudit): Generator<string> {
  yield `{"profile":${JSON.stringify(exact.profile)},"bets":[`;
  yield* listed(exact.rows, (row) => JSON.stringify(betLine(row)));
  const { bets, ...others } = kelly;
  yield `],"kelly":${JSON.stringify(others).slice(0, -1)},"bets":[`;
  yield* listed(bets, (row) => JSON.stringify(row));
  yield `]},"mapping":${JSON.stringify(mapped)},"replay":${JSON.stringify(replay.map((one) => replayLine(one)))},`;
  yield `"findings":${JSON.stringify(allFindings({ exact, mapped, replay }))},`;
  yield `"judged":${JSON.stringify(exact.judged.map(judgedFinding))},`;
  yield `"checks":${JSON.stringify(checks)},"ok":${ok}}\n`;
}

function* listed<Row>(rows: readonly Row[], text: (row: Row) => string): Generator<string> {
  for (let from = 0; from < rows.length; from += partSize) {
    const part = rows.slice(from, from + partSize).map(text);
    yield `${from === 0 ? '' : ','}${part.join(',')}`;
  }
}

/** Every sentence that an audit has to say. */
export const allFindings = ({
  exact,
  mapped,
  replay,
}: Pick<WholeAudit, 'exact' | 'mapped' | 'replay'>): string[] => [
  ...exact.findings,
  ...mapped.flatMap(({ differences }) => differences.map((one) => `the code pays otherwise: ${one}`)),
  ...exact.disagreements.map((both) => `two exact ways disagree: ${both}`),
  ...replay.flatMap(({ game, complaints }) =>
    complaints.map((complaint) => `${game}, replayed: ${complaint}`),
  ),
];

/** A row of `replay` in `audit --json` (DESIGN.md, JSON results); of a live casino with what a decision costs. */
function replayLine(line: Omit<ReplayedGame, 'sentence'>, cost?: RoundCost): ReplayedGame {
  const { game, bet, rounds, mean, low, high, verdict, roundsNeeded, claimed, level, tolerance } = line;
  const sentence = verdictSentence(line, cost);
  return { game, bet, rounds, mean, low, high, verdict, roundsNeeded, claimed, level, tolerance, sentence };
}

/** The result object of the audit of a log, or of the live casino that it came from. */
export function logJson(
  audit: LogAudit,
  call: {
    profile: Profile;
    checks: readonly AuditCheck[];
    target: LiveSummary | undefined;
    ok: boolean;
    cost?: RoundCost | undefined;
  },
): string {
  const { profile, checks, target, ok, cost } = call;
  const { bets, recomputed, unrevealed, verdicts, findings, notes } = audit;
  const object: AuditJson = {
    profile,
    bets: [],
    replay: verdicts.map((one) => replayLine(one, cost)),
    log: { bets, recomputed, unrevealed, findings: [...findings], notes: [...notes] },
    ...(target === undefined ? {} : { target }),
    findings: findings.map(({ sentence }) => sentence),
    checks: [...checks],
    ok,
  };
  return `${JSON.stringify(object)}\n`;
}
