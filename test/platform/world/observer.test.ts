/** What an observer of a world sees, what counts as settled, and calls by MCP. */
import { describe, expect, it } from 'vitest';
import type { Request, Response } from '../../../src/core/http/message.ts';
import { assemble } from '../../../src/simulation/scenario/assemble.ts';
import { policiesWith, startMs, textIn } from './new-world.ts';

function watched(policies: Record<string, string> = {}) {
  const answered: [Request, Response][] = [];
  const raw: [Request, Response][] = [];
  const happened: unknown[] = [];
  const { world } = assemble({
    startMs,
    seed: '7',
    profile: 'published',
    policies: policiesWith(policies),
    observer: {
      onRawExchange: (request, response) => raw.push([request, response]),
      answered: (request, response) => answered.push([request, response]),
      happened: (event, amountMicros, atMs) => happened.push([event, amountMicros, atMs]),
    },
  });
  const post = (path: string, body?: unknown, authorization?: string): Response =>
    world.dispatch({
      method: 'POST',
      path,
      query: {},
      headers: authorization === undefined ? {} : { authorization },
      body,
      ip: '10.0.0.1',
    });
  const join = (id: string): string => `Bearer ${textIn(post('/faucet/register', { agent_id: id }).body, 'api_key')}`; // prettier-ignore
  const settled = (key: string) => world.agents.find(key)?.settledRequests;
  return { world, answered, raw, happened, post, join, settled };
}

describe('an observer', () => {
  it('sees requests and answers as they are where they have no private key', () => {
    const { post, answered, raw, happened } = watched();
    const response = post('/faucet/register', { agent_id: 'ann' });
    expect(response.body['api_key']).toBe('sk_live_wvtqnkc2qohx724wlmdpv3iywhmw6air');
    expect(answered).toHaveLength(1);
    expect(answered[0]?.[1]).toBe(response);
    expect(raw).toEqual([]);
    expect(happened).toEqual([['agentRegistered', 0, startMs], ['faucetClaimed', 10_000_000, startMs]]); // prettier-ignore
  });

  it('sees an answer without its private keys, after the answer with them', () => {
    const { world, post, join, answered, raw } = watched();
    const key = join('ann');
    const response = post('/wallet/v1/wallet/create', undefined, key);
    expect(response.status).toBe(200);
    const mnemonic = textIn(response.body, 'mnemonic');
    expect(raw).toEqual([[answered[1]?.[0], response]]);
    expect(JSON.stringify(answered)).not.toContain(mnemonic);
    expect(JSON.stringify(answered)).toContain(key);
    expect([world.secrets.holds(`my ${mnemonic}`), world.secrets.holds('my words')]).toEqual([true, false]);
    const sent = post('/wallet/v1/wallet/send', { mnemonic }, key);
    expect(sent.status).toBe(400);
    expect(raw).toHaveLength(2);
    expect(raw[1]?.[0].body).toEqual({ mnemonic });
    expect(JSON.stringify(answered[2]?.[0].body)).not.toContain(mnemonic);
  });
});

const message = (method: string, params: object = {}): object => ({ jsonrpc: '2.0', id: 1, method, params });

describe('a request', () => {
  it('is settled where it succeeds', () => {
    const { post, join, settled } = watched();
    const key = join('ann');
    expect(settled(key)).toBe(0);
    post('/escrow/escrow', { amount: '1.00', receiver: `0x${'1'.repeat(40)}` }, key);
    expect(settled(key)).toBe(1);
    post('/escrow/escrow', { amount: 'x', receiver: 'bob' }, key);
    post('/no/such/path', {}, key);
    expect(settled(key)).toBe(1);
  });

  it('is settled as the tool that it calls, and not as the message around it', () => {
    const { world, post, join, settled } = watched();
    const key = join('ann');
    expect(post('/escrow/mcp', message('tools/list'), key).status).toBe(200);
    expect(settled(key)).toBe(0);
    const tools = [...(world.mcp.get('/escrow/mcp')?.tools.keys() ?? [])];
    const name = tools.find((tool) => tool.includes('list')) ?? '';
    const called = post('/escrow/mcp', message('tools/call', { name, arguments: {} }), key);
    expect(called).toMatchObject({ status: 200, body: { id: 1, result: { isError: false } } });
    expect([settled(key), world.requestCount]).toEqual([1, 3]);
    const register = [...(world.mcp.get('/faucet/mcp')?.tools.keys() ?? [])].find((tool) =>
      tool.includes('register'),
    );
    const keyless = message('tools/call', { name: register, arguments: { agent_id: 'bob' } });
    expect(post('/faucet/mcp', keyless, 'Bearer none').status).toBe(401);
    expect([register === undefined, world.agents.count]).toEqual([false, 1]);
  });

  it('that reads the endpoint opens no stream', () => {
    const { world, join } = watched();
    const headers = { authorization: join('ann') };
    const get = { method: 'GET', path: '/escrow/mcp', query: {}, headers, body: undefined, ip: '1' } as const;
    const body = message('tools/call', { name: [...(world.mcp.get('/escrow/mcp')?.tools.keys() ?? [])][0] });
    expect(world.dispatch({ ...get, body })).toMatchObject({
      status: 404,
      body: { error: 'no stream is offered here: send messages by POST' },
    });
  });

  it.each([
    ['call', 2],
    ['tier', 0],
  ])('by a tool counts as limits.mcp says: %s', (choice, limited) => {
    const { world, post, join } = watched({ 'limits.mcp': choice });
    const key = join('ann');
    const names = [...(world.mcp.get('/faucet/mcp')?.tools.keys() ?? [])];
    const name = names.find((tool) => tool.includes('status')) ?? '';
    const statuses = Array.from({ length: 12 }, () => post('/faucet/mcp', message('tools/call', { name, arguments: {} }), key).status); // prettier-ignore
    expect(statuses.filter((status) => status === 429)).toHaveLength(limited);
  });
});
