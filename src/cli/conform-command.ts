/** `orrery conform`: populations against a live deployment, every answer compared with the model's. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDuration } from '../base/time.ts';
import { curlOf } from '../check/curl.ts';
import { yamlOf } from '../check/source.ts';
import { Conform, type ConformCall } from '../conform/conform.ts';
import { conformPage } from '../conform/page.ts';
import type { ConformResult } from '../conform/result.ts';
import { conformText } from '../conform/text.ts';
import { policyMistake, type Profile } from '../policy/policies.ts';
import { loadScenario } from '../scenario/load.ts';
import { Forbidden } from '../traffic/target/permit.ts';
import { CallMistake, exitCode } from './exit.ts';
import { scenarioHost } from './scenario-host.ts';
import { certificatesOf, loadTarget } from './target-file.ts';

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
  if (options.json === true) process.stdout.write(`${JSON.stringify(result)}\n`);
  else if (options.quiet !== true) process.stdout.write(conformText(result));
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
    generatedRuns: countOf('--runs', runs),
    ignored: new Set(options.ignore),
    asksTwice: options.noise === true,
    causesMax: countOf('--causes', options.causes),
    searchMs: durationOf('--shrink-for', options.shrinkFor ?? (isSandbox ? '2m' : '30s')),
    runMs: durationOf('--for', options.for),
  };
}

function countOf(option: string, text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new CallMistake(`${option} ${text}: expected a whole number up to 999999`);
}

function durationOf(option: string, text: string): number {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  throw new CallMistake(`${option} ${text}: expected a duration such as 30s or 10m`);
}

/** Ctrl-C stops it, and what was found so far is reported; a second one ends the process. */
async function finished(call: ConformCall, { quiet, json }: ConformOptions): Promise<ConformResult> {
  const conform = await Conform.prepare(call);
  const stop = (): void => conform.stop();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const isShown = quiet !== true && json !== true && process.stderr.isTTY;
  const ticker = isShown ? setInterval(() => show(conform), 500) : undefined;
  try {
    return await conform.run();
  } finally {
    clearInterval(ticker);
    if (isShown) process.stderr.write('\r\u001b[K');
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

function show(conform: Conform): void {
  const { phase, runs, requests } = conform.progress;
  process.stderr.write(`\r\u001b[K${phase}: ${runs} runs, ${requests} requests sent`);
}

/** The result, a page, and each smallest sequence as a scenario and as a script. */
function keep(result: ConformResult, folder: string): void {
  const files: [string, string][] = [
    ['conform.json', `${JSON.stringify(result, null, 2)}\n`],
    ['conform.html', conformPage(result)],
    ...result.causes.flatMap(({ scenario }): [string, string][] =>
      scenario === null
        ? []
        : [
            [`${scenario.name}.yaml`, yamlOf(scenario)],
            [`${scenario.name}.sh`, curlOf(scenario)],
          ],
    ),
  ];
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of files) writeFileSync(join(folder, name), text);
  } catch (cause) {
    throw new CallMistake(
      `cannot write to ${folder}: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}
