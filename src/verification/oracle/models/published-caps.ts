/** The published limits once more, as a second opinion: who is counted by what (LIM01, LIM14, gap R-B: the lower wins). */
import { dayMs, minuteMs, secondMs } from '../../../core/base/time.ts';
import type { AuditedExchange, RunSetup } from '../exchange.ts';

type Policies = RunSetup['policies'];

/** At most `limit` requests in each window of `windowMs`. */
export interface Cap {
  readonly limit: number;
  readonly windowMs: number;
}

/** One quota with all its windows; every window must have room. */
export interface NamedCaps {
  readonly name: string;
  readonly caps: readonly Cap[];
  /** Counted by the address that a request comes from. */
  readonly perIp?: true;
}

const row = (minute: number, burst: number, day: number): Cap[] => [
  { limit: minute, windowMs: minuteMs },
  { limit: burst, windowMs: 10 * secondMs },
  { limit: day, windowMs: dayMs },
];

/** The free tier, and the table of style B. */
export const rows = {
  free: row(100, 50, 10_000),
  pro: row(1000, 500, 1_000_000),
  casino: row(60, 100, 10_000),
  trading: row(120, 200, 50_000),
  wallet: row(60, 80, 5_000),
  domains: row(30, 50, 1_000),
  faucet: row(10, 10, 100),
  escrow: row(60, 80, 10_000),
} as const;

const perMinute = (limit: number): Cap[] => [{ limit, windowMs: minuteMs }];
const perDay = (limit: number): Cap[] => [{ limit, windowMs: dayMs }];

/** Style B's limits on single operations. */
const operationCaps: Readonly<Record<string, readonly Cap[]>> = {
  'escrow/create': perDay(100),
  'domains/register': perDay(10),
  'wallet/send': perMinute(20),
};

/** Caps of every style. */
const endpointCaps: Readonly<Record<string, readonly Cap[]>> = {
  'trading/positions': perMinute(300),
  'wallet/openSwap': perMinute(120),
  'wallet/swap': perMinute(120),
};

/** Whatever places a bet counts as `/play` (gap L6). */
const plays: readonly string[] = ['bet', 'batch', 'launch', 'playTournament'];
const gamesB: readonly unknown[] = ['dice', 'slots', 'roulette', 'blackjack', 'coinflip'];

/** By how much a paid tier multiplies the rows of style B; without end where it lifts them (gap L12). */
const raisedBy: Readonly<Record<string, number>> = { pro: 10, enterprise: Infinity };

/** The row of the table of style B that a request counts against; undefined for none. */
export function rowOf(exchange: AuditedExchange, policies: Policies, tier: string): NamedCaps | undefined {
  const { service, style, operation } = exchange;
  const isOther =
    service === 'trading' && operation !== 'place' && policies['limits.tradingRow'] !== 'service';
  const caps = isOther ? undefined : rows[service as keyof typeof rows];
  const raised = policies['limits.rowScaling'] === 'tier' ? (raisedBy[tier] ?? 1) : 1;
  if (style !== 'B' || caps === undefined || raised === Infinity) return undefined;
  const scaled = raised === 1 ? caps : caps.map((cap) => ({ ...cap, limit: cap.limit * raised }));
  return { name: `row ${service} ${bucketOf(exchange)}`, caps: scaled };
}

/** What a request counts against beside its tier and its row. */
export function capsOf(exchange: AuditedExchange, policies: Policies, tier: string): NamedCaps[] {
  const { service, style, operation } = exchange;
  const call = `${service}/${operation}`;
  const found: NamedCaps[] = [];
  const own = operationCaps[call];
  if (style === 'B' && own !== undefined) found.push({ name: call, caps: own });
  const areLifted = tier === 'enterprise' && policies['limits.enterpriseCaps'] === 'lifted';
  const endpoint = areLifted ? undefined : endpointCaps[call];
  if (endpoint !== undefined)
    found.push({ name: `endpoint ${call.replace('openSwap', 'swap')}`, caps: endpoint });
  if (!areLifted && service === 'casino' && plays.includes(operation))
    found.push({ name: 'endpoint play', caps: perMinute(60) });
  return [...found, ...registerCaps(exchange, policies)];
}

/** "Every /register endpoint" by address, which no tier lifts (gap L15). */
export function registerCaps(
  { service, style, operation }: AuditedExchange,
  policies: Policies,
): NamedCaps[] {
  const kind = policies['limits.registerCap'];
  if (operation !== 'register' || (service === 'domains' && kind === 'accounts')) return [];
  const name = `${service} ${kind === 'paths' ? style : ''} register`;
  return [{ name, caps: perMinute(10), perIp: true }];
}

/** The casino's row is counted by type of game (LIM30). */
function bucketOf({ service, operation, body }: AuditedExchange): string {
  if (service !== 'casino' || operation !== 'bet') return '';
  const game = body?.['game'];
  return gamesB.includes(game) ? String(game) : 'none';
}
