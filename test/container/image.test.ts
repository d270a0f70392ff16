/** The Dockerfile, built and run: what is in the image, who runs it, and what its health check says. */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { builtNow } from '../campaigns.ts';
import { project } from '../host/cli/orrery.ts';
import { Builder, hasBuilder } from './builder.ts';

interface Config {
  readonly User: string;
  readonly ExposedPorts: object;
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
}

const minutes = 60_000;

it('has only what is there and is left to it by .dockerignore', () => {
  const textOf = (name: string): string => readFileSync(join(project, name), 'utf8');
  const left = textOf('.dockerignore')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
  const copied = [...textOf('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
    .flatMap(([, names = '']) => names.split(' '))
    .filter((name) => name !== '.');
  expect(copied.length).toBeGreaterThan(4);
  for (const name of [...copied, ...left]) expect(existsSync(join(project, name)), name).toBe(true);
  for (const name of copied) expect(left).toContain(name);
});

describe.skipIf(!hasBuilder).each(builtNow('imageBuilt'))('the image', () => {
  let builder: Builder;
  let container: string;
  let files: string;
  let config: Config;

  beforeAll(() => {
    builder = new Builder();
    const image = builder.build();
    const text = builder.buildah('inspect', '--type', 'image', image);
    config = (JSON.parse(text) as { Docker: { config: Config } }).Docker.config;
    container = builder.buildah('from', image);
    files = builder.buildah('mount', container);
  }, 20 * minutes);
  afterAll(() => builder.remove(), 2 * minutes);

  it('has the packages that an installed Orrery has, no others, and no sources', () => {
    const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>;
    };
    const locked = Object.entries(lock.packages).filter(([path]) => path !== '');
    const needed = locked.filter(([, { dev, optional, devOptional }]) => !dev && !optional && !devOptional);
    expect(needed.length).toBeGreaterThan(10);
    for (const [path] of needed) expect(existsSync(join(files, 'orrery', path)), path).toBe(true);
    const onlyBuilding = locked.filter(([, { dev }]) => dev === true);
    expect(onlyBuilding.length).toBeGreaterThan(100);
    for (const [path] of onlyBuilding) expect(existsSync(join(files, 'orrery', path)), path).toBe(false);
    expect(readdirSync(join(files, 'orrery')).toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'dist',
      'node_modules',
      'package-lock.json',
      'package.json',
      'scenarios',
    ]);
  });

  it(
    'serves without the rights of root, is healthy as long as it does, and ends on request',
    async () => {
      expect(config).toMatchObject({ User: '1000:1000', ExposedPorts: { '4010/tcp': {} } });
      const free = await freePort();
      const [kind, ...check] = config.Healthcheck.Test;
      expect(kind).toBe('CMD');
      const health = async (): Promise<number | null> => {
        const words = check.map((word) => word.replace('127.0.0.1:4010', `127.0.0.1:${free}`));
        expect(words).not.toEqual(check);
        const [code] = (await once(builder.start(container, words), 'close')) as [number | null];
        return code;
      };
      expect(await health()).toBe(1);

      onTestFinished(() => ownProcesses(free).forEach((own) => process.kill(own, 'SIGKILL')));
      const served = builder.start(container, [
        ...config.Entrypoint,
        ...config.Cmd,
        '--port',
        String(free),
        '--json',
      ]);
      const [line] = (await once(served.stdout!, 'data')) as [Buffer];
      expect(JSON.parse(line.toString())).toMatchObject({ address: `http://0.0.0.0:${free}`, ok: true });
      expect(await health()).toBe(0);
      // The check is no part of the world.
      const asked = async (host: string, path: string) => fetch(`http://${host}:${free}${path}`);
      expect(await (await asked('127.0.0.1', '/_sim/session')).json()).toMatchObject({ requests: [] });
      const outside = Object.values(networkInterfaces())
        .flatMap((addresses = []) => addresses)
        .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
      if (outside !== undefined) {
        expect((await asked(outside, '/faucet/agents')).status).toBe(200);
        expect((await asked(outside, '/_sim/clock')).status).toBe(403);
      }
      const [own = 0, ...others] = ownProcesses(free);
      expect(others).toEqual([]);
      expect(readFileSync(`/proc/${own}/status`, 'utf8')).toMatch(/^Uid:\s1000\s1000\s1000\s1000$/m);
      process.kill(own, 'SIGTERM');
      const [code] = (await once(served, 'close')) as [number | null];
      expect(code).toBe(0);
    },
    2 * minutes,
  );
});

/** The processes of Node with that port in their call: those around them belong to buildah. */
function ownProcesses(port: number): number[] {
  const found = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name) || !existsSync(`/proc/${name}/cmdline`)) return false;
    const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
    return (
      /\bnode$/.test(words[0] ?? '') &&
      words.includes('/orrery/dist/src/host/cli/main.js') &&
      words.includes(String(port))
    );
  });
  return found.map(Number);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
