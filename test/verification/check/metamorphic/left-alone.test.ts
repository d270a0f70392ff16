/** The runs of which a relation says nothing, and those beside them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '../../../../src/core/base/time.ts';
import type { RelationName } from '../../../../src/simulation/scenario/relation-names.ts';
import type { RecordedRun, Variant } from '../../../../src/verification/check/metamorphic/relation.ts';
import { relations } from '../../../../src/verification/check/metamorphic/relations.ts';
import type { ScenarioSource } from '../../../../src/verification/check/source.ts';
import { recorded, register, type Operations } from './recorded.ts';

const status = { by: 'alice', do: 'GET /faucet/status' };
const joined: Operations = [register('alice'), status];

const variedOf = async (
  relation: RelationName,
  more: Partial<ScenarioSource> = {},
  operations = joined,
): Promise<Variant | undefined> => relations[relation].varied(await recorded(operations, more));

const fault = (kind: string, more: object = {}): Partial<ScenarioSource> =>
  ({ faults: [{ at: '30s', service: 'casino', kind, for: '10s', ...more }] }) as Partial<ScenarioSource>;
const both = (one: Partial<ScenarioSource>, other: Partial<ScenarioSource>): Partial<ScenarioSource> => ({
  faults: [...(one.faults ?? []), ...(other.faults ?? [])],
});
const outage = fault('outage');
const slow = fault('slow', { latency: { median: '1s', p99: '2s' } });
const error = fault('error', { rate: 0.5 });
const population = { population: [{ agent: 'faucet-claimer', count: 1 }] };

describe('calls made as tools', () => {
  it.each<[string, Partial<ScenarioSource>, boolean]>([
    ['nothing', {}, true],
    ['an outage', outage, true],
    ['errors', error, true],
    ['a slow service', slow, false],
    ['an outage and a slow service', both(outage, slow), false],
    ['latency', { network: { latency: { median: '1ms', p99: '2ms' } } }, false],
    ['lost requests', { network: { drop: 0.1 } }, false],
    ['lost answers', { network: { dropAnswer: 0.1 } }, false],
    ['doubled requests', { network: { duplicate: 0.1 } }, false],
    ['limits of MCP by tier', { policies: { 'limits.mcp': 'tier' } }, false],
    ['behaviours', population, false],
  ])('with %s: %#', async (_, more, isVaried) => {
    expect((await variedOf('called-as-tools', more)) !== undefined).toBe(isVaried);
  });

  let run: RecordedRun;
  beforeAll(async () => {
    run = await recorded([...joined, { by: 'alice', do: 'POST /casino/mcp', body: {} }]);
  });

  it('only where each call of the script has its answer', () => {
    const isVaried = (): boolean => relations['called-as-tools'].varied(run) !== undefined;
    const { calls } = run.transcript;
    const [first, second, third] = calls;
    expect(calls).toHaveLength(3);
    expect(isVaried()).toBe(true);
    calls[2] = { ...third!, method: 'GET', path: '' };
    expect(isVaried()).toBe(true);
    calls[0] = { ...first!, method: 'GET' };
    expect(isVaried()).toBe(false);
    calls[0] = { ...first!, path: '' };
    expect(isVaried()).toBe(false);
    calls[0] = { ...first!, path: '/' };
    expect(isVaried()).toBe(true);
    calls.push(second!);
    expect(isVaried()).toBe(false);
    calls.splice(2);
    expect(isVaried()).toBe(false);
  });

  it('compares every call, and texts as they are', async () => {
    const variant = await variedOf('called-as-tools');
    expect(run.transcript.calls.map((call) => variant?.isCompared(call))).toEqual([true, true]);
    expect(variant?.asInFirst('alice')).toBe('alice');
  });

  it('only where there is a call to make so', async () => {
    expect(await variedOf('called-as-tools', {}, [register('alice')])).toBeUndefined();
  });
});

describe('agents renamed', () => {
  const ids = async (...names: string[]): Promise<string[] | undefined> =>
    (await variedOf('agents-renamed', {}, names.map(register)))?.scenario.calls.map(({ body }) =>
      JSON.stringify(body),
    );

  it.each([
    [['alice'], ['amjdf']],
    [['aZ9_z'], ['aA0_a']],
    [
      ['alice', 'bob'],
      ['amjdf', 'bpc'],
    ],
    [['a', 'b'], undefined],
    [['alice', 'amjdf'], undefined],
    [['alice', 'bob-AMJDF'], undefined],
    [['bz', 'ba'], undefined],
    [
      ['by', 'ba'],
      ['bz', 'bb'],
    ],
    [
      ['ba', 'b1'],
      ['bb', 'b2'],
    ],
    [
      ['alice.x', 'alice'],
      ['amjdf.y', 'amjdf'],
    ],
  ])('%j become %j', async (names, renamed) => {
    expect(await ids(...names)).toEqual(renamed?.map((name) => JSON.stringify({ agent_id: name })));
  });

  it.each<[string, Partial<ScenarioSource>, Operations, boolean]>([
    ['no agent is registered', {}, [status], false],
    ['there are behaviours', population, joined, false],
    ['there are faults', both(slow, error), joined, true],
    ['the new name is in a request', {}, [...joined, { ...status, headers: { h: 'x-AMJDF-y' } }], false],
    ['another name is in a request', {}, [...joined, { ...status, headers: { h: 'x-AMJD-y' } }], true],
  ])('where %s: %#', async (_, more, operations, isVaried) => {
    expect((await variedOf('agents-renamed', more, operations)) !== undefined).toBe(isVaried);
  });

  it('renames whole names outside of references, and back', async () => {
    const text = 'alice Alice, malice alicex alice- alice.alice_ -alice 1alice alice:${alice:/alice}/alice';
    const named = { ...register('alice'), as: 'alice' };
    const query = { alice: text };
    const variant = await variedOf('agents-renamed', {}, [
      named,
      {
        by: 'alice',
        do: 'POST /escrow/escrow',
        query,
        headers: { h: text },
        body: { alice: [text] },
        as: 'b',
      },
      { by: 'alice', do: 'POST /faucet/claim/alice', raw: 'alice ${b:/alice}alice ${b:/alice} alice' },
    ]);
    const renamed =
      'amjdf Alice, malice alicex alice- alice.alice_ -alice 1alice amjdf:${alice:/alice}/amjdf';
    const [, second, third] = variant?.scenario.calls ?? [];
    expect(second).toMatchObject({
      by: 'alice',
      path: '/escrow/escrow',
      query: { amjdf: renamed },
      headers: { h: renamed },
      body: { amjdf: [renamed] },
      label: 'b',
    });
    expect(third).toMatchObject({
      path: '/faucet/claim/amjdf',
      raw: 'amjdf ${b:/alice}amjdf ${b:/alice} amjdf',
    });
    expect(variant?.asInFirst('amjdf amjdf-amjdf_amjdf.1 xamjdf amjdf9 AMJDF')).toBe(
      'alice alice-alice_alice.1 xamjdf amjdf9 AMJDF',
    );
    const call = { agent: -1 } as Parameters<Variant['isCompared']>[0];
    expect(variant?.isCompared(call)).toBe(true);
  });
});

describe('strangers added', () => {
  const many = Array.from({ length: 20 }, (_, index) => ({ ...status, at: `${index}s` }));
  const addedTo = async (more: Partial<ScenarioSource>): Promise<number> => {
    const { scenario, transcript } = await recorded([{ ...status, at: '0s' }]);
    const [call] = scenario.calls;
    const calls = many.map((_, index) => ({ ...call!, atMs: index }));
    const made = { ...scenario, calls, forMs: Number(more.for ?? 1) };
    return relations['strangers-added'].varied({ scenario: made, transcript })?.scenario.calls.length ?? 0;
  };

  it.each([
    [1, 38],
    [40 * dayMs, 38],
    [40 * dayMs + 1, 35],
  ])('in a run of %s ms make %s calls with the others', async (forMs, count) => {
    expect(await addedTo({ for: String(forMs) })).toBe(count);
  });

  it('come before a call of the others each, at its instant', async () => {
    const variant = await variedOf('strangers-added', {}, [
      register('alice'),
      { ...status, at: '7s' },
      { ...status, at: '8s' },
    ]);
    expect(variant?.scenario.calls.map(({ atMs, by, path }) => `${atMs} ${by} ${path}`)).toEqual([
      '0 zzzz-stranger-1 /faucet/register',
      '0 alice /faucet/register',
      '7000 zzzz-stranger-2 /faucet/register',
      '7000 alice /faucet/status',
      '8000 zzzz-stranger-1 /api/trading-api/price/ETH-USDC',
      '8000 alice /faucet/status',
    ]);
    expect(variant?.scenario.calls[0]).toEqual({
      atMs: 0, by: 'zzzz-stranger-1', method: 'POST', path: '/faucet/register', query: {}, headers: {},
      body: { agent_id: 'zzzz-stranger-1' }, raw: undefined, label: undefined, from: undefined,
    }); // prettier-ignore
    expect(variant?.scenario.groups.map(({ name }) => name)).toEqual([
      'alice',
      'zzzz-stranger-1',
      'zzzz-stranger-2',
    ]);
    const isCompared = (agent: number): boolean | undefined =>
      variant?.isCompared({ agent } as Parameters<Variant['isCompared']>[0]);
    expect([-1, 0, 1, 2].map(isCompared)).toEqual([true, true, false, false]);
    expect(variant?.asInFirst('alice')).toBe('alice');
  });

  it.each<[string, Partial<ScenarioSource>, Operations, boolean]>([
    ['errors', error, joined, false],
    ['an outage and errors', both(outage, error), joined, false],
    ['an outage and a slow service', both(outage, slow), joined, true],
    ['behaviours', population, joined, false],
    ['a name before theirs', {}, [register('alice'), register('zzzz-stranger')], true],
    ['the same name', {}, [register('alice'), register('zzzz-stranger-1')], false],
    ['a name after theirs', {}, [register('alice'), register('zzzzz')], false],
  ])('with %s: %#', async (_, more, operations, isVaried) => {
    expect((await variedOf('strangers-added', more, operations)) !== undefined).toBe(isVaried);
  });
});
