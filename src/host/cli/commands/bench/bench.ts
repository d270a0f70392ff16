/** `orrery bench`: what live endpoints can take, found in the open, and held against an earlier bench. */
import { ownCall } from '../../../../core/base/own-call.ts';
import { join } from 'node:path';
import { shellWord } from '../../../../core/base/shell-word.ts';
import type { Arrivals } from '../../../../live/traffic/bench/arrivals.ts';
import { compareWith, type ComparedBaseline } from '../../../../live/traffic/bench/baseline.ts';
import type { BenchResult, BenchShape } from '../../../../live/traffic/bench/result.ts';
import { benchText } from '../../../../live/traffic/bench/text.ts';
import { refusalOf } from '../../../../live/traffic/target/permit.ts';
import { writeBench } from '../../../app/bench/bench-folder.ts';
import type { LoadOptions } from '../../../app/bench/load-options.ts';
import { runBench, type BenchPlan } from '../../../app/bench/run-bench.ts';
import { loadTarget } from '../../../app/files/target-file.ts';
import { jsonIn } from '../../../app/files/text-file.ts';
import { CallMistake, exitCode } from '../../../app/process/exit.ts';
import { wallOption, wholeOption } from '../../options/option-values.ts';
import { say, sayJson } from '../../output/output.ts';

/** The options as text from the command line; commander has checked `shape` and `arrivals` alone. */
export interface BenchOptions extends LoadOptions {
  target: string;
  shape: BenchShape;
  arrivals: Arrivals;
  rate: string;
  connections: string;
  step: string;
  fromRate: string;
  toRate: string;
  p99: string;
  failed: string;
  repeats: string;
  baseline?: string;
  tolerance: string;
  out?: string;
  json?: boolean;
  quiet?: boolean;
}

const rateMax = 1e7;

/**
 * Resolves with 1 where a limit was broken or a rate fell below the baseline. Throws `CallMistake` for wrong
 * options before anything is sent.
 */
export async function benchCommand(options: BenchOptions): Promise<number> {
  const target = loadTarget(options.target);
  const refusal = refusalOf(target, 'GET');
  if (refusal !== undefined) throw new CallMistake(refusal);
  const before = options.baseline === undefined ? undefined : baselineIn(options.baseline);
  const tolerance = numberOf('--tolerance', options.tolerance, 1);
  // What is wrong with the numbers is said before anything is registered or sent.
  const { result, measures } = await runBench(target, planOf(options), options);
  const baseline =
    before === undefined ? null : compareWith(result, before, { file: options.baseline ?? '', tolerance });
  const compared: BenchResult = {
    ...result,
    baseline,
    ok: result.ok && (baseline === null || baseline.worse.length === 0),
  };
  if (options.out !== undefined)
    writeBench({ result: compared, measures, seed: options.seed, command: commandOf(options) }, options.out);
  if (options.json === true) sayJson(compared);
  else if (options.quiet !== true) say(benchText(compared) + reportLine(options.out));
  return compared.ok ? exitCode.held : exitCode.failed;
}

const reportLine = (folder: string | undefined): string =>
  folder === undefined ? '' : `report: ${join(folder, 'report.html')}\n`;

/** Options that a shape or a kind of load does not have. */
const foreignOptions: Readonly<Record<BenchShape, readonly string[]>> = {
  saturation: ['rate', 'connections'],
  constant: ['connections', 'fromRate', 'toRate'],
  closed: ['rate', 'arrivals', 'fromRate', 'toRate'],
};

/** The call without what only shows or keeps its result. Values of headers may be secrets, and stand as `...`. */
function commandOf(options: BenchOptions): string {
  const { json: _json, quiet: _quiet, out: _out, header, ...values } = options;
  const left = new Set([
    ...foreignOptions[options.shape],
    ...(options.request === undefined ? ['seed'] : []),
    ...(options.keys !== undefined || options.path !== undefined ? ['agents'] : []),
    ...(options.baseline === undefined ? ['tolerance'] : []),
  ]);
  const named = Object.entries(values).filter(([name]) => !left.has(name));
  const words = named.flatMap(([name, value]) => [
    `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    value,
  ]);
  const headers = header.flatMap((text) => ['--header', `${text.split(':')[0]}: ...`]);
  return `${ownCall} bench ${[...words, ...headers].map(shellWord).join(' ')}`;
}

function planOf(options: BenchOptions): BenchPlan {
  const plan = readPlan(options);
  const { shape, fromPerSecond, toPerSecond, stepMs } = plan;
  if (shape === 'closed') return plan;
  if (shape === 'saturation' && fromPerSecond > toPerSecond)
    throw new CallMistake(
      `--to-rate ${options.toRate} is below --from-rate ${options.fromRate}; expected at least that`,
    );
  const [option, rate] = shape === 'constant' ? ['--rate', options.rate] : ['--from-rate', options.fromRate];
  if ((Number(rate) * stepMs) / 1000 >= requestsMin) return plan;
  throw new CallMistake(
    `--step ${options.step}: at ${option} ${rate} it has fewer than ${requestsMin} requests, and its first tenth is not measured; expected a longer step or a higher rate`,
  );
}

/** The first request of a step is warm-up. */
const requestsMin = 2;

function readPlan(options: BenchOptions): BenchPlan {
  return {
    shape: options.shape,
    arrivals: options.arrivals,
    stepMs: wallOption('--step', options.step, { leastMs: 1 }),
    limits: {
      p99MsMax: wallOption('--p99', options.p99, { leastMs: 1 }),
      failedMax: numberOf('--failed', options.failed, 1),
    },
    repeats: wholeOption('--repeats', options.repeats, [1, 100]),
    requestsPerSecond: rateOf('--rate', options.rate),
    connections: wholeOption('--connections', options.connections, [1, 10_000]),
    fromPerSecond: rateOf('--from-rate', options.fromRate),
    toPerSecond: rateOf('--to-rate', options.toRate),
  };
}

function numberOf(option: string, text: string, most: number): number {
  const value = /^\d{1,8}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 0 && value <= most) return value;
  throw new CallMistake(`${option} ${text}: expected a number from 0 to ${most}`);
}

function rateOf(option: string, text: string): number {
  const rate = /^\d{1,8}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (rate > 0 && rate <= rateMax) return rate;
  throw new CallMistake(`${option} ${text}: expected a rate above 0, at most ${rateMax}`);
}

function baselineIn(file: string): ComparedBaseline {
  const value = jsonIn(file, 'a bench.json');
  if (!isCompared(value))
    throw new CallMistake(`--baseline ${file}: this is no result of a bench; expected a bench.json`);
  return value;
}

function isCompared(value: unknown): value is ComparedBaseline {
  if (typeof value !== 'object' || value === null) return false;
  const { highestPerSecond, perSecond, p99Ms } = value as Readonly<Record<string, unknown>>;
  const isRate = highestPerSecond === null || typeof highestPerSecond === 'number';
  return isRate && isIntervalOrNull(perSecond) && isIntervalOrNull(p99Ms);
}

function isIntervalOrNull(value: unknown): boolean {
  if (typeof value !== 'object') return false;
  if (value === null) return true;
  const { mean, low, high } = value as Readonly<Record<string, unknown>>;
  return [mean, low, high].every((part) => typeof part === 'number');
}
