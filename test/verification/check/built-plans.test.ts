/** Plans of faults and networks are held against the documents, whatever the loader says of them. */
import { sample } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import type { Scenario } from '../../../src/simulation/scenario/scenario.ts';
import { planViolation, publishedWrongly, wrongIn } from '../../../src/verification/check/built-plans.ts';
import { Plans } from '../../../src/verification/check/generate/plans.ts';
import { faultsMistakes, networkMistakes } from '../../../src/verification/oracle/models/plan-forms.ts';

const outage = { at: '1h', service: 'escrow', kind: 'outage', for: '10m' };
const slow = { at: '1h', service: 'escrow', kind: 'slow', for: '10m', latency: { median: '40ms' } };
const jump = { at: '1h', service: 'trading', kind: 'price-jump', market: 'BTC-USDC', move: '-12%' };
const step = { at: '1h', service: 'faucet', kind: 'clock-step', by: '-30m' };
const error = { at: '1h', service: 'wallet', kind: 'error', for: '10m' };
const closed = { at: '1h', service: 'casino', kind: 'game-closed', for: '10m', game: 'dice' };

describe('a list of faults', () => {
  it.each<[string, readonly unknown[], readonly string[]]>([
    ['one of each kind', [outage, slow, jump, step, error, closed], []],
    ['two that overlap', [outage, { ...outage, at: '65m' }], []],
    ['no service', [{ at: '1h', kind: 'outage', for: '10m' }], ['service']],
    ['no length', [{ at: '1h', service: 'escrow', kind: 'outage' }], ['for']],
    ['an unknown service', [{ ...outage, service: 'bank' }], ['service']],
    ['an unknown kind', [{ ...outage, kind: 'outrage' }], ['kind']],
    ['an unknown key', [{ ...outage, fro: '1m' }], ['fro']],
    ['a key of another kind', [{ ...outage, rate: 0.5 }], ['rate']],
    ['a jump that lasts', [{ ...jump, for: '1m' }], ['for']],
    ['a share of all', [{ ...error, rate: '100%' }], []],
    ['a share of more than all', [{ ...error, rate: '100.1%' }], ['rate']],
    ['a share below nothing', [{ ...error, rate: -0.1 }], ['rate']],
    ['an effect', [{ ...error, effect: 'undone' }], []],
    ['another effect', [{ ...error, effect: 'during' }], ['effect']],
    ['a length of nothing', [{ ...outage, for: '0s' }], []],
    ['a length below nothing', [{ ...outage, for: '-1s' }], ['for']],
    ['a part of a millisecond', [{ ...outage, for: '0.5ms' }], ['for']],
    ['a latency with a tail', [{ ...slow, latency: { median: '40ms', p99: '40ms' } }], []],
    ['a latency that is a text', [{ ...slow, latency: '40ms' }], ['latency']],
    ['a latency without a median', [{ ...slow, latency: { p99: '40ms' } }], ['median']],
    ['an unknown key of a latency', [{ ...slow, latency: { median: '40ms', p95: '1s' } }], ['p95']],
    ['a tail below the median', [{ ...slow, latency: { median: '40ms', p99: '39ms' } }], ['latency']],
    ['a tail of nothing', [{ ...slow, latency: { median: '0ms', p99: '1ms' } }], ['latency']],
    ['the deepest jump', [{ ...jump, move: '-90%' }], []],
    ['a deeper jump', [{ ...jump, move: '-91%' }], ['move']],
    ['the highest jump', [{ ...jump, move: '+100%' }], []],
    ['a higher jump', [{ ...jump, move: '101%' }], ['move']],
    ['a jump elsewhere', [{ ...jump, service: 'casino' }], ['service']],
    ['an unknown market', [{ ...jump, market: 'BTX-PERP' }], ['market']],
    ['an unknown game', [{ ...closed, game: 'dise' }], ['game']],
    ['the longest step', [{ ...step, by: '-3650d' }], []],
    ['a longer step', [{ ...step, by: '3651d' }], ['by']],
    ['steps that go too far together', [{ ...step, by: '3650d' }, { ...step, by: '1ms' }], ['by']],
    ['steps of two clocks', [{ ...step, by: '3650d' }, { ...step, service: 'wallet', by: '1d' }], []],
  ])('with %s', (_what, faults, keys) =>
    expect(faultsMistakes(faults).map(({ key }) => key)).toEqual(keys),
  );
}); // prettier-ignore

it.each<[object, readonly string[]]>([
  [{ latency: { median: '40ms' }, drop: '0.1%', dropAnswer: 0, duplicate: 1, timeout: '30s' }, []],
  [{ drop: 1.5 }, ['drop']],
  [{ lost: 1 }, ['lost']],
  [{ latency: { median: '40ms', mean: 1 } }, ['mean']],
  [{ timeout: 30 }, ['timeout']],
])('a network %j has the mistakes %j', (network, keys) =>
  expect(networkMistakes(network).map(({ key }) => key)).toEqual(keys),
);

const built = (forMs: number): Scenario =>
  ({
    startMs: 0,
    faults: [{ atMs: 3_600_000, service: 'escrow', kind: 'outage', forMs }],
  }) as unknown as Scenario;

it.each<[string, object, Scenario | string, RegExp | undefined]>([
  ['a plan that is built as it is written', outage, built(600_000), undefined],
  ['a plan that lasts otherwise', outage, built(600_001), /is built as .*600001.*; expected .*600000/],
  ['a plan that is refused without a mistake', outage, 'for is "10m"', /expected to be accepted/],
  ['a mistake that is accepted', { ...outage, rate: 1 }, built(600_000), /is accepted; expected a refusal of rate/],
  ['a mistake that is named', { ...outage, rate: 1 }, 'a fault has no "rate"; expected at, service, kind, for', undefined],
  ['a mistake under another name', { ...outage, rate: 1 }, 'a fault has no "by"; expected at, service, kind, for', /words about rate/],
  ['a mistake without what was expected', { ...outage, for: 7 }, 'for is 7; expected a text', /expected a duration such as/],
])('%s', (_what, fault, outcome, wrong) => {
  const said = wrongIn({ faults: [fault] }, outcome);
  if (wrong === undefined) expect(said).toBeUndefined();
  else expect(said).toMatch(wrong);
}); // prettier-ignore

it.each<[object, boolean, boolean]>([
  [outage, true, true],
  [outage, false, false],
  [{ ...slow, latency: { median: '40ms', p95: '1s' } }, false, true],
  [{ ...slow, latency: { median: '40ms', p95: '1s' } }, true, false],
  [{ ...outage, fro: '1m' }, true, false],
  [{ ...outage, rate: 0.5 }, true, true],
])('a fault %j that the schema admits (%s) is as published: %s', (fault, isAdmitted, isRight) =>
  expect(publishedWrongly({ faults: [fault] }, isAdmitted) === undefined).toBe(isRight),
);

it('the loader accepts and refuses drawn plans as documented', async () => {
  for (let seed = 0; seed < 300; seed += 1)
    expect(await planViolation(`plan/${seed}`, scenarioHost), `seed ${seed}`).toBeUndefined();
});

it('drawn plans are valid and wrong, at each key and each level', () => {
  const plans = sample(new Plans(), { seed: 1, numRuns: 2_000 });
  const mistakes = plans.map(({ faults = [], network = {} }) => [
    ...faultsMistakes(faults),
    ...networkMistakes(network),
  ]);
  const keys = new Set(mistakes.flat().map(({ key }) => key));
  expect(mistakes.filter(({ length }) => length === 0).length).toBeGreaterThan(500);
  for (const key of ['at', 'service', 'kind', 'for', 'by', 'rate', 'effect', 'latency', 'median', 'p99', 'p95', 'market', 'game', 'move', 'fro', 'drop', 'lost'])
    expect(keys, key).toContain(key);
}); // prettier-ignore
