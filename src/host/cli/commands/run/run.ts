/** `orrery run`: a scenario from its file to a report folder. */
import { ownCall } from '../../../../core/base/own-call.ts';
import { join } from 'node:path';
import { FileMistake } from '../../../../core/base/file-mistake.ts';
import { Refusal } from '../../../../core/base/refusal.ts';
import type { Profile } from '../../../../core/base/profile.ts';
import { policyMistake } from '../../../../core/policy/policies.ts';
import { summaryMarkdown } from '../../../../report/summary-markdown.ts';
import { summaryText } from '../../../../report/summary-text.ts';
import { loadScenario } from '../../../../simulation/scenario/load.ts';
import type { RunResult } from '../../../../simulation/scenario/result.ts';
import type { Scenario } from '../../../../simulation/scenario/scenario.ts';
import type { ScenarioSetting } from '../../../../simulation/scenario/scenario.ts';
import { parseSetting } from '../../../../simulation/sweep/axes.ts';
import { quoted } from '../../../../simulation/sweep/summary.ts';
import { assertReplaceable } from '../../../app/files/report-folder.ts';
import { CallMistake, exitCode } from '../../../app/process/exit.ts';
import { checkReplica, isCheckedTwice, isReplica } from '../../../app/run/replica.ts';
import { runAlone, runToFolder, type ReportedRun } from '../../../app/run/run-to-folder.ts';
import { scenarioHost } from '../../../app/run/scenario-host.ts';
import { isPainted, say, sayPainted } from '../../output/output.ts';
import { startProgress } from '../../output/progress.ts';
import { assertFits } from './memory-need.ts';

/** The options from the command line; `with` and `set` are not checked yet. */
export interface RunOptions {
  seed?: string;
  profile?: Profile;
  set: Record<string, string>;
  with: readonly string[];
  out?: string;
  json?: boolean;
  quiet?: boolean;
  /** Of `run` alone. */
  summary?: 'text' | 'markdown';
}

/** `record` keeps the trace beside the report. */
export type Verb = 'run' | 'record';

/**
 * Resolves with 1 where an expectation or a behaviour failed. Throws `CallMistake` or `FileMistake` before the run
 * starts.
 */
export const runCommand = (file: string, options: RunOptions): Promise<number> =>
  runOrRecord('run', file, options);

/** Like `runCommand`; the report folder also has the trace. */
export const recordScenario = (file: string, options: RunOptions): Promise<number> =>
  runOrRecord('record', file, options);

async function runOrRecord(verb: Verb, file: string, options: RunOptions): Promise<number> {
  for (const [name, value] of Object.entries(options.set)) {
    const wrong = policyMistake(name, value);
    if (wrong !== undefined) throw new CallMistake(`--set ${name}=${value}: ${wrong}`);
  }
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

/** A mistake that the file has only because of `--with` is one of that option. */
async function scenarioOf(file: string, options: RunOptions): Promise<Scenario> {
  const settings = settingsOf(options);
  const load = (values: readonly ScenarioSetting[]): Promise<Scenario> => {
    const { seed, profile, set: policies } = options;
    return loadScenario(file, scenarioHost, { seed, profile, policies, values });
  };
  try {
    return await load(settings);
  } catch (error) {
    if (settings.length === 0 || !(error instanceof FileMistake)) throw error;
    const { reason } = error;
    if ((await reasonAgainst(load([]))) === reason) throw error;
    const alone = await Promise.all(settings.map((setting) => reasonAgainst(load([setting]))));
    const at = alone.indexOf(reason);
    const blamed = at < 0 ? options.with : options.with.slice(at, at + 1);
    throw new CallMistake(`${blamed.map((text) => `--with ${text}`).join(' ')}: ${reason}`);
  }
}

/** Why a scenario does not load; undefined where it does. */
const reasonAgainst = async (loading: Promise<Scenario>): Promise<string | undefined> =>
  loading.then(
    () => undefined,
    (error: unknown) => (error instanceof FileMistake ? error.reason : String(error)),
  );

function settingsOf(options: RunOptions): readonly ScenarioSetting[] {
  return options.with.map((text) => {
    const setting = parseSetting(text);
    if (setting instanceof Refusal) throw new CallMistake(`--with ${text}: ${setting.message}`);
    return setting;
  });
}

/** The call that repeats this run exactly, with its seed written out. */
function callOf(file: string, options: RunOptions, scenario: Scenario): string[] {
  const call = [file, '--seed', scenario.seed];
  if (options.profile !== undefined) call.push('--profile', options.profile);
  for (const [name, value] of Object.entries(options.set)) call.push('--set', `${name}=${value}`);
  for (const text of options.with) call.push('--with', text);
  return call;
}

function printSummary(result: RunResult, folder: string): void {
  sayPainted(`${summaryText(result, { color: isPainted() })}\n`);
  say(`report: ${join(folder, 'report.html')}\n`);
}
