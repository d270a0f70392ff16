/** What both sides of a queue derive from numbers and names, and how they wait for a connection; none of it needs a Redis. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  batchSize,
  collectorKey,
  finishedChannel,
  jobIdOf,
  orderKey,
  pause,
  shareIdOf,
  shareOfId,
} from '../../../src/host/workers/queue.ts';
import { QueueMistake } from '../../../src/host/workers/redis-address.ts';
import { clockOffset, processNowMs } from '../../../src/host/workers/redis-clock.ts';
import { asQueueMistake, closeSoon, connectRedis } from '../../../src/host/workers/redis.ts';

afterEach(() => void vi.useRealTimers());

describe('a queue', () => {
  it('has its keys and its channel by its name', () => {
    expect([collectorKey('a-1'), finishedChannel('a-1'), orderKey('a-1')]).toEqual([
      'orrery:a-1:collector',
      'orrery:a-1:finished',
      'orrery:a-1:order',
    ]);
  });

  it.each([
    [1, 1, ['h0', 'h0']],
    [399, 1, ['h0', 'h398']],
    [400, 2, ['h0', 'h199']],
    [4_000, 20, ['h0', 'h199']],
    [4_200, 20, ['h0', 'h209']],
    [100_001, 20, ['h0', 'h5000']],
  ])('of %i points has %i of them in a job', (points, size, ends) => {
    expect(batchSize(points)).toBe(size);
    expect([jobIdOf(1, points), jobIdOf(points, points)]).toEqual(ends);
  });

  it('has points in their order in its jobs', () => {
    expect([1, 2, 3, 4, 5].map((point) => jobIdOf(point, 450))).toEqual(['h0', 'h0', 'h1', 'h1', 'h2']);
  });

  it.each([
    ['s0', 0],
    ['s12', 12],
    ['s9999', 9_999],
    ['s10000', undefined],
    ['s', undefined],
    ['sa', undefined],
    ['h1', undefined],
    ['xs1', undefined],
    ['s1x', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('takes %j for share %j', (id, share) => expect(shareOfId(id)).toBe(share));

  it('reads the shares that it names', () => {
    expect([0, 7, 4_321].map(shareIdOf)).toEqual(['s0', 's7', 's4321']);
  });
});

describe('time', () => {
  it('passes in a pause', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    let isOver = false;
    const waiting = pause(100).then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(99);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver).toBe(true);
    await waiting;
  });

  it('of Redis is asked for eight times; of equally short trips the first one counts', async () => {
    const trips = [6, 2, 2, 4, 4, 4, 4, 4];
    let [nowMs, asked] = [1_000, 0];
    const time = async (): Promise<[number, number]> => {
      nowMs += trips[asked] ?? 0;
      asked += 1;
      return [9, 250_000 + asked];
    };
    expect(await clockOffset({ time }, () => nowMs)).toEqual({
      offsetMs: 9_250.002 - 1_007,
      errorMs: 1,
    });
    expect(asked).toBe(8);
  });

  it('of this process is that of its wall clock', async () => {
    expect(Math.abs(processNowMs() - Date.now())).toBeLessThan(60_000);
    const time = async (): Promise<[number, number]> => [Math.floor(Date.now() / 1000), 0];
    const { offsetMs, errorMs } = await clockOffset({ time });
    expect(Math.abs(offsetMs)).toBeLessThan(60_000);
    expect(errorMs).toBeLessThan(60_000);
  });
});

describe('the end of a worker', () => {
  const goodbye = async (closing: Promise<void>, ms: number): Promise<boolean> => {
    let isOver = false;
    void closeSoon(closing).then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(ms);
    return isOver;
  };

  it('is waited for, however it comes, and no timer stays', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    expect(await goodbye(Promise.resolve(), 0)).toBe(true);
    expect(await goodbye(Promise.reject(new Error('no connection')), 0)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is waited for during three seconds at most', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    expect(await goodbye(new Promise(() => undefined), 2_999)).toBe(false);
    expect(await goodbye(new Promise(() => undefined), 3_000)).toBe(true);
  });
});

describe('a connection', () => {
  it('that is lost is the only error that is said in other words', () => {
    const lost = new QueueMistake('--queue: the connection was lost and did not come back');
    expect(asQueueMistake(new Error('Connection is closed.'))).toEqual(lost);
    expect(asQueueMistake(new Error('Connection is closed'))).toBeInstanceOf(QueueMistake);
    const others = [new Error('No. Connection is closed'), 'Connection is closed.', undefined, null, lost];
    for (const other of others) expect(asQueueMistake(other)).toBe(other);
  });

  /** A server that is no Redis; how many connections it has seen. */
  async function serving(talk: (socket: Socket) => void): Promise<{ port: number; seen: () => number }> {
    let count = 0;
    const server = createServer((socket) => {
      count += 1;
      socket.on('error', () => undefined);
      talk(socket);
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return { port: (server.address() as AddressInfo).port, seen: () => count };
  }

  const refusal = (url: string): Promise<unknown> =>
    connectRedis(url).then(
      (client) => client.disconnect(),
      (error: unknown) => error,
    );

  it('is tried once at first, and its failure says why without the password', async () => {
    const { port, seen } = await serving((socket) => void socket.once('data', () => socket.end()));
    expect(await refusal(`redis://me:secret@127.0.0.1:${port}/`)).toEqual(
      new QueueMistake(`--queue redis://127.0.0.1:${port}: no answer`),
    );
    expect(seen()).toBe(1);
  });

  it('says where no program listens', async () => {
    const { port } = await new Promise<AddressInfo>((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => {
        const address = server.address() as AddressInfo;
        server.close(() => resolve(address));
      });
    });
    expect(await refusal(`redis://127.0.0.1:${port}`)).toEqual(
      new QueueMistake(`--queue redis://127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}`),
    );
  });

  it('says what a server answers that does not want it', async () => {
    const { port } = await serving((socket) => {
      socket.on('data', (data) => {
        const commands = data.toString().match(/^\*/gm) ?? [];
        socket.write('-ERR not today\r\n'.repeat(commands.length));
      });
    });
    expect(await refusal(`redis://127.0.0.1:${port}`)).toEqual(
      new QueueMistake(`--queue redis://127.0.0.1:${port}: ERR not today`),
    );
  });
});
