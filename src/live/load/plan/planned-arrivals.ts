/** How many agents a share of a load is to begin. */
import { isArrivalShape, type LoadPlan } from '../../../simulation/scenario/load-shape.ts';
import type { WorkerShare } from '../load-call.ts';
import { Levels } from './levels.ts';

/**
 * The arrivals of one worker in the first `lengthMs` of a load, by their numbers. Undefined for a load whose agents follow no
 * rate: how many begin depends on how soon others end.
 */
export function plannedArrivals(
  plan: LoadPlan | undefined,
  share: WorkerShare,
  lengthMs: number,
): number | undefined {
  if (plan === undefined || !isArrivalShape(plan.shape)) return undefined;
  let [number, own] = [0, 0];
  for (const atMs of new Levels(plan).arrivals()) {
    if (atMs >= lengthMs) break;
    if (number++ % share.count === share.index) own += 1;
  }
  return own;
}
