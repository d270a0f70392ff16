/** Proxies that know names which this machine does not, and redirects of servers that close each connection. */
import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { ReplayResult } from '../../../../src/live/traffic/replay/result-schema.ts';
import { called } from '../../../host/cli/called.ts';
import { folderWith } from '../../../host/cli/orrery.ts';
import { recordLine, traceFile, type RecordChanges } from '../traces.ts';
import { listening, proxy } from './gateway.ts';

type Respond = (url: string, response: ServerResponse) => void;

async function asked(respond: Respond): Promise<{ port: number; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      seen.push(`${message.method} ${message.url} ${Buffer.concat(chunks).toString()}`.trim());
      respond(message.url ?? '', response);
    });
  });
  return { port: await listening(server), seen };
}

async function replayed(lines: string, records: readonly RecordChanges[]): Promise<ReplayResult> {
  const folder = folderWith({ 'target.yaml': `name: t\nallow: writes\n${lines}` });
  const words = ['replay', traceFile(records.map(recordLine)), '--target', 'target.yaml', '--speed', 'max', '--json'];
  return JSON.parse((await called(folder, words)).stdout) as ReplayResult;
} // prettier-ignore

describe('a host behind a proxy', () => {
  it('is known to the proxy alone', async () => {
    const { port, seen } = await asked((_url, response) => response.end('{}'));
    const tunnels = await proxy();
    const lines = `hosts: [shop.invalid, 127.0.0.1]\nservices: { faucet: "http://shop.invalid:${port}" }\nproxy: "http://127.0.0.1:${tunnels.port}"\n`;
    expect(await replayed(lines, [{ n: 0, at: 0 }])).toMatchObject({ ok: true });
    expect([[...new Set(tunnels.asked)], seen]).toEqual([[`shop.invalid:${port}`], ['GET /thing']]);
  });
});

describe('a redirect', () => {
  const to =
    (status: number): Respond =>
    (url, response) => {
      response.setHeader('connection', 'close');
      if (url.startsWith('/new')) response.end('{}');
      else response.writeHead(status, { location: `/new${url}` }).end('moved');
    };
  const linesFor = (port: number): string =>
    `hosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:${port}" }\nredirects: same-host\n`;
  const write = { n: 0, at: 0, method: 'POST', body: { a: 1 } } as const;

  it('is followed over a new connection where the server closes the old one', async () => {
    const { port, seen } = await asked(to(307));
    const records = [write, { n: 1, at: 1 }];
    expect(await replayed(linesFor(port), records)).toMatchObject({ ok: true, same: 2, failures: {} });
    expect(seen).toEqual(['POST /thing {"a":1}', 'POST /new/thing {"a":1}', 'GET /thing', 'GET /new/thing']);
  });

  it.each([301, 302, 303])('with status %i is followed for a GET and for no POST', async (status) => {
    const { port, seen } = await asked(to(status));
    const result = await replayed(linesFor(port), [write, { n: 1, at: 1 }]);
    expect(seen).toEqual(['POST /thing {"a":1}', 'GET /thing', 'GET /new/thing']);
    expect(result.statusCounts).toEqual({ 200: 1, [status]: 1 });
    expect(result.notes).toEqual([expect.stringMatching(/of a POST was not followed; expected status 307 or 308/)]);
  }); // prettier-ignore

  it('counts against the ceiling', async () => {
    const { port, seen } = await asked(to(307));
    const records = Array.from({ length: 10 }, (_, n) => ({ n, at: n, session: n }));
    const result = await replayed(`${linesFor(port)}requestsPerSecond: 100\n`, records);
    expect([result.ok, seen.length]).toEqual([true, 20]);
    // Twenty requests at a hundred a second take 190 ms, less a burst of 10 ms.
    expect(result.seconds).toBeGreaterThan(0.17);
  });
});
