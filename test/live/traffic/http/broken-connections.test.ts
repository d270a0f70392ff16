/** What becomes of the requests of one connection that ends: each is answered or fails once, for the reason of the end. */
import { createServer, type ServerHttp2Stream } from 'node:http2';
import { describe, expect, it } from 'vitest';
import { hostileServer } from '../hostile-server.ts';
import { listening } from '../transports/gateway.ts';
import { connected, endpointAt, heldServer, okay, until } from './connected.ts';

/** All that the owner of a connection hears where the server sends these bytes to the first request of several. */
async function heardOf(bytes: string, { stop = true, numbers = [1, 2], method = 'GET' } = {}) {
  const { port } = await hostileServer([
    { bytes, stop },
    { bytes: '', stop: false },
  ]);
  const { heard, closed, connection } = connected(endpointAt(port), numbers, method);
  await closed;
  return { heard, cause: connection.cause };
}

const firstAnswered = (...others: readonly string[]): string[] => [
  'opened',
  '1: 200 one',
  ...others,
  'closed',
];
const bothFail = (reason: string): string[] => ['opened', `1: ${reason}`, `2: ${reason}`, 'closed'];

describe('requests on a connection', () => {
  it.each<[string, string, readonly string[]]>([
    ['that is closed without a byte', '', bothFail('reset')],
    ['that is closed behind an answer', okay('one'), firstAnswered('2: reset')],
    ['whose answer says that it closes', okay('one', 'connection: close\r\n'), firstAnswered('2: reset')],
    ['that is closed within a head', 'HTTP/1.1 200 OK\r\ncont', bothFail('broken')],
    ['that is closed within a body', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab', bothFail('broken')],
    ['that is closed within a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab', bothFail('broken')],
    ['that is closed within a second answer', `${okay('one')}HTTP/1.1 2`, firstAnswered('2: broken')],
    ['whose end is the end of the body', 'HTTP/1.1 200 OK\r\n\r\none', firstAnswered('2: reset')],
  ])('%s', async (_what, bytes, heard) => expect((await heardOf(bytes)).heard).toEqual(heard)); // prettier-ignore

  it.each<[string, string, readonly string[]]>([
    ['no HTTP', 'hello\r\n\r\n', bothFail('broken')],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', bothFail('broken')],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', bothFail('broken')],
    ['no HTTP behind an answer', `${okay('one')}hello\r\n\r\n`, firstAnswered('2: broken')],
    ['an unknown coding', okay('one', 'content-encoding: zstd\r\n'), bothFail('broken')],
    ['a body too large', 'HTTP/1.1 200 OK\r\ncontent-length: 4194305\r\n\r\n', bothFail('broken')],
  ])('that bring %s fail, although the server keeps it open', async (_what, bytes, heard) => {
    expect((await heardOf(bytes, { stop: false })).heard).toEqual(heard);
  }); // prettier-ignore

  it('end with an answer that no request is for', async () => {
    const { heard } = await heardOf(okay('one') + okay('two'), { numbers: [1], stop: false });
    expect(heard).toEqual(['opened', '1: 200 one', 'closed']);
    const bodiless = await heardOf('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\none', { numbers: [1], method: 'HEAD', stop: false }); // prettier-ignore
    expect(bodiless.heard).toEqual(['opened', '1: 200 ', 'closed']);
  });

  it.each<[string, string, RegExp | undefined]>([
    ['an alert of TLS', '\u0015\u0003\u0003\u0000\u0002\u0002\u0046', /^the port speaks TLS; expected https/],
    ['settings of HTTP/2', '\0\0\0\u0004\0\0\0\0\0', /^the target speaks HTTP\/2 only/],
    ['an unknown coding', okay('one', 'content-encoding: zstd\r\n'), /unknown content coding/],
    ['text', 'hello\r\n\r\n', undefined],
    ['an alert behind an answer', `${okay('one')}\u0015\u0003\u0003\u0000`, undefined],
  ])('has a cause where the server sends %s', async (_what, bytes, cause) => {
    const found = (await heardOf(bytes, { numbers: [1, 2], stop: true })).cause;
    if (cause === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(cause);
  });

  it('fail for its reason where it is cut: the oldest alone was late', async () => {
    const { port } = await heldServer();
    const late = connected(endpointAt(port), [1, 2, 3]);
    await late.opened;
    late.connection.cut('timeout');
    late.connection.cut('reset');
    expect(late.heard).toEqual(['opened', '1: timeout', '2: reset', '3: reset', 'closed']);
    const cut = connected(endpointAt(port), [1, 2]);
    await cut.opened;
    cut.connection.cut('proxy');
    expect(cut.heard).toEqual(['opened', '1: proxy', '2: proxy', 'closed']);
  });

  it('are none where it never opened: its owner hears why', async () => {
    const { heard, closed } = connected(endpointAt(1), [1]);
    await closed;
    expect(heard).toEqual(['closed: refused']);
    const { port } = await heldServer();
    const opening = connected(endpointAt(port), [1]);
    opening.connection.cut('timeout');
    expect(opening.heard).toEqual(['closed: timeout']);
  });

  it('reset by the server fail, and no byte is asked for TLS where something was read before', async () => {
    const { port, sockets, asked } = await heldServer((socket) => {
      if (asked.length === 1) socket.write(okay('one'), () => socket.resetAndDestroy());
    });
    const { heard, closed } = connected(endpointAt(port, {}), [1, 2]);
    await closed;
    expect(heard).toEqual(firstAnswered('2: reset'));
    expect(sockets).toHaveLength(1);
  });
});

describe('a connection at rest', () => {
  const rest = async (...heads: readonly string[]) => {
    const { port } = await hostileServer(heads.map((head) => ({ bytes: okay('x', head), stop: false })));
    const { connection, heard, opened } = connected(endpointAt(port), heads.map((_, n) => n)); // prettier-ignore
    await opened;
    await until(() => heard.length > heads.length);
    connection.restingSinceMs = 1_000;
    return connection;
  };

  it.each<[string, readonly string[], number]>([
    ['nothing', [''], 4_000],
    ['five seconds', ['keep-alive: timeout=5\r\n'], 4_000],
    ['a minute', ['Keep-Alive: max=9, timeout=60\r\n'], 59_000],
    ['a second', ['keep-alive: timeout=1\r\n'], 0],
    ['no time', ['keep-alive: timeout=0\r\n'], 0],
    ['no number', ['keep-alive: timeout=x\r\n'], 4_000],
    ['a number of requests', ['keep-alive: max=60\r\n'], 4_000],
    ['a minute in its first answer alone', ['keep-alive: timeout=60\r\n', 'keep-alive: timeout=3\r\n'], 59_000],
    ['a minute in its second answer alone', ['', 'keep-alive: timeout=60\r\n'], 4_000],
  ])('whose server says %s is used again for less than that by a second', async (_what, heads, idleMs) => {
    const connection = await rest(...heads);
    expect([1_000 + idleMs, 1_001 + idleMs].map((nowMs) => connection.isStale(nowMs))).toEqual([false, true]);
    expect([connection.isUsable, connection.owed, connection.owedSinceMs]).toEqual([true, 0, Infinity]);
  }); // prettier-ignore

  it('knows its oldest request', async () => {
    const { port, sockets, asked } = await heldServer();
    const { connection, opened, heard } = connected(endpointAt(port), [4, 7]);
    expect([connection.isUsable, connection.owed, connection.oldest]).toEqual([false, 0, undefined]);
    expect(connection.owedSinceMs).toBeLessThanOrEqual(performance.now());
    await opened;
    expect([connection.owed, connection.owedSinceMs, connection.oldest?.n]).toEqual([2, 4, 4]);
    await until(() => asked.length === 2);
    sockets[0]?.write(okay('x'));
    await until(() => heard.length === 2);
    expect([connection.owed, connection.owedSinceMs, connection.oldest?.n]).toEqual([1, 7, 7]);
    expect([connection.isUsable, connection.isOver]).toEqual([true, false]);
    connection.cut('reset');
    expect([connection.isUsable, connection.isOver, connection.owed]).toEqual([false, true, 0]);
  });
});

describe('a connection in HTTP/2', () => {
  const over = async (respond: (stream: ServerHttp2Stream, path: string) => void) => {
    const server = createServer();
    server.on('stream', (stream, headers) => {
      stream.on('error', () => undefined);
      respond(stream, headers[':path'] ?? '');
    });
    const { heard } = connected(endpointAt(await listening(server), { isHttp2: true }), [1, 2]);
    await until(() => heard.length > 2);
    return heard;
  };

  it('has the answers one after another, each with its whole body', async () => {
    const body = 'x'.repeat(100_000);
    const heard = await over((stream, path) => {
      stream.respond({ ':status': path === '/1' ? 200 : 404, 'x-own': ['a', 'b'] });
      stream.end(path === '/1' ? body : '');
    });
    expect(heard).toEqual(['opened', `1: 200 ${body}`, '2: 404 ']);
  });

  it.each<[string, (stream: ServerHttp2Stream) => void, string]>([
    ['is reset', (stream) => stream.close(2), 'reset'],
    ['is reset within its body', (stream) => {
      stream.respond({ ':status': 200 });
      stream.write('x', () => stream.destroy(new Error('reset')));
    }, 'reset'],
    ['has a body too large', (stream) => {
      stream.respond({ ':status': 200 });
      stream.end(Buffer.alloc(4 * 2 ** 20 + 1));
    }, 'broken'],
    ['has a head too large', (stream) => {
      stream.respond({ ':status': 200, x: 'y'.repeat(33_000) });
      stream.end('x');
    }, 'broken'],
    ['loses its session', ({ session }) => session?.destroy(), 'reset'],
  ])('is over once an answer %s', async (_what, respond, reason) => {
    expect(await over(respond)).toEqual(bothFail(reason));
  }); // prettier-ignore
});
