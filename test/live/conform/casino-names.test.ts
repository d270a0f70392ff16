/** A casino that has other names for the fields of its bets and seeds: they are learnt, and the audit reads them. */
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folderWith, orrery } from '../../host/cli/orrery.ts';
import { serve } from '../../host/cli/serve.ts';

/** Where this house has our fields. */
const theirNames: Readonly<Record<string, string>> = {
  seed_hash: 'fair.commitment',
  client_seed: 'fair.player_seed',
  nonce: 'fair.round',
  server_seed: 'fair.secret',
  rounds: 'fair.used',
  bet_id: 'reference',
  amount: 'money.staked',
  payout: 'money.paid',
  balance: 'money.left',
};

/** Field by field, at every depth. */
function inTheirNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inTheirNames);
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const steps = (theirNames[name] ?? name).split('.');
    let place = result;
    for (const step of steps.slice(0, -1)) place = (place[step] ??= {}) as Record<string, unknown>;
    place[steps.at(-1) ?? name] = inTheirNames(item);
  }
  return result;
}

/** A house in front of `orrery serve`, which knows nothing of it. */
async function house(address: string): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void forwarded(Buffer.concat(chunks).toString()).then(({ status, head, text }) =>
        response.writeHead(status, head).end(text),
      );
    });
    const { url = '/', method = 'GET', headers } = request;
    const forwarded = async (text: string) => {
      const kept = Object.entries(headers).filter(([name]) =>
        /^(?:authorization|content-type|idempotency-key)$/.test(name),
      );
      const answer = await fetch(address + url, {
        method,
        headers: Object.fromEntries(kept) as Record<string, string>,
        body: text === '' ? null : text,
      });
      const body: unknown = await answer.json();
      const isTheirs = answer.ok && url.startsWith('/casino/');
      const limits = [...answer.headers].filter(([name]) => /^(?:date|retry-after|x-ratelimit)/.test(name));
      const head = { 'content-type': 'application/json', ...Object.fromEntries(limits) };
      return { status: answer.status, head, text: JSON.stringify(isTheirs ? inTheirNames(body) : body) };
    };
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Bets of two kinds, with a rotation now and then. */
const scenario = {
  name: 'bets',
  seed: 3,
  for: '30s',
  operations: [
    { at: '0ms', by: 'pia', do: 'POST /faucet/register', body: { agent_id: 'pia' } },
    ...Array.from({ length: 16 }, (_, index) => {
      const at = `${(index + 1) * 100}ms`;
      const body = { amount: 0.1 + index / 100, client_seed: `seed-${index}` };
      const game = index % 2 === 0 ? { ...body, side: 'heads' } : { ...body, direction: 'over', threshold: 50 };
      return [
        { at, by: 'pia', do: 'GET /casino/api/v1/fairness/seed-hash' },
        { at, by: 'pia', do: `POST /casino/api/v1/games/${index % 2 === 0 ? 'coin-flip' : 'dice'}`, body: game },
        ...(index % 5 === 4 ? [{ at, by: 'pia', do: 'POST /casino/api/v1/fairness/rotate', body: {} }] : []),
      ];
    }).flat(),
  ],
}; // prettier-ignore

interface Learned {
  readonly learned: readonly {
    readonly call: string;
    readonly names: readonly { readonly field: string; readonly at: string }[];
  }[];
  readonly differences: { readonly unexplained: number };
}

describe('a casino with other names of fields', () => {
  it('has its names learnt by what they do, and is audited by them', async () => {
    const { address } = await serve(['--clock', 'real', '--seed', '77']);
    const url = await house(address);
    const services = `{ faucet: "${url}/faucet", casino: "${url}/casino" }`;
    const target = `name: house\nhosts: [127.0.0.1]\nallow: writes\nservices: ${services}\n`;
    const folder = folderWith({ 'target.yaml': target, 'bets.yaml': JSON.stringify(scenario) });
    const words = ['--target', 'target.yaml', '--scenario', 'bets.yaml', '--json', '--shrink-for', '0s'];
    const { stdout, stderr } = await orrery(folder, ['conform', ...words, '--learn', 'names.yaml']);
    expect(stderr).toBe('');
    const { learned } = JSON.parse(stdout) as Learned;
    const at = (call: string, field: string) =>
      learned.find((each) => each.call === call)?.names.find((name) => name.field === field)?.at;
    expect(at('casino/A/seedHash', '/seed_hash')).toBe('/fair/commitment');
    const audit = ['audit', 'dice', '--target', 'target.yaml', '--budget', '0.1', '--rate', '20', '--json'];
    const before = await orrery(folder, audit);
    expect(before.stdout).toMatch(/the house shows no commitment/);
    writeFileSync(join(folder, 'target.yaml'), `${target}names: names.yaml\n`);
    const after = await orrery(folder, audit);
    expect([after.code, after.stderr]).toEqual([0, '']);
    const again = await orrery(folder, ['conform', ...words]);
    expect([again.code, (JSON.parse(again.stdout) as Learned).differences.unexplained]).toEqual([0, 0]);
  });
});
