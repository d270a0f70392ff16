/** What an engine is made of, and the message that it sends for an agent. */
import type { Process } from '../../../core/kernel/process.ts';
import type { RequestEffect } from '../../../simulation/population/agent-effects.ts';
import type { PathTemplates } from '../../traffic/plan/path-templates.ts';
import type { LoadCall, LoadStart } from '../load-call.ts';
import type { LoadMessage } from '../send/load-sender.ts';
import type { TraceContext } from '../send/trace-contexts.ts';
import type { ActingAgent } from './acting-agents.ts';
import type { LoadPace } from './load-pace.ts';

/** What an engine needs. */
export interface EngineParts {
  readonly call: LoadCall;
  readonly templates: PathTemplates;
  readonly start: LoadStart;
  readonly pace: LoadPace;
}

/** One request of an agent. Wall times in milliseconds of `performance.now()`. */
export interface AgentMessage extends LoadMessage {
  readonly process: Process;
  /** Undefined for a single call of the scenario. */
  readonly agent: ActingAgent | undefined;
  readonly behaviour: string;
  readonly request: RequestEffect;
  readonly trace: TraceContext | undefined;
  /** service/style/operation */
  readonly call: string;
  readonly dueMs: number;
  /** On the agents' clock. */
  readonly sentAtMs: number;
}
