/** `orrery compare A B`: runs beside runs, and whether they differ by more than noise. */
import { ownCall } from '../../../../core/base/own-call.ts';
import { Refusal } from '../../../../core/base/refusal.ts';
import { compareRuns, type JudgedLimit, type RunComparison } from '../../../../report/compare/comparison.ts';
import { comparisonHtml } from '../../../../report/compare/html.ts';
import { judged, parseLimit, type Limit } from '../../../../report/compare/limit.ts';
import { comparisonText } from '../../../../report/compare/text.ts';
import { runsIn } from '../../../app/compare/measured-runs.ts';
import { writeOutput } from '../../../app/files/output-file.ts';
import { pageScript } from '../../../serve/page-script.ts';
import { CallMistake, exitCode } from '../../../app/process/exit.ts';
import { isPainted, say, sayJson, sayPainted } from '../../output/output.ts';

/** The options from the command line; bounds are text such as `metric:10%`. */
export interface CompareOptions {
  readonly failAbove: readonly string[];
  readonly failBelow: readonly string[];
  readonly out?: string;
  readonly all?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

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
    sayPainted(comparisonText(comparison, verdicts, { color: isPainted(), all: options.all === true }));
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

function judgedOrMistake(limit: Limit, comparison: RunComparison): JudgedLimit {
  const verdict = judged(limit, comparison);
  if (verdict instanceof Refusal) throw new CallMistake(`--fail-${limit.direction}: ${verdict.message}`);
  return verdict;
}

function writePage(
  file: string,
  comparison: RunComparison,
  parts: { limits: readonly JudgedLimit[]; command: string },
): void {
  writeOutput(file, comparisonHtml(comparison, { ...parts, script: pageScript('plain') }));
}

function callOf(a: string, b: string, { failAbove, failBelow }: CompareOptions): string {
  const limits = [
    ...failAbove.map((text) => ` --fail-above '${text}'`),
    ...failBelow.map((text) => ` --fail-below '${text}'`),
  ];
  return `${ownCall} compare ${a} ${b}${limits.join('')}`;
}
