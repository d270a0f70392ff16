/**
 * Decides which quotas a request counts against, and whether all of them admit it. Every quota is checked before any
 * is counted; the lowest limit wins (gap R-B).
 */
import { secondMs } from '../base/time.ts';
import type { Policies } from '../policy/policies.ts';
import type { Principal } from './exchange.ts';
import { LimitRefusal, quotaUsedUp } from './limit-refusal.ts';
import type { Meter } from './limits/meter.ts';
import type { Tier } from './limits/published-limits.ts';
import { emptyReading, tighten } from './limits/reading.ts';
import type { BoundRoute } from './bound-route.ts';
import { QuotaPlans, type Quota } from './quota-plans.ts';

/** A request as the gate sees it. */
export interface GatedRequest {
  readonly route: BoundRoute | undefined;
  /** The quota of the row, where names in the body choose it. */
  readonly bucket?: string | undefined;
  readonly principal: Principal | undefined;
  readonly ip: string;
  readonly nowMs: number;
}

/** The meters of one key, or of an IP address for requests without a known key (gap L5): a world has millions of them. */
interface Subject {
  tier: Tier;
  /** The tier's meter; undefined where the tier is unlimited, or nothing has been counted in it yet. */
  base: Meter | undefined;
  /** The first of the quotas that its calls have met, which are few; they outlive a change of tier. */
  met: MetQuota | undefined;
}

interface MetQuota {
  readonly quota: Quota;
  readonly meter: Meter;
  readonly next: MetQuota | undefined;
}

/** The header value without a limit, if the policy requires the headers (gap L18). */
const unlimited = 2 ** 31 - 1;

/** The rate limiter of one world (LIM03 to LIM23), with a meter per quota and key or IP address. */
export class Gate {
  readonly #policies: Policies;
  readonly #plans: QuotaPlans;
  readonly #byKey: (Subject | undefined)[] = [];
  readonly #byIp = new Map<string, Subject>();
  readonly #binding = emptyReading();
  readonly #other = emptyReading();
  /** The first `#count` are those of the request at hand, in the order in which a refusal names them. */
  readonly #meters: Meter[] = [];
  #count = 0;
  /** The tier's meter of the last request, if its tier has one. */
  #tier: Meter | undefined;
  #isLimited = false;

  constructor(policies: Policies) {
    this.#policies = policies;
    this.#plans = new QuotaPlans(policies);
  }

  /** Counts a request; a refusal states the exhausted quota and when one more request is admitted. */
  admit(arrival: GatedRequest): LimitRefusal | undefined {
    const { principal, nowMs } = arrival;
    this.#choose(arrival);
    let waitMs = this.#longestWaitMs(nowMs);
    if (waitMs === 0) this.#consume(nowMs);
    else if (this.#policies['limits.rejections'] === 'consume') {
      this.#consume(nowMs);
      waitMs = this.#longestWaitMs(nowMs);
    }
    this.#read(nowMs);
    if (waitMs === 0) return undefined;
    const { limit, windowMs } = this.#slowest(nowMs, waitMs);
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

  #longestWaitMs(nowMs: number): number {
    let longest = 0;
    for (let place = 0; place < this.#count; place++) {
      const waitMs = this.#meters[place]!.waitMs(nowMs);
      if (waitMs > longest) longest = waitMs;
    }
    return longest;
  }

  #consume(nowMs: number): void {
    for (let place = 0; place < this.#count; place++) this.#meters[place]!.consume(nowMs);
  }

  #read(nowMs: number): void {
    this.#isLimited = false;
    if (this.#policies['limits.headers'] === 'tier') return this.#readOne(this.#tier, nowMs);
    for (let place = 0; place < this.#count; place++) this.#readOne(this.#meters[place], nowMs);
  }

  #readOne(meter: Meter | undefined, nowMs: number): void {
    if (meter === undefined) return;
    if (this.#isLimited) {
      meter.read(nowMs, this.#other);
      tighten(this.#binding, this.#other);
    } else meter.read(nowMs, this.#binding);
    this.#isLimited = true;
  }

  /** A 429 names the quota with the longest wait. */
  #slowest(nowMs: number, waitMs: number): { limit: number; windowMs: number } {
    const slowest = this.#meters.slice(0, this.#count).find((meter) => meter.waitMs(nowMs) === waitMs);
    slowest?.read(nowMs, this.#other);
    return this.#other;
  }

  /** The tier first, then what the plan of the route has, then the cap of registrations. */
  #choose({ route, principal, ip, bucket }: GatedRequest): void {
    this.#count = 0;
    this.#tier = undefined;
    if (route?.row.limits.exempt === true) return;
    if (principal !== undefined || this.#policies['limits.anonymous'] !== 'none') {
      const subject = principal === undefined ? this.#anonymous(ip) : this.#keyed(principal);
      this.#tier = subject.base ??= this.#plans.tierMeter(subject.tier);
      const plan = route === undefined ? undefined : this.#plans.of(route, subject.tier, bucket);
      if (plan?.countsTier !== false) this.#add(this.#tier);
      for (const quota of plan?.quotas ?? []) this.#add(meterOf(subject, quota));
    }
    const register = route === undefined ? undefined : this.#plans.registerOf(route);
    if (register !== undefined) this.#add(meterOf(this.#anonymous(ip), register));
  }

  #add(meter: Meter | undefined): void {
    if (meter !== undefined) this.#meters[this.#count++] = meter;
  }

  #keyed({ number, tier }: Principal): Subject {
    const known = this.#byKey[number];
    if (known === undefined) return (this.#byKey[number] = { tier, base: undefined, met: undefined });
    if (known.tier !== tier) {
      known.tier = tier;
      known.base = undefined;
    }
    return known;
  }

  #anonymous(ip: string): Subject {
    let subject = this.#byIp.get(ip);
    if (subject === undefined)
      this.#byIp.set(ip, (subject = { tier: 'free', base: undefined, met: undefined }));
    return subject;
  }
}

function meterOf(subject: Subject, quota: Quota): Meter {
  for (let met = subject.met; met !== undefined; met = met.next) if (met.quota === quota) return met.meter;
  const meter = quota.make();
  subject.met = { quota, meter, next: subject.met };
  return meter;
}
