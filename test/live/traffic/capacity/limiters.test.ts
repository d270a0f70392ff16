/**
 * What limits a load, against servers of known capacity: each is asked for about twice of what it can do, so that the
 * verdict does not depend on how fast the machine is. Where the generator itself was late, a step must say so, and
 * proves nothing else.
 */
import { describe, expect, it } from 'vitest';
import { ConstantRate, type ConstantCall } from '../../../../src/live/traffic/bench/constant.ts';
import { Saturation } from '../../../../src/live/traffic/bench/saturation.ts';
import type { BenchFigures, BenchStep } from '../../../../src/live/traffic/bench/result.ts';
import { share } from '../../../campaigns.ts';
import { servingAt, type Kind } from './serving.ts';

/** Twice what the slowest server takes, and then as much for a machine that is busy. */
const limits = { p99MsMax: 500, failedMax: 0.01 };

async function stepAt(
  kind: Kind,
  requestsPerSecond: number,
  { lines = '', ...changes }: Partial<ConstantCall> & { lines?: string } = {},
): Promise<BenchFigures & { step: BenchStep | undefined }> {
  const served = await servingAt(kind, lines);
  const call = { ...served, stepMs: 1000, limits, requestsPerSecond, ...changes };
  const figures = await new ConstantRate(call, 1).run();
  return { ...figures, step: figures.steps[0] };
}

const own = (requestsPerSecond: number, connections: number): string =>
  `ceiling: { requestsPerSecond: ${requestsPerSecond}, connections: ${connections} }\n`;

const limited: readonly (readonly [string, Kind, number, string, BenchStep['limitedBy']])[] = [
  ['the target, a token bucket', 'bucket', 1000, own(100_000, 64), 'target'],
  ['the target, one queue', 'mm1', 1000, own(100_000, 256), 'target'],
  ['the target, a limit for each key', 'keys', 800, own(100_000, 64), 'target'],
  ['the target, a pool of workers', 'pool', 400, own(100_000, 64), 'target'],
  ['the connections of the target file', 'fixed', 900, own(100_000, 64), 'connections'],
  ['the connections, fewer than the workers of a pool', 'pool', 300, own(100_000, 2), 'connections'],
  ['the ceiling of the target file', 'swift', 600, own(300, 64), 'ceiling'],
  ['the ceiling, beside a target that would do more', 'pool', 300, own(100, 64), 'ceiling'],
];

describe('the limit of a load is', () => {
  it.each(share('limitsOfALoad', limited))('%s', async (_what, kind, rate, lines, limitedBy) => {
    const { limitedBy: whole, step } = await stepAt(kind, rate, { lines });
    expect(step?.holds).toBe(false);
    if (step?.limitedBy === 'generator') expect(step.voidReason).toMatch(/generator/);
    else expect([step?.limitedBy, whole]).toEqual([limitedBy, limitedBy]);
  });

  it('the default ceiling of 1,000, and not a server of a fraction of a millisecond', async () => {
    const { step } = await stepAt('swift', 2000);
    expect(step?.holds).toBe(false);
    expect(['ceiling', 'generator']).toContain(step?.limitedBy);
    expect(step?.waitedMs?.ceiling).toBeGreaterThan(step?.waitedMs?.connection ?? 0);
  });

  it('64 connections to a server of 150 ms, and not the server', async () => {
    const { step } = await stepAt('fixed', 900, { lines: 'ceiling: { requestsPerSecond: 2000 }\n' });
    expect(step?.holds).toBe(false);
    expect(['connections', 'generator']).toContain(step?.limitedBy);
    expect(step?.waitedMs?.connection).toBeGreaterThan(step?.waitedMs?.ceiling ?? 0);
  });

  it('the budget, to the request', async () => {
    const { limitedBy, steps } = await stepAt('swift', 200, { lines: 'budget: { requests: 57 }\n' });
    expect(limitedBy).toBe('budget');
    const sent = Object.values(steps[0]?.statuses ?? {}).reduce((sum, count) => sum + count, 0);
    expect(sent).toBe(57);
  });

  it('nothing, where a rate holds', async () => {
    const { step } = await stepAt('swift', 50, { limits: { p99MsMax: 30_000, failedMax: 0 } });
    expect(step).toMatchObject({ holds: true, limitedBy: null, generatorPart: null, failed: 0 });
  });
});

describe('a search for the highest rate', () => {
  it('ends at the ceiling of the target file and says so', async () => {
    const served = await servingAt('swift', own(60, 64));
    const call = { ...served, stepMs: 300, limits: { p99MsMax: 30_000, failedMax: 0 } };
    const search = new Saturation({ ...call, fromPerSecond: 60, toPerSecond: 1000, repeats: 1 });
    const { steps, limitedBy } = await search.run();
    // A machine that stands still for a moment cannot catch up at the ceiling itself.
    expect(['ceiling', 'generator']).toContain(limitedBy);
    expect(steps.every(({ offeredPerSecond }) => offeredPerSecond <= 60)).toBe(true);
  });

  it('has the gap to the next rate in its interval', async () => {
    const served = await servingAt('bucket', own(100_000, 64));
    const call = { ...served, stepMs: 300, limits: { p99MsMax: 30_000, failedMax: 0.01 } };
    const search = new Saturation({ ...call, fromPerSecond: 200, toPerSecond: 2000, repeats: 2 });
    const { steps, perSecond, lowestBrokenPerSecond, limitedBy } = await search.run();
    // No step of a thousand a second can hold, at any pace of this machine.
    expect(steps.filter((step) => step.holds && step.offeredPerSecond > 800)).toEqual([]);
    expect(['target', 'generator']).toContain(limitedBy);
    const broken = steps.filter((step) => !step.holds).map((step) => step.offeredPerSecond);
    expect(broken).toContain(lowestBrokenPerSecond);
    if (perSecond !== null) expect(perSecond.high).toBeGreaterThanOrEqual(lowestBrokenPerSecond ?? 0);
  });
});
