/**
 * Runs the same scenario again in another process and compares digests: in CI always, elsewhere for a share of runs.
 * Two runs of one seed that differ are a broken invariant (DESIGN.md, Determinism).
 */
import { InvariantError } from '../../../core/base/assert.ts';
import type { RunSummary } from '../../../simulation/scenario/result.ts';
import { commandContext } from '../process/command-context.ts';
import { runOwnProgram } from '../process/own-program.ts';
import { resultOf } from '../process/second-process.ts';

/** Set in the second process: it runs, prints its summary, and writes and repeats nothing. */
const replicaVariable = 'ORRERY_REPLICA';

/** True in the process that `checkReplica` has started. */
export const isReplica = (): boolean => process.env[replicaVariable] === '1';

/** One run in sixteen, chosen by its digest, and every run in CI. */
export function isCheckedTwice(summary: RunSummary): boolean {
  if (isReplica()) return false;
  return (process.env['CI'] ?? '') !== '' || summary.digest.endsWith('0');
}

/** Throws `InvariantError` when the second run has another digest, `SecondProcessFailed` when it has none. */
export async function checkReplica(summary: RunSummary, callArguments: readonly string[]): Promise<void> {
  const second = await runOwnProgram([...callArguments, '--json'], { env: { [replicaVariable]: '1' } });
  commandContext.assertGoesOn(() => 'while the run was repeated in a second process');
  const { digest } = resultOf(second) as Pick<RunSummary, 'digest'>;
  if (digest !== summary.digest) {
    throw new InvariantError(
      `two runs of seed ${summary.seed} differ: digest ${summary.digest} here, ${digest} in a second process`,
    );
  }
}
