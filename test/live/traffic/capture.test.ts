/** What a trace keeps of requests and answers: references instead of ids, and no secrets. */
import { describe, expect, it } from 'vitest';
import { newExchange } from '../../../src/core/http/exchange.ts';
import { Redactor } from '../../../src/core/http/secrets/redact.ts';
import type { JsonObject, Request } from '../../../src/core/http/message.ts';
import { Capture } from '../../../src/simulation/trace/capture.ts';
import { valueAt } from '../../../src/simulation/trace/references.ts';

/** The first vector of BIP-39; its first EVM key and its Monero spend key by other libraries. */
const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const evmKey = '1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727';

const key = `sk_live_${'a'.repeat(32)}`;
const escrow = `esc_${'b'.repeat(16)}`;
const address = `0x${'c'.repeat(40)}`;

function captured(...calls: [Partial<Request>, JsonObject][]) {
  const redactor = new Redactor({ kinds: ['private-key'] });
  const capture = new Capture({ startMs: 1000, behaviourOf: (agent) => `behaviour ${agent}` });
  const base: Request = {
    method: 'POST',
    path: '/',
    query: {},
    headers: {},
    body: undefined,
    ip: '10.0.0.1',
  };
  return calls.map(([changes, body]) => {
    // As a world does it.
    const request = { ...base, agent: 3, ...changes };
    const response = { status: 200, headers: {}, body };
    capture.onRawExchange(request, response);
    return capture.record({
      atMs: 1500,
      request: redactor.request(request),
      response: redactor.response(response),
      exchange: newExchange(),
    });
  });
}

describe('a captured request', () => {
  it('refers to the response that issued its key, and contains the key nowhere', () => {
    const records = captured(
      [{ path: '/register' }, { api_key: key }],
      [{ headers: { authorization: `Bearer ${key}` } }, {}],
    );
    expect(records[0]?.answer.body).toEqual({ api_key: '[redacted]' });
    expect(records[1]?.request.headers).toEqual({ authorization: 'Bearer ${0:/api_key}' });
    expect(JSON.stringify(records)).not.toContain(key);
  });

  it('refers to ids in paths, queries and bodies, at any depth of the response', () => {
    const [, second] = captured(
      [{}, { escrows: [{ escrow_id: escrow }] }],
      [{ path: `/escrow/${escrow}/release`, query: { id: escrow }, body: { list: [{ it: escrow }] } }, {}],
    );
    expect(second?.request).toMatchObject({
      path: '/escrow/${0:/escrows/0/escrow_id}/release',
      query: { id: '${0:/escrows/0/escrow_id}' },
      body: { list: [{ it: '${0:/escrows/0/escrow_id}' }] },
    });
  });

  it('names the first response that issued a value, and later responses refer to it', () => {
    const [, second, third] = captured(
      [{}, { escrow_id: escrow }],
      [{}, { escrow_id: escrow }],
      [{ path: `/${escrow}` }, {}],
    );
    expect(second?.answer.body).toEqual({ escrow_id: '${0:/escrow_id}' });
    expect(third?.request.path).toBe('/${0:/escrow_id}');
  });

  it('keeps values of the client, even if a response repeats them', () => {
    const [first, second] = captured(
      [{ body: { to: address } }, { to: address }],
      [{ path: `/${address}` }, {}],
    );
    expect(first?.request.body).toEqual({ to: address });
    expect(second?.request.path).toBe(`/${address}`);
  });

  it('keeps no secret that a client brought along', () => {
    const records = captured([
      {
        headers: { authorization: `Bearer ${key}` },
        body: { private_key: 'deadbeef', nested: { mnemonic: 'one two three' } },
        rawBody: `{"k": "${key}"`,
      },
      {},
    ]);
    expect(JSON.stringify(records)).not.toMatch(/deadbeef|one two|aaaa/);
  });

  it.each([
    ['as the wallet writes it', `0x${evmKey}`, '${0:/mnemonic#ethereum}'],
    ['without its prefix', evmKey, '${0:/mnemonic#ethereum.bare}'],
  ])('names the words that a key was made of, %s, and holds neither', (_how, privateKey, reference) => {
    const records = captured(
      [{}, { mnemonic: words }],
      [{ body: { private_key: privateKey, chain: 'base' } }, {}],
      [{ query: { private_key: privateKey } }, {}],
      [{ body: { [privateKey]: 1, nested: [{ private_key: privateKey }] } }, {}],
    );
    expect(records[1]?.request.body).toEqual({ private_key: reference, chain: 'base' });
    expect(records[2]?.request.query).toEqual({ private_key: reference });
    expect(records[3]?.request.body).toMatchObject({ nested: [{ private_key: reference }] });
    expect(JSON.stringify(records.slice(0, 3))).not.toMatch(new RegExp(`abandon|${evmKey}`));
    expect(valueAt({ mnemonic: words }, reference.slice(4, -1))).toBe(privateKey);
  });

  it("keeps nothing of a key that is another session's, of words that are none, or of a secret that is no text", () => {
    const records = captured(
      [{ agent: 1 }, { mnemonic: words }],
      [{ agent: 2, body: { private_key: evmKey } }, {}],
      [{ agent: 3 }, { mnemonic: 'no such words' }],
      [{ agent: 3, body: { private_key: evmKey, view_key: { a: 'deadbeef' }, mnemonic: ['deadbeef'] } }, {}],
    );
    expect(records[1]?.request.body).toEqual({ private_key: '[redacted]' });
    expect(JSON.stringify(records)).not.toMatch(/deadbeef|abandon|no such words|1ab42c/);
  });

  it('makes no key of what is not the words of a wallet', () => {
    expect(valueAt({ mnemonic: 'no such words' }, '/mnemonic#base')).toBeUndefined();
    expect(valueAt({ mnemonic: words }, '/mnemonic#__proto__')).toBeUndefined();
    expect(valueAt({ 'a#b': 'c' }, '/a%23b')).toBe('c');
    expect(valueAt({ '${x}': 'c' }, '/%24{x%7D')).toBe('c');
  });

  it('distinguishes a literal "${" from a reference', () => {
    const [first] = captured([{ body: { note: 'costs ${0:/x}' } }, {}]);
    expect(first?.request.body).toEqual({ note: 'costs $${0:/x}' });
  });
});
