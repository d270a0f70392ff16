/** `orrery check`: checked runs until the budget is spent, and minimal scenarios of what broke. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { parseDuration } from '../base/time.ts';
import { properties } from '../check/audit/properties.ts';
import { campaign, type CampaignResult, type CheckFinding } from '../check/campaign.ts';
import { coverageFloor, type CoverageResult } from '../check/coverage.ts';
import { curlOf } from '../check/curl.ts';
import { diagramOf, junitOf, testOf } from '../check/output.ts';
import { replayed } from '../check/replayed.ts';
import { yamlOf, type ScenarioSource } from '../check/source.ts';
import { checkHtml, type CheckReport, type ReportedFinding } from '../report/check-html.ts';
import { CallMistake, exitCode } from './exit.ts';
import { startLine } from './progress.ts';
import { scenarioHost } from './scenario-host.ts';

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
  bugs?: boolean | string;
}

const regressionsFolder = 'scenarios/regressions';
const missingMax = 3;
/** Set in the second process of the determinism gate: it prints the digests of its runs and nothing else. */
const digestsVariable = 'ORRERY_DIGESTS';

export async function checkCommand(options: CheckOptions): Promise<number> {
  if (options.bugs !== undefined && options.bugs !== false) {
    const { bugsCommand } = await import('./check-bugs.ts');
    return bugsCommand(options);
  }
  const seed = options.seed ?? commitSeed();
  const runsMax = countOf(options.runs, '--runs');
  const nowMs = options.cpu === true ? processorMs : Date.now;
  const untilMs = options.for === undefined ? Infinity : nowMs() + durationOf(options.for);
  const isReplica = process.env[digestsVariable] === '1';
  const line = startLine(options.json !== true && options.quiet !== true && !isReplica, 'runs');
  const result = await campaign({
    seed,
    runsMax,
    findingsMax: isReplica ? Infinity : countOf(options.findings, '--findings'),
    host: scenarioHost,
    stored: options.regressions && !isReplica ? storedScenarios() : [],
    isOver: () => nowMs() >= untilMs,
    onRun: (run) => line?.step({ share: (run - 1) / runsMax, count: run - 1 }),
  });
  line?.stop();
  if (isReplica) {
    const replica: Replica = { digests: result.digests, cpuSeconds: processorMs() / 1000 };
    process.stdout.write(`${JSON.stringify(replica)}\n`);
    return exitCode.held;
  }
  const twice = compareTwice(result, { seed, share: Number(options.twice) });
  return report(result, { options, seed, runsMax, twice });
}

/** What this process has used of the processor; other programs on the machine do not count. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

interface Twice {
  readonly runs: number;
  readonly diverged: readonly number[];
  /** Of the second process. */
  readonly cpuSeconds: number;
}

/** What the second process prints. */
interface Replica {
  readonly digests: readonly string[];
  readonly cpuSeconds: number;
}

/** Runs the first part of the campaign once more in another process, and compares run by run. */
function compareTwice(result: CampaignResult, how: { seed: string; share: number }): Twice {
  const runs = Math.ceil(result.runs * how.share);
  if (runs === 0) return { runs: 0, diverged: [], cpuSeconds: 0 };
  const [script = ''] = process.argv.slice(1);
  const call = [
    ...process.execArgv,
    script,
    'check',
    '--runs',
    String(runs),
    '--seed',
    how.seed,
    '--no-regressions',
    '--twice',
    '0',
  ];
  const second = spawnSync(process.execPath, call, {
    env: { ...process.env, [digestsVariable]: '1' },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const { digests, cpuSeconds } = replicaIn(second.stdout);
  const diverged = result.digests
    .slice(0, runs)
    .flatMap((digest, index) => (digest === digests[index] ? [] : [index + 1]));
  return { runs, diverged, cpuSeconds };
}

/** A process that broke off has agreed to nothing. */
function replicaIn(text: string): Replica {
  try {
    return JSON.parse(text) as Replica;
  } catch {
    return { digests: [], cpuSeconds: 0 };
  }
}

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
  const missed = runsMax >= coverageFloor.runs && findings.length === 0 ? coverageFloor.below(coverage) : [];
  const ok = findings.length === 0 && missed.length === 0 && twice.diverged.length === 0;
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
    twice: { runs: twice.runs, diverged: twice.diverged },
    cpuSeconds: Math.round(processorMs() / 10 + twice.cpuSeconds * 100) / 100,
    ok,
  };
  if (options.json === true) process.stdout.write(`${JSON.stringify(summary)}\n`);
  else if (options.quiet !== true) process.stdout.write(textOf(summary));
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
  writeFileSync(join(folder, 'findings.html'), checkHtml(page));
  writeFileSync(join(folder, 'junit.xml'), junitOf(Object.keys(properties), findings));
}

function textOf(summary: {
  seed: string;
  runs: number;
  operations: number;
  findings: readonly { property: string; message: string; scenario: string; operations: number }[];
  coverage: CoverageResult;
  belowFloor: readonly string[];
  twice: Omit<Twice, 'cpuSeconds'>;
}): string {
  const { runs, operations, findings, coverage, seed, belowFloor, twice } = summary;
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
  if (twice.runs > 0) lines.push(`  ${twice.runs} runs in a second process: ${twice.diverged.length} differ`);
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
    process.stderr.write(`::error file=${scenario},title=orrery check: ${property}::${text}\n`);
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
export function commitSeed(): string {
  const named = process.env['GITHUB_SHA'];
  if (named !== undefined && named !== '') return named.slice(0, 12);
  const asked = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' });
  return asked.status === 0 ? asked.stdout.trim() : '1';
}

export function countOf(text: string, option: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(count))
    throw new CallMistake(`${option} ${text}: expected a whole number`);
  return count;
}

function durationOf(text: string): number {
  const durationMs = parseDuration(text);
  if (durationMs === undefined) throw new CallMistake(`--for ${text}: expected a duration such as 60s`);
  return durationMs;
}
