/** A pool of connections: one request on each at a time, more connections on demand, and what becomes of requests without one. */
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Pool } from '../../../../src/live/traffic/http/pool.ts';
import { endpointAt, heldServer, messageOf, okay, until, type Numbered } from './connected.ts';

afterEach(() => void vi.restoreAllMocks());

interface Stand {
  readonly connectionsMax?: number;
  readonly port?: number;
}

/** A pool before a server that answers when the test says so. */
async function pooled({ connectionsMax = 2, port }: Stand = {}) {
  const server = await heldServer();
  const heard: string[] = [];
  const state = { nowMs: 0, mayWrite: true, refusesNext: false };
  const pool = new Pool<Numbered>({
    endpoint: endpointAt(port ?? server.port),
    connectionsMax,
    owner: {
      write: (connection, request) => {
        if (state.refusesNext) {
          state.refusesNext = false;
          heard.push(`${request.n}: not sent`);
          return false;
        }
        connection.send(request, messageOf(request.n));
        return true;
      },
      answered: ({ n }, { status }) => heard.push(`${n}: ${status}`),
      failed: ({ n }, reason) => heard.push(`${n}: ${reason}`),
      nowMs: () => state.nowMs,
      mayWrite: () => state.mayWrite,
    },
  });
  onTestFinished(() => pool.close());
  const submit = (...numbers: readonly number[]) => numbers.map((n) => pool.submit({ n, method: 'GET', sentMs: n }));
  /** Answers the request of that number over its connection. */
  const answer = (n: number, head = ''): void => {
    const [place] = server.asked.find((each) => each.endsWith(` /${n}`))?.split(' ') ?? [];
    server.sockets[Number(place)]?.write(okay('{}', head));
  };
  return { pool, server, heard, state, submit, answer };
} // prettier-ignore

describe('a pool', () => {
  it('opens as many connections as requests wait for, up to its bound, and has one request on each', async () => {
    const { pool, server, heard, submit, answer } = await pooled();
    expect([submit(1, 2, 3, 4), pool.waitingCount]).toEqual([[false, false, false, false], 4]);
    await until(() => server.asked.length === 2);
    expect([pool.waitingCount, pool.openedCount, new Set(server.asked.map((each) => each.split(' ')[1]))]).toEqual([2, 2, new Set(['/1', '/2'])]); // prettier-ignore
    answer(2);
    await until(() => server.asked.length === 3);
    expect([heard, server.asked[2]?.endsWith('/3'), pool.waitingCount]).toEqual([['2: 200'], true, 1]);
    answer(1);
    await until(() => server.asked.length === 4);
    for (const n of [3, 4]) answer(n);
    await until(() => heard.length === 4);
    expect([server.sockets.length, submit(5), pool.waitingCount, pool.openedCount]).toEqual([
      2,
      [true],
      0,
      2,
    ]);
  });

  it('takes the connection that was used last, and opens none for one request more', async () => {
    const { pool, server, heard, submit, answer } = await pooled({ connectionsMax: 3 });
    pool.warm(2);
    await until(() => pool.openedCount === 2);
    submit(1, 2);
    await until(() => server.asked.length === 2);
    answer(1);
    await until(() => heard.length === 1);
    answer(2);
    await until(() => heard.length === 2);
    submit(3);
    await until(() => server.asked.length === 3);
    expect([server.asked[2]?.split(' ')[0], server.sockets.length]).toEqual([server.asked.find((each) => each.endsWith('/2'))?.split(' ')[0], 2]); // prettier-ignore
  });

  it.each([[1, 1], [2, 2], [9, 2], [0, 0]])('is warmed by %i connections, up to its bound: %i', async (count, opened) => {
    const { pool, server } = await pooled();
    pool.warm(count);
    pool.warm(count);
    await until(() => pool.openedCount === opened);
    expect(server.sockets.length).toBeLessThanOrEqual(2);
  }); // prettier-ignore

  it('writes and opens nothing while its owner holds it back', async () => {
    const { pool, server, state, submit } = await pooled();
    state.mayWrite = false;
    expect([submit(1), pool.waitingCount]).toEqual([[false], 1]);
    state.mayWrite = true;
    pool.pump();
    await until(() => server.asked.length === 1);
    expect([pool.waitingCount, pool.openedCount]).toEqual([0, 1]);
  });

  it('goes on with the connection of a request that is not sent after all', async () => {
    const { pool, server, heard, state, submit } = await pooled({ connectionsMax: 1 });
    state.refusesNext = true;
    submit(1, 2);
    await until(() => server.asked.length === 1);
    expect([heard, server.asked, pool.openedCount]).toEqual([['1: not sent'], ['0 /2'], 1]);
  });

  it('gives up a connection that was idle for too long, and opens another one', async () => {
    const { pool, server, heard, state, submit, answer } = await pooled({ connectionsMax: 1 });
    submit(1);
    await until(() => server.asked.length === 1);
    answer(1);
    await until(() => heard.length === 1);
    state.nowMs = 4_000;
    expect(submit(2)).toEqual([true]);
    await until(() => server.asked.length === 2);
    answer(2);
    await until(() => heard.length === 2);
    state.nowMs = 8_001;
    expect(submit(3)).toEqual([false]);
    await until(() => server.asked.length === 3);
    expect([server.asked, pool.openedCount]).toEqual([['0 /1', '0 /2', '1 /3'], 2]);
  });

  it('opens another connection where the target closes after an answer, and where it closes an idle one', async () => {
    const { server, heard, submit, answer } = await pooled({ connectionsMax: 1 });
    submit(1, 2);
    await until(() => server.asked.length === 1);
    answer(1, 'connection: close\r\n');
    await until(() => server.asked.length === 2);
    answer(2);
    await until(() => heard.length === 2);
    server.sockets[1]?.destroy();
    await until(() => server.sockets.length === 2);
    submit(3);
    await until(() => server.asked.some((each) => each.endsWith('/3')) || heard.length === 3);
    expect(server.asked.slice(0, 2)).toEqual(['0 /1', '1 /2']);
  });

  it('fails the request that has waited longest for each connection that cannot be opened', async () => {
    const { pool, heard, submit } = await pooled({ port: 1 });
    submit(1, 2, 3);
    await until(() => heard.length === 3);
    expect([heard, pool.waitingCount, pool.openedCount]).toEqual([['1: refused', '2: refused', '3: refused'], 0, 0]); // prettier-ignore
  });

  it('cuts what was sent before an instant, and gives back what was not sent', async () => {
    const { pool, server, heard, submit } = await pooled();
    submit(10, 20, 30, 40);
    await until(() => server.asked.length === 2);
    expect(pool.abandon().map(({ n }) => n)).toEqual([30, 40]);
    pool.cutOlderThan(10);
    expect(heard).toEqual([]);
    pool.cutOlderThan(20);
    expect(heard).toEqual(['10: timeout']);
    pool.close();
    expect([heard, pool.waitingCount, pool.abandon()]).toEqual([['10: timeout', '20: reset'], 0, []]);
  });
});
