/** `orrery conform`: populations against a live deployment, every answer compared with the model's. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { disarmed } from '../../../../core/base/plain-text.ts';
import { curlOf } from '../../../../verification/check/curl.ts';
import { yamlOf } from '../../../../verification/check/source.ts';
import { Conform, type ConformCall } from '../../../../live/conform/conform.ts';
import { conformPage } from '../../../../live/conform/page.ts';
import type { ConformResult } from '../../../../live/conform/result.ts';
import { conformText } from '../../../../live/conform/text.ts';
import { policyMistake, type Profile } from '../../../../core/policy/policies.ts';
import { loadScenario } from '../../../../simulation/scenario/load.ts';
import { Forbidden } from '../../../../live/traffic/target/permit.ts';
import { commandContext } from '../../../app/command-context.ts';
import { CallMistake, exitCode } from '../../../app/exit.ts';
import { wallOption, wholeOption } from '../../options/option-values.ts';
import { scenarioHost } from '../../../app/scenario-host.ts';
import { certificatesOf, loadTarget } from '../../../app/target-file.ts';
import { say, sayJson, showStatus } from '../../output/output.ts';

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
  out?: string;
  json?: boolean;
  quiet?: boolean;
}

export async function conformCommand(options: ConformOptions): Promise<number> {
  const result = await finished(await callOf(options), options).catch((error: unknown) => {
    throw error instanceof Forbidden ? new CallMistake(error.message) : error;
  });
  if (options.out !== undefined) keep(result, options.out);
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
    target,
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
  };
}

/** A signal stops it, and what was found so far is reported. */
async function finished(call: ConformCall, { quiet, json }: ConformOptions): Promise<ConformResult> {
  const conform = await Conform.prepare(call);
  const over = commandContext.onInterrupt(() => conform.stop());
  const isShown = quiet !== true && json !== true && process.stderr.isTTY;
  const ticker = isShown ? setInterval(() => show(conform), 500) : undefined;
  try {
    return await conform.run();
  } finally {
    clearInterval(ticker);
    if (isShown) showStatus('');
    over();
  }
}

function show(conform: Conform): void {
  const { phase, runs, requests } = conform.progress;
  showStatus(`${phase}: ${runs} runs, ${requests} requests sent`);
}

/** The result, a page, and each smallest sequence as a scenario and as a script. */
function keep(result: ConformResult, folder: string): void {
  const files: [string, string][] = [
    ['conform.json', `${disarmed(JSON.stringify(result, null, 2))}\n`],
    ['conform.html', disarmed(conformPage(result))],
    ...result.causes.flatMap(({ scenario }): [string, string][] =>
      scenario === null
        ? []
        : [
            [`${scenario.name}.yaml`, yamlOf(scenario)],
            [`${scenario.name}.sh`, curlOf(scenario)],
          ],
    ),
  ];
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
}
