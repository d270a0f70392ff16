/** The result of a bench, for people. */
import type { Interval } from '../../../core/base/interval.ts';
import type { BenchResult, BenchStep } from './result.ts';

/** The result as text for a terminal: one line a step, then the highest rate, its p99 and the baseline. */
export function benchText(result: BenchResult): string {
  const { steps, highestPerSecond, perSecond, p99Ms, limitedBy, mix, baseline } = result;
  const lines = steps.map(stepLine);
  if (mix !== null) {
    const share = (mix.coveredShare * 100).toFixed(1);
    lines.unshift(`${mix.reads} different reads of ${mix.source}, ${share}% of its requests`);
  }
  const highest = highestPerSecond === null ? 'none' : `${Math.round(highestPerSecond)} a second`;
  lines.push(
    `highest rate that holds: ${highest}${between(perSecond, 0)}; limited by the ${limitedBy}`,
    p99Ms === null ? '' : `p99 there: ${p99Ms.mean.toFixed(2)} ms${between(p99Ms, 2)}`,
  );
  if (baseline !== null) {
    const verdict = baseline.worse.length === 0 ? 'not worse' : `WORSE: ${baseline.worse.join('; ')}`;
    lines.push(`beside ${baseline.file}: ${verdict}`);
  }
  for (const note of result.notes ?? []) lines.push(`note: ${note}`);
  return `${lines.filter(Boolean).join('\n')}\n`;
}

function stepLine({ offeredPerSecond, achievedPerSecond, responseMs, failed, voidReason, holds }: BenchStep) {
  const figures = `p50 ${responseMs.p50.toFixed(2)}  p99 ${responseMs.p99.toFixed(2)} ms  failed ${failed}`;
  const outcome = voidReason === null ? (holds ? 'holds' : 'BREAKS') : `VOID: ${voidReason}`;
  return `${Math.round(offeredPerSecond)} a second offered, ${Math.round(achievedPerSecond)} achieved  ${figures}  ${outcome}`;
}

const between = (interval: Interval | null, digits: number): string =>
  interval === null ? '' : ` (95%: ${interval.low.toFixed(digits)} to ${interval.high.toFixed(digits)})`;
