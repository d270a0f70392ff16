/** Commands against a target, and files, whose every text would steer a terminal: nothing of it reaches stdout, stderr or a file. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isUnsafe } from '../../../src/core/base/plain-text.ts';
import { headerLine, recordLine, traceFile } from '../../live/traffic/traces.ts';
import { called } from './called.ts';
import { folderWith, orreryApart, type Outcome } from './orrery.ts';

/** Title, colour, C1, both directions of writing, line ends of some programs, carriage return. */
const steering = '\u001b]0;owned\u0007\u001b[31m\u009b2J\u009d0;x\u009c\u202e\u2066\u2028\r\u0008\u007f';

const fields = [
  'error', 'code', 'status', 'agent_id', 'api_key', 'balance', 'seed_hash', 'payout', 'policy_hash', 'id', 'escrow_id', 'message',
]; // prettier-ignore

/** Every string of the answer: keys and values, a header, the words of the status. C1 bytes in the head are Latin-1. */
function answer(status: number, isJson: boolean): Buffer {
  const values = Object.fromEntries(fields.map((name) => [name, `${steering}${name}`]));
  const body = isJson
    ? JSON.stringify({ ...values, [steering]: [steering, { [`a${steering}`]: 1 }] })
    : `<${steering}>`;
  const head = `HTTP/1.1 ${status} ${steering.replaceAll(/[\r\u0100-\uffff]/g, '')}\r\nx-${status}: ${steering.replaceAll(/[\r\u0100-\uffff]/g, '')}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]);
}

/** Registration succeeds with a key that can be sent, so that commands come to what is behind it. */
const registered = (): Buffer => {
  const body = JSON.stringify({ api_key: 'key', agent_id: steering, [steering]: steering });
  return Buffer.from(
    `HTTP/1.1 201 ok\r\ncontent-length: ${Buffer.byteLength(body)}\r\nretry-after: \u009b\r\n\r\n${body}`,
  );
};

async function steeringTarget(): Promise<number> {
  const statuses = [200, 400, 404, 200, 422, 201, 500, 200, 409];
  let count = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
      const asked = [...text.matchAll(/^([A-Z]+) (\S+) HTTP/gm)];
      text = '';
      for (const [, , path = ''] of asked) {
        count += 1;
        const status = statuses[count % statuses.length]!;
        socket.write(path.includes('register') ? registered() : answer(status, count % 4 !== 0));
      }
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Every text file below the folder, the packed ones as text. */
const filesIn = (folder: string): { name: string; text: string }[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name));
      return { name, text: (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8') };
    });

const unsafeParts = ({ stdout, stderr }: Outcome): string[] =>
  [stdout, stderr].filter(isUnsafe).map((text) => JSON.stringify(text.slice(0, 400)));

const scenario = `name: few
for: 1h
population:
  - { agent: faucet-claimer, count: 2 }
  - { agent: escrow-seller, count: 1 }
  - { agent: escrow-buyer, count: 1, with: { every: 5m } }
`;

const services = ['faucet', 'escrow', 'trading', 'domains', 'wallet', 'casino'];

async function folderFor(clock: string): Promise<string> {
  const port = await steeringTarget();
  const addresses = services.map((service) => `${service}: "http://127.0.0.1:${port}/${service}"`).join(', ');
  const where =
    clock === 'sandbox' ? `sandbox: "http://127.0.0.1:${port}"\n` : `services: { ${addresses} }\n`;
  const trace = traceFile(
    [
      recordLine({ n: 0, at: 0, method: 'POST', path: '/faucet/register', body: {}, answer: { agent_id: 'a', code: 'x' } }),
      recordLine({ n: 1, at: 1, path: '/escrow/${0:/agent_id}' }),
      recordLine({ n: 2, at: 2, path: '/faucet/x', answer: { balance: '1' } }),
      recordLine({ n: 3, at: 3, path: '/faucet/y', answer: { status: 'active' } }),
      recordLine({ n: 4, at: 4, path: `/faucet/${steering}` }),
      recordLine({ n: 5, at: 5, path: '/faucet/z', answer: { error: 'x', code: 'Y' } }),
    ],
    headerLine({ scenario: steering, seed: steering, expect: { [`http_reqs{service:${steering}}`]: ['count>0'] } }),
  ); // prettier-ignore
  const folder = folderWith({
    'few.yaml': scenario,
    'target.yaml': `name: here\nhosts: [127.0.0.1]\nallow: writes\nclock: ${clock}\nlimits: ignore\ntimeout: 2s\n${where}`,
  });
  writeFileSync(join(folder, 'trace.ndjson.gz'), readFileSync(trace));
  return folder;
}

const calls: readonly (readonly [string, string, readonly string[]])[] = [
  ['replay', '600x', ['replay', 'trace.ndjson.gz', '--speed', 'max', '--out', 'out']],
  ['replay over a sandbox', 'sandbox', ['replay', 'trace.ndjson.gz', '--speed', 'max']],
  ['replay by autocannon', '600x', ['replay', 'trace.ndjson.gz', '--engine', 'autocannon', '--out', 'out']],
  ['replay by k6, written out', '600x', ['replay', 'trace.ndjson.gz', '--engine', 'k6', '--speed', 'max', '--out', 'out']],
  ['conform', '600x', ['conform', '--scenario', 'few.yaml', '--for', '3s', '--shrink-for', '1s', '--causes', '3', '--out', 'out']],
  ['conform over a sandbox', 'sandbox', ['conform', '--runs', '1', '--shrink-for', '1s']],
  ['bench', '1x', ['bench', '--path', '/faucet/status', '--step', '300ms', '--repeats', '1', '--to-rate', '60', '--out', 'out']],
  ['bench in a closed loop', '1x', ['bench', '--path', '/faucet/status', '--shape', 'closed', '--step', '1s', '--repeats', '1']],
  ['bench of a mix', '1x', ['bench', '--mix', 'few.yaml', '--agents', '1', '--shape', 'constant', '--rate', '20', '--step', '300ms', '--repeats', '1']],
  ['audit', '1x', ['audit', 'dice', 'blackjack', 'video_poker', '--budget', '0.05', '--rate', '1000', '--out', 'out']],
]; // prettier-ignore

/** A command that is a process, and one that writes a program of which a part is compiled; the others print the same way. */
const processes = ['conform', 'replay by k6, written out'];
const caller = (name: string): typeof called => (processes.includes(name) ? orreryApart : called);

describe.each(calls)('%s', (command, clock, words) => {
  it.each([['text', []] as const, ['JSON', ['--json']] as const])(
    'lets no escape of a target through, as %s',
    async (form, more) => {
      const folder = await folderFor(clock);
      const outcome = await caller(command)(folder, [...words, '--target', 'target.yaml', ...more]);
      expect(unsafeParts(outcome)).toEqual([]);
      expect(outcome.stderr).not.toMatch(/broken invariant|\n {4}at /);
      expect([0, 1, 2]).toContain(outcome.code);
      if (form === 'JSON' && outcome.stdout !== '') expect(() => JSON.parse(outcome.stdout) as unknown).not.toThrow();
      const written = filesIn(folder).filter(({ name }) => name !== 'trace.ndjson.gz');
      expect(written.filter(({ text }) => isUnsafe(text.replaceAll(/(?<!\r)\r\n/g, '\n'))).map(({ name }) => name)).toEqual([]);
    },
  );
}); // prettier-ignore

describe('errors', () => {
  const folder = (): string =>
    folderWith({
      'bad.yaml': `name: "${steering.replaceAll(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}"\nfor: x\u009b2J\n`,
      'log.csv': `game,stake\n\u001b]0;x\u0007dice,\u009b1\n`,
      'log.har': `{"log":{"\u009bx":"\u202e"}}`,
      'a.ndjson': headerLine({ trace: steering }),
    });

  it.each([
    [['run', `${steering}.yaml`]],
    [['run', 'bad.yaml']],
    [['audit', steering]],
    [['audit', '--bets', 'log.csv']],
    [['audit', '--bets', `${steering}.csv`]],
    [['policies', '--set', `${steering}=1`]],
    [['policies', '--profile', steering]],
    [[steering]],
    [['run', `--${steering}`]],
    [['replay', 'a.ndjson', '--target', steering]],
    [['har', 'log.har', 'x.ndjson']],
    [['sweep', 'bad.yaml', '--grid', steering]],
    [['compare', steering, steering]],
    [['diff', steering, steering]],
    [['check', '--runs', steering]],
    [['serve', '--clock', steering]],
    [['completion', steering]],
  ])('number %# show no escape of what was called or read', async (words) => {
    const outcome = await called(folder(), words);
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).not.toBe('');
    expect(unsafeParts(outcome)).toEqual([]);
  });
});
