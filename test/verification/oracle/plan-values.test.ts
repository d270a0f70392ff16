/** Which values a fault and a network may have, key by key, and what is said of every other one. */
import { describe, expect, it } from 'vitest';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { faultsMistakes, networkMistakes } from '../../../src/verification/oracle/models/plan-forms.ts';
import { describeKept, drawFrom, oneOf, type KeptSubject } from '../../kept-digests.ts';

const durations = ['0s', '7s', '10m', '1.5h', '1.25h', '3d', '2w', '1h30m', '12h30m15s', '250ms', '0.5ms', '1.55555ms', '1.5', 's', '1.s', '.5s', 'x1s', '1sx', '1 s', '10', '-1s', '+1s', '-10m', '+12h30m', '-0.5ms', '+1.25ms', 'x+1s', '+-1s', '*1s', '+1sx', '9999999d', '']; // prettier-ignore
const shares = ['0%', '7%', '99%', '100%', '100.0%', '100.00%', '100.1%', '101%', '1.5%', '12.25%', '12.%', '%', 'a%', '1.a%', '-1%', 'x1%', '1%x', '1', '999%', 0, 1, 0.5, -0.001, 1.001, Number.NaN]; // prettier-ignore
const moves = ['0%', '9%', '12%', '99%', '100%', '101%', '+5%', '+12%', '+100%', '+101%', '-5%', '-12%', '-89%', '-90%', '-91%', '-99%', '-x%', '-1x%', 'x5%', '5%x', 'a%', '+%', '%', '5']; // prettier-ignore
const names = ['all', 'BTC-PERP', 'BTC-USDC', 'ETH-PERP', 'ETH-USDC', 'DOGE-PERP', 'xBTC-PERP', 'BTC-PERPx', 'BTC', '', 'coin_flip', 'dice', 'roulette', 'crash', 'plinko', 'slots', 'hilo', 'keno', 'wheel', 'mines', 'baccarat', 'blackjack', 'xall', 'allx', 'xdice', 'dicex', 'video_poker']; // prettier-ignore
const words = ['before', 'after', 'undone', 'never', 'faucet', 'escrow', 'domains', 'casino', 'trading', 'wallet', 'control', 'outage', 'error', 'slow', 'clock-hold', 'clock-step', 'market-closed', 'game-closed', 'price-jump']; // prettier-ignore
const others: readonly unknown[] = [undefined, null, true, 7, {}, [], ['1s'], [{ median: '1s' }]];
const latencies: readonly unknown[] = [
  { median: '40ms' },
  { median: '40ms', p99: '40ms' },
  { median: '40ms', p99: '41ms' },
  { median: '40ms', p99: '39ms' },
  { median: '0ms', p99: '0ms' },
  { median: '0ms', p99: '1ms' },
  { median: '0.5ms' },
  { median: '1s', p99: '0.5ms' },
  { p99: '1s' },
  { median: 40 },
  { median: '-1s' },
  { median: '1s', p99: '2s', p100: '3s' },
  {},
];
/** By key, values that are nearly of its form. */
const valuesOf: Readonly<Record<string, readonly unknown[]>> = {
  at: durations, for: durations, timeout: durations, by: durations, service: words, kind: words, effect: words, rate: shares, drop: shares, dropAnswer: shares,
  duplicate: shares, latency: latencies, market: names, game: names, move: moves,
}; // prettier-ignore
const valuesFor = (key: string): readonly unknown[] => [
  ...(valuesOf[key] ?? []),
  ...others,
  '10s',
  '5%',
  'all',
  0.5,
];

/** A fault of each kind that is to be accepted. */
const faults: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  outage: { at: '1h', service: 'wallet', kind: 'outage', for: '10m' },
  error: { at: '1h', service: 'escrow', kind: 'error', for: '10m', rate: '5%', effect: 'after' },
  slow: { at: '1h', service: 'domains', kind: 'slow', for: '10m', latency: { median: '1s', p99: '2s' } },
  'clock-hold': { at: '1h', service: 'faucet', kind: 'clock-hold', for: '10m' },
  'clock-step': { at: '1h', service: 'casino', kind: 'clock-step', by: '-30m' },
  'market-closed': { at: '1h', service: 'trading', kind: 'market-closed', for: '10m', market: 'BTC-PERP' },
  'game-closed': { at: '1h', service: 'casino', kind: 'game-closed', for: '10m', game: 'dice' },
  'price-jump': { at: '1h', service: 'trading', kind: 'price-jump', market: 'all', move: '-12%' },
};
const keys = ['at', 'service', 'kind', 'for', 'by', 'rate', 'effect', 'latency', 'market', 'game', 'move', 'other']; // prettier-ignore
const network = { latency: { median: '1s' }, drop: '1%', dropAnswer: 0.01, duplicate: '2%', timeout: '30s' };

const without = (part: Body, key: string): Body =>
  Object.fromEntries(Object.entries(part).filter(([name]) => name !== key));

it('accepts a fault of each kind, and a network', () => {
  for (const fault of Object.values(faults)) expect(faultsMistakes([fault])).toEqual([]);
  expect([faultsMistakes([]), networkMistakes(network), networkMistakes({})]).toEqual([[], [], []]);
  expect(faultsMistakes([faults['error'], without(without(faults['error']!, 'rate'), 'effect')])).toEqual([]);
});

/** A kind that has the key. */
const kindWith = (key: string): object =>
  Object.values(faults).find((fault) => key in fault) ?? faults['outage']!;

/** Keys whose values are of one kind. */
const groups: Readonly<Record<string, readonly string[]>> = {
  instant: ['at', 'for', 'by'],
  word: ['service', 'kind', 'effect', 'other'],
  share: ['rate', 'latency'],
  name: ['market', 'game', 'move'],
};

describe('a plan', () => {
  describeKept(new URL('plan-values.json', import.meta.url), [
    ...Object.entries(groups).map(([name, own]): KeptSubject => ({
      name: `with another ${name}`,
      made: () => own.flatMap((key) => valuesFor(key).map((value) => faultsMistakes([{ ...kindWith(key), [key]: value }]))),
    })),
    {
      name: 'with a key more or less',
      made: () => Object.values(faults).flatMap((fault) => keys.map((key) => [faultsMistakes([without(fault, key)]), faultsMistakes([{ ...kindWith(key), ...fault }])])),
    },
    {
      name: 'with another value of its network',
      made: () => [...Object.keys(network), 'other'].flatMap((key) => valuesFor(key).map((value) => networkMistakes({ ...network, [key]: value }))),
    },
    { name: 'that is no plan', made: () => [...others, ...latencies].flatMap((value) => [faultsMistakes([value]), networkMistakes(value)]) },
  ]);
}); // prettier-ignore

const step = (at: string, by: string, service = 'casino'): object => ({
  at,
  service,
  kind: 'clock-step',
  by,
});
const tooFar = [{ key: 'by', says: 'expected steps of a service that add up to at most 3650d' }];

it('the steps of a clock add up to ten years at most, in either direction, service by service', () => {
  expect([step('1h', '3650d'), step('1h', '-3650d')].map((each) => faultsMistakes([each]))).toEqual([[], []]);
  expect([step('1h', '3650d1ms'), step('1h', '-3650d1ms')].map((each) => faultsMistakes([each]))).toEqual([tooFar, tooFar]);
  expect(faultsMistakes([step('1h', '3650d'), step('2h', '1ms', 'wallet')])).toEqual([]);
  expect(faultsMistakes([step('1h', '3650d'), step('2h', '1ms')])).toEqual(tooFar);
  expect(faultsMistakes([step('1h', '3650d'), step('2h', '-1ms'), step('3h', '1ms')])).toEqual([]);
}); // prettier-ignore

it('only a step moves a clock, and its key has to be there', () => {
  const far = { ...faults['outage'], service: 'casino', by: '9999d' };
  expect(faultsMistakes([step('1h', '3650d'), far]).map(({ says }) => says)).not.toEqual(tooFar.map(({ says }) => says));
  expect(faultsMistakes([step('1h', '-2000d'), step('2h', '-1650d'), step('3h', '1d')])).toEqual([]);
  expect(faultsMistakes([step('1h', '-2000d'), step('2h', '-1651d')])).toEqual(tooFar);
}); // prettier-ignore

it('the steps of a clock are added up in order of time', () => {
  const [up, down, more] = [step('1h', '3650d'), step('2h', '-1d'), step('3h', '1d')];
  expect([[up, down, more], [more, down, up], [down, more, up]].map((each) => faultsMistakes(each))).toEqual([[], [], []]); // prettier-ignore
  expect(faultsMistakes([step('2h', '3650d'), step('3h', '-1d'), step('1h', '1d')])).toEqual(tooFar);
  expect(faultsMistakes([step('0s', '3650d'), faults['outage']!, step('10m', '1ms')])).toEqual(tooFar);
});

it('of drawn lists of faults the mistakes are those of each fault, in their order', () => {
  const draw = drawFrom('plans');
  const kinds = Object.values(faults);
  for (let turn = 0; turn < 20; turn += 1) {
    const list = [0, 1, 2].map(() => {
      const key = oneOf(draw, keys);
      return { ...oneOf(draw, kinds), [key]: oneOf(draw, valuesFor(key)) };
    });
    const own = list.flatMap((fault) => faultsMistakes([fault]));
    if (own.some(({ says }) => !says.includes('steps of a service')))
      expect(faultsMistakes(list)).toEqual(own);
  }
});
