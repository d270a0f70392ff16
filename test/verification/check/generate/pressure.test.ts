/** Bursts of one call around the edges of limits, and the readings that they are made under. */
import { addPressure, limitReadings } from '../../../../src/verification/check/generate/moves/pressure.ts';
import { describeKept } from '../../../kept-digests.ts';
import { offeredBy } from './offered.ts';

describeKept(new URL('pressure.json', import.meta.url), [
  offeredBy('readings', 60, (_, draw) => limitReadings(draw)),
  offeredBy('bursts', 16, (model, draw) => addPressure(model, draw, { endMs: 1e8 })),
  offeredBy('bursts near the end', 8, (model, draw) =>
    addPressure(model, draw, { endMs: model.atMs + 400_000 }),
  ),
  offeredBy('bursts in a paid tier', 8, (model, draw) =>
    addPressure(model, draw, { endMs: 1e8, policies: { 'limits.rowScaling': 'tier' } }),
  ),
]);
