/** `orrery load` as a function: a scenario's agents as virtual users against a live deployment. */
import type { LoadResult } from '../../../live/load/result-schema.ts';
import { newNamespace } from '../process/namespace.ts';
import { parseDuration, type DurationMs } from '../../../core/base/time.ts';
import { runLoad } from './run-load.ts';

/** A load's inputs. A scenario or target file that cannot be used is refused before anything is sent. */
export interface LoadScenario {
  /** A scenario file; its `load` says how many agents act, and when. */
  readonly scenario: string;
  /** A target file: where to send requests, and what may be done there. No other host is contacted. */
  readonly target: string;
  /** How much faster than the wall clock agents live; the speed of the target's clock unless given. */
  readonly speed?: number;
  /** Wall time after which no agent acts, such as `10m`. */
  readonly duration?: string;
  readonly seed?: string;
  /** Part of every name that the load brings to the target; drawn at random unless given. */
  readonly namespace?: string;
  /** Bounds beside those of the target file: micro-USDC and requests. */
  readonly budget?: { readonly micros?: number; readonly requests?: number };
}

/** Throws an `Error` with one clear line for a file, a duration or a speed that is wrong. */
export async function load(options: LoadScenario): Promise<LoadResult> {
  const { scenario, target, speed, duration, seed, namespace = newNamespace(), budget = {} } = options;
  if (speed !== undefined && !(speed > 0 && Number.isFinite(speed)))
    throw new Error(`speed is ${speed}; expected a number above 0`);
  const { result } = await runLoad(
    {
      scenario,
      target,
      seed,
      profile: undefined,
      policies: {},
      values: [],
      speed,
      durationMs: duration === undefined ? undefined : wallTime(duration),
      namespace,
      budget: { micros: budget.micros, requests: budget.requests },
      traceShare: undefined,
      abortsOnFail: false,
      telemetry: { otlp: undefined, prometheusPort: undefined },
      workers: 1,
      queue: undefined,
    },
    () => () => undefined,
  );
  return result;
}

function wallTime(text: string): DurationMs {
  const ms = parseDuration(text);
  if (ms !== undefined && ms > 0) return ms;
  throw new Error(`duration is "${text}"; expected a duration such as 30s or 10m`);
}
