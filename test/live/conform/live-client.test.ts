/** The connection of a comparison to its target: one request at a time, within the ceiling, until it is stopped. */
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { LiveClient, type LiveAnswer, type LiveRequest } from '../../../src/live/conform/live-client.ts';
import { PathTemplates } from '../../../src/live/traffic/plan/path-templates.ts';
import { PinnedAddresses } from '../../../src/live/traffic/target/pinned-addresses.ts';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { answerJson, toyServer } from '../traffic/toy-server.ts';

let wallMs = 0;

beforeEach(() => {
  wallMs = 1_000;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => wallMs);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const request: LiveRequest = {
  method: 'GET', path: '/faucet/x', query: {}, headers: {}, priceMicros: 0, body: undefined, isJson: true, ownHeaders: '',
}; // prettier-ignore

async function clientAt(port: number, { extra = 'requestsPerSecond: 1000\n', scheme = 'http' } = {}) {
  const services = `services: { faucet: "${scheme}://127.0.0.1:${port}/faucet" }\n`;
  const target = readTarget('toy.yaml', `name: toy\nhosts: [127.0.0.1]\nallow: writes\n${services}${extra}`);
  const addresses = await PinnedAddresses.resolve(target);
  const client = new LiveClient(target, new PathTemplates(target, addresses, undefined));
  onTestFinished(() => client.close());
  return client;
}

/** A port at which a connection is opened and nothing is said; closed again at once where `isClosed`. */
async function silentPort(isClosed = false): Promise<number> {
  const server = createServer((socket) => onTestFinished(() => void socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  if (isClosed) await new Promise((resolve) => server.close(resolve));
  else onTestFinished(() => void server.close());
  return port;
}

/** What a promise resolves to, or that it waits still after whatever is due at once. */
async function settled<T>(promise: Promise<T>): Promise<T | 'waits'> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  return Promise.race([promise, Promise.resolve('waits' as const)]);
}

/** A client whose request has arrived and is not answered. */
async function inFlight(extra?: string) {
  let arrived = (): void => undefined;
  const isThere = new Promise<void>((resolve) => (arrived = resolve));
  const { port } = await toyServer(() => arrived());
  const client = await clientAt(port, extra === undefined ? {} : { extra });
  const answer = client.send(request);
  await isThere;
  return { client, answer };
}

describe('an answer', () => {
  it.each([
    ['{"a":[1]}', { a: [1] }],
    ['', {}],
    ['null', null],
    ['no JSON', undefined],
  ])('of "%s" has a body, its status and the time that it took', async (text, body) => {
    const { port, asked } = await toyServer((_asked, response) => {
      wallMs += 30;
      response.writeHead(201, { 'content-type': 'text/plain' }).end(text);
    });
    const client = await clientAt(port);
    const answer = await client.send(request);
    const head = expect.stringMatching(/^HTTP\/1\.1 201 Created\r\ncontent-type: text\/plain\r\n/i);
    expect(answer).toStrictEqual({ kind: 'answer', status: 201, head, body, serviceMs: 30 });
    expect([client.sent, asked.map(({ method, url }) => `${method} ${url}`)]).toEqual([1, ['GET /faucet/x']]);
  });

  it('comes over the same connection until that has rested for four seconds', async () => {
    const ports: unknown[] = [];
    const { port } = await toyServer((_asked, response) => {
      ports.push(response.socket?.remotePort);
      answerJson(response, {});
    });
    const client = await clientAt(port);
    for (const restMs of [0, 4_000, 4_000, 4_001, 0]) {
      wallMs += restMs;
      await client.send(request);
    }
    const [first, , , last] = ports;
    expect(ports).toEqual([first, first, first, last, last]);
    expect(last).not.toBe(first);
  });

  it('comes over a new connection after one that the target has closed', async () => {
    const { port, asked } = await toyServer((_asked, response) => {
      response.setHeader('connection', 'close');
      answerJson(response, {});
    });
    const client = await clientAt(port);
    const answers = [await client.send(request), await client.send(request)];
    expect(answers.map(({ kind }) => kind)).toEqual(['answer', 'answer']);
    expect(asked).toHaveLength(2);
  });

  it('may be that of another place on the same host', async () => {
    const { port, asked } = await toyServer(({ url }, response) => {
      if (url !== '/faucet/x') answerJson(response, { url });
      else response.writeHead(307, { location: '/faucet/y' }).end();
    });
    const client = await clientAt(port, { extra: 'redirects: same-host\n' });
    expect(await client.send(request)).toMatchObject({ status: 200, body: { url: '/faucet/y' } });
    expect(asked).toHaveLength(2);
  });
});

describe('a request without an answer', () => {
  it.each<[string, Partial<LiveRequest>, string]>([
    ['a header that HTTP cannot carry', { headers: { 'x-y': 'a\r\nb: c' } }, 'unsendable'],
    ['a path that leads out of its place', { path: '/faucet/../x' }, 'unsendable'],
    ['a path of a service that the target does not list', { path: '/wallet/x' }, 'no address'],
  ])('is one with %s', async (_what, change, reason) => {
    const { port, asked } = await toyServer();
    const client = await clientAt(port);
    expect(await client.send({ ...request, ...change })).toStrictEqual({ kind: 'failed', reason });
    expect([client.sent, asked]).toEqual([0, []]);
  });

  it('is one to a port at which no server listens', async () => {
    const client = await clientAt(await silentPort(true));
    expect(await client.send(request)).toStrictEqual({ kind: 'failed', reason: 'refused' });
    expect([client.sent, client.notes, vi.getTimerCount()]).toEqual([0, [], 0]);
  });

  it('says its cause where that is known', async () => {
    const { port } = await toyServer();
    const client = await clientAt(port, { scheme: 'https' });
    const cause = 'the port answers in plain HTTP; expected http:// instead of https:// in the target file';
    expect(await client.send(request)).toStrictEqual({ kind: 'failed', reason: 'tls', cause });
  });

  it('is one that the target leaves without an answer for the time that its file says', async () => {
    const { answer } = await inFlight('timeout: 2s\n');
    vi.advanceTimersByTime(1_999);
    expect(await settled(answer)).toBe('waits');
    vi.advanceTimersByTime(1);
    expect(await answer).toStrictEqual({ kind: 'failed', reason: 'timeout' });
  });

  it('is one whose connection does not open in that time', async () => {
    const client = await clientAt(await silentPort(), { scheme: 'https', extra: 'timeout: 2s\n' });
    const answer = client.send(request);
    expect(await settled(answer)).toBe('waits');
    vi.advanceTimersByTime(1_999);
    expect(await settled(answer)).toBe('waits');
    vi.advanceTimersByTime(1);
    expect(await answer).toStrictEqual({ kind: 'failed', reason: 'timeout' });
    expect([client.sent, vi.getTimerCount()]).toEqual([0, 0]);
  });
});

const stopped: LiveAnswer = { kind: 'failed', reason: 'stopped' };

describe('the ceiling', () => {
  it('is waited for before a request is sent', async () => {
    const { port, asked } = await toyServer();
    const client = await clientAt(port, { extra: 'requestsPerSecond: 1\n' });
    await client.send(request);
    const second = client.send(request);
    expect(await settled(second)).toBe('waits');
    expect([client.sent, asked.length, vi.getTimerCount()]).toEqual([1, 1, 1]);
    wallMs += 1_000;
    vi.advanceTimersByTime(1_000);
    expect(await second).toMatchObject({ status: 200 });
    expect([client.sent, asked.length]).toEqual([2, 2]);
  });

  it('is waited for no more once the client is stopped', async () => {
    const { port, asked } = await toyServer();
    const client = await clientAt(port, { extra: 'requestsPerSecond: 1\n' });
    await client.send(request);
    const second = client.send(request);
    expect(await settled(second)).toBe('waits');
    client.stop();
    expect(await second).toStrictEqual(stopped);
    expect([client.sent, asked.length]).toEqual([1, 1]);
  });
});

describe('a client that is stopped', () => {
  it('sends nothing more', async () => {
    const { port, asked } = await toyServer();
    const client = await clientAt(port);
    expect([client.isStopped, client.isSpent]).toEqual([false, false]);
    client.stop();
    expect(await client.send(request)).toStrictEqual(stopped);
    expect([client.isStopped, client.isSpent, client.sent, asked.length]).toEqual([true, false, 0, 0]);
  });

  it('waits half a second for the answer that is on its way, once', async () => {
    const { client, answer } = await inFlight();
    client.stop();
    client.stop();
    expect(vi.getTimerCount()).toBe(2);
    vi.advanceTimersByTime(499);
    expect(await settled(answer)).toBe('waits');
    vi.advanceTimersByTime(1);
    expect(await settled(answer)).toStrictEqual({ kind: 'failed', reason: 'reset' });
  });

  it('waits for nothing', async () => {
    const client = await clientAt(1);
    const pause = client.pause(60_000);
    expect([await settled(pause), vi.getTimerCount()]).toEqual(['waits', 1]);
    client.stop();
    expect(await settled(pause)).toBeUndefined();
    expect(vi.getTimerCount()).toBe(1);
    expect(await settled(client.pause(60_000))).toBeUndefined();
    expect(vi.getTimerCount()).toBe(1);
  });
});

it('a pause takes as long as it is asked to, and no time for none', async () => {
  const client = await clientAt(1);
  for (const ms of [0, -1]) expect(await settled(client.pause(ms))).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
  const pause = client.pause(50);
  vi.advanceTimersByTime(49);
  expect(await settled(pause)).toBe('waits');
  vi.advanceTimersByTime(1);
  expect(await settled(pause)).toBeUndefined();
});
