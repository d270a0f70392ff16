/** What a project that installed Orrery imports: behaviours and their parameters, distributions, answers, instants. */
export { defineAgent, type Behaviour, type Definition } from './simulation/population/define-agent.ts';
export {
  choice,
  duration,
  integer,
  number,
  probability,
  text,
  usdc,
  type Parameter,
} from './simulation/population/parameters.ts';
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
} from './core/kernel/distributions.ts';
export type { Agent, RequestOptions } from './simulation/population/agent.ts';
export type { Answer } from './simulation/population/answer.ts';
export { formatInstant, parseInstant } from './core/base/time.ts';
export { createWorld, type CallOptions, type CreateWorld, type OwnWorld } from './host/app/create-world.ts';
export type { Response } from './core/http/message.ts';
export type { RunResult, RunSummary } from './simulation/scenario/result.ts';
export type { Audit, AuditResult } from './host/app/audit/audit.ts';
export type { Check, CheckResult } from './host/app/check/check.ts';
export type { RunScenario } from './host/app/run/run-scenario.ts';
export { audit, check, runScenario } from './host/app/commands.ts';
