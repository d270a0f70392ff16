/** `orrery merge`: the shards of one sweep as one folder. */
import { mergeSweeps } from '../../../app/sweep/merge-sweeps.ts';
import { conclude } from '../sweep/conclude.ts';

/** The options of `orrery merge`; commander has checked that `out` is there. */
export interface MergeOptions {
  readonly out: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/**
 * Resolves with 3 where a point crashed or broke an invariant, 1 where an expectation failed. Throws `CallMistake` unless
 * the folders are all shards of one sweep.
 */
export async function mergeCommand(
  folders: readonly string[],
  { out, json, quiet }: MergeOptions,
): Promise<number> {
  return conclude(await mergeSweeps(folders, out), { wallSeconds: null, folder: out, json, quiet });
}
