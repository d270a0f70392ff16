/** What strangers do in a run that they are added to, and which runs they keep away from. */
import { beforeAll, describe, expect, it } from 'vitest';
import { strangersAdded } from '../../../../src/verification/check/metamorphic/strangers-added.ts';
import { Transcript, type AnsweredCall } from '../../../../src/verification/check/metamorphic/transcript.ts';
import { describeKept } from '../../../kept-digests.ts';
import { scenarioWith } from '../watched.ts';

const asks = (count: number, by = 'alice') =>
  Array.from({ length: count }, (_, place) => ({ by, do: 'GET /faucet/status', at: `${place}s` }));

/** The second run of one with so many calls. */
async function variedOf(count: number, more: Parameters<typeof scenarioWith>[1] = {}, by?: string) {
  const scenario = await scenarioWith(asks(count, by), more);
  return strangersAdded.varied({ scenario, transcript: new Transcript() });
}

// The first scenario loads what all of them need.
beforeAll(() => variedOf(1));

describe('strangers', () => {
  describeKept(new URL('strangers-kept.json', import.meta.url), [
    { name: 'as they are declared', made: () => [strangersAdded] },
    {
      name: 'before twenty calls',
      made: async () => {
        const { scenario } = (await variedOf(20)) ?? expect.fail('they are added');
        return [...scenario.calls, scenario.groups.map(({ name, count }) => [name, count])];
      },
    },
  ]);

  it('come before each call, one act at a time, and are not compared', async () => {
    const variant = (await variedOf(3)) ?? expect.fail('they are added');
    const { scenario } = variant;
    expect(scenario.calls.map(({ by, atMs, method, path }) => [by, atMs, `${method} ${path}`])).toEqual([
      ['zzzz-stranger-1', 0, 'POST /faucet/register'],
      ['alice', 0, 'GET /faucet/status'],
      ['zzzz-stranger-2', 1000, 'POST /faucet/register'],
      ['alice', 1000, 'GET /faucet/status'],
      ['zzzz-stranger-1', 2000, 'GET /api/trading-api/price/ETH-USDC'],
      ['alice', 2000, 'GET /faucet/status'],
    ]);
    expect(scenario.groups.map(({ name }) => name)).toEqual(['alice', 'zzzz-stranger-1', 'zzzz-stranger-2']);
    expect([0, 1, 2].map((agent) => variant.isCompared({ agent } as AnsweredCall))).toEqual([
      true,
      false,
      false,
    ]);
    expect(variant.asInFirst('zzzz-stranger-1')).toBe('zzzz-stranger-1');
  });

  it.each([
    ['40d', 3],
    ['41d', 0],
  ])('in a run of %s make %s calls about prices and portfolios', async (span, count) => {
    const calls = (await variedOf(20, { for: span }))?.scenario.calls ?? [];
    expect(calls.filter(({ path }) => path.includes('trading'))).toHaveLength(count);
  });

  const from = { at: '1s', service: 'wallet', for: '1s' } as const;
  it.each<[string, boolean, Parameters<typeof scenarioWith>[1], string?]>([
    ['an outage', true, { faults: [{ ...from, kind: 'outage' }] }],
    [
      'errors',
      false,
      {
        faults: [
          { ...from, kind: 'outage' },
          { ...from, kind: 'error', rate: 0.5 },
        ],
      },
    ],
    ['a name before theirs', true, {}, 'zzzz-stranger-0'],
    ['their name', false, {}, 'zzzz-stranger-1'],
    ['a name after theirs', false, {}, 'zzzzz'],
  ])('are added to a run with %s: %s', async (_, isAdded, more, by) => {
    expect((await variedOf(2, more, by)) !== undefined).toBe(isAdded);
  });

  it('keep away from behaviours', async () => {
    const scenario = await scenarioWith(asks(2));
    const [group] = scenario.groups;
    const groups = [...scenario.groups, { ...group!, name: 'gambler' }];
    const run = { scenario: { ...scenario, groups }, transcript: new Transcript() };
    expect(strangersAdded.varied(run)).toBeUndefined();
  });
});
