/**
 * `orrery-sim/api`: what the command line does, as functions: options in, result out, nothing printed.
 * @module orrery-sim/api
 */
export { createWorld } from './host/app/create-world.ts';
export type {
  BranchComparisonResult,
  PartedRequest,
  CallOptions,
  CreateWorld,
  InhabitedWorld,
  OwnWorld,
  JoiningAgents,
  WorldAgent,
  WorldAgents,
  WorldPoint,
} from './host/app/own-world.ts';
export type { Audit, AuditResult } from './host/app/audit/audit.ts';
export type { Check, CheckResult } from './host/app/check/check.ts';
export type { LoadScenario } from './host/app/load/load.ts';
export type { ReplayTrace } from './host/app/replay/replay.ts';
export type { RunScenario } from './host/app/run/loaded-scenario.ts';
export { audit, check, load, replay, runScenario } from './host/app/commands.ts';
export type { Response } from './core/http/message.ts';
export type { LoadResult } from './live/load/result-schema.ts';
export type { ReplayResult } from './live/traffic/replay/result-schema.ts';
export type { PolicyChoices } from './core/policy/policies.ts';
export type { Expectations, ScenarioObject } from './simulation/scenario/scenario-object.ts';
export type { RunResult, RunSummary } from './simulation/scenario/result.ts';
