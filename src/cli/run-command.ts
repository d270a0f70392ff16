/** `orrery run`: a scenario from its file to a report folder. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { InvariantError } from '../base/assert.ts';
import { Refusal } from '../base/refusal.ts';
import { policyMistake, type Profile } from '../policy/policies.ts';
import { agentsCsv, limitsCsv } from '../report/csv.ts';
import { reportHtml } from '../report/html.ts';
import { junitXml } from '../report/junit.ts';
import { summaryText } from '../report/summary-text.ts';
import { loadScenario } from '../scenario/load.ts';
import type { RunResult } from '../scenario/result.ts';
import { ScenarioRun } from '../scenario/run.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Setting } from '../scenario/vary.ts';
import { parseSetting } from '../sweep/axes.ts';
import { quoted } from '../sweep/summary.ts';
import { EventsFile } from './events-file.ts';
import { BrokenRun, CallMistake, exitCode } from './exit.ts';
import { runGuarded } from './guarded-steps.ts';
import { packageVersion } from './package-version.ts';
import { startProgress } from './progress.ts';
import { checkReplica, isCheckedTwice, isReplica } from './replica.ts';
import { assertReplaceable, ReportFolder } from './report-folder.ts';
import { scenarioHost } from './scenario-host.ts';
import { strayReference } from './second-recording.ts';
import { TraceFile } from './trace-file.ts';
import { reportTo, watchOf } from './watched-run.ts';

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

/** Runs a scenario, and records it as well where a trace is asked for. */
export async function runCommand(file: string, options: RunOptions, verb: Verb = 'run'): Promise<number> {
  for (const [name, value] of Object.entries(options.set)) {
    const wrong = policyMistake(name, value);
    if (wrong !== undefined) throw new CallMistake(`--set ${name}=${value}: ${wrong}`);
  }
  if (options.out !== undefined) assertReplaceable(options.out);
  const scenario = await loadScenario(file, scenarioHost, {
    seed: options.seed,
    profile: options.profile,
    policies: options.set,
    values: settingsOf(options),
  });
  const callArguments = callOf(file, options, scenario);
  const command = `npx orrery ${[verb, ...callArguments].map(quoted).join(' ')}`;
  const finished = isReplica()
    ? runOnly(scenario, command)
    : runAndWrite(scenario, { command, options, verb });
  const { result } = finished;
  if (isCheckedTwice(result.summary)) checkReplica(result.summary, ['run', ...callArguments]);
  if (options.json === true) process.stdout.write(`${JSON.stringify(result.summary)}\n`);
  else if (options.quiet !== true) printSummary(result, finished.folder);
  return result.summary.ok ? exitCode.held : exitCode.failed;
}

/** Tried out one by one first, so that a mistake names the option it stands in. */
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

function runOnly(scenario: Scenario, command: string): Finished {
  const watch = watchOf(scenario);
  const run = new ScenarioRun(scenario, watch === undefined ? {} : { onEvent: watch.onEvent });
  watch?.attach(run);
  const wallSeconds = execute(run, { command, afterStep: () => undefined });
  reportTo(run, watch);
  return { result: run.result({ wallSeconds, command }), folder: '' };
}

function runAndWrite(
  scenario: Scenario,
  call: { command: string; options: RunOptions; verb: Verb },
): Finished {
  const { command, options, verb } = call;
  const folder = new ReportFolder(options.out === undefined ? reportsFolder : join(options.out, '..'));
  const discard = (): void => {
    folder.discard();
    process.exit(130);
  };
  process.once('SIGINT', discard);
  process.once('SIGTERM', discard);
  try {
    const events = new EventsFile(folder);
    const trace = verb === 'record' ? new TraceFile(folder, scenario) : undefined;
    const watch = watchOf(scenario);
    const run = new ScenarioRun(scenario, {
      ...(trace === undefined ? {} : { onTold: (request, response) => trace.told(request, response) }),
      onEvent: (record) => {
        events.record(record);
        trace?.record(record);
        watch?.onEvent(record);
      },
    });
    watch?.attach(run);
    const progress = startProgress(options.quiet !== true && options.json !== true);
    const afterStep = (): void => {
      events.flush(run);
      trace?.flush();
      progress.update(run);
    };
    const wallSeconds = execute(run, { command, afterStep });
    progress.stop();
    reportTo(run, watch);
    if (trace !== undefined) finishTrace(trace, run);
    const result = run.result({ wallSeconds, command });
    writeTables(folder, result);
    return { result, folder: folder.finish(placeOf(result, options), manifestOf(result, scenario)) };
  } catch (error) {
    folder.discard();
    throw error;
  } finally {
    process.off('SIGINT', discard);
    process.off('SIGTERM', discard);
  }
}

/** Wall seconds of the run. A broken invariant is reported with the seed, the event and the command. */
function execute(run: ScenarioRun, how: { command: string; afterStep: () => void }): number {
  const startedAt = process.hrtime.bigint();
  try {
    runGuarded(run, how.afterStep);
  } catch (error) {
    const place = { seed: run.scenario.seed, event: run.kernel.eventCount, command: how.command };
    throw new BrokenRun(error, place);
  }
  return Number(process.hrtime.bigint() - startedAt) / 1e9;
}

/** The trace is whole, and nothing in it depends on what an id happened to be. */
function finishTrace(trace: TraceFile, run: ScenarioRun): void {
  trace.finish(run.world.digest().digest);
  const stray = strayReference(run.scenario, trace.fingerprints);
  if (stray === undefined) return;
  throw new InvariantError(`request ${stray} of the trace holds an id that no earlier answer explains`);
}

function writeTables(folder: ReportFolder, result: RunResult): void {
  folder.write('summary.json', `${JSON.stringify(result.summary, null, 2)}\n`);
  folder.write('metrics.json', `${JSON.stringify(measuresFile(result), null, 2)}\n`);
  for (const part of agentsCsv(result)) folder.append('agents.csv', part);
  folder.write('limits.csv', limitsCsv(result));
  folder.write('junit.xml', junitXml(result));
  folder.write('report.html', reportHtml(result, { echarts: echartsSource() }));
}

/** The chart library as one script, to be put into the page. */
function echartsSource(): string {
  return readFileSync(createRequire(import.meta.url).resolve('echarts/dist/echarts.min.js'), 'utf8');
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
  process.stdout.write(`${summaryText(result, { color })}\n`);
  process.stdout.write(`report: ${join(folder, 'report.html')}\n`);
}
