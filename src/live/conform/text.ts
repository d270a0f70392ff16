/** The result of a comparison, for people. */
import { yamlOf } from '../../verification/check/source.ts';
import type { CauseResult, ConformResult } from './result-schema.ts';

const shownCausesMax = 25;
const shownExplainedMax = 10;

/** The result as text for a terminal: counts, the first 25 causes, explained groups, untested rules. */
export function conformText(result: ConformResult): string {
  const { differences, causes, policyHash } = result;
  const lines = [
    `${result.requests} requests of ${result.agents} agents in ${result.runs} runs against ${result.target}, ` +
      `${result.calls} kinds of calls, ${result.seconds.toFixed(1)} s (seed ${result.seed})`,
    `answers        ${Object.entries(result.statusCounts)
      .map(([status, count]) => `${status}: ${count}`)
      .join('  ')}`,
    `alike          ${result.same}`,
    `differences    ${differences.unexplained} unexplained in ${causes.length} causes, ${differences.explained} explained`,
  ];
  if (policyHash.target !== null && policyHash.target !== policyHash.model)
    lines.push(
      `readings       the target says it reads the documents differently (policies ${policyHash.target})`,
    );
  for (const [index, cause] of causes.slice(0, shownCausesMax).entries())
    lines.push('', ...causeLines(cause, index + 1));
  const explained = differences.groups.filter(({ explanation }) => explanation !== null);
  for (const group of explained.slice(0, shownExplainedMax))
    lines.push(`  ${group.count} x ${group.call} ${group.kind} ${group.field} [${group.explanation}]`);
  const lacking = result.timeRules.filter(({ tested }) => !tested);
  if (lacking.length > 0) lines.push('', 'not tested, because of time:');
  for (const { rule, why } of lacking) lines.push(`  ${rule}: ${why}`);
  if (result.findings.length > 0)
    lines.push('', 'behaviours:', ...result.findings.map((each) => `  ${each}`));
  if (result.notes !== undefined) lines.push('', 'notes:', ...result.notes.map((each) => `  ${each}`));
  if (result.stopped !== null) lines.push('stopped before its end');
  return `${lines.join('\n')}\n`;
}

function causeLines(cause: CauseResult, number: number): string[] {
  const { subject, about, readings, followers, requests, scenario } = cause;
  const lines = [`${number}. ${subject}: ${about}`];
  if (readings.length > 0)
    lines.push(
      `   as under the reading ${readings.map(({ policy, value }) => `${policy}=${value}`).join(' or ')}`,
    );
  if (followers > 0) lines.push(`   ${followers} more kinds of differences may follow from it`);
  if (scenario === null) lines.push('   could not be repeated');
  else {
    lines.push(`   smallest sequence: ${requests} ${requests === 1 ? 'request' : 'requests'}`);
    const operations = yamlOf({ ...scenario, about: '' })
      .split('\n')
      .filter((line) => line.startsWith('  - '));
    lines.push(...operations.map((line) => `   ${line}`));
  }
  return lines;
}
