/** A load over several workers: when it begins, and how it adds up what workers report. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { processNowMs } from '../../../../src/host/workers/redis-clock.ts';
import { fakesTimers, realTimers } from '../../../live/load/engine/load-run.ts';
import { coordinated, intervalOf, measured, readMs, targetMs, updateOf } from './coordinated.ts';

beforeEach(fakesTimers);
afterEach(realTimers);

describe('a load of two workers', () => {
  it('begins at one moment for both, once both are ready', () => {
    vi.advanceTimersByTime(1_000);
    const { load, links, ready } = coordinated();
    expect(load.view()).toMatchObject({ elapsedMs: 0, lengthMs: 60_000, waitsFor: { ready: 0, of: 2 } });
    ready(1);
    expect([load.view().waitsFor, links.sent]).toEqual([{ ready: 1, of: 2 }, []]);
    ready(1);
    expect(load.view().waitsFor).toEqual({ ready: 1, of: 2 });
    const epochMs = Math.round(processNowMs()) + 500;
    ready(0);
    const start = { epochMs, startMs: targetMs + epochMs - readMs };
    expect(links.sent).toEqual([
      [0, { kind: 'go', start }],
      [1, { kind: 'go', start }],
    ]);
    expect(load.view()).not.toHaveProperty('waitsFor');
    expect(load.view().elapsedMs).toBe(0);
    vi.advanceTimersByTime(500);
    expect(load.view().elapsedMs).toBe(0);
    vi.advanceTimersByTime(250);
    expect(load.view().elapsedMs).toBe(250);
  });

  it('says how many links know to be ready', () => {
    const { load, links } = coordinated();
    links.owner?.waits(2);
    expect(load.view().waitsFor).toEqual({ ready: 2, of: 2 });
  });

  it('ends with both, and adds up what they have done', async () => {
    const { links, ready, done, run, outcome } = coordinated();
    ready(0, 1);
    const startedMs = Math.round(processNowMs()) + 500;
    vi.advanceTimersByTime(3_500);
    const finding = { agent: 'visitor', name: 'odd', atMs: 5 } as never;
    const spent = { requests: 4, micros: 30 };
    const report = { elapsedMs: 3_000, connections: 2, agents: 1, inFlight: 1, spent };
    links.owner?.heard(0, { kind: 'update', update: updateOf({ ...report, findings: [finding] }) });
    done(0, {
      ...report,
      measures: measured(3),
      intervals: [intervalOf(0, 3)],
      spent: { requests: 5, micros: 40 },
    });
    done(1, { ...report, measures: measured(4), intervals: [intervalOf(0, 4)], elapsedMs: 70_000 });
    done(1, { spent: { requests: 100, micros: 100 } });
    links.owner?.lost(1, 'too late to say');
    await run;
    const { measures, rows, ...rest } = outcome.end!;
    expect(rest).toStrictEqual({
      elapsedMs: 3_000,
      lengthMs: 60_000,
      agents: 2,
      inFlight: 2,
      startedMs,
      speed: 1,
      intervalMs: 1_000,
      probes: 1,
      connections: 4,
      spent: { requests: 9, micros: 70 },
      findings: [finding],
      workers: [
        { worker: 0, requests: 3, lost: null, seconds: 3 },
        { worker: 1, requests: 4, lost: null, seconds: 60, clockErrorMs: 2.5 },
      ],
      stopped: undefined,
      notes: ['a note of the paths', 'note of 0', 'both', 'note of 1', 'a note of the links'],
    });
    expect([measures.total.requests, rows.map(({ second, answered }) => [second, answered])]).toEqual([
      7,
      [[0, 7]],
    ]);
    expect(links.closed).toBe(1);
  });

  it('lasts no longer than it is long, and has rows once both have reported an interval', async () => {
    const { load, links, ready, done, run, outcome } = coordinated();
    ready(0, 1);
    vi.advanceTimersByTime(90_000);
    links.owner?.heard(0, {
      kind: 'update',
      update: updateOf({ intervals: [intervalOf(0, 1), intervalOf(1, 1)] }),
    });
    expect(load.view().rows).toEqual([]);
    links.owner?.heard(1, { kind: 'update', update: updateOf({ intervals: [intervalOf(0, 1)] }) });
    expect(load.view().rows).toHaveLength(1);
    done(1);
    expect(load.view().rows).toHaveLength(2);
    expect([load.view().elapsedMs, outcome]).toEqual([89_500, {}]);
    done(0);
    await run;
    expect(outcome.end?.elapsedMs).toBe(60_000);
  });

  it('adds up measures at most once a second', () => {
    const { load, links, ready } = coordinated();
    ready(0, 1);
    links.owner?.heard(0, { kind: 'update', update: updateOf({ measures: measured(3) }) });
    links.owner?.heard(1, { kind: 'update', update: updateOf({}) });
    const requests = (): number => load.view().measures.total.requests;
    expect(requests()).toBe(0);
    vi.advanceTimersByTime(1_000);
    expect(requests()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(requests()).toBe(3);
    links.owner?.heard(1, { kind: 'update', update: updateOf({ measures: measured(4) }) });
    vi.advanceTimersByTime(1_000);
    expect(requests()).toBe(3);
    vi.advanceTimersByTime(1);
    expect(requests()).toBe(7);
  });

  it('hears nothing of workers that it does not have', () => {
    const { load, links } = coordinated();
    links.owner?.heard(2, { kind: 'ready' });
    links.owner?.lost(2, 'gone');
    expect(load.view().waitsFor).toEqual({ ready: 0, of: 2 });
  });
});
