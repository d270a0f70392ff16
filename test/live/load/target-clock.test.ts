/** The target's time at the start of a load: what it states, what its answers are dated, or the time of this machine. */
import { describe, expect, it } from 'vitest';
import { targetTime } from '../../../src/live/load/target-clock.ts';
import type { Endpoint } from '../../../src/live/traffic/http/endpoint.ts';
import { Forbidden } from '../../../src/live/traffic/target/permit.ts';
import { readTarget, type ServiceAddress } from '../../../src/live/traffic/target/target.ts';
import { answerJson, toyServer, type Respond } from '../traffic/toy-server.ts';

const placeOf = ({ isTls, host, port }: ServiceAddress): Endpoint => ({
  isTls,
  host,
  port,
  address: '127.0.0.1',
  ca: undefined,
});

const targetAt = (port: number, place: 'sandbox' | 'service') =>
  readTarget(
    'toy.yaml',
    place === 'sandbox'
      ? `name: toy\nhosts: [127.0.0.1]\nsandbox: http://127.0.0.1:${port}\nclock: 60x\n`
      : `name: toy\nhosts: [127.0.0.1]\nservices: { faucet: "http://127.0.0.1:${port}/faucet" }\n`,
  );

const dated =
  (date: string | undefined, body: unknown): Respond =>
  (_asked, response) => {
    if (date === undefined) response.sendDate = false;
    else response.setHeader('date', date);
    answerJson(response, body);
  };

/** What was read, what was asked for it, and the time of this machine before and after. */
async function read(place: 'sandbox' | 'service', respond: Respond) {
  const toy = await toyServer(respond);
  const beforeMs = Date.now();
  const time = await targetTime(targetAt(toy.port, place), placeOf);
  const isOwn = (atMs: number): boolean => atMs >= beforeMs && atMs <= Date.now();
  return { time, isOwn, asked: toy.asked.map(({ method, url }) => `${method} ${url}`) };
}

const header = 'Tue, 03 Mar 2026 10:00:00 GMT';
const headerMs = Date.UTC(2026, 2, 3, 10);
const yearMs = (year: number): number => Date.UTC(year);

describe('the clock of a target', () => {
  it('is the one that its control address states, which is no request to a service', async () => {
    const { time, isOwn, asked } = await read('sandbox', dated(header, { now: '2026-02-01T12:30:00Z' }));
    expect(asked).toEqual(['GET /_sim/clock']);
    expect([time.nowMs, time.requests]).toEqual([Date.UTC(2026, 1, 1, 12, 30), 0]);
    expect(isOwn(time.readAtMs)).toBe(true);
  });

  it('is the date of the answer of a service without control, whatever it states, for one request', async () => {
    const { time, isOwn, asked } = await read('service', dated(header, { now: '2026-02-01T12:30:00Z' }));
    expect(asked).toEqual(['GET /faucet/']);
    expect([time.nowMs, time.requests]).toEqual([headerMs, 1]);
    expect(isOwn(time.readAtMs)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['no object', null],
    ['a number', { now: 5 }],
    ['a list', { now: ['2026-02-01T12:30:00Z'] }],
    ['no instant', { now: 'noon' }],
    ['an instant before 1970', { now: '1969-12-31T23:59:59Z' }],
    ['an instant after the year 9000', { now: '9000-01-01T00:00:00.001Z' }],
  ])('is the date of the answer where control states %s', async (_what, body) => {
    expect((await read('sandbox', dated(header, body))).time.nowMs).toBe(headerMs);
  });

  it.each([
    ['1970-01-01T00:00:00Z', 0],
    ['9000-01-01T00:00:00Z', yearMs(9000)],
  ])('may be %s', async (now, atMs) => {
    expect((await read('sandbox', dated(header, { now }))).time.nowMs).toBe(atMs);
  });

  it.each([
    ['without a date', undefined],
    ['with a date that is none', 'soon'],
    ['with a date before 1970', 'Wed, 31 Dec 1969 23:59:59 GMT'],
    ['with a date after the year 9000', 'Fri, 01 Jan 9999 00:00:00 GMT'],
  ])('is that of this machine for an answer %s', async (_what, date) => {
    const { time, isOwn } = await read('service', dated(date, {}));
    expect([time.nowMs === time.readAtMs, isOwn(time.nowMs)]).toEqual([true, true]);
  });

  it('cannot be read from a target that does not answer', async () => {
    const toy = await toyServer((_asked, response) => void response.destroy());
    const reading = targetTime(targetAt(toy.port, 'service'), placeOf);
    await expect(reading).rejects.toThrow(Forbidden);
    await expect(reading).rejects.toThrow(
      new RegExp(`^toy\\.yaml: the target does not answer: GET /faucet/ at 127\\.0\\.0\\.1:${toy.port}: `),
    );
  });

  it('is not read where the target file allows no reads', async () => {
    const toy = await toyServer();
    const target = { ...targetAt(toy.port, 'service'), allow: 'none' as const };
    await expect(targetTime(target, placeOf)).rejects.toThrow(/^GET is not allowed at target toy/);
    expect(toy.asked).toEqual([]);
  });

  it('is that of this machine where there is no service to ask', async () => {
    const beforeMs = Date.now();
    const time = await targetTime({ ...targetAt(1, 'service'), services: new Map() }, placeOf);
    expect(time.requests).toBe(0);
    for (const atMs of [time.nowMs, time.readAtMs]) {
      expect(atMs).toBeGreaterThanOrEqual(beforeMs);
      expect(atMs).toBeLessThanOrEqual(Date.now());
    }
  });
});
