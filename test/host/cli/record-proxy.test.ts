/** `orrery record --proxy`: real clients of a live deployment, recorded and replayed elsewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, vi } from 'vitest';
import { recordProxySchema } from '../../../docs/result-schemas.ts';
import type { RecordProxyResult } from '../../../src/live/traffic/record/result.ts';
import type { ReplayResult } from '../../../src/live/traffic/replay/result-schema.ts';
import type { TraceRecord } from '../../../src/simulation/trace/format.ts';
import { answerJson, toyServer, type Asked } from '../../live/traffic/toy-server.ts';
import { called } from './called.ts';
import { started, type Started } from './interrupting.ts';
import { folderWith, orrery } from './orrery.ts';
import { serve } from './serve.ts';
import { testMsMax } from '../../time-limit.ts';

const targetOf = (address: string, extra = ''): string =>
  `name: live\nhosts: [127.0.0.1]\nallow: writes\nlimits: ignore\n${extra}` +
  `services: { faucet: "${address}/faucet", escrow: "${address}/escrow", wallet: "${address}/wallet" }\n`;

interface Recorder extends Started {
  readonly folder: string;
  readonly address: string;
}

/** A recording of the deployment at this address, once it serves clients. */
async function recorder(target: string, words: readonly string[]): Promise<Recorder> {
  const folder = folderWith({ 'live.yaml': targetOf(target) });
  const program = started(folder, ['record', '--proxy', '--target', 'live.yaml', '--port', '0', '--json', '--out', 'recorded', ...words]); // prettier-ignore
  let heard = '';
  program.child.stderr?.on('data', (data: Buffer) => (heard += data.toString()));
  await vi.waitFor(() => expect(heard).toContain('; Ctrl-C ends it\n'), { timeout: 200_000 });
  return { ...program, folder, address: /http:\/\/[\d.:]+/.exec(heard)?.[0] ?? '' };
}

interface Answered {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function call(
  address: string,
  line: string,
  { key, send }: { key?: string; send?: unknown } = {},
): Promise<Answered> {
  const [method = '', path = ''] = line.split(' ');
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(send === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(send === undefined ? {} : { body: JSON.stringify(send) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

function traceIn(folder: string): { records: TraceRecord[]; end: unknown; text: string } {
  const text = gunzipSync(readFileSync(join(folder, 'recorded/trace.ndjson.gz'))).toString();
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as TraceRecord);
  return { records: lines.slice(1, -1), end: lines.at(-1), text };
}

const ajv = new Ajv2020();

function resultOf(stdout: string): RecordProxyResult {
  const result = JSON.parse(stdout) as RecordProxyResult;
  expect(ajv.validate(recordProxySchema, result), ajv.errorsText()).toBe(true);
  return result;
}

describe('orrery record --proxy', () => {
  it('records clients of orrery serve, and a replay elsewhere has no unexplained difference', async () => {
    const live = await serve(['--clock', 'real', '--quiet', '--json']);
    const recording = await recorder(live.address, ['--requests', '9']);
    const { address } = recording;
    const keys: string[] = [];
    for (const name of ['seller-1', 'buyer-1']) {
      const { body } = await call(address, 'POST /faucet/register', { send: { agent_id: name } });
      keys.push(String(body['api_key']));
    }
    const [seller = '', buyer = ''] = keys;
    expect((await call(address, 'POST /faucet/claim', { key: buyer, send: {} })).status).toBe(409);
    const made = await call(address, 'POST /escrow/escrow', {
      key: buyer,
      send: { receiver: 'seller-1', amount: '1.50' },
    });
    expect(made.status).toBe(201);
    const id = String(made.body['escrow_id']);
    for (const key of [buyer, seller]) {
      expect((await call(address, `GET /escrow/escrow/${id}`, { key })).status).toBe(200);
    }
    expect(
      (await call(address, 'POST /escrow/api/v1/escrow/release', { key: buyer, send: { escrow_id: id } }))
        .status,
    ).toBe(200);
    await call(address, 'GET /escrow/nothing', { key: 'unknown-key-0001' });
    await call(address, 'GET /faucet/status', { key: buyer });
    const { code, stdout } = await recording.ended;
    expect(code).toBe(0);
    const result = resultOf(stdout);
    expect(result).toMatchObject({
      requests: 9,
      sessions: 3,
      foreignKeys: 1,
      endedBy: 'requests',
      leftOut: {},
    });
    expect(result.addedMs.p50).toBeGreaterThan(0);
    const { records, text } = traceIn(recording.folder);
    for (const secret of [...keys, id, 'unknown-key-0001']) {
      const shown = JSON.stringify(records.map(({ request }) => request));
      expect(secret === id ? shown : text).not.toContain(secret);
    }
    expect(records[6]?.request.body).toEqual({ escrow_id: '${3:/escrow_id}' });
    expect(records.map(({ session }) => session)).toEqual([0, 1, 1, 1, 1, 0, 1, 2, 1]);
    const replayed = await replayOf(recording.folder);
    expect(replayed.differences.groups.filter(({ explanation }) => explanation === null)).toEqual([]);
    expect([replayed.unsent, replayed.differences.unexplained]).toEqual([0, 0]);
  });

  it('writes a whole trace after a signal and marks it; open requests end, no secret is on the disk meanwhile', async () => {
    let held = (): void => undefined;
    const toy = await toyServer((asked, response, index) => {
      if (asked.url.endsWith('/held')) held = () => answerJson(response, { done: true });
      else answerJson(response, foreignAnswer(asked, index), 201);
    });
    const recording = await recorder(`http://127.0.0.1:${toy.port}`, []);
    const { address, folder } = recording;
    const { body } = await call(address, 'POST /faucet/register', { send: { agent_id: 'a' } });
    const key = String(body['api_key']);
    const order = await call(address, 'POST /wallet/orders', { key, send: { amount: 41 } });
    await call(address, `GET /wallet/orders/${String(order.body['id'])}/fills`, { key });
    const open = call(address, 'GET /wallet/held', { key });
    await vi.waitFor(() => expect(toy.asked).toHaveLength(4), { timeout: testMsMax });
    const working = readdirSync(folder).find((name) => name.startsWith('.unfinished-')) ?? '';
    const journal = join(folder, working, 'exchanges.ndjson');
    expect(readFileSync(journal, 'utf8')).toContain('"path":"/wallet/orders"');
    expect(readFileSync(journal, 'utf8')).not.toContain(key);
    recording.send('SIGINT');
    // A path of no service is answered with 404 until the recording is over.
    const probe = (): Promise<number> =>
      fetch(`${address}/other`).then(
        ({ status }) => status,
        () => 0,
      );
    await vi.waitFor(async () => expect(await probe()).not.toBe(404), { timeout: 200_000 });
    held();
    expect((await open).body).toEqual({ done: true });
    const { code, stdout } = await recording.ended;
    expect(code).toBe(130);
    expect(resultOf(stdout)).toMatchObject({ requests: 4, endedBy: 'signal', ok: true });
    expect(existsSync(journal)).toBe(false);
    const { records, end, text } = traceIn(folder);
    expect(text).not.toContain(key);
    expect(end).toEqual({ end: true, requests: 4, digest: '', endedBy: 'signal' });
    expect(records[2]?.request.path).toBe('/wallet/orders/${1:/id}/fills');
    const plan = await orrery(folder, [
      'replay',
      'recorded/trace.ndjson.gz',
      '--target',
      'live.yaml',
      '--dry-run',
      '--json',
    ]);
    expect(JSON.parse(plan.stdout)).toMatchObject({ requests: 4, sessions: 1, ok: true });
  });

  it('discards the recording at a second signal', async () => {
    const toy = await toyServer(() => undefined);
    const recording = await recorder(`http://127.0.0.1:${toy.port}`, []);
    const open = fetch(`${recording.address}/wallet/held`).catch(() => undefined);
    await vi.waitFor(() => expect(toy.asked).toHaveLength(1), { timeout: testMsMax });
    recording.send('SIGINT');
    // Signals that follow at once are those that npx passes on.
    const again = setInterval(() => recording.send('SIGINT'), 100);
    const { code, stdout, stderr } = await recording.ended;
    clearInterval(again);
    await open;
    expect([code, stdout]).toEqual([130, '']);
    expect(stderr).toContain('unfinished results are discarded');
    expect(readdirSync(recording.folder)).toEqual(['live.yaml']);
  });

  it('ends after --for, states a target that is down, and leaves a trace without records', async () => {
    const recording = await recorder('http://127.0.0.1:1', ['--for', '1s']);
    const answer = await fetch(`${recording.address}/faucet/status`);
    expect(answer.status).toBe(502);
    const { code, stdout } = await recording.ended;
    expect(code).toBe(0);
    expect(resultOf(stdout)).toMatchObject({ requests: 0, endedBy: 'time', refused: { TARGET_DOWN: 1 } });
  });

  it.each([[['--out', 'x']], [['--out', 'new/x']], [[]]])(
    'exits 2 with one line for a port that is taken, and leaves nothing: %j',
    async (words) => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const port = String((server.address() as { port: number }).port);
      const folder = folderWith({ 'live.yaml': targetOf('http://127.0.0.1:1') });
      const line = ['record', '--proxy', '--target', 'live.yaml', '--port', port, ...words];
      const { code, stdout, stderr } = await called(folder, line);
      server.close();
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toBe(
        `orrery: --port ${port}: the port is taken; expected a free one (--port 0 finds one)\n`,
      );
      expect(readdirSync(folder)).toEqual(['live.yaml']);
    },
  );
});

/** Integers for orders, an odd key for an agent. */
function foreignAnswer({ url }: Asked, index: number): object {
  return url.endsWith('/register')
    ? { account: { no: 7 }, api_key: `!k/${index}=ABCdef99` }
    : { id: 40 + index, index };
}

/** Replays the trace in this folder against another deployment with other ids, one request after the other. */
async function replayOf(folder: string): Promise<ReplayResult> {
  const other = await serve(['--clock', 'real', '--id-seed', 'other', '--quiet', '--json']);
  const elsewhere = folderWith({ 'other.yaml': targetOf(other.address, 'connections: 1\n') });
  const trace = join(folder, 'recorded/trace.ndjson.gz');
  const { stdout } = await orrery(elsewhere, [
    'replay',
    trace,
    '--target',
    'other.yaml',
    '--speed',
    '1x',
    '--json',
  ]);
  return JSON.parse(stdout) as ReplayResult;
}
