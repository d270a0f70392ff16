/** The result of a recording through the proxy, for people. */
import type { RecordProxyResult } from './result.ts';

const rounded = (ms: number): string => (ms >= 100 ? ms.toFixed(0) : ms.toFixed(2));

const ends: Readonly<Record<RecordProxyResult['endedBy'], string>> = {
  signal: 'ended by a signal; the trace is complete up to there',
  time: 'ended by --for',
  requests: 'ended by --requests',
};

const countsText = (name: string, counts: Readonly<Record<string, number>>): string[] => {
  const parts = Object.entries(counts).map(([what, count]) => `${what}: ${count}`);
  return parts.length === 0 ? [] : [`${name.padEnd(14)} ${parts.join('  ')}`];
};

/** The result as text for a terminal, one figure a line. */
export function recordProxyText(result: RecordProxyResult): string {
  const { requests, sessions, target, seconds, addedMs, foreignKeys } = result;
  const lines = [
    `${requests} requests in ${sessions} sessions against ${target}: ${seconds.toFixed(1)} s, ${ends[result.endedBy]}`,
    `references     ${result.references}`,
    ...countsText('answers', result.statusCounts),
    ...countsText('left out', result.leftOut),
    ...countsText('refused', result.refused),
    `added time     p50 ${rounded(addedMs.p50)}  p90 ${rounded(addedMs.p90)}  p99 ${rounded(addedMs.p99)}  max ${rounded(addedMs.max)} ms in this process`,
  ];
  if (foreignKeys > 0) {
    lines.push(
      `keys           ${foreignKeys} were given out before the recording: a replay has none for them`,
    );
  }
  return `${lines.join('\n')}\ntrace: ${result.trace}\n`;
}
