/** Every planted mistake of a control call: its path, its body, and what its refusal has to say. */
import { describe } from 'vitest';
import { parseInstant, type Instant } from '../../../../src/core/base/time.ts';
import { mistakesAt } from '../../../../src/verification/check/served/control-mistakes.ts';
import { describeKept } from '../../../kept-digests.ts';

const nowMs = parseInstant('2026-03-01T12:30:15.250Z') as Instant;

describe('mistakes of control calls', () => {
  describeKept(
    new URL('control-mistakes-kept.json', import.meta.url),
    ['1', '2', 'another', '2026', 'x', 'y'].map((seed, faults) => ({
      name: `with ${faults} faults, by the seed ${seed}`,
      made: () => mistakesAt(nowMs + faults, { faults, seed }),
    })),
  );
});
