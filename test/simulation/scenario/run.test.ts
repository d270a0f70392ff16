import { describe, expect, it } from 'vitest';
import type { Agent } from '../../../src/simulation/population/agent.ts';
import type { Group } from '../../../src/simulation/population/group.ts';
import { StepWatch } from '../../../src/core/kernel/step-watch.ts';
import { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import type { Scenario } from '../../../src/simulation/scenario/scenario.ts';
import { group } from '../population/town.ts';
import { finish, hourMs, market, rough, traders } from './market.ts';

const variants: [string, Partial<Scenario>][] = [
  ['on a perfect network', {}],
  ['through faults and a rough network', rough],
];

describe.each(variants)('a run %s', (_, changes) => {
  const whole = finish(market(changes)).result;

  it('does something', () => {
    expect(whole.summary.requests).toBeGreaterThan(500);
    expect([whole.summary.findings, whole.summary.ledger.driftMicros]).toEqual([[], 0]);
  });

  it.each([1, 7, 1000])('has the same result, digest included, in slices of %d events', (slice) => {
    expect(finish(market(changes), { slice }).result).toEqual(whole);
  });

  it('has the same result a second time, and another with another seed', () => {
    expect(finish(market(changes)).result).toEqual(whole);
    const other = finish(market({ ...changes, seed: '8' })).result.summary;
    expect(other.digest).not.toBe(whole.summary.digest);
  });

  it('has the same result with any observers', () => {
    let events = 0;
    const hooks = { onEvent: () => (events += 1), onLog: () => undefined };
    expect(finish(market(changes), { hooks }).result).toEqual(whole);
    expect(events).toBe(whole.summary.requests);
  });
});

describe('a run', () => {
  it('ends at its time, events of that very instant included, and not a millisecond later', () => {
    const seen: string[] = [];
    const at = (name: string, delayMs: number): Group =>
      group(name, function* (agent) {
        yield* agent.sleep(delayMs);
        seen.push(name);
      });
    const { run, result } = finish(
      market({
        groups: [at('before', hourMs - 1), at('at', hourMs), at('after', hourMs + 1)],
        forMs: hourMs,
      }),
    );
    expect(seen).toEqual(['before', 'at']);
    expect(result.summary.virtual).toEqual({
      start: '2026-01-01T00:00:00.000Z',
      end: '2026-01-01T01:00:00.000Z',
      seconds: 3600,
    });
    expect([run.progress, run.step(10)]).toEqual([1, false]);
  });

  it('says how far it is', () => {
    const run = new ScenarioRun(market());
    const seen = [run.progress];
    while (run.step(200)) seen.push(run.progress);
    expect(seen[0]).toBe(0);
    expect(seen).toEqual(seen.toSorted((left, right) => left - right));
    expect(seen.length).toBeGreaterThan(10);
    expect(run.progress).toBe(1);
  });
});

describe('a behaviour that breaks', () => {
  const broken: [string, string, (agent: Agent) => Generator<unknown, unknown, unknown>, RegExp][] = [
    ['throws', 'behaviour-threw', function* (agent) { yield* agent.sleep('1h'); throw new RangeError('too much'); }, /^threw RangeError: too much$/],
    ['throws no error', 'behaviour-threw', function* (agent) { yield* agent.sleep('1h'); throw 'a fit'; }, /^threw "a fit"$/],
    ['yields a number', 'unknown-effect', function* (agent) { yield* agent.sleep('1h'); yield 42; }, /^yielded 42; expected an effect/],
    ['yields a promise', 'unknown-effect', function* (agent) { yield* agent.sleep('1h'); yield Promise.resolve(); }, /^yielded a Promise; a behaviour never awaits/],
    ['yields nothing', 'unknown-effect', function* (agent) { yield* agent.sleep('1h'); yield; }, /^yielded undefined/],
    ['yields what looks like an effect', 'unknown-effect', function* (agent) { yield* agent.sleep('1h'); yield { kind: 'sleep', payload: 5 }; }, /^yielded an object with kind, payload/],
    ['sleeps for a negative time', 'unknown-effect', function* (agent) { yield* agent.sleep('1h'); yield* agent.sleep(-5); }, /^yielded sleep\(-5\)/],
    ['loops without a sleep', 'zero-delay-loop', function* (agent) { yield* agent.sleep('1h'); for (;;) yield* agent.now(); }, /while no time passed/],
    ['has a child that throws', 'behaviour-threw', function* (agent) { yield* agent.sleep('1h'); yield* agent.spawn(function* () { yield* agent.sleep(0); throw new Error('child'); }, 'kid'); }, /child/],
  ]; // prettier-ignore

  const quiet = group('broken', function* (agent) {
    yield* agent.sleep('365d');
  });
  const calm = finish(market({ groups: [traders(), quiet] })).result;

  it.each(broken)(
    'because it %s becomes a finding, and the others go on as if it slept',
    (_, kind, run, message) => {
      const { run: broke, result } = finish(market({ groups: [traders(), group('broken', run)] }));
      expect(broke.findingCount).toBe(1);
      expect(result.summary.findings).toEqual([
        {
          kind,
          agent: expect.stringMatching(/^broken\/1(\/kid)?$/),
          behaviour: 'broken',
          at: '2026-01-01T01:00:00.000Z',
          message: expect.stringMatching(message),
        },
      ]);
      expect(result.summary.ok).toBe(false);
      expect(result.agents.slice(0, 20)).toEqual(calm.agents.slice(0, 20));
      expect(result.summary.digest).toBe(calm.summary.digest);
    },
  );

  it('a thousand times over leaves a thousand findings to read and a count of all', () => {
    const wrong = group(
      'wrong',
      function* () {
        yield 5;
      },
      { count: 1500 },
    );
    const { run, result } = finish(market({ groups: [wrong] }));
    expect([run.findingCount, result.summary.findings.length]).toEqual([1500, 1000]);
  });
});

describe('a behaviour that never yields', () => {
  it('becomes a finding where its step is known not to end, and every other process ends as without it', () => {
    const shared = new Float64Array(1);
    let step = 0;
    const stuck = group('stuck', function* (agent) {
      yield* agent.sleep('3h');
      step = shared[0] ?? 0;
      yield* agent.sleep('365d');
    });
    const quiet = group('stuck', function* (agent) {
      yield* agent.sleep('365d');
    });
    const watched = (endless: number[]): ScenarioRun => {
      const run = new ScenarioRun(market({ groups: [traders(5), stuck] }), {
        watch: new StepWatch(shared, endless),
      });
      while (run.step(50));
      return run;
    };
    watched([]);
    const { summary, agents } = watched([step]).result({ wallSeconds: 0, command: 'none' });
    expect(summary.findings).toEqual([
      {
        kind: 'never-yielded',
        agent: 'stuck/1',
        behaviour: 'stuck',
        at: '2026-01-01T03:00:00.000Z',
        message: expect.stringContaining('does a loop lack a yield?'),
      },
    ]);
    const calm = finish(market({ groups: [traders(5), quiet] })).result;
    expect([summary.digest, agents.slice(0, 5)]).toEqual([calm.summary.digest, calm.agents.slice(0, 5)]);
  });
});
