/** A Redis of the test's own: on a free port of loopback, in a folder of its own, keeping nothing, ended by its id. */
import { spawn, spawnSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { expect, onTestFinished, vi } from 'vitest';
import { folderWith } from './orrery.ts';

export const isRedisInstalled = spawnSync('redis-server', ['--version']).status === 0;

export interface OwnRedis {
  readonly url: string;
  readonly client: Redis;
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

export async function ownRedis(): Promise<OwnRedis> {
  const port = await freePort();
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', [...words, '--dir', folderWith()], { stdio: 'ignore' });
  onTestFinished(() => void server.kill('SIGKILL'));
  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  client.on('error', () => undefined);
  onTestFinished(() => client.disconnect());
  await vi.waitFor(async () => expect(await client.ping()).toBe('PONG'), { timeout: 20_000 });
  return { url, client };
}
