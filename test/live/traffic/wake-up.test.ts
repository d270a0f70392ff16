/** When the engine is woken: compiled code has a thread for it, sources have the timers of Node. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { WakeUp as WakeUpOfSources } from '../../../src/live/traffic/engine/wake-up.ts';
import { project } from '../../host/cli/orrery.ts';

const { WakeUp: WakeUpOfProgram } = (await import(
  `${project}compiled/src/live/traffic/engine/wake-up.js`
)) as {
  WakeUp: typeof WakeUpOfSources;
};

const kinds = [
  ['by a thread', WakeUpOfProgram],
  ['by timers', WakeUpOfSources],
] as const;

/** The instants at which an engine with this schedule is woken, until all of it was due. */
async function wokenFor(WakeUp: typeof WakeUpOfSources, dueMs: readonly number[], how: 'until' | 'exactly') {
  const served: { dueMs: number; atMs: number }[] = [];
  const startMs = performance.now();
  await new Promise<void>((resolve) => {
    const tick = (): void => {
      for (;;) {
        const next = dueMs[served.length];
        if (next === undefined) return resolve();
        const atMs = performance.now() - startMs;
        if (next > atMs) return wakeUp[how](startMs + next);
        served.push({ dueMs: next, atMs });
      }
    };
    const wakeUp = new WakeUp(tick);
    onTestFinished(() => wakeUp.cancel());
    tick();
  });
  return served;
}

describe('an engine is woken', () => {
  const schedules = [
    Array.from({ length: 100 }, (_, n) => n * 2.3),
    Array.from({ length: 1_000 }, (_, n) => n / 5),
    [0, 0.1, 120, 120.05, 121, 240],
  ];

  it.each(kinds)('%s for everything that is due, and for nothing before', async (_name, WakeUp) => {
    const engines = schedules.flatMap((schedule) =>
      (['until', 'exactly'] as const).map(async (how) => {
        const served = await wokenFor(WakeUp, schedule, how);
        expect(served.map(({ dueMs }) => dueMs)).toEqual(schedule);
        expect(served.every(({ dueMs, atMs }) => atMs >= dueMs)).toBe(true);
      }),
    );
    await Promise.all(engines);
  });

  it.each(kinds)('%s for the sooner of two instants', async (_name, WakeUp) => {
    const startMs = performance.now();
    const wokenMs = await new Promise<number>((resolve) => {
      const wakeUp = new WakeUp(() => resolve(performance.now() - startMs));
      onTestFinished(() => wakeUp.cancel());
      wakeUp.until(startMs + 60_000);
      wakeUp.until(startMs + 30);
    });
    // A timer counts whole milliseconds.
    expect(wokenMs).toBeGreaterThanOrEqual(29);
    expect(wokenMs).toBeLessThan(60_000);
  });

  it.each(kinds)('%s no more once it is cancelled', async (_name, WakeUp) => {
    let count = 0;
    await wokenFor(WakeUp, [0, 30], 'until');
    const wakeUp = new WakeUp(() => (count += 1));
    wakeUp.until(performance.now() + 20);
    wakeUp.cancel();
    wakeUp.until(performance.now() + 1e9);
    wakeUp.cancel();
    await wokenFor(WakeUp, [0, 120], 'until');
    expect(count).toBe(0);
  });
});
