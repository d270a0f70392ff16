/** What of a request a session keeps, how often, and how much it counts. */
import { describe, expect, it } from 'vitest';
import type { Request } from '../../../../src/core/http/message.ts';
import { keptRequest, readHeaders, sizeOf } from '../../../../src/host/serve/session/entry.ts';
import { KeptRequests } from '../../../../src/host/serve/session/kept-requests.ts';
import { charactersMax, hasKey, holdsKey, isTooLong } from '../../../../src/host/serve/session/not-kept.ts';
import { entryOf, requestOf } from './past.ts';

const key = `0x${'1'.repeat(64)}`;

describe('a kept request', () => {
  it('has the headers that a world reads, and no field of an agent', () => {
    const headers = { authorization: 'Bearer a', cookie: 'c', 'idempotency-key': 'k', host: 'h' };
    const parts = { query: { q: '1' }, body: { a: 1 }, rawBody: '{}', headers };
    expect(keptRequest({ ...requestOf(parts), agent: 3 })).toStrictEqual({
      ...requestOf(parts),
      headers: { authorization: 'Bearer a', 'idempotency-key': 'k' },
    });
    expect([...readHeaders]).toEqual(['authorization', 'content-type', 'idempotency-key', 'x-forwarded-for']);
  });

  it('without any header has none', () => {
    expect(keptRequest(requestOf()).headers).toStrictEqual({});
  });
});

describe('the size of an entry', () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;

  it.each<[string, Partial<Request>, number]>([
    ['a path', { path: '/12345' }, 206],
    ['a body as it was sent', { path: '', rawBody: '1234567' }, 207],
    ['a body of this process', { path: '', body: { a: 1 } }, 207],
    ['both', { path: '/', rawBody: '123', body: [1] }, 207],
    ['a body that JSON has no word for', { path: '', body: () => 1 }, 200],
    ['a body that JSON cannot carry', { path: '', body: circular }, 200],
  ])('counts %s', (_, parts, size) => {
    expect(sizeOf(entryOf({ request: requestOf(parts) }))).toBe(size);
  });

  it('counts the tool', () => {
    const tool = { name: 'a', input: {} };
    expect(sizeOf(entryOf({ request: requestOf({ path: '' }), tool }))).toBe(
      200 + '{"name":"a","input":{}}'.length,
    );
  });
});

describe('what is not kept', () => {
  it.each([
    ['a request without a key', entryOf(), false],
    ['a key in a body', entryOf({ request: requestOf({ rawBody: `{"private_key":"${key}"}` }) }), true],
    ['a key in the input of a tool', entryOf({ tool: { name: 'send', input: { private_key: key } } }), true],
    ['an input of a tool without one', entryOf({ tool: { name: 'send', input: { chain: 'base' } } }), false],
    [
      'the key of an agent, which is none of an address',
      entryOf({ request: requestOf({ headers: { authorization: 'Bearer sk_live_1234567890abcdef' } }) }),
      false,
    ],
  ])('%s', (_, entry, holds) => {
    expect(holdsKey(entry)).toBe(holds);
  });

  it('is refused in these words, above this bound', () => {
    expect([isTooLong, hasKey].map(({ code, message }) => [code, message])).toEqual([
      ['CONFLICT', 'the session is too long to be kept; expected a reset, which begins a new one'],
      [
        'CONFLICT',
        'a request had a private key, which no session keeps; expected a reset, which begins a new one',
      ],
    ]);
    expect(charactersMax).toBe(67_108_864);
  });
});

describe('equal requests', () => {
  const first = requestOf({ headers: { authorization: 'Bearer a', cookie: 'one' } });

  it.each<[string, Partial<Request>, boolean]>([
    ['the same', {}, false],
    ['another header that no world reads', { headers: { authorization: 'Bearer a', cookie: 'two' } }, false],
    ['another path', { path: '/faucet/status' }, true],
    ['another method', { method: 'DELETE' }, true],
    ['another address', { ip: '10.0.0.2' }, true],
    ['another key', { headers: { authorization: 'Bearer b' } }, true],
    ['one more header', { headers: { authorization: 'Bearer a', 'content-type': 'text/plain' } }, true],
    ['a query', { query: { page: '2' } }, true],
    ['a body', { body: {} }, true],
    ['a body as it was sent', { rawBody: '' }, true],
  ])('%s is kept for the first time: %j %s', (_, parts, isNew) => {
    const requests = new KeptRequests();
    const kept = requests.of(first);
    expect(kept).toEqual({ request: { ...first, headers: { authorization: 'Bearer a' } }, isNew: true });
    const again = requests.of({ ...first, ...parts });
    expect(again.isNew).toBe(isNew);
    expect(again.request === kept.request).toBe(!isNew);
  });

  it.each<[string, Partial<Request>]>([
    ['a query', { query: { page: '2' } }],
    ['a body', { body: {} }],
    ['a body as it was sent', { rawBody: '{}' }],
  ])('with %s are kept each time, and take no place', (_, parts) => {
    const requests = new KeptRequests();
    const { request } = requests.of(requestOf());
    for (let count = 0; count < 9; count++) expect(requests.of(requestOf(parts)).isNew).toBe(true);
    expect(requests.of(requestOf())).toEqual({ request, isNew: false });
    expect(requests.of(requestOf()).request).toBe(request);
  });

  it.each([
    [8, false],
    [9, true],
  ])('of %i from one caller: the first is kept again %s', (count, isNew) => {
    const requests = new KeptRequests();
    for (let number = 0; number < count; number++) requests.of(requestOf({ path: `/${number}` }));
    expect(requests.of(requestOf({ path: `/${count - 1}` })).isNew).toBe(false);
    expect(requests.of(requestOf({ path: '/0' })).isNew).toBe(isNew);
  });

  it('are of one caller by the key, whatever the address, and by the address without one', () => {
    const requests = new KeptRequests();
    const withKey = (path: string, ip: string): boolean =>
      requests.of(requestOf({ path, ip, headers: { authorization: 'Bearer a' } })).isNew;
    expect(withKey('/0', '10.0.0.1')).toBe(true);
    for (let number = 1; number < 9; number++) withKey(`/${number}`, '10.0.0.2');
    expect(withKey('/0', '10.0.0.1')).toBe(true);
    expect(requests.of(requestOf({ path: '/0' })).isNew).toBe(true);
    for (let number = 1; number < 9; number++) requests.of(requestOf({ path: `/${number}`, ip: '10.0.0.2' }));
    expect(requests.of(requestOf({ path: '/0' })).isNew).toBe(false);
  });

  it('are forgotten beyond 20,000 callers, and at the end', () => {
    const requests = new KeptRequests();
    const isNew = (ip: string): boolean => requests.of(requestOf({ ip })).isNew;
    for (let number = 0; number < 20_000; number++) isNew(`${number}`);
    expect([isNew('0'), isNew('19999')]).toEqual([false, false]);
    expect(isNew('20000')).toBe(true);
    expect([isNew('20000'), isNew('0'), isNew('19999')]).toEqual([false, true, true]);
    requests.clear();
    expect(isNew('20000')).toBe(true);
  });
});
