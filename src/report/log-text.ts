/** The audit of a bet log as text, with its live casino if there is one. */
import type { LogAudit } from '../verification/audit/log/audit-log.ts';
import type { LiveSummary } from '../verification/audit/result-schema.ts';

/** The audit as text for a terminal: counts, measured returns, findings. */
export function logText(
  { bets, recomputed, unrevealed, verdicts, findings }: LogAudit,
  target?: LiveSummary,
): string {
  const counts = [`${bets} bets`, `${recomputed} recomputed from their seeds`];
  if (unrevealed > 0) counts.push(`${unrevealed} under seeds not revealed yet`);
  const measured = verdicts.map(({ game, bet, rounds, mean, low, high, verdict, roundsNeeded }) => {
    const name = `${game} ${JSON.stringify(bet)}`;
    const answer = verdict === 'undecided' ? `undecided, some ${roundsNeeded} bets more` : verdict;
    return `  ${name}: ${rounds} bets return ${percent(mean)}, within ${percent(low)}..${percent(high)}: ${answer}`;
  });
  const found = findings.map(({ code, sentence }) => `  ! ${code}: ${sentence}`);
  return [
    ...(target === undefined ? [] : targetText(target)),
    counts.join(', '),
    ...measured,
    ...(found.length > 0 ? found : [bets === 0 ? 'nothing was audited' : 'no findings: the log is clean']),
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
