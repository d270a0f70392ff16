/** `orrery run`: a scenario from its file to a report folder. */
import { join } from 'node:path';
import { Refusal } from '../../../../core/base/refusal.ts';
import { policyMistake, type Profile } from '../../../../core/policy/policies.ts';
import { agentsCsv, limitsCsv } from '../../../../report/csv.ts';
import { reportHtml } from '../../../../report/html.ts';
import { junitXml } from '../../../../report/junit.ts';
import { summaryText } from '../../../../report/summary-text.ts';
import { FileMistake } from '../../../../core/base/file-mistake.ts';
import { loadScenario } from '../../../../simulation/scenario/load.ts';
import type { RunResult } from '../../../../simulation/scenario/result.ts';
import { ScenarioRun } from '../../../../simulation/scenario/run.ts';
import type { Scenario } from '../../../../simulation/scenario/scenario.ts';
import type { Setting } from '../../../../simulation/scenario/vary.ts';
import { pageScript } from '../../../serve/page-script.ts';
import { parseSetting } from '../../../../simulation/sweep/axes.ts';
import { quoted } from '../../../../simulation/sweep/summary.ts';
import { commandContext } from '../../../app/command-context.ts';
import { EventsFile } from '../../../app/events-file.ts';
import { BrokenRun, CallMistake, exitCode, Interrupted } from '../../../app/exit.ts';
import { assertFits } from './memory-need.ts';
import { packageVersion } from '../../../app/package-version.ts';
import { startProgress } from '../../output/progress.ts';
import { checkReplica, isCheckedTwice, isReplica } from '../../../app/replica.ts';
import { assertReplaceable, ReportFolder } from '../../../app/report-folder.ts';
import { runInSlices } from '../../../app/run-in-slices.ts';
import { scenarioHost } from '../../../app/scenario-host.ts';
import { strayReference } from '../../../app/second-recording.ts';
import { TraceFile } from '../../../app/trace-file.ts';
import { reportTo, watchOf } from '../../../app/watched-run.ts';
import { say, sayPainted } from '../../output/output.ts';

export interface RunOptions {
  seed?: string;
  profile?: Profile;
  set: Record<string, string>;
  with: readonly string[];
  out?: string;
  json?: boolean;
  quiet?: boolean;
}

/** `record` keeps the trace beside the report. */
export type Verb = 'run' | 'record';

const reportsFolder = 'reports';

export const runCommand = (file: string, options: RunOptions): Promise<number> =>
  runOrRecord('run', file, options);

export const recordCommand = (file: string, options: RunOptions): Promise<number> =>
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
  const command = `npx orrery ${[verb, ...callArguments].map(quoted).join(' ')}`;
  const finished = isReplica()
    ? await runOnly(scenario, command)
    : await runAndWrite(scenario, { command, options, verb });
  const { result } = finished;
  if (isCheckedTwice(result.summary)) await checkReplica(result.summary, ['run', ...callArguments]);
  if (options.json === true) say(`${JSON.stringify(result.summary)}\n`);
  else if (options.quiet !== true) printSummary(result, finished.folder);
  return result.summary.ok ? exitCode.held : exitCode.failed;
}

/** A mistake that the file has only because of `--with` is one of that option. */
async function scenarioOf(file: string, options: RunOptions): Promise<Scenario> {
  const settings = settingsOf(options);
  const load = (values: readonly Setting[]): Promise<Scenario> => {
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

function settingsOf(options: RunOptions): readonly Setting[] {
  return options.with.map((text) => {
    const setting = parseSetting(text);
    if (setting instanceof Refusal) throw new CallMistake(`--with ${text}: ${setting.message}`);
    return setting;
  });
}

interface Finished {
  readonly result: RunResult;
  readonly folder: string;
}

async function runOnly(scenario: Scenario, command: string): Promise<Finished> {
  const watch = watchOf(scenario);
  const run = new ScenarioRun(scenario, {
    watch: commandContext.newWatch(),
    ...(watch === undefined ? {} : { onEvent: watch.onEvent }),
  });
  watch?.attach(run);
  const wallSeconds = await execute(run, { command });
  reportTo(run, watch);
  return { result: run.result({ wallSeconds, command }), folder: '' };
}

async function runAndWrite(
  scenario: Scenario,
  call: { command: string; options: RunOptions; verb: Verb },
): Promise<Finished> {
  const { command, options, verb } = call;
  const folder = new ReportFolder(options.out === undefined ? reportsFolder : join(options.out, '..'));
  const progress = startProgress(options.quiet !== true && options.json !== true);
  try {
    const events = new EventsFile(folder);
    const trace = verb === 'record' ? new TraceFile(folder, scenario) : undefined;
    const watch = watchOf(scenario);
    const run = new ScenarioRun(scenario, {
      watch: commandContext.newWatch(),
      ...(trace === undefined ? {} : { onTold: (request, response) => trace.told(request, response) }),
      onEvent: (record) => {
        events.record(record);
        trace?.record(record);
        watch?.onEvent(record);
      },
    });
    folder.redactWith((text) => run.world.secrets.redactIn(text));
    watch?.attach(run);
    const afterSlice = (): void => {
      events.flush(run);
      trace?.flush();
      progress.update(run);
    };
    const wallSeconds = await execute(run, { command, afterSlice });
    progress.stop();
    reportTo(run, watch);
    if (trace !== undefined) await finishTrace(trace, run);
    const result = run.result({ wallSeconds, command });
    writeTables(folder, result);
    return { result, folder: folder.finish(placeOf(result, options), manifestOf(result, scenario)) };
  } catch (error) {
    folder.discard();
    throw error;
  } finally {
    progress.stop();
  }
}

/** Wall seconds of the run. A broken invariant is reported with the seed, the event and the command. */
async function execute(run: ScenarioRun, how: { command: string; afterSlice?: () => void }): Promise<number> {
  const startedAt = process.hrtime.bigint();
  try {
    await runInSlices(run, how.afterSlice);
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    const place = { seed: run.scenario.seed, event: run.kernel.eventCount, command: how.command };
    throw new BrokenRun(error, place);
  }
  return Number(process.hrtime.bigint() - startedAt) / 1e9;
}

/** The trace is whole, and nothing in it depends on what an id happened to be. */
async function finishTrace(trace: TraceFile, run: ScenarioRun): Promise<void> {
  trace.finish(run.world.digest().digest);
  const stray = await strayReference(run.scenario, trace.fingerprints);
  if (stray === undefined) return;
  throw new CallMistake(
    `request ${stray} of the trace holds text that was made of an id or a key, and no reference says how; ` +
      'expected a scenario whose agents send ids and keys as they were given out',
  );
}

function writeTables(folder: ReportFolder, result: RunResult): void {
  folder.write('summary.json', `${JSON.stringify(result.summary, null, 2)}\n`);
  folder.write('metrics.json', `${JSON.stringify(measuresFile(result), null, 2)}\n`);
  for (const part of agentsCsv(result)) folder.append('agents.csv', part);
  folder.write('limits.csv', limitsCsv(result));
  folder.write('junit.xml', junitXml(result));
  folder.write('report.html', reportHtml(result, { script: pageScript('report') }));
}

/** What `orrery compare` reads. */
function measuresFile({ summary, metrics }: RunResult): Record<string, unknown> {
  const { scenario, seed, profile, policyHash, digest } = summary;
  return { scenario, seed, profile, policyHash, digest, metrics };
}

function placeOf({ summary }: RunResult, options: RunOptions): string {
  if (options.out !== undefined) return options.out;
  const seed = summary.seed.replaceAll(/[^\w.-]/g, '_').slice(0, 40);
  return join(reportsFolder, `${summary.scenario}-${seed}-${summary.digest.slice(0, 8)}`);
}

function manifestOf(
  { summary, command, checkpoints }: RunResult,
  scenario: Scenario,
): Record<string, unknown> {
  return {
    orrery: packageVersion(),
    scenario: summary.scenario,
    seed: summary.seed,
    profile: summary.profile,
    policyHash: summary.policyHash,
    digest: summary.digest,
    command,
    configuration: scenario.resolved,
    policies: scenario.policies,
    checkpoints,
  };
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
  const color = process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '';
  sayPainted(`${summaryText(result, { color })}\n`);
  say(`report: ${join(folder, 'report.html')}\n`);
}
