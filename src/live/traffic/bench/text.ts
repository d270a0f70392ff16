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
  if (result.requests !== undefined) {
    const { users, operations, source, spent } = result.requests;
    lines.unshift(`${users} users send ${operations.join(', ')} of ${source}`);
    lines.push(
      `taken from the budget, set-up included: ${spent.requests} requests, at most ${spent.usdc} USDC`,
    );
  }
  const highest = highestPerSecond === null ? 'none' : `${Math.round(highestPerSecond)} a second`;
  lines.push(
    `highest rate that holds: ${highest}${between(perSecond, 0)}; limited by ${inWords[limitedBy]}`,
    changedText(result),
    p99Ms === null ? '' : `p99 there: ${p99Ms.mean.toFixed(2)} ms${between(p99Ms, 2)}`,
  );
  if (baseline !== null) {
    const verdict = baseline.worse.length === 0 ? 'not worse' : `WORSE: ${baseline.worse.join('; ')}`;
    lines.push(`beside ${baseline.file}: ${verdict}`);
  }
  for (const note of result.notes ?? []) lines.push(`note: ${note}`);
  return `${lines.filter(Boolean).join('\n')}\n`;
}

const changedText = ({ changedFromPerSecond: before = null }: BenchResult): string =>
  before === null ? '' : `the target changed meanwhile: ${Math.round(before)} a second held at first`;

function stepLine(step: BenchStep): string {
  const { offeredPerSecond, achievedPerSecond, responseMs, failed } = step;
  const figures = `p50 ${responseMs.p50.toFixed(2)}  p99 ${responseMs.p99.toFixed(2)} ms  failed ${failed}`;
  return `${Math.round(offeredPerSecond)} a second offered, ${Math.round(achievedPerSecond)} achieved  ${figures}  ${outcomeOf(step)}`;
}

function outcomeOf(step: BenchStep): string {
  const { holds, voidReason, limitedBy, generatorPart, waitedMs } = step;
  if (holds) return 'holds';
  if (voidReason !== null) return `VOID: ${voidReason}${generatorPart === null ? '' : ` (${generatorPart})`}`;
  if (limitedBy === 'ceiling' || limitedBy === 'connections') {
    const waited = waitedMs?.[limitedBy === 'ceiling' ? 'ceiling' : 'connection'] ?? 0;
    return `BREAKS: ${inWords[limitedBy]}, mean wait ${waited.toFixed(1)} ms`;
  }
  return limitedBy === null ? 'interrupted' : `BREAKS: ${inWords[limitedBy]}${failureText(step)}`;
}

/** Why the target gave no response, where most failures are such: the most frequent reason. */
function failureText({ failures = {}, failed, limitedBy }: BenchStep): string {
  const counts = Object.entries(failures);
  const [most] = counts.toSorted(([, one], [, other]) => other - one);
  const lost = counts.reduce((sum, [, count]) => sum + count, 0);
  if (limitedBy !== 'target' || most === undefined || lost * 2 < failed) return '';
  return `, ${failureWords[most[0]] ?? most[0]} (${most[1]} times)`;
}

/** Why there was no response, by `FailureReason`. */
const failureWords: Readonly<Record<string, string>> = {
  timeout: 'no answer in time',
  refused: 'the connection is refused',
  reset: 'the connection is reset',
  broken: 'an answer is no HTTP',
  tls: 'TLS fails',
  unreachable: 'there is no way to the host',
  proxy: 'the proxy opens no tunnel',
};

/** What limited, as part of a sentence. */
const inWords = {
  target: 'the target',
  ceiling: 'the ceiling of the target file',
  connections: 'the number of connections',
  budget: 'the budget',
  generator: 'the generator',
  rate: 'the highest rate asked for',
  stop: 'an interruption',
} as const;

const between = (interval: Interval | null, digits: number): string =>
  interval === null
    ? ''
    : ` (95%: ${Math.max(0, interval.low).toFixed(digits)} to ${interval.high.toFixed(digits)})`;
