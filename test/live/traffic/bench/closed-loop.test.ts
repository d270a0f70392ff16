/** The closed loop by autocannon: what it sends over how many connections, what it says of the steps, and what it is refused for. */
import net from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClosedLoop } from '../../../../src/live/traffic/bench/closed-loop.ts';
import type { BenchStep } from '../../../../src/live/traffic/bench/result.ts';
import { callTo, loadTo, looped, movesClock, realClock, sharing, stepAt, times, type LoopChanges, type Part } from './closed-parts.ts'; // prettier-ignore

beforeEach(() => {
  movesClock();
  sharing(0);
});
afterEach(realClock);

describe('what a closed loop sends', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '::1'],
  ])('goes to the pinned address %s', async (address, host) => {
    const connect = vi.spyOn(net, 'connect');
    const endpoints = [{ isTls: false, host: 'localhost', address, port: 9, ca: undefined }];
    const loop = new ClosedLoop(callTo(loadTo(9, { endpoints })));
    const run = loop.run();
    loop.stop();
    vi.advanceTimersByTime(1_000);
    expect(await run).toMatchObject({ steps: [], limitedBy: 'stop', ok: false });
    expect(connect.mock.calls[0]).toEqual([9, host]);
  });

  it('is nothing where it was stopped before', async () => {
    const connect = vi.spyOn(net, 'connect');
    const loop = new ClosedLoop(callTo(loadTo(9)));
    loop.stop();
    expect(await loop.run()).toMatchObject({
      steps: [],
      limitedBy: 'stop',
      highestPerSecond: null,
      ok: false,
    });
    expect(connect).not.toHaveBeenCalled();
  });

  it('is the mix in its order, with the headers of each message', async () => {
    const texts = ['GET /a?b=c%20d HTTP/1.1\r\nhost: toy\r\nx-at:  10:30 \r\n\r\n', 'GET /e HTTP/1.1\r\nhost: other\r\n\r\n'];
    const messages = texts.map((text) => ({ text, endpoint: 0, call: '' }));
    const { asked, port } = await looped([{ answers: [] }, { answers: times(3) }], { sent: { messages, pick: (n) => n % 3 } });
    const first = 'GET /a?b=c%20d HTTP/1.1\r\nConnection: keep-alive\r\nhost: toy\r\nx-at: 10:30\r\n\r\n';
    const other = 'GET /e HTTP/1.1\r\nConnection: keep-alive\r\nhost: other\r\n\r\n';
    const missing = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: keep-alive\r\n\r\n`;
    expect(asked).toEqual([first, first, other, missing, first]);
  }); // prettier-ignore
});

describe('the steps of a closed loop', () => {
  it('are counted over their time, on no more connections than the target allows', async () => {
    const two = { connections: 2, ms: 2_000 };
    const parts = [{ answers: times(3) }, { ...two, answers: times(8) }, { ...two, answers: times(12) }];
    const { figures, measures, asked } = await looped(parts, { connections: 5, stepMs: 2_400, repeats: 2, lines: 'connections: 2\n' });
    expect(figures).toEqual({
      shape: 'closed', steps: [stepAt(4), stepAt(6)], highestPerSecond: 5, perSecond: { mean: 5, low: 5 - 12.706, high: 5 + 12.706 }, p99Ms: { mean: 0, low: 0, high: 0 }, limitedBy: 'connections', ok: true,
    });
    expect(measures).toEqual([
      { name: 'http_reqs', unit: 'requests', value: 20 },
      { name: 'http_req_failed', unit: 'share', value: 0 },
      { name: 'http_req_timeouts', unit: 'requests', value: 0 },
      { name: 'rate_limited_total', unit: 'requests', value: 0 },
    ]);
    // Each connection has one request without an answer.
    expect(asked).toHaveLength(3 + 1 + 8 + 2 + 12 + 2);
  }); // prettier-ignore

  it.each([0, -1])('are one of a second at least where %d repetitions of no time are asked for', async (repeats) => {
    const { figures } = await looped([{ answers: [] }, { answers: times(3) }], { repeats, stepMs: 0 });
    expect(figures).toMatchObject({ steps: [stepAt(3)], highestPerSecond: 3, perSecond: null, p99Ms: null, ok: true });
  }); // prettier-ignore

  it.each<[string, LoopChanges, Part, Partial<BenchStep>]>([
    ['as long as none may', { limits: { p99MsMax: 7, failedMax: 0 } }, { answers: times(4), tookMs: 7 }, { holds: false, limitedBy: 'target' }],
    ['less', { limits: { p99MsMax: 7.01, failedMax: 0 } }, { answers: times(4), tookMs: 7 }, {}],
  ])('have the times of their responses, of which the slowest took %s', async (_what, changes, part, verdict) => {
    const { figures } = await looped([{ answers: times(9) }, part], changes);
    const all = { p50: 7, p90: 7, p99: 7, p999: 7, max: 7 };
    expect(figures.steps).toEqual([stepAt(4, { responseMs: all, ...verdict })]);
  }); // prettier-ignore

  it.each([
    [2, 0.2, true],
    [2, 0.19, false],
    [1, 0, false],
  ])('hold unless more than a share failed: %d of ten, %d', async (failed, failedMax, holds) => {
    const parts = [{ answers: times(9) }, { answers: [...times(10 - failed), ...times(failed, 503)] }];
    const { figures } = await looped(parts, { limits: { p99MsMax: 1_000, failedMax } });
    expect(figures.steps).toEqual([stepAt(10, { failed, holds, limitedBy: holds ? null : 'target' })]);
    expect(figures).toMatchObject({ ok: holds, highestPerSecond: holds ? 10 : null });
  });

  it('do not hold without an answer, though nothing limited them', async () => {
    const { figures, measures } = await looped([{ answers: times(4) }, { answers: [] }]);
    expect(figures.steps).toEqual([
      stepAt(0, { offeredPerSecond: Number.MIN_VALUE, achievedPerSecond: 0, holds: false }),
    ]);
    expect(figures).toMatchObject({ ok: false, limitedBy: 'target', highestPerSecond: null });
    expect(measures).toEqual([]);
  });
});

describe('a closed loop is refused', () => {
  const [place] = loadTo(9).endpoints;
  const one = 'toy.yaml: a closed loop speaks http to one host and port; expected one';
  it.each([
    ['for several places', [place!, { ...place!, port: 10 }], '', one],
    ['for none', [], '', one],
    ['for TLS', [{ ...place!, isTls: true }], '', one],
    ['for a proxy', [place!], 'proxy: "http://127.0.0.1:3"\n', 'toy.yaml: a closed loop takes no proxy from a target file; expected another shape, or a target file without it'],
    ['for a bound of requests', [place!], 'budget: { requests: 10 }\n', 'toy.yaml: a closed loop cannot keep budget.requests; expected another --shape'],
  ])('%s', (_what, endpoints, lines, message) => {
    const call = callTo(loadTo(9, { endpoints }), lines);
    expect(() => new ClosedLoop(call)).toThrow(expect.objectContaining({ name: 'Forbidden', message }));
  }); // prettier-ignore
});
