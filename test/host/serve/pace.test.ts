import { describe, expect, it, vi } from 'vitest';
import { dayMs, hourMs, parseInstant } from '../../../src/core/base/time.ts';
import { formatPace, parsePace } from '../../../src/platform/control/pace.ts';
import { PacedTime } from '../../../src/host/serve/pace.ts';
import { clockEndMs } from '../../../src/platform/world/start.ts';
import { FakeWall, newSandbox, serving, type Serving } from './serving.ts';
import { testMsMax } from '../../time-limit.ts';

const json = { 'content-type': 'application/json' };
const now = async ({ call }: Serving): Promise<unknown> => (await call('GET', '/_sim/clock')).body['now'];

async function register({ call }: Serving, name: string): Promise<Record<string, string>> {
  const { body } = await call('POST', '/faucet/register', { headers: json, body: { agent_id: name } });
  return { ...json, authorization: `Bearer ${String(body['api_key'])}` };
}

describe('a pace', () => {
  it.each([
    ['manual', 'manual'],
    ['real', 1],
    ['60x', 60],
    ['0.5x', 0.5],
    ['1000000x', 1_000_000],
  ])('%s is %s', (text, pace) => {
    expect(parsePace(text)).toBe(pace);
    expect(formatPace(parsePace(text) ?? 'manual')).toBe(text);
  });

  it.each(['', '60', 'x', '0x', '-1x', '1e3x', '1000001x', 'REAL', '60 x', 'NaNx'])(
    '"%s" is none',
    (text) => {
      expect(parsePace(text)).toBeUndefined();
    },
  );

  it('gives whole milliseconds that never go back, and stops at the end of time', () => {
    const wall = new FakeWall();
    const time = new PacedTime({ pace: 0.3, wall, startMs: 1000 });
    wall.elapsed += 9.99;
    expect(time.nowMs).toBe(1002);
    wall.elapsed -= 1000;
    expect(time.nowMs).toBe(1000);
    wall.elapsed = Number.MAX_SAFE_INTEGER;
    expect(new PacedTime({ pace: 1e6, wall, startMs: 0 }).nowMs).toBe(0);
    time.set(clockEndMs - 5);
    wall.elapsed += 1e9;
    expect(time.nowMs).toBe(clockEndMs);
  });
});

describe('--clock manual', () => {
  it('moves on control calls alone, however much wall time passes', async () => {
    const wall = new FakeWall();
    const served = await serving({ wall });
    wall.elapsed += 1e9;
    wall.epoch += 1e9;
    expect(await now(served)).toBe('2026-01-01T00:00:00.000Z');
    const { body } = await served.call('POST', '/_sim/clock/advance', {
      headers: json,
      body: { by: '1d12h' },
    });
    expect(body['now']).toBe('2026-01-02T12:00:00.000Z');
    expect(await now(served)).toBe('2026-01-02T12:00:00.000Z');
  });

  it('starts at --start', async () => {
    const served = await serving({ startMs: parseInstant('2030-05-06T07:08:09.010Z') ?? 0 });
    expect(await now(served)).toBe('2030-05-06T07:08:09.010Z');
  });

  it('lets an escrow expire to the millisecond, before requests of that instant', async () => {
    const served = await serving();
    const { call } = served;
    const buyer = await register(served, 'buyer');
    await register(served, 'seller');
    const order = { receiver: 'seller', amount: '1', expires_in: 60 };
    const { body } = await call('POST', '/escrow/escrow', { headers: buyer, body: order });
    const path = `/escrow/escrow/${String(body['escrow_id'])}`;
    const status = async (): Promise<unknown> => (await call('GET', path, { headers: buyer })).body['status'];
    await call('POST', '/_sim/clock/advance', { headers: json, body: { by: '59999ms' } });
    expect(await status()).toBe('locked');
    const moved = await call('POST', '/_sim/clock/advance', { headers: json, body: { by: '1ms' } });
    expect(moved.body['events']).toBe(1);
    expect(await status()).toBe('expired');
  });
});

describe('--clock Nx', () => {
  it('passes N times as fast as the wall clock, from its now', async () => {
    const wall = new FakeWall();
    wall.epoch = parseInstant('2027-01-01T00:00:00Z') ?? 0;
    const served = await serving({ pace: 60, wall });
    expect(await now(served)).toBe('2027-01-01T00:00:00.000Z');
    wall.elapsed += 1000;
    expect(await now(served)).toBe('2027-01-01T00:01:00.000Z');
    wall.elapsed += 0.5;
    expect(await now(served)).toBe('2027-01-01T00:01:00.030Z');
    wall.epoch -= dayMs;
    expect(await now(served)).toBe('2027-01-01T00:01:00.030Z');
  });

  it('continues from where a control call has moved it', async () => {
    const wall = new FakeWall();
    const served = await serving({ pace: 10, wall, startMs: 0 });
    wall.elapsed += 100;
    await served.call('POST', '/_sim/clock/advance', { headers: json, body: { by: '1h' } });
    expect(await now(served)).toBe('1970-01-01T01:00:01.000Z');
    wall.elapsed += 100;
    expect(await now(served)).toBe('1970-01-01T01:00:02.000Z');
  });

  it('runs due events while no request comes', async () => {
    const wall = new FakeWall();
    const served = await serving({ pace: 60, wall, tickMs: 2 });
    const buyer = await register(served, 'buyer');
    await register(served, 'seller');
    const body = { receiver: 'seller', amount: '1', expires_in: 60 };
    await served.call('POST', '/escrow/escrow', { headers: buyer, body });
    const { ledger } = served.sandbox.world;
    const before = ledger.transferCount;
    wall.elapsed += 1000;
    await vi.waitFor(() => expect(ledger.transferCount).toBe(before + 2), {
      interval: 5,
      timeout: testMsMax,
    });
  });
});

describe('slowness', () => {
  it.each([
    ['manual', 60_000],
    [1, 60_000],
    [60, 1000],
  ] as const)('of a minute holds an answer back under pace %s for %i ms of the wall', (pace, wallMs) => {
    const sandbox = newSandbox({ pace, startMs: 0 });
    const latency = { medianMs: 60_000, p99Ms: 60_000 };
    sandbox.addFault({ kind: 'slow', service: 'faucet', atMs: 0, forMs: hourMs, latency });
    const call = (path: string) =>
      ({ method: 'GET', path, query: {}, headers: {}, body: undefined, ip: '::1' }) as const;
    expect(sandbox.dispatch(call('/faucet/agents')).delayMs).toBe(wallMs);
    expect(sandbox.dispatch(call('/_sim/clock')).delayMs).toBe(0);
  });

  it('lets others pass meanwhile', async () => {
    const { sandbox, call } = await serving();
    const latency = { medianMs: 30, p99Ms: 30 };
    sandbox.addFault({ kind: 'slow', service: 'faucet', atMs: sandbox.nowMs, forMs: hourMs, latency });
    const order: string[] = [];
    const slow = call('GET', '/faucet/agents').then(() => order.push('slow'));
    const quick = call('GET', '/_sim/clock').then(() => order.push('quick'));
    await Promise.all([slow, quick]);
    expect(order).toEqual(['quick', 'slow']);
  });
});
