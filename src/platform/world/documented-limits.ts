/** The rate limits that the documents have for a call (`service/style/operation`), as a refusal states them. */
import { registerCap, tierRows, type QuotaRow, type Tier } from '../../core/http/limits/published-limits.ts';
import type { RouteLimits } from '../../core/http/route.ts';
import { platformServices } from './platform.ts';

const windowNames: Readonly<Record<number, string>> = { 10_000: '10s', 60_000: '1m', 86_400_000: '1d' };

const statedAs = (limit: unknown, window: unknown): string => `${String(limit)} in ${String(window)}`;

const ofRow = ({ perMinute, burstPer10s, perDay }: QuotaRow): string[] => [
  statedAs(perMinute, '1m'),
  statedAs(burstPer10s, '10s'),
  statedAs(perDay, '1d'),
];

const ofTier = (tier: Tier): string[] => {
  const row = tierRows[tier];
  return row === undefined ? [] : ofRow(row);
};
const ofTiers = (Object.keys(tierRows) as Tier[]).flatMap(ofTier);

/** What the documents state for each call beside the tiers. */
const byCall: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  platformServices.flatMap(({ name, routes }) =>
    routes.flatMap(({ rows }) =>
      rows.flatMap(({ operation, styles, limits }) =>
        Object.keys(styles).map((style): [string, ReadonlySet<string>] => [
          `${name}/${style}/${operation}`,
          new Set(ofRoute(limits)),
        ]),
      ),
    ),
  ),
);

function ofRoute({ row, register, operation, endpoint }: RouteLimits): string[] {
  const caps = [operation, endpoint, register === undefined ? undefined : registerCap];
  return [
    ...(row === undefined ? [] : ofRow(row)),
    ...caps.flatMap((cap) => (cap === undefined ? [] : [statedAs(cap.limit, windowNames[cap.windowMs])])),
  ];
}

/** True if the body of a 429 states a limit and a window that the documents have for the call. */
export function statesDocumentedLimit(call: string, body: unknown): boolean {
  const { limit, window } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const stated = statedAs(limit, window);
  return ofTiers.includes(stated) || byCall.get(call)?.has(stated) === true;
}

/** True if an account of the tier may be told this limit by the call: that of the tier, or another one that the call has. */
export const isLimitOf = (tier: Tier, call: string, limit: number): boolean =>
  [...ofTier(tier), ...(byCall.get(call) ?? [])].some((stated) => stated.startsWith(`${limit} in `));

/** True if the body of a 429 states a limit of the free tier, and none of the call itself. */
export function statesFreeLimit(call: string, body: unknown): boolean {
  const { limit, window } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const stated = statedAs(limit, window);
  return ofTier('free').includes(stated) && byCall.get(call)?.has(stated) !== true;
}
