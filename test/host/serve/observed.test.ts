/** The reads of the control room: agents in pages and in full, an exchange in full, charts; and what they must not do. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { buildFromValue } from '../../../src/simulation/scenario/load.ts';
import { serving, type Serving } from './serving.ts';

type Json = Readonly<Record<string, unknown>>;

const headers = { 'content-type': 'application/json' };
const post = ({ call }: Serving, path: string, body: unknown, key?: string) =>
  call('POST', path, {
    body,
    headers: key === undefined ? headers : { ...headers, authorization: `Bearer ${key}` },
  });

async function join(served: Serving, id: string): Promise<string> {
  return String((await post(served, '/faucet/register', { agent_id: id })).body['api_key']);
}

const ids = async (served: Serving, query: string): Promise<string[]> =>
  ((await served.call('GET', `/_sim/agents?${query}`)).body['agents'] as { id: string }[]).map(
    ({ id }) => id,
  );

describe('GET /_sim/agents', () => {
  it('filters, orders and pages', async () => {
    const served = await serving();
    const keys: string[] = [];
    for (let index = 0; index < 30; index++) {
      keys.push(await join(served, `seller-${index}`));
      await post(served, '/_sim/clock/advance', { by: '1h' });
    }
    expect(await ids(served, 'limit=3&page=2')).toEqual(['seller-3', 'seller-4', 'seller-5']);
    expect(await ids(served, 'search=ELLER-2')).toHaveLength(11);
    expect(await ids(served, 'search=nothing')).toEqual([]);
    expect(await ids(served, 'page=9')).toEqual([]);
    expect(await ids(served, 'tier=enterprise')).toEqual([]);
    const authorization = `Bearer ${keys[7] ?? ''}`;
    await served.call('GET', '/escrow/escrows', { headers: { authorization } });
    await served.call('GET', '/escrow/escrows/none', { headers: { authorization } });
    await post(served, '/escrow/escrow', escrow('seller-8'), keys[7]);
    expect(await ids(served, 'order=requests&limit=1')).toEqual(['seller-7']);
    expect(await ids(served, 'order=latest&limit=1')).toEqual(['seller-7']);
    expect(await ids(served, 'order=balance')).toHaveLength(25);
    expect(await ids(served, 'state=refused')).toEqual(['seller-7']);
    expect(await ids(served, 'state=holding')).toEqual(['seller-7']);
    expect(await ids(served, 'state=limited')).toEqual([]);
    const { body } = await served.call('GET', '/_sim/agents?search=seller-1&limit=2');
    expect(body).toMatchObject({ total: 11, all: 30, page: 1 });
  });

  it.each(['state=asleep', 'order=luck', 'page=0', 'limit=x'])('refuses %s', async (query) => {
    const served = await serving();
    expect((await served.call('GET', `/_sim/agents?${query}`)).status).toBe(400);
  });
});

const order = { symbol: 'ETH-PERP', side: 'long', size: 0.0005, leverage: 5, type: 'market' };

const escrow = (receiver: string): Json => ({ receiver, amount: '5.00' });

describe('GET /_sim/agents/:number', () => {
  it('shows balances, quotas, open escrows, positions and requests, and no key', async () => {
    const served = await serving();
    const key = await join(served, 'alice');
    await join(served, 'bob');
    expect((await post(served, '/escrow/escrow', escrow('bob'), key)).status).toBeLessThan(300);
    expect((await post(served, '/trading/api/v1/orders', order, key)).status).toBe(201);
    const { body, text } = await served.call('GET', '/_sim/agents/0');
    expect(body).toMatchObject({
      agent: { id: 'alice', held: '5.00', counts: { requests: 2, ok: 2 } },
      escrows: { total: 1, rows: [{ role: 'sender', other: 'bob', amount: '5.00', state: 'locked' }] },
      positions: [{ market: 'ETH-PERP', side: 'long' }],
      requests: { rows: [{ by: 'alice', path: '/trading/api/v1/orders' }, { path: '/escrow/escrow' }] },
    });
    expect(text).not.toContain(key);
    expect((await served.call('GET', '/_sim/agents/1')).body).toMatchObject({
      escrows: { rows: [{ role: 'receiver', other: 'alice' }] },
    });
    expect((await served.call('GET', '/_sim/agents/2')).text).toContain('there is no agent 2; expected');
    expect((await served.call('GET', '/_sim/agents/x')).status).toBe(400);
  });
});

describe('GET /_sim/exchanges/:number', () => {
  it('shows what happened because of it, and no secret in any of its forms', async () => {
    const served = await serving();
    const key = await join(served, 'alice');
    const wallet = await post(served, '/wallet/v1/wallet/create', { label: "it's; $(mine)" }, key);
    const { mnemonic } = wallet.body as { mnemonic: string };
    const first = await served.call('GET', '/_sim/exchanges/1');
    expect(first.body).toMatchObject({
      line: { number: 1, by: '', method: 'POST', path: '/faucet/register', status: 201 },
      events: [{ event: 'agentRegistered' }, { event: 'faucetClaimed', amount: '10.00' }],
    });
    const second = await served.call('GET', '/_sim/exchanges/2');
    expect(second.body).toMatchObject({ line: { by: 'alice' }, service: 'wallet' });
    for (const secret of [key, mnemonic]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(first.text + second.text).not.toContain(secret);
    }
    expect(second.body['curl']).toContain('Bearer $ORRERY_KEY');
    expect((await served.call('GET', '/_sim/exchanges/3')).status).toBe(404);
  });

  it('as curl makes the same call, with the key of the environment', async () => {
    const served = await serving();
    const key = await join(served, 'alice');
    await join(served, "o'brien");
    const query = encodeURIComponent("a'b $HOME");
    const asked = await served.call('GET', `/escrow/escrows?role=all&note=${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { curl } = (await served.call('GET', '/_sim/exchanges/3')).body as { curl: string };
    const fake = `curl() { printf '%s\\n' "$@"; }\n${curl}`;
    const env = {
      ORRERY_KEY: key,
      ORRERY_TARGET: `http://127.0.0.1:${served.port}`,
      PATH: process.env['PATH'],
    };
    const given = execFileSync('/bin/sh', ['-c', fake], { env, encoding: 'utf8' }).split('\n');
    expect(given).toContain(`Authorization: Bearer ${key}`);
    const address = given.find((part) => part.startsWith('http')) ?? '';
    const again = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
    expect(await again.json()).toEqual(asked.body);
  });

  it('as a scenario step is a line of operations that asks for the same', async () => {
    const served = await serving();
    const body = { agent_id: 'alice', metadata: { note: 'a: "b" ${c:/d}\n# e' } };
    await post(served, '/_sim/clock/advance', { by: '25h' });
    expect((await post(served, '/faucet/register', body)).status).toBe(201);
    const { step } = (await served.call('GET', '/_sim/exchanges/1')).body as { step: string };
    const scenario = await buildFromValue({ for: '2d', operations: parse(step) }, scenarioHost);
    expect(scenario.calls).toMatchObject([{ atMs: 90_000_000, by: 'caller', path: '/faucet/register' }]);
    const again = await serving({ scenario });
    await post(again, '/_sim/clock/advance', { by: '26h' });
    const asked = (await again.call('GET', '/_sim/exchanges/1')).body as { asked: string };
    expect(JSON.parse(asked.asked)).toEqual(body);
    expect(parse(step)).toHaveLength(1);
  });
});

describe('GET /_sim/charts', () => {
  it('draws what happened over virtual time, in a bounded number of slices', async () => {
    const served = await serving();
    const key = await join(served, 'alice');
    await join(served, 'alice');
    await post(served, '/_sim/fault', {
      service: 'faucet',
      kind: 'slow',
      for: '1h',
      latency: { median: '2s' },
    });
    await served.call('GET', '/faucet/status', { headers: { authorization: `Bearer ${key}` } });
    await post(served, '/_sim/clock/advance', { by: '400d' });
    await join(served, 'bob');
    const { charts, events } = (await served.call('GET', '/_sim/charts')).body as {
      charts: { id: string; option: { bucketCount: number; series: { name: string; data: number[] }[] } }[];
      events: (number | null)[];
    };
    expect(charts.map(({ id }) => id)).toEqual([
      'requests',
      'refusals',
      'latency',
      'money',
      'pool',
      'prices',
    ]);
    for (const { option } of charts) {
      expect(option.bucketCount).toBeLessThanOrEqual(240);
      for (const { data } of option.series) expect([0, option.bucketCount]).toContain(data.length);
    }
    const series = (id: string, name: string): number[] =>
      charts.find((chart) => chart.id === id)?.option.series.find((one) => one.name === name)?.data ?? [];
    const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
    expect(sum(series('requests', 'ok'))).toBe(3);
    expect(sum(series('refusals', 'CONFLICT'))).toBe(1);
    expect(series('latency', 'p99').some((value) => value > 1_800 && value < 2_200)).toBe(true);
    expect(series('money', 'agents').at(-1)).toBe(20);
    const prices = series('prices', 'BTC');
    expect(new Set(prices).size).toBeGreaterThan(50);
    expect(events.filter((event) => event !== null)).toEqual([2, expect.any(Number)]);
  });

  it('and all other reads leave the world as it is, now and later', async () => {
    const [seen, unseen] = [await serving(), await serving()];
    for (const served of [seen, unseen]) {
      const key = await join(served, 'alice');
      for (const by of ['1h', '36h', '20d']) {
        await post(served, '/_sim/clock/advance', { by });
        if (served === seen)
          for (const path of ['agents', 'agents/0', 'exchanges/1', 'charts'])
            expect((await served.call('GET', `/_sim/${path}`)).status).toBe(200);
        expect((await post(served, '/trading/api/v1/orders', order, key)).status).toBe(201);
      }
    }
    expect(seen.sandbox.world.digest()).toEqual(unseen.sandbox.world.digest());
  });
});

describe('the reads of the control room', () => {
  it.each(['agents', 'agents/0', 'exchanges/1', 'charts'])(
    'GET /_sim/%s is answered to this machine alone',
    async (path) => {
      const served = await serving();
      expect((await served.call('GET', `/_sim/${path}`, { headers: { host: 'evil.example' } })).status).toBe(
        403,
      );
    },
  );
});
