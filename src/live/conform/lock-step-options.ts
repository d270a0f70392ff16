/** The options of one run in lock step, and a request on its way through it. */
import type { Instant } from '../../core/base/time.ts';
import type { Tier } from '../../core/http/limits/published-limits.ts';
import type { Response } from '../../core/http/message.ts';
import type { Process } from '../../core/kernel/process.ts';
import type { RequestEffect } from '../../simulation/population/agent-effects.ts';
import type { Agent } from '../../simulation/population/agent.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import type { Difference } from '../traffic/compare/difference.ts';
import type { CompareRules } from '../traffic/compare/rules.ts';
import type { Namespace } from '../traffic/correlation/namespace.ts';
import type { EncodedRequest } from './encoded-request.ts';
import type { FieldNames } from '../traffic/names/field-names.ts';
import type { LearnedNames } from '../traffic/names/learned-names.ts';
import type { Exchange } from './exchange.ts';
import type { LiveAnswer } from './live-client.ts';
import type { KeyedRegistrations } from './keyed-registrations.ts';
import type { TargetDriver } from './target-driver.ts';

/** One lock-step run. The scenario builds the model's world and its agents. */
export interface LockStepOptions {
  readonly scenario: Scenario;
  readonly driver: TargetDriver;
  /** The IP address of all requests in the model, unless each agent sends its own. */
  readonly ip?: string | undefined;
  /** Fields whose differences are dropped, such as `/message`. */
  readonly ignored?: ReadonlySet<string>;
  /** True to end the run after this exchange. */
  readonly isEnough?: (exchange: Exchange) => boolean;
  /** True for a field in which the target does not repeat itself. */
  readonly isNoise?: (call: string, difference: Difference) => boolean;
  /** The tier of the target's accounts; free unless given. */
  readonly tier?: Tier | undefined;
  /** The names of this run; undefined for a sandbox, which begins empty. */
  readonly names?: Namespace | undefined;
  readonly rules?: CompareRules;
  /** What the target calls fields that the documents do not name. */
  readonly fieldNames?: FieldNames | undefined;
  /** Is given both answers of every exchange; undefined to learn nothing. */
  readonly learned?: LearnedNames | undefined;
  /** Accounts that stand for registrations; undefined to send them. */
  readonly accounts?: KeyedRegistrations | undefined;
}

/** A request that an agent waits for. */
export interface PendingRequest {
  readonly process: Process;
  readonly agent: Agent;
  readonly request: RequestEffect;
}

/** An exchange before the model has answered. */
export interface AskedRequest {
  readonly n: number;
  readonly atMs: Instant;
  readonly agent: Agent;
  readonly request: RequestEffect;
  readonly encoded: EncodedRequest;
  readonly live: LiveAnswer;
  readonly registered: Registered | undefined;
}

/** A registration that the model has been asked first; `live` is the answer of an account that stands for it. */
export interface Registered {
  readonly model: Response;
  readonly live: LiveAnswer | undefined;
}
