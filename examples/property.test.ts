import { checkWorld } from 'orrery-sim/vitest';
import { expect, it } from 'vitest';

it('the faucet never pays out more than it has', () =>
  checkWorld({
    runs: 20,
    property: ({ world }) => expect(world.faucet.poolMicros).toBeGreaterThanOrEqual(0),
  }));
