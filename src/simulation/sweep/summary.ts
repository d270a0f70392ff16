/** A whole sweep, or a shard of it, as one object: what `--json` prints and `summary.json` keeps. */
import { ownCall } from '../../core/base/own-call.ts';
import { createHash } from 'node:crypto';
import type {
  CellMetric,
  CellSummary,
  PointFailure,
  PointOutcome,
  PointResult,
  SweepPlan,
  SweepSummary,
} from './result-schema.ts';
import { settingsOf, settingText } from './axes.ts';
import { pointAt, planHash } from './plan.ts';
import { shardText, type Shard } from './shard.ts';
import { meanInterval } from './statistics.ts';

const failuresMax = 100;

/** `results` in the order of points; a shard other than a whole is named. */
export function summaryOf(plan: SweepPlan, results: readonly PointResult[], shard: Shard): SweepSummary {
  const count = (outcome: PointOutcome): number =>
    results.filter((result) => result.outcome === outcome).length;
  const failures = results.filter(({ outcome }) => outcome !== 'held');
  return {
    scenario: plan.scenario,
    plan: planHash(plan),
    shard: shard.count === 1 ? null : shardText(shard),
    grid: plan.axes,
    seeds: plan.seeds.length,
    points: results.length,
    held: count('held'),
    failed: count('failed'),
    broken: count('broken'),
    crashed: count('crashed'),
    digest: digestOf(results),
    cells: cellsOf(plan, results),
    failures: failures.slice(0, failuresMax).map((result) => failureOf(plan, result)),
    ok: failures.length === 0,
  };
}

function digestOf(results: readonly PointResult[]): string {
  const hash = createHash('sha256');
  for (const { point, outcome, run } of results) hash.update(`${point} ${run?.digest ?? outcome}\n`);
  return hash.digest('hex').slice(0, 32);
}

function cellsOf(plan: SweepPlan, results: readonly PointResult[]): readonly CellSummary[] {
  const byCell = new Map<number, PointResult[]>();
  for (const result of results) {
    const { cell } = pointAt(plan, result.point);
    const others = byCell.get(cell);
    if (others === undefined) byCell.set(cell, [result]);
    else others.push(result);
  }
  return Array.from(byCell, ([cell, own]) => ({
    cell: cell + 1,
    settings: Object.fromEntries(settingsOf(plan.axes, cell).map(({ path, value }) => [path, value])),
    points: own.length,
    failed: own.filter(({ outcome }) => outcome !== 'held').length,
    metrics: cellMetrics(plan, own),
  }));
}

/** The metrics of the scenario's expectations; requests if it has none. */
function cellMetrics({ expectations }: SweepPlan, results: readonly PointResult[]): readonly CellMetric[] {
  const runs = results.flatMap(({ run }) => run ?? []);
  const titles = expectations.map(({ metric, aggregate }) => `${metric} ${aggregate}`);
  if (titles.length === 0)
    return metricOf(
      'http_reqs value',
      runs.map(({ requests }) => requests),
    );
  return titles.flatMap((title, index) => {
    if (titles.indexOf(title) !== index) return [];
    return metricOf(
      title,
      runs.flatMap((run) => run.expectations[index]?.value ?? []),
    );
  });
}

function metricOf(metric: string, values: readonly number[]): readonly CellMetric[] {
  const found = meanInterval(values);
  return found === undefined ? [] : [{ metric, ...found }];
}

function failureOf(plan: SweepPlan, result: PointResult): PointFailure {
  const { point, outcome } = result;
  return {
    point,
    outcome: outcome as PointFailure['outcome'],
    why: whyOf(plan, result),
    command: commandOf(plan, point),
  };
}

function whyOf(plan: SweepPlan, { message, run }: PointResult): string {
  const index = run?.expectations.findIndex(({ ok }) => !ok) ?? -1;
  const expected = plan.expectations[index];
  if (expected === undefined) return message ?? `money is missing: a drift of ${run?.driftMicros} micro-USDC`;
  const value = run?.expectations[index]?.value ?? 'not measured';
  return `${expected.metric} ${expected.threshold}: ${value}`;
}

/** The call of `orrery run` that repeats a point. */
export function commandOf(plan: SweepPlan, point: number): string {
  const { seed, settings } = pointAt(plan, point);
  const words = ['run', plan.file, '--seed', seed];
  if (plan.profile !== null) words.push('--profile', plan.profile);
  for (const [name, value] of Object.entries(plan.policies)) words.push('--set', `${name}=${value}`);
  for (const setting of settings) words.push('--with', settingText(setting));
  return `${ownCall} ${words.map(quoted).join(' ')}`;
}

/** A word quoted for a shell if necessary. */
export const quoted = (word: string): string =>
  /^[\w./=:@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
