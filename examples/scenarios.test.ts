import { checkScenario, fc, scenarios } from 'orrery-sim/vitest';
import { expect, it } from 'vitest';

// Scenarios are an arbitrary of fast-check: its seed, path and reporters work as for any other.
it('every generated scenario holds', { timeout: 120_000 }, () =>
  fc.assert(
    fc.asyncProperty(scenarios({ operationsMax: 10 }), async (scenario) => {
      expect(await checkScenario(scenario)).toEqual([]);
    }),
    { seed: 1, numRuns: 10 },
  ),
);
