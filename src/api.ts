/** `orrery/api`: what the command line does, as functions: options in, result out, nothing printed. */
export { createWorld, type CallOptions, type CreateWorld, type OwnWorld } from './host/app/create-world.ts';
export type { Audit, AuditResult } from './host/app/audit/audit.ts';
export type { Check, CheckResult } from './host/app/check/check.ts';
export type { ReplayTrace } from './host/app/replay/replay.ts';
export type { RunScenario } from './host/app/run/run-scenario.ts';
export { audit, check, replay, runScenario } from './host/app/commands.ts';
export type { Response } from './core/http/message.ts';
export type { ReplayResult } from './live/traffic/replay/result-schema.ts';
export type { RunResult, RunSummary } from './simulation/scenario/result.ts';
