/** How a load passes its time, and how an expectation that fails ends it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseInstant, type Instant } from '../../../src/core/base/time.ts';
import { LoadPace } from '../../../src/live/load/engine/load-pace.ts';
import type { LoadCall } from '../../../src/live/load/load-call.ts';
import { LoadMeasures } from '../../../src/live/load/measure/load-measures.ts';
import { startAt } from '../../../src/live/load/target-clock.ts';
import { thresholdWatch } from '../../../src/live/load/threshold-watch.ts';
import type { Target } from '../../../src/live/traffic/target/target.ts';
import type { LoadSource } from '../../../src/simulation/scenario/load-shape.ts';
import type { Scenario } from '../../../src/simulation/scenario/scenario.ts';
import { expected, stagesOf } from './loading.ts';

const start = parseInstant('2026-01-01T00:00:00Z') as Instant;

describe('the time of a load', () => {
  const paceOf = (more: object, load?: LoadSource, clock: object = { kind: 'real' }) =>
    new LoadPace(
      {
        scenario: { forMs: 120_000, load: load === undefined ? undefined : stagesOf(load) },
        target: { clock },
        speed: undefined,
        durationMs: undefined,
        ...more,
      } as unknown as LoadCall,
      start,
    );
  const stages = { shape: 'constant-agents', agents: 2, for: '10s' } as const;
  const shown = ({ lengthMs, speed, graceMs, intervalMs }: LoadPace) => [
    lengthMs,
    speed,
    graceMs,
    intervalMs,
  ];

  it('is that of its stages or of the scenario at its speed, and at most what is asked for', () => {
    expect(shown(paceOf({}))).toEqual([120_000, 1, 30_000, 1_000]);
    expect(shown(paceOf({ speed: 60 }))).toEqual([2_000, 60, 30_000, 1_000]);
    expect(shown(paceOf({}, undefined, { kind: 'running', factor: 60 }))).toEqual([2_000, 60, 30_000, 1_000]);
    expect(paceOf({ durationMs: 500_000 }).lengthMs).toBe(500_000);
    expect(shown(paceOf({ durationMs: 500_000 }, { ...stages, grace: '5s' }))).toEqual([10_000, 1, 5_000, 1_000]);
    expect(paceOf({ durationMs: 4_000 }, stages).lengthMs).toBe(4_000);
    expect([3_600_000, 3_600_001, 7_200_001].map((durationMs) => paceOf({ durationMs }).intervalMs)).toEqual([1_000, 2_000, 3_000]);
  }); // prettier-ignore

  it('has the clocks of the agents and of the target beside each other', () => {
    const running = { kind: 'running', factor: 10 };
    expect(paceOf({ speed: 60 }, undefined, running).clocksAt(start + 5, 200)).toEqual({ agentMs: start + 5, targetMs: start + 2_000, ratio: 6 });
    expect(paceOf({}, undefined, { kind: 'real' }).clocksAt(start, 200)).toEqual({ agentMs: start, targetMs: start + 200, ratio: 1 });
    const read = { nowMs: start, readAtMs: 1_000, requests: 1 };
    expect(startAt(1_500, read, { clock: running } as unknown as Target)).toEqual({ epochMs: 1_500, startMs: start + 5_000 });
    expect(startAt(1_500, read, { clock: { kind: 'real' } } as unknown as Target)).toEqual({ epochMs: 1_500, startMs: start + 500 });
  }); // prettier-ignore
});

describe('an expectation that ends a load', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const stoppedAfter = (more: Partial<LoadSource>, failed: number) => {
    const stops: string[] = [];
    const expectations = expected({ http_req_failed: 'rate<0.5' });
    const measures = new LoadMeasures(expectations);
    for (let at = 0; at < 10; at += 1) measures.add({ call: '', behaviour: '', status: at < failed ? 500 : 200, code: '', responseMs: 1, serviceMs: 1 });
    const load = stagesOf({ shape: 'constant-agents', agents: 1, for: '1m', abortAfter: '3s', ...more });
    let elapsedMs = 0;
    const view = () => ({ elapsedMs, lengthMs: 60_000, measures: failed < 0 ? new LoadMeasures(expectations) : measures, rows: [], agents: 1, inFlight: 0 });
    const watch = thresholdWatch({ load, expectations } as unknown as Scenario, { view, stop: () => void stops.push(String(elapsedMs)) });
    for (elapsedMs = 1_000; elapsedMs <= 4_000; elapsedMs += 1_000) vi.advanceTimersByTime(1_000);
    watch.end();
    vi.advanceTimersByTime(5_000);
    return stops;
  }; // prettier-ignore

  it('is looked at once a second from abortAfter on, where the scenario asks for it and something was measured', () => {
    expect(stoppedAfter({ abortOnFail: true }, 5)).toEqual(['3000', '4000']);
    expect(stoppedAfter({ abortOnFail: true }, 4)).toEqual([]);
    expect(stoppedAfter({ abortOnFail: true }, -1)).toEqual([]);
    expect(stoppedAfter({}, 9)).toEqual([]);
  });

  const expecting = (lines: Record<string, string>, change: (measures: LoadMeasures) => void) => {
    const stops: number[] = [];
    const expectations = expected(lines);
    const measures = new LoadMeasures(expectations);
    change(measures);
    const load = stagesOf({ shape: 'constant-agents', agents: 1, for: '1m', abortOnFail: true, abortAfter: '3s' });
    let elapsedMs = 0;
    const view = () => ({ elapsedMs, lengthMs: 60_000, measures, rows: [], agents: 7, inFlight: 0 });
    const watch = thresholdWatch({ load, expectations } as unknown as Scenario, { view, stop: () => void stops.push(elapsedMs) });
    for (elapsedMs = 1_000; elapsedMs <= 6_000; elapsedMs += 1_000) vi.advanceTimersByTime(1_000);
    watch.end();
    return stops;
  }; // prettier-ignore

  it('is judged by the seconds that have passed, and by the agents that act', () => {
    const found = ({ counts }: LoadMeasures): void => void (counts.findings = 10);
    // Ten in five seconds are two a second.
    expect(expecting({ findings_total: 'rate>2' }, found)).toEqual([5_000, 6_000]);
    expect(expecting({ agents_total: 'value==7' }, found)).toEqual([]);
    expect(expecting({ agents_total: 'value<7' }, found)).toEqual([3_000, 4_000, 5_000, 6_000]);
  });

  it('ends it although all others hold', () => {
    const found = ({ counts }: LoadMeasures): void => void (counts.findings = 1);
    expect(expecting({ agents_total: 'value==7', findings_total: 'count==0' }, found)).toEqual([3_000, 4_000, 5_000, 6_000]);
  }); // prettier-ignore
});
