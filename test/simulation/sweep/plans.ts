/** Plans and results to try things out on. */
import type { MeasuredPoint, PointResult, SweepPlan } from '../../../src/simulation/sweep/result-schema.ts';

export const planOf = (changes: Partial<SweepPlan> = {}): SweepPlan => ({
  version: 1,
  orrery: '1.0.0',
  scenario: 'town',
  file: 'town.yaml',
  source: { for: '1d' },
  behaviours: {},
  profile: null,
  policies: {},
  axes: [],
  seeds: ['1', '2', '3'],
  expectations: [{ metric: 'http_req_failed', threshold: 'rate<=0.5', aggregate: 'rate' }],
  ...changes,
});

/** A point that held, with a failing rate. */
export const heldPoint = (
  point: number,
  rate: number,
  changes: Partial<MeasuredPoint> = {},
): PointResult => ({
  point,
  outcome: 'held',
  message: null,
  run: {
    policyHash: '0123456789abcdef',
    digest: point.toString(16).padStart(32, '0'),
    virtualSeconds: 86_400,
    agents: 2,
    events: 30,
    requests: 20,
    transfers: 5,
    driftMicros: 0,
    findings: 0,
    expectations: [{ value: rate, ok: true }],
    metrics: { http_reqs: 20, http_req_failed: rate },
    ...changes,
  },
});
