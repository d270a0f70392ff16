/** Faults as they are written: what is wrong with one, what it is converted to, and the units in it. */
import { describe, expect, it } from 'vitest';
import { games } from '../../../src/platform/games/registry.ts';
import { marketNames } from '../../../src/platform/services/trading/markets.ts';
import {
  buildFault,
  faultFields,
  faultMistake,
  type FaultFields,
} from '../../../src/platform/world/fault-source.ts';
import {
  latencyMistake,
  readLatency,
  readMove,
  readShare,
  readStep,
} from '../../../src/platform/world/units.ts';
import { clockEndMs, parseStart } from '../../../src/platform/world/start.ts';

const latency = { median: '40ms', p99: '400ms' };
const mistaken =
  'latency is a map; expected a p99 of at least the median, and a median above 0ms where they differ';
const mistake = (field: string | undefined, message: string, atKey = false): object => ({
  field,
  message,
  atKey,
});
const needs = (kind: string, field: string): object =>
  mistake(undefined, `a fault of kind ${kind} needs "${field}"`);
const noMarkets = (verb: string): object =>
  mistake('service', `only the service trading has markets to ${verb}`);
const hour = { for: '1h' };

it.each<[FaultFields, object | undefined]>([
  [{ service: 'faucet', kind: 'outage' }, needs('outage', 'for')],
  [{ service: 'faucet', kind: 'error' }, needs('error', 'for')],
  [{ service: 'faucet', kind: 'slow', ...hour }, needs('slow', 'latency')],
  [{ service: 'faucet', kind: 'clock-hold' }, needs('clock-hold', 'for')],
  [{ service: 'faucet', kind: 'clock-step' }, needs('clock-step', 'by')],
  [{ service: 'trading', kind: 'market-closed', ...hour }, needs('market-closed', 'market')],
  [{ service: 'casino', kind: 'game-closed', ...hour }, needs('game-closed', 'game')],
  [{ service: 'trading', kind: 'price-jump', market: 'all' }, needs('price-jump', 'move')],
  [{ service: 'faucet', kind: 'outage', ...hour }, undefined],
  [{ service: 'faucet', kind: 'error', ...hour, rate: 1, effect: 'after' }, undefined],
  [{ service: 'faucet', kind: 'slow', ...hour, latency }, undefined],
  [
    { service: 'faucet', kind: 'slow', ...hour, latency: { median: '2ms', p99: '1ms' } },
    mistake('latency', mistaken),
  ],
  [{ service: 'faucet', kind: 'clock-step', by: '-1h' }, undefined],
  [
    { service: 'faucet', kind: 'clock-step', by: '-1h', ...hour },
    mistake('for', 'a fault of kind clock-step has no "for"; expected service, kind, by', true),
  ],
  [
    { service: 'faucet', kind: 'error', ...hour, move: '1%' },
    mistake('move', 'a fault of kind error has no "move"; expected service, kind, for, rate, effect', true),
  ],
  [{ service: 'trading', kind: 'market-closed', ...hour, market: 'all' }, undefined],
  [{ service: 'trading', kind: 'market-closed', ...hour, market: 'BTC-PERP' }, undefined],
  [{ service: 'trading', kind: 'price-jump', market: 'BTC-USDC', move: '+5%' }, undefined],
  [{ service: 'casino', kind: 'market-closed', ...hour, market: 'all' }, noMarkets('close')],
  [{ service: 'casino', kind: 'price-jump', market: 'all', move: '1%' }, noMarkets('move')],
  [
    { service: 'trading', kind: 'price-jump', market: 'BTC-PREP', move: '1%' },
    mistake('market', 'there is no market "BTC-PREP"; did you mean "BTC-PERP"?'),
  ],
  [{ service: 'casino', kind: 'game-closed', ...hour, game: 'all' }, undefined],
  [{ service: 'casino', kind: 'game-closed', ...hour, game: 'dice' }, undefined],
  [{ service: 'casino', kind: 'game-closed', ...hour, game: 'coin-flip' }, undefined],
  [
    { service: 'trading', kind: 'game-closed', ...hour, game: 'all' },
    mistake('service', 'only the service casino has games to close'),
  ],
  [
    { service: 'casino', kind: 'game-closed', ...hour, game: 'dicee' },
    mistake('game', 'there is no game "dicee"; did you mean "dice"?'),
  ],
  [
    { service: 'casino', kind: 'game-closed', ...hour, game: 'al' },
    mistake('game', 'there is no game "al"; did you mean "all"?'),
  ],
])('%j: %j', (source, expected) => {
  expect(faultMistake(source, ['service', 'kind'])).toEqual(expected);
});

it('names some of the markets and games where nothing looks meant', () => {
  const market = faultMistake({ service: 'trading', kind: 'price-jump', market: 'x', move: '1%' }, [
    'service',
    'kind',
  ]);
  const some = marketNames.slice(0, 12).join(', ');
  expect(market?.message).toBe(
    `there is no market "x"; expected one of ${some} and ${marketNames.length - 12} more`,
  );
  const game = faultMistake({ service: 'casino', kind: 'game-closed', ...hour, game: 'zzzzzzzz' }, [
    'service',
    'kind',
  ]);
  const known = ['all', ...games.map((each) => each.game.id)];
  expect(game?.message).toBe(
    `there is no game "zzzzzzzz"; expected one of ${known.slice(0, 12).join(', ')} and ${known.length - 12} more`,
  );
});

const atMs = 1000;
it.each<[FaultFields, object]>([
  [
    { service: 'faucet', kind: 'outage', ...hour },
    { kind: 'outage', forMs: 3_600_000 },
  ],
  [
    { service: 'faucet', kind: 'outage' },
    { kind: 'outage', forMs: 0 },
  ],
  [
    { service: 'faucet', kind: 'clock-hold', for: '2ms' },
    { kind: 'clock-hold', forMs: 2 },
  ],
  [
    { service: 'faucet', kind: 'error', ...hour },
    { kind: 'error', forMs: 3_600_000, rate: 1, effect: 'before' },
  ],
  [
    { service: 'faucet', kind: 'error', ...hour, rate: '30%', effect: 'undone' },
    { kind: 'error', forMs: 3_600_000, rate: 0.3, effect: 'undone' },
  ],
  [
    { service: 'faucet', kind: 'slow', ...hour, latency },
    { kind: 'slow', forMs: 3_600_000, latency: { medianMs: 40, p99Ms: 400 } },
  ],
  [
    { service: 'faucet', kind: 'slow', ...hour },
    { kind: 'slow', forMs: 3_600_000, latency: { medianMs: 0, p99Ms: 0 } },
  ],
  [
    { service: 'faucet', kind: 'clock-step', by: '-1h' },
    { kind: 'clock-step', byMs: -3_600_000 },
  ],
  [
    { service: 'faucet', kind: 'clock-step' },
    { kind: 'clock-step', byMs: 0 },
  ],
  [
    { service: 'trading', kind: 'market-closed', ...hour, market: 'BTC-PERP' },
    { kind: 'market-closed', forMs: 3_600_000, market: 'BTC-PERP' },
  ],
  [
    { service: 'trading', kind: 'market-closed', ...hour },
    { kind: 'market-closed', forMs: 3_600_000, market: 'all' },
  ],
  [
    { service: 'casino', kind: 'game-closed', ...hour, game: 'coin-flip' },
    { kind: 'game-closed', forMs: 3_600_000, game: 'coin_flip' },
  ],
  [
    { service: 'casino', kind: 'game-closed', ...hour, game: 'all' },
    { kind: 'game-closed', forMs: 3_600_000, game: 'all' },
  ],
  [
    { service: 'casino', kind: 'game-closed', ...hour },
    { kind: 'game-closed', forMs: 3_600_000, game: 'all' },
  ],
  [
    { service: 'trading', kind: 'price-jump', market: 'BTC-PERP', move: '-12%' },
    { kind: 'price-jump', market: 'BTC-USDC', basisPoints: -1200 },
  ],
  [
    { service: 'trading', kind: 'price-jump', market: 'X-PERP-Y', move: '+5%' },
    { kind: 'price-jump', market: 'X-PERP-Y', basisPoints: 500 },
  ],
  [
    { service: 'trading', kind: 'price-jump' },
    { kind: 'price-jump', market: 'all', basisPoints: 0 },
  ],
])('%j begins as %j', (source, fault) => {
  expect(buildFault(source, atMs)).toEqual({ atMs, service: source.service, ...fault });
});

describe('units', () => {
  it.each([
    ['1h30m', 5_400_000],
    ['+2s', 2000],
    ['-250ms', -250],
    ['0s', 0],
  ])('the step %s is %d ms', (text, ms) => {
    expect(readStep(text)).toBe(ms);
  });

  it.each([
    ['0.1%', 0.001],
    ['100%', 1],
    [0.25, 0.25],
    [0, 0],
  ])('the share %s is %d', (share, part) => {
    expect(readShare(share)).toBe(part);
  });

  it.each([
    ['-12%', -1200],
    ['+5%', 500],
    ['100%', 10_000],
  ])('the move %s is %d', (text, points) => {
    expect(readMove(text)).toBe(points);
  });

  it.each([
    [{ median: '40ms' }, { medianMs: 40, p99Ms: 40 }, undefined],
    [{ median: '0s' }, { medianMs: 0, p99Ms: 0 }, undefined],
    [{ median: '1ms', p99: '2s' }, { medianMs: 1, p99Ms: 2000 }, undefined],
    [{ median: '0ms', p99: '1ms' }, { medianMs: 0, p99Ms: 1 }, mistaken],
    [{ median: '2ms', p99: '1ms' }, { medianMs: 2, p99Ms: 1 }, mistaken],
  ])('the latency %j is %j', (source, read, wrong) => {
    expect([readLatency(source), latencyMistake(source)]).toEqual([read, wrong]);
  });

  it('of no latency are right', () => {
    expect(latencyMistake(undefined)).toBeUndefined();
  });

  it.each([
    ['1970-01-01T00:00:00Z', 0],
    ['1969-12-31T23:59:59.999Z', undefined],
    ['9998-12-31T23:59:59.999Z', 253_370_764_799_999],
    ['9999-01-01T00:00:00Z', undefined],
    ['tomorrow', undefined],
  ])('a world may start at %s: %s', (text, startMs) => {
    expect([parseStart(text), clockEndMs]).toEqual([startMs, 253_370_764_800_000]);
  });
});

it('the fields of a fault have these forms', () => {
  const kinds = [
    'outage',
    'error',
    'slow',
    'clock-hold',
    'clock-step',
    'market-closed',
    'game-closed',
    'price-jump',
  ];
  const services = ['faucet', 'escrow', 'domains', 'casino', 'trading', 'wallet'];
  const format = 'whole-milliseconds';
  const duration = {
    type: 'string',
    format,
    pattern: '^(\\d+(\\.\\d+)?(ms|s|m|h|d|w))+$',
    description: 'a duration such as 250ms, 30s, 10m, 6h, 3d or 2w',
  };
  expect(JSON.parse(JSON.stringify(faultFields))).toEqual({
    service: { enum: services, description: `one of ${services.join(', ')}` },
    kind: { enum: kinds, description: `one of ${kinds.join(', ')}` },
    for: duration,
    by: {
      type: 'string',
      format,
      pattern: '^[+-]?(\\d+(\\.\\d+)?(ms|s|m|h|d|w))+$',
      description: 'a step such as 1h or -30m',
    },
    rate: {
      anyOf: [
        { type: 'number', minimum: 0, maximum: 1 },
        { type: 'string', pattern: '^(100(\\.0+)?|\\d{1,2}(\\.\\d+)?)%$' },
      ],
      description: 'a share such as 0.1% or 0.001',
    },
    effect: { enum: ['before', 'after', 'undone'], description: 'before, after or undone' },
    latency: {
      type: 'object',
      required: ['median'],
      properties: { median: duration, p99: duration },
      additionalProperties: false,
      description: 'a latency such as { median: 40ms, p99: 400ms }',
    },
    market: {
      type: 'string',
      minLength: 1,
      description: 'a market such as BTC-PERP, a pair such as BTC-USDC, or all',
    },
    game: { type: 'string', minLength: 1, description: 'a game such as dice, or all' },
    move: {
      type: 'string',
      pattern: '^(?:-(?:[0-9]|[1-8][0-9]|90)|\\+?(?:100|[0-9]{1,2}))%$',
      description: 'a move such as -12% or +5%, from -90% to +100%',
    },
  });
});
