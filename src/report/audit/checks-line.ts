/** The named checks of an audit as text: those that failed or were not run come first. */
import type { AuditCheck } from '../../verification/audit/result-schema.ts';

/** `passed 9, failed 1, not run 7`. */
export function checksLine(checks: readonly Pick<AuditCheck, 'result'>[]): string {
  const of = (wanted: string): number => checks.filter(({ result }) => result === wanted).length;
  return `passed ${of('passed')}, failed ${of('failed')}, not run ${of('not run')}`;
}

/** Which checks failed, or what the others prove. */
export function checksSentence(checks: readonly AuditCheck[]): string {
  const failed = checks.filter(({ result }) => result === 'failed').map(({ name }) => name);
  const missing = checks.filter(({ result }) => result === 'not run').length;
  const rest = `${missing} ${missing === 1 ? 'check was' : 'checks were'} not run and prove${missing === 1 ? 's' : ''} nothing.`;
  const sentences = [
    ...(failed.length > 0 ? [`Failed: ${failed.join('; ')}.`] : []),
    ...(missing > 0 ? [failed.length > 0 ? rest : `No check that ran has failed; ${rest}`] : []),
  ];
  return sentences.length === 0 ? 'Every check ran and passed.' : sentences.join(' ');
}

/** Failed checks, then those that were not run, then those that passed; else the order stays. */
export function failedFirst(checks: readonly AuditCheck[]): AuditCheck[] {
  const order = ['failed', 'not run', 'passed'];
  return checks.toSorted((left, right) => order.indexOf(left.result) - order.indexOf(right.result));
}

/** One line for the numbers, and one for each check with what it cannot see. */
export const checkLines = (checks: readonly AuditCheck[]): string[] => [
  `checks: ${checksLine(checks)}. ${checksSentence(checks)}`,
  ...failedFirst(checks).map(
    ({ name, result, amount, blind }) =>
      `  ${result.padEnd(7)}  ${name}: ${amount}${result === 'not run' ? '' : `; it cannot see ${blind}`}`,
  ),
];
