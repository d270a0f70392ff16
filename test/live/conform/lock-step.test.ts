/** A run in lock step with a world that gives out other ids: what is sent, what is kept, and what ends it. */
import { describe, expect, it } from 'vitest';
import type { LiveAnswer } from '../../../src/live/conform/live-client.ts';
import type { LockStep } from '../../../src/live/conform/lock-step.ts';
import { noRules } from '../../../src/live/traffic/compare/rules.ts';
import { AccountPool } from '../../../src/live/traffic/correlation/account-pool.ts';
import { Namespace } from '../../../src/live/traffic/correlation/namespace.ts';
import { KeyedRegistrations } from '../../../src/live/conform/keyed-registrations.ts';
import { Beside, built, stepped } from './beside.ts';
import { smallPopulation } from './conforming.ts';

const register = (by: string) => ({ by, do: 'POST /faucet/register', body: { agent_id: by } });
const status = { by: 'alice', do: 'GET /faucet/status' };
const deal = {
  by: 'alice',
  do: 'POST /escrow/escrow',
  body: { receiver: 'bob', amount: '1.00' },
  as: 'deal',
};
const lines = [
  register('alice'),
  register('bob'),
  deal,
  { by: 'bob', do: 'GET /escrow/escrow/${deal:/escrow_id}' },
];

const foundIn = ({ exchanges }: LockStep) =>
  exchanges.flatMap(({ n, differences }) =>
    differences.map(({ kind, field, explanation }) => [n, kind, field, explanation]),
  );
const callsOf = ({ exchanges }: LockStep): string[] => exchanges.map(({ call }) => call);
const bodyOf = (live: LiveAnswer): Record<string, unknown> =>
  live.kind === 'answer' ? (live.body as Record<string, unknown>) : {};
const changed = (live: LiveAnswer, change: object): LiveAnswer =>
  ({ ...live, body: { ...bodyOf(live), ...change } }) as LiveAnswer;
const failed = (reason: 'stopped' | 'no address' | 'timeout' | 'withheld'): LiveAnswer => ({
  kind: 'failed',
  reason,
});

describe('a run in lock step', () => {
  it('finds nothing at a world with other ids, whatever its agents do', async () => {
    const population = smallPopulation.population.filter(({ agent }) => !/gambler|wallet|trader/.test(agent));
    const scenario = await built([], { ...smallPopulation, population, operations: undefined, for: '3h' });
    const { step, target } = await stepped([], { scenario });
    expect(foundIn(step).filter(([, , , explanation]) => explanation !== 'protocol')).toEqual([]);
    expect(step.exchanges.length).toBeGreaterThan(10);
    expect(step.exchanges.map(({ n }) => n)).toEqual(step.exchanges.map((_, index) => index));
    expect(target.asked.map(({ n }) => n)).toEqual(step.exchanges.map(({ n }) => n));
    expect([step.findings, [...step.failedChecks], step.agentCount]).toEqual([[], [], 9]);
    expect(step.exchanges.every(({ isSameStatus }) => isSameStatus)).toBe(true);
    // The only agent of its group goes by the name of the group.
    const names = new Set(step.exchanges.map(({ operation: { by } }) => by));
    expect(names.has('mcp-client')).toBe(true);
    const newcomers = [...names].filter((name) => name.startsWith('newcomer'));
    expect(newcomers.length).toBeGreaterThan(0);
    expect(newcomers.every((name) => /^newcomer-[123]$/.test(name))).toBe(true);
  }); // prettier-ignore

  it('keeps each request with its time, call and operation, under references', async () => {
    const at = [0, 1_000, 1_000, 61_000];
    const timed = lines.map((line, n) => ({ ...line, at: `${at[n]}ms` }));
    const { step, target } = await stepped(timed);
    expect(foundIn(step)).toEqual([]);
    expect(callsOf(step)).toEqual(['faucet/B/register', 'faucet/B/register', 'escrow/B/create', 'escrow/B/detail']);
    expect(step.exchanges.map(({ atMs }) => atMs)).toEqual(at);
    expect(step.exchanges.map(({ answeredAtMs }) => answeredAtMs - (target.asked[0]?.atMs ?? 0))).toEqual(at);
    expect(step.exchanges.map(({ operation }) => operation)).toMatchObject([
      { as: 'c0', at: '0ms', by: 'alice', do: 'POST /faucet/register', body: { agent_id: 'alice' } },
      { as: 'c1', by: 'bob' },
      { as: 'c2', by: 'alice', do: 'POST /escrow/escrow', body: { amount: '1.00' } },
      { as: 'c3', at: '61000ms', by: 'bob', do: 'GET /escrow/escrow/${c2:/escrow_id}' },
    ]);
    // Every agent sends its own key: an operation without one says so.
    expect(step.exchanges.map(({ operation: { headers } }) => headers)).toEqual([undefined, undefined, undefined, undefined]);
    // The target has given out another key, and another id.
    expect(target.asked[2]?.headers['authorization']).not.toBe('Bearer ');
    expect(target.asked.map(({ priceMicros }) => priceMicros)).toEqual([0, 0, expect.any(Number), 0]);
  }); // prettier-ignore

  it('says where an agent sends no key, or another one', async () => {
    const { step } = await stepped([
      register('alice'),
      { ...status, headers: { Authorization: '' } },
      { ...status, headers: { Authorization: 'Bearer x' } },
      status,
      { by: 'bob', do: 'GET /faucet/status' },
    ]);
    expect(step.exchanges.map(({ operation: { headers } }) => headers)).toEqual([
      undefined, { authorization: '' }, { authorization: 'Bearer x' }, undefined, undefined,
    ]);
  }); // prettier-ignore

  it('gives agents the key of the model, as they would have it', async () => {
    const { step } = await stepped([register('alice'), { by: 'alice', do: 'POST /faucet/register', body: { agent_id: 'alice' } }, status]);
    expect(callsOf(step)).toHaveLength(3);
    expect(step.exchanges.map(({ live }) => (live.kind === 'answer' ? live.status : 0))).toEqual([201, 409, 200]);
    expect(step.exchanges[2]?.operation.headers).toBeUndefined();
  }); // prettier-ignore

  it('has no call for a path that leads nowhere', async () => {
    expect(callsOf((await stepped([{ by: 'alice', do: 'GET /faucet/no/such' }])).step)).toEqual(['']);
  });
});

describe('what differs', () => {
  const altered = async (change: object, options: object = {}) =>
    (await stepped([register('alice'), status], { alter: (live, { method }) => (method === 'GET' ? changed(live, change) : undefined), ...options })).step; // prettier-ignore

  it('is found, with both answers to show', async () => {
    const step = await altered({ pool_balance: '7.77' });
    expect(foundIn(step)).toEqual([[1, 'amount', '/pool_balance', null]]);
    expect(step.exchanges[1]?.answers?.live.lines.some(({ text }) => text.includes('7.77'))).toBe(true);
    expect(step.exchanges[0]?.answers).toBeUndefined();
  });

  it('is nothing where it is ignored', async () => {
    expect(foundIn(await altered({ pool_balance: '7.77' }, { ignored: new Set(['/pool_balance']) }))).toEqual(
      [],
    );
    expect(foundIn(await altered({ pool_balance: '7.77' }, { ignored: new Set(['/pool']) }))).toHaveLength(1);
  });

  it('is noise where it is known to be', async () => {
    const isNoise = (call: string, { field }: { field: string }) => call === 'faucet/B/status' && field === '/pool_balance'; // prettier-ignore
    expect(foundIn(await altered({ pool_balance: '7.77' }, { isNoise }))).toEqual([
      [1, 'amount', '/pool_balance', 'noise'],
    ]);
  });

  it('is counted and dropped where a rule says so', async () => {
    const rules = { ...noRules, ignore: ['/pool_balance'] };
    const step = await altered({ pool_balance: '7.77' }, { rules });
    expect([foundIn(step), step.judge.hidden.list()]).not.toEqual([
      [[1, 'amount', '/pool_balance', null]],
      [],
    ]);
  });

  it('is nothing where the target has other names of fields, which the agent does not see', async () => {
    const other = (live: LiveAnswer): LiveAnswer => {
      const { pool_balance: value, ...rest } = bodyOf(live);
      return { ...live, body: { ...rest, pool: { left: value } } } as LiveAnswer;
    };
    const fieldNames = new Map([['faucet/B/status', [{ ours: '/pool_balance', theirs: '/pool/left' }]]]);
    const differing = async (options: object) => {
      const how = {
        alter: (live: LiveAnswer, { method }: { method: string }) =>
          method === 'GET' ? other(live) : undefined,
      };
      return foundIn((await stepped([register('alice'), status], { ...how, ...options })).step);
    };
    expect(await differing({})).toEqual([[1, 'shape', '/pool_balance', null]]);
    expect(await differing({ fieldNames })).toEqual([]);
  });

  it('is a status, and then no header', async () => {
    const { step } = await stepped([register('alice'), status], {
      alter: (live, { method }) => (method === 'GET' ? ({ ...live, status: 500, head: '' } as LiveAnswer) : undefined),
    });
    expect(foundIn(step)[0]).toEqual([1, 'status', '', null]);
    expect(foundIn(step).some(([, , field]) => String(field).startsWith('header'))).toBe(false);
    expect(step.exchanges.map(({ isSameStatus }) => isSameStatus)).toEqual([true, false]);
  }); // prettier-ignore

  it('is that there is no answer, which the agent sees too', async () => {
    const { step } = await stepped(lines, { alter: (_live, _request, { n }) => (n === 2 ? failed('timeout') : undefined) }); // prettier-ignore
    expect(foundIn(step).slice(0, 1)).toEqual([[2, 'failed', '', null]]);
    expect(step.exchanges[3]?.operation.do).toBe('GET /escrow/escrow/none');
  });
});

describe('a run ends', () => {
  const many = [register('alice'), status, status, status];

  it('with its scenario', async () => expect((await stepped(many)).step.exchanges).toHaveLength(4));

  it('where a request is enough', async () => {
    const { step, target } = await stepped(many, { isEnough: ({ n }) => n === 1 });
    expect([step.exchanges.length, target.asked.length]).toEqual([2, 2]);
  });

  it('where the target is stopped, without the request that it cut off', async () => {
    const { step } = await stepped(many, { alter: (_live, _request, { n }) => (n === 2 ? failed('stopped') : undefined) }); // prettier-ignore
    expect(step.exchanges).toHaveLength(2);
    const scenario = await built(many);
    const target: Beside = new Beside(scenario, (_live, _request, { n }) => {
      target.isStopped = n === 1;
      return undefined;
    });
    expect((await stepped(many, { scenario, driver: target })).step.exchanges).toHaveLength(2);
  });

  it('before requests that are later than its time', async () => {
    const scenario = await built([register('alice'), { ...status, at: '1h' }, { ...status, at: '3h' }], {
      for: '4h',
    });
    const early = { ...scenario, forMs: 2 * 3_600_000 };
    expect((await stepped([], { scenario: early })).step.exchanges).toHaveLength(2);
  });

  it('without what it cannot send, which it counts', async () => {
    const { step } = await stepped(many, { alter: (_live, _request, { n }) => (n === 1 ? failed('no address') : undefined) }); // prettier-ignore
    expect(step.exchanges).toHaveLength(1);
    expect([...step.leftOut.unlisted]).toEqual([['faucet/B/status', 3]]);
  });
});

describe('the clock of the model', () => {
  class Ahead extends Beside {
    byMs = 0;
    tolerance = 0;
    override answeredAtMs(): number {
      return (this.asked.at(-1)?.atMs ?? 0) + this.byMs;
    }
    override toleranceMs(): number {
      return this.tolerance;
    }
  }

  const claims = [
    register('alice'),
    { by: 'alice', do: 'POST /faucet/claim' },
    { by: 'alice', do: 'POST /faucet/claim', at: '23h' },
  ];

  it('follows that of the target, up to a day after the scenario', async () => {
    const scenario = await built([register('alice')]);
    const nowMs = async (byMs: number): Promise<number> => {
      const target = new Ahead(scenario);
      target.byMs = byMs;
      const { step } = await stepped([], { scenario, driver: target });
      return (step.exchanges[0]?.answeredAtMs ?? 0) - scenario.startMs;
    };
    expect([await nowMs(0), await nowMs(5_000), await nowMs(-5_000)]).toEqual([0, 5_000, 0]);
    expect([await nowMs(2 * 86_400_000 - 1), await nowMs(2 * 86_400_000 + 1)]).toEqual([2 * 86_400_000 - 1, 2 * 86_400_000]);
  }); // prettier-ignore

  it('decides what is due', async () => {
    const scenario = await built(claims);
    const target = new Ahead(scenario);
    target.byMs = 2 * 3_600_000;
    const { step } = await stepped([], { scenario, driver: target });
    expect(foundIn(step).filter(([, kind]) => kind === 'status')).toEqual([]);
    expect(step.exchanges.map(({ isSameStatus }) => isSameStatus)).toEqual([true, true, true]);
  });

  it('waits for the target at the edge of a window of a limit, and for no other refusal', async () => {
    const asks = [register('alice'), ...Array.from({ length: 12 }, () => status)];
    const scenario = await built(asks);
    const run = async (tolerance: number, after: number): Promise<number> => {
      const target = new Ahead(scenario, (live, _request, { n }) =>
        n > after && live.kind === 'answer' && live.status === 429 ? ({ ...live, status: 200, body: {} }) : undefined,
      );
      target.tolerance = tolerance;
      const { step } = await stepped([], { scenario, driver: target });
      return step.exchanges.filter(({ isSameStatus }) => !isSameStatus).length;
    };
    const refused = await run(0, 0);
    expect(refused).toBeGreaterThan(0);
    expect(await run(60_000, 0)).toBeLessThan(refused);
    expect(await run(60_000, 99)).toBe(0);
  }); // prettier-ignore
});

describe('a target that keeps its data', () => {
  it('is sent the names of the run, from one address, and its registrations are kept', async () => {
    const { step, target } = await stepped(lines, { names: new Namespace('tests'), ip: '192.0.2.1' });
    expect(foundIn(step).filter(([, , , explanation]) => explanation === null)).toEqual([]);
    expect(target.asked.map(({ body }) => body)).toEqual([
      '{"agent_id":"alice-tests"}', '{"agent_id":"bob-tests"}', '{"receiver":"bob-tests","amount":"1.00"}', undefined,
    ]);
    expect(new Set(target.asked.map(({ ip }) => ip))).toEqual(new Set(['192.0.2.1']));
    expect(step.registered.map(({ agentId }) => agentId)).toEqual(['alice-tests', 'bob-tests']);
    expect(step.exchanges[2]?.operation.body).toMatchObject({ amount: '1.00' });
    expect((await stepped(lines)).step.registered).toEqual([]);
  }); // prettier-ignore

  it('is not asked for what accounts stand for', async () => {
    const scenario = await built([register('alice'), status]);
    const target = new Beside(scenario);
    const first = await stepped([], { scenario, driver: target, names: new Namespace('first') });
    const pool = new AccountPool({ file: 'f', keysFile: 'k' }, first.step.registered, 'x');
    const names = new Namespace('second');
    const accounts = new KeyedRegistrations(pool, names, { mayRegister: false });
    const { step } = await stepped([], { scenario, driver: target, names, accounts });
    expect(target.asked.slice(2).map(({ path }) => path)).toEqual(['/faucet/status']);
    expect(step.exchanges.map(({ differences }) => differences.length)[0]).toBe(0);
    expect(step.exchanges.map(({ live }) => (live.kind === 'answer' ? live.status : 0))).toEqual([201, 200]);
    expect([step.registered, accounts.taken.count]).toEqual([[], 1]);
  });

  it.each([[undefined, 0], ['pro', 1]] as const)('of tier %s limits the model alike', async (tier, differing) => {
    const { step } = await stepped([register('alice'), { by: 'alice', do: 'GET /escrow/escrows' }], { tier });
    const limits = foundIn(step).filter(([, , field]) => field === 'header x-ratelimit-limit');
    expect(limits.length > 0).toBe(differing > 0);
  }); // prettier-ignore
});
