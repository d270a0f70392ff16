/** Whole answers of the calls about the past of a sandbox and about what it has seen, in this process. */
import { describe, expect, it } from 'vitest';
import { textIn } from '../world/new-world.ts';
import { newRoom, type Answered, type Room } from './in-process.ts';

const start = '2026-01-01T00:00:00.000Z';
const missing = (error: string): Answered => [404, { error, code: 'NOT_FOUND' }];
const standingOf = ({ sandbox }: Room): object => ({
  branch: 'main',
  now: new Date(sandbox.nowMs).toISOString(),
  event: sandbox.world.digest().events,
  digest: sandbox.world.digest().digest,
});

describe('the past', () => {
  it('has checkpoints and branches, and is the present where it leads there', () => {
    const room = newRoom({ startMs: Date.parse(start) });
    const { get, post, join } = room;
    join('ann');
    const standing = standingOf(room);
    expect(post('/_sim/checkpoints', { name: 'a' })).toEqual([200, { name: 'a', ...standing }]);
    expect(get('/_sim/checkpoints')).toEqual([200, { checkpoints: [{ name: 'a', ...standing }] }]);
    expect(post('/_sim/checkpoints', { name: 'a' })).toEqual([
      409,
      { error: 'there is a checkpoint "a"; expected another name', code: 'CONFLICT' },
    ]);
    expect(get('/_sim/branches')).toEqual([200, { branches: [{ ...standing, current: true, requests: 1, from: null }] }]); // prettier-ignore
    expect(post('/_sim/rewind', { to: 'a' })).toEqual([200, standing]);
    expect(post('/_sim/rewind', { to: 'b' })).toEqual(missing('there is no checkpoint "b"; expected a name, an instant or an event')); // prettier-ignore
    expect(post('/_sim/branches/switch', { to: 'main' })).toEqual([200, standing]);
    const noBranch = missing('there is no branch "none"; expected one of main');
    expect(post('/_sim/branches/switch', { to: 'none' })).toEqual(noBranch);
    expect(post('/_sim/branches/compare', { a: 'none' })).toEqual(noBranch);
    expect(post('/_sim/branches/compare', { a: 'main' })).toEqual([
      200,
      { a: standing, b: standing, same: true, parted: null, differing: 0, balances: [] },
    ]);
  });

  it('is a session that says what the world was made from and what reached it', () => {
    const room = newRoom({ startMs: Date.parse(start) });
    room.join('ann');
    const [status, session] = room.get('/_sim/session');
    const { branch: _, now: at, ...end } = standingOf(room) as { branch: string; now: string };
    expect([status, session]).toEqual([
      200,
      {
        session: 1,
        orrery: expect.any(String) as string,
        scenario: null,
        seed: '7',
        profile: 'published',
        policies: room.sandbox.world.policies,
        start,
        requests: [{ at: start, event: 1, method: 'POST', path: '/faucet/register', body: { agent_id: 'ann' }, ip: '10.0.0.1' }],
        checkpoints: [],
        end: { at, ...end },
        checksum: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    ]); // prettier-ignore
  });
});

describe('what was seen', () => {
  it('is agents in pages, by what is asked for', () => {
    const { get, join } = newRoom();
    for (const id of ['ann', 'bob', 'bert']) join(id);
    const line = (number: number, id: string): object => ({
      number,
      id,
      joined: start,
      tier: 'free',
      balance: '10.00',
      held: '0.00',
      counts: { requests: 0, ok: 0, refused: 0, limited: 0, failed: 0 },
    });
    const agents = [line(0, 'ann'), line(1, 'bob'), line(2, 'bert')].map((one) => expect.objectContaining(one) as object); // prettier-ignore
    expect(get('/_sim/agents')).toEqual([200, { total: 3, page: 1, all: 3, agents }]);
    const query = { search: 'B', limit: '1', page: '2', tier: 'free', state: 'all', order: 'number' };
    expect(get('/_sim/agents', query)).toEqual([200, { total: 2, page: 2, all: 3, agents: [agents[2]] }]);
    expect(get('/_sim/agents', { tier: 'pro' })).toEqual([200, { total: 0, page: 1, all: 3, agents: [] }]);
    expect(get('/_sim/agents', { order: 'luck' })[0]).toBe(400);
    expect(get('/_sim/agents/9')).toEqual(missing('there is no agent 9; expected a number below 3'));
    expect(get('/_sim/agents/x')).toEqual([400, { error: 'number must be a whole number', code: 'BAD_REQUEST' }]); // prettier-ignore
  });

  it('has at most a hundred agents in a page', () => {
    const limit = '101';
    expect(newRoom().get('/_sim/agents', { limit })[0]).toBe(200);
    expect(newRoom({ policies: { 'lists.limitAbove': 'reject' } }).get('/_sim/agents', { limit })).toEqual([
      400,
      { error: 'limit must be at most 100', code: 'BAD_REQUEST' },
    ]);
  });

  it('is an exchange in full, and charts', () => {
    const room = newRoom();
    const key = room.join('ann');
    room.join('bob');
    expect(room.post('/escrow/escrow', { amount: '5.00', receiver: 'bob' }, key)[0]).toBe(201);
    const [, { requests }] = room.get('/_sim/agents/0') as [number, { requests: { rows: { number: number }[] } }]; // prettier-ignore
    const number = requests.rows[0]!.number;
    const [status, exchange] = room.get(`/_sim/exchanges/${number}`);
    expect([status, exchange]).toMatchObject([
      200,
      { line: requests.rows[0], service: 'escrow', operation: 'create', slowness_ms: 0 },
    ]);
    expect(room.get('/_sim/exchanges/999')[0]).toBe(404);
    const [, charts] = room.get('/_sim/charts');
    expect(charts).toEqual(room.sandbox.served.observed.charts());
  });
});

describe('the books of an agent', () => {
  const place = { symbol: 'ETH-PERP', size: 0.0005, leverage: 5, type: 'market' };

  it('have open escrows of either side, resting orders, positions and holdings', () => {
    const { get, post, join } = newRoom();
    const [ann, bob] = [join('ann'), join('bob')];
    const escrow = (amount: string): string =>
      textIn(post('/escrow/escrow', { amount, receiver: 'bob' }, ann)[1], 'escrow_id');
    const [released, disputed, locked] = ['1.00', '2.00', '1.50'].map(escrow);
    expect(post(`/escrow/escrow/${released}/release`, {}, ann)[0]).toBe(200);
    expect(post(`/escrow/escrow/${disputed}/dispute`, { reason: 'late' }, ann)[0]).toBeLessThan(300);
    expect(post('/trading/api/v1/orders', { ...place, side: 'long' }, ann)[0]).toBe(201);
    expect(post('/trading/api/v1/orders', { ...place, side: 'short' }, bob)[0]).toBe(201);
    expect(post('/trading/api/v1/orders', { ...place, symbol: 'BTC-PERP', side: 'long', type: 'limit', price: 20_000 }, ann)[0]).toBe(201); // prettier-ignore
    expect(post('/api/trading-api/order', { pair: 'ETH-USDC', side: 'buy', amount: 1, type: 'market' }, bob)[0]).toBe(201); // prettier-ignore
    const [, one] = get('/_sim/agents/0');
    const [, other] = get('/_sim/agents/1');
    expect([one, other].map(({ escrows, orders, positions }) => ({ escrows, orders, positions }))).toMatchInlineSnapshot(`
      [
        {
          "escrows": {
            "rows": [
              {
                "amount": "1.50",
                "id": "esc_attsranjs4ojlfia",
                "other": "bob",
                "role": "sender",
                "state": "locked",
                "until": "2026-01-02T00:00:00.000Z",
              },
              {
                "amount": "2.00",
                "id": "esc_icu7gq62fvfvn6co",
                "other": "bob",
                "role": "sender",
                "state": "disputed",
                "until": "2026-01-03T00:00:00.000Z",
              },
            ],
            "total": 2,
          },
          "orders": {
            "rows": [
              {
                "id": "ord_xpcb247odxwdybvk",
                "limit": "20000.00",
                "market": "BTC-PERP",
                "side": "buy",
                "size": "0.0005",
              },
            ],
            "total": 1,
          },
          "positions": [
            {
              "gain": "-0.000409",
              "liquidation": "2631.689",
              "margin": "0.327316",
              "mark": "3272.342",
              "market": "ETH-PERP",
              "side": "long",
              "size": "0.0005",
            },
          ],
        },
        {
          "escrows": {
            "rows": [
              {
                "amount": "1.50",
                "id": "esc_attsranjs4ojlfia",
                "other": "ann",
                "role": "receiver",
                "state": "locked",
                "until": "2026-01-02T00:00:00.000Z",
              },
              {
                "amount": "2.00",
                "id": "esc_icu7gq62fvfvn6co",
                "other": "ann",
                "role": "receiver",
                "state": "disputed",
                "until": "2026-01-03T00:00:00.000Z",
              },
            ],
            "total": 2,
          },
          "orders": {
            "rows": [],
            "total": 0,
          },
          "positions": [
            {
              "gain": "-0.000409",
              "liquidation": "3906.297",
              "margin": "0.327153",
              "mark": "3272.342",
              "market": "ETH-PERP",
              "side": "short",
              "size": "0.0005",
            },
            {
              "gain": null,
              "liquidation": null,
              "margin": null,
              "mark": "3272.342",
              "market": "ETH-USDC",
              "side": "spot",
              "size": "0.000305515",
            },
          ],
        },
      ]
    `); // prettier-ignore
    expect(locked).toBeDefined();
  });

  it('show fifty of a longer list, the newest', () => {
    const { get, post, join } = newRoom();
    const key = join('ann');
    join('bob');
    post('/_sim/tier', { api_key: key, tier: 'enterprise', at_once: true });
    post('/_sim/grant', { api_key: key, amount: 100 });
    const made = Array.from({ length: 51 }, () => post('/escrow/escrow', { amount: '1.00', receiver: 'bob' }, key)[1]['escrow_id']); // prettier-ignore
    const [, { escrows }] = get('/_sim/agents/0') as [number, { escrows: { total: number; rows: { id: string }[] } }]; // prettier-ignore
    expect(escrows.total).toBe(51);
    expect(escrows.rows.map(({ id }) => id)).toEqual(made.slice(1).toReversed());
  });
});
