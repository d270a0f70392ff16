/** The page of a load while it runs: to whom it answers, with which headers, and what it shows. */
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveLivePage } from '../../../../src/host/app/load/live-page.ts';
import { pageScript } from '../../../../src/host/serve/page-script.ts';
import type { LoadCall } from '../../../../src/live/load/load-call.ts';
import { loadResult } from '../../../../src/live/load/result.ts';
import { intervalMsOf } from '../../../../src/live/load/measure/series.ts';
import { loadHtml } from '../../../../src/report/load/html.ts';
import { disarmed } from '../../../../src/core/base/plain-text.ts';
import { callWith } from '../../../live/load/engine/load-run.ts';
import { coordinated } from './coordinated.ts';

interface Answer {
  readonly status: number | undefined;
  readonly headers: object;
  readonly text: string;
}

function asked(address: string, { method = 'GET', path = '/', host }: { method?: string; path?: string; host?: string } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = host === undefined ? {} : { host };
    const sent = request(new URL(path, address), { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    sent.on('error', reject);
    sent.end();
  });
} // prettier-ignore

async function page(changes: Partial<LoadCall> = {}) {
  const call = callWith({ expectations: [] }, changes);
  const { load } = coordinated();
  const served = await serveLivePage(call, load, 0);
  onTestFinished(() => served.end());
  return { call, load, address: served.address, end: () => served.end() };
}

const portOf = (address: string): string => new URL(address).port;
const refused = 'expected GET / at the address of this page\n';

/** A page without the instant at which its load began. */
const timeless = (html: string): string =>
  html
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{3})?)?Z?/g, 'then')
    .replaceAll(/\b1[789]\d{11}\b/g, 'then');

describe('the page of a running load', () => {
  it.each([[{}], [{ speed: 3 }], [{ speed: undefined }]])(
    'is the report of what there is so far: %j',
    async (changes) => {
      const { call, load, address } = await page(changes);
      expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
      const { status, headers, text } = await asked(address);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
      const view = load.view();
      const soFar = loadResult(call, {
        ...view,
        speed: call.speed ?? 1,
        startedMs: Math.round(Date.now() - view.elapsedMs),
        intervalMs: intervalMsOf(view.lengthMs),
        probes: 0,
        connections: 0,
        spent: { requests: 0, micros: 0 },
        findings: [],
        workers: [],
        stopped: undefined,
        notes: [],
      });
      const html = loadHtml(soFar, { command: '', script: pageScript('report'), isLive: true });
      expect(timeless(text)).toBe(timeless(disarmed(html)));
    },
  );

  it('answers by its own names alone', async () => {
    const { address } = await page();
    const port = portOf(address);
    expect((await asked(address, { host: `localhost:${port}` })).status).toBe(200);
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', 'localhost:1']) {
      const { status, headers, text } = await asked(address, { host });
      expect([status, text.slice(0, 80)]).toEqual([403, refused]);
      expect(headers).toMatchObject({ 'content-type': 'text/plain' });
    }
  });

  it.each([
    ['GET', '/other', 404],
    ['GET', '/?a=1', 404],
    ['POST', '/', 404],
  ])('answers %s %s with %i', async (method, path, status) => {
    const { address } = await page();
    const answer = await asked(address, { method, path });
    expect([answer.status, answer.text.slice(0, 80)]).toEqual([status, refused]);
    expect(await asked(address, { method, path, host: 'x' })).toMatchObject({ status: 403 });
  });

  it('is over when it ends', async () => {
    const { address, end } = await page();
    await end();
    await expect(asked(address)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('is refused for a port that is taken', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { load } = coordinated();
    await expect(serveLivePage(callWith({}), load, port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
