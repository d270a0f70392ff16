/** `check` of orrery-sim/api and `checkWorld` refuse what would check nothing. */
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/api.ts';
import { checkWorld } from '../../../src/vitest.ts';

describe.each([0, -1, 1.5, Number.NaN])('a count of %s', (count) => {
  const message = `is ${count}; expected a whole number above 0`;

  it('is refused by check, of runs and of findings', async () => {
    await expect(check({ runs: count })).rejects.toThrow(`runs ${message}`);
    await expect(check({ runs: 1, findings: count })).rejects.toThrow(`findings ${message}`);
  });

  it('is refused by checkWorld', async () => {
    await expect(checkWorld({ runs: count })).rejects.toThrow(`runs ${message}`);
  });
});

it('check counts the runs that were asked for', async () => {
  const { runs, ok, operations } = await check({ runs: 2 });
  expect([runs, ok]).toEqual([2, true]);
  expect(operations).toBeGreaterThan(0);
});
