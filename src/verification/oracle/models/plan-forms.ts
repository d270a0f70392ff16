/**
 * What a fault and a network of a scenario may be made of, from docs/scenario.md and the published schema: which keys each kind of fault
 * needs and has, which values they take, and what a refusal of another one says.
 */
import { dayMs, parseDuration } from '../../../core/base/time.ts';
import type { Body } from '../exchange.ts';

/** A key that is not as documented, and what the refusal says of it. */
export interface PlanMistake {
  readonly key: string;
  readonly says: string;
  /** True where the published schema refuses it too; others depend on several keys, or on what a name or a number means. */
  readonly isOfSchema?: true;
}

interface ValueForm {
  readonly fits: (value: unknown) => boolean;
  readonly expected: string;
}

const durationForm = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d|w))+$/;
const stepForm = /^[+-]?(?:\d+(?:\.\d+)?(?:ms|s|m|h|d|w))+$/;
const shareForm = /^(?:100(?:\.0+)?|\d{1,2}(?:\.\d+)?)%$/;
const moveForm = /^(?:-(?:\d|[1-8]\d|90)|\+?(?:100|\d{1,2}))%$/;

const matches =
  (form: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && form.test(value);
const isOne =
  (...words: readonly string[]) =>
  (value: unknown): boolean =>
    words.includes(value as string);
const isFilled = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isShare = (value: unknown): boolean =>
  typeof value === 'number' ? value >= 0 && value <= 1 : matches(shareForm)(value);
const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const services = ['faucet', 'escrow', 'domains', 'casino', 'trading', 'wallet'];

/** By kind of fault: the keys beside `at`, `service` and `kind`; `?` marks one that may be left out. */
const keysOfKind: Readonly<Record<string, readonly string[]>> = {
  outage: ['for'],
  error: ['for', 'rate?', 'effect?'],
  slow: ['for', 'latency'],
  'clock-hold': ['for'],
  'clock-step': ['by'],
  'market-closed': ['for', 'market'],
  'game-closed': ['for', 'game'],
  'price-jump': ['market', 'move'],
};

const kinds = Object.keys(keysOfKind);
const common = ['at', 'service', 'kind'];
const duration: ValueForm = {
  fits: matches(durationForm),
  expected: 'a duration such as 250ms, 30s, 10m, 6h, 3d or 2w',
};
const share: ValueForm = { fits: isShare, expected: 'a share such as 0.1% or 0.001' };
const latency: ValueForm = { fits: isObject, expected: 'a latency such as { median: 40ms, p99: 400ms }' };

/** In the order of the table of the documents. */
const ofFault: Readonly<Record<string, ValueForm>> = {
  at: duration,
  service: { fits: isOne(...services), expected: `one of ${services.join(', ')}` },
  kind: { fits: isOne(...kinds), expected: `one of ${kinds.join(', ')}` },
  for: duration,
  by: { fits: matches(stepForm), expected: 'a step such as 1h or -30m' },
  rate: share,
  effect: { fits: isOne('before', 'after', 'undone'), expected: 'before, after or undone' },
  latency,
  market: { fits: isFilled, expected: 'a market such as BTC-PERP, a pair such as BTC-USDC, or all' },
  game: { fits: isFilled, expected: 'a game such as dice, or all' },
  move: { fits: matches(moveForm), expected: 'a move such as -12% or +5%, from -90% to +100%' },
};

const ofNetwork: Readonly<Record<string, ValueForm>> = {
  latency,
  drop: share,
  dropAnswer: share,
  duplicate: share,
  timeout: duration,
};

const ofLatency: Readonly<Record<string, ValueForm>> = { median: duration, p99: duration };

/** The services that have what a kind closes or moves. */
const homes: Readonly<Record<string, string>> = {
  'market-closed': 'trading',
  'price-jump': 'trading',
  'game-closed': 'casino',
};

/** Markets and games that there are in every world (TRD07, gaps T7, C1). */
const known: Readonly<Record<string, RegExp>> = {
  market: /^(?:all|(?:BTC|ETH)-(?:PERP|USDC))$/,
  game: /^(?:all|coin_flip|dice|roulette|crash|plinko|slots|hilo|keno|wheel|mines|baccarat|blackjack)$/,
};

/** A clock is stepped by no more in all, in either direction. */
const steppedMaxMs = 3650 * dayMs;

/** The mistakes of a list of faults that have at most one each; empty where it is to be accepted. */
export function faultsMistakes(faults: readonly unknown[]): readonly PlanMistake[] {
  const own = faults.flatMap((fault) => faultMistakes(fault));
  return own.length > 0 ? own : stepMistakes(faults as readonly Body[]);
}

function faultMistakes(fault: unknown): readonly PlanMistake[] {
  if (!isObject(fault)) return [{ key: 'faults', says: 'expected' }];
  const wrong = shapeMistakes(fault, ofFault, common);
  if (wrong.length > 0) return wrong;
  const kind = String(fault['kind']);
  const listed = keysOfKind[kind] ?? [];
  const allowed = [...common, ...listed.map((key) => key.replace('?', ''))];
  const needed = listed.filter((key) => !key.endsWith('?') && fault[key] === undefined);
  const foreign = Object.keys(fault).filter((key) => !allowed.includes(key));
  const isElsewhere = (homes[kind] ?? fault['service']) !== fault['service'];
  return [
    ...foreign.map((key) => ({ key, says: `expected ${allowed.join(', ')}` })),
    ...needed.map((key) => ({ key, says: `needs "${key}"` })),
    ...(isElsewhere ? [{ key: 'service', says: `only the service ${homes[kind]}` }] : []),
    ...nameMistakes(fault),
  ];
}

const nameMistakes = (fault: Body): readonly PlanMistake[] =>
  Object.entries(known)
    .filter(([key, form]) => fault[key] !== undefined && !form.test(fault[key] as string))
    .map(([key]) => ({ key, says: `there is no ${key} "${fault[key] as string}"` }));

/** The mistakes of a network; empty where it is to be accepted. */
export const networkMistakes = (network: unknown): readonly PlanMistake[] =>
  isObject(network) ? shapeMistakes(network, ofNetwork, []) : [{ key: 'network', says: 'expected' }];

function shapeMistakes(
  part: Body,
  shape: Readonly<Record<string, ValueForm>>,
  needed: readonly string[],
): readonly PlanMistake[] {
  const missing = needed.filter((key) => part[key] === undefined);
  const keys = Object.keys(shape).join(', ');
  return [
    ...missing.map((key) => ({ key, says: `"${key}" is missing`, isOfSchema: true as const })),
    ...Object.keys(part).flatMap((key) => {
      const form = shape[key];
      if (form === undefined) return [{ key, says: `expected one of ${keys}`, isOfSchema: true as const }];
      if (!form.fits(part[key]))
        return [{ key, says: `expected ${form.expected}`, isOfSchema: true as const }];
      return valueMistakes(key, part[key]);
    }),
  ];
}

/** What a value of the right form may not be: a part of a millisecond, or a latency whose parts do not fit together. */
function valueMistakes(key: string, value: unknown): readonly PlanMistake[] {
  if (isObject(value)) return key === 'latency' ? latencyMistakes(value) : [];
  const isTime = typeof value === 'string' && stepForm.test(value);
  return isTime && msOf(value) === undefined
    ? [{ key, says: 'expected a whole number of milliseconds' }]
    : [];
}

function latencyMistakes(value: Body): readonly PlanMistake[] {
  const wrong = shapeMistakes(value, ofLatency, ['median']);
  if (wrong.length > 0) return wrong;
  const { median: middle, p99: tail = middle } = value as { median: string; p99?: string };
  const [median = 0, p99 = 0] = [msOf(middle), msOf(tail)];
  const isSpread = p99 > median && median > 0;
  return p99 === median || isSpread
    ? []
    : [{ key: 'latency', says: 'expected a p99 of at least the median' }];
}

/** The steps of each clock in order of time, of which no sum may go too far. */
function stepMistakes(faults: readonly Body[]): readonly PlanMistake[] {
  const steps = faults.filter(({ kind }) => kind === 'clock-step');
  const sums = new Map<unknown, number>();
  const inOrder = steps.toSorted(
    (one, other) => (msOf(String(one['at'])) ?? 0) - (msOf(String(other['at'])) ?? 0),
  );
  for (const { service, by } of inOrder) {
    const sum = (sums.get(service) ?? 0) + (msOf(String(by)) ?? 0);
    if (Math.abs(sum) > steppedMaxMs)
      return [{ key: 'by', says: 'expected steps of a service that add up to at most 3650d' }];
    sums.set(service, sum);
  }
  return [];
}

/** Undefined for what is no whole number of milliseconds. */
function msOf(text: string): number | undefined {
  const ms = parseDuration(text.replace(/^[+-]/, ''));
  return ms === undefined ? undefined : text.startsWith('-') ? -ms : ms;
}
