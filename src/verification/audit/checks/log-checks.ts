/** The named checks of a bet log or a live casino: what each tested, on how much, and what it cannot see. */
import { groupedDigits } from '../../../core/base/digits.ts';
import type { LogAudit } from '../log/audit-log.ts';
import type { AuditCheck, LiveSummary } from '../result-schema.ts';
import { checkRows, otherCodes, type CheckFacts, type CheckRow } from './check-rows.ts';

/** A check fails on the findings with its codes; one that saw nothing, or too little, was not run. */
export function logChecks(audit: LogAudit, target: LiveSummary | undefined): AuditCheck[] {
  const facts: CheckFacts = { audit, target };
  const known = new Set(checkRows.flatMap(({ codes }) => codes));
  return checkRows.map((row) => {
    const hasFault = audit.findings.some(
      ({ code }) => row.codes.includes(code) || (row.codes.includes(otherCodes) && !known.has(code)),
    );
    const [count, unit] = row.ran(facts);
    const { name, tested, blind } = row;
    const isUndecided = row.undecided?.(facts) !== undefined;
    const result = hasFault ? 'failed' : count === 0 || isUndecided ? 'not run' : 'passed';
    return { name, result, tested, amount: amountOf(row, facts, { count, unit }), blind };
  });
}

function amountOf(
  row: CheckRow,
  facts: CheckFacts,
  { count, unit }: { count: number; unit: string },
): string {
  const undecided = row.undecided?.(facts);
  if (undecided !== undefined) return undecided;
  if (count === 0) return `nothing: ${facts.target === undefined ? row.missing.log : row.missing.live}`;
  return `${groupedDigits(String(count))} ${unit}${count === 1 ? '' : 's'}${row.more?.(facts) ?? ''}`;
}
