/**
 * The page of a load while it runs, on loopback: the page of the report with the figures of now. It answers to its own
 * address alone, so that no page from elsewhere reads it by another name of this machine.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { disarmed } from '../../../core/base/plain-text.ts';
import type { LoadCall } from '../../../live/load/load-call.ts';
import { intervalMsOf } from '../../../live/load/measure/series.ts';
import { loadResult } from '../../../live/load/result.ts';
import type { LoadResult } from '../../../live/load/result-schema.ts';
import type { LoadView, RunningLoad } from '../../../live/load/running-load.ts';
import { loadHtml } from '../../../report/load/html.ts';
import { pageScript } from '../../serve/page-script.ts';

/** A page that is served until `end`. */
export interface LivePage {
  readonly address: string;
  end(): Promise<void>;
}

/** Port 0 is any free one. Rejects for a port that cannot be opened. */
export async function serveLivePage(call: LoadCall, load: RunningLoad, port: number): Promise<LivePage> {
  const script = pageScript('report');
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { port: own } = server.address() as AddressInfo;
    const isOwn = [`127.0.0.1:${own}`, `localhost:${own}`].includes(request.headers.host ?? '');
    if (!isOwn || request.method !== 'GET' || request.url !== '/') {
      response.writeHead(isOwn ? 404 : 403, { 'content-type': 'text/plain' });
      response.end('expected GET / at the address of this page\n');
      return;
    }
    const html = loadHtml(partialResult(call, load.view()), { command: '', script, isLive: true });
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    response.end(disarmed(html));
  };
  const server = createServer(answer);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The result so far; what only the end shows is empty. */
const partialResult = (call: LoadCall, view: LoadView): LoadResult =>
  loadResult(call, {
    ...view,
    speed: call.speed ?? (call.target.clock.kind === 'running' ? call.target.clock.factor : 1),
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
