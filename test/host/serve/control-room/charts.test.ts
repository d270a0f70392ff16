/**
 * The charts and the page of the control room: figures by their values, drawings and markup by their digests.
 * `UPDATE_KEPT=1 npx vitest run test/host/serve/control-room/charts` keeps what is drawn now.
 */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { policyDefault, policyNames, policyRow } from '../../../../src/core/policy/policies.ts';
import type { Request } from '../../../../src/core/http/message.ts';
import { dialogs } from '../../../../src/host/serve/control-room/markup-dialogs.ts';
import * as lists from '../../../../src/host/serve/control-room/markup-lists.ts';
import { charts, past } from '../../../../src/host/serve/control-room/markup-time.ts';
import { roomMarkup } from '../../../../src/host/serve/control-room/markup.ts';
import { Observed } from '../../../../src/host/serve/control-room/observed.ts';
import { eventsPath, isRoom, metricsPath, roomPage } from '../../../../src/host/serve/control-room/page.ts';
import { roomCharts } from '../../../../src/host/serve/control-room/room-charts.ts';
import { roomStyle } from '../../../../src/host/serve/control-room/style.ts';
import { pageScript } from '../../../../src/host/serve/page-script.ts';
import type { Sandbox } from '../../../../src/host/serve/sandbox.ts';
import { newSandbox } from '../serving.ts';
import { digestOf, Kept } from './kept.ts';
import { ask, join, smallRoom } from './small-room.ts';

const kept = new Kept('charts.json');
const startMs = Date.UTC(2026, 0, 1);

/** Two days with a switched off, a planned and a momentary fault, and refusals of two kinds. */
function longRoom(): Sandbox {
  const sandbox = newSandbox();
  const key = join(sandbox, 'alice');
  const slow = { kind: 'slow', service: 'faucet', forMs: 7_200_000, latency: { medianMs: 900, p99Ms: 5000 } } as const;
  sandbox.addFault({ ...slow, atMs: startMs + 3_600_000 });
  sandbox.addFault({ kind: 'price-jump', service: 'trading', market: 'all', basisPoints: -1000, atMs: startMs + 90_000_000 });
  sandbox.addFault({ kind: 'outage', service: 'escrow', forMs: 60_000, atMs: startMs + 400_000_000 });
  sandbox.addFault({ kind: 'outage', service: 'domains', forMs: 60_000, atMs: startMs + 50_000_000 });
  sandbox.world.faults.switchOff(3);
  for (let index = 0; index < 12; index++) {
    sandbox.advance(sandbox.nowMs + 1_800_000);
    ask(sandbox, 'GET /faucet/status', { key });
    ask(sandbox, 'GET /escrow/escrows/none', { key });
    ask(sandbox, 'POST /faucet/register', { body: { agent_id: index < 3 ? 'alice' : `agent-${index}` } });
  }
  sandbox.advance(startMs + 2 * 86_400_000 + 5);
  return sandbox;
} // prettier-ignore

const rooms: readonly (readonly [name: string, room: () => Sandbox, ids: readonly string[]])[] = [
  ['new', newSandbox, ['pool', 'prices']],
  ['small', smallRoom, ['requests', 'refusals', 'latency', 'money', 'pool', 'prices']],
  ['long', longRoom, ['requests', 'refusals', 'latency', 'money', 'pool', 'prices']],
];

describe('the charts of a room', () => {
  it.each(rooms)('that is %s are drawn as before', (name, room, ids) => {
    const sandbox = room();
    const found = roomCharts(sandbox);
    expect(found.charts.map(({ id }) => id)).toEqual(ids);
    const digests = Object.fromEntries(found.charts.map((chart) => [chart.id, digestOf(chart)]));
    expect(digests).toEqual(kept.value(`charts, ${name}`, digests));
    const figures = found.charts.map(({ title, description, figures: { rows } }) => ({ title, description, rows }));
    expect(figures).toEqual(kept.value(`figures, ${name}`, figures));
    expect(new Observed(sandbox).charts()).toEqual(found);
  }); // prettier-ignore

  it('of a small one have slices of ten seconds, with the first event of each', () => {
    const { charts: _, ...rest } = roomCharts(smallRoom());
    expect(rest).toEqual({
      start: '2026-01-01T00:00:00.000Z',
      slice_ms: 10_000,
      events: [2, null, null, null, null, null, null, null, null, 23],
    });
  });
});

describe('the page of a room', () => {
  it.each([
    ['dialogs', dialogs],
    ['agents', lists.agents],
    ['requests', lists.requests],
    ['happenings', lists.happenings],
    ['call', lists.call],
    ['policies', lists.policies],
    ['past', past],
    ['charts', charts],
    ['markup', roomMarkup],
    ['style', roomStyle],
  ])('has %s as before', (name, text) => {
    expect(digestOf(text)).toBe(kept.value(name, digestOf(text)));
  });

  let [text, data, script] = ['', '', ''];
  let headers: unknown;
  beforeAll(() => {
    ({ headers, text } = roomPage());
    data = /<script type="application\/json" id="data">(.*)<\/script>\n<script>/.exec(text)?.[1] ?? '';
    script = pageScript('room');
  });

  it('is one document of style, markup, data and script', () => {
    expect(roomPage()).toBe(roomPage());
    expect(text).toBe(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Control room</title>
<style>${roomStyle}</style>
</head>
<body>
${roomMarkup}
<script type="application/json" id="data">${data}</script>
<script>${script}</script>
</body>
</html>
`);
  });

  it('allows its style and its script alone', () => {
    const hash = (source: string): string =>
      `'sha256-${createHash('sha256').update(source, 'utf8').digest('base64')}'`;
    expect(headers).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        `default-src 'none'; connect-src 'self'; style-src ${hash(roomStyle)}; script-src ${hash(script)}`,
        `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      ].join('; '),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  });

  it('knows the policies with both defaults, the services and the tiers', () => {
    const { policies, ...rest } = JSON.parse(data) as { policies: object[] };
    expect(rest).toEqual({
      services: ['faucet', 'escrow', 'domains', 'casino', 'trading', 'wallet'],
      tiers: ['free', 'pro', 'enterprise'],
    });
    expect(policies).toEqual(
      policyNames.map((name) => {
        const { question, gap, lines, options } = policyRow(name);
        const defaults = [policyDefault(name, 'published'), policyDefault(name, 'consistent')];
        return { name, question, gap, lines, options, defaults };
      }),
    );
    expect(data).not.toContain('<');
  }); // prettier-ignore

  it.each<[method: Request['method'], path: string, isOfRoom: boolean]>([
    ['GET', '/_sim', true],
    ['GET', '/_sim/', true],
    ['GET', '/_sim/events', true],
    ['GET', '/_sim/metrics', true],
    ['GET', '/_sim/event', false],
    ['GET', '/', false],
    ['GET', '', false],
    ['POST', '/_sim', false],
  ])('answers %s %s: %s', (method, path, isOfRoom) => {
    expect(isRoom({ method, path, query: {}, headers: {}, body: undefined, ip: '::1' })).toBe(isOfRoom);
    expect([eventsPath, metricsPath]).toEqual(['/_sim/events', '/_sim/metrics']);
  });
});
