/** The audit of a bet log for a terminal. */
import type { LogAudit } from '../audit/log/audit-log.ts';

export function logText({ bets, recomputed, unrevealed, verdicts, findings }: LogAudit): string {
  const counts = [`${bets} bets`, `${recomputed} recomputed from their seeds`];
  if (unrevealed > 0) counts.push(`${unrevealed} under seeds not revealed yet`);
  const measured = verdicts.map(({ game, bet, rounds, mean, low, high, verdict, roundsNeeded }) => {
    const name = `${game} ${JSON.stringify(bet)}`;
    const answer = verdict === 'undecided' ? `undecided, some ${roundsNeeded} bets more` : verdict;
    return `  ${name}: ${rounds} bets return ${percent(mean)}, within ${percent(low)}..${percent(high)}: ${answer}`;
  });
  const found = findings.map(({ code, sentence }) => `  ! ${code}: ${sentence}`);
  return [
    counts.join(', '),
    ...measured,
    ...(found.length === 0 ? ['no findings: the log is clean'] : found),
  ].join('\n');
}

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
