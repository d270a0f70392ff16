/** A run ends without a result once its process has had nothing to do for long enough, however long it computes. */
import { expect, it } from 'vitest';
import { whileBusy } from './attempts.ts';

it('leaves a run that waits for nothing', async () => {
  expect(await whileBusy(new Promise<never>(() => undefined), 150)).toBe('endless');
});

it('waits for a run that computes for longer than it may wait', async () => {
  const computed = async (): Promise<number> => {
    let sum = 0;
    for (let part = 0; part < 30; part += 1) {
      const startMs = process.cpuUsage().user;
      while (process.cpuUsage().user - startMs < 10_000) sum += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    return sum;
  };
  expect(await whileBusy(computed(), 100)).toBeGreaterThan(0);
});
