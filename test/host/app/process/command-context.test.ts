/** A command and its supervisor: what a signal does to it, what it reports, and which steps of a run it is warned of. */
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Interrupted } from '../../../../src/host/app/process/exit.ts';
import { slots } from '../../../../src/host/app/process/command-context.ts';
import { newContext } from './signalled.ts';

/** A context with the other end of its port. */
function supervised(endless: ReadonlyMap<number, readonly number[]> = new Map()) {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const progress = new Float64Array(slots.count);
  const context = newContext();
  context.attach({ port: port2, progress, endless });
  const reports = (): unknown[] => {
    const heard: unknown[] = [];
    for (let one = receiveMessageOnPort(port1); one !== undefined; one = receiveMessageOnPort(port1))
      heard.push(one.message);
    return heard;
  };
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      context.onInterrupt(resolve);
      port1.postMessage('stop');
    });
  return { context, progress, reports, stop };
}

describe('a context without a supervisor', () => {
  it('goes on, watches nothing and reports to no one', async () => {
    const context = newContext();
    expect(context.isMeantToBeStopped).toBe(false);
    expect(context.signal.aborted).toBe(false);
    expect(context.newWatch()).toBeUndefined();
    context.assertGoesOn(() => 'with nothing');
    context.markRunning(true);
    context.temporary('/tmp/x', true);
    context.needs('more');
    context.finishesAfterSignal();
    expect(await context.untilInterrupted(Promise.resolve('done'))).toBe('done');
  });
});

describe('a signal', () => {
  it('is reported back, and ends what waits for it', async () => {
    const { context, reports, stop } = supervised();
    const never = context.untilInterrupted(new Promise(() => undefined));
    await stop();
    expect(reports()).toEqual([{ kind: 'stopping' }]);
    expect(context.signal.aborted).toBe(true);
    expect(await never).toBeUndefined();
    expect(() => context.assertGoesOn(() => 'with 3 of 4 done')).toThrow(new Interrupted('with 3 of 4 done'));
  });

  it('calls each that listens once, and none that has cancelled it', async () => {
    const { context, stop } = supervised();
    const called: string[] = [];
    context.onInterrupt(() => called.push('stays'));
    context.onInterrupt(() => called.push('gone'))();
    await stop();
    expect(called).toEqual(['stays']);
    context.signal.dispatchEvent(new Event('abort'));
    expect(called).toEqual(['stays']);
    context.onInterrupt(() => called.push('late'));
    expect(called).toEqual(['stays', 'late']);
  });
});

describe('what a supervisor hears', () => {
  it.each([
    [() => ({ kind: 'temporary', path: '/tmp/x', exists: true }), 'temporary'],
    [() => ({ kind: 'temporary', path: '/tmp/x', exists: false }), 'withdrawn'],
    [() => ({ kind: 'need', need: 'a larger heap' }), 'need'],
    [() => ({ kind: 'finishing' }), 'finishing'],
  ])('is each report as it is made: %o', (report, what) => {
    const { context, reports } = supervised();
    if (what === 'temporary') context.temporary('/tmp/x', true);
    if (what === 'withdrawn') context.temporary('/tmp/x', false);
    if (what === 'need') context.needs('a larger heap');
    if (what === 'finishing') context.finishesAfterSignal();
    expect(reports()).toEqual([report()]);
  });

  it('is which run is under way, and how full the heap was', () => {
    const { context, progress } = supervised();
    context.newWatch();
    context.newWatch();
    context.markRunning(true);
    expect(progress[slots.run]).toBe(2);
    expect(progress[slots.heap]).toBeGreaterThan(0);
    expect(progress[slots.heap]).toBeLessThan(1);
    progress[slots.heap] = 0;
    context.markRunning(false);
    expect([...progress]).toEqual([0, 0, 0]);
  });

  it('is the step of each run; those that do not end are not entered', () => {
    const { context, progress } = supervised(new Map([[2, [2]]]));
    const [first, second] = [context.newWatch(), context.newWatch()];
    const entered = [0, 1, 2].map(() => second?.mayEnter());
    expect(entered).toEqual([true, false, true]);
    expect(progress[slots.step]).toBe(3);
    expect([first?.mayEnter(), first?.mayEnter()]).toEqual([true, true]);
    expect([...progress]).toEqual([0, 2, 0]);
  });
});
