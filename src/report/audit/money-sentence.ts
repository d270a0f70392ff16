/** What the findings of an exact audit cost the house, in one sentence for a reader who decides about money. */
import { costsHouse, judgedFinding, type AuditFinding } from '../../verification/audit/finding.ts';

/**
 * How many findings cost the house money, and the largest amounts among them; empty without one. `judged` has the largest
 * amounts of a day first.
 */
export function moneySentence(judged: readonly AuditFinding[]): string {
  const costly = judged.filter(costsHouse);
  const [first] = costly;
  if (first === undefined) return '';
  const dearest = costly.reduce(
    (most, finding) => (worstOf(finding) > worstOf(most) ? finding : most),
    first,
  );
  const daily = judgedFinding(first).atRisk;
  const isGain = daily?.expectedPerDay !== '0';
  return (
    `${costly.length} of ${judged.length} findings ${costly.length === 1 ? 'costs' : 'cost'} the house money. At the documented limits ` +
    `one bet can cost ${judgedFinding(dearest).atRisk?.worstCase} USDC, and the largest finding ` +
    (isGain
      ? `an expected ${daily?.expectedPerDay} USDC a day.`
      : `${daily?.shortfallPerDay} USDC a day against what is stated.`)
  );
}

/** Only to compare. */
const worstOf = ({ loss }: AuditFinding): number => loss?.worstCase.toNumber() ?? 0;
