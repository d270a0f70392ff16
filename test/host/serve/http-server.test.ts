import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { bodyBytesMax } from '../../../src/core/http/body.ts';
import { exchange, serving, statusesIn } from './serving.ts';
import { testMsMax } from '../../time-limit.ts';

const json = { 'content-type': 'application/json' };
const register = '/faucet/register';

const post = (path: string, text: string, more = ''): string =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${more}content-type: application/json\r\n` +
  `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`;
const last = 'connection: close\r\n';

describe('malformed HTTP', () => {
  it.each([
    ['garbage', 'what is this\r\n\r\n'],
    ['a TLS greeting', Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc])],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx'],
    [
      'a length and chunks at once',
      'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a broken chunk', 'POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
    ['a space in a header name', 'GET / HTTP/1.1\r\nhost : a\r\n\r\n'],
    ['headers without end', `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n`],
    ['a request without Host', `GET /_sim/clock HTTP/1.1\r\n${last}\r\n`],
  ])('%s is answered 400 with an error body, and the connection ends', async (_what, bytes) => {
    const { port, call } = await serving();
    const answer = await exchange(port, bytes);
    expect(statusesIn(answer)).toEqual([400]);
    expect(answer).toMatch(/connection: close/i);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await call('GET', '/_sim/clock')).status).toBe(200);
  });

  it('leaves the responses to earlier requests', async () => {
    const { port } = await serving();
    const answer = await exchange(port, `${get('/_sim/clock')}${get('/_sim/digest')}garbage\r\n\r\n`);
    expect(statusesIn(answer)).toEqual([200, 200, 400]);
  });
});

describe('methods and paths', () => {
  it.each([
    ['GET', '/', 404],
    ['GET', '/faucet', 404],
    ['DELETE', register, 404],
    ['PATCH', register, 404],
    ['OPTIONS', register, 404],
    ['PROPFIND', '/', 404],
    ['TRACE', '/_sim/clock', 404],
    ['GET', '/escrow/escrow/%', 404],
    ['GET', '/escrow/escrow/%ff%fe', 404],
    ['GET', '/_sim/%63lock', 200],
    ['GET', '/_sim/clock?x=%&y', 200],
    ['GET', '/_sim/../_sim/clock', 404],
    ['GET', `/${'a'.repeat(4000)}`, 404],
  ])('%s %s is answered %i', async (method, path, status) => {
    const { call } = await serving();
    const answer = await call(method, path);
    expect(answer.status).toBe(status);
    if (status === 404) expect(answer.body).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('names the methods of a path where a policy wants 405', async () => {
    const { call } = await serving({ policies: { 'errors.unknownMethod': '405' } });
    const answer = await call('PUT', register);
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });

  it('answers HEAD without a body and counts it like any request', async () => {
    const { call } = await serving();
    const answer = await call('HEAD', '/faucet/agents');
    expect(answer).toMatchObject({ status: 404, text: '' });
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(0);
    expect(answer.headers['x-ratelimit-remaining']).toBe('49');
  });

  it('accepts a target in absolute form, and refuses to be a proxy', async () => {
    const { port } = await serving();
    expect(statusesIn(await exchange(port, get('http://localhost/_sim/clock', last)))).toEqual([200]);
    const tunnel = await exchange(port, 'CONNECT elsewhere:443 HTTP/1.1\r\nhost: elsewhere\r\n\r\n');
    expect(statusesIn(tunnel)).toEqual([404]);
  });

  it('takes the last of a repeated query key', async () => {
    const { call } = await serving();
    const { body } = await call('POST', register, { headers: json, body: { agent_id: 'a' } });
    const headers = { authorization: `Bearer ${String(body['api_key'])}` };
    expect((await call('GET', '/escrow/escrows?limit=5&limit=0', { headers })).status).toBe(400);
    expect((await call('GET', '/escrow/escrows?limit=0&limit=5', { headers })).status).toBe(200);
    expect((await call('GET', '/escrow/escrows?__proto__=5', { headers })).status).toBe(200);
  });
});

describe('bodies', () => {
  it.each<[string, string | Buffer, Record<string, string>, number]>([
    ['JSON', '{"agent_id":"a"}', json, 201],
    ['JSON of no stated type', '{"agent_id":"a"}', {}, 201],
    ['JSON of a type that ends in +json', '{"agent_id":"a"}', { 'content-type': 'application/x+json' }, 201],
    ['JSON with an unknown field', '{"agent_id":"a","x":1}', json, 201],
    ['a form', 'agent_id=a', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
    ['JSON as text/plain', '{"agent_id":"a"}', { 'content-type': 'text/plain' }, 400],
    ['half of an object', '{"agent_id":', json, 400],
    ['a list', '[]', json, 400],
    ['null', 'null', json, 400],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), json, 400],
    ['nothing', '', json, 400],
    ['objects within objects', '{"a":'.repeat(5000) + '1' + '}'.repeat(5000), json, 400],
  ])('%s is answered', async (_what, body, headers, status) => {
    const { call } = await serving();
    const answer = await call('POST', register, { headers, body });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('one of 1 MB is refused, with or without Content-Length, and the sender can read the response', async () => {
    const { call, port } = await serving();
    const big = 'x'.repeat(1024 * 1024);
    const announced = await call('POST', register, { headers: json, body: big });
    expect(announced).toMatchObject({ status: 400, headers: { connection: 'close' } });
    expect(announced.body['error']).toContain(`larger than ${bodyBytesMax} bytes`);
    const head = `POST ${register} HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n`;
    const chunk = `10000\r\n${'y'.repeat(0x10000)}\r\n`;
    const chunked = await exchange(port, head, chunk.repeat(16), '0\r\n\r\n');
    expect(statusesIn(chunked)).toEqual([400]);
    expect((await call('GET', '/_sim/clock')).status).toBe(200);
  });

  it('one that is too large is refused in the default order: limiter, path and key come first', async () => {
    const { call } = await serving();
    const big = { headers: json, body: 'x'.repeat(bodyBytesMax + 1) };
    expect((await call('POST', '/nowhere', big)).status).toBe(404);
    expect((await call('POST', '/escrow/escrow', big)).status).toBe(401);
    for (let count = 0; count < 10; count++) await call('POST', register, big);
    expect((await call('POST', register, big)).status).toBe(429);
  });

  it('one just below the bound is read', async () => {
    const { call } = await serving();
    const start = '{"agent_id":"a","x":"';
    const body = `${start}${'x'.repeat(bodyBytesMax - 100)}"}`;
    expect((await call('POST', register, { headers: json, body })).status).toBe(201);
  });

  it('one that waits for 100 Continue gets it, unless it is too large', async () => {
    const { port } = await serving();
    const wait = 'expect: 100-continue\r\nconnection: close\r\n';
    expect(statusesIn(await exchange(port, post(register, '{"agent_id":"a"}', wait)))).toEqual([100, 201]);
    const head = `POST ${register} HTTP/1.1\r\nhost: localhost\r\n${wait}content-length: 999999\r\n\r\n`;
    const socket = connect(port, '127.0.0.1', () => socket.write(head));
    const answer = await new Promise<string>((resolve) =>
      socket.once('data', (data) => resolve(String(data))),
    );
    socket.destroy();
    expect(statusesIn(answer)).toEqual([400]);
    const odd = post(register, '{"agent_id":"c"}', `expect: miracles\r\n${last}`);
    expect(statusesIn(await exchange(port, odd))).toEqual([201]);
  });
});

describe('connections', () => {
  it('many requests in one piece are answered in their order, bodies and all', async () => {
    const { port, sandbox } = await serving();
    const names = Array.from({ length: 8 }, (_, index) => `agent-${index}`);
    const calls = names.map(
      (name) => post(register, JSON.stringify({ agent_id: name })) + get('/_sim/ledger'),
    );
    const answer = await exchange(port, calls.join('') + get('/_sim/clock', last));
    expect(statusesIn(answer)).toEqual([...names.flatMap(() => [201, 200]), 200]);
    expect([...answer.matchAll(/"agent_id":"([^"]+)"/g)].map(([, name]) => name)).toEqual(names);
    const transfers = [...answer.matchAll(/"transfers":(\d+)/g)].map(([, count]) => Number(count));
    expect(transfers).toEqual(names.map((_, index) => index + 2));
    expect([...sandbox.world.agents.all()].map(({ agentId }) => agentId)).toEqual(names);
  });

  it('one connection serves one call after another', async () => {
    const { port } = await serving();
    const statuses: number[] = [];
    await new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(get('/_sim/clock')));
      socket.on('data', (data) => {
        statuses.push(...statusesIn(String(data)));
        if (statuses.length === 50) socket.end(() => resolve());
        else socket.write(get('/_sim/clock'));
      });
      socket.on('error', reject);
    });
    expect(statuses).toEqual(Array(50).fill(200));
  });

  it('200 at once are all answered', async () => {
    const { port, sandbox } = await serving();
    const calls = Array.from({ length: 200 }, async (_, index) =>
      exchange(port, post(register, `{"agent_id":"a${index}"}`, `${last}x-sim-ip: 10.1.0.${index}\r\n`)),
    );
    for (const answer of await Promise.all(calls)) expect(statusesIn(answer)).toEqual([201]);
    expect(sandbox.world.agents.count).toBe(200);
  });

  it('a client that disconnects in the middle of a body has sent no request', async () => {
    const { port, sandbox, broken, call } = await serving();
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(post(register, `{"agent_id":"a"${' '.repeat(1000)}}`).slice(0, -500), () => {
          socket.resetAndDestroy();
          resolve();
        });
      });
    });
    expect((await call('GET', '/_sim/clock')).status).toBe(200);
    expect(sandbox.world.agents.count).toBe(0);
    expect(sandbox.world.requestCount).toBe(1);
    expect(broken).toEqual([]);
  });

  it('a client that disconnects before its response does not affect others', async () => {
    const { port, sandbox, broken, call } = await serving();
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(get('/_sim/policy').repeat(20), () => {
          socket.resetAndDestroy();
          resolve();
        });
      });
    });
    await call('POST', register, { headers: json, body: { agent_id: 'a' } });
    expect(sandbox.world.agents.count).toBe(1);
    expect(broken).toEqual([]);
  });

  it.each([
    ['headers', 'GET / HTTP/1.1\r\nhost: localhost\r\nx: '],
    ['a body', `POST ${register} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{`],
  ])('a sender that never comes to the end of %s is told so and cut off', async (_what, start) => {
    const { port, sandbox } = await serving({ patience: { headersMs: 20, requestMs: 30, checkMs: 10 } });
    const answer = await exchange(port, start);
    expect(statusesIn(answer)).toEqual([400]);
    expect(answer).toContain('the request was not complete in time');
    expect(sandbox.world.requestCount).toBe(0);
  });

  it('have virtual time in their Date header', async () => {
    const { call } = await serving();
    expect((await call('GET', '/_sim/clock')).headers['date']).toBe('Thu, 01 Jan 2026 00:00:00 GMT');
  });
});

describe('X-Sim-IP', () => {
  it('is the address that limits count by', async () => {
    const { call } = await serving();
    const from = async (ip: string): Promise<number> => {
      const headers = { ...json, 'x-sim-ip': ip };
      const body = { agent_id: `a-${ip.replaceAll(':', '.')}-${Math.floor(counter++)}` };
      return (await call('POST', register, { headers, body })).status;
    };
    let counter = 0;
    for (let count = 0; count < 10; count++) expect(await from('10.9.9.9')).toBe(201);
    expect(await from('10.9.9.9')).toBe(429);
    expect(await from('10.9.9.8')).toBe(201);
    expect(await from('fd00::1')).toBe(201);
  });

  it.each(['nonsense', '10.0.0', '10.0.0.1, 10.0.0.2', ''])('"%s" is no address', async (ip) => {
    const { call } = await serving();
    const answer = await call('GET', '/_sim/clock', { headers: { 'x-sim-ip': ip } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });
});

describe('closing', () => {
  it('sends pending responses, and accepts no more connections', async () => {
    const { server, sandbox, call, port } = await serving();
    sandbox.addFault({
      kind: 'slow',
      service: 'faucet',
      atMs: sandbox.nowMs,
      forMs: 1e9,
      latency: { medianMs: 60_000, p99Ms: 60_000 },
    });
    const owed = call('GET', '/faucet/agents');
    await vi.waitFor(() => expect(sandbox.world.requestCount).toBe(1), { timeout: testMsMax });
    await server.close();
    expect(await owed).toMatchObject({ status: 200, headers: { connection: 'close' } });
    await expect(exchange(port, get('/'))).rejects.toThrow(/ECONNREFUSED/);
  });
});

describe('a world that breaks', () => {
  it('answers 500 and calls onBroken', async () => {
    const { sandbox, call, broken } = await serving();
    const failure = new Error('broken');
    vi.spyOn(sandbox, 'dispatch').mockImplementation(() => {
      throw failure;
    });
    expect(await call('GET', '/_sim/clock')).toMatchObject({ status: 500, body: { code: 'INTERNAL_ERROR' } });
    expect(broken).toEqual([failure]);
  });
});
