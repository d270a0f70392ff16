/** The readings that a scenario may have: every policy with its options, and amounts where that is what it takes. */
import { describe, expect, it } from 'vitest';
import { policyNames, policyRow } from '../../../../src/core/policy/policies.ts';
import { policyCalls } from '../../../../src/verification/check/generate/policy-calls.ts';
import { groupOf, somePolicies } from '../../../../src/verification/check/generate/some-policies.ts';
import { describeKept } from '../../../kept-digests.ts';
import { drawOf } from './furnished.ts';
import { offeredBy, OfferedDraw } from './offered.ts';

interface Row {
  readonly name: string;
  readonly options: readonly string[];
  readonly byDefault: string;
}

/** The list that one reading is drawn from, where that is about no call or service. */
function everyRow(): readonly Row[] {
  const draw = new OfferedDraw('any');
  somePolicies(draw, { focus: [], calls: '' }, 1);
  return JSON.parse(String(draw.offers[0])) as Row[];
}

const amounts: readonly Row[] = [
  { name: 'faucet.pool', options: ['1', '2', '9.99', '10', '12', '13', '23.5'], byDefault: '' },
  { name: 'casino.houseBankroll', options: ['0.01', '0.5', '20', '1000'], byDefault: '' },
  { name: 'trading.venue', options: ['0.01', '5', '100'], byDefault: '' },
  { name: 'trading.orderMin', options: ['0.5', '2', '2.345678'], byDefault: '' },
  { name: 'trading.orderMax', options: ['2', '5.5', '900'], byDefault: '' },
  { name: 'wallet.liquidity', options: ['0.01', '5', '1000'], byDefault: '' },
  { name: 'wallet.sendMin', options: ['0.1', '1', '1.37'], byDefault: '' },
];

describe('readings', () => {
  it('are of every policy with words, then of those with amounts', () => {
    const rows = everyRow();
    const worded = rows.slice(0, -amounts.length);
    expect(rows.slice(-amounts.length)).toEqual(amounts);
    expect(worded.map(({ name }) => name)).toEqual(
      policyNames.filter((name) => policyRow(name).options !== 'usdc'),
    );
    for (const { name, options, byDefault } of worded) {
      const row = policyRow(name as (typeof policyNames)[number]);
      expect([options, byDefault], name).toEqual([Object.keys(row.options), row.default]);
    }
  });

  it('that are amounts are of policies that take amounts', () => {
    for (const { name } of amounts)
      expect(policyRow(name as (typeof policyNames)[number]).options, name).toBe('usdc');
  });

  it.each([
    ['kelly.limit', 'casino'],
    ['tournaments.ties', 'casino'],
    ['challenges.fee', 'casino'],
    ['leaderboard.order', 'casino'],
    ['stats.session', 'casino'],
    ['casino.crashTop', 'casino'],
    ['faucet.pool', 'faucet'],
    ['http.idempotency', 'http'],
    ['', ''],
  ])('%s is about %s', (name, service) => {
    expect(groupOf(name)).toBe(service);
  });

  it('are as many as are asked for, or up to eight', () => {
    const counts = Array.from({ length: 100 }, (_, seed) => {
      const readings = somePolicies(drawOf(`count ${seed}`), { focus: [], calls: '' });
      return Object.keys(readings).length;
    });
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([1, 8]);
    expect(somePolicies(new OfferedDraw('none'), { focus: [], calls: '' }, 0)).toEqual({});
  });
});

describeKept(new URL('some-policies.json', import.meta.url), [
  {
    name: 'the calls that policies are about',
    made: () => Object.entries(policyCalls).map(([name, calls]) => [name, String(calls)]),
  },
  offeredBy('of a service', 4, (_, draw) =>
    somePolicies(draw, { focus: ['casino/bet', 'wallet'], calls: '' }),
  ),
  offeredBy('of a call', 4, (_, draw) =>
    somePolicies(draw, { focus: ['none'], calls: 'POST /wallet/api/v1/swap' }),
  ),
]);
