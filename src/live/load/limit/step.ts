/** Judges one load of a search for the limit: does it hold, and if not, who limited it. */
import type { Scenario } from '../../../simulation/scenario/scenario.ts';
import type { LoadResult } from '../result-schema.ts';
import type { LoadLimitStep } from './result.ts';

/** A step holds only if the target answers this share of what was offered. */
const achievedShareMin = 0.99;
/** The first part of a step opens connections and fills the target. */
const warmUpShare = 0.2;
/** The send lag may be this share of the time that is judged. */
const lagShareMax = 0.1;
/** The least lag that counts: a timer of Node is a millisecond or two late. */
const lagMsMin = 10;
/** A wait of ours explains a response time from this share of it on. */
const waitShareMin = 0.5;
/** Service times that grow by this factor show a target without further capacity, however few connections there are. */
const crowdedFactor = 2;

/** What a step is judged by. */
export interface StepContext {
  readonly expectations: Scenario['expectations'];
  /** The median service time of the first step that held, in milliseconds; undefined before. */
  readonly aloneMs: number | undefined;
}

/** The step of a finished load at a level. */
export function stepOf(level: number, result: LoadResult, context: StepContext): LoadLimitStep {
  const { offered, missing, share } = achieved(result);
  // Open requests come and go: their number varies by about its root.
  const open = result.series.at(-1)?.inFlight ?? 0;
  const isAchieved = share >= achievedShareMin || missing < 1 + 2 * Math.sqrt(open);
  const late = lateness(result, context);
  const failing = result.expectations.filter(({ ok }) => !ok);
  const broken = brokenBy(result, { failing, isAchieved, late });
  return {
    level,
    holds: broken === undefined,
    limitedBy: broken === undefined ? null : limiterOf(result, { failing, late, context }),
    why: broken ?? null,
    seconds: result.seconds,
    requests: offered,
    offeredPerSecond: result.offeredPerSecond,
    answeredPerSecond: result.answeredPerSecond,
    achievedShare: share,
    failed: result.requests.failed,
    responseMs: result.responseMs,
    serviceMs: result.serviceMs,
    sendLagP99Ms: result.generatorLagMs.p99,
    expectations: result.expectations,
  };
}

/** Requests offered and answered after the warm-up and before the end. */
function achieved({ series, seconds, requests }: LoadResult): {
  offered: number;
  missing: number;
  share: number;
} {
  let [offered, ended] = [0, 0];
  for (const row of series) {
    if (row.second < seconds * warmUpShare || row.second >= seconds) continue;
    offered += row.offered;
    ended += row.answered;
  }
  const missing = Math.max(0, offered - ended);
  return { offered: requests.offered, missing, share: offered === 0 ? 1 : Math.min(1, ended / offered) };
}

type Late = string | undefined;

/**
 * Why the generator was too late for the time that is judged. A late generator sends bursts, which a limit of the rate
 * refuses although it allows the rate: where requests were refused for it, the least lag counts.
 */
function lateness(result: LoadResult, { expectations }: StepContext): Late {
  const { generatorLagMs, responseMs, requests } = result;
  const bounds = expectations.flatMap(({ selector, bound, comparison }) =>
    selector.metric === 'http_req_duration' && comparison.startsWith('<') ? [bound] : [],
  );
  const judgedMs = bounds.length === 0 ? responseMs.p99 : Math.min(...bounds);
  const isRefusedForRate = requests.limited * 2 > requests.failed;
  const allowedMs = isRefusedForRate ? lagMsMin : Math.max(lagMsMin, judgedMs * lagShareMax);
  if (generatorLagMs.p99 <= allowedMs) return undefined;
  return `this generator was late: p99 of its send lag is ${generatorLagMs.p99.toFixed(1)} ms, allowed are ${allowedMs.toFixed(1)} ms`;
}

interface Broken {
  readonly failing: LoadResult['expectations'];
  readonly isAchieved: boolean;
  readonly late: Late;
}

/** The first reason; undefined for a step that holds. */
function brokenBy(result: LoadResult, { failing, isAchieved, late }: Broken): string | undefined {
  const lost = result.workers.find((worker) => worker.lost !== null);
  if (lost !== undefined) return `worker ${lost.worker} was lost: ${lost.lost}`;
  if (result.requests.withheld > 0) return `${result.requests.withheld} requests were withheld by the budget`;
  if (result.agents.dropped > 0)
    return `${result.agents.dropped} arrivals were dropped: agentsMax agents acted`;
  if (late !== undefined) return late;
  const [first] = failing;
  if (first !== undefined) return `${first.metric} ${first.threshold} fails`;
  if (result.findingCount > 0) return `${result.findingCount} behaviours broke`;
  return isAchieved ? undefined : 'fewer requests were answered than offered';
}

/** What is ours is never called the target's. */
function limiterOf(
  result: LoadResult,
  { failing, late, context }: Pick<Broken, 'failing' | 'late'> & { context: StepContext },
): NonNullable<LoadLimitStep['limitedBy']> {
  if (result.workers.some((worker) => worker.lost !== null)) return 'worker';
  const limits = new Map(result.limits.map((limit) => [limit.by, limit]));
  if (limits.has('budget')) return 'budget';
  if (late !== undefined) return 'generator';
  const wait = (by: 'ceiling' | 'connections'): number => limits.get(by)?.p99Ms ?? 0;
  const explained = result.responseMs.p99 * waitShareMin;
  const isFailing = failing.some(({ metric }) => !metric.startsWith('http_req_duration'));
  const { aloneMs } = context;
  const isSlower = aloneMs !== undefined && result.serviceMs.p50 > aloneMs * crowdedFactor;
  if (!isFailing && wait('ceiling') >= Math.max(explained, wait('connections'))) return 'ceiling';
  if (!isFailing && wait('connections') >= explained && wait('connections') > 0)
    return isSlower ? 'target' : 'connections';
  // Agents pile up where requests wait: a wait of ours was excluded above.
  return limits.has('agents') && !isSlower && failing.length === 0 ? 'agents' : 'target';
}
