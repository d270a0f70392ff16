import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getHeapSnapshot } from 'node:v8';
import { describe, expect, it } from 'vitest';
import type { Request, Response } from '../../src/core/http/message.ts';
import { Kernel } from '../../src/core/kernel/kernel.ts';
import { Streams } from '../../src/core/kernel/stream.ts';
import { deriveKeys, newMnemonic } from '../../src/platform/services/wallet/keys/hd-wallet.ts';
import { bytesFrom } from '../../src/platform/services/wallet/stand-in-address.ts';
import { World } from '../../src/platform/world/world.ts';
import { folderWith, orrery } from '../host/cli/orrery.ts';
import { policiesWith } from '../host/serve/serving.ts';
import { expectRefused, textOf } from './harness.ts';
import { drop, makeWallet, sendSigned, stranger, testKeys, v1, walletPair } from './wallet-stage.ts';

/** The words an agent's first wallet has under a seed; the same as the service draws them. */
const wordsOf = (seed: string, agentId: string): string =>
  newMnemonic(bytesFrom(new Streams(seed).stream(`wallet/entropy/${agentId}/0`), 16));

/** Everything that would give a wallet away, as text. */
function secretsOf(mnemonic: string): string[] {
  const keys = Object.values(deriveKeys(mnemonic)).flatMap(({ privateKey, viewKey, spendKey }) =>
    [privateKey, viewKey, spendKey].filter((key) => key !== undefined),
  );
  const words = mnemonic.split(' ');
  return [words.slice(0, 3).join(' '), words.slice(-3).join(' '), words.join(','), ...keys];
}

/** Not to be found by the search itself. */
const veiled = (text: string): string => Buffer.from(text).toString('base64');
const unveiled = (text: string): string => Buffer.from(text, 'base64').toString();

/** Which of the veiled texts any string on the heap contains. */
async function foundOnHeap(texts: readonly string[]): Promise<boolean[]> {
  const found = texts.map(() => false);
  let rest = '';
  for await (const chunk of getHeapSnapshot()) {
    const part = rest + String(chunk);
    for (const [place, text] of texts.entries()) found[place] ||= part.includes(unveiled(text));
    rest = part.slice(-256);
  }
  return found;
}

describe('secrets that cannot be read a second time', () => {
  it('WAL03 tells the mnemonic in the creation answer, and in no later one', () => {
    const { alice } = walletPair();
    const options = { 'idempotency-key': 'once' };
    const first = alice.post(`${v1}/wallet/create`, undefined, options);
    const again = alice.post(`${v1}/wallet/create`, undefined, options);
    expect(first.text('mnemonic').split(' ')).toHaveLength(12);
    expect(again.body).toEqual({ addresses: first.body['addresses'] });
    expect(wordsOf('conformance', 'alice')).toBe(first.text('mnemonic'));
  });

  it('WAL04 keeps no mnemonic and no key: nothing on the heap of a served world has one', async () => {
    const stage = walletPair();
    const planted = { held: '' };
    const secrets = ((): string[] => {
      const { alice, stage: world } = stage;
      const options = { 'idempotency-key': 'kept' };
      alice.post(`${v1}/wallet/create`, undefined, options);
      const secret = makeWallet(alice).mnemonic;
      const { base } = deriveKeys(secret);
      drop(world, 'base', base.address, '1');
      const fields = { chain: 'base', to: stranger, amount: '0.1', private_key: base.privateKey };
      alice.post(`${v1}/wallet/send`, fields, { 'idempotency-key': 'sent' });
      expectRefused(sendSigned(alice, { ...fields, chain: 'tron' }), 'BAD_REQUEST');
      alice.postRaw(`${v1}/wallet/send`, JSON.stringify({ ...fields, amount: '0.2' }));
      alice.post('/escrow/escrow', { ...fields, receiver: 'bob', amount: 1, conditions: { note: 'x' } });
      world.advance('1h');
      planted.held = ['plan', 'ted ', secret.length].join('');
      return secretsOf(secret).map(veiled);
    })();
    // The last thing that was sent and matched is somebody else's, so that no cache of the engine holds it.
    for (let index = 0; index < 50; index++) stage.bob.get('/api/wallet-api/balance', { chain: 'base' });
    // Whoever looks into the world has had every request answered: none is waiting to be sent over a socket.
    expect(stage.stage.world.wallet.drift()).toBe(0);
    /x/.exec('xyz');
    // What is kept would be found: a text that is held, and a key in the test's own tables, which is no secret.
    const kept = [planted.held, testKeys.base.privateKey ?? ''].map(veiled);
    const [control, ofTables, ...found] = await foundOnHeap([...kept, ...secrets]);
    expect([control, ofTables]).toEqual([true, true]);
    expect(found.length).toBeGreaterThan(7);
    expect(found).toEqual(found.map(() => false));
  });

  it('WAL04 shows observers neither mnemonic nor keys, wherever they were sent to', () => {
    const seen: string[] = [];
    const startMs = Date.UTC(2026, 0, 1);
    const kernel = new Kernel({ startMs, seed: 'leak' });
    const observer = {
      answered: (request: Request, response: Response) => void seen.push(JSON.stringify([request, response])),
      happened: () => undefined,
    };
    const world = new World({
      kernel,
      seed: 'leak',
      profile: 'published',
      policies: policiesWith(),
      observer,
    });
    const ask = (parts: Partial<Request> & Pick<Request, 'method' | 'path'>) =>
      world.dispatch({ query: {}, headers: {}, body: undefined, ip: '10.0.0.1', ...parts });
    const joined = ask({ method: 'POST', path: '/faucet/register', body: { agent_id: 'alice' } });
    const headers = { authorization: `Bearer ${textOf(joined.body, 'api_key')}` };
    const { body } = ask({ method: 'POST', path: `${v1}/wallet/create`, headers });
    const keys = Object.values(deriveKeys(textOf(body, 'mnemonic')));
    const [evm, monero] = [keys[0], keys.at(-1)];
    const sent = {
      private_key: evm?.privateKey,
      view_key: monero?.viewKey,
      spend_key: monero?.spendKey,
      mnemonic: body['mnemonic'],
    };
    const places: Partial<Request>[] = [
      { body: { chain: 'base', ...sent } },
      { body: { deeper: [{ deep: sent }] } },
      { rawBody: JSON.stringify(sent) },
      { rawBody: `${JSON.stringify(sent)} and no JSON` },
      { query: sent as Record<string, string> },
    ];
    for (const path of [`${v1}/wallet/send`, '/escrow/escrow', '/nowhere']) {
      for (const place of places) ask({ method: 'POST', path, headers, ...place });
    }
    expect(seen).toHaveLength(17);
    expect(seen.filter((text) => text.includes('[redacted]'))).toHaveLength(16);
    for (const secret of secretsOf(textOf(body, 'mnemonic'))) {
      expect(seen.filter((text) => text.includes(secret))).toEqual([]);
    }
  });

  it('WAL04 leaves neither in a report folder', async () => {
    const scenario = `name: leak
seed: leaky
for: 6h
population:
  - { agent: wallet-hopper, count: 4, with: { rounds: 2 } }
`;
    const folder = folderWith({ 'leak.yaml': scenario });
    const { code, stderr } = await orrery(folder, ['run', 'leak.yaml', '--quiet', '--out', 'report']);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const files = readdirSync(join(folder, 'report')).map((name) =>
      readFileSync(join(folder, 'report', name)),
    );
    const text = files.map(String).join('\n');
    const agents = new Set([...text.matchAll(/agent:([\w.-]+)/g)].map(([, id = '']) => id));
    expect(agents.size).toBe(4);
    expect(text.includes('/wallet/v1/wallet/send')).toBe(true);
    for (const agentId of agents) {
      const words = wordsOf('leaky', agentId);
      const { base } = deriveKeys(words);
      expect(text.includes(base.address)).toBe(true);
      for (const secret of secretsOf(words)) expect(text.includes(secret)).toBe(false);
    }
  });
});
