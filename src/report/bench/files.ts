/** A bench as CSV tables and as JUnit XML. */
import type { BenchResult } from '../../live/traffic/bench/result.ts';
import { csv } from '../csv.ts';
import { failed, junitSuite, passed, type TestCase } from '../junit.ts';
import { measuredFiles, percentileCells, percentileHeaders } from '../live/files.ts';

/** File names with their texts; a closed loop has no figures over time. */
export const benchFiles = (result: BenchResult): Readonly<Record<string, string>> => ({
  'steps.csv': stepsCsv(result),
  ...(result.measured === undefined ? {} : measuredFiles(result.measured)),
  'junit.xml': benchJunit(result),
});

/** One line for each step; times in milliseconds. */
function stepsCsv({ steps }: BenchResult): string {
  const header = [
    'step',
    'offered_per_second',
    'achieved_per_second',
    'holds',
    'limited_by',
    'failed',
    ...percentileHeaders,
    'send_lag_p99_ms',
  ];
  const rows = steps.map((step, index) => [
    index,
    step.offeredPerSecond,
    step.achievedPerSecond,
    step.holds,
    step.generatorPart ?? step.limitedBy ?? '',
    step.failed,
    ...percentileCells(step.responseMs),
    step.sendLagP99Ms,
  ]);
  return csv([header, ...rows]);
}

/** A test case for the measurement, and one for the baseline or for each figure that is worse. */
function benchJunit({ target, limitedBy, baseline, measured, highestPerSecond, shape }: BenchResult): string {
  const suite = `bench ${target}`;
  const worse = baseline?.worse ?? [];
  const hasHeld = limitedBy !== 'stop' && highestPerSecond !== null;
  const message = limitedBy === 'stop' ? 'it was interrupted' : `no rate held; limited by: ${limitedBy}`;
  const cases: TestCase[] = [
    hasHeld
      ? passed(suite, 'a rate held')
      : failed({ suite, name: 'a rate held', type: 'bench', message, detail: '' }),
    ...worse.map((text, index) =>
      failed({ suite, name: `baseline ${index + 1}`, type: 'baseline', message: text, detail: '' }),
    ),
  ];
  if (baseline !== null && worse.length === 0) cases.push(passed(suite, 'as good as the baseline'));
  const seconds = measured === undefined ? 0 : measured.series.length * measured.intervalSeconds;
  return junitSuite({ name: suite, seconds, properties: { target, shape, limitedBy }, cases });
}
