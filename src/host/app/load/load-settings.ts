/** What a load is called with, as text: another process can be started with the same. */
import type { Profile } from '../../../core/base/profile.ts';
import type { SpendingLimits } from '../../../live/traffic/target/bounds.ts';
import type { LoadCall, WorkerShare } from '../../../live/load/load-call.ts';
import { shareOf } from '../../../live/traffic/target/budget.ts';
import { loadScenario } from '../../../simulation/scenario/load.ts';
import { isArrivalShape, type LoadPlan } from '../../../simulation/scenario/load-shape.ts';
import type { ScenarioSetting } from '../../../simulation/scenario/scenario.ts';
import { certificatesOf, loadTarget } from '../files/target-file.ts';
import { CallMistake } from '../process/exit.ts';
import { routesByPath } from '../record/route-names.ts';
import { scenarioHost } from '../run/scenario-host.ts';

/** The most workers of one load over a queue. */
export const workersMax = 1_024;

/** One load as data. Files are read again by each process. */
export interface LoadSettings {
  readonly scenario: string;
  readonly target: string;
  readonly seed: string | undefined;
  readonly profile: Profile | undefined;
  readonly policies: Readonly<Record<string, string>>;
  readonly values: readonly ScenarioSetting[];
  readonly speed: number | undefined;
  readonly durationMs: number | undefined;
  readonly namespace: string;
  /** Bounds beside those of the target file; the lower one holds. */
  readonly budget: SpendingLimits;
  /** The share of requests whose trace is sampled; undefined to send no traceparent. */
  readonly traceShare: number | undefined;
  readonly abortsOnFail: boolean;
  /** Where live figures go. */
  readonly telemetry: TelemetryTargets;
  /** Processes that share the agents, from 1. */
  readonly workers: number;
  /** The address of a Redis through which the workers come; undefined for processes of this machine. */
  readonly queue: string | undefined;
  /** A constant level, arrivals a second or agents, in place of the stages of the scenario. */
  readonly step?: { readonly level: number; readonly stepMs: number };
}

/** Streams of live figures; undefined for none. */
export interface TelemetryTargets {
  /** The address for OTLP/HTTP, such as `http://127.0.0.1:4318/v1/metrics`. */
  readonly otlp: string | undefined;
  /** The address for spans over OTLP/HTTP, such as `http://127.0.0.1:4318/v1/traces`; each process sends its own. */
  readonly otlpTraces?: string | undefined;
  /** A port of loopback that answers `GET /metrics`. */
  readonly prometheusPort: number | undefined;
  /** A port of loopback that has a page with live charts. */
  readonly pagePort?: number | undefined;
}

/** All agents in one process. */
export const wholeShare: WorkerShare = { index: 0, count: 1 };

/** Reads scenario and target. Throws `FileMistake` and `CallMistake` before anything is sent. */
export async function loadCallOf(options: LoadSettings, share = wholeShare): Promise<LoadCall> {
  const { seed, profile, policies, values, speed, durationMs, namespace, traceShare } = options;
  const whole = loadTarget(options.target);
  const read = await loadScenario(options.scenario, scenarioHost, { seed, profile, policies, values });
  const load = read.load && stepped(read.load, options.step);
  if (load !== undefined && read.groups.every(({ behaviour }) => behaviour.name === 'scripted'))
    throw new CallMistake(
      `${options.scenario}: load needs agents with a behaviour; expected a population, or no load`,
    );
  const abortsOnFail = options.abortsOnFail || load?.abortsOnFail === true;
  const scenario = load === undefined ? read : { ...read, load: { ...load, abortsOnFail } };
  const routeOf = routesByPath();
  return {
    scenario,
    target: {
      ...whole,
      requestsPerSecondMax: whole.requestsPerSecondMax / share.count,
      connectionsMax: Math.max(1, Math.floor(whole.connectionsMax / share.count)),
    },
    ca: certificatesOf(whole),
    speed,
    durationMs,
    namespace,
    budget: shareOf(lower(options.budget, whole.budget), share),
    tracing: traceShare === undefined ? undefined : { share: traceShare },
    callOf: (method, path) => routeOf(method, path)?.call ?? '',
    share,
  };
}

/** One step of a search: the shape stays open or closed loop. */
function stepped(load: LoadPlan, step: LoadSettings['step']): LoadPlan {
  if (step === undefined) return load;
  const { level, stepMs } = step;
  const shape = isArrivalShape(load.shape) ? 'constant-arrival-rate' : 'constant-agents';
  return { ...load, shape, from: level, stages: [{ lengthMs: stepMs, to: level }], abortsOnFail: false };
}

const lower = (one: SpendingLimits, other: SpendingLimits): SpendingLimits => ({
  micros: least(one.micros, other.micros),
  requests: least(one.requests, other.requests),
});

const least = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
