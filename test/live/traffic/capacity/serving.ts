/** Starts a server of known capacity as a process, and describes it as a target. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { loadOf, type ReadLoad } from '../../../../src/live/traffic/bench/load.ts';
import { readTarget, type Target } from '../../../../src/live/traffic/target/target.ts';

/** The kinds of `server.js`. */
export type Kind = 'swift' | 'fixed' | 'bucket' | 'mm1' | 'keys' | 'pool' | 'degrading';

const program = fileURLToPath(new URL('server.js', import.meta.url));
const keyCount = 20;

/** A target at a free port with these lines more in its file, and a load of one path, read with twenty keys. */
export async function servingAt(kind: Kind, lines = ''): Promise<{ target: Target; load: ReadLoad }> {
  // It ends with its standard input, and so with this process.
  const child = spawn(process.execPath, [program, kind], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const port = await new Promise<number>((resolve, reject) => {
    createInterface(child.stdout).once('line', (line) => resolve(Number(line)));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const services = `services: { faucet: "http://127.0.0.1:${port}" }`;
  const target = readTarget(`${kind}.yaml`, `name: ${kind}\nhosts: [127.0.0.1]\n${services}\n${lines}`);
  const place = { isTls: false, host: '127.0.0.1', address: '127.0.0.1', port, ca: undefined };
  const address = { isTls: false, host: '127.0.0.1', port, basePath: '' };
  const reads = Array.from({ length: keyCount }, (_, key) => ({
    weight: 1,
    address,
    path: '/thing',
    query: undefined,
    headers: { authorization: `Bearer ${key}` },
  }));
  return { target, load: loadOf(reads, () => place) };
}
