/** `orrery conform`: populations against a live deployment, every answer compared with the model's. */
import type { Profile } from '../../../../core/base/profile.ts';
import { policyMistake } from '../../../../core/policy/policies.ts';
import type { Conform } from '../../../../live/conform/conform.ts';
import type { ConformCall } from '../../../../live/conform/conform-call.ts';
import { conformText } from '../../../../live/conform/text.ts';
import { loadScenario } from '../../../../simulation/scenario/load.ts';
import { runConform, writeConform } from '../../../app/conform/run-conform.ts';
import { certificatesOf, loadTarget } from '../../../app/files/target-file.ts';
import { newNamespace } from '../../../app/process/namespace.ts';
import { CallMistake, exitCode } from '../../../app/process/exit.ts';
import { scenarioHost } from '../../../app/run/scenario-host.ts';
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
  noise?: boolean;
  causes: string;
  shrinkFor?: string;
  for: string;
  limitWait: string;
  out?: string;
  json?: boolean;
  quiet?: boolean;
}

/** Resolves with 1 where an answer differs. Throws `CallMistake` for wrong options before anything is sent. */
export async function conformCommand(options: ConformOptions): Promise<number> {
  const call = await callOf(options);
  const isShown = options.quiet !== true && options.json !== true && process.stderr.isTTY;
  const result = await runConform(call, isShown ? show : undefined).finally(() => {
    if (isShown) showStatus('');
  });
  if (options.out !== undefined) writeConform(result, options.out);
  if (options.json === true) sayJson(result);
  else if (options.quiet !== true) say(conformText(result));
  return result.ok ? exitCode.held : exitCode.failed;
}

async function callOf(options: ConformOptions): Promise<ConformCall> {
  for (const [name, value] of Object.entries(options.set)) {
    const wrong = policyMistake(name, value);
    if (wrong !== undefined) throw new CallMistake(`--set ${name}=${value}: ${wrong}`);
  }
  const target = loadTarget(options.target);
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
    target: {
      ...target,
      compare: { ...target.compare, ignore: [...target.compare.ignore, ...options.ignore] },
    },
    host: scenarioHost,
    ca: certificatesOf(target),
    seed: options.seed ?? scenarios[0]?.seed ?? seed,
    scenarios,
    generatedRuns: wholeOption('--runs', runs, [0, 999_999]),
    ignored: new Set(options.ignore),
    asksTwice: options.noise === true,
    causesMax: wholeOption('--causes', options.causes, [0, 999_999]),
    searchMs: wallOption('--shrink-for', options.shrinkFor ?? (isSandbox ? '2m' : '30s'), { leastMs: 0 }),
    runMs: wallOption('--for', options.for, { leastMs: 0 }),
    limitWaitMs: wallOption('--limit-wait', options.limitWait, { leastMs: 0 }),
    namespace: newNamespace(),
  };
}

function show(conform: Conform): void {
  const { phase, runs, requests } = conform.progress;
  showStatus(`${phase}: ${runs} runs, ${requests} requests sent`);
}
