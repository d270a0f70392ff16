/** `orrery replay` as a function: recorded traffic against a live deployment, every response compared with the recorded one. */
import { parseDuration, type DurationMs } from '../../../core/base/time.ts';
import type { Speed } from '../../../live/traffic/plan/schedule.ts';
import { Replay } from '../../../live/traffic/replay/replay.ts';
import { defaultReplay } from '../../../live/traffic/replay/replay-call.ts';
import type { ReplayResult } from '../../../live/traffic/replay/result-schema.ts';
import { certificatesOf, loadTarget } from '../files/target-file.ts';
import { newNamespace } from '../process/namespace.ts';
import { callsBelow } from '../record/route-names.ts';
import { sendReplay } from './send-replay.ts';

/** A replay's inputs. A trace or target file that cannot be used throws `CallMistake` before anything is sent. */
export interface ReplayTrace {
  /** The `trace.ndjson.gz` of a report folder of `orrery record`. */
  readonly trace: string;
  /** A target file: where to send it, and what may be done there. No other host is contacted. */
  readonly target: string;
  /** How much faster than recorded; 1 unless given. */
  readonly speed?: Speed;
  /** `open` unless given. */
  readonly engine?: 'open' | 'autocannon';
  /** Trace time to measure from, such as `2h`; earlier requests are sent immediately. */
  readonly from?: string;
  /** Trace time to stop at. */
  readonly to?: string;
  /** Part of every name that the run brings to a target that keeps its data; drawn at random unless given. */
  readonly namespace?: string;
  /** True to judge answers and leave times alone. */
  readonly answersOnly?: boolean;
}

/** Throws an `Error` with one clear line for a file, a duration or a speed that is wrong. */
export async function replay(options: ReplayTrace): Promise<ReplayResult> {
  const { speed = 1, engine = 'open', from = '0s' } = options;
  if (speed !== 'max' && !(speed > 0 && Number.isFinite(speed)))
    throw new Error(`speed is ${speed}; expected a number above 0, or 'max'`);
  const target = loadTarget(options.target);
  const toMs = options.to === undefined ? Number.POSITIVE_INFINITY : traceTime('to', options.to);
  const call = {
    trace: options.trace,
    target,
    schedule: { speed, rampMs: 0, fromMs: traceTime('from', from), toMs },
    ...defaultReplay,
    answersOnly: options.answersOnly ?? false,
    namespace: options.namespace ?? newNamespace(),
    callOf: callsBelow(target.budget),
    ca: certificatesOf(target),
  };
  const planned = await Replay.plan(call);
  const sending = { engine, threads: 1, machines: 1, k6Binary: 'k6', out: undefined };
  return (await sendReplay(planned, call, sending)).result;
}

function traceTime(name: string, text: string): DurationMs {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  throw new Error(`${name} is "${text}"; expected a duration such as 30s or 2d`);
}
