/** A Redis of the test's own: on a free port of loopback, in a folder of its own, keeping nothing, ended by its id. */
import { spawn, spawnSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { expect, onTestFinished, vi } from 'vitest';
import { authority, server as certificate } from '../../live/traffic/transports/certificates.ts';
import { folderWith } from './orrery.ts';

const tlsWords = ['--tls-cert-file', 'cert.pem', '--tls-key-file', 'key.pem', '--tls-ca-cert-file', 'ca.pem', '--tls-auth-clients', 'no']; // prettier-ignore

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

/**
 * With TLS it is `rediss://localhost`, by a certificate of the tests' authority. It is gone after the test, or when `ends` calls
 * what it is given.
 */
export async function ownRedis({
  isTls = false,
  ends = onTestFinished,
}: { isTls?: boolean; ends?: (end: () => void) => void } = {}): Promise<OwnRedis> {
  const port = await freePort();
  const words = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const listen = isTls ? ['--port', '0', '--tls-port', String(port), ...tlsWords] : ['--port', String(port)];
  const files = { 'ca.pem': authority, 'cert.pem': certificate.cert, 'key.pem': certificate.key };
  const folder = folderWith(files, ends);
  const server = spawn('redis-server', [...words, ...listen, '--dir', folder], {
    cwd: folder,
    stdio: 'ignore',
  });
  ends(() => void server.kill('SIGKILL'));
  const url = isTls ? `rediss://localhost:${port}` : `redis://127.0.0.1:${port}`;
  const tls = isTls ? { tls: { ca: authority } } : {};
  const client = new Redis(url, { ...tls, maxRetriesPerRequest: null, retryStrategy: () => 50 });
  client.on('error', () => undefined);
  ends(() => client.disconnect());
  await Promise.race([
    vi.waitFor(async () => expect(await client.ping()).toBe('PONG'), { timeout: 200_000 }),
    new Promise((_, reject) => server.once('error', reject)),
  ]);
  return { url, client };
}
