import { describe, expect, it } from 'vitest';
import {
  api,
  check,
  fund,
  lookup,
  renew,
  richPair,
  setRecord,
  short,
  take,
  transfer,
} from './domain-stage.ts';
import { admitted, evmAddress, expectRefused, txHash, type Reply } from './harness.ts';

const firstOfMarch = (year: number): string => `${year}-03-01T06:15:00.123Z`;

describe('style A', () => {
  it('DOM01 returns available and price_usdc from GET /api/v1/check with query domain', () => {
    const { stage, alice, bob } = richPair();
    const free = check(alice, 'alpha.agent');
    expect([free.status, Object.keys(free.body)]).toEqual([200, ['available', 'price_usdc']]);
    take(alice, 'alpha.agent');
    for (const reader of [alice, bob]) {
      expect(check(reader, 'ALPHA.agent').body).toEqual({ available: false, price_usdc: 10 });
    }
    const wrong: Record<string, string>[] = [{}, { domain: '' }, { domain: 'alpha' }];
    for (const query of wrong) {
      expectRefused(alice.get(`${api}/check`, query), 'BAD_REQUEST');
    }
    stage.advanceTo(firstOfMarch(2027));
    expect(check(bob, 'alpha.agent').body['available']).toBe(true);
  });

  it('DOM02 takes domain and years on POST /api/v1/register and returns domain and expires_at', () => {
    const { alice } = richPair();
    const reply = alice.post(`${api}/register`, { domain: 'Alpha.Agent', years: 3 });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({ domain: 'alpha.agent', expires_at: firstOfMarch(2029) });
    expect(alice.spendable).toBe(980_000_000);
    for (const body of [{ years: 1 }, { domain: 7, years: 1 }, { domain: 'beta.agent', years: '1' }]) {
      expectRefused(alice.post(`${api}/register`, body), 'BAD_REQUEST');
    }
    expect(alice.spendable).toBe(980_000_000);
  });

  it("DOM03 returns the calling agent's domains from GET /api/v1/domains", () => {
    const { alice, bob } = richPair();
    for (const name of ['one-1.agent', 'two-2.agent', 'three.agent']) take(alice, name);
    take(bob, 'other.agent');
    const names = (caller: typeof alice) =>
      caller
        .get(`${api}/domains`)
        .list('domains')
        .map(({ domain }) => domain);
    expect(names(alice)).toEqual(['three.agent', 'two-2.agent', 'one-1.agent']);
    transfer(alice, 'two-2.agent', 'bob');
    expect(names(alice)).toEqual(['three.agent', 'one-1.agent']);
    expect(names(bob)).toEqual(['two-2.agent', 'other.agent']);
  });

  it('DOM04 adds and changes DNS records with POST /api/v1/dns and returns a result', () => {
    const { alice, bob } = richPair();
    take(alice, 'alpha.agent');
    const www = { type: 'A', name: 'www', value: '192.0.2.1' };
    const added = setRecord(alice, 'alpha.agent', www);
    expect(added.status).toBe(200);
    expect(added.body).toEqual({
      domain: 'alpha.agent',
      result: 'added',
      records: [{ ...www, ttl: 3600 }],
    });
    expect(setRecord(alice, 'alpha.agent', { ...www, ttl: 60 }).body['result']).toBe('updated');
    expect(setRecord(alice, 'alpha.agent', { ...www, ttl: 60 }).body['result']).toBe('unchanged');
    expect(lookup(bob, 'alpha.agent').body['records']).toEqual([{ ...www, ttl: 60 }]);
    expectRefused(setRecord(bob, 'alpha.agent', www), 'FORBIDDEN');
    expectRefused(setRecord(alice, 'beta.agent', www), 'NOT_FOUND');
    expect(setRecord(alice, 'alpha.agent', { ...www, value: '' }).body).toMatchObject({
      result: 'removed',
      records: [],
    });
  });

  it('DOM05 returns a valuation from GET /api/v1/valuation, the same for every caller and at any time', () => {
    const { stage, alice, bob } = richPair();
    const value = (caller: typeof alice, domain: string) => caller.get(`${api}/valuation`, { domain });
    const first = value(alice, 'echo.agent');
    expect(first.status).toBe(200);
    // Five years at 40 USDC; a four-letter word (150%) that can be said (125%), under .agent (150%).
    expect(first.body).toEqual({
      domain: 'echo.agent',
      valuation_usdc: 562.5,
      factors: [
        { factor: 'length', percent: 150 },
        { factor: 'characters', percent: 100 },
        { factor: 'hyphens', percent: 100 },
        { factor: 'sound', percent: 125 },
        { factor: 'topLevel', percent: 150 },
      ],
    });
    take(alice, 'echo.agent');
    stage.advance('30d');
    expect(value(bob, 'echo.agent').body).toEqual(first.body);
    expect(bob.spendable).toBe(1_010_000_000);
    expectRefused(value(bob, 'no name'), 'BAD_REQUEST');
  });

  it('DOM11 answers a check with a boolean available and the price of one year as a number', () => {
    const { alice } = richPair();
    const { available, price_usdc: price } = check(alice, 'abcd.agent').body;
    expect([available, price]).toEqual([true, 40]);
    const { cost } = take(alice, 'abcd.agent', { years: 2 });
    expect(cost).toBe('80.00');
  });
});

describe('style B', () => {
  it('DOM06 returns domain, cost, expires and tx_hash from POST /register (policy domains.dates: instant)', () => {
    const { alice } = richPair();
    expect(take(alice, 'alpha.agent', { years: 2, resolver: '192.0.2.53' })).toEqual({
      domain: 'alpha.agent',
      cost: '20.00',
      expires: firstOfMarch(2028),
      tx_hash: txHash,
    });
  });

  it('DOM06 returns expires as a day from POST /register (policy domains.dates: day)', () => {
    const { alice } = richPair({ 'domains.dates': 'day' });
    expect(take(alice, 'alpha.agent', { years: 2 })['expires']).toBe('2028-03-01');
  });

  it('DOM07 returns owner address, registration date, expiry and resolver records from GET /lookup/{domain}', () => {
    const { alice, bob } = richPair();
    const resolver = `0x${'0A'.repeat(20)}`;
    take(alice, 'alpha.agent', { resolver });
    setRecord(alice, 'alpha.agent', { type: 'MX', value: '10 Mail.Example.com.' });
    const found = lookup(bob, 'Alpha.AGENT');
    expect(found.status).toBe(200);
    expect(found.body).toEqual({
      domain: 'alpha.agent',
      status: 'active',
      owner: alice.address,
      owner_id: 'alice',
      registered: firstOfMarch(2026),
      expires: firstOfMarch(2027),
      resolver: resolver.toLowerCase(),
      records: [{ type: 'MX', name: '@', value: '10 mail.example.com', ttl: 3600 }],
    });
    expect(found.body['owner']).toEqual(evmAddress);
  });

  it('DOM08 returns owned domains with their expiry status from GET /domains', () => {
    const { stage, alice } = richPair();
    take(alice, 'alpha.agent');
    take(alice, 'beta-2.agent', { years: 2 });
    const list = () =>
      alice
        .get(`${short}/domains`)
        .list('domains')
        .map(({ domain, status, expires }) => [domain, status, expires]);
    const beta = ['beta-2.agent', 'active', firstOfMarch(2028)];
    expect(list()).toEqual([beta, ['alpha.agent', 'active', firstOfMarch(2027)]]);
    stage.advanceTo('2027-01-30T06:15:00.122Z');
    expect(list()).toEqual([beta, ['alpha.agent', 'active', firstOfMarch(2027)]]);
    stage.advance(1);
    expect(list()).toEqual([beta, ['alpha.agent', 'expiring', firstOfMarch(2027)]]);
    stage.advanceTo(firstOfMarch(2027));
    expect(list()).toEqual([beta]);
  });

  it('DOM09 renews a domain by so many years with POST /renew', () => {
    const { stage, alice, bob } = richPair();
    take(alice, 'alpha.agent');
    stage.advance('100d');
    const renewed = renew(alice, 'alpha.agent', 2);
    expect(renewed.status).toBe(200);
    expect(renewed.body).toEqual({
      domain: 'alpha.agent',
      cost: '20.00',
      expires: firstOfMarch(2029),
      tx_hash: txHash,
    });
    expect(alice.spendable).toBe(980_000_000);
    expectRefused(renew(bob, 'alpha.agent', 1), 'FORBIDDEN');
    expectRefused(renew(alice, 'beta.agent', 1), 'NOT_FOUND');
    stage.advanceTo(firstOfMarch(2027));
    expect(lookup(bob, 'alpha.agent').body['owner_id']).toBe('alice');
    stage.advanceTo('2029-03-01T06:15:00.122Z');
    expect(lookup(bob, 'alpha.agent').status).toBe(200);
    stage.advance(1);
    expect(lookup(bob, 'alpha.agent').status).toBe(404);
  });

  it('DOM10 hands a domain on with POST /transfer, records and remaining time included', () => {
    const { stage, alice, bob } = richPair();
    take(alice, 'alpha.agent', { years: 3 });
    setRecord(alice, 'alpha.agent', { type: 'TXT', value: 'hello' });
    const before = lookup(alice, 'alpha.agent').body;
    const given = transfer(alice, 'alpha.agent', 'bob');
    expect(given.status).toBe(200);
    expect(given.body).toEqual({
      domain: 'alpha.agent',
      status: 'transferred',
      from: 'alice',
      to: 'bob',
      price: null,
      tx_hash: txHash,
    });
    const after = lookup(alice, 'alpha.agent').body;
    expect(after).toEqual({ ...before, owner: bob.address, owner_id: 'bob' });
    expect([alice.spendable, bob.spendable]).toEqual([980_000_000, 1_010_000_000]);
    expectRefused(transfer(alice, 'alpha.agent', 'alice'), 'BAD_REQUEST');
    expectRefused(transfer(alice, 'alpha.agent', stage.joinA('carol').agentId), 'FORBIDDEN');
    expect(renew(bob, 'alpha.agent').status).toBe(200);
  });

  it('DOM12 needs domain, a string, to register', () => {
    const { alice } = richPair();
    for (const domain of [undefined, null, 7, true, ['alpha.agent'], {}, '']) {
      expectRefused(alice.post(`${short}/register`, { domain }), 'BAD_REQUEST');
    }
    expect(alice.spendable).toBe(1_010_000_000);
  });

  it('DOM13 registers for 1 to 10 years and nothing outside', () => {
    const { alice } = richPair();
    for (const years of [0, 11, -1, 1.5, '1', null, Number.NaN, 1e9, [1]]) {
      expectRefused(alice.post(`${short}/register`, { domain: 'alpha.agent', years }), 'BAD_REQUEST');
    }
    expect(take(alice, 'shortest.agent', { years: 1 })['expires']).toBe(firstOfMarch(2027));
  });

  it('DOM13 registers for 10 years, the last of which counts in full', () => {
    const { stage, alice } = richPair();
    expect(take(alice, 'longest.agent', { years: 10 })).toMatchObject({
      cost: '100.00',
      expires: firstOfMarch(2036),
    });
    stage.advanceTo('2036-03-01T06:15:00.122Z');
    expect(lookup(alice, 'longest.agent').status).toBe(200);
  });

  it('DOM14 registers for 1 year when years is left out', () => {
    const { alice } = richPair();
    expect(take(alice, 'alpha.agent')).toMatchObject({ cost: '10.00', expires: firstOfMarch(2027) });
  });

  it('DOM15 takes a custom resolver address, or none', () => {
    const { alice } = richPair();
    const resolverOf = (resolver: unknown, index: number) => {
      const domain = `name-${index}.agent`;
      const reply = alice.post(`${short}/register`, { domain, resolver });
      return reply.status === 201 ? lookup(alice, domain).body['resolver'] : reply.status;
    };
    const address = `0x${'b'.repeat(40)}`;
    const given = [undefined, address, '192.0.2.53', '2001:DB8::53', 'ns.example.com', 'no resolver', 53, ''];
    expect(given.map(resolverOf)).toEqual([
      null,
      address,
      '192.0.2.53',
      '2001:db8::53',
      'ns.example.com',
      400,
      400,
      400,
    ]);
  });

  it('DOM16 needs domain to renew, and adds 1 year when years is left out', () => {
    const { alice } = richPair();
    take(alice, 'alpha.agent');
    expectRefused(alice.post(`${short}/renew`, { years: 1 }), 'BAD_REQUEST');
    expect(renew(alice, 'alpha.agent').body).toMatchObject({ cost: '10.00', expires: firstOfMarch(2028) });
  });

  it('DOM17 needs domain and to for a transfer, to being an agent id or an address', () => {
    const { alice, bob } = richPair();
    take(alice, 'alpha.agent');
    for (const body of [{ domain: 'alpha.agent' }, { to: 'bob' }, { domain: 'alpha.agent', to: 7 }]) {
      expectRefused(alice.post(`${short}/transfer`, body), 'BAD_REQUEST');
    }
    expectRefused(transfer(alice, 'alpha.agent', 'nobody'), 'NOT_FOUND');
    const byAddress = transfer(alice, 'alpha.agent', bob.address.toUpperCase().replace('0X', '0x'));
    expect(byAddress.body).toMatchObject({ from: 'alice', to: 'bob' });
    expect(transfer(bob, 'alpha.agent', 'alice').body).toMatchObject({ from: 'bob', to: 'alice' });
  });

  it('DOM17 hands a domain to an address that no agent has (policy domains.outsideOwners: allowed)', () => {
    const { alice } = richPair();
    take(alice, 'alpha.agent');
    const outside = `0x${'c'.repeat(40)}`;
    expect(transfer(alice, 'alpha.agent', outside).body).toMatchObject({ to: outside });
    expect(lookup(alice, 'alpha.agent').body).toMatchObject({ owner: outside, owner_id: null });
    expectRefused(renew(alice, 'alpha.agent'), 'FORBIDDEN');
  });

  it('DOM18 takes a sale price in USDC, or none', () => {
    const { alice, bob } = richPair();
    take(alice, 'alpha.agent');
    for (const price of [0, -1, Number.NaN, 'much', '1e2', 0.0000001, null, '']) {
      expectRefused(transfer(alice, 'alpha.agent', 'bob', price), 'BAD_REQUEST');
    }
    expect(transfer(alice, 'alpha.agent', 'bob', 12.5).body['price']).toBe('12.50');
    expect(transfer(bob, 'alpha.agent', 'alice', '0.000001').body['price']).toBe('0.000001');
    expect([alice.spendable, bob.spendable]).toEqual([1_012_499_999, 997_500_001]);
  });

  it('DOM19 swaps a domain and its price at once, or neither (policy domains.saleConsent: none)', () => {
    const { alice, bob } = richPair();
    take(alice, 'alpha.agent');
    expectRefused(transfer(alice, 'alpha.agent', 'bob', '1010.000001'), 'INSUFFICIENT_BALANCE');
    expect(lookup(bob, 'alpha.agent').body['owner_id']).toBe('alice');
    expect([alice.spendable, bob.spendable]).toEqual([1_000_000_000, 1_010_000_000]);
    expect(transfer(alice, 'alpha.agent', 'bob', '1010.00').body).toMatchObject({ price: '1010.00' });
    expect(lookup(alice, 'alpha.agent').body['owner_id']).toBe('bob');
    expect([alice.spendable, bob.spendable]).toEqual([2_010_000_000, 0]);
  });

  it('DOM19 leaves nothing behind of a swap that fails half-way (policy domains.saleConsent: none)', () => {
    const { stage, alice, bob } = richPair();
    take(alice, 'alpha.agent', { years: 2 });
    const before = stage.snapshot();
    stage.fault({ kind: 'error', service: 'domains', forMs: 1_000, rate: 1, effect: 'undone' });
    expectRefused(transfer(alice, 'alpha.agent', 'bob', 5), 'INTERNAL_ERROR');
    expectRefused(renew(alice, 'alpha.agent', 1), 'INTERNAL_ERROR');
    expectRefused(bob.post(`${short}/register`, { domain: 'beta.agent' }), 'INTERNAL_ERROR');
    stage.advance('2s');
    expect(stage.snapshot()).toBe(before);
    expect(lookup(alice, 'alpha.agent').body).toMatchObject({
      owner_id: 'alice',
      expires: firstOfMarch(2028),
    });
    expect(bob.get(`${short}/domains`).list('domains')).toEqual([]);
    stage.advanceTo(firstOfMarch(2028));
    expect(lookup(alice, 'alpha.agent').status).toBe(404);
  });

  it('DOM19 asks for the bid of the buyer first (policy domains.saleConsent: bid)', () => {
    const { stage, alice, bob } = richPair({ 'domains.saleConsent': 'bid' });
    take(alice, 'alpha.agent');
    expectRefused(transfer(alice, 'alpha.agent', 'bob', 5), 'FORBIDDEN');
    expect(transfer(bob, 'alpha.agent', 'bob', 5).body).toMatchObject({ status: 'bid', tx_hash: null });
    const carol = stage.joinB('carol');
    expect(transfer(alice, 'alpha.agent', carol.agentId).status).toBe(200);
    expectRefused(transfer(carol, 'alpha.agent', 'bob', 5), 'FORBIDDEN');
    expect(transfer(bob, 'alpha.agent', 'bob', 6).status).toBe(200);
    expect(transfer(carol, 'alpha.agent', 'bob', 6).body).toMatchObject({ status: 'transferred' });
    expect([bob.spendable, carol.spendable]).toEqual([1_004_000_000, 16_000_000]);
  });
});

describe('errors', () => {
  it('ERR08 answers an unknown domain with 404 NOT_FOUND, in every call that names one', () => {
    const { alice } = richPair();
    const record = { type: 'TXT', value: 'x' };
    for (const reply of [
      lookup(alice, 'nobody.agent'),
      renew(alice, 'nobody.agent'),
      transfer(alice, 'nobody.agent', 'bob', 1),
      setRecord(alice, 'nobody.agent', record),
    ]) {
      expectRefused(reply, 'NOT_FOUND');
    }
  });

  it('ERR09 answers the registration of a taken domain with 409 CONFLICT, to its owner too, in both styles', () => {
    const { alice, bob } = richPair();
    take(alice, 'alpha.agent');
    for (const caller of [alice, bob]) {
      expectRefused(caller.post(`${short}/register`, { domain: 'Alpha.agent' }), 'CONFLICT');
      expectRefused(caller.post(`${api}/register`, { domain: 'alpha.agent', years: 1 }), 'CONFLICT');
    }
    expect([alice.spendable, bob.spendable]).toEqual([1_000_000_000, 1_010_000_000]);
  });
});

describe('limits of style B', () => {
  const minuteMs = 60_000;

  function atEnterprise(overrides = {}) {
    const { stage, alice } = richPair(overrides, { startAt: '2026-03-01T00:00:00.000Z' });
    stage.setTier(alice, 'enterprise');
    return { stage, alice, call: (): Reply => alice.get(`${short}/domains`) };
  }

  it('LIM37 admits 30 domains requests a minute, in style B alone (policy limits.algorithm: windows)', () => {
    const { stage, alice, call } = atEnterprise();
    expect(admitted(31, call)).toBe(30);
    expect(admitted(100, () => check(alice, 'alpha.agent'))).toBe(100);
    stage.advance(minuteMs - 1);
    expect(call().status).toBe(429);
    stage.advance(1);
    expect(admitted(31, call)).toBe(30);
  });

  it('LIM37 admits a burst of 50 domains requests, then 30 a minute (policy limits.algorithm: gcra)', () => {
    const { stage, call } = atEnterprise({ 'limits.algorithm': 'gcra' });
    expect(admitted(51, call)).toBe(50);
    stage.advance(minuteMs);
    expect(admitted(51, call)).toBe(30);
  });

  it('LIM38 admits 1,000 domains requests a day, and again from midnight UTC on', () => {
    const { stage, call } = atEnterprise();
    let count = 0;
    for (let sent = 0; sent < 1_100; sent++) {
      if (call().status === 200) count += 1;
      stage.advance(2_000);
    }
    expect(count).toBe(1_000);
    stage.advanceTo('2026-03-01T23:59:59.999Z');
    expect(call().body).toMatchObject({ limit: 1_000, window: '1d' });
    stage.advance(1);
    expect(call().status).toBe(200);
  });

  it('LIM39 limits registrations of domains to 10 a day, refused ones included, in style B alone', () => {
    const { stage, alice, call } = atEnterprise();
    let count = 0;
    const register = (): Reply => {
      stage.advance(10_000);
      return alice.post(`${short}/register`, { domain: `name-${(count += 1)}.agent` });
    };
    expect(admitted(4, register)).toBe(4);
    expectRefused(alice.post(`${short}/register`, { domain: 'name-1.agent' }), 'CONFLICT');
    expect(admitted(10, register)).toBe(5);
    expect(register().body).toMatchObject({ limit: 10, window: '1d' });
    expect(call().status).toBe(200);
    expect(renew(alice, 'name-1.agent').status).toBe(200);
    expect(alice.post(`${api}/register`, { domain: 'by-style-a.agent', years: 1 }).status).toBe(201);
    stage.advanceTo('2026-03-02T00:00:00.000Z');
    expect(alice.post(`${short}/register`, { domain: 'tomorrow.agent' }).status).toBe(201);
  });

  it('LIM18 takes 10 registrations of domains a minute from one IP address, whatever the key (policy limits.registerCap: every)', () => {
    const { stage, alice, bob } = richPair();
    fund(stage, alice, 1_000);
    let count = 0;
    const register = (key: string | undefined): Reply =>
      stage
        .anonymous(alice.ip)
        .withKey(key)
        .post(`${api}/register`, { domain: `name-${(count += 1)}.agent`, years: 1 });
    expect(admitted(6, () => register(alice.key))).toBe(6);
    expect(admitted(6, () => register(bob.key))).toBe(4);
    expect(register(bob.key).body).toMatchObject({ limit: 10, window: '1m' });
  });

  it('LIM18 counts no registration of a domain by IP address (policy limits.registerCap: accounts)', () => {
    const { alice } = richPair({ 'limits.registerCap': 'accounts' });
    let count = 0;
    const register = () => alice.post(`${api}/register`, { domain: `name-${(count += 1)}.agent`, years: 1 });
    expect(admitted(20, register)).toBe(20);
  });
});
