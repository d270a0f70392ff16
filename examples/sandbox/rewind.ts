// A test against the sandbox over HTTP, in TypeScript for Node 22.18 or later: node rewind.ts
//
// It starts `orrery serve`, asks for a counterparty, pays it through an escrow, goes back in time, and finds its money
// again. ORRERY is the command that starts Orrery: `npx orrery` unless given. In a process with Node, `createWorld` does the
// same without a server.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

type Body = Record<string, unknown>;

const [command = 'npx', ...words] = (process.env['ORRERY'] ?? 'npx orrery').split(' ');
const server = spawn(command, [...words, 'serve', '--port', '0', '--json'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});

/** The first line is one JSON object, printed once the port is open. */
async function addressOf(): Promise<string> {
  for await (const line of createInterface(server.stdout))
    return (JSON.parse(line) as { address: string }).address;
  throw new Error('orrery serve ended');
}

const address = await addressOf();

/** The body of the answer. Rejects for a refusal. */
async function call(method: string, path: string, body?: Body, key?: string): Promise<Body> {
  const answer = await fetch(address + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Body;
}

try {
  await call('POST', '/_sim/reset', { seed: 7 });
  const asked = await call('POST', '/_sim/agents', { agent: 'escrow-seller' });
  const [seller] = asked['agents'] as string[];
  const key = (await call('POST', '/faucet/register', { agent_id: 'buyer' }))['api_key'] as string;
  const balance = async (): Promise<unknown> =>
    (await call('GET', '/casino/api/v1/auth/balance', undefined, key))['balance'];

  assert.equal(await balance(), 10);
  const before = await call('POST', '/_sim/checkpoints', { name: 'before' });

  const escrow = await call('POST', '/escrow/escrow', { amount: '1.00', receiver: seller }, key);
  await call('POST', '/_sim/clock/advance', { by: '2h' });
  await call('POST', `/escrow/escrow/${escrow['escrow_id'] as string}/release`, {}, key);
  assert.equal(await balance(), 9);

  const back = await call('POST', '/_sim/rewind', { to: 'before' });
  assert.deepEqual([back['digest'], back['now']], [before['digest'], before['now']]);
  assert.equal(await balance(), 10);
  process.stdout.write('ok\n');
} finally {
  server.kill();
}
