/** What a project that installed Orrery imports: behaviours and their parameters, distributions, answers, instants. */
export { defineAgent, type Behaviour, type Definition } from './population/define-agent.ts';
export {
  choice,
  duration,
  integer,
  number,
  probability,
  text,
  usdc,
  type Parameter,
} from './population/parameters.ts';
export {
  chance,
  exponential,
  logNormal,
  normal,
  poisson,
  uniform,
  weighted,
  zipf,
  type Distribution,
} from './kernel/distributions.ts';
export type { Agent, RequestOptions } from './population/agent.ts';
export type { Answer } from './population/answer.ts';
export { formatInstant, parseInstant } from './base/time.ts';
export { createWorld, type CallOptions, type CreateWorld, type OwnWorld } from './library/create-world.ts';
export type { Response } from './http/message.ts';
export type { RunResult, RunSummary } from './scenario/result.ts';
export type { Audit, AuditResult } from './library/audit.ts';
export type { Check, CheckResult } from './library/check.ts';
export type { RunScenario } from './library/run-scenario.ts';
export { audit, check, runScenario } from './library/commands.ts';
