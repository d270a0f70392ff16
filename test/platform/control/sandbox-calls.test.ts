/** Whole answers of the calls under /_sim that change money, tiers, clocks and faults, in a sandbox in this process. */
import { expect, it } from 'vitest';
import { newRoom, type Answered } from './in-process.ts';

const bad = (error: string): Answered => [400, { error, code: 'BAD_REQUEST' }];
const missing = (error: string): Answered => [404, { error, code: 'NOT_FOUND' }];
const conflict = (error: string): Answered => [409, { error, code: 'CONFLICT' }];
const noKey = missing('there is no such API key');
const address = '0x9858effd232b4033e47d90003d41ec34ecaeda94';
const start = '2026-01-01T00:00:00.000Z';

it('a grant comes from the issuer, or from the pool of the faucet as far as it goes', () => {
  const { get, post, join } = newRoom({ policies: { 'faucet.pool': '100000' } });
  const key = join('ann');
  const grant = (amount: string, from?: string): Answered =>
    post('/_sim/grant', { api_key: key, amount, ...(from === undefined ? {} : { from }) });
  const granted = (amount: string, balance: string): Answered => [200, { agent_id: 'ann', amount, balance }];
  const tooLittle: Answered = [
    422,
    { error: 'faucet:pool has too little USDC', code: 'INSUFFICIENT_BALANCE' },
  ];
  expect(grant('2.5')).toEqual(granted('2.50', '12.50'));
  expect(grant('2000000', 'issuer')).toEqual(granted('2000000.00', '2000012.50'));
  expect(grant('1', 'faucet:pool')).toEqual(granted('1.00', '2000013.50'));
  const [, totals] = get('/_sim/ledger');
  expect(totals).toMatchObject({ transfers: 5, drift_micros: 0, faucet_pool: '99989.00' });
  expect(grant('99989.000001', 'faucet:pool')).toEqual(tooLittle);
  expect(grant('99989', 'faucet:pool')).toEqual(granted('99989.00', '2100002.50'));
  expect(grant('0.000001', 'faucet:pool')).toEqual(tooLittle);
  expect(post('/_sim/grant', { api_key: 'none', amount: 1 })).toEqual(noKey);
  expect(post('/_sim/grant', { api_key: key, amount: 1, from: 'bank' })).toEqual(
    bad('from is "bank"; expected one of issuer, faucet:pool'),
  );
});

it('an address of a chain is given what its mint may issue, and the books add up', () => {
  const { get, post } = newRoom();
  const fund = (chain: string, amount: string, asset?: string): Answered =>
    post('/_sim/chain/fund', { chain, address, amount, ...(asset === undefined ? {} : { asset }) });
  const funded = (chain: string, asset: string, amount: string, balance: string): Answered => [
    200,
    { tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string, chain, address, asset, amount, balance },
  ];
  expect(get('/_sim/chain/books')).toEqual([200, { drift: 0, chains: [] }]);
  expect(fund('base', '1.5')).toEqual(funded('base', 'ETH', '1.50', '1.50'));
  expect(fund('base', '0.5', 'native')).toEqual(funded('base', 'ETH', '0.50', '2.00'));
  expect(fund('base', '12', 'usdc')).toEqual(funded('base', 'USDC', '12.00', '12.00'));
  expect(fund('base', '999999999')).toEqual(conflict('that is more ETH on base than there may be'));
  expect(fund('polygon', '3')).toEqual(funded('polygon', 'POL', '3.00', '3.00'));
  expect(fund('solana', '1')).toEqual(bad('address is no address on solana'));
  expect(fund('bitcoin', '1', 'usdc')).toEqual(bad('there is no USDC on bitcoin'));
  const chains = [
    { chain: 'base', symbol: 'ETH', minted: '2.00', fees: '0.00' },
    { chain: 'polygon', symbol: 'POL', minted: '3.00', fees: '0.00' },
  ];
  expect(get('/_sim/chain/books')).toEqual([200, { drift: 0, chains }]);
});

it.each([
  ['immediate', start, start],
  ['bound', '2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'],
  ['seeded', '2026-01-01T06:38:22.880Z', '2026-01-01T19:33:35.000Z'],
])('a tier takes effect as limits.upgrade says: %s', (choice, pro, enterprise) => {
  const { sandbox, post, join } = newRoom({ policies: { 'limits.upgrade': choice }, startMs: Date.parse(start) }); // prettier-ignore
  const key = join('ann');
  const ask = (tier: string, more = {}): Answered => post('/_sim/tier', { api_key: key, tier, ...more });
  const at = (instant: string): Answered => [200, { agent_id: 'ann', effective_at: instant }];
  const tier = (): unknown => sandbox.world.agents.find(`Bearer ${key}`)?.tier;
  expect(post('/_sim/tier', { api_key: 'none', tier: 'pro' })).toEqual(noKey);
  expect([ask('pro'), tier()]).toEqual([at(pro), pro === start ? 'pro' : 'free']);
  const [, { effective_at: promised }] = ask('enterprise');
  if (choice !== 'seeded') expect(promised).toBe(enterprise);
  expect([ask('free'), tier()]).toEqual([at(start), 'free']);
  expect([ask('enterprise', { at_once: true }), tier()]).toEqual([at(start), 'enterprise']);
  if (pro !== start) {
    sandbox.advance(Date.parse(pro) - 1);
    expect(tier()).toBe('enterprise');
    sandbox.advance(Date.parse(pro));
    expect(tier()).toBe('pro');
  }
});

it('a tier stays where the call that asks for another one is undone', () => {
  const { sandbox, post, join } = newRoom();
  const key = join('ann');
  const { world } = sandbox;
  world.faults.add({ atMs: sandbox.nowMs, forMs: 1000, service: 'control', kind: 'error', rate: 1, effect: 'undone' }); // prettier-ignore
  expect(post('/_sim/tier', { api_key: key, tier: 'pro', at_once: true })[0]).toBe(500);
  expect(world.agents.find(`Bearer ${key}`)?.tier).toBe('free');
});

it('a deposit goes to an agent by its key, or to an address that was given out', () => {
  const { post, join } = newRoom();
  const key = join('ann');
  const deposit = (body: object): Answered => post('/_sim/deposit', { amount: '1.5', ...body });
  const [status, first] = deposit({ api_key: key });
  const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/) as string;
  const deposited = {
    deposit_id: expect.stringMatching(/^dep_[a-z2-7]{16}$/) as string,
    agent_id: 'ann',
    chain: 'base',
    address: expect.stringMatching(/^0x[0-9a-f]{40}$/) as string,
    amount: '1.50',
    tx_hash: hash,
    due_at: '2026-01-01T00:00:04.000Z',
  };
  expect([status, first]).toEqual([200, deposited]);
  expect(deposit({ address: first['address'] })).toEqual([200, { ...deposited, address: first['address'] }]);
  expect(deposit({ api_key: key, chain: 'solana' })[1]).toMatchObject({
    chain: 'solana',
    due_at: '2026-01-01T00:00:00.800Z',
  });
  expect(deposit({ address: '0xnone' })).toEqual(missing('that is no deposit address of this world'));
  expect(deposit({ api_key: 'none' })).toEqual(noKey);
  expect(deposit({})).toEqual(bad('expected either api_key or address, and not both'));
});

it('the clock goes where it is sent and says how many events ran, and its pace changes', () => {
  const { sandbox, post, join } = newRoom();
  join('ann');
  const advance = (body: object): Answered => post('/_sim/clock/advance', body);
  expect(advance({ by: '1h' })).toEqual([200, { now: '2026-01-01T01:00:00.000Z', events: 0 }]);
  expect(post('/_sim/fault', { service: 'faucet', kind: 'outage', for: '1m' })[0]).toBe(200);
  expect(advance({ to: '2026-01-01T02:00:00Z' })).toEqual([
    200,
    { now: '2026-01-01T02:00:00.000Z', events: 1 },
  ]);
  expect(advance({ to: '2026-01-01T01:59:59.999Z' })).toEqual(
    bad('to lies before now, 2026-01-01T02:00:00.000Z; time does not go back'),
  );
  expect(advance({ to: '9999-01-01T00:00:00.001Z' })).toEqual(
    bad('the clock would leave the years from 1970 to 9999'),
  );
  expect(post('/_sim/clock/pace', { pace: '60x' })).toEqual([
    200,
    { pace: '60x', now: '2026-01-01T02:00:00.000Z' },
  ]);
  expect(sandbox.pace).toBe(60);
  sandbox.setPace('manual');
  sandbox.beginMove(Date.UTC(2026, 0, 2));
  const ends = 'expected that to end first, or its client to close the connection';
  const moving = conflict(`the clock is being advanced to 2026-01-02T00:00:00.000Z; ${ends}`);
  expect(advance({ by: '1h' })).toEqual(moving);
  expect(post('/_sim/clock/pace', { pace: 'real' })).toEqual(moving);
  expect([sandbox.pace, sandbox.nowMs]).toEqual(['manual', Date.UTC(2026, 0, 1, 2)]);
});

it('a reset keeps what it is not given, and names what it has', () => {
  const { sandbox, post, join } = newRoom({ startMs: Date.parse(start) });
  join('ann');
  const reset = (body?: object): Answered => post('/_sim/reset', body);
  const published = { seed: '7', profile: 'published', now: start };
  const [status, first] = reset({});
  const hash = sandbox.world.policyHash;
  expect([status, first]).toEqual([200, { ...published, policy_hash: hash }]);
  expect(sandbox.world.agents.count).toBe(0);
  expect(reset({ seed: 8 })).toEqual([200, { ...published, seed: '8', policy_hash: hash }]);
  const [, other] = reset({ policies: { 'limits.burst': 'x3' }, start: '2027-01-01T00:00:00Z' });
  expect(other).toEqual({ seed: '8', profile: 'published', policy_hash: sandbox.world.policyHash, now: '2027-01-01T00:00:00.000Z' }); // prettier-ignore
  expect(sandbox.world.policies['limits.burst']).toBe('x3');
  expect(reset({ seed: 9 })[1]).toEqual({ ...other, seed: '9' });
  const [, consistent] = reset({ profile: 'consistent' });
  expect(consistent).toMatchObject({ seed: '9', profile: 'consistent' });
  expect(sandbox.world.policies['limits.burst']).not.toBe('x3');
  expect(reset({ policies: { 'limits.burst': 'x9' } })[0]).toBe(400);
  expect(reset({})[1]).toEqual(consistent);
});

it('agents join with behaviours that the sandbox knows', () => {
  const { post } = newRoom();
  expect(post('/_sim/agents', { agent: 'escrow-seller', count: 2 })).toEqual(
    missing('there is no agent "escrow-seller"; this world has no behaviours'),
  );
});
