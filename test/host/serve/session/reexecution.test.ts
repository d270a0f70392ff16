/** A world executed again, slice by slice: how far it is, what has come, and where it is another. */
import { beforeAll, describe, expect, it } from 'vitest';
import { InvariantError } from '../../../../src/core/base/assert.ts';
import { hourMs, minuteMs } from '../../../../src/core/base/time.ts';
import type { Sandbox } from '../../../../src/host/serve/sandbox.ts';
import type { SessionEntry } from '../../../../src/host/serve/session/entry.ts';
import { openSession } from '../../../../src/host/serve/session/open-session.ts';
import { Reexecution, type Goal } from '../../../../src/host/serve/session/reexecution.ts';
import { readSession, type ReadSession } from '../../../../src/host/serve/session/session-file.ts';
import type { Scenario } from '../../../../src/simulation/scenario/scenario.ts';
import { newSandbox } from '../serving.ts';
import { smallScenario } from '../small-scenario.ts';
import { registration, requestOf, send } from './past.ts';

const origin = { version: 'unreleased', behaviours: {} };

function sessionOf(sandbox: Sandbox): ReadSession {
  const session = readSession(sandbox.history.session(), { origin, scenario: sandbox.scenario });
  if (!('entries' in session)) throw new Error(session.message);
  return session;
}

function endOf(execution: Reexecution): Reexecution {
  while (!execution.step()) continue;
  return execution;
}

/** A registration at the start, another after an hour, and a look an hour later. */
function twoHours(): Sandbox {
  const sandbox = newSandbox();
  send(sandbox, registration('a'));
  sandbox.advance(sandbox.nowMs + hourMs);
  send(sandbox, registration('b'));
  sandbox.advance(sandbox.nowMs + hourMs);
  send(sandbox, requestOf());
  return sandbox;
}

describe('without agents', () => {
  const sandbox = twoHours();
  const { base } = sandbox.served;
  const session = sessionOf(sandbox);
  const { entries, end } = session;
  const goal: Goal = { entries, atMs: end.atMs, expected: end };

  it('one entry comes at each step, at its instant', () => {
    const execution = new Reexecution(base, 5, goal);
    expect(execution.served.feed.number).toBe(5);
    const seen = [0, 1, 2, 3].map(() => {
      const isOver = execution.step();
      const { entries: come, progress, served, divergedAt } = execution;
      return [isOver, come.length, progress, served.world.requestCount, divergedAt];
    });
    expect(seen).toEqual([
      [false, 1, 0, 1, undefined],
      [false, 2, 0.5, 2, undefined],
      [false, 3, 1, 3, undefined],
      [true, 3, 1, 3, undefined],
    ]);
    expect(execution.entries).toEqual(entries);
    expect(execution.served.world.digest()).toEqual(sandbox.world.digest());
  });

  it('at its first instant it is nowhere, whatever the goal', () => {
    expect(new Reexecution(base, 2, { entries: [], atMs: base.startMs }).progress).toBe(0);
    expect(new Reexecution(base, 2, goal).progress).toBe(0);
  });

  const sooner = entries.map((entry) => ({ ...entry, event: entry.event + 7 }));
  const { expected: _, ...unnoted } = goal;
  it.each<[string, number | undefined, Goal]>([
    ['as it was', undefined, goal],
    ['of which nothing was noted', undefined, unnoted],
    ['with another digest', end.event, { ...goal, expected: { event: end.event, digest: 'other' } }],
    ['with fewer events than noted', end.event, { ...goal, expected: { ...end, event: end.event + 2 } }],
    ['with more events than noted', end.event - 2, { ...goal, expected: { ...end, event: end.event - 2 } }],
    ['with an entry before its event', 8, { ...goal, entries: sooner }],
    ['without its last entry', end.event - 1, { ...goal, entries: entries.slice(0, 2) }],
  ])('a world %s has diverged at %j', (_name, event, toThere) => {
    expect(endOf(new Reexecution(base, 2, toThere)).divergedAt).toBe(event);
  });

  it.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
  ])('to event %i, it stops when event %i has been folded; the first is the beginning', (event, reached) => {
    const execution = endOf(new Reexecution(base, 2, { entries, atMs: end.atMs, event }));
    expect(execution.served.world.eventNumber).toBe(reached);
    expect(execution.entries).toEqual(entries.slice(0, reached - 1));
  });

  it('an observer sees each request, and the world that is served none', () => {
    const seen: string[] = [];
    const before = sandbox.world.requestCount;
    const observer = {
      answered: ({ path }: { path: string }) => void seen.push(path),
      happened: () => undefined,
    };
    endOf(new Reexecution(base, 2, goal, observer));
    expect(seen).toEqual(['/faucet/register', '/faucet/register', '/faucet/agents']);
    expect(sandbox.world.requestCount).toBe(before);
  });

  it('it has no past, and the calls of its entries steer nothing but itself', () => {
    const { served } = endOf(new Reexecution(base, 2, goal));
    const { steering, world } = served;
    expect(() => steering.history).toThrow(new InvariantError('no entry of a session asks for its past'));
    expect(steering.reset(base.setup)).toBe(world);
    expect([steering.arrivedWith, steering.movingToMs]).toEqual([0, undefined]);
    expect([steering.advanced(1), steering.setPace(2)]).toEqual([undefined, undefined]);
  });

  it('a call meets the move that it met before, and no other call does', () => {
    const toMs = base.startMs + 9 * hourMs;
    const advance = requestOf({ method: 'POST', path: '/_sim/clock/advance', rawBody: '{"by":"1h"}' });
    const moved = newSandbox();
    moved.beginMove(toMs);
    expect(send(moved, advance)).toBe(409);
    moved.endMove();
    const noted = sessionOf(moved);
    expect(noted.entries.map(({ movingToMs }) => movingToMs)).toEqual([toMs]);
    const execution = endOf(
      new Reexecution(base, 2, { ...noted, atMs: noted.end.atMs, expected: noted.end }),
    );
    expect([execution.divergedAt, execution.served.movingToMs]).toEqual([undefined, undefined]);
  });

  it('a session is opened step by step, and refused with CONFLICT where it ends elsewhere', () => {
    const fresh = newSandbox();
    const opening = openSession(fresh, session);
    expect([opening.progress, opening.requestCount]).toEqual([0, 0]);
    opening.step();
    opening.step();
    expect([opening.progress, opening.requestCount]).toEqual([0.5, 2]);
    while (!opening.step()) continue;
    expect([opening.progress, opening.requestCount, opening.finish()]).toEqual([1, 3, undefined]);
    expect(fresh.history.session()).toEqual(sandbox.history.session());
    const other = openSession(newSandbox(), { ...session, end: { ...end, digest: 'other' } });
    while (!other.step()) continue;
    const message = `executed again, the world differs at event ${end.event}`;
    expect(other.finish()).toMatchObject({ code: 'CONFLICT', message });
  });
});

describe('beside agents', () => {
  let scenario: Scenario;
  let sandbox: Sandbox;
  let goal: Goal;
  let entries: readonly SessionEntry[];
  beforeAll(async () => {
    scenario = await smallScenario();
    sandbox = newSandbox({ scenario });
    sandbox.advance(sandbox.nowMs + 48 * hourMs);
    send(sandbox, requestOf());
    sandbox.advance(sandbox.nowMs + minuteMs);
    ({ entries } = sessionOf(sandbox));
    goal = { entries, atMs: sandbox.nowMs, log: sandbox.world.digestLog.checkpoints() };
  });

  /** The events of the clock after the first step. */
  function countOf(parts: Partial<Goal>): number {
    const execution = new Reexecution(sandbox.served.base, 2, { ...goal, ...parts });
    expect(execution.step()).toBe(false);
    return execution.served.world.kernel.eventCount;
  }

  it('it goes in slices of 500 events of the clock', () => {
    expect(countOf({})).toBe(500);
  });

  it('it takes one more at each step towards an event', () => {
    expect(countOf({ event: sandbox.world.eventNumber })).toBe(501);
  });

  it.each([5, 20])('to event %i, it ends with the instant of the event', (event) => {
    const execution = endOf(new Reexecution(sandbox.served.base, 2, { ...goal, event }));
    const { world } = execution.served;
    expect(world.eventNumber).toBeGreaterThanOrEqual(event);
    const { nowMs } = world.kernel;
    const at = (atMs: number): Reexecution =>
      endOf(new Reexecution(sandbox.served.base, 2, { entries: [], atMs }));
    expect(at(nowMs).served.world.digest()).toEqual(world.digest());
    expect(at(nowMs - 1).served.world.eventNumber).toBeLessThan(event);
  });
});

describe('after more events than lie between two checkpoints of a digest', () => {
  const sandbox = newSandbox();
  for (let count = 0; count < 1030; count++) send(sandbox, requestOf());
  const { entries, end } = sessionOf(sandbox);
  const [noted] = sandbox.world.digestLog.checkpoints();
  const divergedWith = (log: Goal['log']): number | undefined =>
    endOf(new Reexecution(sandbox.served.base, 2, { entries, atMs: end.atMs, ...(log && { log }) }))
      .divergedAt;

  it.each<[string, Goal['log'], number | undefined]>([
    ['the same checkpoint', noted && [noted], undefined],
    ['another digest there', [{ event: 1024, digest: 'other' }], 1024],
    ['a checkpoint elsewhere', [{ event: 512, digest: 'other' }], undefined],
    ['none', undefined, undefined],
  ])('a log with %s', (_, log, event) => {
    expect(noted?.event).toBe(1024);
    expect(divergedWith(log)).toBe(event);
  });
});
