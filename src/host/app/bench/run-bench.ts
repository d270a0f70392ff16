/** What live endpoints can take, found in the open. */
import { ClosedLoop } from '../../../live/traffic/bench/closed-loop.ts';
import { ConstantRate } from '../../../live/traffic/bench/constant.ts';
import type { Load } from '../../../live/traffic/bench/load.ts';
import type { BenchFigures, BenchResult, BenchShape } from '../../../live/traffic/bench/result.ts';
import { Saturation } from '../../../live/traffic/bench/saturation.ts';
import { notesOf, withNotes } from '../../../live/traffic/http/endpoint.ts';
import { Forbidden } from '../../../live/traffic/target/permit.ts';
import { PinnedAddresses } from '../../../live/traffic/target/pinned-addresses.ts';
import type { Target } from '../../../live/traffic/target/target.ts';
import { commandContext } from '../process/command-context.ts';
import { CallMistake } from '../process/exit.ts';
import { benchLoad, type LoadOptions } from './bench-load.ts';

/** The shape of a bench and its limits. Rates are requests per wall second, `stepMs` is the length of one step. */
export interface BenchPlan {
  readonly shape: BenchShape;
  readonly stepMs: number;
  readonly repeats: number;
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
}

/** A signal ends it early; the result says so. Throws `CallMistake` where the target file does not allow what is needed. */
export async function runBench(
  target: Target,
  plan: BenchPlan,
  options: LoadOptions,
): Promise<Omit<BenchResult, 'baseline'>> {
  try {
    const pinned = await PinnedAddresses.resolve(target);
    const { load, path, mix } = await benchLoad(target, pinned, options);
    const sending = sendingOf(target, load, plan);
    const over = commandContext.onInterrupt(() => sending.stop());
    const figures = await sending.run().finally(over);
    return { target: target.name, path, mix, ...figures, ...withNotes(notesOf(load.endpoints)) };
  } catch (error) {
    throw error instanceof Forbidden ? new CallMistake(error.message) : error;
  }
}

function sendingOf(target: Target, load: Load, plan: BenchPlan): Sending {
  const { stepMs, limits, repeats, requestsPerSecond, connections, fromPerSecond, toPerSecond } = plan;
  const common = { target, load, stepMs, limits };
  if (plan.shape === 'closed') return new ClosedLoop({ ...common, connections, repeats });
  if (plan.shape === 'constant') return new ConstantRate({ ...common, requestsPerSecond }, repeats);
  return new Saturation({ ...common, fromPerSecond, toPerSecond, repeats });
}
