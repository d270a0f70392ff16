/** A plan of faults with its clocks, asked instant by instant. */
import { describe, expect, it } from 'vitest';
import { Journal } from '../../../src/core/base/journal.ts';
import { Kernel } from '../../../src/core/kernel/kernel.ts';
import { FaultPlan, latencyOf, type Fault } from '../../../src/platform/world/faults.ts';
import { SteppableClock } from '../../../src/platform/world/service-clock.ts';

type Planned = Fault extends infer One ? (One extends Fault ? Omit<One, 'atMs' | 'service'> & { at?: number; service?: string } : never) : never; // prettier-ignore

function newPlan() {
  const kernel = new Kernel({ startMs: 0, seed: '7' });
  const parts = { kernel, journal: new Journal(), onDue: () => undefined };
  const clock = new SteppableClock(parts);
  const plan = new FaultPlan({ kernel, clocks: new Map([['faucet', clock]]) });
  const add = ({ at = 0, service = 'faucet', ...rest }: Planned): void =>
    plan.add({ atMs: at, service, ...rest });
  const runTo = (untilMs: number): void => void kernel.run({ untilMs });
  return { kernel, clock, plan, add, runTo };
}

const slow = { kind: 'slow', forMs: 10, latency: { medianMs: 5, p99Ms: 5 } } as const;
const outage = { kind: 'outage', forMs: 10 } as const;
const hold = { kind: 'clock-hold', forMs: 10 } as const;

describe('a plan', () => {
  it('is active, and slow, as long as such a fault is', () => {
    const { plan, add, runTo } = newPlan();
    const state = (): boolean[] => [plan.active, plan.isAnySlow];
    expect([state(), plan.timetable, plan.jumps]).toEqual([[false, false], [], []]);
    add({ ...slow, at: 5 });
    add({ ...outage, at: 10 });
    expect(state()).toEqual([false, false]);
    const seen = [4, 5, 10, 14, 15, 19, 20].map((atMs) => (runTo(atMs), [atMs, ...state()]));
    expect(seen).toEqual([
      [4, false, false],
      [5, true, true],
      [10, true, true],
      [14, true, true],
      [15, true, false],
      [19, true, false],
      [20, false, false],
    ]);
  });

  it('knows when each fault is over', () => {
    const { plan, add, runTo } = newPlan();
    add({ ...outage, at: 5 });
    add({ kind: 'clock-step', byMs: 3, at: 5 });
    expect([0, 1, 2, -1].map((index) => plan.endMs(index))).toEqual([15, undefined, undefined, undefined]);
    runTo(7);
    for (const index of [0, 1, 2, -1]) plan.switchOff(index);
    expect([0, 1, 2, -1].map((index) => plan.endMs(index))).toEqual([7, 7, undefined, undefined]);
    expect(plan.active).toBe(false);
    plan.fire(7);
    plan.fire(~7);
    expect(plan.active).toBe(false);
  });

  it('begins a fault of the present instant at once', () => {
    const { plan, add, runTo } = newPlan();
    runTo(3);
    add({ ...outage, at: 3 });
    expect([plan.active, plan.outageEndsAtMs('faucet')]).toEqual([true, 13]);
  });
});

describe('an outage', () => {
  it('is of one service, and goes on with those that follow before it ends', () => {
    const { plan, add } = newPlan();
    expect(plan.outageEndsAtMs('faucet')).toBeUndefined();
    add(outage);
    add({ ...outage, at: 10 });
    add({ ...outage, at: 20, forMs: 5, service: 'escrow' });
    add({ ...slow, at: 20, forMs: 50 });
    add({ ...hold, at: 15, forMs: 60 });
    add({ ...outage, at: 21 });
    expect(['faucet', 'escrow', 'trading'].map((name) => plan.outageEndsAtMs(name))).toEqual([
      20,
      undefined,
      undefined,
    ]);
  });

  it('goes on with an outage alone, whatever else happens to the service', () => {
    const { plan, add } = newPlan();
    add(outage);
    add({ ...slow, at: 5, forMs: 60 });
    add({ ...outage, at: 10 });
    expect(plan.outageEndsAtMs('faucet')).toBe(20);
  });

  it('does not go on with one that was switched off before it began', () => {
    const { plan, add } = newPlan();
    add(outage);
    add({ ...outage, at: 10 });
    add({ ...outage, at: 5, forMs: 8 });
    expect(plan.outageEndsAtMs('faucet')).toBe(20);
    plan.switchOff(1);
    expect(plan.outageEndsAtMs('faucet')).toBe(13);
    plan.switchOff(0);
    expect(plan.outageEndsAtMs('faucet')).toBeUndefined();
  });

  it('that began and was ended early is not what another one goes on with', () => {
    const { plan, add, runTo } = newPlan();
    runTo(5);
    add({ ...outage, at: 5, forMs: 4 });
    add({ ...outage, at: 5, forMs: 30 });
    plan.switchOff(1);
    expect(plan.outageEndsAtMs('faucet')).toBe(9);
  });
});

describe('an error', () => {
  it('strikes its own service, with the effect of the first that strikes', () => {
    const { plan, add } = newPlan();
    add(outage);
    add({ kind: 'error', forMs: 10, rate: 0, effect: 'before' });
    expect(plan.errorFault('faucet')).toBe('none');
    add({ kind: 'error', forMs: 10, rate: 1, effect: 'after' });
    add({ kind: 'error', forMs: 10, rate: 1, effect: 'undone' });
    expect([plan.errorFault('faucet'), plan.errorFault('escrow')]).toEqual(['after', 'none']);
  });

  it('adds no time, and a slow service is slow by itself', () => {
    const { plan, add } = newPlan();
    add({ kind: 'error', forMs: 10, rate: 1, effect: 'after' });
    expect(plan.slownessMs('faucet')).toBe(0);
    add(slow);
    add({ ...slow, latency: { medianMs: 2, p99Ms: 2 } });
    expect([plan.slownessMs('faucet'), plan.slownessMs('escrow')]).toEqual([7, 0]);
    expect([plan.isClosed(['all']), plan.isGameClosed('dice')]).toEqual([false, false]);
  });

  it('draws from a separate stream for each fault', () => {
    const { kernel, plan, add } = newPlan();
    const latency = { medianMs: 100, p99Ms: 900 };
    for (let count = 0; count < 2; count++) add({ ...slow, latency });
    const own = (index: number): number =>
      Math.round(latencyOf(latency)(kernel.streams.stream(`faults/${index}`)));
    expect(plan.slownessMs('faucet')).toBe(own(0) + own(1));
  });
});

describe('what is closed', () => {
  it.each([
    ['BTC-PERP', [true, false, true, false]],
    ['all', [true, true, true, true]],
  ])('with the market %s', (market, expected) => {
    const { plan, add } = newPlan();
    add({ kind: 'market-closed', market, forMs: 10, service: 'trading' });
    const asked = [['BTC-PERP'], ['ETH-PERP'], ['BTC-USDC', 'BTC-PERP'], []];
    expect(asked.map((names) => plan.isClosed(names))).toEqual(expected);
    expect(plan.isGameClosed('BTC-PERP')).toBe(false);
  });

  it.each([
    ['dice', [true, false]],
    ['all', [true, true]],
  ])('with the game %s', (game, expected) => {
    const { plan, add, runTo } = newPlan();
    expect(plan.isGameClosed('dice')).toBe(false);
    add({ kind: 'game-closed', game, forMs: 10, service: 'casino' });
    expect(['dice', 'plinko'].map((name) => plan.isGameClosed(name))).toEqual(expected);
    expect(plan.isClosed(['dice'])).toBe(false);
    runTo(10);
    expect(['dice', 'plinko'].map((name) => plan.isGameClosed(name))).toEqual([false, false]);
  });
});

describe('a jump of a price', () => {
  it('happens at the instant of the clock of its service, or of the world', () => {
    const { plan, add, clock, runTo } = newPlan();
    clock.step(100);
    runTo(5);
    add({ kind: 'price-jump', market: 'BTC-USDC', basisPoints: -1200, at: 5 });
    add({ kind: 'price-jump', market: 'all', basisPoints: 500, at: 5, service: 'trading' });
    expect(plan.jumps).toEqual([
      { pair: 'BTC-USDC', atMs: 105, basisPoints: -1200 },
      { pair: 'all', atMs: 5, basisPoints: 500 },
    ]);
    expect(plan.active).toBe(false);
  });
});

describe('a clock', () => {
  it('is held until the last hold of its service is over, whatever else ends', () => {
    const { clock, plan, add, runTo } = newPlan();
    add({ ...hold, at: 2, forMs: 10 });
    add({ ...hold, at: 2, forMs: 60, service: 'escrow' });
    add({ ...outage, at: 2, forMs: 4 });
    add({ ...outage, at: 2, forMs: 60 });
    const seen = [2, 6, 11, 12].map((atMs) => (runTo(atMs), clock.nowMs));
    expect(seen).toEqual([2, 2, 2, 12]);
    plan.switchOff(3);
    expect(clock.nowMs).toBe(12);
  });

  it('that there is not takes no notice of steps and holds', () => {
    const { clock, plan, add, runTo } = newPlan();
    add({ kind: 'clock-step', byMs: 50, service: 'bank' });
    add({ ...hold, service: 'bank' });
    runTo(10);
    expect([clock.nowMs, plan.active]).toEqual([10, false]);
  });
});
