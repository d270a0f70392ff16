/** Requests of a run as operations of a scenario, and the requests that come after its last event. */
import { describe, expect, it } from 'vitest';
import type { Group } from '../../../src/simulation/population/group.ts';
import {
  asOperation,
  callerName,
  labelOf,
  type StampedRequest,
} from '../../../src/verification/check/as-operation.ts';
import { LastRotations } from '../../../src/verification/check/last-rotations.ts';

const request: StampedRequest = {
  atMs: 7,
  by: 'alice',
  method: 'GET',
  path: '/x',
  query: {},
  headers: {},
  body: undefined,
  raw: undefined,
};
const plain = { at: '7ms', by: 'alice', do: 'GET /x', as: 'c3' };

describe('a request as an operation', () => {
  it.each<[string, Partial<StampedRequest>, string | undefined, object]>([
    ['without a key', {}, undefined, {}],
    ['with the key of its caller', { headers: { authorization: 'k' } }, 'k', {}],
    ['without the key of its caller', {}, 'k', { headers: { authorization: '' } }],
    ['with another key', { headers: { authorization: 'o', h: '1' } }, 'k', { headers: { authorization: 'o', h: '1' } }],
    ['with other headers', { headers: { h: '$$1' } }, undefined, { headers: { h: '$1' } }],
    ['with a query', { query: { a: '${12:/id}' } }, undefined, { query: { a: '${c12:/id}' } }],
    ['with a body', { body: { a: ['$$', 1, null] } }, undefined, { body: { a: ['$', 1, null] } }],
    ['with an empty body', { body: {} }, undefined, { body: {} }],
    ['with a raw body', { raw: 'x$${y' }, undefined, { raw: 'x$${y' }],
    ['with references', { path: '/${1:/a}/$$/$${2:/b}/${x:/c}' }, undefined, { do: 'GET /${c1:/a}/$/$${2:/b}/${x:/c}' }],
  ])('%s', (_, more, own, parts) => {
    expect(asOperation(3, { ...request, ...more }, own)).toEqual({ ...plain, ...parts });
  }); // prettier-ignore

  it.each([
    [1, 'trader/1', 'traders'],
    [2, 'trader/1', 'trader-1'],
    [undefined, 'a/b/c', 'a-b-c'],
  ])('of a group of %s by %s is of the caller %s', (count, name, caller) => {
    const group = count === undefined ? undefined : ({ name: 'traders', count } as Group);
    expect(callerName(name, group)).toBe(caller);
    expect(labelOf(count ?? 0)).toBe(`c${count ?? 0}`);
  });
});

type Answered = Parameters<LastRotations['answered']>[0];

const answered = (status: number, sent: Partial<Answered['request']>): Answered =>
  ({
    request: {
      method: 'POST', path: '/casino/x', query: {}, headers: { authorization: 'k' }, body: {}, ip: '1.1.1.1', ...sent,
    },
    response: { status, headers: {}, body: {} },
  }) as unknown as Answered; // prettier-ignore

describe('the last rotations', () => {
  const after = (...records: Answered[]): string[] => {
    const rotations = new LastRotations();
    for (const record of records) rotations.answered(record);
    return [...rotations.requests()].map(({ headers, ip }) => `${headers['authorization']} ${ip}`);
  };

  it.each<[string, number, Partial<Answered['request']>, string[]]>([
    ['a move', 299, {}, ['k 1.1.1.1']],
    ['a move of the other style', 200, { path: '/api/casino-api/x' }, ['k 1.1.1.1']],
    ['a refusal', 300, {}, []],
    ['a read', 200, { method: 'GET' }, []],
    ['a call of another service', 200, { path: '/faucet/x' }, []],
    ['a path with the name within', 200, { path: '/x/casino/x' }, []],
    ['a longer name', 200, { path: '/casinos/x' }, []],
    ['a call without a key', 200, { headers: {} }, []],
  ])('after %s', (_, status, sent, keys) => {
    expect(after(answered(status, sent))).toEqual(keys);
  });

  it('are of forty players, from where each was last', () => {
    const of = (player: number, ip: string): Answered =>
      answered(200, { headers: { authorization: `k${player}` }, ip });
    const records = Array.from({ length: 41 }, (_, player) => of(player, '1'));
    const wanted = Array.from({ length: 40 }, (_, player) => `k${player} ${player === 5 ? '2' : '1'}`);
    expect(after(...records, of(5, '2'))).toEqual(wanted);
  });

  it('take what was sent, once, and ask for a rotation', () => {
    const rotations = new LastRotations();
    rotations.onRawExchange(answered(200, { headers: { authorization: 'raw' } }).request);
    rotations.answered(answered(200, {}));
    rotations.answered(answered(200, { ip: '2.2.2.2' }));
    const rotation = { method: 'POST', path: '/casino/api/v1/fairness/rotate', query: {}, body: {} };
    expect([...rotations.requests()]).toEqual([
      { ...rotation, headers: { authorization: 'raw' }, ip: '1.1.1.1' },
      { ...rotation, headers: { authorization: 'k' }, ip: '2.2.2.2' },
    ]);
  });
});
