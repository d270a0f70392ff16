/** Which quotas a request counts against, under the readings of the run (gaps L1 to L18, L24). */
import { secondMs } from '../../../core/base/time.ts';
import type { AuditedExchange, RunSetup } from '../exchange.ts';
import { capsOf, registerCaps, rowOf, rows, type Cap } from './published-caps.ts';
import { BucketUses, JoinedUses, WindowUses, type QuotaUses, type WindowReading } from './quota-uses.ts';

/** Who makes a request. */
export interface LimitedCaller {
  readonly caller: string | undefined;
  readonly tier: string;
}

/** Readings of limits that the model knows; under any other one nothing is said of limits. */
const knownReadings: readonly string[] = [
  'burst', 'algorithm', 'window', 'day', 'rejections', 'anonymous', 'enterpriseCaps', 'styleB', 'rowBurst', 'registerCap',
  'ipSource', 'headers', 'unlimitedHeaders', 'tradingRow', 'rowScaling', 'upgrade',
].map((name) => `limits.${name}`); // prettier-ignore

/** True where the readings of limits in force are all known; of a row, two changed readings of its burst are one too many. */
export function areLimitsKnown(changed: readonly string[]): boolean {
  const own = changed.filter((name) => name.startsWith('limits.'));
  const hasRowBurst = own.includes('limits.rowBurst');
  const hasOtherBurst = own.includes('limits.burst') || own.includes('limits.algorithm');
  return own.every((name) => knownReadings.includes(name)) && !(hasRowBurst && hasOtherBurst);
}

/** The quotas of one run, by key, address and name. */
export class Quotas {
  readonly #policies: RunSetup['policies'];
  readonly #how: WindowReading;
  readonly #uses = new Map<string, { readonly caps: readonly Cap[]; readonly uses: QuotaUses }>();

  constructor(policies: RunSetup['policies']) {
    this.#policies = policies;
    this.#how = {
      window: policies['limits.window'] ?? 'sliding',
      day: policies['limits.day'] ?? 'calendar',
    };
  }

  /** What a request counts against, and what its headers may describe. */
  of(
    exchange: AuditedExchange,
    { caller, tier }: LimitedCaller,
  ): { quotas: QuotaUses[]; shown: QuotaUses[] } {
    const ip = addressOf(exchange, this.#policies);
    const isFree = caller === undefined && this.#policies['limits.anonymous'] === 'none';
    const subject = caller === undefined ? `ip ${ip}` : `key ${caller}`;
    const named = isFree ? registerCaps(exchange, this.#policies) : capsOf(exchange, this.#policies, tier);
    const others = named.map(({ name, caps, perIp }) =>
      this.#windows(perIp === true ? `ip ${ip} ${name}` : `${subject} ${name}`, caps),
    );
    const isLimited = !isFree && tier !== 'enterprise';
    if (tier === 'enterprise') this.#uses.delete(`${subject} tier`);
    const own = isLimited ? [this.#rowUses(`${subject} tier`, rows[tier as 'free' | 'pro'])] : [];
    const row = isFree ? undefined : rowOf(exchange, this.#policies, tier);
    const ofRow = row === undefined ? [] : [this.#rowUses(`${subject} ${row.name}`, this.#rowCaps(row.caps))];
    const isReplaced = row !== undefined && this.#policies['limits.styleB'] === 'row';
    const quotas = [...(isReplaced ? [] : own), ...ofRow, ...others];
    return { quotas, shown: this.#policies['limits.headers'] === 'tier' ? own : quotas };
  }

  /** Gap L11: the burst of a row is a peak of 10 seconds, or of one. */
  #rowCaps(caps: readonly Cap[]): readonly Cap[] {
    if (this.#policies['limits.rowBurst'] !== '1s') return caps;
    return caps.map((cap) => (cap.windowMs === 10 * secondMs ? { ...cap, windowMs: secondMs } : cap));
  }

  /** A row of three numbers: three windows, or a bucket for the first two (gaps L1, L2). */
  #rowUses(name: string, caps: readonly Cap[]): QuotaUses {
    const { 'limits.burst': burst = 'table', 'limits.algorithm': algorithm = 'windows' } = this.#policies;
    if (burst === 'table' && algorithm === 'windows') return this.#windows(name, caps);
    const [minute, peak, day] = caps;
    if (minute === undefined || peak === undefined || day === undefined) return this.#windows(name, caps);
    const most = 3 * minute.limit;
    const ceiling = burst === 'x3capped' ? [{ limit: most, windowMs: 10 * secondMs }] : [];
    return this.#kept(name, caps, () => {
      const bucket = new BucketUses(minute, burst === 'table' ? peak.limit : most);
      return new JoinedUses([bucket, new WindowUses([...ceiling, day], this.#how)]);
    });
  }

  #windows(name: string, caps: readonly Cap[]): QuotaUses {
    return this.#kept(name, caps, () => new WindowUses(caps, this.#how));
  }

  /** A quota whose numbers change with the tier counts from the start then, and one whose numbers stay goes on. */
  #kept(name: string, caps: readonly Cap[], make: () => QuotaUses): QuotaUses {
    const known = this.#uses.get(name);
    if (known !== undefined && isSame(known.caps, caps)) return known.uses;
    const uses = make();
    this.#uses.set(name, { caps, uses });
    return uses;
  }
}

/** The address that quotas count a request under (gap L16). */
export function addressOf(
  { headers, ip }: Pick<AuditedExchange, 'headers' | 'ip'>,
  policies: RunSetup['policies'],
): string {
  if (policies['limits.ipSource'] !== 'forwarded') return ip;
  const first = headers['x-forwarded-for']?.split(',')[0]?.trim() ?? '';
  return first === '' ? ip : first;
}

const isSame = (one: readonly Cap[], other: readonly Cap[]): boolean =>
  one === other ||
  one.every((cap, index) => cap.limit === other[index]?.limit && cap.windowMs === other[index].windowMs);
