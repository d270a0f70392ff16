/**
 * `npm run inhabited -- [--seconds N] [--rate N] [--clock PACE]`: the month of `first-month` served at 600x beside a client
 * that sends 50 requests a second, for ten minutes unless given. The 99th percentile of the client, from when each request
 * was due, must be below 50 ms; and its session, executed again in another process, must end at the same digest.
 * Build first: `npm run build`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    rate: { type: 'string', default: '50' },
    clock: { type: 'string', default: '600x' },
  },
});
const p99MsMax = 50;
const program = fileURLToPath(new URL('../dist/src/host/cli/main.js', import.meta.url));
const agent = new Agent({ keepAlive: true });

/** `orrery serve first-month` in a separate process, once its port is open. */
async function serving(words) {
  const child = spawn(
    process.execPath,
    [program, 'serve', 'first-month', '--port', '0', '--json', ...words],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  for await (const line of createInterface(child.stdout)) {
    const { address } = JSON.parse(line);
    return { address, stop: () => child.kill() };
  }
  throw new Error('orrery serve ended before its port was open');
}

function call(address, method, path, { body, key } = {}) {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    };
    const sent = request(address + path, { agent, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part) => (text += part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode, body: text === '' ? {} : JSON.parse(text) }),
      );
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** What the client sends, in turn. */
const calls = [
  ['GET', '/faucet/status'],
  ['GET', '/api/trading-api/price/ETH-USDC'],
  ['GET', '/escrow/escrows?limit=5'],
  ['POST', '/api/casino-api/bet', { game: 'dice', amount: 0.01, params: { target: 50, over: true } }],
  ['GET', '/casino/api/v1/auth/balance'],
];

async function timed(dueMs, send) {
  const { status } = await send();
  return { status, tookMs: performance.now() - dueMs };
}

/** Response times in milliseconds from when each request was due, and how many answers had no right to be. */
async function measured(address) {
  const { body } = await call(address, 'POST', '/faucet/register', { body: { agent_id: 'beside' } });
  const count = Math.round(Number(values.seconds) * Number(values.rate));
  const beganMs = performance.now();
  const answers = [];
  for (let number = 0; number < count; number++) {
    const dueMs = beganMs + (number * 1000) / Number(values.rate);
    const leftMs = dueMs - performance.now();
    if (leftMs > 0) await wait(leftMs);
    const [method, path, sent] = calls[number % calls.length];
    answers.push(timed(dueMs, () => call(address, method, path, { body: sent, key: body.api_key })));
  }
  const all = await Promise.all(answers);
  return {
    times: all.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other),
    failed: all.filter(({ status }) => status >= 500).length,
  };
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
const folder = mkdtempSync(join(tmpdir(), 'orrery-sandbox-'));
const servers = [];
try {
  const first = await serving(['--clock', values.clock]);
  servers.push(first);
  const { times, failed } = await measured(first.address);
  // The clock stands still, so that session and digest are of one instant.
  await call(first.address, 'POST', '/_sim/clock/pace', { body: { pace: 'manual' } });
  const session = await call(first.address, 'GET', '/_sim/session');
  const before = await call(first.address, 'POST', '/_sim/checkpoints', { body: { name: 'end' } });
  const file = join(folder, 'session.json');
  writeFileSync(file, JSON.stringify(session.body));
  const second = await serving(['--session', file]);
  servers.push(second);
  const after = await call(second.address, 'POST', '/_sim/checkpoints', { body: { name: 'end' } });
  const isSame = before.body.digest === after.body.digest;
  const p99Ms = at(times, 0.99);
  const result = {
    requests: times.length,
    failed,
    p50Ms: at(times, 0.5),
    p99Ms,
    maxMs: times.at(-1),
    now: before.body.now,
    events: before.body.event,
    digests: [before.body.digest, after.body.digest],
    ok: isSame && failed === 0 && p99Ms < p99MsMax,
  };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  process.exitCode = result.ok ? 0 : 1;
} finally {
  for (const { stop } of servers) stop();
  agent.destroy();
  rmSync(folder, { recursive: true });
}
