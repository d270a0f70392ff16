/** `orrery load`: a scenario's agents as virtual users against a live deployment. */
import { ownCall } from '../../../../core/base/own-call.ts';
import { join } from 'node:path';
import { Refusal } from '../../../../core/base/refusal.ts';
import { parseUsdc } from '../../../../core/base/money.ts';
import type { Profile } from '../../../../core/base/profile.ts';
import { policyMistake } from '../../../../core/policy/policies.ts';
import type { LoadWork } from '../../../../live/load/result-schema.ts';
import { loadText } from '../../../../live/load/text.ts';
import { parseSpeed } from '../../../../live/traffic/plan/schedule.ts';
import type { SpendingLimits } from '../../../../live/traffic/target/bounds.ts';
import { parseSetting } from '../../../../simulation/sweep/axes.ts';
import { quoted } from '../../../../simulation/sweep/summary.ts';
import { assertReplaceable } from '../../../app/files/report-folder.ts';
import { workersMax, type LoadSettings } from '../../../app/load/load-settings.ts';
import { writeLoadReport } from '../../../app/load/load-folder.ts';
import { runLoad, type Observe } from '../../../app/load/run-load.ts';
import { CallMistake, exitCode } from '../../../app/process/exit.ts';
import { commandContext } from '../../../app/process/command-context.ts';
import { isNamespace, newNamespace } from '../../../app/process/namespace.ts';
import { wallOption, wholeOption } from '../../options/option-values.ts';
import { complain, say, sayJson } from '../../output/output.ts';
import { withPackages } from '../../../packages/optional-package.ts';
import { shownAddress } from '../../../workers/redis-address.ts';
import { findLimitCommand } from './find-limit.ts';
import { showLoad } from './screen.ts';

/** The options as text from the command line; commander has checked `profile` alone. */
export interface LoadCommandOptions {
  target: string;
  speed?: string;
  duration?: string;
  abortOnFail?: boolean;
  budgetUsdc?: string;
  budgetRequests?: string;
  namespace?: string;
  traceparent?: boolean;
  otlpTraces?: string;
  traceShare?: string;
  workers: string;
  queue?: string;
  work?: boolean;
  findLimit?: string;
  step: string;
  otlp?: string;
  prometheus?: string;
  page?: string;
  seed?: string;
  profile?: Profile;
  set: Record<string, string>;
  with: readonly string[];
  out?: string;
  json?: boolean;
  quiet?: boolean;
}

/**
 * Resolves with 1 where an expectation or a behaviour failed. Throws `CallMistake` or `FileMistake` before anything is
 * sent.
 */
export async function loadCommand(scenario: string, options: LoadCommandOptions): Promise<number> {
  if (options.out !== undefined) assertReplaceable(options.out);
  if (options.work === true) return help(settingsOf(scenario, options), options);
  if (options.findLimit !== undefined) {
    const { findLimit, step, out, json = false, quiet = false } = options;
    const found = { findLimit, step, out, json, quiet };
    return findLimitCommand(settingsOf(scenario, options), found, observerOf(options));
  }
  const finished = await runLoad(settingsOf(scenario, options), observerOf(options));
  const command = `${ownCall} ${['load', ...wordsOf(scenario, options)].map(quoted).join(' ')}`;
  const { result } = finished;
  const folder = writeLoadReport(finished, { out: options.out, command });
  if (options.json === true) sayJson(result);
  else if (options.quiet !== true) say(`${loadText(result)}report: ${join(folder, 'report.html')}\n`);
  return result.ok ? exitCode.held : exitCode.failed;
}

const leaveWords: Readonly<Record<LoadWork['leave'], string>> = {
  finished: 'the load is over',
  stopped: 'stopped by a signal',
  uncoordinated: 'no process coordinates the load any more',
};

/** Takes shares of a load that another process coordinates. */
async function help(settings: LoadSettings, { json: isJson, quiet }: LoadCommandOptions): Promise<number> {
  commandContext.isMeantToBeStopped = true;
  const talks = isJson !== true && quiet !== true;
  const { helpOverQueue } = await withPackages('--queue', () => import('../../../app/load/load-queue.ts'));
  const done = await helpOverQueue(settings, (load, at) => {
    if (talks) complain(`orrery: works for load ${load} at ${at}\n`);
  });
  const { load, shares, requests, leave } = done;
  const result: LoadWork = { load, shares, requests, leave, ok: true };
  if (isJson === true) sayJson(result);
  else if (talks) say(`${shares} shares, ${requests} requests; ${leaveWords[leave]}.\n`);
  return exitCode.held;
}

/** A screen, or lines, unless the call asks for silence. */
const observerOf = ({ quiet, json }: LoadCommandOptions): Observe =>
  quiet === true || json === true ? () => () => undefined : showLoad;

function settingsOf(scenario: string, options: LoadCommandOptions): LoadSettings {
  const { target, seed, profile, set: policies, namespace = newNamespace() } = options;
  for (const [name, value] of Object.entries(policies)) {
    const wrong = policyMistake(name, value);
    if (wrong !== undefined) throw new CallMistake(`--set ${name}=${value}: ${wrong}`);
  }
  if (!isNamespace(namespace))
    throw new CallMistake(`--namespace ${namespace}: expected 4 to 16 lower-case letters and digits`);
  return {
    scenario,
    target,
    seed,
    profile,
    policies,
    values: options.with.map((text) => {
      const setting = parseSetting(text);
      if (setting instanceof Refusal) throw new CallMistake(`--with ${text}: ${setting.message}`);
      return setting;
    }),
    speed: speedOf(options),
    durationMs:
      options.duration === undefined ? undefined : wallOption('--duration', options.duration, { leastMs: 1 }),
    namespace,
    budget: budgetOf(options),
    traceShare: traceShareOf(options),
    abortsOnFail: options.abortOnFail === true,
    workers: wholeOption('--workers', options.workers, [1, options.queue === undefined ? 64 : workersMax]),
    queue: options.queue,
    telemetry: {
      otlp: collectorOf('--otlp', options.otlp, 'metrics'),
      otlpTraces: collectorOf('--otlp-traces', options.otlpTraces, 'traces'),
      prometheusPort: portOf('--prometheus', options.prometheus),
      pagePort: portOf('--page', options.page),
    },
  };
}

/** The call that repeats the load, under a new namespace. */
function wordsOf(scenario: string, options: LoadCommandOptions): string[] {
  const words = [scenario, '--target', options.target];
  const add = (name: string, value: string | undefined): void => {
    if (value !== undefined) words.push(name, value);
  };
  add('--speed', options.speed);
  add('--duration', options.duration);
  add('--budget-usdc', options.budgetUsdc);
  add('--budget-requests', options.budgetRequests);
  if (options.workers !== '1') words.push('--workers', options.workers);
  add('--queue', options.queue === undefined ? undefined : shownAddress(options.queue));
  add('--otlp', options.otlp);
  add('--otlp-traces', options.otlpTraces);
  add('--trace-share', options.traceShare);
  add('--prometheus', options.prometheus);
  add('--page', options.page);
  add('--seed', options.seed);
  add('--profile', options.profile);
  for (const [name, value] of Object.entries(options.set)) add('--set', `${name}=${value}`);
  for (const text of options.with) add('--with', text);
  if (options.abortOnFail === true) words.push('--abort-on-fail');
  if (options.traceparent === true) words.push('--traceparent');
  return words;
}

function speedOf({ speed }: LoadCommandOptions): number | undefined {
  if (speed === undefined) return undefined;
  const factor = parseSpeed(speed);
  if (typeof factor === 'number') return factor;
  throw new CallMistake(`--speed ${speed}: expected a factor such as 60x`);
}

function collectorOf(option: string, url: string | undefined, what: string): string | undefined {
  if (url === undefined) return undefined;
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol === 'http:' || protocol === 'https:') return url;
  throw new CallMistake(`${option} ${url}: expected an address such as http://127.0.0.1:4318/v1/${what}`);
}

/** Undefined where no traceparent is sent. */
function traceShareOf({ traceparent, otlpTraces, traceShare }: LoadCommandOptions): number | undefined {
  if (traceShare === undefined) return traceparent === true || otlpTraces !== undefined ? 1 : undefined;
  const share = Number(traceShare);
  if (/^[0-9.]+$/.test(traceShare) && share >= 0 && share <= 1) return share;
  throw new CallMistake(`--trace-share ${traceShare}: expected a share from 0 to 1, such as 0.1`);
}

const portOf = (option: string, port: string | undefined): number | undefined =>
  port === undefined ? undefined : wholeOption(option, port, [1, 65_535]);

function budgetOf({ budgetUsdc, budgetRequests }: LoadCommandOptions): SpendingLimits {
  const micros = budgetUsdc === undefined ? undefined : parseUsdc(budgetUsdc);
  if (budgetUsdc !== undefined && micros === undefined)
    throw new CallMistake(`--budget-usdc ${budgetUsdc}: expected an amount of USDC such as 2.00`);
  const requests =
    budgetRequests === undefined ? undefined : wholeOption('--budget-requests', budgetRequests, [0, 1e9]);
  return { micros, requests };
}
