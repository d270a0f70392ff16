/**
 * Mutants that a test of the fast lane has to notice, two of each kind at least: what measures, what guards and what judges.
 * `npm run mutants -- noticed` plants each and runs the files of its row; docs/testing.md has the list.
 */
import type { NoticedMutant } from './noticed-mutant.ts';
import { guardsNoticed } from './tables/guards.ts';
import { measuresNoticed } from './tables/measures.ts';
import { servicesNoticed } from './tables/services.ts';
import { unseenNoticed } from './tables/unseen.ts';
import { verdictsNoticed } from './tables/verdicts.ts';

/** By what they break. */
export const noticedMutants: readonly NoticedMutant[] = [
  ...measuresNoticed,
  ...guardsNoticed,
  ...servicesNoticed,
  ...verdictsNoticed,
  ...unseenNoticed,
];
