/**
 * What a project that installed Orrery imports: behaviours and their parameters, distributions, answers, instants.
 * @module orrery-sim
 */
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
export type { Agent } from './simulation/population/agent.ts';
export type { RequestOptions } from './simulation/population/request-options.ts';
export type { Answer } from './simulation/population/answer.ts';
export { formatInstant, parseInstant } from './core/base/time.ts';
// The functions of `orrery-sim/api` that scenarios and their tests use.
export {
  audit,
  check,
  createWorld,
  runScenario,
  type Audit,
  type AuditResult,
  type BranchComparisonResult,
  type PartedRequest,
  type CallOptions,
  type Check,
  type CheckResult,
  type CreateWorld,
  type Expectations,
  type InhabitedWorld,
  type OwnWorld,
  type PolicyChoices,
  type Response,
  type RunResult,
  type RunScenario,
  type RunSummary,
  type ScenarioObject,
  type JoiningAgents,
  type WorldAgent,
  type WorldAgents,
  type WorldPoint,
} from './api.ts';
