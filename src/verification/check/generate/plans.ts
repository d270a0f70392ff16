/**
 * Faults and networks as a scenario file may have them, valid or with one mistake: keys that are unknown at each level, of another kind,
 * or missing; values at bounds and beside them, of another type, of another name; faults that overlap, and steps that add up.
 */
import { Arbitrary, Value, type Random } from 'fast-check';
import { Draw } from './draw.ts';

/** The parts of a scenario that a plan has. */
export interface DrawnPlan {
  readonly faults?: readonly unknown[];
  readonly network?: Readonly<Record<string, unknown>>;
}

type Part = Readonly<Record<string, unknown>>;

/** Values of every JSON type that no key takes. */
const strange = [null, true, 7.5, -1, '', ' ', 'x', '7', [], [1], {}, '1h ', '-', '%', '1 h'] as const;

/** By key, values that are allowed, and values that are nearly so. */
const values: Readonly<Record<string, readonly [allowed: readonly unknown[], refused: readonly unknown[]]>> =
  {
    at: [
      ['0s', '1h', '90m', '1h30m', '1.5h', '2d'],
      ['-1s', '+1s', '0.5ms', '1', 1, '1H', '1y'],
    ],
    for: [
      ['0s', '1ms', '10m', '1d1h', '0.5s', '2w'],
      ['-1s', '+1s', '0.5ms', '1.0005s', '10', 10, '1y'],
    ],
    timeout: [
      ['1ms', '30s', '1.5s'],
      ['-1s', '0.5ms', '30', 30],
    ],
    by: [
      ['1h', '+30m', '-30m', '3650d', '-3650d', '1h30m'],
      ['3651d', '-3651d', '87600h1ms', '0.5ms', '-0.5ms', '--1h', '1', -5],
    ],
    rate: [
      [0, 1, 0.5, 1e-9, '0%', '100%', '100.0%', '0.1%', '99.9%'],
      [1.000001, -0.000001, '101%', '100.1%', '-1%', '50', '0.5', '1000%'],
    ],
    effect: [
      ['before', 'after', 'undone'],
      ['Before', 'during', 'none', 'befor'],
    ],
    latency: [
      [{ median: '40ms' }, { median: '40ms', p99: '400ms' }, { median: '0s' }, { median: '1s', p99: '1000ms' }, { median: '0ms', p99: '0s' }],
      [
        { median: '40ms', p99: '39ms' }, { median: '0ms', p99: '1ms' }, { p99: '40ms' }, { median: '0.5ms' }, { median: 40 }, { median: '40ms', p99: 400 },
        { median: '40ms', p95: '400ms' }, { median: '40ms', p99: '400ms', max: '1s' }, { median: '40ms', unknown: 1 }, { median: null }, { mean: '40ms', median: '40ms' },
        { median: '-1ms' }, { median: '40ms', p99: '' },
      ],
    ],
    market: [
      ['all', 'BTC-USDC', 'BTC-PERP', 'ETH-USDC', 'ETH-PERP'],
      ['', 'ALL', 'btc-usdc', 'BTC', 'BTC-EUR', 'BTX-PERP', 'BTC_USDC'],
    ],
    game: [
      ['all', 'coin_flip', 'dice', 'roulette', 'crash', 'plinko', 'slots', 'hilo', 'keno', 'wheel', 'mines', 'baccarat', 'blackjack'],
      ['', 'ALL', 'Dice', 'dise', 'poker'],
    ],
    move: [
      ['-90%', '+100%', '100%', '5%', '-1%', '+5%'],
      ['-91%', '101%', '+101%', '-100%', '5', '5.5%', '%', '++5%'],
    ],
    service: [
      ['faucet', 'escrow', 'domains', 'casino', 'trading', 'wallet'],
      ['Escrow', 'escrows', 'bank', 'control', ''],
    ],
    kind: [[], ['Outage', 'outrage', 'errors', 'clock', 'market_closed', '']],
    drop: [[0, 1, '0.1%', '100%'], [1.5, -0.1, '150%', '0.1']],
    dropAnswer: [[0, 1, '0.1%', '100%'], [1.5, -0.1, '150%', '0.1']],
    duplicate: [[0, 1, '0.1%', '100%'], [1.5, -0.1, '150%', '0.1']],
  }; // prettier-ignore

/** By kind, what it needs and what it may have. */
const kinds: Readonly<Record<string, readonly [needed: readonly string[], more: readonly string[]]>> = {
  outage: [['for'], []],
  error: [['for'], ['rate', 'effect']],
  slow: [['for', 'latency'], []],
  'clock-hold': [['for'], []],
  'clock-step': [['by'], []],
  'market-closed': [['for', 'market'], []],
  'game-closed': [['for', 'game'], []],
  'price-jump': [['market', 'move'], []],
};

const own = ['for', 'by', 'rate', 'effect', 'latency', 'market', 'game', 'move'];
const homes: Readonly<Record<string, string>> = {
  'market-closed': 'trading',
  'price-jump': 'trading',
  'game-closed': 'casino',
};
const networkKeys = ['latency', 'drop', 'dropAnswer', 'duplicate', 'timeout'];

const allowed = (key: string, draw: Draw): unknown => draw.pick(values[key]?.[0] ?? []);
const isKept = (draw: Draw): boolean => draw.chance(50);

function validFault(draw: Draw, kind = draw.pick(Object.keys(kinds))): Part {
  const [needed, more] = kinds[kind] ?? [[], []];
  const keys = [...needed, ...more.filter(() => isKept(draw))];
  const service = homes[kind] ?? allowed('service', draw);
  const given = Object.fromEntries(keys.map((key) => [key, allowed(key, draw)]));
  return { at: allowed('at', draw), service, kind, ...given };
}

const without = (part: Part, key: string): Part =>
  Object.fromEntries(Object.entries(part).filter(([name]) => name !== key));

/** A value that the key does not take: nearly one, or of another type. */
function refusedFor(key: string, draw: Draw): unknown {
  return draw.chance(60) ? draw.pick(values[key]?.[1] ?? ['']) : draw.pick(strange);
}

/** One key that is wrong in one way. Some values of `strange` are right for some keys. */
function spoiledFault(fault: Part, draw: Draw): Part {
  const keys = Object.keys(fault);
  const others = own.filter((key) => !keys.includes(key));
  return draw.pick<() => Part>([
    () => ({ ...fault, [draw.pick(['unknown', 'fro', 'until', 'Kind', 'number', '$comment'])]: draw.pick([1, '1h', null, {}]) }),
    () => ({ ...fault, ...other(draw.pick(others), draw) }),
    () => without(fault, draw.pick(keys)),
    () => ({ ...fault, service: allowed('service', draw) }),
    () => changed(fault, draw.pick(keys), draw),
    () => changed(fault, draw.pick(keys), draw),
    () => changed(fault, keys.at(-1) ?? 'at', draw),
  ])();
} // prettier-ignore

const changed = (part: Part, key: string, draw: Draw): Part => ({ ...part, [key]: refusedFor(key, draw) });
const other = (key: string, draw: Draw): Part => ({ [key]: allowed(key, draw) });

/** Two faults of one service, one in the other, or steps of its clock that may go too far together. */
function twoFaults(draw: Draw): readonly Part[] {
  const first = validFault(draw, draw.chance(50) ? 'clock-step' : undefined);
  const second = first['kind'] === 'clock-step' ? { ...first, by: draw.pick(['1ms', '-1ms', '1h', '-3650d', '3650d']), at: draw.pick(['0s', '1h', '3d']) } : validFault(draw);
  return draw.chance(50) ? [first, second] : [second, first];
} // prettier-ignore

function network(draw: Draw): Part {
  const keys = networkKeys.filter(() => isKept(draw));
  const valid = Object.fromEntries(keys.map((key) => [key, allowed(key, draw)]));
  if (isKept(draw)) return valid;
  return draw.chance(30)
    ? { ...valid, [draw.pick(['unknown', 'lost', 'Latency'])]: draw.pick([1, '1h']) }
    : changed(valid, draw.pick(networkKeys), draw);
}

function planOf(draw: Draw): DrawnPlan {
  const way = draw.integer(10);
  if (way === 0) return { faults: twoFaults(draw) };
  if (way === 1) return { network: network(draw) };
  const valid = validFault(draw);
  return { faults: [way < 4 ? valid : spoiledFault(valid, draw)] };
}

/** Plans for fast-check; equal seeds and paths give equal plans. */
export class Plans extends Arbitrary<DrawnPlan> {
  generate(random: Random): Value<DrawnPlan> {
    return new Value(planOf(new Draw(random)), undefined);
  }

  canShrinkWithoutContext(_value: unknown): _value is DrawnPlan {
    return false;
  }

  shrink(): never {
    throw new Error('a plan has no smaller one');
  }
}
