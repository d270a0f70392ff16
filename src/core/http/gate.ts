/**
 * Decides which quotas a request counts against, and whether all of them admit it. Every quota is checked before any
 * is counted; the lowest limit wins (gap R-B).
 */
import { minuteMs, secondMs } from '../base/time.ts';
import type { Policies } from '../policy/policies.ts';
import type { Principal } from './exchange.ts';
import { LimitRefusal, quotaUsedUp } from './limit-refusal.ts';
import type { Meter } from './limits/meter.ts';
import {
  registerCap,
  type NamedCap,
  type QuotaRow,
  type ServiceRow,
  type Tier,
} from './limits/published-limits.ts';
import { emptyReading, tighten } from './limits/reading.ts';
import { capMeter, rowMeter, singleCapMeter, tierMeter, type MeterPolicy } from './limits/tier-meters.ts';
import type { BoundRoute } from './bound-route.ts';

/** A request as the gate sees it. */
export interface GatedRequest {
  readonly route: BoundRoute | undefined;
  /** The quota of the row, where names in the body choose it. */
  readonly bucket?: string | undefined;
  readonly principal: Principal | undefined;
  readonly ip: string;
  readonly nowMs: number;
}

/** The meters of one key, or of an IP address for requests without a known key (gap L5). */
interface Subject {
  readonly tier: Tier;
  /** Only the tier's meter, for calls without another quota. */
  readonly base: readonly Meter[];
  /** All meters of a call, by route and bucket; created on first use, because most subjects call few routes. */
  plans: Map<number | string, readonly Meter[]> | undefined;
  /** Meters of service rows, operations and endpoints, by name; they outlive a change of tier. */
  named: Map<string, Meter> | undefined;
}

/** The header value without a limit, if the policy requires the headers (gap L18). */
const unlimited = 2 ** 31 - 1;

const none: readonly Meter[] = [];

/** The rate limiter of one world (LIM03 to LIM23), with a meter per quota and key or IP address. */
export class Gate {
  readonly #policies: Policies;
  readonly #meterPolicy: MeterPolicy;
  readonly #byKey: (Subject | undefined)[] = [];
  readonly #byIp = new Map<string, Subject>();
  readonly #registers = new Map<string, Meter>();
  readonly #binding = emptyReading();
  readonly #other = emptyReading();
  /** The tier's meter of the last request, if its tier has one. */
  #tier: readonly Meter[] = [];
  #isLimited = false;

  constructor(policies: Policies) {
    this.#policies = policies;
    this.#meterPolicy = {
      burst: policies['limits.burst'],
      algorithm: policies['limits.algorithm'],
      window: policies['limits.window'],
      day: policies['limits.day'],
    };
  }

  /** Counts a request; a refusal states the exhausted quota and when one more request is admitted. */
  admit(arrival: GatedRequest): LimitRefusal | undefined {
    const { principal, nowMs } = arrival;
    const meters = this.#metersOf(arrival);
    let waitMs = longestWaitMs(meters, nowMs);
    if (waitMs === 0) {
      for (const meter of meters) meter.consume(nowMs);
    } else if (this.#policies['limits.rejections'] === 'consume') {
      for (const meter of meters) meter.consume(nowMs);
      waitMs = longestWaitMs(meters, nowMs);
    }
    this.#read(meters, nowMs);
    if (waitMs === 0) return undefined;
    const { limit, windowMs } = this.#slowest(meters, nowMs, waitMs);
    return new LimitRefusal(quotaUsedUp({ limit, windowMs, waitMs, tier: principal?.tier ?? 'free' }, nowMs));
  }

  /** The headers of the last request (LIM21 to LIM23), as a new object. */
  headers(): Record<string, string | number> {
    if (this.#isLimited) {
      return {
        'x-ratelimit-limit': this.#binding.limit,
        'x-ratelimit-remaining': this.#binding.remaining,
        'x-ratelimit-reset': Math.ceil(this.#binding.resetAtMs / secondMs),
      };
    }
    if (this.#policies['limits.unlimitedHeaders'] === 'omit') return {};
    return { 'x-ratelimit-limit': unlimited, 'x-ratelimit-remaining': unlimited, 'x-ratelimit-reset': 0 };
  }

  #read(meters: readonly Meter[], nowMs: number): void {
    const shown = this.#policies['limits.headers'] === 'tier' ? this.#tier : meters;
    this.#isLimited = shown.length > 0;
    for (const [index, meter] of shown.entries()) {
      if (index === 0) meter.read(nowMs, this.#binding);
      else {
        meter.read(nowMs, this.#other);
        tighten(this.#binding, this.#other);
      }
    }
  }

  /** A 429 names the quota with the longest wait. */
  #slowest(meters: readonly Meter[], nowMs: number, waitMs: number): { limit: number; windowMs: number } {
    const slowest = meters.find((meter) => meter.waitMs(nowMs) === waitMs);
    slowest?.read(nowMs, this.#other);
    return this.#other;
  }

  #metersOf({ route, principal, ip, bucket }: GatedRequest): readonly Meter[] {
    this.#tier = [];
    if (route?.row.limits.exempt === true) return [];
    if (principal === undefined && this.#policies['limits.anonymous'] === 'none') {
      return this.#registersOf(route, ip);
    }
    const subject = principal === undefined ? this.#anonymous(ip) : this.#keyed(principal);
    this.#tier = subject.base;
    if (route === undefined) return subject.base;
    const plan = isBare(route) ? subject.base : this.#planOf(subject, route, bucket);
    const registers = this.#registersOf(route, ip);
    return registers.length === 0 ? plan : [...plan, ...registers];
  }

  #planOf(subject: Subject, route: BoundRoute, bucket: string | undefined): readonly Meter[] {
    const key = bucket === undefined ? route.index : `${route.index} ${bucket}`;
    const plans = (subject.plans ??= new Map());
    let plan = plans.get(key);
    if (plan === undefined) plans.set(key, (plan = this.#plan(subject, route, bucket)));
    return plan;
  }

  #keyed(principal: Principal): Subject {
    const known = this.#byKey[principal.number];
    if (known?.tier === principal.tier) return known;
    return (this.#byKey[principal.number] = this.#newSubject(principal.tier, known?.named));
  }

  #anonymous(ip: string): Subject {
    let subject = this.#byIp.get(ip);
    if (subject === undefined) this.#byIp.set(ip, (subject = this.#newSubject('free', undefined)));
    return subject;
  }

  #newSubject(tier: Tier, named: Map<string, Meter> | undefined): Subject {
    const meter = tierMeter(tier, this.#meterPolicy);
    return { tier, base: meter === undefined ? none : [meter], plans: undefined, named };
  }

  /** "Every /register endpoint" has its own cap (LIM18); gap L15 decides which endpoints these are. */
  #registersOf(route: BoundRoute | undefined, ip: string): readonly Meter[] {
    const register = route?.row.limits.register;
    if (route === undefined || register === undefined) return none;
    if (register !== true && this.#policies[register.unless.policy] === register.unless.is) return none;
    const isByPath = this.#policies['limits.registerCap'] === 'paths';
    const key = `${route.service} ${isByPath ? route.index : ''} ${ip}`;
    let meter = this.#registers.get(key);
    if (meter === undefined)
      this.#registers.set(key, (meter = singleCapMeter(registerCap, this.#meterPolicy)));
    return [meter];
  }

  /** The tier first, then the service's style B row, the operation's own limit and the endpoint's cap. */
  #plan(subject: Subject, route: BoundRoute, bucket = ''): readonly Meter[] {
    const { operation, endpoint } = route.row.limits;
    const row = this.#rowOf(route);
    const quota = row === undefined || route.style !== 'B' ? undefined : this.#rowFor(row, subject.tier);
    const meters = quota !== undefined && this.#policies['limits.styleB'] === 'row' ? [] : [...subject.base];
    if (quota !== undefined)
      meters.push(
        namedMeter(subject, `row ${row?.name} ${bucket} ${quota.perMinute}`, () => this.#rowMeter(quota)),
      );
    if (operation !== undefined && route.style === 'B') {
      meters.push(this.#namedCap(subject, 'operation', operation));
    }
    if (endpoint !== undefined && !this.#liftsCaps(subject.tier)) {
      meters.push(this.#namedCap(subject, 'endpoint', endpoint));
    }
    // Copied, because a list that has grown keeps room for sixteen more, and each key keeps one for each route.
    return meters.slice();
  }

  #namedCap(subject: Subject, kind: 'operation' | 'endpoint', cap: NamedCap): Meter {
    return namedMeter(subject, `${kind} ${cap.name}`, () => singleCapMeter(cap, this.#meterPolicy));
  }

  /** The row that counts the operation under the policy in force (gap L24). */
  #rowOf({ row: { limits } }: BoundRoute): ServiceRow | undefined {
    const { row, rowWhen } = limits;
    return rowWhen === undefined || this.#policies[rowWhen.policy] === rowWhen.is ? row : undefined;
  }

  #liftsCaps(tier: Tier): boolean {
    return tier === 'enterprise' && this.#policies['limits.enterpriseCaps'] === 'lifted';
  }

  /** The style B row for a tier (gap L12): the published one, or scaled, or none. */
  #rowFor(row: ServiceRow, tier: Tier): QuotaRow | undefined {
    if (this.#policies['limits.rowScaling'] === 'fixed' || tier === 'free') return row;
    if (tier === 'enterprise') return undefined;
    return { perMinute: row.perMinute * 10, burstPer10s: row.burstPer10s * 10, perDay: row.perDay * 10 };
  }

  #rowMeter(row: QuotaRow): Meter {
    if (this.#policies['limits.rowBurst'] === '10s') return rowMeter(row, this.#meterPolicy);
    const day = 24 * 60 * minuteMs;
    const windows = [
      { limit: row.perMinute, windowMs: minuteMs },
      { limit: row.burstPer10s, windowMs: secondMs },
      { limit: row.perDay, windowMs: day },
    ];
    return capMeter(windows, this.#meterPolicy);
  }
}

/** True if only the tier counts the route. */
const isBare = ({ row: { limits } }: BoundRoute): boolean =>
  limits.row === undefined && limits.operation === undefined && limits.endpoint === undefined;

function longestWaitMs(meters: readonly Meter[], nowMs: number): number {
  let longest = 0;
  for (const meter of meters) {
    const waitMs = meter.waitMs(nowMs);
    if (waitMs > longest) longest = waitMs;
  }
  return longest;
}

function namedMeter(subject: Subject, name: string, make: () => Meter): Meter {
  const meters = (subject.named ??= new Map());
  let meter = meters.get(name);
  if (meter === undefined) meters.set(name, (meter = make()));
  return meter;
}
