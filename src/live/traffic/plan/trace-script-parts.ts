/** The options of the script of a replay. */
import type { TraceReader } from '../../../simulation/trace/reader.ts';
import type { NoiseMask } from '../compare/explain.ts';
import type { SpendingLimits } from '../target/bounds.ts';
import type { CallOf } from '../target/spending.ts';
import type { ServiceAddress, Target } from '../target/target.ts';
import type { Plan } from './plan.ts';
import type { Schedule } from './schedule.ts';

/** What a script needs; it closes `reader` at the end of the trace. */
export interface TraceScriptParts {
  readonly reader: TraceReader;
  readonly plan: Plan;
  readonly target: Target;
  readonly schedule: Schedule;
  readonly endpoints: EndpointIndex;
  readonly mask: NoiseMask;
  /** False to leave out the time between the requests of a session. */
  readonly keepsThinkTime: boolean;
  /** True to keep the order between sessions that a trace of real clients has: requests then wait for others, and times say nothing. */
  readonly keepsOrder: boolean;
  /** True to send agents' virtual IP addresses along: only to a target on this machine. */
  readonly sendsAddresses: boolean;
  /** The sessions to send; all unless given. */
  readonly only: ReadonlySet<number> | undefined;
  /** Requests due before this, in wall milliseconds after the start, are not measured. */
  readonly warmUpMs: number;
  /** True if the target injects the faults of the recording. */
  readonly hasFaults: boolean;
  /** The longest time that one session waits for rate limits, in wall milliseconds. */
  readonly limitWaitMs: number;
  /** What requests that are sent again may take from the budget. */
  readonly spare: SpendingLimits;
  /** Undefined to believe the trace. */
  readonly callOf: CallOf | undefined;
}

/** Maps the address of a service to the index of the engine's endpoint. */
export interface EndpointIndex {
  readonly indexOf: (address: ServiceAddress) => number;
}
