/** Which calls become calls of tools, with which arguments, and which runs are left alone. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { ScriptedCall } from '../../../../src/simulation/population/script.ts';
import type { Scenario } from '../../../../src/simulation/scenario/scenario.ts';
import { calledAsTools } from '../../../../src/verification/check/metamorphic/called-as-tools.ts';
import type { RecordedRun } from '../../../../src/verification/check/metamorphic/relation.ts';
import type { AnsweredCall } from '../../../../src/verification/check/metamorphic/transcript.ts';
import { recorded, register } from './recorded.ts';

type Body = ScriptedCall['body'];

let run: RecordedRun;
let [joined, asked]: ScriptedCall[] = [];
let [joinedAnswer, askedAnswer]: AnsweredCall[] = [];

beforeAll(async () => {
  const status = { by: 'alice', do: 'GET /faucet/status', as: 's' };
  run = await recorded([{ ...register('alice'), as: 'r' }, status]);
  [joined, asked] = run.scenario.calls;
  [joinedAnswer, askedAnswer] = run.transcript.calls;
});

/** The calls of the variant of a run that registers and then makes these calls, answered as `GET /faucet/status` was. */
function variedOf(
  calls: readonly Partial<ScriptedCall>[],
  answer: Partial<AnsweredCall> = {},
  more: Partial<Scenario> = {},
): readonly ScriptedCall[] | undefined {
  const all = [joined!, ...calls.map((call) => ({ ...asked!, ...call }))];
  const answers = calls.map((call) => ({ ...askedAnswer!, method: call.method ?? 'GET', ...answer }));
  run.transcript.calls.splice(0, Infinity, joinedAnswer!, ...answers);
  const scenario = { ...run.scenario, calls: all, ...more };
  return calledAsTools.varied({ scenario, transcript: run.transcript })?.scenario.calls;
}

/** What a single call becomes: the endpoint, the tool and its arguments. */
function toolOf(call: Partial<ScriptedCall>, answer: Partial<AnsweredCall> = {}): unknown {
  const made = variedOf([call], answer)?.[1];
  if (made === undefined) return undefined;
  const { params, ...message } = made.body as { params: { name: string; arguments: unknown } };
  expect(message).toEqual({ jsonrpc: '2.0', id: 1, method: 'tools/call' });
  expect({ ...made, method: '', path: '', body: {} }).toEqual({
    ...asked, ...call, method: '', path: '', query: {}, body: {},
  }); // prettier-ignore
  return [`${made.method} ${made.path} ${params.name}`, params.arguments];
}

const send = (path: string, body?: Body, query: Record<string, string> = {}): Partial<ScriptedCall> => ({
  method: 'POST',
  path,
  body,
  query,
});
const read = (path: string, query: Record<string, string> = {}, body?: Body): Partial<ScriptedCall> => ({
  method: 'GET',
  path,
  query,
  body,
});
const agent = (id: string): Partial<ScriptedCall> => read(`/faucet/api/v1/agents/${id}`);
const create = (body: Body, query?: Record<string, string>): Partial<ScriptedCall> =>
  send('/escrow/escrow', body, query);

const agentGet = 'POST /faucet/mcp agent_get';
const escrowCreate = 'POST /escrow/mcp escrow_create';

function nested(depth: number, isList: boolean): Body {
  let value: Body = 'x';
  for (let level = 0; level < depth; level += 1) value = isList && level < depth - 1 ? [value] : { a: value };
  return value;
}

describe('a call becomes one of a tool', () => {
  it.each<[Partial<ScriptedCall>, string, unknown]>([
    [read('/faucet/status'), 'POST /faucet/mcp faucet_status', {}],
    [read('/faucet/status', {}, {}), 'POST /faucet/mcp faucet_status', {}],
    [send('/faucet/claim'), 'POST /faucet/mcp faucet_claim', {}],
    [read('/faucet/referrals', { limit: '2', page: '1' }), 'POST /faucet/mcp faucet_referrals', { limit: '2', page: '1' }],
    [agent('alice'), agentGet, { id: 'alice' }],
    [agent('Az09_.-'), agentGet, { id: 'Az09_.-' }],
    [agent('${x:/a/b/0}'), agentGet, { id: '${x:/a/b/0}' }],
    [create({ receiver: 'bob', amount: 1 }), escrowCreate, { receiver: 'bob', amount: 1 }],
    [create({ receiver: 'bob' }, { amount: '1' }), escrowCreate, { amount: '1', receiver: 'bob' }],
    [create({ other: [1, null, { a: true }], 'text': 'x' }), escrowCreate, { other: [1, null, { a: true }], text: 'x' }],
    [create({ amount: 'x'.repeat(100_000) }), escrowCreate, { amount: 'x'.repeat(100_000) }],
    [create({ ['n'.repeat(100_000)]: 1 }), escrowCreate, { ['n'.repeat(100_000)]: 1 }],
    [create(nested(20, false)), escrowCreate, nested(20, false)],
    [create(nested(20, true)), escrowCreate, nested(20, true)],
    [send('/escrow/escrow/${x:/id}/dispute', { reason: 'late' }), 'POST /escrow/mcp escrow_dispute', { id: '${x:/id}', reason: 'late' }],
  ])('case %#', (call, tool, input) => {
    expect(toolOf(call)).toEqual([tool, input]);
  }); // prettier-ignore

  it('of each endpoint of the world', () => {
    const calls = [read('/faucet/status'), read('/escrow/escrows', { role: 'x' }), read('/nowhere')];
    expect(variedOf(calls)?.map(({ path }) => path)).toEqual([
      '/faucet/register', '/faucet/mcp', '/escrow/mcp', '/nowhere',
    ]); // prettier-ignore
  });
});

describe('a call stays', () => {
  it.each<[string, Partial<ScriptedCall>]>([
    ['of another method', send('/faucet/status')],
    ['of another path', read('/faucet/statu')],
    ['of a longer path', read('/faucet/status/')],
    ['of a shorter path', read('/faucet')],
    ['with no name in its path', agent('')],
    ['with another character in its path', agent('a b')],
    ['with a character before the name', agent('!a')],
    ['with a character after the name', agent('a!')],
    ['with more than a reference in its path', agent('${x:/a}b')],
    ['with text before a reference in its path', agent('b${x:/a}')],
    ['with a field that the query of the tool does not know', read('/faucet/referrals', { limit: '2', nope: '1' })],
    ['with a body where the tool reads', read('/faucet/status', {}, { a: 1 })],
    ['with a field twice', create({ amount: 1 }, { amount: '1' })],
    ['with the field of its path in its body', send('/escrow/escrow/e/release', { id: 'e' })],
    ['without an object as its body: null', create(null)],
    ['without an object as its body: a list', create([])],
    ['without an object as its body: a text', create('x')],
    ['without an object as its body: a number', create(1)],
    ['with a number that JSON has none for', create({ amount: NaN })],
    ['with such a number in a list', create({ amount: [1, Infinity] })],
    ['with such a number in an object', create({ amount: { a: -Infinity, b: 1 } })],
    ['with a raw body', { ...create({ amount: 1 }), raw: '{}' }],
    ['with a text that is too long', create({ amount: 'x'.repeat(100_001), b: 1 })],
    ['with a text that is too long in a list', create({ amount: ['x'.repeat(100_001), 1] })],
    ['with a name that is too long', create({ ['n'.repeat(100_001)]: 1 })],
    ['with objects that are too deep', create(nested(21, false))],
    ['with lists that are too deep', create(nested(21, true))],
  ])('%s', (_, call) => {
    expect(toolOf(call)).toBeUndefined();
  }); // prettier-ignore

  it.each<[string, Partial<AnsweredCall>]>([
    ['no key that was issued', { isKeyed: false }],
    ['a key that is refused', { status: 401 }],
    ['a registration', { operation: 'faucet/register' }],
  ])('with %s', (_, answer) => {
    expect(toolOf(read('/faucet/status'), answer)).toBeUndefined();
    expect(toolOf(read('/faucet/status'), { status: 402, operation: 'faucet/register2' })).toBeDefined();
  });
});

describe('references', () => {
  const inAll = (reference: string): Partial<ScriptedCall> => ({
    path: `/nowhere/${reference}`,
    query: { q: reference },
    headers: { h: `a ${reference} b` },
    body: { list: [reference, { deep: reference }] },
    raw: `${reference}${reference}`,
    label: 'last',
  });

  it.each([
    ['${s:/api_key}', '${s:/result/structuredContent/api_key}'],
    ['${s:/a/0}', '${s:/result/structuredContent/a/0}'],
    ['${r:/api_key}', '${r:/api_key}'],
    ['${last:/api_key}', '${last:/api_key}'],
    ['$s', '$s'],
  ])('%s becomes %s', (before, after) => {
    const changed = variedOf([read('/faucet/status'), inAll(before)]);
    expect(changed?.[2]).toEqual({ ...asked, ...inAll(after) });
  });

  it('in calls of tools look into results too', () => {
    const changed = variedOf([
      read('/faucet/status'),
      { ...agent('${s:/agent_id}'), headers: { authorization: 'Bearer ${r:/api_key}' }, label: undefined },
    ]);
    expect(changed?.[2]).toEqual({
      ...asked,
      method: 'POST',
      path: '/faucet/mcp',
      label: undefined,
      headers: { authorization: 'Bearer ${r:/api_key}' },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'agent_get', arguments: { id: '${s:/result/structuredContent/agent_id}' } },
      },
    });
  });
});
