/** `orrery conform`: populations against a live deployment, every answer compared with the model's. */
import { ownCall } from '../../../../core/base/own-call.ts';
import { join } from 'node:path';
import { shellWord } from '../../../../core/base/shell-word.ts';
import type { Profile } from '../../../../core/base/profile.ts';
import { policyMistake } from '../../../../core/policy/policies.ts';
import type { Conform } from '../../../../live/conform/conform.ts';
import type { ConformCall } from '../../../../live/conform/conform-call.ts';
import type { Target } from '../../../../live/traffic/target/target.ts';
import { conformText } from '../../../../live/conform/text.ts';
import { loadScenario } from '../../../../simulation/scenario/load.ts';
import { writeNames } from '../../../app/conform/names-file.ts';
import { runConform, writeConform } from '../../../app/conform/run-conform.ts';
import { assertFolder } from '../../../app/files/folders.ts';
import { certificatesOf, loadTarget } from '../../../app/files/target-file.ts';
import { newNamespace } from '../../../app/process/namespace.ts';
import { CallMistake, exitCode } from '../../../app/process/exit.ts';
import { scenarioHost } from '../../../app/run/scenario-host.ts';
import { rulesWith } from '../../options/compare-rules.ts';
import { wallOption, wholeOption } from '../../options/option-values.ts';
import { say, sayJson, showStatus } from '../../output/output.ts';

/** The options as text from the command line; commander has checked `profile` alone. */
export interface ConformOptions {
  target: string;
  scenario: string[];
  runs?: string;
  seed?: string;
  profile?: Profile;
  set: Record<string, string>;
  ignore: string[];
  tolerance: string[];
  noise?: boolean;
  causes: string;
  shrinkFor?: string;
  learn?: string;
  for: string;
  limitWait: string;
  out?: string;
  json?: boolean;
  quiet?: boolean;
}

/** Resolves with 1 where an answer differs. Throws `CallMistake` for wrong options before anything is sent. */
export async function conformCommand(options: ConformOptions): Promise<number> {
  if (options.out !== undefined) assertFolder(options.out);
  const call = await callOf(options);
  const isShown = options.quiet !== true && options.json !== true && process.stderr.isTTY;
  const finished = await runConform(call, isShown ? show : undefined).finally(() => {
    if (isShown) showStatus('');
  });
  const { result } = finished;
  const { learn, out } = options;
  if (learn !== undefined) writeNames(learn, result);
  if (out !== undefined) writeConform(finished, { folder: out, command: commandOf(options) });
  const report = out === undefined ? '' : `report: ${join(out, 'conform.html')}\n`;
  if (options.json === true) sayJson(result);
  else if (options.quiet !== true) say(conformText(result) + report);
  return result.ok ? exitCode.held : exitCode.failed;
}

/** The call without what only shows or keeps its result. */
function commandOf(options: ConformOptions): string {
  const { target, runs, seed, profile, causes, limitWait } = options;
  const once = { target, runs, seed, profile, for: options.for, causes, 'limit-wait': limitWait };
  const values = Object.entries({ ...once, 'shrink-for': options.shrinkFor }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
  const lists = [
    ...options.scenario.flatMap((file) => ['--scenario', file]),
    ...options.ignore.flatMap((field) => ['--ignore', field]),
    ...options.tolerance.flatMap((each) => ['--tolerance', each]),
    ...Object.entries(options.set).flatMap(([name, value]) => ['--set', `${name}=${value}`]),
    ...(options.noise === true ? ['--noise'] : []),
  ];
  return [`${ownCall} conform`, ...[...values, ...lists].map(shellWord)].join(' ');
}

function targetOf({ target: file, ignore, tolerance, learn }: ConformOptions): Target {
  const target = loadTarget(file);
  // A header is ignored by its name, which no pointer ends in.
  const fields = ignore.filter((field) => !field.startsWith('header '));
  return {
    ...target,
    compare: rulesWith(target.compare, { ignore: fields, tolerance }),
    // What a file says already could not be learnt.
    names: learn === undefined ? target.names : undefined,
  };
}

async function callOf(options: ConformOptions): Promise<ConformCall> {
  for (const [name, value] of Object.entries(options.set)) {
    const wrong = policyMistake(name, value);
    if (wrong !== undefined) throw new CallMistake(`--set ${name}=${value}: ${wrong}`);
  }
  const target = targetOf(options);
  const isSandbox = target.clock.kind === 'sandbox';
  if (options.scenario.length === 0 && !isSandbox && options.runs === undefined)
    throw new CallMistake('--scenario is missing; expected one for a target whose clock runs by itself');
  const seed = options.seed ?? '1';
  const scenarios = [];
  for (const file of options.scenario) {
    const { profile, set: policies } = options;
    scenarios.push(await loadScenario(file, scenarioHost, { seed: options.seed, profile, policies }));
  }
  const runs = options.runs ?? (options.scenario.length === 0 ? '50' : '0');
  return {
    learns: options.learn !== undefined,
    target,
    host: scenarioHost,
    ca: certificatesOf(target),
    seed: options.seed ?? scenarios[0]?.seed ?? seed,
    scenarios,
    generatedRuns: wholeOption('--runs', runs, [options.scenario.length === 0 ? 1 : 0, 999_999]),
    ignored: new Set(options.ignore),
    asksTwice: options.noise === true,
    causesMax: wholeOption('--causes', options.causes, [0, 999_999]),
    searchMs: wallOption('--shrink-for', options.shrinkFor ?? (isSandbox ? '2m' : '30s'), { leastMs: 0 }),
    runMs: wallOption('--for', options.for, { leastMs: 1 }),
    limitWaitMs: wallOption('--limit-wait', options.limitWait, { leastMs: 0 }),
    namespace: newNamespace(),
  };
}

function show(conform: Conform): void {
  const { phase, runs, requests } = conform.progress;
  showStatus(`${phase}: ${runs} runs, ${requests} requests sent`);
}
