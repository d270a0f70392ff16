/** `orrery compare A B`: runs beside runs, and whether they differ by more than noise. */
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../../../../core/base/refusal.ts';
import { compareRuns, type Comparison, type MeasuredRun } from '../../../../report/compare/comparison.ts';
import { comparisonHtml } from '../../../../report/compare/html.ts';
import { judged, parseLimit, type JudgedLimit, type Limit } from '../../../../report/compare/limit.ts';
import { comparisonText } from '../../../../report/compare/text.ts';
import { pageScript } from '../../../serve/page-script.ts';
import { CallMistake, exitCode } from '../../../app/exit.ts';
import { say, sayJson, sayPainted } from '../../output/output.ts';
import { jsonIn } from '../../../app/text-file.ts';

export interface CompareOptions {
  readonly failAbove: readonly string[];
  readonly failBelow: readonly string[];
  readonly out?: string;
  readonly all?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const measuresName = 'metrics.json';

/** Each of `a` and `b` is a report folder, or a folder of report folders. */
export function compareCommand(a: string, b: string, options: CompareOptions): number {
  const limits = limitsOf(options);
  const comparison = compareRuns({ name: a, runs: runsIn(a) }, { name: b, runs: runsIn(b) });
  const verdicts = limits.map((limit) => judgedOrMistake(limit, comparison));
  const ok = verdicts.every((verdict) => verdict.ok);
  if (options.out !== undefined)
    writePage(options.out, comparison, { limits: verdicts, command: callOf(a, b, options) });
  if (options.json === true) {
    sayJson({ ...comparison, limits: verdicts, ok });
  } else if (options.quiet !== true) {
    const color = process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '';
    sayPainted(comparisonText(comparison, verdicts, { color, all: options.all === true }));
    if (options.out !== undefined) say(`report: ${options.out}\n`);
  }
  return ok ? exitCode.held : exitCode.failed;
}

const limitsOf = ({ failAbove, failBelow }: CompareOptions): readonly Limit[] => [
  ...readLimits(failAbove, 'above'),
  ...readLimits(failBelow, 'below'),
];

const readLimits = (texts: readonly string[], direction: Limit['direction']): Limit[] =>
  texts.map((text) => {
    const limit = parseLimit(text, direction);
    if (limit instanceof Refusal) throw new CallMistake(`--fail-${direction} ${limit.message}`);
    return limit;
  });

function judgedOrMistake(limit: Limit, comparison: Comparison): JudgedLimit {
  const verdict = judged(limit, comparison);
  if (verdict instanceof Refusal) throw new CallMistake(`--fail-${limit.direction}: ${verdict.message}`);
  return verdict;
}

/** The run of a report folder, or those of every report folder in a folder, in order of their names. */
function runsIn(folder: string): readonly MeasuredRun[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new CallMistake(`${folder} is no folder; expected a report folder, or a folder of report folders`);
  if (isReport(folder)) return [readRun(folder)];
  const runs = readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name))
    .filter(isReport);
  if (runs.length > 0) return runs.map(readRun);
  throw new CallMistake(`${folder} holds no report; expected a report folder, or a folder of report folders`);
}

const isReport = (folder: string): boolean => existsSync(join(folder, 'manifest.json'));

function readRun(folder: string): MeasuredRun {
  const file = join(folder, measuresName);
  if (!existsSync(file))
    throw new CallMistake(
      `${folder} has no ${measuresName}; expected the folder of an orrery run of this version`,
    );
  const run = jsonIn(file, 'the measures of a run') as Partial<MeasuredRun> | null;
  if (run !== null && typeof run === 'object' && typeof run.digest === 'string' && areMetrics(run.metrics))
    return run as MeasuredRun;
  throw new CallMistake(`${file} is of another shape; expected the measures of a run`);
}

function areMetrics(metrics: unknown): boolean {
  if (!Array.isArray(metrics)) return false;
  return metrics.every((metric: { name?: unknown; value?: unknown } | null) => {
    return typeof metric?.name === 'string' && Number.isFinite(metric.value);
  });
}

function writePage(
  file: string,
  comparison: Comparison,
  parts: { limits: readonly JudgedLimit[]; command: string },
): void {
  writeFileSync(file, comparisonHtml(comparison, { ...parts, script: pageScript('plain') }));
}

function callOf(a: string, b: string, { failAbove, failBelow }: CompareOptions): string {
  const limits = [
    ...failAbove.map((text) => ` --fail-above '${text}'`),
    ...failBelow.map((text) => ` --fail-below '${text}'`),
  ];
  return `npx orrery compare ${a} ${b}${limits.join('')}`;
}
