/** A recording of this process before a server of the test: its result, its folder and what ends it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chdir, cwd } from 'node:process';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CallMistake } from '../../../../src/host/app/process/exit.ts';
import { packageVersion } from '../../../../src/host/app/process/package-version.ts';
import { recordProxy, type RecordProxyCall } from '../../../../src/host/app/record/record-proxy.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import type { RecordProxyResult } from '../../../../src/live/traffic/record/result.ts';
import { folderWith } from '../../../folder-with.ts';
import { answerJson, toyServer, type Respond } from '../../../live/traffic/toy-server.ts';
import { signalled } from '../process/signalled.ts';

const targetAt = (port: number, lines = ''): RecordProxyCall['target'] =>
  readTarget(
    'live.yaml',
    `name: live\nhosts: [127.0.0.1]\nallow: writes\n${lines}services: { faucet: "http://127.0.0.1:${port}/faucet" }\n`,
  );

interface Recorded {
  readonly result: RecordProxyResult;
  readonly statuses: readonly number[];
  readonly folder: string;
}

/** Sends these requests through a recording, one after the other. */
async function recorded(
  respond: Respond,
  requests: readonly (readonly [line: string, body?: object])[],
  { lines = '', ...changes }: Partial<RecordProxyCall> & { readonly lines?: string } = {},
): Promise<Recorded> {
  const { port } = await toyServer(respond);
  const folder = folderWith();
  const statuses: number[] = [];
  const send = async (address: string): Promise<void> => {
    for (const [line, body] of requests) {
      const [method = '', path = ''] = line.split(' ');
      const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const answer = await fetch(`${address}${path}`, { method, ...sent });
      await answer.text();
      statuses.push(answer.status);
    }
  }; // prettier-ignore
  let sending: Promise<void> | undefined;
  const result = await recordProxy({
    target: targetAt(port, lines),
    ca: undefined,
    port: 0,
    forMs: undefined,
    requestsMax: requests.length,
    out: join(folder, 'out'),
    onListening: (address) => (sending = send(address)),
    ...changes,
  });
  await sending;
  return { result, statuses, folder };
}

interface Line {
  readonly start?: string;
  readonly end?: boolean;
  readonly requests?: number;
  readonly endedBy?: string;
  readonly request?: { readonly method: string; readonly path: string };
}

function traceIn(folder: string): readonly Line[] {
  const text = gunzipSync(readFileSync(join(folder, 'trace.ndjson.gz'))).toString();
  return text.trimEnd().split('\n').map((line) => JSON.parse(line) as Line); // prettier-ignore
}

const answersWith =
  (statuses: readonly number[], date?: string): Respond =>
  (_asked, response, index) => {
    if (date !== undefined) response.setHeader('date', date);
    else response.sendDate = false;
    answerJson(response, { ok: true }, statuses[index]);
  };

// The first request loads what all of them need.
beforeAll(() => fetch('data:,').then((answer) => answer.text()));

describe('a recording until a number of requests', () => {
  it('has its result, its trace and its manifest', async () => {
    const { result, statuses, folder } = await recorded(answersWith([201, 200, 404, 200]), [
      ['POST /faucet/register', { agent_id: 'alice' }],
      ['GET /faucet/agents'],
      ['GET /faucet/nothing'],
      ['GET /faucet/agents'],
    ]);
    expect(statuses).toEqual([201, 200, 404, 200]);
    const { address, start, seconds, addedMs, ...rest } = result;
    expect(rest).toEqual({
      target: 'live',
      endedBy: 'requests',
      requests: 4,
      trace: join(folder, 'out', 'trace.ndjson.gz'),
      sessions: 2,
      references: 0,
      foreignKeys: 0,
      statusCounts: { 200: 2, 201: 1, 404: 1 },
      leftOut: {},
      refused: {},
      ok: true,
    });
    expect(Object.keys(rest.statusCounts)).toEqual(['200', '201', '404']);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(start).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(performance.now() / 1000);
    expect(addedMs.p50).toBeGreaterThan(0);
    const out = join(folder, 'out');
    expect(readdirSync(folder)).toEqual(['out']);
    expect(readdirSync(out).toSorted()).toEqual(['manifest.json', 'record.json', 'trace.ndjson.gz']);
    expect(readFileSync(join(out, 'record.json'), 'utf8')).toBe(`${JSON.stringify(result, null, 2)}\n`);
    expect(JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))).toMatchObject({
      orrery: packageVersion(),
      recorded: 'live',
      requests: 4,
    });
    const trace = traceIn(out);
    expect(trace.map(({ request }) => request?.path)).toEqual([undefined, '/faucet/register', '/faucet/agents', '/faucet/nothing', '/faucet/agents', undefined]); // prettier-ignore
    expect(trace.at(-1)).toMatchObject({ end: true, requests: 4, endedBy: 'requests' });
  });

  it('leaves out what is no JSON object, and counts it', async () => {
    const respond: Respond = (_asked, response, index) =>
      index < 2 ? void response.end('text') : answerJson(response, {});
    const { result } = await recorded(respond, [['GET /faucet/a'], ['GET /faucet/b'], ['GET /faucet/c']]);
    expect(result).toMatchObject({ requests: 1, leftOut: { 'no JSON object in the answer': 2 } });
  });

  it.each([
    ['Fri, 01 Jan 2100 00:00:00 GMT', '', /^2(099-12-31T23:59:59|100-01-01T00:00:0)/],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 'clock: 240x\n', /^2(099-12-31T23:|100-01-01T00:0)/],
    ['no date at all', '', /^20[2-8]\d-/],
  ])('starts on the clock of the target where that differs: %s %s', async (date, lines, start) => {
    const { result } = await recorded(answersWith([200], date), [['GET /faucet/agents']], { lines });
    expect(result.start).toMatch(start);
  });

  it('starts on our clock where the target has the same', async () => {
    const before = Date.now();
    const { result } = await recorded(
      (_asked, response) => answerJson(response, {}),
      [['GET /faucet/agents']],
    );
    const startMs = Date.parse(result.start);
    expect(startMs).toBeGreaterThanOrEqual(before);
    expect(startMs).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    ['date', 'soon'],
    ['x-date', 'Fri, 01 Jan 2100 00:00:00 GMT'],
    ['date-of-birth', 'Fri, 01 Jan 2100 00:00:00 GMT'],
  ])('starts on our clock with %s: %s, which is no date', async (name, value) => {
    const before = Date.now();
    const respond: Respond = (_asked, response) => {
      response.sendDate = false;
      response.setHeader(name, value);
      answerJson(response, {});
    };
    const { result } = await recorded(respond, [['GET /faucet/agents']]);
    expect(Date.parse(result.start)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(result.start)).toBeLessThanOrEqual(Date.now());
  });

  it('has no other folder than the one that is named', async () => {
    const before = cwd();
    chdir(folderWith());
    onTestFinished(() => chdir(before));
    await recorded(answersWith([200]), [['GET /faucet/agents']], { out: join('mine', 'out') });
    expect([readdirSync('.'), readdirSync('mine')]).toEqual([['mine'], ['out']]);
  });

  it('has a folder in reports unless another is named', async () => {
    const folder = folderWith();
    const before = cwd();
    chdir(folder);
    onTestFinished(() => chdir(before));
    const { result } = await recorded(answersWith([200]), [['GET /faucet/agents']], { out: undefined });
    expect(result.trace).toMatch(/^reports[/\\]proxy-live-\d{8}-\d{6}[/\\]trace\.ndjson\.gz$/);
    expect(existsSync(result.trace)).toBe(true);
    expect(readdirSync('reports')).toHaveLength(1);
  });
});

describe('what else ends a recording', () => {
  it('is its time', async () => {
    const { result } = await recorded(answersWith([]), [], { forMs: 5, requestsMax: undefined });
    expect(result).toMatchObject({ endedBy: 'time', requests: 0, sessions: 0, statusCounts: {} });
  });

  it('is a signal', async () => {
    signalled();
    const { result } = await recorded(answersWith([]), [], { requestsMax: undefined });
    expect(result.endedBy).toBe('signal');
  });

  it('is heard of beforehand, several times a second', async () => {
    const heard: object[] = [];
    await recorded(answersWith([200]), [['GET /faucet/agents']], {
      requestsMax: undefined,
      forMs: 275,
      onProgress: (progress) => void heard.push(progress),
    });
    expect(heard).toEqual([{ requests: 1, open: 0 }]);
  });
});

describe('a recording that cannot be', () => {
  const callWith = (changes: Partial<RecordProxyCall>): RecordProxyCall => ({
    target: targetAt(1),
    ca: undefined,
    port: 0,
    forMs: undefined,
    requestsMax: undefined,
    out: undefined,
    onListening: () => expect.fail('it listens'),
    ...changes,
  });

  it('says that its port is taken, and leaves nothing', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const folder = folderWith();
    await expect(recordProxy(callWith({ port, out: join(folder, 'new', 'out') }))).rejects.toThrow(
      new CallMistake(`--port ${port}: the port is taken; expected a free one (--port 0 finds one)`),
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('has a folder that is no report', async () => {
    const out = folderWith({ mine: '' });
    await expect(recordProxy(callWith({ out }))).rejects.toThrow(
      new CallMistake(
        `${out} exists and is no report folder; expected --out to name a new or an empty folder`,
      ),
    );
  });
});
