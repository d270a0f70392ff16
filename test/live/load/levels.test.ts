/** The level of a load over time, and the arrivals that it means. */
import { describe, expect, it } from 'vitest';
import { AgentSequence } from '../../../src/live/load/plan/agent-sequence.ts';
import { Levels } from '../../../src/live/load/plan/levels.ts';
import { plannedArrivals } from '../../../src/live/load/plan/planned-arrivals.ts';
import { LiveClock } from '../../../src/live/load/plan/live-clock.ts';
import { loadPlanOf, type LoadSource } from '../../../src/simulation/scenario/load-shape.ts';
import { group } from '../../simulation/population/town.ts';

const stages = (...parts: readonly (readonly [number, number])[]) =>
  parts.map(([lengthMs, to]) => ({ lengthMs, to }));

describe('levels', () => {
  it('move in straight lines between the stages', () => {
    const levels = new Levels({ from: 0, stages: stages([1000, 10], [2000, 10], [1000, 0]) });
    expect([0, 500, 1000, 2999, 3500, 4000].map((ms) => levels.at(ms))).toEqual([0, 5, 10, 10, 5, 0]);
    expect([0, 1000, 3999, 4000].map((ms) => levels.stageAt(ms))).toEqual([0, 1, 2, 3]);
  });

  it('a stage without length changes the level at once', () => {
    const levels = new Levels({ from: 1, stages: stages([1000, 1], [0, 9], [1000, 9]) });
    expect([999, 1000, 1999].map((ms) => levels.at(ms))).toEqual([1, 9, 9]);
  });

  it('have stage -1 before the start, and no level', () => {
    const levels = new Levels({ from: 5, stages: stages([1000, 5]) });
    expect([levels.stageAt(-0.1), levels.at(-0.1)]).toEqual([-1, 0]);
  });

  it('arrivals stand where they stood if a stage is cut in two', () => {
    for (const cutMs of [1_000, 3_500, 9_999]) {
      const whole = [...new Levels({ from: 3, stages: stages([10_000, 13]) }).arrivals()];
      const cut = [...new Levels({ from: 3, stages: stages([cutMs, 3 + cutMs / 1_000], [10_000 - cutMs, 13]) }).arrivals()];
      expect(cut).toHaveLength(whole.length);
      for (const [index, ms] of cut.entries()) expect(ms).toBeCloseTo(whole[index] ?? 0, 6);
    }
  }); // prettier-ignore

  it('an arrival that the end of a stage only just reaches comes with the next stage, or not at all', () => {
    expect([...new Levels({ from: 1, stages: stages([500, 1]) }).arrivals()]).toEqual([]);
    expect([...new Levels({ from: 1, stages: stages([500, 1], [500, 1]) }).arrivals()]).toEqual([500]);
  });

  it('arrivals stand in the middle of even distances', () => {
    const levels = new Levels({ from: 4, stages: stages([1000, 4]) });
    expect([...levels.arrivals()]).toEqual([125, 375, 625, 875]);
  });

  it('a rising rate brings as many arrivals as the area below its line, ever faster', () => {
    const times = [...new Levels({ from: 0, stages: stages([10_000, 20], [5_000, 20]) }).arrivals()];
    expect(times).toHaveLength(200);
    expect(times.filter((ms) => ms < 5_000)).toHaveLength(25);
    expect(times.every((ms, index) => index === 0 || ms > (times[index - 1] ?? 0))).toBe(true);
  });

  it('are split by number: the shares of all workers are the arrivals of the load, also of one that is cut', () => {
    const source: LoadSource = { shape: 'ramping-arrival-rate', stages: [{ for: '7s', to: 11 }] };
    const plan = loadPlanOf(source, (key, message) => new Error(`${key}: ${message}`));
    const all = [...new Levels(plan).arrivals()];
    for (const lengthMs of [7_000, 4_321]) {
      const shares = [0, 1, 2].map((index) => plannedArrivals(plan, { index, count: 3 }, lengthMs) ?? 0);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(all.filter((ms) => ms < lengthMs).length);
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
    }
  });

  it('are those before the end of a load that is cut, and none at it', () => {
    const source: LoadSource = { shape: 'constant-arrival-rate', rate: 4, for: '1s' };
    const plan = loadPlanOf(source, (key, message) => new Error(`${key}: ${message}`));
    const count = (lengthMs: number) => plannedArrivals(plan, { index: 0, count: 1 }, lengthMs);
    expect([125, 126, 375, 376, 5_000].map((ms) => count(ms))).toEqual([0, 1, 1, 2, 4]);
  });

  it('say nothing about how many agents a number of agents means', () => {
    const source: LoadSource = { shape: 'constant-agents', agents: 3, for: '5s' };
    const plan = loadPlanOf(source, (key, message) => new Error(`${key}: ${message}`));
    expect(plannedArrivals(plan, { index: 0, count: 2 }, 5_000)).toBeUndefined();
    expect(plannedArrivals(undefined, { index: 0, count: 2 }, 5_000)).toBeUndefined();
  });

  it('a falling rate ends at its last arrival', () => {
    const times = [...new Levels({ from: 10, stages: stages([2_000, 0]) }).arrivals()];
    expect(times).toHaveLength(10);
    expect(Math.max(...times)).toBeLessThan(2_000);
  });
});

describe('the agents of stages', () => {
  const idle = function* () {};
  const groups = [group('one', idle, { count: 1 }), group('three', idle, { count: 3 })];

  it('take turns by the counts of their groups', () => {
    const sequence = new AgentSequence(groups, { index: 0, count: 1 });
    const names = Array.from({ length: 400 }, () => sequence.next()).map((agent) => agent.group.name);
    expect(names.filter((name) => name === 'three')).toHaveLength(300);
  });

  it('have their shares with any number of groups, and a group without agents has no turn', () => {
    const many = [0, 1, 2, 3, 4].map((count) => group(`of ${count}`, idle, { count }));
    const sequence = new AgentSequence(many, { index: 0, count: 1 });
    const turns = Array.from({ length: 1_000 }, () => sequence.next());
    const counts = many.map(({ name }) => turns.filter((agent) => agent.group.name === name).length);
    expect(counts[0]).toBe(0);
    for (const [place, count] of counts.entries()) expect(Math.abs(count - place * 100)).toBeLessThan(5);
    // Each group counts its agents, without a gap.
    for (const { name } of many) {
      const indexes = turns.filter((agent) => agent.group.name === name).map(({ index }) => index);
      expect(indexes).toEqual(indexes.map((_, index) => index));
    }
  });

  it('are the same for any number of workers', () => {
    const named = ({ group: { name }, index }: ReturnType<AgentSequence['next']>) => `${name}/${index}`;
    const alone = new AgentSequence(groups, { index: 0, count: 1 });
    const all = Array.from({ length: 30 }, () => named(alone.next()));
    const workers = [0, 1, 2].map((index) => new AgentSequence(groups, { index, count: 3 }));
    const split = Array.from({ length: 10 }, () => workers.map((worker) => named(worker.next()))).flat();
    expect(split).toEqual(all);
  });
});

describe('the clock of the agents', () => {
  it('runs no event before its wall time, at any speed', () => {
    for (const speed of [0.1, 1, 7, 60, 1000]) {
      const clock = new LiveClock({ startMs: 1_000_000, wallMs: 123.456, speed });
      for (let wallMs = 124; wallMs < 140; wallMs += 0.37) {
        expect(clock.wallMs(clock.agentMs(wallMs))).toBeLessThanOrEqual(wallMs + 1e-6);
        expect(clock.wallMs(clock.agentMsFrom(wallMs))).toBeGreaterThanOrEqual(wallMs - 1e-6);
      }
    }
  });
});

describe('load in a scenario', () => {
  const plan = (source: LoadSource) => loadPlanOf(source, (key, message) => new Error(`${key}: ${message}`));

  it('a rate is one a second, whatever it is written per', () => {
    const load = plan({ shape: 'constant-arrival-rate', rate: 120, per: '1m', for: '10s' });
    expect(load).toMatchObject({ from: 2, stages: [{ lengthMs: 10_000, to: 2 }] });
  });

  it.each([
    [{ shape: 'constant-arrival-rate', rate: 5 }, /^shape: .* needs "for"/],
    [{ shape: 'constant-agents', for: '5s' }, /^shape: .* needs "agents"/],
    [{ shape: 'ramping-agents', for: '5s' }, /^for: .* has no "for"/],
    [{ shape: 'ramping-agents' }, /^shape: .* needs "stages"/],
    [{ shape: 'constant-agents', agents: 3, for: '5s', rate: 4 }, /^rate: /],
    [{ shape: 'constant-agents', agents: 3, for: '25d' }, /^for: .* too long/],
    [{ shape: 'constant-arrival-rate', rate: 5, per: '0s', for: '5s' }, /^per: /],
  ] as const)('%j is refused with its place', (source, message) => {
    expect(() => plan(source)).toThrow(message);
  });
});
