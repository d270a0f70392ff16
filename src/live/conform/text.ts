/** The result of a comparison, for people. */
import { yamlOf } from '../../verification/check/source.ts';
import type { CauseResult, ConformResult } from './result-schema.ts';

const shownCausesMax = 25;
const shownExplainedMax = 10;
const shownOperationsMax = 8;

/** The result as text for a terminal: counts, the first 25 causes, what was not examined, explained groups, untested rules. */
export function conformText(result: ConformResult): string {
  const { causes } = result;
  const lines = [
    ...countLines(result),
    ...causes.slice(0, shownCausesMax).flatMap((cause, index) => ['', ...causeLines(cause, index + 1)]),
    ...unexaminedLines(result),
    ...explainedLines(result),
    ...timeRuleLines(result),
  ];
  if (result.findings.length > 0)
    lines.push('', 'behaviours:', ...result.findings.map((each) => `  ${each}`));
  if (result.notes !== undefined) lines.push('', 'notes:', ...result.notes.map((each) => `  ${each}`));
  if (result.stopped !== null)
    lines.push(
      result.stopped === 'budget'
        ? 'stopped: the requests of the budget are used up'
        : 'stopped before its end',
    );
  return `${lines.join('\n')}\n`;
}

function countLines(result: ConformResult): string[] {
  const { differences, causes, policyHash, namespace, notCompared } = result;
  const answers = Object.entries(result.statusCounts).map(([status, count]) => `${status}: ${count}`);
  const byRule = new Map<string, number>();
  for (const { rule, count } of notCompared) byRule.set(rule, (byRule.get(rule) ?? 0) + count);
  const rules = [...byRule].map(([rule, count]) => `${rule} ${count}`);
  const readsOtherwise = policyHash.target !== null && policyHash.target !== policyHash.model;
  return [
    `${result.requests} requests of ${result.agents} agents in ${result.runs} runs against ${result.target}, ` +
      `${result.calls} kinds of calls, ${result.seconds.toFixed(1)} s (seed ${result.seed})`,
    `answers        ${answers.join('  ')}`,
    ...(namespace === null ? [] : [`namespace      ${namespace}`]),
    ...notSentLines(result),
    ...(rules.length === 0 ? [] : [`not compared   ${rules.join('  ')}`]),
    `alike          ${result.same}`,
    `differences    ${differences.unexplained} unexplained in ${causes.length} causes, ${differences.explained} explained`,
    ...(readsOtherwise
      ? [`readings       the target says it reads the documents differently (policies ${policyHash.target})`]
      : []),
  ];
}

/** Operations of services that the target file does not list, and those that the budget does not cover. */
const notSentLines = (result: ConformResult): string[] => [
  ...operationsLine('not listed', result.unlisted, result.unlistedOperations),
  ...operationsLine('over budget', result.withheld, result.withheldOperations),
];

function operationsLine(
  why: string,
  count: number,
  operations: ConformResult['unlistedOperations'],
): string[] {
  if (count === 0) return [];
  const shown = operations.slice(0, shownOperationsMax).map(({ call, requests }) => `${call} ${requests}`);
  const rest = operations.length - shown.length;
  const more = rest === 0 ? '' : `  and ${rest} more`;
  const verb = count === 1 ? 'request was' : 'requests were';
  return [`${why.padEnd(14)} ${count} ${verb} not sent: ${shown.join('  ')}${more}`];
}

/** Differences for which the search had no time, or no room: they are grouped by what their requests touched. */
const unexaminedLines = ({ search: { unexamined, ended } }: ConformResult): string[] =>
  unexamined === 0
    ? []
    : [
        '',
        `not examined   ${unexamined} kinds of differences: ${ended ?? '--causes or --shrink-for was used up'}`,
      ];

function explainedLines({ differences }: ConformResult): string[] {
  const explained = differences.groups.filter(({ explanation }) => explanation !== null);
  if (explained.length === 0) return [];
  return [
    '',
    'explained:',
    ...explained
      .slice(0, shownExplainedMax)
      .map((group) => `  ${group.count} x ${group.call} ${group.kind} ${group.field} [${group.explanation}]`),
  ];
}

function timeRuleLines({ timeRules }: ConformResult): string[] {
  const lacking = timeRules.filter(({ tested }) => !tested);
  if (lacking.length === 0) return [];
  return ['', 'not tested, because of time:', ...lacking.map(({ rule, why }) => `  ${rule}: ${why}`)];
}

function causeLines(cause: CauseResult, number: number): string[] {
  const { subject, about, readings, followers, requests, scenario, why } = cause;
  const lines = [`${number}. ${subject}: ${about}`];
  if (readings.length > 0)
    lines.push(
      `   as under the reading ${readings.map(({ policy, value }) => `${policy}=${value}`).join(' or ')}`,
    );
  if (followers > 0) lines.push(`   ${followers} more kinds of differences may follow from it`);
  if (scenario === null) lines.push(`   no sequence: ${why}`);
  else {
    lines.push(`   smallest sequence: ${requests} ${requests === 1 ? 'request' : 'requests'}`);
    const operations = yamlOf({ ...scenario, about: '' })
      .split('\n')
      .filter((line) => line.startsWith('  - '));
    lines.push(...operations.map((line) => `   ${line}`));
  }
  return lines;
}
