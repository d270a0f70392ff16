/** The audit of a bet log for a terminal, and of the live casino that it came from. */
import type { LogAudit } from '../audit/log/audit-log.ts';

/** What was done to a live casino. */
export interface LiveSummary {
  readonly name: string;
  readonly requests: number;
  readonly budget: string;
  readonly staked: string;
  readonly returned: string;
  readonly seeds: number;
  readonly refusals: readonly { readonly game: string; readonly status: number; readonly reason: string }[];
  readonly ended: string;
}

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

function targetText({
  name,
  requests,
  budget,
  staked,
  returned,
  seeds,
  refusals,
  ended,
}: LiveSummary): string[] {
  return [
    `${name}: ${staked} of ${budget} USDC staked, ${returned} returned, ${seeds} server seeds, ${requests} requests; ${ended}`,
    ...refusals.map(({ game, status, reason }) => `  - ${game} was refused: ${status} ${reason}`),
  ];
}

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
