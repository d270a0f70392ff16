/** Domains under any sequence of calls and waits, compared with a small model of the documents. */
import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  api,
  fund,
  lookup,
  richPair,
  setRecord,
  short,
  take,
  transfer,
} from '../../conformance/domain-stage.ts';
import {
  expectRefused,
  open,
  textOf,
  type Member,
  type Reply,
  type Stage,
} from '../../conformance/harness.ts';
import { isIpv6 } from '../../../src/platform/services/domains/ip-address.ts';
import { valuationOf } from '../../../src/platform/services/domains/valuation.ts';

const dayMs = 86_400_000;
const graceMs = 30 * dayMs;
const who = ['alice', 'bob', 'carol'] as const;
/** Yearly prices in USDC. */
const names = { 'a.agent': 100, 'abcd.bot': 40, 'abcde.dao': 10, 'longer-name.sim': 10 } as const;
type Name = keyof typeof names;

const anyWho = fc.constantFrom(...who);
const anyName = fc.constantFrom(...(Object.keys(names) as Name[]));
const anyYears = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(1, 2) }, fc.integer({ min: 1, max: 10 }));

type Step =
  | { kind: 'register'; style: 'A' | 'B'; who: string; name: Name; years: number }
  | { kind: 'renew'; who: string; name: Name; years: number }
  | { kind: 'transfer'; who: string; to: string; name: Name; price: number | undefined }
  | { kind: 'wait'; for: number | 'just before' | 'expiry' };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('register' as const),
    style: fc.constantFrom<'A' | 'B'>('A', 'B'),
    who: anyWho,
    name: anyName,
    years: anyYears,
  }),
  fc.record({ kind: fc.constant('renew' as const), who: anyWho, name: anyName, years: anyYears }),
  fc.record({
    kind: fc.constant('transfer' as const),
    who: anyWho,
    to: fc.constantFrom(...who, 'nobody'),
    name: anyName,
    price: fc.constantFrom(undefined, 1, 55.5, 400),
  }),
  fc.record({
    kind: fc.constant('wait' as const),
    for: fc.constantFrom<number | 'just before' | 'expiry'>('just before', 'expiry', 1, dayMs, 200 * dayMs),
  }),
);

const anyReadings = fc.record({
  'domains.grace': fc.constantFrom<'none' | '30d'>('none', '30d'),
  'domains.year': fc.constantFrom<'calendar' | '365d'>('calendar', '365d'),
  'domains.renewAhead': fc.constantFrom<'ten-years' | 'unlimited'>('ten-years', 'unlimited'),
});
type Readings = typeof anyReadings extends fc.Arbitrary<infer Each> ? Each : never;

/** Years by the machine's own calendar: a second opinion. */
function yearsAfter(instant: number, years: number, readings: Readings): number {
  if (readings['domains.year'] === '365d') return instant + years * 365 * dayMs;
  const date = new Date(instant);
  const month = date.getUTCMonth();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return date.getTime();
}

/** The model: the documents' rules on domains. */
class Model {
  readonly held = new Map<Name, { owner: string; expires: number }>();
  readonly balances = new Map<string, number>(who.map((name) => [name, 300]));
  readonly #readings: Readings;

  constructor(readings: Readings) {
    this.#readings = readings;
  }

  /** Frees expired names. */
  forget(nowMs: number): void {
    const extraMs = this.#readings['domains.grace'] === '30d' ? graceMs : 0;
    for (const [name, { expires }] of this.held) if (expires + extraMs <= nowMs) this.held.delete(name);
  }

  take(step: Exclude<Step, { kind: 'wait' }>, nowMs: number): number {
    const holding = this.held.get(step.name);
    switch (step.kind) {
      case 'register': {
        if (holding !== undefined) return 409;
        if (!this.#pay(step.who, step.years * names[step.name])) return 422;
        const expires = yearsAfter(nowMs, step.years, this.#readings);
        this.held.set(step.name, { owner: step.who, expires });
        return 201;
      }
      case 'renew': {
        if (holding === undefined) return 404;
        if (holding.owner !== step.who) return 403;
        const expires = yearsAfter(holding.expires, step.years, this.#readings);
        const isCapped = this.#readings['domains.renewAhead'] === 'ten-years';
        if (isCapped && expires > yearsAfter(nowMs, 10, this.#readings)) return 400;
        if (!this.#pay(step.who, step.years * names[step.name])) return 422;
        holding.expires = expires;
        return 200;
      }
      case 'transfer': {
        if (step.who === step.to) return 400;
        if (holding === undefined || step.to === 'nobody') return 404;
        if (holding.owner !== step.who) return 403;
        if (holding.expires <= nowMs) return 409;
        const price = step.price ?? 0;
        if (!this.#pay(step.to, price)) return 422;
        this.balances.set(step.who, (this.balances.get(step.who) ?? 0) + price);
        holding.owner = step.to;
        return 200;
      }
    }
  }

  #pay(name: string, amount: number): boolean {
    const balance = this.balances.get(name) ?? 0;
    if (balance < amount) return false;
    this.balances.set(name, balance - amount);
    return true;
  }
}

class Play {
  readonly stage: Stage;
  readonly model: Model;
  readonly members: Map<string, Member>;

  constructor(readings: Readings) {
    const lifted = { 'limits.rowScaling': 'tier', 'limits.registerCap': 'accounts' };
    // 29 February, the critical date for calendar years.
    this.stage = open({ ...readings, ...lifted }, { startAt: '2028-02-29T23:59:59.999Z' });
    this.model = new Model(readings);
    this.members = new Map(who.map((name) => [name, this.stage.joinB(name)]));
    for (const member of this.members.values()) {
      this.stage.setTier(member, 'enterprise');
      fund(this.stage, member, 290);
    }
  }

  take(step: Step): void {
    if (step.kind === 'wait') this.#wait(step.for);
    else {
      const reply = this.#send(step);
      // The model does not include the cap of 10 registrations a day.
      if (reply.status === 429) return;
      expect(reply.status, JSON.stringify([step, reply.body])).toBe(this.model.take(step, this.stage.nowMs));
    }
    this.model.forget(this.stage.nowMs);
  }

  /** All responses agree with the model, balances are the model's, and no money is lost. */
  expectAgreement(): void {
    const { stage, model } = this;
    for (const [name, member] of this.members) {
      expect(member.spendable).toBe((model.balances.get(name) ?? 0) * 1_000_000);
      const own = [...model.held].filter(([, { owner }]) => owner === name).map(([domain]) => domain);
      const listed = (path: string) => member.get(path).list('domains');
      const a = listed(`${api}/domains`);
      const b = listed(`${short}/domains`);
      expect(a.map((record) => textOf(record, 'domain')).toSorted()).toEqual(own.toSorted());
      expect(a.map(({ domain, expires_at: at }) => [domain, at])).toEqual(
        b.map(({ domain, expires }) => [domain, expires]),
      );
      for (const domain of own) {
        const seen = lookup(member, domain).body;
        expect([seen['owner_id'], seen['expires']]).toEqual([
          name,
          new Date(model.held.get(domain)?.expires ?? 0).toISOString(),
        ]);
      }
    }
    expect(stage.world.driftMicros()).toBe(0);
    const held = this.#heldNames();
    expect(held.length).toBe(new Set(held).size);
  }

  #heldNames(): unknown[] {
    return [...this.members.values()].flatMap((member) =>
      member
        .get(`${short}/domains`)
        .list('domains')
        .map(({ domain }) => domain),
    );
  }

  #wait(time: number | 'just before' | 'expiry'): void {
    const next = Math.min(...[...this.model.held.values()].map(({ expires }) => expires));
    if (typeof time === 'number' || !Number.isFinite(next)) {
      this.stage.advance(typeof time === 'number' ? time : 1);
      return;
    }
    const untilMs = time === 'expiry' ? next : next - 1;
    this.stage.advance(Math.max(0, untilMs - this.stage.nowMs));
  }

  #send(step: Exclude<Step, { kind: 'wait' }>): Reply {
    const member = this.members.get(step.who)!;
    const { name: domain } = step;
    switch (step.kind) {
      case 'register':
        return member.post(`${step.style === 'A' ? api : short}/register`, { domain, years: step.years });
      case 'renew':
        return member.post(`${short}/renew`, { domain, years: step.years });
      case 'transfer':
        return transfer(member, domain, step.to, step.price);
    }
  }
}

describe('any sequence of registrations, renewals, transfers and waits', () => {
  it('gets the responses of the documents, gives each name one owner in both styles, and moves money to the right accounts', () => {
    fc.assert(
      fc.property(anyReadings, fc.array(anyStep, { minLength: 5, maxLength: 40 }), (readings, steps) => {
        const play = new Play(readings);
        for (const step of steps) {
          play.take(step);
          play.expectAgreement();
        }
      }),
      { numRuns: 60 },
    );
  });

  it('pays 15% of every registration and renewal to the referrer, and keeps the rest as fees', () => {
    const stage = open();
    const ruth = stage.joinB('ruth');
    const alice = stage.joinB('alice', { referrer: 'ruth' });
    fund(stage, alice, 200);
    take(alice, 'alpha.agent', { years: 2 });
    take(alice, 'abcd.agent');
    alice.post(`${short}/renew`, { domain: 'alpha.agent', years: 1 });
    expect(stage.account('domains:fees')).toBe(59_500_000);
    stage.advance('1d');
    expect(ruth.spendable).toBe(20_500_000);
    transfer(alice, 'alpha.agent', 'ruth', 7);
    expect(stage.account('domains:fees')).toBe(59_500_000);
  });

  it('leaves no trace of a very first registration that is undone, not even an account', () => {
    const { stage, alice } = richPair();
    const before = stage.snapshot();
    stage.fault({ kind: 'error', service: 'domains', forMs: 1_000, rate: 1, effect: 'undone' });
    expectRefused(alice.post(`${short}/register`, { domain: 'alpha.agent' }), 'INTERNAL_ERROR');
    stage.advance('1s');
    expect(stage.snapshot()).toBe(before);
    take(alice, 'alpha.agent');
    expect(stage.account('domains:fees')).toBe(10_000_000);
  });

  it('covers every refund of unused years out of the fees, after any referral shares', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 6 }), (years) => {
        const stage = open({ 'domains.unusedYears': 'refunded' });
        stage.joinB('ruth');
        const alice = stage.joinB('alice', { referrer: 'ruth' });
        fund(stage, alice, 1_000);
        const bob = stage.joinB('bob');
        for (const [index, count] of years.entries()) {
          take(alice, `name-${index}.agent`, { years: count });
          const before = alice.spendable;
          expect(transfer(alice, `name-${index}.agent`, 'bob').status).toBe(200);
          expect(alice.spendable - before).toBe((count - 1) * 8_500_000);
        }
        expect(stage.world.driftMicros()).toBe(0);
        stage.advanceTo('2027-03-01T06:15:00.123Z');
        expect(bob.get(`${short}/domains`).list('domains')).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});

describe('time', () => {
  it('frees a name at the millisecond of its expiry, for the first request', () => {
    const { stage, alice, bob } = richPair();
    take(alice, 'alpha.agent');
    stage.advanceTo('2027-03-01T06:15:00.122Z');
    expectRefused(bob.post(`${short}/register`, { domain: 'alpha.agent' }), 'CONFLICT');
    stage.advance(1);
    expect(take(bob, 'alpha.agent')['expires']).toBe('2028-03-01T06:15:00.123Z');
    expectRefused(alice.post(`${short}/register`, { domain: 'alpha.agent' }), 'CONFLICT');
    expect(lookup(alice, 'alpha.agent').body).toMatchObject({ owner_id: 'bob', records: [] });
  });

  it('deletes records and resolver at the expiry, and keeps them through a renewal', () => {
    const { stage, alice } = richPair();
    take(alice, 'alpha.agent', { resolver: '192.0.2.53' });
    setRecord(alice, 'alpha.agent', { type: 'TXT', value: 'mine' });
    alice.post(`${short}/renew`, { domain: 'alpha.agent' });
    expect(lookup(alice, 'alpha.agent').body).toMatchObject({ resolver: '192.0.2.53', records: [{}] });
    stage.advance('800d');
    take(alice, 'alpha.agent');
    expect(lookup(alice, 'alpha.agent').body).toMatchObject({ resolver: null, records: [] });
  });

  it('delays an expiry while the clock of the service is held', () => {
    const { stage, alice } = richPair();
    take(alice, 'alpha.agent');
    stage.advanceTo('2027-03-01T06:00:00.000Z');
    stage.fault({ kind: 'clock-hold', service: 'domains', forMs: 3_600_000 });
    stage.advance('59m');
    expect(lookup(alice, 'alpha.agent').status).toBe(200);
    stage.advance('1m');
    expect(lookup(alice, 'alpha.agent').status).toBe(404);
  });

  it('keeps a name in grace for its owner only, and frees it exactly 30 days later', () => {
    const { stage, alice, bob } = richPair({ 'domains.grace': '30d' });
    take(alice, 'alpha.agent');
    stage.advanceTo('2027-03-31T06:15:00.122Z');
    expect(lookup(bob, 'alpha.agent').body['status']).toBe('expired');
    expectRefused(alice.post(`${short}/register`, { domain: 'alpha.agent' }), 'CONFLICT');
    const given = alice.post(`${short}/transfer`, { domain: 'alpha.agent', to: 'bob' });
    expectRefused(given, 'CONFLICT');
    expect(given.body['error']).toBe('domain "alpha.agent" has expired: renew it first');
    stage.advance(1);
    take(bob, 'alpha.agent');
    expectRefused(alice.post(`${short}/renew`, { domain: 'alpha.agent' }), 'FORBIDDEN');
  });

  it('grants nothing beyond the year 9999', () => {
    const { alice } = richPair(
      { 'domains.renewAhead': 'unlimited' },
      { startAt: '9995-06-01T00:00:00.000Z' },
    );
    expectRefused(alice.post(`${short}/register`, { domain: 'alpha.agent', years: 5 }), 'BAD_REQUEST');
    expect(take(alice, 'alpha.agent', { years: 4 })['expires']).toBe('9999-06-01T00:00:00.000Z');
    expectRefused(alice.post(`${short}/renew`, { domain: 'alpha.agent' }), 'BAD_REQUEST');
  });
});

describe('names', () => {
  const long = 'a'.repeat(63);
  const { alice } = richPair();
  const statusOf = (domain: string): number => alice.get(`${api}/check`, { domain }).status;

  it.each(['a.agent', '0.bot', 'A-1.DAO', `${long}.sim`, 'a--b.orrery', 'xn--mnchen-3ya.agent'])(
    'takes %s',
    (name) => expect(statusOf(name)).toBe(200),
  );

  it.each([
    '',
    ' ',
    'agent',
    '.agent',
    'alpha.',
    'alpha..agent',
    'alpha.agent.',
    'www.alpha.agent',
    'alpha.com',
    'alpha.agents',
    `${long}a.agent`,
    '-alpha.agent',
    'alpha-.agent',
    'al pha.agent',
    'al_pha.agent',
    'alpha\n.agent',
    'alpha.agent\n',
    'münchen.agent',
    'аlpha.agent',
    '\u212Aelvin.agent',
    'alpha.\u0251gent',
    '☃.agent',
    '__proto__.agent',
    'constructor',
    'x'.repeat(300),
  ])('refuses %j', (name) => {
    const stage = open();
    expect(stage.joinB('dora').get(`${api}/check`, { domain: name }).status).toBe(400);
  });

  it('treats names of object members, such as constructor, as names', () => {
    const { alice: owner } = richPair();
    for (const name of ['constructor.agent', 'tostring.agent']) {
      expectRefused(lookup(owner, name), 'NOT_FOUND');
      take(owner, name);
    }
  });
});

describe('DNS records', () => {
  const right = [
    ['A', '@', '192.0.2.1'],
    ['A', '*', '255.255.255.255'],
    ['A', '*.eu', '0.0.0.0'],
    ['AAAA', 'www', '2001:DB8::1'],
    ['AAAA', 'www', '::'],
    ['AAAA', 'www', '::ffff:192.0.2.1'],
    ['CNAME', 'shop', 'Shop.Example.com.'],
    ['MX', '@', '0 mail.example.com'],
    ['MX', '@', '65535 mail.example.com.'],
    ['TXT', '_dmarc', 'v=DMARC1; p=none'],
    ['NS', 'sub', 'ns1.example.com'],
    ['SRV', '_sip._tcp', '0 5 5060 sip.example.com'],
    ['SRV', '_x-y._udp.eu', '65535 65535 65535 a.example'],
    ['CAA', '@', '0 issue "ca.example.com"'],
    ['CAA', '@', '128 iodef "mailto:a@example.com"'],
  ] as const;

  const wrong = [
    ['A', '@', '192.0.2'],
    ['A', '@', '192.0.2.256'],
    ['A', '@', '192.0.2.01'],
    ['A', '@', '192.0.2.1 '],
    ['A', '@', '2001:db8::1'],
    ['A', '@', 'example.com'],
    ['AAAA', '@', '192.0.2.1'],
    ['AAAA', '@', '2001:db8::1::2'],
    ['AAAA', '@', '1:2:3:4:5:6:7:8:9'],
    ['AAAA', '@', '12345::'],
    ['AAAA', '@', 'fe80::1%eth0'],
    ['CNAME', '@', 'example.com'],
    ['CNAME', 'www', '192.0.2.1 '],
    ['CNAME', 'www', 'localhost'],
    ['CNAME', 'www', '-bad.example.com'],
    ['CNAME', 'www', 'a..example.com'],
    ['CNAME', 'www', `${'a'.repeat(64)}.example.com`],
    ['MX', '@', 'mail.example.com'],
    ['MX', '@', '-1 mail.example.com'],
    ['MX', '@', '65536 mail.example.com'],
    ['MX', '@', '10  mail.example.com'],
    ['MX', '@', '10 mail.example.com extra'],
    ['TXT', '@', 'x'.repeat(256)],
    ['TXT', '@', 'snow ☃'],
    ['TXT', '@', 'line\nbreak'],
    ['NS', '@', 'ns'],
    ['SRV', '@', '0 5 5060 sip.example.com'],
    ['SRV', 'www', '0 5 5060 sip.example.com'],
    ['SRV', '_sip._tcp', '0 5 sip.example.com'],
    ['SRV', '_sip._tcp', '0 5 99999 sip.example.com'],
    ['CAA', '@', '0 issue ca.example.com'],
    ['CAA', '@', '1 issue "ca.example.com"'],
    ['CAA', '@', '0 sell "ca.example.com"'],
    ['SOA', '@', 'x'],
    ['a', '@', '192.0.2.1'],
    ['A', '', '192.0.2.1'],
    ['A', 'www.', '192.0.2.1'],
    ['A', 'w w', '192.0.2.1'],
    ['A', 'eu.*', '192.0.2.1'],
    ['A', '-www', '192.0.2.1'],
    ['A', 'münchen', '192.0.2.1'],
    ['A', `${'a.'.repeat(125)}a`, '192.0.2.1'],
  ] as const;

  function owner(): Member {
    const { alice } = richPair();
    take(alice, 'alpha.agent');
    return alice;
  }

  it.each(right)('%s %s takes %s', (type, name, value) => {
    expect(setRecord(owner(), 'alpha.agent', { type, name, value }).body['result']).toBe('added');
  });

  it.each(wrong)('%s %s refuses %j', (type, name, value) => {
    expectRefused(setRecord(owner(), 'alpha.agent', { type, name, value }), 'BAD_REQUEST');
  });

  it.each([59, 86_401, 60.5, -1, 0, '3600', null])('refuses a ttl of %j', (ttl) => {
    expectRefused(setRecord(owner(), 'alpha.agent', { type: 'A', value: '192.0.2.1', ttl }), 'BAD_REQUEST');
  });

  it('reads IPv6 addresses as the network library of Node does, except for zones', () => {
    const anyText = fc.oneof(fc.ipV6(), fc.stringMatching(/^[0-9a-f:.]{0,24}$/));
    fc.assert(
      fc.property(anyText, (text) => {
        expect(isIpv6(text)).toBe(isIPv6(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('never has a CNAME together with another type, nor one value twice, after any writes', () => {
    const values = {
      A: ['192.0.2.0', '192.0.2.1'],
      CNAME: ['zero.example.com', 'one.example.com'],
      TXT: ['zero', 'one'],
    } as const;
    const anyWrite = fc.record({
      type: fc.constantFrom('A' as const, 'CNAME' as const, 'TXT' as const),
      name: fc.constantFrom('www', 'eu'),
      number: fc.constantFrom(0 as const, 1 as const),
      removes: fc.integer({ min: 0, max: 3 }).map((draw) => draw === 0),
      ttl: fc.constantFrom(60, 61),
    });
    fc.assert(
      fc.property(
        fc.constantFrom('merge', 'replace'),
        fc.array(anyWrite, { minLength: 5, maxLength: 20 }),
        (mode, writes) => {
          const { alice } = richPair({ 'domains.dnsWrite': mode });
          take(alice, 'alpha.agent');
          for (const { type, name, number, removes, ttl } of writes) {
            const value = removes ? '' : values[type][number];
            const reply = setRecord(alice, 'alpha.agent', { type, name, value, ttl });
            expect([200, 409]).toContain(reply.status);
            const records = lookup(alice, 'alpha.agent').list('records');
            for (const host of ['www', 'eu']) {
              const there = records.filter((record) => record['name'] === host);
              const types = new Set(there.map((record) => record['type']));
              if (types.has('CNAME')) expect(there.length).toBe(1);
              expect(
                new Set(there.map((record) => JSON.stringify([record['type'], record['value']]))).size,
              ).toBe(there.length);
            }
            if (reply.status === 200 && !removes) {
              expect(records).toContainEqual({ type, name, value, ttl });
            }
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('keeps at most 100 records', () => {
    const { stage, alice } = richPair();
    stage.setTier(alice, 'enterprise');
    take(alice, 'alpha.agent');
    const write = (index: number) =>
      setRecord(alice, 'alpha.agent', { type: 'TXT', value: `number ${index}` });
    for (let index = 0; index < 100; index++) expect(write(index).status).toBe(200);
    expectRefused(write(100), 'CONFLICT');
    expect(setRecord(alice, 'alpha.agent', { type: 'TXT', value: 'number 7', ttl: 60 }).status).toBe(200);
  });
});

describe('valuation', () => {
  it('is above 0, and never lower for a shorter label of the same kind', () => {
    let last = Infinity;
    for (let length = 1; length <= 63; length++) {
      const { estimateMicros } = valuationOf(`${'z'.repeat(length)}.dao`, 10_000_000);
      expect(estimateMicros).toBeGreaterThan(0);
      expect(estimateMicros).toBeLessThanOrEqual(last);
      last = estimateMicros;
    }
  });

  it('multiplies out its factors', () => {
    // 5 * 10 USDC * 70% * 60% * 75% * 100% * 80%
    expect(valuationOf('alpha-beta-7.sim', 10_000_000).estimateMicros).toBe(8_400_000);
  });
});
