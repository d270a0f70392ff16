/** Plans and results of replays, for people. */
import { formatDuration } from '../../../core/base/time.ts';
import type { Plan } from '../plan/plan.ts';
import type { ReplayResult } from './result-schema.ts';

/** The plan as text for a terminal, one figure a line. */
export function planText(plan: Plan): string {
  const { requests, preparing, sessions, writes, hosts, services, durationMs } = plan;
  const before = preparing === 0 ? '' : ` (${preparing} of them at once, to get there)`;
  const lasts = durationMs === 0 ? 'as fast as answers allow' : formatDuration(Math.round(durationMs));
  return [
    `requests  ${requests}${before}`,
    `sessions  ${sessions}`,
    `writes    ${writes}`,
    `hosts     ${hosts.join(', ')}`,
    `services  ${services.join(', ')}`,
    `duration  ${lasts}`,
    '',
  ].join('\n');
}

const shownGroupsMax = 20;
const rounded = (ms: number): string => (ms >= 100 ? ms.toFixed(0) : ms.toFixed(2));

/** The result as text for a terminal: times, waits, failures, the 20 first groups of differences, thresholds. */
export function replayText(result: ReplayResult): string {
  const lines = [
    ...timesText(result),
    ...waitsText(result),
    ...unansweredText(result),
    ...comparedText(result),
    ...differencesText(result),
    ...timeRulesText(result),
    ...result.thresholds.map(({ metric, threshold, value, ok }) => {
      const measured = value === null ? 'nothing was measured' : rounded(value);
      return `${ok ? 'holds' : 'BROKEN'}  ${metric} ${threshold}: ${measured}`;
    }),
  ];
  for (const note of result.notes ?? []) lines.push(`note           ${note}`);
  if (result.voidReason !== null) lines.push(`VOID: ${result.voidReason}`);
  if (result.stopped) lines.push('stopped before its end');
  return `${lines.join('\n')}\n`;
}

const percentilesText = (name: string, ms: ReplayResult['responseMs']): string =>
  `${name.padEnd(14)} p50 ${rounded(ms.p50)}  p90 ${rounded(ms.p90)}  p99 ${rounded(ms.p99)}  p99.9 ${rounded(ms.p999)}  max ${rounded(ms.max)} ms`;

function timesText(result: ReplayResult): string[] {
  const { responseMs, serviceMs, sendLagMs } = result;
  return [
    `${result.requests} requests in ${result.sessions} sessions against ${result.target}: ${result.seconds.toFixed(1)} s, ` +
      `${Math.round(result.achievedPerSecond)} a second of ${Math.round(result.offeredPerSecond)} offered`,
    percentilesText('response time', responseMs),
    percentilesText('service time', serviceMs),
    `send lag       p50 ${rounded(sendLagMs.p50)}  p99 ${rounded(sendLagMs.p99)} ms`,
    `answers        ${Object.entries(result.statusCounts)
      .map(([status, count]) => `${status}: ${count}`)
      .join('  ')}`,
  ];
}

function waitsText({ waits, backPressure, engine }: ReplayResult): string[] {
  const shown = Object.entries(waits)
    .filter(([, { count }]) => count > 0)
    .map(([reason, { count, p99Ms }]) => `${reason} ${count} (p99 ${rounded(p99Ms)} ms)`);
  const { pendingMost, heldBack } = backPressure;
  return [
    ...(shown.length > 0 ? [`waited for     ${shown.join('  ')}`] : []),
    ...(engine === 'open'
      ? [`back-pressure  at most ${pendingMost} waited at one time, held back ${heldBack} times`]
      : []),
  ];
}

function comparedText({ namespace, retries, notCompared, comparison, engine }: ReplayResult): string[] {
  const byRule = new Map<string, number>();
  for (const { rule, count } of notCompared) byRule.set(rule, (byRule.get(rule) ?? 0) + count);
  const rules = [...byRule].map(([rule, count]) => `${rule} ${count}`);
  return [
    ...(comparison === 'full' ? [] : [`comparison     status: ${engine} compares nothing else of an answer`]),
    ...(namespace === null ? [] : [`namespace      ${namespace}`]),
    ...(retries.sent + retries.refused === 0
      ? []
      : [`sent again     ${retries.sent} after a limit, ${retries.refused} not: --limit-wait was used up`]),
    ...(rules.length === 0 ? [] : [`not compared   ${rules.join('  ')}`]),
  ];
}

function unansweredText({ failures, unsent }: ReplayResult): string[] {
  const reasons = Object.entries(failures).map(([why, count]) => `${why}: ${count}`);
  return [
    ...(reasons.length > 0 ? [`no answer      ${reasons.join('  ')}`] : []),
    ...(unsent > 0 ? [`not sent       ${unsent}`] : []),
  ];
}

/** The rules that the run could not reach; the others as counts. */
function timeRulesText({ timeRules }: ReplayResult): string[] {
  if (timeRules.length === 0) return [];
  const count = (outcome: string): number => timeRules.filter((rule) => rule.outcome === outcome).length;
  return [
    `rules of time  ${count('tested')} tested, ${count('testable')} testable, ${count('not reached')} not reached in the time of the run`,
    ...timeRules
      .filter(({ outcome }) => outcome === 'not reached')
      .map(({ rule, why }) => `  not reached: ${rule}: ${why}`),
  ];
}

function causeLine(cause: ReplayResult['differences']['causes'][number], index: number): string {
  const { call, kind, field, n, recorded, live, alike, followers } = cause;
  const follow = followers === 0 ? '' : `, ${followers} follow from it`;
  return `  ${index + 1}. ${call} ${kind} ${field}, first at ${n}: ${recorded} became ${live}; ${alike} of this kind${follow}`;
}

function differencesText({ differences, same, comparison }: ReplayResult): string[] {
  const { unexplained, explained, groups, causes } = differences;
  return [
    `differences    ${unexplained} unexplained${causes.length === 0 ? '' : ` of ${causes.length} ${causes.length === 1 ? 'cause' : 'causes'}`}, ${explained} explained, ${same} answers ${comparison === 'full' ? 'alike' : 'with the recorded status'}`,
    ...causes.slice(0, shownGroupsMax).map(causeLine),
    ...groups.slice(0, shownGroupsMax).map(({ count, call, kind, field, explanation, n, recorded, live }) => {
      const why = explanation === null ? '' : ` [${explanation}]`;
      return `  ${count} x ${call} ${kind} ${field}${why}, first at ${n}: ${recorded} became ${live}`;
    }),
  ];
}
