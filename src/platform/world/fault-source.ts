/** Faults as scenario files and control calls write them: schema, validation and conversion. */
import { Type, type Static } from 'typebox';
import { hintOf } from '../../core/base/nearest.ts';
import { parseDuration, type Instant } from '../../core/base/time.ts';
import type { Written } from '../../core/base/written.ts';
import { gameNamed, games } from '../games/registry.ts';
import { marketNames } from '../services/trading/markets.ts';
import type { ErrorEffect, Fault } from './faults.ts';
import {
  Duration,
  latencyMistake,
  LatencyText,
  Move,
  readLatency,
  readMove,
  readShare,
  readStep,
  Share,
  Step,
} from './units.ts';
import { serviceNames } from './platform.ts';

const faultKinds = [
  'outage',
  'error',
  'slow',
  'clock-hold',
  'clock-step',
  'market-closed',
  'game-closed',
  'price-jump',
] as const satisfies readonly Fault['kind'][];

const effects = ['before', 'after', 'undone'] as const satisfies readonly ErrorEffect[];

/** The fields of a fault, except for its start. */
export const faultFields = {
  service: Type.Enum([...serviceNames], { description: `one of ${serviceNames.join(', ')}` }),
  kind: Type.Enum([...faultKinds], { description: `one of ${faultKinds.join(', ')}` }),
  for: Type.Optional(Duration),
  by: Type.Optional(Step),
  rate: Type.Optional(Share),
  effect: Type.Optional(Type.Enum([...effects], { description: 'before, after or undone' })),
  latency: Type.Optional(LatencyText),
  market: Type.Optional(
    Type.String({ minLength: 1, description: 'a market such as BTC-PERP, a pair such as BTC-USDC, or all' }),
  ),
  game: Type.Optional(Type.String({ minLength: 1, description: 'a game such as dice, or all' })),
  move: Type.Optional(Move),
};

const fault = Type.Object(faultFields);

/** A fault as written, after validation of its shape, without the instant at which it begins. */
export type FaultFields = Written<Static<typeof fault>>;

/** The fields of each kind besides the common ones; the optional ones have a default. */
const fieldsOf = {
  outage: { needed: ['for'], optional: [] },
  error: { needed: ['for'], optional: ['rate', 'effect'] },
  slow: { needed: ['for', 'latency'], optional: [] },
  'clock-hold': { needed: ['for'], optional: [] },
  'clock-step': { needed: ['by'], optional: [] },
  'market-closed': { needed: ['for', 'market'], optional: [] },
  'game-closed': { needed: ['for', 'game'], optional: [] },
  'price-jump': { needed: ['market', 'move'], optional: [] },
} as const satisfies Record<Fault['kind'], { needed: readonly string[]; optional: readonly string[] }>;

/** What is wrong with a fault; the field is undefined where one is missing. */
export interface FaultMistake {
  readonly field: string | undefined;
  readonly message: string;
  /** True where the field itself is wrong rather than its value. */
  readonly atKey: boolean;
}

/** The first mistake in a fault, or undefined; `common` lists the fields that every fault may have. */
export function faultMistake(source: FaultFields, common: readonly string[]): FaultMistake | undefined {
  const { needed, optional } = fieldsOf[source.kind];
  for (const field of needed) {
    if (source[field] === undefined)
      return { field: undefined, message: `a fault of kind ${source.kind} needs "${field}"`, atKey: false };
  }
  const wrong = latencyMistake(source.latency);
  if (wrong !== undefined) return { field: 'latency', message: wrong, atKey: false };
  const allowed = [...common, ...needed, ...optional];
  for (const field of Object.keys(source)) {
    if (allowed.includes(field)) continue;
    const message = `a fault of kind ${source.kind} has no "${field}"; expected ${allowed.join(', ')}`;
    return { field, message, atKey: true };
  }
  return marketMistake(source) ?? gameMistake(source);
}

/** A market fault is for the trading service and names an existing market by symbol or by pair. */
function marketMistake({ kind, service, market = 'all' }: FaultFields): FaultMistake | undefined {
  if (kind !== 'market-closed' && kind !== 'price-jump') return undefined;
  if (service !== 'trading') {
    const message = `only the service trading has markets to ${kind === 'market-closed' ? 'close' : 'move'}`;
    return { field: 'service', message, atKey: false };
  }
  if (marketNames.includes(market)) return undefined;
  const message = `there is no market "${market}"; ${hintOf(market, marketNames)}`;
  return { field: 'market', message, atKey: false };
}

/** A game fault is for the casino and names a game by its id or by any of its names in a style. */
function gameMistake({ kind, service, game = 'all' }: FaultFields): FaultMistake | undefined {
  if (kind !== 'game-closed') return undefined;
  if (service !== 'casino')
    return { field: 'service', message: 'only the service casino has games to close', atKey: false };
  if (game === 'all' || gameNamed(game) !== undefined) return undefined;
  const known = ['all', ...games.map((entry) => entry.game.id)];
  const message = `there is no game "${game}"; ${hintOf(game, known)}`;
  return { field: 'game', message, atKey: false };
}

/** Converts a source without a mistake to the fault that begins at `atMs`. */
export function buildFault(source: FaultFields, atMs: Instant): Fault {
  const common = { atMs, service: source.service };
  const forMs = parseDuration(source.for ?? '0s') ?? 0;
  switch (source.kind) {
    case 'outage':
    case 'clock-hold':
      return { ...common, kind: source.kind, forMs };
    case 'error':
      return {
        ...common,
        kind: 'error',
        forMs,
        rate: readShare(source.rate ?? 1),
        effect: source.effect ?? 'before',
      };
    case 'slow': {
      const latency = readLatency(source.latency ?? { median: '0s' });
      return { ...common, kind: 'slow', forMs, latency };
    }
    case 'clock-step':
      return { ...common, kind: 'clock-step', byMs: readStep(source.by ?? '0s') };
    case 'market-closed':
      return { ...common, kind: 'market-closed', forMs, market: source.market ?? 'all' };
    case 'game-closed': {
      const game = source.game ?? 'all';
      return { ...common, kind: 'game-closed', forMs, game: gameNamed(game)?.game.id ?? game };
    }
    case 'price-jump':
      return {
        ...common,
        kind: 'price-jump',
        // Both markets of an asset have one price, which goes by the pair.
        market: (source.market ?? 'all').replace(/-PERP$/, '-USDC'),
        basisPoints: readMove(source.move ?? '0%'),
      };
  }
}
