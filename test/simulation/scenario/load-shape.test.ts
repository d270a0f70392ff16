import { describe, expect, it } from 'vitest';
import {
  isArrivalShape,
  loadLengthMs,
  loadPlanOf,
  loadShapes,
  type LoadPlan,
  type LoadSource,
} from '../../../src/simulation/scenario/load-shape.ts';

const planOf = (source: LoadSource): LoadPlan =>
  loadPlanOf(source, (key, message) => new Error(`${key}: ${message}`));

const usual = { agentsMax: 10_000, graceMs: 30_000, abortsOnFail: false, abortAfterMs: 10_000 };

const right: readonly [LoadSource, Partial<LoadPlan>][] = [
  [
    { shape: 'constant-agents', agents: 50, for: '5m' },
    { from: 50, stages: [{ lengthMs: 300_000, to: 50 }] },
  ],
  [
    { shape: 'constant-agents', agents: 1, for: '1ms' },
    { from: 1, stages: [{ lengthMs: 1, to: 1 }] },
  ],
  [
    { shape: 'constant-agents', agents: 1, for: '24d' },
    { from: 1, stages: [{ lengthMs: 2_073_600_000, to: 1 }] },
  ],
  [
    { shape: 'constant-arrival-rate', rate: 30, for: '10s' },
    { from: 30, stages: [{ lengthMs: 10_000, to: 30 }] },
  ],
  [
    { shape: 'constant-arrival-rate', rate: 30, per: '2s', for: '10s' },
    { from: 15, stages: [{ lengthMs: 10_000, to: 15 }] },
  ],
  [
    { shape: 'constant-arrival-rate', rate: 3, per: '1ms', for: '1s' },
    { from: 3_000, stages: [{ lengthMs: 1_000, to: 3_000 }] },
  ],
  [
    { shape: 'constant-arrival-rate', rate: 1, for: '1s', agentsMax: 7, grace: '0s', abortAfter: '0s' },
    { from: 1, stages: [{ lengthMs: 1_000, to: 1 }], agentsMax: 7, graceMs: 0, abortAfterMs: 0 },
  ],
  [
    { shape: 'constant-agents', agents: 1, for: '1s', grace: '2s', abortOnFail: true, abortAfter: '3s' },
    {
      from: 1,
      stages: [{ lengthMs: 1_000, to: 1 }],
      graceMs: 2_000,
      abortsOnFail: true,
      abortAfterMs: 3_000,
    },
  ],
  [
    { shape: 'ramping-agents', stages: [{ for: '1m', to: 50 }] },
    { from: 0, stages: [{ lengthMs: 60_000, to: 50 }] },
  ],
  [
    {
      shape: 'ramping-arrival-rate',
      from: 6,
      per: '1m',
      stages: [
        { for: '0s', to: 120 },
        { for: '24d', to: 0 },
      ],
    },
    {
      from: 0.1,
      stages: [
        { lengthMs: 0, to: 2 },
        { lengthMs: 2_073_600_000, to: 0 },
      ],
    },
  ],
];

const rampOf = (shape: LoadSource['shape'], changes: Partial<LoadSource> = {}): LoadSource => ({
  shape,
  stages: [{ for: '1s', to: 1 }],
  ...changes,
});
const agents: LoadSource = { shape: 'constant-agents', agents: 1, for: '1s' };
const rate: LoadSource = { shape: 'constant-arrival-rate', rate: 1, for: '1s' };
const leftOut = (shape: string, key: string): string =>
  `${key}: ${shape} has no "${key}"; expected it to be left out`;
const tooLong = 'a load lasts no time or too long; expected 1ms to 24d in all';

const wrong: readonly [LoadSource, string][] = [
  [
    { shape: 'constant-agents', for: '1s' },
    'shape: constant-agents needs "agents"; expected a number above 0',
  ],
  [{ ...agents, agents: 0 }, 'shape: constant-agents needs "agents"; expected a number above 0'],
  [{ ...rate, rate: 0 }, 'shape: constant-arrival-rate needs "rate"; expected a number above 0'],
  [
    { shape: 'constant-agents', agents: 1 },
    'shape: constant-agents needs "for"; expected a duration such as 5m',
  ],
  [{ shape: 'ramping-agents' }, 'shape: ramping-agents needs "stages"; expected a list of stages'],
  [{ ...agents, rate: 1 }, leftOut('constant-agents', 'rate')],
  [{ ...agents, from: 1 }, leftOut('constant-agents', 'from')],
  [{ ...agents, stages: [{ for: '1s', to: 1 }] }, leftOut('constant-agents', 'stages')],
  [{ ...agents, per: '1s' }, leftOut('constant-agents', 'per')],
  [{ ...agents, agentsMax: 1 }, leftOut('constant-agents', 'agentsMax')],
  [{ ...rate, agents: 1 }, leftOut('constant-arrival-rate', 'agents')],
  [{ ...rate, from: 0 }, leftOut('constant-arrival-rate', 'from')],
  [{ ...rate, stages: [{ for: '1s', to: 1 }] }, leftOut('constant-arrival-rate', 'stages')],
  [rampOf('ramping-agents', { rate: 1 }), leftOut('ramping-agents', 'rate')],
  [rampOf('ramping-agents', { agents: 1 }), leftOut('ramping-agents', 'agents')],
  [rampOf('ramping-agents', { for: '1s' }), leftOut('ramping-agents', 'for')],
  [rampOf('ramping-agents', { per: '1s' }), leftOut('ramping-agents', 'per')],
  [rampOf('ramping-arrival-rate', { agents: 1 }), leftOut('ramping-arrival-rate', 'agents')],
  [rampOf('ramping-arrival-rate', { rate: 1 }), leftOut('ramping-arrival-rate', 'rate')],
  [rampOf('ramping-arrival-rate', { for: '1s' }), leftOut('ramping-arrival-rate', 'for')],
  [{ ...rate, per: '0s' }, 'per: per is "0s"; expected more than no time'],
  [{ ...agents, for: '0s' }, `for: ${tooLong}`],
  [{ ...rate, for: '24d1ms' }, `for: ${tooLong}`],
  [rampOf('ramping-agents', { stages: [{ for: '0s', to: 1 }] }), `stages: ${tooLong}`],
  [
    rampOf('ramping-agents', {
      stages: [
        { for: '24d', to: 1 },
        { for: '1ms', to: 1 },
      ],
    }),
    `stages: ${tooLong}`,
  ],
];

describe('the plan of a load', () => {
  it.each(right)('is that of %j', (source, expected) => {
    expect(planOf(source)).toEqual({ ...usual, shape: source.shape, ...expected });
  });

  it.each(wrong)('is refused for %j: %s', (source, message) => {
    expect(() => planOf(source)).toThrow(new Error(message));
  });

  it('allows a limit of agents and a unit of time for ramps of arrivals', () => {
    const { agentsMax, stages } = planOf(rampOf('ramping-arrival-rate', { agentsMax: 5, per: '500ms' }));
    expect({ agentsMax, stages }).toEqual({ agentsMax: 5, stages: [{ lengthMs: 1_000, to: 2 }] });
  });

  it('lasts as long as its stages together', () => {
    const stages = [1, 20, 300].map((lengthMs) => ({ lengthMs, to: 1 }));
    expect(loadLengthMs({ ...usual, shape: 'ramping-agents', from: 0, stages })).toBe(321);
  });

  it('is open for rates of arrival alone', () => {
    expect(loadShapes.filter(isArrivalShape)).toEqual(['constant-arrival-rate', 'ramping-arrival-rate']);
  });
});
