/** Figures over time and by operation, and a bench that measured them. */
import type { BenchResult, BenchStep } from '../../src/live/traffic/bench/result.ts';
import type { LiveRow, Measured } from '../../src/live/traffic/measure/schema.ts';

const times = (p50: number) => ({ p50, p90: 2 * p50, p99: 5 * p50, p999: 6 * p50, max: 7 * p50 });

const row = (second: number): LiveRow => {
  // Nothing ends in the third second.
  const answered = second === 2 ? 0 : 40 + second;
  const failed = second % 4 === 3 ? 5 : 0;
  const ms = answered === 0 ? 0 : 4 + second;
  return {
    second,
    offered: 45,
    answered,
    failed,
    p50: ms,
    p95: 3 * ms,
    p99: 5 * ms,
    codes: failed === 0 ? {} : { RATE_LIMIT: failed },
    failedCalls: failed === 0 ? {} : { 'escrow/B/create': failed },
  };
};

/** Twenty seconds of two operations; `code` is an error code of the target. */
export function fixtureMeasured(code = 'RATE_LIMIT'): Measured {
  const errors = { [code]: 25 };
  const operation = { perSecond: 20, serviceMs: times(3), responseMs: times(4) };
  return {
    startedAt: '2026-01-01T12:00:00.000Z',
    requests: 800,
    perSecond: 40,
    failed: 25,
    responseMs: times(4),
    serviceMs: times(3),
    errors,
    operations: [
      { ...operation, call: 'escrow/B/create', requests: 400, failed: 25, errors },
      { ...operation, call: 'escrow/B/release', requests: 400, failed: 0, errors: {} },
    ],
    intervalSeconds: 1,
    series: Array.from({ length: 20 }, (_, second) => row(second)),
  };
}

const step = (offeredPerSecond: number, changes: Partial<BenchStep> = {}): BenchStep => ({
  offeredPerSecond,
  achievedPerSecond: offeredPerSecond,
  responseMs: times(4),
  failed: 0,
  sendLagP99Ms: 1.5,
  voidReason: null,
  holds: true,
  limitedBy: null,
  generatorPart: null,
  ...changes,
});

/** A search that broke at the target, after a step that this generator was late in. */
export const fixtureBench = (changes: Partial<BenchResult> = {}): BenchResult => ({
  target: 'staging',
  path: '/escrow/escrow',
  mix: null,
  shape: 'saturation',
  steps: [
    step(40),
    step(64, { holds: false, limitedBy: 'generator', generatorPart: 'event loop', voidReason: 'late' }),
    step(64, { holds: false, limitedBy: 'target', failed: 30 }),
  ],
  highestPerSecond: 40,
  perSecond: { mean: 40, low: -3, high: 64 },
  lowestBrokenPerSecond: 64,
  p99Ms: { mean: 20, low: 18, high: 22 },
  limitedBy: 'target',
  measured: { steps: [0], ...fixtureMeasured() },
  baseline: null,
  ok: true,
  ...changes,
});
