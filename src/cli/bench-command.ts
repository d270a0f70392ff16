/** `orrery bench`: the highest rate at which a live endpoint still keeps its thresholds, found in the open. */
import { parseDuration } from '../base/time.ts';
import { Saturation, type BenchCall, type BenchResult } from '../traffic/bench/saturation.ts';
import { serviceOf } from '../traffic/plan/plan.ts';
import { Forbidden, refusalOf } from '../traffic/target/permit.ts';
import { PinnedAddresses } from '../traffic/target/pinned-addresses.ts';
import { pathPartOf, type Target } from '../traffic/target/target.ts';
import { CallMistake, exitCode } from './exit.ts';
import { certificatesOf, loadTarget } from './target-file.ts';

export interface BenchOptions {
  target: string;
  path: string;
  header: string[];
  step: string;
  fromRate: string;
  toRate: string;
  p99: string;
  failed: string;
  repeats: string;
  json?: boolean;
}

export async function benchCommand(options: BenchOptions): Promise<number> {
  const target = loadTarget(options.target);
  const refusal = refusalOf(target, 'GET');
  if (refusal !== undefined) throw new CallMistake(refusal);
  const saturation = new Saturation(await callOf(target, options));
  const stop = (): void => saturation.stop();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const result = await saturation.run();
  process.off('SIGINT', stop);
  process.off('SIGTERM', stop);
  process.stdout.write(options.json === true ? `${JSON.stringify(result)}\n` : benchText(result));
  return result.ok ? exitCode.held : exitCode.failed;
}

async function callOf(target: Target, options: BenchOptions): Promise<BenchCall> {
  const service = serviceOf(options.path);
  const address = service === undefined ? undefined : target.services.get(service);
  if (service === undefined || address === undefined) {
    throw new CallMistake(
      `--path ${options.path}: expected a path of a service in ${target.file}, such as /faucet/status`,
    );
  }
  const pinned = await PinnedAddresses.resolve(target).catch((error: unknown) => {
    throw error instanceof Forbidden ? new CallMistake(error.message) : error;
  });
  const { isTls, host, port } = address;
  const ca = certificatesOf(target);
  return {
    target,
    address,
    place: { isTls, host, port, address: pinned.addressOf(host), ca },
    path: options.path.slice(pathPartOf(service).length + 1),
    headers: Object.fromEntries(options.header.map(headerOf)),
    stepMs: durationOf('--step', options.step),
    fromPerSecond: numberOf('--from-rate', options.fromRate, 1e7),
    toPerSecond: numberOf('--to-rate', options.toRate, 1e7),
    p99MsMax: durationOf('--p99', options.p99),
    failedMax: numberOf('--failed', options.failed, 1),
    repeats: Math.round(numberOf('--repeats', options.repeats, 100)),
  };
}

function headerOf(text: string): [string, string] {
  const colon = text.indexOf(':');
  if (colon > 0) return [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()];
  throw new CallMistake(`--header ${text}: expected NAME: VALUE`);
}

function durationOf(option: string, text: string): number {
  const ms = parseDuration(text);
  if (ms !== undefined && ms > 0) return ms;
  throw new CallMistake(`${option} ${text}: expected a duration such as 200ms or 5s`);
}

function numberOf(option: string, text: string, most: number): number {
  const value = /^\d{1,8}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 0 && value <= most) return value;
  throw new CallMistake(`${option} ${text}: expected a number up to ${most}`);
}

function benchText({ steps, highestPerSecond, p99Ms, limitedBy }: BenchResult): string {
  const lines = steps.map(
    ({ offeredPerSecond, achievedPerSecond, responseMs, failed, voidReason, holds }) => {
      const figures = `p50 ${responseMs.p50.toFixed(2)}  p99 ${responseMs.p99.toFixed(2)} ms  failed ${failed}`;
      const outcome = voidReason === null ? (holds ? 'holds' : 'BREAKS') : `VOID: ${voidReason}`;
      return `${Math.round(offeredPerSecond)} a second offered, ${Math.round(achievedPerSecond)} achieved  ${figures}  ${outcome}`;
    },
  );
  const highest = highestPerSecond === null ? 'none' : `${Math.round(highestPerSecond)} a second`;
  const bounds =
    p99Ms === null
      ? ''
      : `, p99 ${p99Ms.mean.toFixed(2)} ms (95%: ${p99Ms.low.toFixed(2)} to ${p99Ms.high.toFixed(2)})`;
  return `${lines.join('\n')}\nhighest rate that holds: ${highest}${bounds}; limited by the ${limitedBy}\n`;
}
