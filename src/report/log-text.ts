/** The audit of a bet log as text, with its live casino if there is one. */
import type { LogAudit } from '../verification/audit/log/audit-log.ts';
import { checkLines } from './audit/checks-line.ts';
import { undecidedFirst, verdictSentence, type RoundCost } from './audit/verdict-sentence.ts';
import type { AuditCheck, LiveSummary } from '../verification/audit/result-schema.ts';

/** The audit of a log; `target` and `cost` where it was made at a live casino. */
export interface LogSummary {
  readonly audit: LogAudit;
  readonly checks: readonly AuditCheck[];
  readonly target?: LiveSummary | undefined;
  readonly cost?: RoundCost | undefined;
}

/** The audit as text for a terminal: counts, measured returns, findings. */
export function logText({ audit, checks, target, cost }: LogSummary): string {
  const { bets, recomputed, unrevealed, verdicts, findings, notes } = audit;
  const counts = [`${bets} bets`, `${recomputed} recomputed from their seeds`];
  if (unrevealed > 0) counts.push(`${unrevealed} under seeds not revealed yet`);
  const measured = undecidedFirst(verdicts).map(
    (found) =>
      `  ${found.game} ${JSON.stringify(found.bet)}: ${found.rounds} bets return ${percent(found.mean)}: ${verdictSentence(found, cost)}`,
  );
  const found = findings.map(({ code, sentence }) => `  ! ${code}: ${sentence}`);
  return [
    ...(target === undefined ? [] : targetText(target)),
    counts.join(', '),
    ...measured,
    ...notes.map((note) => `  - note: ${note}`),
    ...(found.length > 0 ? found : [bets === 0 ? 'nothing was audited' : 'no findings']),
    ...checkLines(checks),
  ].join('\n');
}

function targetText(target: LiveSummary): string[] {
  const { name, requests, budget, seeds, refusals, ended } = target;
  return [
    `${name}: ${stakesText(target)} of a budget of ${budget} USDC, ${seeds} server seeds, ${requests} requests; ${ended}`,
    ...refusals.map(({ game, status, reason }) => `  - ${game} was refused: ${status} ${reason}`),
  ];
}

/** The stakes sent, and what the target confirmed and paid. */
export const stakesText = (target: LiveSummary): string =>
  `${target.stakesSent} stakes sent (${target.staked} USDC), ${target.stakesConfirmed} confirmed (${target.confirmed} USDC), ` +
  `${target.returned} USDC returned`;

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
