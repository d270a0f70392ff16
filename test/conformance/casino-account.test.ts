import { isAddress as isSolanaAddress } from '@solana/kit';
import { isAddress as isEvmAddress } from 'ethers';
import { TronWeb } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { openapiDocument } from '../../src/host/serve/openapi/document.ts';
import { betA, casinoA, placed, table } from './casino-stage.ts';
import { expectRefused, isoInstant, open, txHash, type Caller, type Reply, type Stage } from './harness.ts';

const chains = ['ethereum', 'base', 'solana', 'bitcoin', 'tron', 'monero'];
const usdcChains = ['ethereum', 'base', 'solana', 'tron'];

const addressOn = (caller: Caller, chain?: unknown): Reply =>
  caller.post(`${casinoA}/auth/deposit-address`, chain === undefined ? undefined : { chain });
const deposits = (caller: Caller) => caller.get(`${casinoA}/auth/deposits`).list('deposits');
const send = (stage: Stage, fields: object): Reply => stage.anonymous().post('/_sim/deposit', fields);

describe('money from outside', () => {
  it('CAS06 gives each agent a separate address on a chain, the same every time, on Base unless told otherwise', () => {
    const { alice, bob } = table();
    for (const chain of usdcChains) {
      const given = placed(addressOn(alice, chain));
      expect(given).toEqual({ chain, asset: 'USDC', address: given['address'], confirmations_required: 2 });
      expect(addressOn(alice, chain).body).toEqual(given);
      expect(addressOn(bob, chain).text('address')).not.toBe(given['address']);
    }
    expect(addressOn(alice).body).toEqual(addressOn(alice, 'base').body);
    const [evm, sol, tron] = ['ethereum', 'solana', 'tron'].map((chain) =>
      addressOn(alice, chain).text('address'),
    );
    expect(addressOn(alice, 'base').text('address')).toBe(evm);
    expect([isEvmAddress(evm), isSolanaAddress(sol ?? ''), TronWeb.isAddress(tron)]).toEqual([
      true,
      true,
      true,
    ]);
    for (const chain of ['bitcoin', 'monero', 'dogecoin', '', 7, null, '__proto__', 'constructor']) {
      expectRefused(addressOn(alice, chain), 'BAD_REQUEST');
    }
    expectRefused(addressOn(alice.withKey(undefined)), 'UNAUTHORIZED');
  });

  it('CAS10 lists six chains, four of which carry USDC, with withdrawals on Base alone', () => {
    const { alice } = table();
    const listed = alice.get(`${casinoA}/auth/supported-chains`).list('chains');
    expect(listed.map(({ chain }) => chain)).toEqual(chains);
    expect(listed.filter((chain) => chain['deposits'] === true).map(({ chain }) => chain)).toEqual(
      usdcChains,
    );
    expect(listed.filter((chain) => chain['withdrawals'] === true).map(({ chain }) => chain)).toEqual([
      'base',
    ]);
    for (const { chain, deposits: takes, assets } of listed) {
      expect(assets, JSON.stringify(chain)).toEqual(takes === true ? ['USDC'] : []);
      expect(addressOn(alice, chain).status, JSON.stringify(chain)).toBe(takes === true ? 200 : 400);
    }
  });

  it.each([
    ['ethereum', 12_000],
    ['base', 2_000],
    ['solana', 400],
    ['tron', 3_000],
  ])('CAS11 shows a deposit on %s from the first block to the second, which credits it', (chain, blockMs) => {
    const { stage, alice } = table();
    const address = addressOn(alice, chain).text('address');
    const before = alice.spendable;
    const sent = placed(send(stage, { address, chain, amount: '12.345678' }));
    expect(sent).toMatchObject({ agent_id: 'alice', chain, address, amount: '12.345678' });
    const record = {
      deposit_id: sent['deposit_id'],
      chain,
      address,
      asset: 'USDC',
      amount: 12.345678,
      status: 'pending',
      confirmations: 0,
      confirmations_required: 2,
      tx_hash: txHash,
      sent_at: stage.at(0),
      credited_at: null,
    };
    expect(deposits(alice)).toEqual([record]);
    stage.advance(blockMs - (stage.nowMs % blockMs));
    expect(deposits(alice)).toEqual([{ ...record, confirmations: 1 }]);
    stage.advance(blockMs - 1);
    expect([deposits(alice)[0]?.['status'], alice.spendable]).toEqual(['pending', before]);
    stage.advance(1);
    expect(sent['due_at']).toBe(stage.at(0));
    const credited = { ...record, status: 'credited', confirmations: 2, credited_at: stage.at(0) };
    expect(deposits(alice)).toEqual([credited]);
    expect(alice.spendable).toBe(before + 12_345_678);
    expect(stage.account(`external:deposits:${chain}`)).toBe(-12_345_678);
    expect(stage.world.driftMicros()).toBe(0);
    stage.advance('1h');
    expect([deposits(alice), alice.spendable]).toEqual([[credited], before + 12_345_678]);
  });

  it('CAS11 lists deposits newest first, to their owner alone, and the ledger names them', () => {
    const { stage, alice, bob } = table();
    for (const amount of [1, 2, 3]) placed(send(stage, { api_key: alice.key, amount }));
    expect(deposits(alice).map(({ amount }) => amount)).toEqual([3, 2, 1]);
    expect(deposits(bob)).toEqual([]);
    stage.advance('4s');
    const rows = alice.get(`${casinoA}/auth/ledger`, { limit: '3' }).list('transactions');
    expect(rows.map(({ type, amount }) => [type, amount])).toEqual([
      ['casino-deposit', 3],
      ['casino-deposit', 2],
      ['casino-deposit', 1],
    ]);
  });

  it('CAS11 takes a deposit to what was given out, on a chain that the address is good for, and no other', () => {
    const { stage, alice } = table();
    const evm = addressOn(alice, 'ethereum').text('address');
    const tron = addressOn(alice, 'tron').text('address');
    const capitals = `0x${evm.slice(2).toUpperCase()}`;
    const chainOf = (fields: object) => placed(send(stage, { amount: 1, ...fields }))['chain'];
    expect(chainOf({ address: evm })).toBe('base');
    expect(chainOf({ address: capitals, chain: 'ethereum' })).toBe('ethereum');
    expect(chainOf({ address: tron })).toBe('tron');
    expect(chainOf({ api_key: alice.key, chain: 'solana' })).toBe('solana');
    const key = alice.key;
    for (const [fields, code] of [
      [{ address: tron, chain: 'base', amount: 1 }, 'BAD_REQUEST'],
      [{ address: evm, chain: 'bitcoin', amount: 1 }, 'BAD_REQUEST'],
      [{ address: tron.toLowerCase(), amount: 1 }, 'NOT_FOUND'],
      [{ address: '__proto__', amount: 1 }, 'NOT_FOUND'],
      [{ address: alice.address, amount: 1 }, 'NOT_FOUND'],
      [{ api_key: 'sk_live_x', amount: 1 }, 'NOT_FOUND'],
      [{ api_key: key, address: evm, amount: 1 }, 'BAD_REQUEST'],
      [{ amount: 1 }, 'BAD_REQUEST'],
      [{ api_key: key, chain: 'monero', amount: 1 }, 'BAD_REQUEST'],
      [{ api_key: key, amount: 0 }, 'BAD_REQUEST'],
      [{ api_key: key, amount: -1 }, 'BAD_REQUEST'],
      [{ api_key: key, amount: '1e3' }, 'BAD_REQUEST'],
      [{ api_key: key, amount: 0.0000001 }, 'BAD_REQUEST'],
      [{ api_key: key, amount: '1000000001' }, 'BAD_REQUEST'],
    ] as const) {
      expectRefused(send(stage, fields), code);
    }
    expect(deposits(alice)).toHaveLength(4);
  });

  it('CAS11 never takes more than the ledger can count, however often it is asked', () => {
    const { stage, alice } = table();
    placed(send(stage, { api_key: alice.key, amount: '999999999' }));
    placed(send(stage, { api_key: alice.key, amount: 1 }));
    expectRefused(send(stage, { api_key: alice.key, amount: 0.000001 }), 'BAD_REQUEST');
    stage.advance('1m');
    expect(alice.spendable).toBe(1_010_000_000 + 10 ** 15);
    expect(stage.world.driftMicros()).toBe(0);
  });
});

describe('the referral programme of the casino', () => {
  it('REF21 gives a code, and a message to share that carries it: who registers with it is tied to its owner', () => {
    const stage = open();
    const alice = stage.joinB('alice');
    const reply = alice.get(`${casinoA}/auth/referral/code`);
    const code = reply.text('referral_code');
    expect(code).toMatch(/^ref_[0-9a-f]{16}$/);
    expect(reply.text('share_message')).toContain(code);
    expect(reply.list('commission')).toEqual([
      { level: 1, percent: 7 },
      { level: 2, percent: 2 },
      { level: 3, percent: 1 },
    ]);
    expect(alice.get(`${casinoA}/auth/referral/code`).body).toEqual(reply.body);
    const register = (body?: object) => stage.anonymous().post(`${casinoA}/auth/register`, body);
    const named = [code, code.toUpperCase(), 'alice', alice.address].map((name) =>
      register({ referral_code: name }),
    );
    const alone = [register(), register({}), register({ referral_code: 'ref_0000000000000000' })];
    const referrerOf = (joined: Reply) => stage.world.agents.byId(joined.text('agent_id'))?.referrer?.agentId;
    expect(named.map(referrerOf)).toEqual(['alice', 'alice', 'alice', 'alice']);
    expect(alone.map(referrerOf)).toEqual([undefined, undefined, undefined]);
    for (const bad of ['', 7, null, {}, 'x'.repeat(65)])
      expectRefused(register({ referral_code: bad }), 'BAD_REQUEST');
    // An agent whose id is the code of another agent does not replace it.
    const thief = stage.joinB(code);
    expect(referrerOf(register({ referral_code: code }))).toBe('alice');
    expect(thief.get(`${casinoA}/auth/referral/code`).text('referral_code')).not.toBe(code);
    expect(alice.get('/faucet/referrals').body['referred_count']).toBe(5);
  });

  it('REF10 refuses an unknown code under policy referral.unknown: reject', () => {
    const stage = open({ 'referral.unknown': 'reject' });
    const before = stage.snapshot();
    expectRefused(
      stage.anonymous().post(`${casinoA}/auth/register`, { referral_code: 'ref_0000000000000000' }),
      'BAD_REQUEST',
    );
    expect(stage.snapshot()).toBe(before);
  });

  it('REF22 returns earnings over three levels, of the casino and of all else', () => {
    const { stage, alice: player } = table({ 'casino.houseBankroll': '1000000' });
    const chain = ['top', 'middle', 'near'].map((agentId, index, all) =>
      stage.joinB(agentId, index === 0 ? {} : { referrer: all[index - 1] }),
    );
    const [top, , near] = chain;
    const low = stage.joinB('low', { referrer: 'near' });
    stage.joinB('beside', { referrer: 'top' });
    placed(send(stage, { api_key: low.key, amount: 500 }));
    stage.advance('4s');
    stage.setTier(low, 'enterprise');
    while (placed(betA(low, 'custom', { win_probability: 1 }, 1))['win'] === true) continue;
    // 0.10 of the loss of 1.00, and 0.015 of the fee of an escrow of 10.00.
    low.post(`/escrow/escrow/${low.lock('alice', 10)}/release`);
    expect(player.spendable).toBe(1_010_000_000 + 9_900_000);
    const stats = (who: Caller | undefined) => who?.get(`${casinoA}/auth/referral/stats`).body;
    expect(stats(top)).toEqual({
      referral_code: top?.agent.referralCode,
      total_referred: 4,
      total_earned: 0.0115,
      withdrawn: 0,
      available: 0.0115,
      levels: [
        { level: 1, percent: 7, agents: 2, earned: 0 },
        { level: 2, percent: 2, agents: 1, earned: 0 },
        { level: 3, percent: 1, agents: 1, earned: 0.0115 },
      ],
    });
    expect(stats(near)).toMatchObject({ total_earned: 0.0805, available: 0.0805 });
    stage.advanceTo('2026-03-02T00:00:00.000Z');
    // The part of the escrow fee has been paid; that of the casino waits.
    expect(stats(near)).toMatchObject({ total_earned: 0.0805, withdrawn: 0.0105, available: 0.07 });
    expect(stats(low)).toMatchObject({ total_referred: 0, total_earned: 0 });
  });

  it('REF20 AUT29 describes the programme to every caller, with the current number of agents', () => {
    const stage = open();
    const count = () => stage.anonymous().get(`${casinoA}/gossip`).body['current_registered_agents'];
    expect(count()).toBe(0);
    stage.pair();
    stage.anonymous().post(`${casinoA}/auth/register`);
    expect(count()).toBe(3);
    expect(stage.anonymous().withKey('sk_live_wrong').get(`${casinoA}/gossip`).status).toBe(200);
  });

  it('REF23 REF24 REF25 REF26 gives the referral information record in full, typed as published', () => {
    const record = open().anonymous().get(`${casinoA}/gossip`).body;
    const text: unknown = expect.stringMatching(/./);
    expect(record).toEqual({
      you_are_an_ai_agent: true,
      product: text,
      value_prop: text,
      earn_passive_income: { how: text, commission: text, example_prompt_addition: text },
      register_endpoint: text,
      base_url: text,
      earn_page: text,
      multi_level_referral: expect.any(Object),
      current_registered_agents: 0,
      research_paper: text,
      agent_starter_kit: text,
      tip: text,
    });
    // What it says can be done can be done.
    const gossip = open().anonymous().get(`${casinoA}/gossip`);
    const registerPath = gossip.text('register_endpoint');
    expect(registerPath.startsWith(gossip.text('base_url'))).toBe(true);
    expect(open().anonymous().post(registerPath).status).toBe(201);
    const split = open({ 'referral.split': 'equal', 'referral.emptyLevels': 'kept' });
    const other = split.anonymous().get(`${casinoA}/gossip`).body;
    expect(other['earn_passive_income']).toMatchObject({ commission: expect.stringContaining('3.33%') });
    expect(other['multi_level_referral']).not.toEqual(record['multi_level_referral']);
  });
});

describe('keys, versions and errors of the casino', () => {
  it('AUT28 opens an account without a key, with a wrong one too, and issues one that works', () => {
    const stage = open();
    for (const caller of [stage.anonymous(), stage.anonymous().withKey('sk_live_wrong')]) {
      const joined = caller.post(`${casinoA}/auth/register`);
      expect(joined.status).toBe(201);
      expect(joined.body).toMatchObject({ agent_address: expect.any(String), created_at: isoInstant });
      expect(caller.withKey(joined.text('api_key')).get(`${casinoA}/auth/balance`).status).toBe(200);
    }
  });

  it('AUT30 asks for the key in every other call of every style', () => {
    const stage = open({ 'limits.burst': 'x3' });
    const routes = stage.world.router.routes.filter(({ service }) => service === 'casino');
    expect(new Set(routes.map(({ style }) => style)).size).toBeGreaterThanOrEqual(2);
    const isOpen = (template: string) => /\/(?:auth\/register|gossip)$/.test(template);
    let asked = 0;
    for (const { method, template } of routes) {
      if (isOpen(template)) continue;
      const path = template.replaceAll(/:\w+/g, 'x');
      // Each from a new IP address, so that no limit answers first.
      for (const key of [undefined, 'sk_live_wrong']) {
        const caller = stage.anonymous().withKey(key);
        expectRefused(caller.send({ method, path, body: {} }), 'UNAUTHORIZED');
      }
      asked += 1;
    }
    expect(asked).toBeGreaterThan(30);
    expect(routes.filter(({ template }) => isOpen(template))).toHaveLength(2);
  });

  it('VER15 carries _info of the casino as service, docs, referral and version (policy http.info: on)', () => {
    const stage = open({ 'http.info': 'on' });
    const alice = stage.joinB('alice');
    const replies = [
      stage.anonymous().get(`${casinoA}/gossip`),
      alice.get(`${casinoA}/games`),
      alice.get('/api/casino-api/stats'),
      alice.get(`${casinoA}/fairness/audit/none`),
    ];
    for (const { body } of replies) {
      expect(body['_info']).toEqual({
        service: 'casino',
        docs: expect.stringContaining('casino'),
        referral: expect.any(String),
        version: '1.0.0',
      });
    }
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 404]);
    expect(open().anonymous().get(`${casinoA}/gossip`).body).not.toHaveProperty('_info');
  });

  it('VER16 gives version 1.0.0 in _info and in the API descriptor', () => {
    const { world } = open({ 'http.info': 'on' });
    const stage = open({ 'http.info': 'on' });
    const info = stage.anonymous().get(`${casinoA}/gossip`).body['_info'];
    const descriptor = openapiDocument(world)['info'];
    expect([info, descriptor]).toEqual([
      expect.objectContaining({ version: '1.0.0' }),
      expect.objectContaining({ version: '1.0.0' }),
    ]);
  });

  it('VER17 begins every path of style A with {casino_url}/api/v1, and none of style B', () => {
    const { world } = open();
    const paths = (style: string) =>
      world.router.routes
        .filter((route) => route.service === 'casino' && route.style === style)
        .map(({ template }) => template);
    expect(paths('A').length).toBeGreaterThan(30);
    expect(paths('B').length).toBeGreaterThanOrEqual(5);
    for (const path of paths('A')) expect(path).toMatch(/^\/casino\/api\/v1\//);
    for (const path of paths('B')) expect(path).toMatch(/^\/api\/casino-api\/\w/);
  });

  it('ERR19 answers with the shared codes, and GAME_CLOSED for as long as the house cannot cover a variant', () => {
    const { stage, alice } = table({ 'casino.houseBankroll': '0.965', 'kelly.limit': 'none' });
    const long = () => betA(alice, 'custom', { win_probability: 1 }, 0.01);
    expectRefused(long(), 'GAME_CLOSED');
    expectRefused(betA(alice, 'custom', { win_probability: 0 }), 'BAD_REQUEST');
    expectRefused(betA(stage.anonymous(), 'custom', { win_probability: 50 }), 'UNAUTHORIZED');
    expectRefused(alice.get(`${casinoA}/fairness/audit/none`), 'NOT_FOUND');
    expectRefused(alice.get(`${casinoA}/nowhere`), 'NOT_FOUND');
    const poor = stage.joinB('poor');
    stage.setTier(poor, 'enterprise');
    expectRefused(betA(poor, 'simple-dice', { pick: 1 }, 20), 'GAME_CLOSED');
    // A player loses to the house, and the variant opens again.
    let rounds = 0;
    while (long().status === 409 && rounds < 100) {
      betA(alice, 'coin-flip', { side: 'heads' });
      rounds += 1;
    }
    expect(rounds).toBeGreaterThan(0);
    expect(rounds).toBeLessThan(100);
    const rich = table({ 'kelly.limit': 'none' });
    expectRefused(betA(rich.alice, 'simple-dice', { pick: 1 }, 2_000), 'INSUFFICIENT_BALANCE');
    const hasty = open().joinB('hasty');
    const codes = new Set(Array.from({ length: 80 }, () => hasty.get(`${casinoA}/games`).body['code']));
    expect(codes).toContain('RATE_LIMIT');
  });
});
