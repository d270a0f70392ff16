/** JSON Schemas of what a sweep prints and of the files in its folder. Tested against real output. */
import {
  SweepManifestSchema,
  SweepPlanSchema,
  SweepPointSchema,
  SweepSchema,
  SweepWorkSchema,
} from '../src/simulation/sweep/result-schema.ts';
import { draft } from './result-schemas.ts';

export const sweepSchema = draft(
  'orrery sweep --json, orrery merge --json, and without wallSeconds summary.json of their folder',
  SweepSchema,
);
export const sweepWorkSchema = draft('orrery sweep --queue --work --json', SweepWorkSchema);
export const sweepPlanSchema = draft('plan.json of the folder of a sweep', SweepPlanSchema);
export const sweepPointSchema = draft('one line of points.ndjson in the folder of a sweep', SweepPointSchema);
export const sweepManifestSchema = draft('manifest.json of the folder of a sweep', SweepManifestSchema);
