/** `orrery check`: checked runs until the budget is spent, and minimal scenarios of what broke. */
import { ownCall } from '../../../../core/base/own-call.ts';
import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { campaign, type CampaignResult, type CheckFinding } from '../../../../verification/check/campaign.ts';
import { absentFields, beyondReach } from '../../../../verification/check/beyond-reach.ts';
import { coverageFloor, type CoverageResult } from '../../../../verification/check/coverage.ts';
import { properties } from '../../../../verification/oracle/properties.ts';
import {
  isSecondCampaign,
  SecondProcess,
  type SecondCampaign,
  type Twice,
} from '../../../app/check/check-twice.ts';
import {
  keepFinding,
  regressionsFolder,
  reportedOf,
  storedScenarios,
  writeFindings,
} from '../../../app/check/findings-folder.ts';
import { elsewhereOf, helpCommand } from './elsewhere.ts';
import { assertFolder } from '../../../app/files/folders.ts';
import { commandContext } from '../../../app/process/command-context.ts';
import { CallMistake, exitCode } from '../../../app/process/exit.ts';
import { onFile } from '../../../app/process/machine-refusal.ts';
import { checkHost } from '../../../app/check/check-host.ts';
import { processorMs } from '../../../workers/processor-time.ts';
import { countOption, wallOption } from '../../options/option-values.ts';
import { complain, say, sayJson } from '../../output/output.ts';
import { startLine } from '../../output/progress.ts';

/** The options as text from the command line; `regressions` is false with `--no-regressions`. */
export interface CheckOptions {
  runs: string;
  for?: string;
  cpu?: boolean;
  seed?: string;
  service?: string;
  findings: string;
  workers?: string;
  queue?: string;
  work?: boolean;
  twice: string;
  out?: string;
  json?: boolean;
  quiet?: boolean;
  regressions: boolean;
}

const missingMax = 3;

/** A campaign, its findings on the disk, and a part of it once more in a second process. */
export async function checkCommand(options: CheckOptions): Promise<number> {
  const runsMax = countOption('--runs', options.runs);
  const { service } = options;
  const seedOf = (): string => options.seed ?? commitSeed();
  if (options.work === true) return helpCommand(options, { seed: seedOf(), service, runsMax });
  const share = shareOf(options.twice);
  const nowMs = options.cpu === true ? processorMs : Date.now;
  const untilMs =
    options.for === undefined ? Infinity : nowMs() + wallOption('--for', options.for, { leastMs: 1 });
  if (options.out !== undefined) assertFolder(options.out);
  const isReplica = isSecondCampaign();
  const findingsMax = isReplica ? Infinity : countOption('--findings', options.findings);
  // What the call has wrong is said before git is asked and another process starts.
  const seed = seedOf();
  const elsewhere = isReplica ? undefined : await elsewhereOf(options, { seed, service, runsMax });
  const second = new SecondProcess({ seed, service, share });
  // With one thread the two take turns; a campaign that ends at a time has its number of runs when it has ended.
  if (elsewhere !== undefined && untilMs === Infinity) second.begin(runsMax);
  const line = startLine(options.json !== true && options.quiet !== true && !isReplica, 'runs');
  const running = campaign({
    seed,
    service,
    runsMax,
    isBackwards: isReplica,
    findingsMax,
    host: checkHost,
    stored: options.regressions && !isReplica ? await storedScenarios() : [],
    isOver: async () => (await isInterrupted()) || nowMs() >= untilMs,
    isStopped: isInterrupted,
    onRun: (run) => line?.step({ share: (run - 1) / runsMax, count: run - 1 }),
    runElsewhere: elsewhere && ((run) => commandContext.untilInterrupted(elsewhere.run(run))),
  });
  const result = await second.beside(running).finally(() => elsewhere?.close());
  line?.stop();
  if (isReplica) return sayDigests(result);
  // Findings are on the disk before a second process may fail.
  const files = filesOf(result.findings, options);
  const twice = await second.compared(result);
  return report(result, { options, seed, runsMax, twice, files });
}

function sayDigests({ digests }: CampaignResult): number {
  const replica: SecondCampaign = { digests, cpuSeconds: processorMs() / 1000 };
  sayJson(replica);
  return exitCode.held;
}

function shareOf(text: string): number {
  const share = /^\d(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (share >= 0 && share <= 1) return share;
  throw new CallMistake(`--twice ${text}: expected a share from 0 to 1, such as 0.1`);
}

/** Lets this thread receive a signal between two runs. */
async function isInterrupted(): Promise<boolean> {
  await nextTurn();
  return commandContext.signal.aborted;
}

/** The scenario of each finding. */
function filesOf(findings: readonly CheckFinding[], { out }: CheckOptions): readonly string[] {
  return findings.map((finding) => keepFinding(finding, out ?? regressionsFolder));
}

interface Reported {
  readonly options: CheckOptions;
  readonly seed: string;
  readonly runsMax: number;
  readonly twice: Twice;
  readonly files: readonly string[];
}

async function report(result: CampaignResult, about: Reported): Promise<number> {
  const { options } = about;
  if (options.out !== undefined) await writeReports(options.out, result, about);
  const summary = summaryOf(result, about);
  if (options.json === true) sayJson(summary);
  else if (options.quiet !== true) say(textOf(summary));
  annotate(summary.findings, result.coverage);
  return summary.ok ? exitCode.held : exitCode.failed;
}

async function writeReports(
  folder: string,
  result: CampaignResult,
  { options, seed, runsMax, files }: Reported,
): Promise<void> {
  const { findings, coverage } = result;
  const about = options.service === undefined ? '' : ` --service ${options.service}`;
  const command = `${ownCall} check --seed ${seed} --runs ${runsMax}${about} --no-regressions`;
  const reported = await Promise.all(
    findings.map((finding, index) => reportedOf(finding, files[index] ?? '')),
  );
  writeFindings(
    folder,
    { findings, files },
    {
      findings: reported,
      seed,
      runs: result.runs,
      operations: result.operations,
      properties: Object.keys(properties).length,
      coverage: { ...coverage },
      command,
    },
  );
}

/** The result object. */
function summaryOf(result: CampaignResult, about: Reported) {
  const { options, seed, runsMax, twice, files } = about;
  const { findings, coverage } = result;
  // A short campaign is not blamed for what it had no time to reach, nor one of a single service for what others have.
  const isWhole =
    options.service === undefined && runsMax >= coverageFloor.runs && !commandContext.signal.aborted;
  const missed = isWhole && findings.length === 0 ? coverageFloor.below(coverage) : [];
  const stopped = commandContext.signal.aborted;
  const ok = !stopped && findings.length === 0 && missed.length === 0 && twice.diverged.length === 0;
  return {
    seed,
    service: options.service ?? null,
    runs: result.runs,
    operations: result.operations,
    findings: findings.map(({ violation, operations }, index) => ({
      property: violation.property,
      message: violation.message,
      scenario: files[index] ?? '',
      operations,
    })),
    coverage,
    beyondReach: { ...beyondReach, ...absentFields },
    belowFloor: missed,
    twice: { runs: twice.runs, diverged: twice.diverged },
    cpuSeconds: Math.round(processorMs() / 10 + twice.cpuSeconds * 100) / 100,
    stopped,
    ok,
  };
}

function textOf(summary: {
  seed: string;
  service: string | null;
  runs: number;
  operations: number;
  findings: readonly { property: string; message: string; scenario: string; operations: number }[];
  coverage: CoverageResult;
  belowFloor: readonly string[];
  stopped: boolean;
  twice: Omit<Twice, 'cpuSeconds'>;
}): string {
  const { runs, operations, findings, coverage, seed, service, belowFloor, twice, stopped } = summary;
  const about = service === null ? '' : ` about ${service}`;
  const lines = [
    `${runs} runs${about}, ${operations} operations, seed ${seed}: ${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`,
  ];
  for (const { property, message, scenario, operations: size } of findings) {
    lines.push(`  ${property}: ${message}`, `    ${size} operations: ${ownCall} run ${scenario}`);
  }
  for (const [name, { reached, total, missing }] of Object.entries(coverage)) {
    lines.push(`  ${name}: ${reached} of ${total}${missingText(missing)}`);
  }
  if (belowFloor.length > 0) lines.push(`  below the least coverage: ${belowFloor.join(', ')}`);
  if (twice.runs > 0) lines.push(`  ${twice.runs} runs in a second process: ${twice.diverged.length} differ`);
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
  const text = ['## orrery check', ...found, '', '| reached | |', '|---|---|', ...rows, ''].join('\n');
  onFile(`GITHUB_STEP_SUMMARY ${file}`, () => appendFileSync(file, text));
}

/** The commit that is checked out, so that each commit looks elsewhere; 1 where there is none. */
export function commitSeed(): string {
  const named = process.env['GITHUB_SHA'];
  if (named !== undefined && named !== '') return named.slice(0, 12);
  const asked = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' });
  return asked.status === 0 ? asked.stdout.trim() : '1';
}
