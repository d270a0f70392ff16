/**
 * Says what limited a load that did not keep its thresholds, from what was measured. A limit that is the user's (ceiling,
 * connections, budget) or the generator's is never called the target's: the target is blamed for failures, and for
 * service times that broke the threshold by themselves or grew with the number of requests in flight.
 */
import type { GeneratorFigures } from './generator-watch.ts';
import { percentiles, type Measures } from './measures.ts';

/** What can limit a load. */
export const limiters = ['target', 'ceiling', 'connections', 'budget', 'generator'] as const;
/** One of `limiters`. */
export type Limiter = (typeof limiters)[number];

/** Which part of the generator was the limit. */
export const generatorParts = ['processor', 'event loop', 'garbage collection'] as const;
/** One of `generatorParts`. */
export type GeneratorPart = (typeof generatorParts)[number];

/** What was measured of a load that did not hold. */
export interface Broken {
  readonly measures: Measures;
  readonly generator: GeneratorFigures;
  /** The threshold of the p99 of the response time, in milliseconds. */
  readonly p99MsMax: number;
  /** True if more requests failed than may. */
  readonly isFailing: boolean;
  /** True if the budget withheld a request. */
  readonly isSpent: boolean;
  /** True if the p99 of the send lag is above what is allowed. */
  readonly isLate: boolean;
  /** True if the schedule paused because too many requests were pending: its lag is then none of the generator's. */
  readonly isHeldBack: boolean;
}

/** Service times that grow by this factor when all connections are busy show a target that has no more capacity. */
const crowdedFactor = 2;
/** A generator that is late by this share of a threshold measures itself. */
const lateShare = 0.5;

/** The limit of a load that did not hold; call it only for one that did not. */
export function limiterOf(broken: Broken): Limiter {
  const { measures, generator, p99MsMax, isFailing, isSpent } = broken;
  if (isSpent) return 'budget';
  const isLate = broken.isLate && !broken.isHeldBack;
  // What a late generator sends in bursts a limit of the rate refuses, although it allows the rate.
  if (isFailing) return isLate && isRefusedForRate(measures) ? 'generator' : 'target';
  if (isLate) return 'generator';
  if (percentiles(measures.service).p99 >= p99MsMax)
    return generator.eventLoopDelayP99Ms >= p99MsMax * lateShare ? 'generator' : 'target';
  return longestWait(broken);
}

/** The target's service times keep the threshold: whatever took the most time beyond an idle target's is the limit. */
function longestWait({ measures, isHeldBack }: Broken): Limiter {
  const { waits, lag, service, serviceAlone } = measures;
  const ceilingMs = totalMs(waits.ceiling);
  const connectionMs = totalMs(waits.connection);
  const aloneMs = serviceAlone.count === 0 ? 0 : (serviceAlone.mean * service.count) / 1000;
  const slowerMs = serviceAlone.count === 0 ? 0 : totalMs(service) - aloneMs;
  const lagMs = isHeldBack ? 0 : totalMs(lag);
  const longestMs = Math.max(ceilingMs, connectionMs, slowerMs, lagMs);
  if (longestMs === ceilingMs) return 'ceiling';
  if (longestMs === connectionMs) return isCrowded(measures) ? 'target' : 'connections';
  return longestMs === slowerMs ? 'target' : 'generator';
}

/**
 * True if more connections would not help: with all of them busy the target takes longer for each request than alone,
 * so that its throughput no longer grows with them.
 */
function isCrowded({ serviceAlone, serviceCrowded }: Measures): boolean {
  if (serviceAlone.count === 0 || serviceCrowded.count === 0) return false;
  return serviceCrowded.percentile(50) > crowdedFactor * serviceAlone.percentile(50);
}

/** True if most failures are refusals for the rate. */
function isRefusedForRate({ statusCounts, failures }: Measures): boolean {
  const others = [...statusCounts].reduce((sum, [status, count]) => sum + (status >= 400 ? count : 0), 0);
  const unanswered = [...failures.values()].reduce((sum, count) => sum + count, 0);
  return (statusCounts.get(429) ?? 0) * 2 > others + unanswered;
}

const totalMs = ({ count, mean }: { count: number; mean: number }): number =>
  count === 0 ? 0 : (count * mean) / 1000;

/** A processor is used up from this share of a core on. */
const busyShare = 0.85;
/** Pauses of the collector explain a lateness from this share of it on. */
const pauseShare = 0.5;

/** Which part of the generator made requests late: `lateMs` is the p99 of the send lag. */
export function generatorPartOf(generator: GeneratorFigures, lateMs: number): GeneratorPart {
  const { processorShare, eventLoopShare, collectionShare, collectionLongestMs } = generator;
  // A pause that makes one request in a hundred late takes a hundredth of the time.
  if (collectionShare >= 0.01 && collectionLongestMs >= lateMs * pauseShare) return 'garbage collection';
  return Math.min(processorShare, eventLoopShare) >= busyShare ? 'processor' : 'event loop';
}
