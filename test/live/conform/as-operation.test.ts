/** Requests of a run as operations of a scenario: with references, without secrets, with times where they change. */
import { describe, expect, it } from 'vitest';
import { asOperation, labelOf, type StampedRequest } from '../../../src/verification/check/as-operation.ts';
import { withoutSecrets, withTimesInWords } from '../../../src/live/conform/written-operations.ts';
import { encodedRequest, lowerCased, requestForTarget } from '../../../src/live/conform/encoded-request.ts';
import { redacted } from '../../../src/core/http/secrets/names.ts';
import type { RequestEffect } from '../../../src/simulation/population/agent-effects.ts';
import type { OperationSource } from '../../../src/simulation/scenario/schema.ts'; // prettier-ignore

const request: StampedRequest = {
  atMs: 1500, by: 'alice', method: 'GET', path: '/faucet/status', query: {}, headers: {}, body: undefined, raw: undefined,
}; // prettier-ignore

const operationOf = (change: Partial<StampedRequest> = {}, own?: string): OperationSource =>
  asOperation(12, { ...request, ...change }, own);

const plain = { at: '1500ms', by: 'alice', do: 'GET /faucet/status', as: 'c12' };

describe('a request as an operation', () => {
  it.each<[string, Partial<StampedRequest>, string | undefined, object]>([
    ['has its time, agent, call and label', {}, undefined, {}],
    ['has its query', { query: { a: '1' } }, undefined, { query: { a: '1' } }],
    ['has its headers', { headers: { accept: 'x' } }, undefined, { headers: { accept: 'x' } }],
    ['has its body', { body: { a: [1, null] } }, undefined, { body: { a: [1, null] } }],
    ['has a body of null', { body: null }, undefined, { body: null }],
    ['has its text', { raw: '' }, undefined, { raw: '' }],
    ['has no key where the agent would send it by itself', { headers: { authorization: 'Bearer x' } }, 'Bearer x', {}],
    ['has another key', { headers: { authorization: 'Bearer y' } }, 'Bearer x', { headers: { authorization: 'Bearer y' } }],
    ['has a key where none was issued', { headers: { authorization: 'Bearer y' } }, undefined, { headers: { authorization: 'Bearer y' } }],
    ['says where the agent left its key out', {}, 'Bearer x', { headers: { authorization: '' } }],
    ['keeps other headers beside its own key', { headers: { authorization: 'Bearer x', accept: 'x' } }, 'Bearer x', { headers: { accept: 'x' } }],
  ])('%s', (_what, change, own, more) => {
    expect(operationOf(change, own)).toEqual({ ...plain, ...more });
  }); // prettier-ignore

  it.each([
    ['${12:/a}', '${c12:/a}'],
    ['x${0:/a/b}${3:/c}y', 'x${c0:/a/b}${c3:/c}y'],
    ['$$', '$'],
    ['$${', '$${'],
    ['$${1:/a}', '$${1:/a}'],
    ['$$$${', '$$${'],
    ['${a:/b}', '${a:/b}'],
    ['a b', 'a b'],
  ])('writes %s as %s, in every part', (text, written) => {
    const operation = operationOf({ path: `/${text}`, query: { q: text }, headers: { h: text }, body: { b: [text] }, raw: text });
    expect(operation).toMatchObject({ do: `GET /${written}`, query: { q: written }, headers: { h: written }, body: { b: [written] }, raw: written });
  }); // prettier-ignore

  it('is referred to by its number', () => expect(labelOf(7)).toBe('c7'));
});

describe('operations without secrets', () => {
  const phrase =
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
  const key = '0123456789abcdef0123456789abcdef';

  it.each<[string, Partial<OperationSource>, Partial<OperationSource>]>([
    ['a key in a header', { headers: { authorization: `Bearer sk_live_${key}` } }, { headers: { authorization: redacted } }],
    ['no key', { headers: { authorization: '' } }, { headers: { authorization: '' } }],
    ['a key that a response has issued', { headers: { authorization: 'Bearer ${c0:/api_key}' } }, { headers: { authorization: 'Bearer ${c0:/api_key}' } }],
    ['a secret field, at any depth', { body: [{ private_key: '7' }] }, { body: [{ private_key: redacted }] }],
    ['items of a secret field', { body: { private_key: ['7', 7, null] } }, { body: { private_key: [redacted, 7, null] } }],
    ['a password', { body: { password: 'x' } }, { body: { password: redacted } }],
    ['other fields', { body: { name: 'x', n: 7, is: true, none: null } }, { body: { name: 'x', n: 7, is: true, none: null } }],
  ])('hide %s', (_what, change, hidden) => {
    const operation = { by: 'alice', do: 'POST /faucet/claim', ...change };
    expect(withoutSecrets([operation])).toEqual([{ ...operation, ...hidden }]);
  }); // prettier-ignore

  it.each([
    { by: 'a', do: `POST /x/sk_live_${key}` },
    { by: 'a', do: 'POST /x', body: { note: `sk_live_${key}` } },
    { by: 'a', do: 'POST /x', body: { [`sk_live_${key}`]: 1 } },
    { by: 'a', do: 'POST /x', raw: `{"private_key":"${key}"}` },
    { by: 'a', do: 'POST /x', raw: `{"mnemonic":"${phrase}"}` },
  ])('have none in %j', (operation) => {
    const text = JSON.stringify(withoutSecrets([operation]));
    expect(text).not.toContain(key);
    expect(text).not.toContain('abandon');
  });

  it('keep what is public at its path', () => {
    const name = { by: 'a', do: 'POST /casino/api/v1/fairness/client-seed', body: { client_seed: 'public', seed: 'public' } };
    expect(withoutSecrets([name])).toEqual([name]);
    expect(withoutSecrets([{ ...name, do: 'POST /faucet/casino' }])).toEqual([
      { ...name, do: 'POST /faucet/casino', body: { client_seed: 'public', seed: redacted } },
    ]);
  }); // prettier-ignore

  it('keep what marks a repetition', () => {
    const again = { by: 'a', do: 'POST /x', headers: { 'idempotency-key': 'one' } };
    expect(withoutSecrets([again])).toEqual([again]);
  });
});

describe('times of operations', () => {
  it('are written as durations, where they change', () => {
    const at = (...times: (string | undefined)[]) => times.map((each) => ({ by: 'a', do: 'GET /x', ...(each === undefined ? {} : { at: each }) }));
    expect(withTimesInWords(at('0ms', '0ms', '90000ms', '90000ms', undefined, '1500ms'))).toEqual(
      at(undefined, undefined, '1m30s', undefined, undefined, '1s500ms'),
    );
  }); // prettier-ignore
});

describe('an encoded request', () => {
  const effect = {
    path: '/a', query: { q: 'b' }, headers: { 'X-Y': 'c' }, body: { d: ['e', 7] }, rawBody: 'f',
  } as unknown as RequestEffect; // prettier-ignore

  it('has every text encoded, and names of headers in lower case', () => {
    expect(encodedRequest(effect, (text) => `<${text}>`)).toEqual({
      path: '</a>', query: { q: '<b>' }, headers: { 'x-y': '<c>' }, body: { d: ['<e>', 7] }, raw: '<f>',
    }); // prettier-ignore
    expect(encodedRequest({ ...effect, rawBody: undefined }, (text) => text).raw).toBeUndefined();
    expect(lowerCased({ 'X-Y': 'Z' })).toEqual({ 'x-y': 'Z' });
  });

  it.each([
    [{ body: { d: 'e' }, raw: undefined }, '{"d":"E","n":7}', true],
    [{ body: undefined, raw: undefined }, undefined, true],
    [{ body: { d: 'e' }, raw: 'f' }, 'F', false],
    [{ body: undefined, raw: '' }, '', false],
  ])('is sent as the target knows it: %j', (change, body, isJson) => {
    const encoded = { path: '/a', query: { q: 'b' }, headers: { h: 'c' }, ...change };
    const sent = requestForTarget(encoded, {
      forTarget: (text) => text.toUpperCase(),
      bodyForTarget: () => ({ d: 'E', n: 7 }),
    });
    expect(sent).toEqual({ path: '/A', query: { q: 'B' }, headers: { h: 'C' }, body, isJson });
  });
});
