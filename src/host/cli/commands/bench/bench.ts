/** `orrery bench`: what live endpoints can take, found in the open, and held against an earlier bench. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { disarmed } from '../../../../core/base/plain-text.ts';
import { compareWith, type Compared } from '../../../../live/traffic/bench/baseline.ts';
import { ClosedLoop } from '../../../../live/traffic/bench/closed-loop.ts';
import { ConstantRate } from '../../../../live/traffic/bench/constant.ts';
import type { Load } from '../../../../live/traffic/bench/load.ts';
import type { BenchFigures, BenchResult, BenchShape } from '../../../../live/traffic/bench/result.ts';
import { Saturation } from '../../../../live/traffic/bench/saturation.ts';
import { benchText } from '../../../../live/traffic/bench/text.ts';
import { Forbidden, refusalOf } from '../../../../live/traffic/target/permit.ts';
import { PinnedAddresses } from '../../../../live/traffic/target/pinned-addresses.ts';
import type { Target } from '../../../../live/traffic/target/target.ts';
import { benchLoad, type LoadOptions } from '../../../app/bench-load.ts';
import { commandContext } from '../../../app/command-context.ts';
import { CallMistake, exitCode } from '../../../app/exit.ts';
import { wallOption, wholeOption } from '../../options/option-values.ts';
import { loadTarget } from '../../../app/target-file.ts';
import { say, sayJson } from '../../output/output.ts';
import { jsonIn } from '../../../app/text-file.ts';

export interface BenchOptions extends LoadOptions {
  target: string;
  shape: BenchShape;
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

/** Whatever sends, until it is over or told to stop. */
interface Sending {
  run(): Promise<BenchFigures>;
  stop(): void;
}

const rateMax = 1e7;

export async function benchCommand(options: BenchOptions): Promise<number> {
  const target = loadTarget(options.target);
  const refusal = refusalOf(target, 'GET');
  if (refusal !== undefined) throw new CallMistake(refusal);
  const before = options.baseline === undefined ? undefined : baselineIn(options.baseline);
  const tolerance = numberOf('--tolerance', options.tolerance, 1);
  const result = await measured(target, options).catch((error: unknown) => {
    throw error instanceof Forbidden ? new CallMistake(error.message) : error;
  });
  const baseline =
    before === undefined ? null : compareWith(result, before, { file: options.baseline ?? '', tolerance });
  const compared: BenchResult = {
    ...result,
    baseline,
    ok: result.ok && (baseline === null || baseline.worse.length === 0),
  };
  if (options.out !== undefined) keep(compared, options.out);
  if (options.json === true) sayJson(compared);
  else if (options.quiet !== true) say(benchText(compared));
  return compared.ok ? exitCode.held : exitCode.failed;
}

async function measured(target: Target, options: BenchOptions): Promise<Omit<BenchResult, 'baseline'>> {
  const pinned = await PinnedAddresses.resolve(target);
  // What is wrong with the numbers is said before anything is registered or sent.
  sendingOf(target, emptyLoad, {
    ...options,
    shape: options.shape === 'closed' ? 'constant' : options.shape,
  });
  const { load, path, mix } = await benchLoad(target, pinned, options);
  const sending = sendingOf(target, load, options);
  const over = commandContext.onInterrupt(() => sending.stop());
  const figures = await sending.run().finally(over);
  return { target: target.name, path, mix, ...figures };
}

const emptyLoad: Load = { places: [], messages: [], pick: () => 0 };

function sendingOf(target: Target, load: Load, options: BenchOptions): Sending {
  const common = {
    target,
    load,
    stepMs: wallOption('--step', options.step, { leastMs: 1 }),
    limits: {
      p99MsMax: wallOption('--p99', options.p99, { leastMs: 1 }),
      failedMax: numberOf('--failed', options.failed, 1),
    },
  };
  const repeats = wholeOption('--repeats', options.repeats, [1, 100]);
  const requestsPerSecond = rateOf('--rate', options.rate);
  const connections = wholeOption('--connections', options.connections, [1, 10_000]);
  const fromPerSecond = rateOf('--from-rate', options.fromRate);
  const toPerSecond = rateOf('--to-rate', options.toRate);
  if (options.shape === 'closed') return new ClosedLoop({ ...common, connections, repeats });
  if (options.shape === 'constant') return new ConstantRate({ ...common, requestsPerSecond }, repeats);
  return new Saturation({ ...common, fromPerSecond, toPerSecond, repeats });
}

function numberOf(option: string, text: string, most: number): number {
  const value = /^\d{1,8}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 0 && value <= most) return value;
  throw new CallMistake(`${option} ${text}: expected a number up to ${most}`);
}

function rateOf(option: string, text: string): number {
  const rate = numberOf(option, text, rateMax);
  if (rate > 0) return rate;
  throw new CallMistake(`${option} ${text}: expected a rate above 0`);
}

function baselineIn(file: string): Compared {
  const value = jsonIn(file, 'a bench.json');
  if (!isCompared(value))
    throw new CallMistake(`--baseline ${file}: this is no result of a bench; expected a bench.json`);
  return value;
}

function isCompared(value: unknown): value is Compared {
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

function keep(result: BenchResult, folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'bench.json'), `${disarmed(JSON.stringify(result, null, 2))}\n`);
}
