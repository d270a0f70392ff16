/** Which quotas the calls of a route count against, by tier (gaps L9 to L12, L24). The meters are the gate's. */
import { minuteMs, secondMs } from '../base/time.ts';
import type { Policies } from '../policy/policies.ts';
import type { BoundRoute } from './bound-route.ts';
import type { Meter } from './limits/meter.ts';
import {
  registerCap,
  type NamedCap,
  type QuotaRow,
  type ServiceRow,
  type Tier,
} from './limits/published-limits.ts';
import { capMeter, rowMeter, singleCapMeter, tierMeter, type MeterPolicy } from './limits/tier-meters.ts';

/** What a meter is for, made once for all keys: two quotas of one name are one object. */
export interface Quota {
  readonly make: () => Meter;
}

/** The quotas of a call beside its tier's. */
export interface QuotaPlan {
  /** False where a row of the service stands for the tier. */
  readonly countsTier: boolean;
  /** The row of the service, the operation's limit and the endpoint's cap. */
  readonly quotas: readonly Quota[];
}

const tierAlone: QuotaPlan = { countsTier: true, quotas: [] };

/** The plans and quotas of one world, each made at first use. */
export class QuotaPlans {
  readonly #policies: Policies;
  readonly #meterPolicy: MeterPolicy;
  readonly #plans: Readonly<Record<Tier, Map<number | string, QuotaPlan>>> = {
    free: new Map(),
    pro: new Map(),
    enterprise: new Map(),
  };
  readonly #quotas = new Map<string, Quota>();

  constructor(policies: Policies) {
    this.#policies = policies;
    this.#meterPolicy = {
      burst: policies['limits.burst'],
      algorithm: policies['limits.algorithm'],
      window: policies['limits.window'],
      day: policies['limits.day'],
    };
  }

  /** The meter of a tier; undefined where it is unlimited. */
  tierMeter(tier: Tier): Meter | undefined {
    return tierMeter(tier, this.#meterPolicy);
  }

  /** `bucket` names the quota of the row where the body chooses it. */
  of(route: BoundRoute, tier: Tier, bucket: string | undefined): QuotaPlan {
    if (isBare(route)) return tierAlone;
    const plans = this.#plans[tier];
    const key = bucket === undefined ? route.index : `${route.index} ${bucket}`;
    let plan = plans.get(key);
    if (plan === undefined) plans.set(key, (plan = this.#plan(route, tier, bucket)));
    return plan;
  }

  /** "Every /register endpoint" has its own cap per IP (LIM18); gap L15 decides which endpoints these are. */
  registerOf(route: BoundRoute): Quota | undefined {
    const { register } = route.row.limits;
    if (register === undefined) return undefined;
    if (register !== true && this.#policies[register.unless.policy] === register.unless.is) return undefined;
    const isByPath = this.#policies['limits.registerCap'] === 'paths';
    return this.#quota(`register ${route.service} ${isByPath ? route.index : ''}`, () =>
      singleCapMeter(registerCap, this.#meterPolicy),
    );
  }

  #plan(route: BoundRoute, tier: Tier, bucket = ''): QuotaPlan {
    const { operation, endpoint } = route.row.limits;
    const row = this.#rowOf(route);
    const scaled = row === undefined || route.style !== 'B' ? undefined : this.#rowFor(row, tier);
    const quotas: Quota[] = [];
    if (scaled !== undefined) {
      const name = `row ${row?.name} ${bucket} ${scaled.perMinute}`;
      quotas.push(this.#quota(name, () => this.#rowMeter(scaled)));
    }
    if (operation !== undefined && route.style === 'B') quotas.push(this.#cap('operation', operation));
    if (endpoint !== undefined && !this.#liftsCaps(tier)) quotas.push(this.#cap('endpoint', endpoint));
    return { countsTier: scaled === undefined || this.#policies['limits.styleB'] !== 'row', quotas };
  }

  #cap(kind: 'operation' | 'endpoint', cap: NamedCap): Quota {
    return this.#quota(`${kind} ${cap.name}`, () => singleCapMeter(cap, this.#meterPolicy));
  }

  #quota(name: string, make: () => Meter): Quota {
    let quota = this.#quotas.get(name);
    if (quota === undefined) this.#quotas.set(name, (quota = { make }));
    return quota;
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
