/** The names that one run brings to a target: what becomes another name, what comes back, and what tells whose an item is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Namespace, type NamingRequest } from '../../../../src/live/traffic/correlation/namespace.ts';
import { nonceIn, Nonces } from '../../../../src/live/traffic/correlation/nonces.ts';

const token = 'abcd2345';
const register = (agent: unknown) => ({ path: '/faucet/register', body: { agent_id: agent } });

/** A namespace that knows these agents and domains, in this order. */
function knowing(agents: readonly string[], domains: readonly string[] = []): Namespace {
  const names = new Namespace(token);
  for (const [n, agent] of agents.entries()) names.note(n, register(agent));
  for (const [n, domain] of domains.entries()) names.note(100 + n, { path: '/domains/register', body: { domain } });
  return names;
} // prettier-ignore

const sent = (names: Namespace, change: Partial<NamingRequest> & { ip?: string; raw?: string } = {}) =>
  names.requestToTarget<NamingRequest & { ip: string; raw?: string }>({
    path: '/x',
    ip: '10.1.2.3',
    ...change,
  });

describe('the name of an agent', () => {
  it('has the token of the run, and goes back without it', () => {
    const names = knowing(['anna']);
    expect([names.toTarget('to anna, anna. and annabel'), names.toRecorded('anna-abcd2345 owes anna-abcd2345.')]).toEqual([
      'to anna-abcd2345, anna-abcd2345. and annabel',
      'anna owes anna.',
    ]);
  }); // prettier-ignore

  it('keeps to the documented length where it had it, and stays apart from others with the same beginning', () => {
    const [long, other] = ['x'.repeat(64), `${'x'.repeat(63)}y`];
    const names = knowing([long, other, 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(65)]);
    const live = [long, other, 'x'.repeat(55), 'x'.repeat(56)].map((name) => names.toTarget(name));
    expect(live.map((name) => name.length)).toEqual([64, 64, 64, 64]);
    expect(new Set(live).size).toBe(4);
    expect(live.every((name) => name.endsWith(`-${token}`))).toBe(true);
    expect(live.map((name) => names.toRecorded(name))).toEqual([long, other, 'x'.repeat(55), 'x'.repeat(56)]);
    expect(live[0]).toMatch(/^x{46}-[0-9a-f]{8}-abcd2345$/);
    // What is no valid name stays none.
    expect(names.toTarget('x'.repeat(65))).toBe(`${'x'.repeat(65)}-${token}`);
  });

  it('is learned from registrations, and from calls without a key, as plain text alone', () => {
    const names = new Namespace(token);
    names.note(0, { path: '/faucet/claim', headers: { authorization: 'Bearer k' }, body: { agent_id: 'keyed' } });
    names.note(1, { path: '/faucet/claim', body: { agent_id: 'keyless' } });
    names.note(2, { path: '/faucet/register', headers: { authorization: 'Bearer k' }, body: { agent_id: 'again' } });
    for (const agent of ['${0:/id}', 7, null]) names.note(3, register(agent));
    for (const body of [null, 'text', undefined]) names.note(4, { path: '/faucet/register', body });
    expect(['keyed', 'keyless', 'again', '${0:/id}'].map((name) => names.toTarget(name))).toEqual(['keyed', `keyless-${token}`, `again-${token}`, '${0:/id}']);
    expect([0, 1, 2, 3].map((n) => names.isRegistration(n))).toEqual([false, true, true, false]);
  }); // prettier-ignore

  it('needs the answer of its first registration, wherever it stands', () => {
    const names = knowing(['anna', 'bob', 'anna'], ['shop.agent']);
    const needed = (value: unknown): number[] => {
      const found: number[] = [];
      names.registrationsIn(value, (n) => found.push(n));
      return found;
    };
    expect(needed({ a: ['anna', { b: 'bob' }], c: 'carol', d: 7, e: null })).toEqual([0, 1]);
    expect([needed('/agents/anna/to/bob'), needed('anna/bob'), needed('anna'), needed('shop.agent')]).toEqual([[0, 1], [], [0], [100]]);
    expect([names.isRegistration(0), names.isRegistration(2), names.isRegistration(100)]).toEqual([true, false, true]);
  }); // prettier-ignore
});

describe('the name of a domain', () => {
  const shapeOf = (name: string): string =>
    name.replaceAll(/[a-z0-9]/g, (each) => (/[0-9]/.test(each) ? '0' : 'aeiouy'.includes(each) ? 'a' : 'b'));

  it('has the length, the sound and the end of the recorded one', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/), fc.constantFrom('.agent', '.bot', ''), (label, end) => {
        const names = knowing([], [label + end]);
        const live = names.toTarget(label + end);
        expect([shapeOf(live), live.slice(label.length)]).toEqual([shapeOf(label + end), end]);
        expect(names.toRecorded(live)).toBe(label + end);
      }),
      { numRuns: 40 },
    );
  }); // prettier-ignore

  it('is another one in another run, and never that of two', () => {
    const domains = Array.from({ length: 26 * 10 }, (_, n) => `${String.fromCharCode(97 + (n % 26))}${Math.floor(n / 26)}.bot`); // prettier-ignore
    const names = knowing([], domains);
    expect(new Set(domains.map((name) => names.toTarget(name))).size).toBe(domains.length);
    const other = new Namespace('zzzz9999');
    other.note(0, { path: '/x', query: { domain: 'workshop.agent' } });
    expect(other.toTarget('workshop.agent')).not.toBe(
      knowing([], ['workshop.agent']).toTarget('workshop.agent'),
    );
  });

  it('is the same in any case, and has the capitals of the recorded one', () => {
    for (const order of [['shop.agent', 'ShOp.agent'], ['ShOp.agent', 'shop.agent'], ['ShOp.agent', 'ShOp.agent', 'shop.agent']]) {
      const names = knowing([], order);
      const [plain, cased] = [names.toTarget('shop.agent'), names.toTarget('ShOp.agent')];
      expect(cased.toLowerCase()).toBe(plain);
      expect(Array.from(cased, (each) => /[A-Z]/.test(each)).slice(0, 4)).toEqual([true, false, true, false]);
      expect([names.toRecorded(plain), names.toRecorded(cased)]).toEqual(['shop.agent', 'ShOp.agent']);
    }
  }); // prettier-ignore

  it('is found in a host below it and at the end of a sentence, and not within another word', () => {
    const names = knowing([], ['shop.agent']);
    const live = names.toTarget('shop.agent');
    expect(names.toTarget('www.a.shop.agent, shop.agent. www.shop.agent..')).toBe(`www.a.${live}, ${live}. www.${live}..`);
    for (const text of ['myshop.agent', 'shop.agent.www', 'shop', '.agent', 'shop-agent', '...', '${0:/shop.agent}']) expect(names.toTarget(text)).toBe(text);
  }); // prettier-ignore
});

describe('a request in the names of this run', () => {
  it('has them in every part, but not in names of fields, and other keys', () => {
    const names = knowing(['anna']);
    expect(
      sent(names, {
        path: '/agents/anna',
        query: { anna: 'anna' },
        headers: { 'Idempotency-Key': 'anna', 'X-A': 'anna', 'idempotency-key': '' },
        body: { anna: ['anna', { to: 'anna' }], n: 7, none: null },
        raw: 'to=anna',
      }),
    ).toMatchObject({
      path: `/agents/anna-${token}`,
      query: { anna: `anna-${token}` },
      headers: { 'Idempotency-Key': `anna-${token}`, 'X-A': `anna-${token}`, 'idempotency-key': '' },
      body: { anna: [`anna-${token}`, { to: `anna-${token}` }], n: 7, none: null },
      raw: `to=anna-${token}`,
    });
    expect(Object.keys(sent(names))).toEqual(['path', 'ip']);
  });

  it('comes from an address of this run, always the same', () => {
    const [one, other] = [knowing([]), new Namespace('zzzz9999')];
    const [first, again, theirs] = [sent(one), sent(one), sent(other)].map(({ ip }) => ip);
    expect(first).toMatch(/^10\.\d{1,3}\.2\.3$/);
    expect([again === first, theirs === first]).toEqual([true, false]);
    expect(sent(one, { ip: '10.2.2.3' }).ip).not.toBe(first);
    expect(sent(one, { ip: '::1' }).ip).toBe('::1');
  });

  it('keeps client seeds only where the run has to know them', () => {
    const body = { client_seed: 'lucky', seeds: [{ client_seed: 'lucky' }], text: 'lucky' };
    const keeping = new Namespace(token, { keepsSeeds: true });
    keeping.note(0, register('lucky'));
    expect(sent(keeping, { body }).body).toEqual({ ...body, text: `lucky-${token}` });
    expect(keeping.bodyToRecorded({ client_seed: `lucky-${token}`, text: `lucky-${token}` })).toEqual({ client_seed: `lucky-${token}`, text: 'lucky' });
    const names = new Namespace(token);
    expect(sent(names, { body: { ...body, list: { client_seed: ['a$$b'] } } }).body).toEqual({
      client_seed: `lucky-${token}`, seeds: [{ client_seed: `lucky-${token}` }], text: 'lucky', list: { client_seed: [`a$$b-${token}`] },
    });
    expect(names.bodyToRecorded({ a: [`a$b-${token}`] })).toEqual({ a: ['a$b'] });
    const plain = { a: 'b' };
    expect(new Namespace(token).bodyToRecorded(plain)).toBe(plain);
  }); // prettier-ignore
});

describe('an item of a live list', () => {
  it('is of this run where it has one of its names', () => {
    const names = knowing(['anna'], ['shop.agent']);
    const ours = [{ to: `anna-${token}` }, { to: 'anna' }, `x ${names.toTarget('shop.agent')}.`, { a: { b: ['shop.agent'] } }, { seed: `any-${token}` }];
    expect(ours.map((item) => names.isOurs(item))).toEqual(ours.map(() => true));
    const others = [{ to: 'bob' }, 'annabel', undefined, null, 7, {}, { anna_id: 'x' }];
    expect(others.map((item) => names.isOurs(item))).toEqual(others.map(() => false));
  }); // prettier-ignore

  it('is told by the name of an account from before only where the item has no id', () => {
    const names = knowing(['anna', 'bob']);
    names.take('anna', 'their-agent');
    expect([names.toTarget('anna'), names.toRecorded('their-agent'), names.toRecorded(`anna-${token}`)]).toEqual(['their-agent', 'anna', `anna-${token}`]); // prettier-ignore
    const items = [{ agent_id: 'their-agent' }, { by: 'anna.' }, 'their-agent', { escrow_id: 'e', by: 'their-agent' }, { id: 1, by: 'anna.' }, { id: 1, by: 'bob' }, { ident: 1, by: 'anna' }, { identity: 1, by: 'anna.' }, { paid: 1, by: 'their-agent' }, { x_id: 1, by: 'their-agent' }]; // prettier-ignore
    expect(items.map((item) => names.isOurs(item))).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});

describe('nonces that a client sends back', () => {
  it('are ahead in each session by as much as the first answer was', () => {
    const nonces = new Nonces();
    nonces.note(1, { nonce: 4 }, { nonce: 14 });
    nonces.note(1, { nonce: 5 }, { nonce: 99 });
    nonces.note(2, { nonce: 'x' }, { nonce: 3 });
    nonces.note(2, { nonce: 3 }, {});
    const request = { path: '/v', query: { nonce: '5', a: 'b' }, body: { nonce: 6, c: 'd' } };
    expect(nonces.toTarget(1, request)).toEqual({ path: '/v', query: { nonce: '15', a: 'b' }, body: { nonce: 16, c: 'd' } });
    expect([nonces.toTarget(2, request), nonces.toTarget(3, request)]).toEqual([request, request]);
    nonces.note(2, { nonce: 3 }, { nonce: 2 });
    expect(nonces.toTarget(2, { path: '/v', query: { nonce: '5' } })).toEqual({ path: '/v', query: { nonce: '4' } });
    expect(nonces.toTarget(1, { path: '/v', body: { nonce: 0 } })).toEqual({ path: '/v', body: { nonce: 10 } });
    const others = [{ path: '/v' }, { path: '/v', query: { a: '1' } }, { path: '/v', body: null }, { path: '/v', body: { nonce: '5' } }];
    for (const other of others) expect(nonces.toTarget(1, other)).toBe(other);
    for (const nonce of ['x', '5x', '', '1'.repeat(16), '-1']) expect(nonces.toTarget(1, { path: '/v', query: { nonce } })).toEqual({ path: '/v', query: { nonce } });
    expect(nonces.toTarget(1, { path: '/v', query: { nonce: '100000000000000' } }).query).toEqual({ nonce: '100000000000010' });
  }); // prettier-ignore

  it('are numbers at the top of a body', () => {
    expect([{ nonce: 0 }, { nonce: '1' }, { a: { nonce: 1 } }, null, undefined, 7].map(nonceIn)).toEqual([0, undefined, undefined, undefined, undefined, undefined]); // prettier-ignore
  });
});
