/** Plans and results of replays, for people. */
import { formatDuration } from '../../../core/base/time.ts';
import type { Plan } from '../plan/plan.ts';
import type { ReplayResult } from './result.ts';

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

export function replayText(result: ReplayResult): string {
  const { responseMs, serviceMs, sendLagMs, differences } = result;
  const row = (name: string, ms: ReplayResult['responseMs']): string =>
    `${name.padEnd(14)} p50 ${rounded(ms.p50)}  p90 ${rounded(ms.p90)}  p99 ${rounded(ms.p99)}  p99.9 ${rounded(ms.p999)}  max ${rounded(ms.max)} ms`;
  const lines = [
    `${result.requests} requests in ${result.sessions} sessions against ${result.target}: ${result.seconds.toFixed(1)} s, ` +
      `${Math.round(result.achievedPerSecond)} a second of ${Math.round(result.offeredPerSecond)} offered`,
    row('response time', responseMs),
    row('service time', serviceMs),
    `send lag       p50 ${rounded(sendLagMs.p50)}  p99 ${rounded(sendLagMs.p99)} ms`,
    `answers        ${Object.entries(result.statusCounts)
      .map(([status, count]) => `${status}: ${count}`)
      .join('  ')}`,
  ];
  const waits = Object.entries(result.waits).filter(([, { count }]) => count > 0);
  if (waits.length > 0) {
    const shown = waits.map(([reason, { count, p99Ms }]) => `${reason} ${count} (p99 ${rounded(p99Ms)} ms)`);
    lines.push(`waited for     ${shown.join('  ')}`);
  }
  const { pendingMost, heldBack } = result.backPressure;
  if (result.engine === 'open')
    lines.push(`back-pressure  at most ${pendingMost} waited at one time, held back ${heldBack} times`);
  const failures = Object.entries(result.failures);
  if (failures.length > 0)
    lines.push(`no answer      ${failures.map(([why, count]) => `${why}: ${count}`).join('  ')}`);
  if (result.unsent > 0) lines.push(`not sent       ${result.unsent}`);
  lines.push(
    `differences    ${differences.unexplained} unexplained, ${differences.explained} explained, ${result.same} answers alike`,
  );
  for (const group of differences.groups.slice(0, shownGroupsMax)) {
    const why = group.explanation === null ? '' : ` [${group.explanation}]`;
    lines.push(
      `  ${group.count} x ${group.call} ${group.kind} ${group.field}${why}, first at ${group.n}: ${group.recorded} became ${group.live}`,
    );
  }
  for (const { metric, threshold, value, ok } of result.thresholds) {
    const shown = value === null ? 'nothing was measured' : rounded(value);
    lines.push(`${ok ? 'holds' : 'BROKEN'}  ${metric} ${threshold}: ${shown}`);
  }
  if (result.voidReason !== null) lines.push(`VOID: ${result.voidReason}`);
  if (result.stopped) lines.push('stopped before its end');
  return `${lines.join('\n')}\n`;
}
