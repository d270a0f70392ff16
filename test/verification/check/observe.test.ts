/** What a watch says of a run in which one answer, one exchange or one account is not as it should be. */
import { beforeAll, describe, expect, it } from 'vitest';
import { Coverage } from '../../../src/verification/check/coverage.ts';
import { Watch } from '../../../src/verification/check/observe.ts';
import type { ScenarioSource } from '../../../src/verification/check/source.ts';
import { register, type Operations } from './metamorphic/recorded.ts';
import {
  answering,
  breaks,
  fieldsOf,
  laxRoute,
  scenarioWith,
  watchedRun,
  type Changes,
  type Seen,
} from './watched.ts';

type More = Partial<ScenarioSource>;

const joins = register('alice');
const asks: Operations[number] = { by: 'alice', do: 'GET /faucet/status' };
const bets: Operations[number] = {
  by: 'alice',
  do: 'POST /casino/api/v1/games/coin-flip',
  body: { amount: 1, side: 'heads' },
};
const messages = (method: string, params?: object): Operations[number] => ({
  by: 'alice',
  do: 'POST /faucet/mcp',
  body: { jsonrpc: '2.0', id: 1, method, ...(params === undefined ? {} : { params }) },
});
const calls = messages('tools/call', { name: 'faucet_status', arguments: {} });
const otherPolicy: More = { policies: { 'casino.houseRuin': 'negative' } };

const saidOf = async (operations: Operations, changes: Changes, more: More = {}): Promise<unknown[]> => [
  ...(await watchedRun(operations, changes, more)).violations,
];

// The first run loads what all of them need.
beforeAll(() => watchedRun([joins, asks, bets]));

it('a run that holds is counted, and its answers are folded', async () => {
  const watch = await watchedRun([joins, asks]);
  const { violations, operations, answers, isOver } = watch;
  expect([violations, operations, answers, isOver]).toEqual([[], 2, '99040ade', true]);
});

it('without a run nothing is counted, read or finished', async () => {
  const seen: Seen[] = [];
  await watchedRun([joins], {
    event: (record) => (seen.push({ ...record, exchange: { ...record.exchange } }), record),
  });
  const watch = new Watch(await scenarioWith([joins]));
  watch.finish();
  expect([watch.operations, watch.answers, watch.isOver]).toEqual([0, '00000000', false]);
  const other = new Watch(await scenarioWith([joins]));
  other.crashed('it ends');
  expect(other.violations).toEqual([breaks('invariants-hold', 'it ends')]);
  watch.hooks.onArrival(seen[0]!.request);
  watch.hooks.onEvent(seen[0]!);
  watch.crashed('it ends');
  expect([watch.operations, watch.violations.at(-1)]).toEqual([1, breaks('invariants-hold', 'it ends')]);
});

describe('an answer', () => {
  const empty = answering('/faucet/status', () => ({}));
  const missing = breaks('answers-fit-schema', "status:  must have required property 'can_claim'");

  it.each<[string, Changes['event'], unknown[]]>([
    ['without its fields', empty, [missing]],
    [
      'with one more field',
      answering('/faucet/status', (body) => ({ ...body, extra: 1 })),
      [breaks('answers-fit-schema', 'status: it publishes that /extra may be of another type')],
    ],
    [
      'that is wrong for the oracle too',
      answering('/faucet/status', (body) => ({ ...body, balance: 7 })),
      [
        breaks(
          'answers-fixed',
          'faucet/B/status: balance is 7, which is no amount of style B',
          'faucet/B/status',
        ),
      ],
    ],
    [
      'with a value of another form, which a model reads',
      answering('/faucet/status', (body) => ({ ...body, pool_balance: 'x' })),
      [
        breaks(
          'faucet-pays-as-stated',
          'pool_balance is 0.00 USDC; expected 999990.00 USDC',
          'faucet/B/status',
        ),
      ],
    ],
    [
      'of status 300',
      (record) => ({ ...empty(record), response: { ...empty(record).response, status: 300 } }),
      [],
    ],
  ])('%s', async (_, event, wanted) => {
    const changed = (record: Seen): Seen =>
      record.request.path === '/faucet/status' ? event!(record) : record;
    expect(await saidOf([joins, asks], { event: changed })).toEqual(wanted);
  });

  it('that is a repeat is not held to its schema', async () => {
    const event = (record: Seen): Seen => {
      const changed = empty(record);
      return { ...changed, exchange: { ...changed.exchange, replayed: true } };
    };
    const [first] = await saidOf([joins, asks], { event });
    expect(first).toEqual(
      breaks('faucet-on-time', 'can_claim is undefined; expected false', 'faucet/B/status'),
    );
  });

  it('of no route is held to none', async () => {
    const event = (record: Seen): Seen => ({ ...record, exchange: { ...record.exchange, route: undefined } });
    const all = await saidOf([joins], { event });
    expect(all.at(-1)).toEqual(
      breaks('routes-served', 'POST /faucet/register is unknown; expected faucet/B/register', '//'),
    );
  });

  it('that is wrong first is the one that is named', async () => {
    expect(await saidOf([joins, asks, { ...asks, at: '5s' }], { event: empty })).toEqual([missing]);
  });

  it.each([
    [{}, [breaks('answers-fit-schema', 'register: it publishes that agent_id may be left out')]],
    [otherPolicy, []],
  ])('of a call whose request has a lax schema, under %o', async (more, wanted) => {
    const event = (record: Seen): Seen => {
      const { route } = record.exchange;
      return {
        ...record,
        exchange: { ...record.exchange, route: route && laxRoute(route) },
      };
    };
    expect(await saidOf([joins], { event }, more)).toEqual(wanted);
  });

  const undescribed = answering('/faucet/mcp', (body) => {
    const { tools } = body['result'] as { tools: object[] };
    return { ...body, result: { tools: tools.map((tool) => ({ ...tool, description: '' })) } };
  });
  const described = breaks('answers-fit-schema', 'message: the tool faucet_register: it has no description');

  it.each([
    [{}, [described]],
    [otherPolicy, []],
  ])('with tools that nothing describes, under %o', async (more, wanted) => {
    expect(await saidOf([joins, messages('tools/list')], { event: undescribed }, more)).toEqual(wanted);
  });
});

it('a value that was sent under the name of a secret is in no trace', async () => {
  const event = (record: Seen): Seen =>
    record.request.path === '/faucet/status'
      ? { ...record, request: { ...record.request, query: { note: 'hush:5e c2/e7+1' } } }
      : record;
  const message = 'a trace tells a value that was sent under the name of a secret';
  expect(await saidOf([joins, asks], { event })).toEqual([
    breaks('secrets-not-told', message, 'faucet/B/status'),
  ]);
});

describe('the last rotations', () => {
  const pathsOf = async (operations: Operations, change: (record: Seen) => Seen, coverage?: Coverage) => {
    const paths: string[] = [];
    const event = (record: Seen): Seen => (paths.push(record.request.path), change(record));
    const watch = await watchedRun(operations, { event, coverage });
    return [paths.slice(operations.length), watch.operations, watch.violations.length];
  };

  it('are asked for by each player after the run, and are no part of it', async () => {
    const coverage = new Coverage();
    const rotation = '/casino/api/v1/fairness/rotate';
    expect(await pathsOf([joins, bets], (record) => record, coverage)).toEqual([[rotation], 2, 0]);
    expect(JSON.stringify(coverage.seen)).not.toContain('rotate');
    expect(JSON.stringify(coverage.seen)).toContain('register');
  });

  it('are not asked for once something is wrong', async () => {
    const empty = answering('/faucet/status', () => ({}));
    expect(await pathsOf([joins, bets, asks], empty)).toEqual([[], 3, 1]);
  });
});

describe('what a client receives', () => {
  const later: Changes = {
    received: ([request, answer]) => [
      request,
      { ...fieldsOf(answer), receivedAtMs: answer.receivedAtMs + 5 },
    ],
  };
  const slow = {
    at: '30s',
    service: 'wallet',
    kind: 'slow',
    for: '1s',
    latency: { median: '10ms' },
  } as const;
  const outage = { at: '30s', service: 'wallet', kind: 'outage', for: '1s' } as const;
  const delayed: More = { network: { latency: { median: '1ms', p99: '5ms' } } };

  it.each<[More, unknown[]]>([
    [
      {},
      [
        breaks(
          'faults-as-planned',
          '/faucet/register is answered after 5 ms, and nothing is slow',
          undefined,
          5,
        ),
      ],
    ],
    [delayed, []],
  ])('too late, with %o', async (more, wanted) => {
    expect(await saidOf([joins], later, more)).toEqual(wanted);
  });

  const failing: Changes = {
    received: ([request, answer]) => {
      const { result } = answer.body as { result?: object };
      if (result === undefined) return [request, answer];
      return [
        request,
        { ...fieldsOf(answer), body: { ...answer.body, result: { ...result, isError: true } } },
      ];
    },
  };
  const differs = breaks(
    'styles-agree',
    'the tool faucet_status: isError is true; expected false',
    'faucet/B/status',
  );

  it.each<[More, unknown[]]>([
    [{}, [differs]],
    [{ faults: [outage] }, [differs]],
    [{ faults: [slow] }, []],
    [{ faults: [outage, slow] }, []],
    [delayed, []],
  ])('of a tool otherwise than of its call, with %o', async (more, wanted) => {
    expect(await saidOf([joins, calls], failing, more)).toEqual(wanted);
  });

  it.each([
    ['a tool without its arguments', messages('tools/call', { name: 'faucet_status', arguments: 7 })],
    [
      'a call that looks like that of a tool',
      { ...bets, body: { ...(bets.body as object), params: { name: 'faucet_status', arguments: {} } } },
    ],
  ])('of %s', async (_, operation) => {
    expect(await saidOf([joins, operation], {})).toEqual([]);
  });
});

describe('an arrival', () => {
  const more = (agent: number | undefined): Changes => ({
    last: (_, watch) =>
      watch.hooks.onArrival({
        method: 'GET',
        path: '/x',
        query: {},
        headers: {},
        body: undefined,
        ip: '',
        agent,
      }),
  });

  it('of an agent that called no more is no part of the network', async () => {
    const message = '2 calls arrive 3 times, and none is to arrive twice';
    const wanted = breaks('network-as-planned', message, undefined, 60_000);
    expect(await saidOf([joins, asks], more(0))).toEqual([wanted]);
    expect(await saidOf([joins, asks], more(undefined))).toEqual([]);
  });

  it.each([
    ['before its answer', more(0), 'GET /x: it ends'],
    ['of nothing', {}, 'it ends'],
  ])('is named where the platform breaks %s', async (_, { last }, message) => {
    const changes: Changes = {
      last: (run, watch) => {
        last?.(run, watch);
        watch.crashed('it ends');
      },
    };
    expect(await saidOf([joins], changes)).toEqual([breaks('invariants-hold', message, undefined, 60_000)]);
  });
});
