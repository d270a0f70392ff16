import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { serving, type Serving } from '../serving.ts';

/** A connection, and what has come over it. */
class Client {
  readonly socket: Socket;
  text = '';
  readonly closed: Promise<void>;
  #onData = (): void => undefined;

  constructor({ port }: Serving) {
    this.socket = connect(port, '127.0.0.1');
    onTestFinished(() => void this.socket.destroy());
    this.socket.on('data', (data: Buffer) => {
      this.text += data.toString('utf8');
      this.#onData();
    });
    this.socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      this.socket.on('close', () => resolve());
    });
  }

  send(text: string): void {
    this.socket.write(text);
  }

  /** Resolves when so many answers have come, each a JSON object at its end. */
  async answers(count: number): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#onData = () => {
        if (this.text.split('HTTP/1.1 ').length > count && this.text.endsWith('}')) resolve();
      };
      this.#onData();
    });
    return this.text;
  }
}

const host = 'Host: 127.0.0.1\r\n';
/** A header that leaves a request to node:http and says nothing to a world. */
const forNode = 'TE: trailers\r\n';
const post = (path: string, body: string, more = ''): string =>
  `POST ${path} HTTP/1.1\r\n${host}Content-Type: application/json\r\n${more}` +
  `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\n${host}${more}\r\n`;

const calls: readonly ((more?: string) => string)[] = [
  (more) => get('/faucet/agents?limit=3', more),
  (more) => get('/nowhere', more),
  (more) => get('/faucet/status', more),
  (more) => get('/faucet/status', `Authorization: Bearer wrong\r\n${more ?? ''}`),
  (more) => post('/faucet/register', '{"agent_id":"ada","metadata":{"framework":"Größe €"}}', more),
  (more) => post('/faucet/register', '{"agent_id":"ada"}', more),
  (more) => post('/faucet/register', '{', more),
  (more) => get('/faucet/agents', more),
  (more) => get('/faucet/agents', `X-Sim-IP: nowhere\r\n${more ?? ''}`),
  (more) => get('/faucet/agents', `Origin: http://example.org\r\n${more ?? ''}`),
  (more) => post('/faucet/register', '{}', `Origin: http://example.org\r\n${more ?? ''}`),
];

/** Every answer to the calls, over one connection. */
async function answersTo(more?: string): Promise<string> {
  const client = new Client(await serving());
  for (const [index, call] of calls.entries()) {
    client.send(call(more));
    await client.answers(index + 1);
  }
  return client.text;
}

it('answers with the bytes that node:http sends', async () => {
  const direct = await answersTo();
  expect(direct).toContain('Größe');
  expect(direct).toBe(await answersTo(forNode));
});

it('answers in their order requests that come together, in parts, and of both kinds', async () => {
  const client = new Client(await serving());
  client.send(get('/nowhere/1'));
  await client.answers(1);
  client.send(get('/nowhere/2').repeat(2) + post('/faucet/register', '{"agent_id":"bo"}').slice(0, 40));
  await client.answers(3);
  client.send(post('/faucet/register', '{"agent_id":"bo"}').slice(40) + get('/faucet/agents', forNode));
  const text = await client.answers(5);
  expect([...text.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    '404',
    '404',
    '404',
    '201',
    '200',
  ]);
});

it('keeps what comes before an answer for after it', async () => {
  const server = await serving();
  const { sandbox } = server;
  const latency = { medianMs: 100, p99Ms: 100 };
  sandbox.addFault({ kind: 'slow', service: 'faucet', atMs: sandbox.nowMs, forMs: 1_000, latency });
  const client = new Client(server);
  client.send(get('/faucet/agents'));
  while (sandbox.world.requestCount === 0) await nextTurn();
  client.send(get('/nowhere'));
  const text = await client.answers(2);
  expect(text.indexOf('HTTP/1.1 200')).toBeLessThan(text.indexOf('HTTP/1.1 404'));
});

it('ends connections that are idle too long, after an answer and without a request', async () => {
  const server = await serving({ patience: { keepAliveMs: 40, headersMs: 40, checkMs: 10 } });
  const [used, unused] = [new Client(server), new Client(server)];
  used.send(get('/nowhere'));
  await used.closed;
  await unused.closed;
  expect(used.text).toContain('404');
  expect(unused.text === '' || unused.text.startsWith('HTTP/1.1 400')).toBe(true);
});

it('ends idle connections when it closes', async () => {
  const { server, ...rest } = await serving();
  const client = new Client({ server, ...rest });
  client.send(get('/nowhere'));
  await client.answers(1);
  await server.close();
  await client.closed;
  expect(client.text).toContain('404');
});
