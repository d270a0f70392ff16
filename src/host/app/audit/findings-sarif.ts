/** The findings of an audit as SARIF. A finding of a log has its line; one of a game has the name of the game. */
import { disarmed } from '../../../core/base/plain-text.ts';
import type { LogView } from '../../../report/log-html.ts';
import { sarifLog, type SarifFinding } from '../../../report/sarif.ts';
import { costsHouse } from '../../../verification/audit/finding.ts';
import { fromHere } from '../files/from-here.ts';
import { packageVersion } from '../process/package-version.ts';
import { allFindings, type WholeAudit } from './audit-json.ts';

const rules = [
  { id: 'statement', about: 'What is stated and printed is what the rules give' },
  {
    id: 'implementation',
    about: 'The game pays what its rules give, in every exact way and in replayed rounds',
  },
] as const;

const sarifOf = (own: readonly { id: string; about: string }[], findings: readonly SarifFinding[]): string =>
  disarmed(sarifLog({ version: packageVersion(), rules: own, findings }));

/** Of the shipped games: what costs the house money is an error. */
export function auditSarif(audit: WholeAudit): string {
  const { judged, findings } = audit.exact;
  const stated = judged.map((finding): SarifFinding => {
    const level = costsHouse(finding) ? 'error' : 'warning';
    const message = `${finding.sentence} ${finding.change}`;
    return { rule: 'statement', level, message, name: finding.game ?? 'platform' };
  });
  const implemented = allFindings(audit)
    .filter((sentence) => !findings.includes(sentence))
    .map((message): SarifFinding => ({ rule: 'implementation', level: 'error', message, name: 'platform' }));
  return sarifOf(rules, [...stated, ...implemented]);
}

/** Of a bet log or a live casino; each code of a finding is a rule. */
export const logSarif = ({ audit, name, target }: LogView): string =>
  sarifOf(
    [],
    audit.findings.map(({ code, sentence, line, game }): SarifFinding => ({
      rule: code,
      level: 'error',
      message: sentence,
      ...(target === undefined ? { file: fromHere(name), line } : {}),
      name: game ?? name,
    })),
  );
