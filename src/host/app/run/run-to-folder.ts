/** A scenario that is run to its end, with its report folder or without. */
import type { Manifest } from '../result-schema.ts';
import type { MeasuredRun } from '../../../simulation/scenario/result.ts';
import { join } from 'node:path';
import { agentsCsv, limitsCsv } from '../../../report/csv.ts';
import { reportHtml } from '../../../report/html.ts';
import { junitXml } from '../../../report/junit.ts';
import type { RunResult } from '../../../simulation/scenario/result.ts';
import { ScenarioRun } from '../../../simulation/scenario/run.ts';
import type { Scenario } from '../../../simulation/scenario/scenario.ts';
import { pageScript } from '../../serve/page-script.ts';
import { ReportFolder } from '../files/report-folder.ts';
import { commandContext } from '../process/command-context.ts';
import { BrokenRun, CallMistake, Interrupted } from '../process/exit.ts';
import { packageVersion } from '../process/package-version.ts';
import { EventsFile } from './events-file.ts';
import { runInSlices } from './run-in-slices.ts';
import { strayReference } from './second-recording.ts';
import { TraceFile } from './trace-file.ts';
import { reportTo, watchOf } from './watched-run.ts';

const reportsFolder = 'reports';

/** How a run is reported, beside the scenario itself. */
export interface RunReportCall {
  /** The call that repeats the run. */
  readonly command: string;
  /** The report folder itself; `reports/<scenario>-<seed>-<digest8>` where undefined. */
  readonly out: string | undefined;
  /** Keeps the trace beside the report. */
  readonly isRecorded: boolean;
  /** Called after every slice of the run. */
  readonly onSlice?: (run: ScenarioRun) => void;
  /** Called when the run is over, before its report is written. */
  readonly onEnd?: () => void;
}

/** A finished run and its report, which stands in its final place. */
export interface ReportedRun {
  readonly result: RunResult;
  /** The report folder. */
  readonly folder: string;
}

/** Runs to the end and writes nothing. Throws `BrokenRun` for a broken invariant, `Interrupted` after a signal. */
export async function runAlone(scenario: Scenario, command: string): Promise<RunResult> {
  const watch = await watchOf(scenario);
  const run = new ScenarioRun(scenario, {
    watch: commandContext.newWatch(),
    ...watch?.hooks,
  });
  watch?.attach(run);
  const wallSeconds = await execute(run, { command });
  await reportTo(run, watch);
  return run.result({ wallSeconds, command });
}

/** Throws as `runAlone` does, and `CallMistake` for a recording that would not be the same with other ids. */
export async function runToFolder(scenario: Scenario, call: RunReportCall): Promise<ReportedRun> {
  const { command, out, isRecorded, onSlice, onEnd } = call;
  const folder = new ReportFolder(out === undefined ? reportsFolder : join(out, '..'));
  try {
    const events = new EventsFile(folder);
    const trace = isRecorded ? new TraceFile(folder, scenario) : undefined;
    const watch = await watchOf(scenario);
    const run = new ScenarioRun(scenario, {
      watch: commandContext.newWatch(),
      ...watch?.hooks,
      onRawExchange: (request, response) => {
        trace?.reported(request, response);
        watch?.onRawExchange(request, response);
      },
      onEvent: (record) => {
        events.record(record, run);
        trace?.record(record);
        watch?.onEvent(record);
      },
    });
    folder.redactWith((text) => run.world.secrets.redactIn(text));
    watch?.attach(run);
    const afterSlice = (): void => {
      events.flush(run);
      trace?.flush();
      onSlice?.(run);
    };
    const wallSeconds = await execute(run, { command, afterSlice });
    onEnd?.();
    await reportTo(run, watch);
    if (trace !== undefined) await finishTrace(trace, run);
    const result = run.result({ wallSeconds, command });
    writeTables(folder, result);
    return { result, folder: folder.finish(out ?? placeOf(result), manifestOf(result, scenario)) };
  } catch (error) {
    folder.discard();
    throw error;
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

/** Checks that the trace is complete and that nothing in it depends on generated ids. */
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

/** The content of `metrics.json`, which `orrery compare` reads. */
function measuresFile({ summary, metrics }: RunResult): MeasuredRun {
  const { scenario, seed, profile, policyHash, digest } = summary;
  return { scenario, seed, profile, policyHash, digest, metrics };
}

function placeOf({ summary }: RunResult): string {
  const seed = summary.seed.replaceAll(/[^\w.-]/g, '_').slice(0, 40);
  return join(reportsFolder, `${summary.scenario}-${seed}-${summary.digest.slice(0, 8)}`);
}

function manifestOf(
  { summary, command, checkpoints }: RunResult,
  scenario: Scenario,
): Omit<Manifest, 'files'> {
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
