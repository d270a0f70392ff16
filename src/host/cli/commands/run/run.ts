/** `orrery run`: a scenario from its file to a report folder. */
import { ownCall } from '../../../../core/base/own-call.ts';
import { join } from 'node:path';
import { summaryMarkdown } from '../../../../report/summary-markdown.ts';
import { summaryText } from '../../../../report/summary-text.ts';
import type { RunResult } from '../../../../simulation/scenario/result.ts';
import type { Scenario } from '../../../../simulation/scenario/scenario.ts';
import { quoted } from '../../../../simulation/sweep/summary.ts';
import { assertReplaceable } from '../../../app/files/report-folder.ts';
import { exitCode } from '../../../app/process/exit.ts';
import { checkReplica, isCheckedTwice, isReplica } from '../../../app/run/replica.ts';
import { runAlone, runToFolder, type ReportedRun } from '../../../app/run/run-to-folder.ts';
import { isPainted, say, sayPainted } from '../../output/output.ts';
import { startProgress } from '../../output/progress.ts';
import { assertFits } from './memory-need.ts';
import { scenarioOf, type ScenarioOptions } from './scenario-of.ts';
import { watchScenario } from './watch.ts';

/** The options from the command line; `with` and `set` are not checked yet. */
export interface RunOptions extends ScenarioOptions {
  out?: string;
  json?: boolean;
  quiet?: boolean;
  /** Of `run` alone, as the next one. */
  summary?: 'text' | 'markdown';
  watch?: boolean;
}

/** `record` keeps the trace beside the report. */
export type Verb = 'run' | 'record';

/**
 * Resolves with 1 where an expectation or a behaviour failed. Throws `CallMistake` or `FileMistake` before the run
 * starts.
 */
export const runCommand = (file: string, options: RunOptions): Promise<number> =>
  options.watch === true
    ? watchScenario(file, options, ['run', file, ...wordsOf(options)])
    : runOrRecord('run', file, options);

/** Like `runCommand`; the report folder also has the trace. */
export const recordScenario = (file: string, options: RunOptions): Promise<number> =>
  runOrRecord('record', file, options);

async function runOrRecord(verb: Verb, file: string, options: RunOptions): Promise<number> {
  if (options.out !== undefined) assertReplaceable(options.out);
  const scenario = await scenarioOf(file, options);
  assertFits(scenario);
  const callArguments = callOf(file, options, scenario);
  const command = `${ownCall} ${[verb, ...callArguments].map(quoted).join(' ')}`;
  const { result, folder } = isReplica()
    ? { result: await runAlone(scenario, command), folder: '' }
    : await runShown(scenario, { command, options, verb });
  if (isCheckedTwice(result.summary)) await checkReplica(result.summary, ['run', ...callArguments]);
  if (options.json === true) say(`${JSON.stringify(result.summary)}\n`);
  else if (options.summary === 'markdown') say(summaryMarkdown(result, { command, report: folder }));
  else if (options.quiet !== true) printSummary(result, folder);
  return result.summary.ok ? exitCode.held : exitCode.failed;
}

async function runShown(
  scenario: Scenario,
  { command, options, verb }: { command: string; options: RunOptions; verb: Verb },
): Promise<ReportedRun> {
  const progress = startProgress(options.quiet !== true && options.json !== true);
  return runToFolder(scenario, {
    command,
    out: options.out,
    isRecorded: verb === 'record',
    onSlice: (run) => progress.update(run),
    onEnd: () => progress.stop(),
  }).finally(() => progress.stop());
}

/** The call that repeats this run exactly, with its seed written out. */
const callOf = (file: string, options: RunOptions, scenario: Scenario): string[] => [
  file,
  '--seed',
  scenario.seed,
  ...settingWords(options),
];

function settingWords({ profile, set, with: values }: RunOptions): string[] {
  const words = profile === undefined ? [] : ['--profile', profile];
  for (const [name, value] of Object.entries(set)) words.push('--set', `${name}=${value}`);
  for (const text of values) words.push('--with', text);
  return words;
}

/** The options of the call as its words, without `--watch`. */
function wordsOf(options: RunOptions): string[] {
  const { seed, out, json = false, quiet = false } = options;
  // The default contradicts the other two, as a word of the call.
  const summary = options.summary === 'text' ? undefined : options.summary;
  const valued = Object.entries({ seed, out, summary });
  return [
    ...valued.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value])),
    ...settingWords(options),
    ...(json ? ['--json'] : []),
    ...(quiet ? ['--quiet'] : []),
  ];
}

function printSummary(result: RunResult, folder: string): void {
  sayPainted(`${summaryText(result, { color: isPainted() })}\n`);
  say(`report: ${join(folder, 'report.html')}\n`);
}
