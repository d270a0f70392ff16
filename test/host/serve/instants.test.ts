/** Every place that reads an instant reads RFC 3339 in full, and no day that the calendar does not have. */
import { describe, expect, it } from 'vitest';
import { formatInstant, parseInstant } from '../../../src/core/base/time.ts';
import { createWorld } from '../../../src/host/app/create-world.ts';
import { importHar } from '../../../src/live/traffic/har/import-har.ts';
import { TraceReader } from '../../../src/simulation/trace/reader.ts';
import { answerOf } from '../../simulation/population/town.ts';
import { load, mistakeIn } from '../../simulation/scenario/files.ts';
import { headerLine, traceFile } from '../../live/traffic/traces.ts';
import { serving } from './serving.ts';

/** The same instant, as several languages write it. */
const spellings = [
  '2026-01-02T03:04:05+00:00',
  '2026-01-02T03:04:05.000000+00:00',
  '2026-01-02T04:34:05.0+01:30',
  '2026-01-01T22:04:05-05:00',
  '2026-01-02t03:04:05z',
];
const meantMs = Date.UTC(2026, 0, 2, 3, 4, 5);
const meant = formatInstant(meantMs);
const impossible = ['2026-02-30T00:00:00+00:00', '2026-01-02T24:00:00Z', '2026-01-02T03:04:05', '2026-01-02'];

async function played() {
  const served = await serving();
  const { body } = await served.call('POST', '/faucet/register', { body: { agent_id: 'alice' } });
  const headers = { authorization: `Bearer ${String(body['api_key'])}` };
  return { ...served, headers };
}

describe('an instant of a caller', () => {
  it.each([...spellings.map(encodeURIComponent), ...spellings])(
    'is read by the casino from ?from=%s, a plus sign escaped or not',
    async (from) => {
      const { call, headers } = await played();
      const placed = await call('POST', '/api/casino-api/bet', {
        headers,
        body: { game: 'coinflip', amount: 0.01, params: { side: 'heads' } },
      });
      expect(placed.status, placed.text).toBe(200);
      const before = await call('GET', `/api/casino-api/history?from=${from}`, { headers });
      expect([before.status, before.body['total']]).toEqual([200, 0]);
    },
  );

  it.each(spellings)('is read by tournaments: %s', async (text) => {
    const { call, headers } = await played();
    const order = { name: 'cup', game: 'wheel', entry_fee: 0, prize_pool: 0, max_agents: 2 };
    const body = { ...order, starts_at: text, ends_at: text.replace('-02', '-03').replace('-01T', '-02T') };
    const made = await call('POST', '/casino/api/v1/tournaments/create', { headers, body });
    expect([made.status, made.body['starts_at']], made.text).toEqual([201, meant]);
  });

  it.each(spellings)('is read by the control calls and X-Sim-At: %s', async (text) => {
    const { call } = await serving();
    await call('GET', '/faucet/', { headers: { 'x-sim-at': text } });
    expect((await call('GET', '/_sim/clock')).body['now']).toBe(meant);
    const fault = { service: 'escrow', kind: 'outage', for: '1m', at: text };
    expect((await call('POST', '/_sim/fault', { body: fault })).status).toBe(200);
    expect((await call('POST', '/_sim/reset', { body: { start: text } })).body['now']).toBe(meant);
    await call('POST', '/_sim/reset', { body: { start: '2026-01-01T00:00:00Z' } });
    expect((await call('POST', '/_sim/clock/advance', { body: { to: text } })).body['now']).toBe(meant);
  });

  it.each(spellings)(
    'is read by scenarios, traces, HAR files, behaviours and the library: %s',
    async (text) => {
      const scenario = await load({ 'a.yaml': `for: 1d\nstart: ${text}\npopulation: [{ agent: idler }]\n` });
      expect(scenario.startMs).toBe(meantMs);
      const { header } = await TraceReader.open(traceFile([], headerLine({ start: text })));
      expect(parseInstant(header.start)).toBe(meantMs);
      expect(answerOf(200, {}, { at: text }).instant('at')).toBe(meantMs);
      expect(createWorld({ start: text }).now).toBe(meant);
      const imported = importHar({
        file: 'x.har',
        text: har(text),
        target: undefined,
        version: '0',
        routeOf: () => undefined,
      });
      expect(imported.header.start).toBe(meant);
    },
  );

  it.each(impossible)(
    'that the calendar or RFC 3339 does not have is refused everywhere: %s',
    async (text) => {
      const { call, headers } = await played();
      const history = `/api/casino-api/history?from=${encodeURIComponent(text)}`;
      const order = { name: 'cup', game: 'wheel', entry_fee: 0, prize_pool: 0, max_agents: 2 };
      const contest = { ...order, starts_at: text, ends_at: '2026-03-05T00:00:00Z' };
      const answers = await Promise.all([
        call('GET', history, { headers }),
        call('POST', '/casino/api/v1/tournaments/create', { headers, body: contest }),
        call('GET', '/faucet/', { headers: { 'x-sim-at': text } }),
        call('POST', '/_sim/reset', { body: { start: text } }),
        call('POST', '/_sim/clock/advance', { body: { to: text } }),
        call('POST', '/_sim/fault', { body: { service: 'escrow', kind: 'outage', for: '1m', at: text } }),
      ]);
      for (const { status, body } of answers) {
        expect([status, body['code'], body['error']]).toEqual([
          400,
          'BAD_REQUEST',
          expect.stringContaining('RFC 3339'),
        ]);
      }
      const source = `for: 1d\nstart: ${JSON.stringify(text)}\npopulation: [{ agent: idler }]\n`;
      expect(await mistakeIn({ 'a.yaml': source })).toContain('expected an instant in RFC 3339');
      await expect(TraceReader.open(traceFile([], headerLine({ start: text })))).rejects.toThrow('RFC 3339');
      expect(() => answerOf(200, {}, { at: text }).instant('at')).toThrow('an instant');
      expect(() => createWorld({ start: text })).toThrow('RFC 3339');
      const importing = {
        file: 'x.har',
        text: har(text),
        target: undefined,
        version: '0',
        routeOf: () => undefined,
      };
      expect(() => importHar(importing)).toThrow('RFC 3339');
    },
  );
});

function har(startedDateTime: string): string {
  const request = { method: 'GET', url: 'https://shop.example/api/thing', headers: [] };
  const response = { status: 200, content: { text: '{}' } };
  return JSON.stringify({
    log: { version: '1.2', entries: [{ startedDateTime, time: 1, request, response }] },
  });
}
