import { describe, expect, it } from 'vitest';
import { ledgerTotals } from '../../../src/platform/control/views.ts';
import { Kernel } from '../../../src/core/kernel/kernel.ts';
import { priority } from '../../../src/core/kernel/event.ts';
import { FaultPlan, latencyOf, type Fault } from '../../../src/platform/world/faults.ts';
import { SteppableClock } from '../../../src/platform/world/service-clock.ts';
import { Journal } from '../../../src/core/base/journal.ts';
import { newWorld, startMs, textIn } from './new-world.ts';

const minuteMs = 60_000;

/** Whole minutes after the start. */
const at = (minutes: number): number => startMs + minutes * minuteMs;
const during = (fromMinutes: number, forMinutes: number) =>
  ({ atMs: at(fromMinutes), forMs: forMinutes * minuteMs, service: 'faucet' }) as const;

/** Asks the faucet for its list at each of those times after the start, in milliseconds. */
function statusesAt(times: readonly number[], faults: readonly Fault[], service = 'faucet'): number[] {
  const { kernel, world, call } = newWorld();
  for (const fault of faults) world.faults.add({ ...fault, service });
  const statuses: number[] = [];
  for (const [index, time] of times.entries()) {
    const fire = (): void =>
      void statuses.push(call('GET', '/faucet/agents', { ip: `10.0.1.${index}` }).status);
    kernel.schedule(startMs + time, priority.agent, { fire });
  }
  kernel.run({ untilMs: at(60) });
  return statuses;
}

describe('an outage', () => {
  it('begins with the first request of its first millisecond and ends before the first one after it', () => {
    const times = [1, 2, 3].map((minutes) => minutes * minuteMs);
    const around = times.flatMap((time) => [time - 1, time]);
    expect(statusesAt(around, [{ ...during(1, 2), kind: 'outage' }])).toEqual([200, 503, 503, 503, 503, 200]);
  });

  it('of another service does not affect this one', () => {
    expect(statusesAt([minuteMs], [{ ...during(1, 2), kind: 'outage' }], 'escrow')).toEqual([200]);
  });

  it('that overlaps another lasts until both are over', () => {
    const faults: Fault[] = [
      { ...during(1, 4), kind: 'outage' },
      { ...during(2, 1), kind: 'outage' },
    ];
    const times = [1, 2, 3, 4, 5].map((minutes) => minutes * minuteMs);
    expect(statusesAt(times, faults)).toEqual([503, 503, 503, 503, 200]);
  });

  it.each([
    ['planned ahead', 0, 1],
    ['planned when its time had passed already', 3, 1],
  ])('%s names in Retry-After the whole second from which the service is up', (_, plannedAt, fromMinutes) => {
    const { kernel, world, call, runTo } = newWorld();
    runTo(plannedAt * minuteMs);
    world.faults.add({ ...during(fromMinutes, 2), kind: 'outage' });
    const beginsMs = Math.max(plannedAt, fromMinutes) * minuteMs;
    runTo(beginsMs + 30_500);
    const { status, headers, body } = call('GET', '/faucet/agents');
    expect([status, body['code'], headers['retry-after']]).toEqual([503, 'SERVICE_UNAVAILABLE', 90]);
    runTo(kernel.nowMs - startMs + 89_000);
    expect(call('GET', '/faucet/agents').status).toBe(503);
    runTo(kernel.nowMs - startMs + 1000);
    expect(call('GET', '/faucet/agents').status).toBe(200);
  });

  it.each([
    [4, 1],
    [1, 4],
  ])('of %d minutes beside one of %d names in Retry-After the end of the longer', (first, second) => {
    const { world, call, runTo } = newWorld();
    for (const minutes of [first, second]) world.faults.add({ ...during(1, minutes), kind: 'outage' });
    runTo(minuteMs);
    expect(call('GET', '/faucet/agents').headers['retry-after']).toBe(240);
  });

  it.each([
    ['in the instant in which it ends', 3, 2, 240],
    ['before it ends', 2, 3, 240],
    ['a millisecond after it has ended', 3 + 1 / minuteMs, 2, 120],
  ])(
    'that another follows %s names the end of what is one outage to a client',
    (_, from, minutes, seconds) => {
      const { world, call, runTo } = newWorld();
      world.faults.add({ ...during(1, 2), kind: 'outage' });
      world.faults.add({ ...during(from, minutes), kind: 'outage' });
      world.faults.add({ ...during(1, 30), service: 'escrow', kind: 'outage' });
      world.faults.add({ ...during(3, 30), kind: 'slow', latency: { medianMs: 0, p99Ms: 0 } });
      runTo(minuteMs);
      const { status, headers } = call('GET', '/faucet/agents');
      expect([status, headers['retry-after']]).toEqual([503, seconds]);
      runTo(minuteMs + seconds * 1000 - 1);
      if (seconds === 240) expect(call('GET', '/faucet/agents').status).toBe(503);
      runTo(minuteMs + seconds * 1000);
      expect(call('GET', '/faucet/agents').status).toBe(200);
    },
  );

  it('refuses requests without any effect', () => {
    const { world, post, join, runTo } = newWorld();
    const headers = join('ann');
    const before = world.ledger.transferCount;
    world.faults.add({ atMs: at(1), forMs: minuteMs, service: 'escrow', kind: 'outage' });
    runTo(minuteMs);
    const create = (): number =>
      post('/escrow/escrow', { amount: '1.00', receiver: `0x${'1'.repeat(40)}` }, { headers }).status;
    expect([create(), world.ledger.transferCount]).toEqual([503, before]);
    runTo(2 * minuteMs);
    expect([create(), world.ledger.transferCount]).toEqual([201, before + 2]);
  });
});

describe('an error fault', () => {
  it.each([
    ['before', 0, 201],
    ['after', 2, 201],
    ['undone', 0, 201],
  ] as const)(
    '%s the effect answers 500; %d transfers stand, and a retry under the key gets %d',
    (effect, rows, again) => {
      const { world, post, join, runTo } = newWorld();
      const headers = { ...join('ann'), 'idempotency-key': 'k1' };
      const before = world.ledger.transferCount;
      world.faults.add({ atMs: at(1), forMs: minuteMs, service: 'escrow', kind: 'error', rate: 1, effect });
      runTo(minuteMs);
      const create = () =>
        post('/escrow/escrow', { amount: '1.00', receiver: `0x${'1'.repeat(40)}` }, { headers });
      expect(create()).toMatchObject({ status: 500, body: { code: 'INTERNAL_ERROR' } });
      expect([world.ledger.transferCount - before, world.driftMicros()]).toEqual([rows, 0]);
      runTo(2 * minuteMs);
      expect([create().status, world.ledger.transferCount - before]).toEqual([again, 2]);
    },
  );

  it('undone leaves no agent, no account, no event and no timer', () => {
    const { world, post, happened, runTo } = newWorld();
    world.faults.add({ ...during(1, 1), kind: 'error', rate: 1, effect: 'undone' });
    const before = ledgerTotals(world);
    runTo(minuteMs);
    expect(post('/faucet/register', { agent_id: 'ann' }).status).toBe(500);
    expect([ledgerTotals(world), world.agents.count, happened]).toEqual([before, 0, []]);
    runTo(2 * minuteMs);
    expect(post('/faucet/register', { agent_id: 'ann' }).status).toBe(201);
  });

  it('fails requests at about its rate, independently', () => {
    const times = Array.from({ length: 2000 }, (_, index) => minuteMs + index);
    const { kernel, world, call } = newWorld();
    world.faults.add({ ...during(1, 1), kind: 'error', rate: 0.25, effect: 'before' });
    let errors = 0;
    for (const time of times) {
      const fire = (): void =>
        void (errors += Number(call('GET', '/faucet/agents', { ip: `${time}` }).status === 500));
      kernel.schedule(startMs + time, priority.agent, { fire });
    }
    kernel.run({ untilMs: at(2) });
    expect(errors).toBeGreaterThan(425);
    expect(errors).toBeLessThan(575);
  });
});

/** A plan on its own: which of 200 asked-for decisions strike, once a minute from minute 1. */
function plan(faults: readonly Fault[], look: (plan: FaultPlan, minute: number) => void): void {
  const kernel = new Kernel({ startMs, seed: '7' });
  const clock = new SteppableClock({ kernel, journal: new Journal(), onDue: () => undefined });
  const faultPlan = new FaultPlan({ kernel, clocks: new Map([['faucet', clock]]) });
  for (const fault of faults) faultPlan.add(fault);
  for (let minute = 1; minute <= 200; minute++) {
    kernel.schedule(at(minute), priority.agent, { fire: () => look(faultPlan, minute) });
  }
  kernel.run({ untilMs: at(300) });
}

describe('several faults at once', () => {
  const half: Fault = { ...during(1, 250), kind: 'error', rate: 0.5, effect: 'before' };
  const slow: Fault = { ...during(1, 250), kind: 'slow', latency: { medianMs: 100, p99Ms: 900 } };

  const strikesOf = (faults: readonly Fault[]): string[] => {
    const strikes: string[] = [];
    plan(faults, (faultPlan) => strikes.push(faultPlan.errorFault('faucet')));
    return strikes;
  };

  it("do not disturb each other's draws: one more leaves the strikes of the first where they were", () => {
    const alone = strikesOf([half]);
    expect(new Set(alone)).toEqual(new Set(['none', 'before']));
    for (const fromMinutes of [0, 1, 50]) {
      const other: Fault = { ...during(fromMinutes, 100), kind: 'error', rate: 0.3, effect: 'after' };
      const both = strikesOf([half, other]);
      for (const [index, strike] of alone.entries())
        if (strike === 'before') expect(both[index]).not.toBe('none');
      // Once the other is over, every strike is the first one's again.
      expect(both.slice(fromMinutes + 100)).toEqual(alone.slice(fromMinutes + 100));
    }
  });

  it('of different kinds draw from separate streams', () => {
    expect(strikesOf([half, slow])).toEqual(strikesOf([half]));
  });

  it('that make a service slow add up', () => {
    const constant: Fault = { ...during(50, 50), kind: 'slow', latency: { medianMs: 70, p99Ms: 70 } };
    const delays = (faults: readonly Fault[]): number[] => {
      const seen: number[] = [];
      plan(faults, (faultPlan) => seen.push(faultPlan.slownessMs('faucet')));
      return seen;
    };
    const alone = delays([slow]);
    const both = delays([slow, constant]);
    const extra = both.map((delay, index) => delay - (alone[index] ?? 0));
    expect(extra).toEqual(extra.map((_, index) => (index + 1 >= 50 && index + 1 < 100 ? 70 : 0)));
    expect(delays([{ ...slow, service: 'escrow' }])).toEqual(alone.map(() => 0));
  });
});

describe('faults of a clock', () => {
  function clockStory(faults: readonly Fault[]): number[] {
    const { world, call, runTo } = newWorld();
    for (const fault of faults) world.faults.add(fault);
    const seen: number[] = [];
    for (const minute of [0, 1, 2, 3, 4, 5, 6]) {
      runTo(minute * minuteMs);
      const { body } = call('POST', '/faucet/api/v1/agents/register', {
        body: { agent_id: `a${minute}` },
        ip: `${minute}`,
      });
      seen.push((Date.parse(textIn(body, 'created_at')) - startMs) / minuteMs);
    }
    return seen;
  }

  it.each<[string, Fault[], number[]]>([
    ['none: the clock of the world', [], [0, 1, 2, 3, 4, 5, 6]],
    ['a hold: it stands still, then jumps', [{ ...during(2, 3), kind: 'clock-hold' }], [0, 1, 2, 2, 2, 5, 6]],
    [
      'holds that overlap: it stands until the last is over',
      [
        { ...during(1, 2), kind: 'clock-hold' },
        { ...during(2, 3), kind: 'clock-hold' },
      ],
      [0, 1, 1, 1, 1, 5, 6],
    ],
    [
      'a step forward',
      [{ atMs: at(2), service: 'faucet', kind: 'clock-step', byMs: 10 * minuteMs }],
      [0, 1, 12, 13, 14, 15, 16],
    ],
    [
      'steps there and back',
      [
        { atMs: at(2), service: 'faucet', kind: 'clock-step', byMs: -5 * minuteMs },
        { atMs: at(4), service: 'faucet', kind: 'clock-step', byMs: 5 * minuteMs },
      ],
      [0, 1, -3, -2, 4, 5, 6],
    ],
    [
      'a hold of another service',
      [{ ...during(1, 4), service: 'escrow', kind: 'clock-hold' }],
      [0, 1, 2, 3, 4, 5, 6],
    ],
  ])('%s', (_, faults, expected) => expect(clockStory(faults)).toEqual(expected));

  it('delay the expiry of an escrow until the release of the clock', () => {
    const { world, post, join, happened, runTo } = newWorld();
    const headers = join('ann');
    post('/escrow/escrow', { amount: '1', receiver: `0x${'1'.repeat(40)}`, expires_in: 120 }, { headers });
    world.faults.add({ ...during(1, 4), service: 'escrow', kind: 'clock-hold' });
    runTo(10 * minuteMs);
    expect(happened.at(-1)).toMatchObject({ event: 'escrowExpired', atMs: 5 * minuteMs });
  });

  it('step an escrow to its expiry, which runs at once and only once', () => {
    const { world, post, join, happened, runTo } = newWorld();
    const headers = join('ann');
    post('/escrow/escrow', { amount: '1', receiver: `0x${'1'.repeat(40)}`, expires_in: 3600 }, { headers });
    for (const byMs of [3_600_000, -3_600_000]) {
      world.faults.add({ atMs: at(byMs > 0 ? 1 : 2), service: 'escrow', kind: 'clock-step', byMs });
    }
    runTo(2 * 3_600_000);
    const expiries = happened.filter(({ event }) => event === 'escrowExpired');
    expect(expiries).toEqual([{ event: 'escrowExpired', amountMicros: 1_000_000, atMs: minuteMs }]);
  });
});

it('a latency whose 99th percentile is its median is constant and draws nothing', () => {
  const { streams } = new Kernel({ startMs, seed: '7' });
  const [drawn, fresh] = [streams.stream('x'), streams.stream('x')];
  expect(latencyOf({ medianMs: 40, p99Ms: 40 })(drawn)).toBe(40);
  expect(drawn.word()).toBe(fresh.word());
});
