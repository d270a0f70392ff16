/** What workers of a load send over a queue: exact sums of what is right, and nothing of what is not. */
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Stream } from '../../../src/core/kernel/stream.ts';
import { readMessage, readOrder } from '../../../src/host/app/load/queue-messages.ts';
import { clockOffset } from '../../../src/host/workers/redis-clock.ts';
import { encoded, newHistogram, percentileMs } from '../../../src/live/traffic/measure/histogram.ts';
import { LoadMeasures } from '../../../src/live/load/measure/load-measures.ts';

const run = '00000000-0000-4000-8000-000000000000';
const token = '00000000-0000-4000-8000-000000000001';

const updateOf = (measures: LoadMeasures) => ({
  measures: measures.plain(),
  intervals: [],
  findings: [],
  spent: { requests: 0, micros: 0 },
  connections: 1,
  agents: 1,
  inFlight: 0,
  elapsedMs: 1_000.5,
});

const messageOf = (update: object) => ({ run, token, sequence: 3, report: { kind: 'update', update } });
const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

function measured(times: readonly number[]): LoadMeasures {
  const measures = new LoadMeasures([]);
  for (const ms of times)
    measures.add({
      call: 'faucet/B/status',
      behaviour: 'visitor',
      status: 200,
      code: '',
      responseMs: ms,
      serviceMs: ms / 2,
    });
  return measures;
}

describe('reports of workers over a queue', () => {
  it('merged percentiles are those of the pooled samples, by rank among the samples themselves', () => {
    const draws = new Stream('5', 'times');
    const times = Array.from({ length: 30_001 }, () => -Math.log(1 - draws.unit()) * 80);
    const merged = new LoadMeasures([]);
    for (const worker of [0, 1, 2]) {
      const own = measured(times.filter((_, index) => index % 3 === worker));
      const message = readMessage(overTheWire(messageOf(updateOf(own))));
      if (message?.report.kind !== 'update' || message.report.update.measures === undefined)
        throw new Error('a report that was refused');
      merged.merge(message.report.update.measures);
    }
    const whole = measured(times);
    expect(merged.counts).toEqual(whole.counts);
    const sorted = times.toSorted((left, right) => left - right);
    for (const percent of [1, 25, 50, 90, 95, 99, 99.9, 100]) {
      const mergedMs = percentileMs(merged.total.response, percent);
      expect(mergedMs).toBe(percentileMs(whole.total.response, percent));
      const rank = Math.ceil((percent / 100) * sorted.length) - 1;
      // Three significant figures, and whole microseconds.
      expect(Math.abs(mergedMs - (sorted[rank] ?? 0))).toBeLessThanOrEqual(
        (sorted[rank] ?? 0) / 1000 + 0.001,
      );
    }
  });

  const good = updateOf(measured([1, 2, 3]));
  const withResponse = (response: string) => ({
    ...good,
    measures: { ...good.measures, total: { ...good.measures.total, response } },
  });
  const framed = (payload: Buffer): string => {
    const head = Buffer.alloc(8);
    head.writeInt32BE(0x1c849314, 0);
    const body = deflateSync(payload);
    head.writeInt32BE(body.length, 4);
    return Buffer.concat([head, body]).toString('base64');
  };
  const coarse = (): string => {
    const bytes = Buffer.alloc(41);
    bytes.writeInt32BE(0x1c849313, 0);
    bytes.writeInt32BE(1, 4);
    bytes.writeInt32BE(5, 12);
    return framed(bytes);
  };

  it.each([
    ['nothing', null],
    ['a list', []],
    ['another run format', { ...messageOf(good), run: 'x' }],
    ['a further field', { ...messageOf(good), more: 1 }],
    ['a negative count', messageOf({ ...good, connections: -1 })],
    ['a count that is no number', messageOf({ ...good, agents: '1' })],
    ['a histogram that is no base64', messageOf(withResponse('<b>'))],
    ['a histogram that is cut off', messageOf(withResponse(encoded(newHistogram()).slice(0, 20)))],
    ['a histogram of another resolution', messageOf(withResponse(coarse()))],
    ['a histogram that decompresses to 64 MB', messageOf(withResponse(framed(Buffer.alloc(64 * 2 ** 20))))],
    ['a report of no kind', { ...messageOf(good), report: { kind: 'other' } }],
  ])('%s is refused', (_what, message) => {
    expect(readMessage(overTheWire(messageOf(good)))).toBeDefined();
    expect(readMessage(overTheWire(message))).toBeUndefined();
  });

  it('an order with a stop that does not exist is refused', () => {
    const order = { run, workers: [token, null], start: null, stop: null };
    expect(readOrder(order)).toEqual(order);
    expect(readOrder({ ...order, stop: 'now' })).toBeUndefined();
    expect(readOrder({ ...order, start: { redisMs: 1 } })).toBeUndefined();
  });

  it('machines whose clocks differ agree on a moment within half of the shortest round trip', async () => {
    let trueMs = 1_000_000;
    const delays = [9, 1, 7, 3, 8, 2, 6, 4];
    let index = 0;
    const redis = {
      time: (): Promise<[string, string]> => {
        // The way back takes all of the time.
        const micros = Math.round(trueMs * 1000);
        trueMs += delays[index++ % delays.length] ?? 0;
        return Promise.resolve([String(Math.floor(micros / 1e6)), String(micros % 1e6)]);
      },
    };
    const skewMs = 3_600_000;
    const { offsetMs, errorMs } = await clockOffset(redis as never, () => trueMs + skewMs);
    expect(errorMs).toBe(0.5);
    expect(Math.abs(offsetMs + skewMs)).toBeLessThanOrEqual(errorMs);
  });
});
