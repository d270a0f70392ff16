/** What this program does to the keys of a real Redis: a place that is taken and given back, and a queue that is cleared. */
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import { Queue } from 'bullmq';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Lease } from '../../../src/host/workers/lease.ts';
import { collectorKey, deleteKeys, finishedChannel, leaveNothing } from '../../../src/host/workers/queue.ts';
import { QueueMistake } from '../../../src/host/workers/redis-address.ts';
import { connectRedis } from '../../../src/host/workers/redis.ts';
import { isCi } from '../../ci.ts';
import { isRedisInstalled } from '../cli/redis.ts';
import { newName, passing, redisOfFile, settled, stopClock, until } from './redis-of-file.ts';

const redis = redisOfFile(isRedisInstalled || isCi);
const { signal } = new AbortController();
const busy = 'another one has it';
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const taken = async (name: string): Promise<Lease> => {
  const lease = await Lease.take(redis().client, { name, signal, busy });
  if (lease === undefined) throw new Error('the place is free');
  return lease;
};

/** Redis counts its time on; of a lease of 15 seconds a part has passed. */
const expectFullTerm = async (key: string): Promise<void> => {
  const leftMs = await redis().client.pttl(key);
  expect(leftMs).toBeGreaterThan(10_000);
  expect(leftMs).toBeLessThanOrEqual(15_000);
};

describe.skipIf(!isRedisInstalled && !isCi)('the place of a collector', () => {
  it('is taken at once where it is free, for fifteen seconds', async () => {
    const name = newName();
    const lease = await taken(name);
    expect(await redis().client.get(`orrery:${name}:collector`)).toMatch(uuid);
    await expectFullTerm(collectorKey(name));
    lease.stop();
  });

  it('is kept by a renewal every five seconds', async () => {
    stopClock();
    const [name, { client }] = [newName(), redis()];
    const lease = await taken(name);
    const token = await client.get(collectorKey(name));
    for (let renewals = 0; renewals < 2; renewals += 1) {
      await client.pexpire(collectorKey(name), 9_000);
      await passing(4_950, client);
      expect(await client.pttl(collectorKey(name))).toBeLessThanOrEqual(9_000);
      await passing(50, client);
      await expectFullTerm(collectorKey(name));
    }
    expect(await client.get(collectorKey(name))).toBe(token);
    lease.stop();
    await client.pexpire(collectorKey(name), 9_000);
    await passing(20_000, client);
    expect(await client.pttl(collectorKey(name))).toBeLessThanOrEqual(9_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('comes back to whom it was taken from by an error of Redis', async () => {
    stopClock();
    const [name, { client }] = [newName(), redis()];
    const lease = await taken(name);
    await client.del(collectorKey(name));
    await passing(5_000, client);
    expect(await client.get(collectorKey(name))).toMatch(uuid);
    await lease.give();
    expect(await client.exists(collectorKey(name))).toBe(0);
  });

  it('is not taken back from another one that has it since', async () => {
    stopClock();
    const [name, { client }] = [newName(), redis()];
    const lease = await taken(name);
    await client.set(collectorKey(name), 'of another', 'PX', 9_000);
    await passing(4_950, client);
    expect(lease.lost.aborted).toBe(false);
    await passing(50, client);
    expect([lease.lost.aborted, await client.get(collectorKey(name))]).toEqual([true, 'of another']);
    expect(await client.pttl(collectorKey(name))).toBeLessThanOrEqual(9_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is given back only by the one that has it', async () => {
    const [name, { client }] = [newName(), redis()];
    const lease = await taken(name);
    await client.set(collectorKey(name), 'of another');
    await lease.give();
    expect(await client.get(collectorKey(name))).toBe('of another');
    await client.del(collectorKey(name));
    const again = await taken(name);
    await again.give();
    expect(await client.exists(collectorKey(name))).toBe(0);
  });

  it('is waited for two seconds longer than a killed collector holds it', async () => {
    stopClock();
    const [name, { client }] = [newName(), redis()];
    await client.set(collectorKey(name), 'of another');
    const refused = vi.fn((error: unknown) => error);
    const waiting = Lease.take(client, { name, signal, busy }).catch(refused);
    await passing(17_050, client);
    expect(refused).not.toHaveBeenCalled();
    await passing(50, client);
    expect(await waiting).toEqual(new QueueMistake(busy));
    expect(await client.get(collectorKey(name))).toBe('of another');
  });

  it('is taken as soon as it is free', async () => {
    stopClock();
    const [name, { client }] = [newName(), redis()];
    await client.set(collectorKey(name), 'of another');
    const waiting = Lease.take(client, { name, signal, busy });
    await passing(300, client);
    expect(await client.get(collectorKey(name))).toBe('of another');
    await client.del(collectorKey(name));
    await passing(100, client);
    expect(await client.get(collectorKey(name))).toMatch(uuid);
    await (await waiting)?.give();
  });

  it('is not waited for once the signal is aborted', async () => {
    stopClock();
    const [name, { client }] = [newName(), redis()];
    await client.set(collectorKey(name), 'of another');
    const stop = new AbortController();
    const waiting = Lease.take(client, { name, signal: stop.signal, busy });
    await passing(200, client);
    stop.abort();
    await passing(100, client);
    expect(await waiting).toBeUndefined();
    expect(await client.get(collectorKey(name))).toBe('of another');
  });
});

describe.skipIf(!isRedisInstalled && !isCi)('the keys of a queue', () => {
  /** Keys of the queue and of two others, and how many there are of each. */
  async function filled(name: string, count: number): Promise<void> {
    const { client } = redis();
    const pairs = Array.from({ length: count }, (_, index) => [`orrery:${name}:k${index}`, '1']).flat();
    await client.mset(...pairs, collectorKey(name), 'token', `orrery:${name}x:k`, '1', `${name}:k`, '1');
  }

  const keysOf = async (name: string): Promise<string[]> =>
    (await redis().client.keys(`*${name}*`)).toSorted();

  it('are deleted, however many there are, and no others', async () => {
    const name = newName();
    await filled(name, 3_500);
    await deleteKeys(redis().client, name);
    expect(await keysOf(name)).toEqual([`orrery:${name}x:k`, `${name}:k`].toSorted());
  });

  it('are deleted without that of the collector where its lease stays', async () => {
    const name = newName();
    await filled(name, 3);
    await deleteKeys(redis().client, name, 'lease stays');
    const others = [collectorKey(name), `orrery:${name}x:k`, `${name}:k`];
    expect(await keysOf(name)).toEqual(others.toSorted());
    await deleteKeys(redis().client, name, 'lease stays');
    expect(await keysOf(name)).toEqual(others.toSorted());
  });

  /** A queue with a job that waits and one that a worker has, and its keys. */
  async function queued(name: string): Promise<Queue> {
    const queue = new Queue(name, { connection: redis().client, prefix: 'orrery' });
    await queue.addBulk(['a', 'b'].map((jobId) => ({ name: 'job', data: {}, opts: { jobId } })));
    await redis().client.lmove(`orrery:${name}:wait`, `orrery:${name}:active`, 'LEFT', 'LEFT');
    return queue;
  }

  it('are deleted with jobs that workers have', async () => {
    const name = newName();
    const queue = await queued(name);
    expect(await keysOf(name)).not.toEqual([]);
    await leaveNothing(redis().client, queue, name);
    expect(await keysOf(name)).toEqual([]);
  });

  it('stay until the workers, which hear of the end, have left', async () => {
    stopClock();
    const [name, { client }] = [newName(), redis()];
    const queue = await queued(name);
    const ear = client.duplicate();
    const heard: string[][] = [];
    ear.on('message', (...words: string[]) => heard.push(words));
    await ear.subscribe(finishedChannel(name));
    const leaving = leaveNothing(client, queue, name);
    await passing(1_000, client);
    expect(heard).toEqual([[`orrery:${name}:finished`, 'finished']]);
    expect(await keysOf(name)).not.toEqual([]);
    await ear.unsubscribe();
    await settled(leaving, client);
    expect(await keysOf(name)).toEqual([]);
    ear.disconnect();
  });

  it('stay for three seconds at most where a worker does not leave', async () => {
    stopClock();
    const [name, { client }] = [newName(), redis()];
    const queue = await queued(name);
    const ear = client.duplicate();
    await ear.subscribe(finishedChannel(name));
    const leaving = leaveNothing(client, queue, name);
    await passing(3_050, client);
    expect(await keysOf(name)).not.toEqual([]);
    await passing(50, client);
    await leaving;
    expect(await keysOf(name)).toEqual([]);
    ear.disconnect();
  });
});

describe.skipIf(!isRedisInstalled && !isCi)('a connection that breaks', () => {
  /** Between a client and Redis; what it does with a new connection is up to the test. */
  async function between(): Promise<{ url: string; seen: Socket[]; isOpen: boolean }> {
    const { port, hostname } = new URL(redis().url);
    const door = { url: '', seen: [] as Socket[], isOpen: true };
    const server = createServer((socket) => {
      door.seen.push(socket);
      socket.on('error', () => undefined);
      if (!door.isOpen) return void socket.destroy();
      const beyond = createConnection(Number(port), hostname).on('error', () => undefined);
      socket.pipe(beyond).pipe(socket);
      socket.on('close', () => beyond.destroy());
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      for (const socket of door.seen) socket.destroy();
      server.close();
    });
    door.url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return door;
  }

  it('comes back after a second, with what was asked meanwhile', async () => {
    const door = await between();
    const client = await connectRedis(door.url);
    const name = newName();
    await client.set(name, 'kept');
    stopClock();
    door.seen[0]?.destroy();
    await until(() => client.status === 'reconnecting');
    const asked = client.get(name);
    await vi.advanceTimersByTimeAsync(999);
    expect(door.seen).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await asked).toBe('kept');
    expect(door.seen).toHaveLength(2);
    client.disconnect();
  });

  it('is tried sixty times more, and then what was asked fails', async () => {
    const door = await between();
    const client = await connectRedis(door.url);
    stopClock();
    door.isOpen = false;
    door.seen[0]?.destroy();
    await until(() => client.status === 'reconnecting');
    const asked = client.get('name').catch((error: unknown) => error);
    for (let tries = 0; tries < 60; tries += 1) {
      expect(client.status).toBe('reconnecting');
      vi.advanceTimersByTime(1_000);
      await until(() => client.status !== 'reconnecting');
      await until(() => ['reconnecting', 'end'].includes(client.status));
    }
    expect(client.status).toBe('end');
    expect(String(await asked)).toBe('Error: Connection is closed.');
  });
});
