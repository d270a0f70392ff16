/** `orrery merge`: the shards of one sweep as one folder. */
import { mergeSweeps } from '../../../app/sweep/merge-sweeps.ts';
import { conclude } from '../sweep/conclude.ts';

export interface MergeOptions {
  readonly out: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export function mergeCommand(folders: readonly string[], { out, json, quiet }: MergeOptions): number {
  return conclude(mergeSweeps(folders, out), { wallSeconds: null, folder: out, json, quiet });
}
