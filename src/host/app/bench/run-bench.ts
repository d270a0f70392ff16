/** What live endpoints can take, found in the open. */
import { formatUsdc } from '../../../core/base/money.ts';
import type { Arrivals } from '../../../live/traffic/bench/arrivals.ts';
import { ConstantRate } from '../../../live/traffic/bench/constant.ts';
import type { Load } from '../../../live/traffic/bench/load.ts';
import type { BenchFigures, BenchResult, BenchShape } from '../../../live/traffic/bench/result.ts';
import { Saturation } from '../../../live/traffic/bench/saturation.ts';
import type { StepsCall } from '../../../live/traffic/bench/steps.ts';
import type { MetricResult } from '../../../simulation/scenario/result.ts';
import { notesOf, withNotes } from '../../../live/traffic/http/endpoint.ts';
import { Budget } from '../../../live/traffic/target/budget.ts';
import { Forbidden } from '../../../live/traffic/target/permit.ts';
import { PinnedAddresses } from '../../../live/traffic/target/pinned-addresses.ts';
import type { Target } from '../../../live/traffic/target/target.ts';
import { assertInstalled, withPackages } from '../../packages/optional-package.ts';
import { commandContext } from '../process/command-context.ts';
import { CallMistake } from '../process/exit.ts';
import { benchLoad } from './bench-load.ts';
import { requestsLoad, type RequestsLoad } from './bench-requests.ts';
import type { LoadOptions } from './load-options.ts';

/** The shape of a bench and its limits. Rates are requests per wall second, `stepMs` is the length of one step. */
export interface BenchPlan {
  readonly shape: BenchShape;
  readonly stepMs: number;
  readonly repeats: number;
  /** How requests are spaced; a closed loop does not space them. */
  readonly arrivals: Arrivals;
  /** When a rate counts as held. */
  readonly limits: { readonly p99MsMax: number; readonly failedMax: number };
  /** Of shape `constant`. */
  readonly requestsPerSecond: number;
  /** Of shape `closed`. */
  readonly connections: number;
  /** Of shape `saturation`. */
  readonly fromPerSecond: number;
  readonly toPerSecond: number;
}

/** An engine that sends until its end or until `stop`. */
interface Sending {
  run(): Promise<BenchFigures>;
  stop(): void;
  /** After `run`. */
  readonly measures: readonly MetricResult[];
}

/** A finished bench; `measures` are its figures under the names of a simulated run. */
export interface FinishedBench {
  readonly result: Omit<BenchResult, 'baseline'>;
  readonly measures: readonly MetricResult[];
}

/** A signal ends it early; the result says so. Throws `CallMistake` where the target file does not allow what is needed. */
export async function runBench(
  target: Target,
  plan: BenchPlan,
  options: LoadOptions,
): Promise<FinishedBench> {
  try {
    const pinned = await PinnedAddresses.resolve(target);
    const budget = new Budget(target.budget);
    const { load, sending, ...names } = await sendingOf({ target, pinned, plan, options, budget });
    const over = commandContext.onInterrupt(() => sending.stop());
    if (commandContext.signal.aborted) sending.stop();
    const figures = await sending.run().finally(over);
    const { requests, ...others } = names;
    const { micros, requests: sent } = budget.spent;
    const spent = { usdc: formatUsdc(micros), requests: sent };
    const result = {
      target: target.name,
      ...others,
      ...(requests === undefined ? {} : { requests: { ...requests, spent } }),
      ...figures,
      ...withNotes(notesOf(load.endpoints)),
    };
    return { result, measures: sending.measures };
  } catch (error) {
    throw error instanceof Forbidden ? new CallMistake(error.message) : error;
  }
}

/** What sends, and how the result names it. */
interface Prepared {
  readonly load: Load;
  readonly sending: Sending;
  readonly path: BenchResult['path'];
  readonly mix: BenchResult['mix'];
  readonly requests?: RequestsLoad['requests'];
}

async function sendingOf(parts: {
  target: Target;
  pinned: PinnedAddresses;
  plan: BenchPlan;
  options: LoadOptions;
  budget: Budget;
}): Promise<Prepared> {
  const { target, pinned, plan, options, budget } = parts;
  if (plan.shape === 'closed') assertInstalled('--shape closed');
  const { stepMs, limits, arrivals, repeats } = plan;
  const common = { target, stepMs, limits, arrivals, budget };
  const { request } = options;
  if (request !== undefined) {
    const { load, requests } = await requestsLoad(target, pinned, {
      options: { ...options, request },
      budget,
    });
    return { load, requests, path: null, mix: null, sending: openLoop(plan, { ...common, load }) };
  }
  const reads = await benchLoad(target, pinned, options);
  const { load } = reads;
  if (plan.shape !== 'closed') return { ...reads, sending: openLoop(plan, { ...common, load }) };
  const { connections } = plan;
  const { ClosedLoop } = await withPackages(
    '--shape closed',
    () => import('../../../live/traffic/bench/closed-loop.ts'),
  );
  return { ...reads, sending: new ClosedLoop({ target, stepMs, limits, repeats, load, connections }) };
}

function openLoop(plan: BenchPlan, common: StepsCall): Sending {
  const { repeats, requestsPerSecond, fromPerSecond, toPerSecond } = plan;
  if (plan.shape === 'constant') return new ConstantRate({ ...common, requestsPerSecond }, repeats);
  return new Saturation({ ...common, fromPerSecond, toPerSecond, repeats });
}
