/** What one connection keeps to itself, writes together, notes for the user, and does with answers that come out of turn. */
import { createServer as createHttp2, type ServerHttp2Stream } from 'node:http2';
import { createServer as createPlain } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, NoAnswer, type Asked } from '../../../../src/live/traffic/http/ask.ts';
import { Connection } from '../../../../src/live/traffic/http/connection.ts';
import type { Endpoint, EndpointTransport } from '../../../../src/live/traffic/http/endpoint.ts';
import { targetWith } from '../target/target-with.ts';
import { listening } from '../transports/gateway.ts';
import { connected, endpointAt, heldServer, messageOf, okay, until, type Numbered } from './connected.ts';

const notesOf = ({ transport }: Endpoint): string[] => [...(transport?.found.notes ?? [])];
const answerWith = (status: number, body: string, head = ''): string =>
  okay(body, head).replace('200 OK', `${status} X`);

/** The notes of an endpoint whose server sends these answers, one to each request of a connection. */
async function noted(answers: readonly string[], transport: Partial<EndpointTransport> = {}) {
  const server = await heldServer((socket) => socket.write(answers[server.asked.length - 1] ?? ''));
  const endpoint = endpointAt(server.port, transport);
  const numbers = answers.map((_, n) => n + 1);
  const { heard } = connected(endpoint, numbers);
  await until(() => heard.length > answers.length);
  const notes = notesOf(endpoint).map((each) => each.replace(`127.0.0.1:${server.port}: `, ''));
  return { notes, heard: heard.slice(1) };
}

const tlsPort = 'the port speaks TLS; expected https:// instead of http:// in the target file';
const redirect = (status: number, to: string): string => answerWith(status, '', `location: ${to}\r\n`);
const notFollowed =
  'redirects are not followed; expected redirects: same-host in the target file to follow them';

describe('a connection notes', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['what a first answer of 400 says', [answerWith(400, 'sent to HTTPS port')], [tlsPort]],
    ['nothing of a later one', [okay('x'), answerWith(400, 'sent to HTTPS port')], []],
    ['nothing of other statuses', [answerWith(401, 'sent to HTTPS port')], []],
    ['nothing of an answer that is fine', [okay('sent to HTTPS port')], []],
    ['that redirects are not followed, once', [redirect(302, '/a'), redirect(308, '/a')], [notFollowed]],
    ['nothing of a place in an answer that is no redirect', [redirect(201, '/a'), redirect(300, '/a'), redirect(400, '/a')], []],
  ])('%s', async (_what, answers, notes) => expect((await noted(answers)).notes).toEqual(notes)); // prettier-ignore

  it('no secret, and hands none on', async () => {
    const answers = [redirect(302, 'http://hidden-key.example/'), okay('is hidden-key')];
    const { notes, heard } = await noted(answers, { followsRedirects: true, secrets: ['hidden-key'] });
    expect(notes).toEqual(['a redirect to http://[redacted].example was not followed; expected the same scheme, host and port']);
    expect(heard).toEqual(['1: 302 ', '2: 200 is [redacted]']);
  }); // prettier-ignore

  it.each<[string, readonly number[], Partial<EndpointTransport>, boolean, number]>([
    ['closes without a byte once it is asked', [1], {}, true, 2],
    ['closes without a byte and was looked at before', [1], { found: { isHttp2: false, isProbed: true, notes: new Set() } }, true, 1],
    ['closes without being asked', [], {}, false, 1],
  ])('whether a port speaks TLS that %s', async (_what, numbers, transport, isProbed, count) => {
    let opened = 0;
    const port = await listening(createPlain((socket) => {
      opened += 1;
      if (numbers.length === 0) socket.end();
      socket.once('data', () => socket.destroy());
    }));
    const endpoint = endpointAt(port, transport);
    const { closed, heard } = connected(endpoint, numbers);
    await closed;
    expect([endpoint.transport?.found.isProbed, opened, heard.at(-1)]).toEqual([isProbed, count, 'closed']);
    expect(notesOf(endpoint)).toEqual([]);
  }); // prettier-ignore
});

describe('a connection', () => {
  it('writes nothing while it gathers', async () => {
    const server = await heldServer();
    const first = connected(endpointAt(server.port));
    await first.opened;
    first.connection.gather(true);
    for (const n of [1, 2]) first.connection.send({ n, method: 'GET', sentMs: n }, messageOf(n));
    await connected(endpointAt(server.port), [3]).opened;
    await until(() => server.asked.length === 1);
    expect(server.asked).toEqual(['1 /3']);
    first.connection.gather(false);
    await until(() => server.asked.length === 3);
    expect(server.asked.slice(1)).toEqual(['0 /1', '0 /2']);
  });

  it('answers thousands of requests that were written at once in their order', async () => {
    const server = await heldServer((socket) => socket.write(okay('x')));
    const numbers = Array.from({ length: 1_500 }, (_, n) => n);
    const { heard, connection } = connected(endpointAt(server.port), numbers);
    await until(() => heard.length > numbers.length);
    expect(heard.slice(1)).toEqual(numbers.map((n) => `${n}: 200 x`));
    expect([connection.owed, connection.oldest, connection.owedSinceMs]).toEqual([0, undefined, Infinity]);
  });

  it('sends text beyond ASCII as UTF-8', async () => {
    let got = '';
    const port = await listening(createPlain((socket) => socket.on('data', (bytes) => (got += bytes.toString('utf8'))))); // prettier-ignore
    const { connection, opened } = connected(endpointAt(port));
    await opened;
    for (const text of ['POST /ü HTTP/1.1\r\n\r\n', 'plain €.'])
      connection.send({ n: 1, method: 'POST', sentMs: 1 }, text);
    await until(() => got.endsWith('.'));
    expect(got).toBe('POST /ü HTTP/1.1\r\n\r\nplain €.');
  });

  it('that follows redirects sends no other request behind an answer that closes it', async () => {
    const server = await heldServer((socket) => socket.write(okay('one', 'connection: close\r\n')));
    const { heard, closed } = connected(endpointAt(server.port, { followsRedirects: true }), [1, 2]);
    await closed;
    await until(() => server.sockets[0]?.destroyed === true);
    expect([heard, server.asked]).toEqual([['opened', '1: 200 one', '2: reset', 'closed'], ['0 /1']]);
  });

  /** A connection whose redirect waits until its owner sends it. */
  async function waiting(close = '') {
    const moved = `HTTP/1.1 307 X\r\nlocation: /moved\r\ncontent-length: 0\r\n${close}\r\n`;
    const server = await heldServer((socket) => socket.write(moved));
    const heard: string[] = [];
    const sends: (() => void)[] = [];
    const connection = new Connection<Numbered>(endpointAt(server.port, { followsRedirects: true }), {
      opened: (open) => open.send({ n: 1, method: 'GET', sentMs: 1 }, messageOf(1)),
      answered: (_connection, { n }, { status }) => heard.push(`${n}: ${status}`),
      failed: (_connection, { n }, reason) => heard.push(`${n}: ${reason}`),
      closed: (_connection, reason) => heard.push(`closed ${reason ?? ''}`),
      follow: (send) => sends.push(send),
    });
    onTestFinished(() => connection.cut('reset'));
    await until(() => sends.length === 1);
    return { server, connection, heard, send: sends[0] ?? (() => undefined) };
  }

  it.each([
    ['on the same connection', ''],
    ['on another connection', 'connection: close\r\n'],
  ])('asks no more for a redirect %s once it is over', async (_what, close) => {
    const { server, connection, heard, send } = await waiting(close);
    connection.cut('timeout');
    send();
    await connected(endpointAt(server.port), [3]).opened;
    await until(() => server.asked.length > 1);
    expect([heard, server.asked]).toEqual([
      ['1: timeout', 'closed '],
      ['0 /1', '1 /3'],
    ]);
  });

  it('is broken by an answer before the redirect is asked for', async () => {
    const { server, heard } = await waiting();
    server.sockets[0]?.write(okay('stray'));
    await until(() => heard.length === 2);
    expect(heard).toEqual(['1: broken', 'closed ']);
  });
});

describe('a connection in HTTP/2', () => {
  const other = 'the target does not answer in HTTP/2; expected http2 to be left out of the target file';
  const stream = async (respond: (stream: ServerHttp2Stream) => void): Promise<number> => {
    const server = createHttp2();
    server.on('stream', (each: ServerHttp2Stream) => {
      each.on('error', () => undefined);
      respond(each);
    });
    return listening(server);
  };

  it.each<[string, readonly number[]]>([
    ['before it is asked', []],
    ['once it is asked', [1]],
  ])('is broken by a target that speaks another protocol %s', async (_what, numbers) => {
    const port = await listening(createPlain((socket) => void socket.write('HTTP/1.1 400 Bad\r\n\r\n'.repeat(5))));
    const endpoint = endpointAt(port, { isHttp2: true });
    const { heard, connection, closed } = connected(endpoint, numbers);
    await closed;
    expect([heard, connection.cause]).toEqual([['opened', ...numbers.map((n) => `${n}: broken`), 'closed'], other]);
    expect(endpoint.transport?.found.isProbed).toBe(false);
  }); // prettier-ignore

  it('is over where its target ends the session at rest', async () => {
    const server = createHttp2();
    server.on('session', (session) => session.close());
    const { heard, closed, connection } = connected(endpointAt(await listening(server), { isHttp2: true }));
    await closed;
    expect([heard, connection.cause]).toEqual([['opened', 'closed'], undefined]);
  });

  it('fails what is ended without an answer', async () => {
    const port = await stream((each) => each.close(0));
    const { heard, closed } = connected(endpointAt(port, { isHttp2: true }), [1]);
    await closed;
    expect(heard).toEqual(['opened', '1: reset', 'closed']);
  });

  it('ends with the session behind the answer that was the last', async () => {
    const port = await stream((each) => {
      each.session?.close();
      each.respond({ ':status': 200 });
      each.end('one');
    });
    const { heard, closed } = connected(endpointAt(port, { isHttp2: true }), [1, 2]);
    await closed;
    expect(heard).toEqual(['opened', '1: 200 one', '2: reset', 'closed']);
  });

  it('takes the longest head and the longest body', async () => {
    const headBytes = 32 * 1024 - 'HTTP/2 200\r\ndate: now\r\nx: \r\n'.length;
    const port = await stream((each) => {
      each.respond({ ':status': 200, date: 'now', x: 'y'.repeat(headBytes) });
      each.end(Buffer.alloc(4 * 2 ** 20, 'x'));
    });
    const { heard } = connected(endpointAt(port, { isHttp2: true }), [1]);
    await until(() => heard.length === 2);
    expect([heard[1]?.slice(0, 8), heard[1]?.length]).toEqual(['1: 200 x', 4 * 2 ** 20 + 7]);
  });
});

describe('one request alone', () => {
  const asking = async (
    port: number,
    change: Partial<Asked> = {},
    { lines = '', transport }: { lines?: string; transport?: Partial<EndpointTransport> } = {},
  ) => {
    const address = { isTls: false, host: '127.0.0.1', port, basePath: '/base' };
    const target = targetWith(`allow: writes\n${lines}`);
    return ask(target, endpointAt(port, transport), { method: 'GET', address, path: '/thing', ...change });
  };
  const what = (port: number, method = 'GET', path = '/thing') =>
    `${method} /base${path} at 127.0.0.1:${port}: `;

  it.each<[string, unknown, string]>([
    ['GET', undefined, ''],
    ['POST', { a: 'ü' }, 'content-type: application/json\r\ncontent-length: 10\r\n\r\n{"a":"ü"}'],
    ['POST', null, 'content-type: application/json\r\ncontent-length: 4\r\n\r\nnull'],
  ])('is written once: %s with %j', async (method, body, tail) => {
    let got = '';
    const port = await listening(createPlain((socket) => socket.on('data', (bytes) => {
      got += bytes.toString('utf8');
      socket.write(answerWith(404, '{"b":[1]}', 'x: y\r\n'));
    })));
    const reply = await asking(port, { method, body });
    expect(reply).toEqual({ status: 404, head: 'HTTP/1.1 404 X\r\ncontent-length: 9\r\nx: y\r\n', body: { b: [1] } });
    expect(got.startsWith(`${method} /base/thing HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n`)).toBe(true);
    if (tail === '') expect(got).not.toContain('content-');
    else expect(got.slice(got.indexOf('content-type'))).toBe(tail);
  }); // prettier-ignore

  it('has the text of a body that is no JSON', async () => {
    const { port } = await heldServer((socket) => socket.write(okay('hello')));
    expect((await asking(port)).body).toBe('hello');
  });

  it.each<[string, string, string]>([
    ['closes', '', 'reset'],
    ['speaks TLS', '\u0015\u0003\u0003\u0000\u0002\u0002\u0046', tlsPort],
    ['sends no HTTP', 'hello\r\n\r\n', 'broken'],
  ])('has no answer where the target %s', async (_what, bytes, why) => {
    const { port } = await heldServer((socket) => socket.end(Buffer.from(bytes, 'latin1')));
    const error = await asking(port).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(NoAnswer);
    expect(error).toMatchObject({ name: 'NoAnswer', message: what(port) + why });
  });

  it('has no answer where none comes in time, and none where no connection opens', async () => {
    const { port } = await heldServer();
    const lines = 'timeout: 30ms';
    await expect(asking(port, {}, { lines })).rejects.toThrow(new NoAnswer(`${what(port)}timeout`));
    await expect(asking(1)).rejects.toThrow(new NoAnswer(`${what(1)}refused`));
    await expect(asking(port, { path: '/../x' })).rejects.toThrow(new NoAnswer(`${what(port, 'GET', '/../x')}the request cannot be sent as HTTP`)); // prettier-ignore
  });

  it('follows a redirect after the pause that the target asks for', async () => {
    const moved = answerWith(307, '', 'location: /moved\r\n');
    const server = await heldServer((socket) => socket.write(server.asked.length === 1 ? moved : okay('"there"'))); // prettier-ignore
    const reply = await asking(server.port, {}, { transport: { followsRedirects: true } });
    expect([reply.body, server.asked]).toEqual(['there', ['0 /base/thing', '0 /moved']]);
  });
});
