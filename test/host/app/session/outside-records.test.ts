/** Which client has sent each request of a session, and with which of its keys. */
import { expect, it } from 'vitest';
import { outsideRecords } from '../../../../src/host/app/session/outside-records.ts';
import { joined, madeSession, scenarioOf, type Happened, type MadeParts } from './made-session.ts';

const [one, two, three] = ['a', 'b', 'c'].map((sign) => `sk_live_${sign.repeat(24)}`) as [
  string,
  string,
  string,
];

const clientsOf = (happened: readonly Happened[], parts: MadeParts = {}): [string, boolean][] =>
  outsideRecords(madeSession(happened, parts)).map(({ client, hasOwnKey }) => [client, hasOwnKey]);
const get = (key?: string): Happened => ({ call: 'GET /x', ...(key === undefined ? {} : { key }) });

it('is a record of a trace, with its route, its code and what it was', () => {
  const executed = madeSession([
    joined('mine', one, 1000),
    {
      atMs: 2000,
      call: 'POST /faucet/claim',
      key: one,
      status: 409,
      code: 'FAUCET_CLAIMED',
      answer: { error: 'no' },
    },
    get(),
  ]);
  const ip = '203.0.113.7';
  const of = (n: number) => ({ session: -1, agent: '', n });
  expect(outsideRecords(executed)).toStrictEqual([
    {
      record: {
        ...of(0),
        at: 1000,
        call: 'faucet/B/register',
        request: { method: 'POST', path: '/faucet/register', raw: '{"agent_id":"mine"}', ip },
        answer: { status: 201, body: { agent_id: 'mine', api_key: '[redacted]' } },
      },
      exchange: executed.outside[0],
      service: 'faucet',
      operation: 'register',
      code: '',
      client: 'mine',
      hasOwnKey: false,
    },
    {
      record: {
        ...of(1),
        at: 2000,
        call: 'faucet/B/claimDaily',
        request: {
          method: 'POST',
          path: '/faucet/claim',
          headers: { authorization: 'Bearer ${0:/api_key}' },
          ip,
        },
        answer: { status: 409, body: { error: 'no' } },
      },
      exchange: executed.outside[1],
      service: 'faucet',
      operation: 'claimDaily',
      code: 'FAUCET_CLAIMED',
      client: 'mine',
      hasOwnKey: true,
    },
    {
      record: {
        ...of(2),
        at: 0,
        call: '',
        request: { method: 'GET', path: '/x', ip },
        answer: { status: 200, body: {} },
      },
      exchange: executed.outside[2],
      service: '',
      operation: '',
      code: '',
      client: 'outside',
      hasOwnKey: false,
    },
  ]);
});

it.each<[string, readonly Happened[], readonly [string, boolean][]]>([
  ['without a key', [get()], [['outside', false]]],
  ['with a key from elsewhere', [get(three)], [['outside', false]]],
  [
    'two clients and one without a key',
    [joined('p', one), joined('q', two), get(two), get(one), get()],
    [['p', false], ['q', false], ['q', true], ['p', true], ['outside', false]],
  ], // prettier-ignore
  [
    'a key that is renewed, by the client that had it',
    [joined('p', one), { ...joined('q', two), key: one }, get(two), get(one)],
    [['p', false], ['p', true], ['p', true], ['p', false]],
  ], // prettier-ignore
  [
    'a key in an answer that refuses, which issues none',
    [{ ...joined('p', one), status: 300 }, get(one)],
    [['outside', false], ['outside', false]],
  ], // prettier-ignore
  [
    'a key in an answer of any status below 300',
    [{ ...joined('p', one), status: 299 }, get(one)],
    [['p', false], ['p', true]],
  ], // prettier-ignore
  [
    'a key that is not a bearer',
    [joined('p', one), { call: 'GET /x', headers: { authorization: one } }],
    [['p', false], ['outside', false]],
  ], // prettier-ignore
  [
    'a secret of another name as the key',
    [{ call: 'GET /x', answer: { token: one } }, get(one)],
    [['outside', false], ['outside', false]],
  ], // prettier-ignore
])('is known by its key: %s', (_what, happened, clients) => expect(clientsOf(happened)).toEqual(clients));

it.each<[string, unknown, string]>([
  ['the agent', { agent_id: 'A-1._z' }, 'A-1._z'],
  ['the agent of 51 characters', { agent_id: 'x'.repeat(51) }, 'x'.repeat(51)],
  ['no agent of 52 characters', { agent_id: 'x'.repeat(52) }, 'client'],
  ['no agent that begins with a sign', { agent_id: '.x' }, 'client'],
  ['no agent with a space', { agent_id: 'x y' }, 'client'],
  ['no agent with a sign at its end', { agent_id: 'x!' }, 'client'],
  ['no agent that is a number', { agent_id: 5 }, 'client'],
  ['no agent that is not there', {}, 'client'],
  ['no body', undefined, 'client'],
])('is named after %s', (_what, json, name) => {
  expect(clientsOf([{ ...joined('', one), json }])).toEqual([[name, false]]);
});

it('has a name that no other client and no group of the scenario has', async () => {
  const scenario = await scenarioOf({ population: [{ agent: 'newcomer', name: 'p' }] });
  const names = (parts: MadeParts) =>
    clientsOf([joined('p', one), joined('p', two), joined('outside', three)], parts).map(([name]) => name);
  expect(names({})).toEqual(['p', 'p-2', 'outside-2']);
  expect(names({ scenario })).toEqual(['p-2', 'p-3', 'outside-2']);
});
