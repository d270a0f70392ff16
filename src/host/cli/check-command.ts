/** `orrery check`: checked runs until the budget is spent, and minimal scenarios of what broke. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parse } from 'yaml';
import { properties } from '../../verification/oracle/properties.ts';
import { campaign, type CampaignResult, type CheckFinding } from '../../verification/check/campaign.ts';
import { coverageFloor, type CoverageResult } from '../../verification/check/coverage.ts';
import { curlOf } from '../../verification/check/curl.ts';
import { diagramOf, junitOf, testOf } from '../../verification/check/output.ts';
import { replayed } from '../../verification/check/replayed.ts';
import { processorMs } from '../workers/processor-time.ts';
import { yamlOf, type ScenarioSource } from '../../verification/check/source.ts';
import { checkHtml, type CheckReport, type ReportedFinding } from '../../report/check-html.ts';
import { pageScript } from '../serve/page-script.ts';
import { CallMistake, exitCode } from '../app/exit.ts';
import { wallOption } from './option-values.ts';
import { commandContext } from '../app/command-context.ts';
import { runOwnProgram } from '../app/own-program.ts';
import { startLine } from './progress.ts';
import { scenarioHost } from '../app/scenario-host.ts';
import { complain, say, sayJson } from './output.ts';

export interface CheckOptions {
  runs: string;
  for?: string;
  cpu?: boolean;
  seed?: string;
  findings: string;
  twice: string;
  out?: string;
  json?: boolean;
  quiet?: boolean;
  regressions: boolean;
}

const regressionsFolder = 'scenarios/regressions';
const missingMax = 3;
/** Set in the second process of the determinism gate: it prints the digests of its runs and nothing else. */
const digestsVariable = 'ORRERY_DIGESTS';

export async function checkCommand(options: CheckOptions): Promise<number> {
  const seed = options.seed ?? commitSeed();
  const runsMax = countOf(options.runs, '--runs');
  const share = shareOf(options.twice);
  const nowMs = options.cpu === true ? processorMs : Date.now;
  const untilMs =
    options.for === undefined ? Infinity : nowMs() + wallOption('--for', options.for, { leastMs: 0 });
  const isReplica = process.env[digestsVariable] === '1';
  const line = startLine(options.json !== true && options.quiet !== true && !isReplica, 'runs');
  const result = await campaign({
    seed,
    runsMax,
    isBackwards: isReplica,
    findingsMax: isReplica ? Infinity : countOf(options.findings, '--findings'),
    host: scenarioHost,
    stored: options.regressions && !isReplica ? storedScenarios() : [],
    isOver: async () => (await isInterrupted()) || nowMs() >= untilMs,
    isStopped: isInterrupted,
    onRun: (run) => line?.step({ share: (run - 1) / runsMax, count: run - 1 }),
  });
  line?.stop();
  if (isReplica) {
    const replica: Replica = { digests: result.digests, cpuSeconds: processorMs() / 1000 };
    sayJson(replica);
    return exitCode.held;
  }
  const twice = await compareTwice(result, { seed, share });
  return report(result, { options, seed, runsMax, twice });
}

function shareOf(text: string): number {
  const share = /^\d(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (share >= 0 && share <= 1) return share;
  throw new CallMistake(`--twice ${text}: expected a share from 0 to 1, such as 0.1`);
}

interface Twice {
  readonly runs: number;
  readonly diverged: readonly number[];
  /** False where the second process broke off: then nothing is known of its runs, and all of them count as diverged. */
  readonly finished: boolean;
  /** Of the second process. */
  readonly cpuSeconds: number;
}

/** What the second process prints. */
interface Replica {
  readonly digests: readonly string[];
  readonly cpuSeconds: number;
}

/** Lets this thread hear of a signal between two runs. */
async function isInterrupted(): Promise<boolean> {
  await nextTurn();
  return commandContext.signal.aborted;
}

/**
 * Runs the first part of the campaign once more in another process, in the opposite order, and compares run by run. Of
 * any two runs each comes before the other once: what one leaves behind for the next shows.
 */
async function compareTwice(result: CampaignResult, how: { seed: string; share: number }): Promise<Twice> {
  const none: Twice = { runs: 0, diverged: [], finished: true, cpuSeconds: 0 };
  const runs = Math.ceil(result.runs * how.share);
  if (runs === 0 || commandContext.signal.aborted) return none;
  const call = ['check', '--runs', String(runs), '--seed', how.seed, '--no-regressions', '--twice', '0'];
  const second = await runOwnProgram(call, { env: { [digestsVariable]: '1' } });
  // A process that was interrupted has disagreed with nothing.
  if (commandContext.signal.aborted) return none;
  const replica = second.code === exitCode.held ? replicaIn(second.stdout) : undefined;
  if (replica === undefined) complain(`the second process broke off: ${oneLineOf(second.stderr)}\n`);
  const { digests, cpuSeconds } = replica ?? { digests: [], cpuSeconds: 0 };
  const diverged = result.digests
    .slice(0, runs)
    .flatMap((digest, index) => (digest === digests[index] ? [] : [index + 1]));
  return { runs, diverged, finished: replica !== undefined, cpuSeconds };
}

/** Undefined for the output of a process that broke off. */
function replicaIn(text: string): Replica | undefined {
  try {
    return JSON.parse(text) as Replica;
  } catch {
    return undefined;
  }
}

const oneLineOf = (text: string): string => text.trim().split('\n').at(-1)?.slice(0, 200) ?? '';

async function report(
  result: CampaignResult,
  about: { options: CheckOptions; seed: string; runsMax: number; twice: Twice },
): Promise<number> {
  const { options, seed, runsMax, twice } = about;
  const { findings, coverage } = result;
  const folder = options.out ?? (findings.length > 0 ? regressionsFolder : undefined);
  const files = folder === undefined ? [] : findings.map((finding) => written(finding, folder));
  if (options.out !== undefined) {
    const command = `npx orrery check --seed ${seed} --runs ${runsMax} --no-regressions`;
    const reported = await Promise.all(
      findings.map((finding, index) => reportedOf(finding, files[index] ?? '')),
    );
    writeReports(options.out, findings, {
      findings: reported,
      seed,
      runs: result.runs,
      operations: result.operations,
      properties: Object.keys(properties).length,
      coverage: { ...coverage },
      command,
    });
  }
  // A short campaign is not blamed for what it had no time to reach.
  const isWhole = runsMax >= coverageFloor.runs && !commandContext.signal.aborted;
  const missed = isWhole && findings.length === 0 ? coverageFloor.below(coverage) : [];
  const stopped = commandContext.signal.aborted;
  const ok = !stopped && findings.length === 0 && missed.length === 0 && twice.diverged.length === 0;
  const summary = {
    seed,
    runs: result.runs,
    operations: result.operations,
    findings: findings.map(({ violation, operations }, index) => ({
      property: violation.property,
      message: violation.message,
      scenario: files[index] ?? '',
      operations,
    })),
    coverage,
    belowFloor: missed,
    twice: { runs: twice.runs, diverged: twice.diverged, finished: twice.finished },
    cpuSeconds: Math.round(processorMs() / 10 + twice.cpuSeconds * 100) / 100,
    stopped,
    ok,
  };
  if (options.json === true) sayJson(summary);
  else if (options.quiet !== true) say(textOf(summary));
  annotate(summary.findings, coverage);
  return ok ? exitCode.held : exitCode.failed;
}

/** The scenario beside what else it can be turned into. */
function written(finding: CheckFinding, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const name = `${finding.violation.property}-${finding.run}`;
  const file = join(folder, `${name}.yaml`);
  if (finding.run > 0) writeFileSync(file, yamlOf(finding.source));
  return file;
}

/** With the requests and answers of its scenario, from running it once more. */
async function reportedOf(finding: CheckFinding, file: string): Promise<ReportedFinding> {
  const { violation, source, operations } = finding;
  return {
    ...violation,
    promise: properties[violation.property],
    operations,
    ...(await replayed(source, scenarioHost)),
    command: `npx orrery run ${file}`,
    yaml: yamlOf(source),
    curl: curlOf(source),
    mermaid: diagramOf(source),
  };
}

function writeReports(folder: string, findings: readonly CheckFinding[], page: CheckReport): void {
  mkdirSync(folder, { recursive: true });
  for (const finding of findings) {
    const base = join(folder, `${finding.violation.property}-${finding.run}`);
    writeFileSync(`${base}.test.ts`, testOf(finding));
    writeFileSync(`${base}.sh`, curlOf(finding.source));
    writeFileSync(`${base}.mmd`, `${diagramOf(finding.source)}\n`);
  }
  writeFileSync(join(folder, 'findings.html'), checkHtml(page, { script: pageScript('plain') }));
  writeFileSync(join(folder, 'junit.xml'), junitOf(Object.keys(properties), findings));
}

function textOf(summary: {
  seed: string;
  runs: number;
  operations: number;
  findings: readonly { property: string; message: string; scenario: string; operations: number }[];
  coverage: CoverageResult;
  belowFloor: readonly string[];
  stopped: boolean;
  twice: Omit<Twice, 'cpuSeconds'>;
}): string {
  const { runs, operations, findings, coverage, seed, belowFloor, twice, stopped } = summary;
  const lines = [
    `${runs} runs, ${operations} operations, seed ${seed}: ${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`,
  ];
  for (const { property, message, scenario, operations: size } of findings) {
    lines.push(`  ${property}: ${message}`, `    ${size} operations: npx orrery run ${scenario}`);
  }
  for (const [name, { reached, total, missing }] of Object.entries(coverage)) {
    lines.push(`  ${name}: ${reached} of ${total}${missingText(missing)}`);
  }
  if (belowFloor.length > 0) lines.push(`  below the least coverage: ${belowFloor.join(', ')}`);
  if (!twice.finished) lines.push('  the second process broke off: nothing is known of its runs');
  else if (twice.runs > 0)
    lines.push(`  ${twice.runs} runs in a second process: ${twice.diverged.length} differ`);
  if (stopped) lines.push('  interrupted: these runs are only a part');
  return `${lines.join('\n')}\n`;
}

/** A few of what was never reached: a summary fits a screen, and `--json` and the page have the rest. */
function missingText(missing: readonly string[]): string {
  if (missing.length === 0) return '';
  const rest = missing.length - missingMax;
  return `; never reached: ${missing.slice(0, missingMax).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** In GitHub's CI: an annotation a finding, and a step summary. */
function annotate(
  findings: readonly { property: string; message: string; scenario: string }[],
  coverage: CoverageResult,
): void {
  if (process.env['GITHUB_ACTIONS'] !== 'true') return;
  for (const { property, message, scenario } of findings) {
    const text = message.replaceAll('%', '%25').replaceAll('\n', '%0A');
    complain(`::error file=${scenario},title=orrery check: ${property}::${text}\n`);
  }
  const file = process.env['GITHUB_STEP_SUMMARY'];
  if (file === undefined) return;
  const rows = Object.entries(coverage).map(
    ([name, { reached, total }]) => `| ${name} | ${reached} of ${total} |`,
  );
  const found = findings.map(
    ({ property, message, scenario }) => `- **${property}**: ${message} (\`${scenario}\`)`,
  );
  appendFileSync(
    file,
    ['## orrery check', ...found, '', '| reached | |', '|---|---|', ...rows, ''].join('\n'),
  );
}

function storedScenarios(): ScenarioSource[] {
  if (!existsSync(regressionsFolder)) return [];
  return readdirSync(regressionsFolder)
    .filter((file) => file.endsWith('.yaml'))
    .toSorted()
    .map((file) => parse(readFileSync(join(regressionsFolder, file), 'utf8')) as ScenarioSource);
}

/** The commit that is checked out, so that each commit looks elsewhere; 1 where there is none. */
function commitSeed(): string {
  const named = process.env['GITHUB_SHA'];
  if (named !== undefined && named !== '') return named.slice(0, 12);
  const asked = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' });
  return asked.status === 0 ? asked.stdout.trim() : '1';
}

function countOf(text: string, option: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(count))
    throw new CallMistake(`${option} ${text}: expected a whole number`);
  return count;
}
