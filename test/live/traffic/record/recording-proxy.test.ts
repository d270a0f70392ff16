/** The recording proxy: what it passes on, what it answers by itself, and what it leaves out. */
import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { heldServer, moment, okay, until } from '../http/connected.ts';
import { answerJson, toyServer } from '../toy-server.ts';
import { proxied } from './proxied.ts';
import { testMsMax } from '../../../time-limit.ts';

/** Everything that a server on this port sends to these bytes, until it closes the connection. */
function rawly(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (data) => (heard += data.toString('latin1')));
    socket.on('end', () => resolve(heard));
    socket.on('error', reject);
  });
}

const portOf = (address: string): number => Number(new URL(address).port);

describe('what passes the recording proxy', () => {
  it('is the request as it was sent, below the address of its service, but for headers of the connection', async () => {
    const toy = await toyServer((_asked, response) => answerJson(response, { ok: true }, 201));
    const { address, exchanges } = await proxied(toy.port);
    const body = '{"a" : 1.0,\t"b":"\\u00e9"}';
    const head = [
      'POST /faucet/claim?b=2&a=%20x&a=1 HTTP/1.1',
      `Host: 127.0.0.1:${portOf(address)}`,
      'X-Odd-Case: One',
      'x-list: a',
      'X-List: b',
      'Connection: close, X-Mine',
      'X-Mine: for the proxy alone',
      'TE: trailers',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    const answer = await rawly(portOf(address), `${head.join('\r\n')}\r\n\r\n${body}`);
    expect(answer).toContain('HTTP/1.1 201 Created');
    expect(answer).toContain('{"ok":true}');
    const [asked] = toy.asked;
    expect(asked).toMatchObject({ method: 'POST', url: '/v2/faucet/claim?b=2&a=%20x&a=1', text: body });
    expect(asked?.headers).toMatchObject({
      'x-odd-case': 'One',
      'x-list': 'a, b',
      host: `127.0.0.1:${toy.port}`,
    });
    expect(asked?.headers).not.toHaveProperty('x-mine');
    expect(asked?.headers).not.toHaveProperty('te');
    expect(exchanges.map(({ method, url, status }) => [method, url, status])).toEqual([
      ['POST', '/faucet/claim?b=2&a=%20x&a=1', 201],
    ]);
    expect(exchanges[0]?.requestBody.toString()).toBe(body);
  });

  it('is the answer as it was sent: status line, headers, and bytes in any content encoding', async () => {
    const bytes = gzipSync('{"ok":true}');
    const toy = await toyServer((_asked, response) => {
      response.sendDate = false;
      response.writeHead(299, 'Nearly', ['X-A', '1', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Content-Encoding', 'gzip', 'Content-Length', String(bytes.length)]); // prettier-ignore
      response.end(bytes);
    });
    const { address, exchanges } = await proxied(toy.port);
    const heard = await rawly(
      portOf(address),
      'GET /api/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    );
    expect(heard).toMatch(
      /^HTTP\/1\.1 299 Nearly\r\nX-A: 1\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Encoding: gzip\r\n/,
    );
    expect(heard.toLowerCase()).not.toContain('\r\ndate:');
    expect(Buffer.from(heard.slice(heard.indexOf('\r\n\r\n') + 4), 'latin1').equals(bytes)).toBe(true);
    expect(exchanges[0]?.answerBody.equals(bytes)).toBe(true);
  });

  it('streams both bodies: the answer begins before the request has ended', async () => {
    const server = createServer((message, response) => message.pipe(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { address, exchanges, proxy } = await proxied((server.address() as { port: number }).port);
    const heard = await new Promise<string>((resolve) => {
      let text = '';
      const request = httpRequest(`${address}/faucet/echo`, { method: 'POST' }, (response) => {
        response.on('data', (data: Buffer) => {
          text += data.toString();
          if (text === 'first') request.end('last');
        });
        response.on('end', () => resolve(text));
      });
      request.write('first');
    });
    expect(heard).toBe('firstlast');
    await vi.waitFor(() => expect(exchanges).toHaveLength(1), { timeout: testMsMax });
    expect(proxy.added.count).toBe(1);
    server.closeAllConnections();
    server.close();
  });

  it('counts what the answer took and leaves out event streams, large bodies and clients that go away', async () => {
    const toy = await toyServer((asked, response) => {
      if (asked.url.endsWith('/events')) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: 1\n\n');
      } else if (asked.url.endsWith('/large')) response.end(Buffer.alloc(5 * 1024 * 1024));
      else if (asked.url.endsWith('/cut')) {
        response.writeHead(200, { 'content-length': '10' });
        response.write('12345');
        setImmediate(() => response.destroy());
      }
    });
    const { address, proxy, exchanges } = await proxied(toy.port);
    const aborting = new AbortController();
    const events = await fetch(`${address}/faucet/events`, { signal: aborting.signal });
    expect((await events.body?.getReader().read())?.value?.toString()).toBeDefined();
    aborting.abort();
    expect((await (await fetch(`${address}/faucet/large`)).arrayBuffer()).byteLength).toBe(5 * 1024 * 1024);
    await expect(fetch(`${address}/faucet/cut`).then((answer) => answer.text())).rejects.toThrow();
    const silent = new AbortController();
    const waiting = fetch(`${address}/faucet/silent`, { signal: silent.signal }).catch(() => undefined);
    await vi.waitFor(() => expect(toy.asked).toHaveLength(4), { timeout: testMsMax });
    silent.abort();
    await waiting;
    await vi.waitFor(() => expect(proxy.leftOut.size).toBe(4), { timeout: testMsMax });
    expect(Object.fromEntries(proxy.leftOut)).toEqual({
      'event stream': 1,
      'body above 4 MiB': 1,
      'cut off by the target': 1,
      'cut off by the client': 1,
    });
    expect(exchanges).toEqual([]);
  });
});

describe('what the recording proxy answers by itself', () => {
  it.each<[string, string, Record<string, string>, number, string]>([
    ['a path of no service', 'GET /other/x', {}, 404, 'NO_SERVICE'],
    ['a service without an address', 'GET /wallet/x', {}, 404, 'NO_SERVICE'],
    ['a path that leaves its service', 'GET /faucet/%2e%2e/admin', {}, 400, 'UNSAFE_PATH'],
    ['a write where only reads are allowed', 'POST /faucet/claim', {}, 403, 'NOT_ALLOWED'],
    ['a WebSocket', 'GET /faucet/live', { Connection: 'upgrade', Upgrade: 'websocket' }, 501, 'NO_UPGRADE'],
    ['a page from elsewhere', 'GET /faucet/x', { Host: 'evil.example' }, 403, 'OTHER_HOST'],
    ['an address of another server', 'GET http://other.example/faucet/x', {}, 400, 'NO_PATH'],
  ])('is %s, with one line of JSON', async (_what, line, headers, status, code) => {
    const toy = await toyServer();
    const { address, proxy } = await proxied(toy.port, { extra: 'allow: reads' });
    const all = { Host: 'localhost', Connection: 'close', ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const port = portOf(address);
    const heard = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`${line} HTTP/1.1\r\n${lines.join('')}\r\n`),
      );
      socket.on('data', (data) => {
        text += data.toString();
        if (text.endsWith('}\n')) socket.destroy();
      });
      socket.on('close', () => resolve(text));
    });
    expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(heard).toMatch(
      new RegExp(`\\r\\n\\r\\n\\{"error":"orrery record: [^\\n]+","code":"${code}"\\}\\n$`),
    );
    expect(Object.fromEntries(proxy.refused)).toEqual({ [code]: 1 });
    expect(toy.asked).toEqual([]);
  });

  it('is 502 for a target that is down and 504 for one that is late', async () => {
    const gone = await proxied(1);
    const down = await fetch(`${gone.address}/faucet/x`, { method: 'POST', body: 'text' });
    expect([down.status, await down.text()]).toEqual([
      502,
      '{"error":"orrery record: no answer from target live: the connection was refused","code":"TARGET_DOWN"}\n',
    ]);
    expect(Object.fromEntries(gone.proxy.refused)).toEqual({ TARGET_DOWN: 1 });
    const toy = await toyServer(() => undefined);
    const slow = await proxied(toy.port, { extra: 'timeout: 50ms' });
    const late = await fetch(`${slow.address}/faucet/x`);
    expect([late.status, await late.text()]).toEqual([504, expect.stringContaining('within 50 ms')]);
  });
});

describe('the connections of the recording proxy', () => {
  it('to the target are kept and used again, whichever client asks', async () => {
    const server = await heldServer((socket) => socket.write(okay('{}')));
    const { address, exchanges } = await proxied(server.port);
    for (let each = 0; each < 3; each++) {
      await rawly(portOf(address), `GET /api/${each} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`); // prettier-ignore
    }
    expect(server.asked).toEqual(['0 /api/0', '0 /api/1', '0 /api/2']);
    expect(new Set(exchanges.map(({ client }) => client)).size).toBe(3);
  });

  it('to the target are as many as its file allows, and further requests wait', async () => {
    const server = await heldServer();
    const { address, proxy } = await proxied(server.port, { extra: 'connections: 2' });
    const answers = Array.from({ length: 5 }, (_, n) => fetch(`${address}/api/${n}`));
    await until(() => proxy.openCount === 5);
    for (let answered = 0; answered < 5; answered++) {
      await until(() => server.asked.length === Math.min(5, answered + 2));
      expect([server.sockets.length, proxy.openCount]).toEqual([2, 5 - answered]);
      const [place = ''] = server.asked[answered]?.split(' ') ?? [];
      server.sockets[Number(place)]?.write(okay('{}'));
      await until(() => proxy.openCount === 4 - answered);
    }
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it('of a client that goes away before its turn lead to nothing', async () => {
    const server = await heldServer();
    const turn = moment();
    const { address, proxy } = await proxied(server.port, { ready: () => turn.promise });
    const leaving = new AbortController();
    const asked = fetch(`${address}/api/x`, { signal: leaving.signal }).catch(() => 'gone');
    await until(() => proxy.openCount === 1);
    leaving.abort();
    expect(await asked).toBe('gone');
    await fetch(`${address}/other`);
    turn.resolve();
    await until(() => proxy.openCount === 0);
    expect([Object.fromEntries(proxy.leftOut), server.asked]).toEqual([{ 'cut off by the client': 1 }, []]);
  });
});

describe('the end of a recording', () => {
  it('cuts streams without an end, which are no failures of the target', async () => {
    const toy = await toyServer((_asked, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
    });
    const { proxy, address } = await proxied(toy.port);
    const events = await fetch(`${address}/faucet/events`);
    await proxy.stop();
    await expect(events.text()).rejects.toThrow();
    expect(Object.fromEntries(proxy.leftOut)).toEqual({ 'event stream': 1 });
    expect([Object.fromEntries(proxy.refused), proxy.openCount]).toEqual([{}, 0]);
  });

  it('waits for open requests and refuses further ones', async () => {
    let answer = (): void => undefined;
    const toy = await toyServer((_asked, response) => (answer = () => answerJson(response, { id: 1 })));
    const { proxy, address, exchanges, limit } = await proxied(toy.port, { requestsMax: 1 });
    const open = fetch(`${address}/faucet/x`);
    await limit;
    const refused = await fetch(`${address}/faucet/y`);
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('RECORDING_OVER')]);
    await vi.waitFor(() => expect(toy.asked).toHaveLength(1), { timeout: testMsMax });
    const stopped = proxy.stop();
    answer();
    expect(await (await open).json()).toEqual({ id: 1 });
    await stopped;
    expect(exchanges).toHaveLength(1);
    await expect(fetch(`${address}/faucet/z`)).rejects.toThrow();
  });
});
