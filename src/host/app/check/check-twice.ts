/** The determinism gate of a campaign: a second process repeats a part of it, and the digests are compared run by run. */
import type { CampaignResult } from '../../../verification/check/campaign.ts';
import { commandContext } from '../process/command-context.ts';
import { runOwnProgram } from '../process/own-program.ts';
import { resultOf } from '../process/second-process.ts';

/** Set in the second process: it prints the digests of its runs and nothing else. */
const digestsVariable = 'ORRERY_DIGESTS';

/** True in the process that `checkTwice` has started; it runs its campaign backwards and prints digests alone. */
export const isSecondCampaign = (): boolean => process.env[digestsVariable] === '1';

/** What the second process showed. Any number in `diverged` fails the check. */
export interface Twice {
  /** How many runs were repeated. */
  readonly runs: number;
  /** The numbers of those that came out differently, from 1. */
  readonly diverged: readonly number[];
  /** Processor time of the second process. */
  readonly cpuSeconds: number;
}

/** What the second process prints. */
export interface SecondCampaign {
  readonly digests: readonly string[];
  readonly cpuSeconds: number;
}

/**
 * Runs the first part of the campaign once more in another process, in reverse order, and compares run by run. Of
 * any two runs each comes before the other once: what one leaves behind for the next shows. `share` is from 0 to 1.
 * Throws `SecondProcessFailed` where the other process ends without digests.
 */
export async function checkTwice(
  result: CampaignResult,
  { seed, share }: { readonly seed: string; readonly share: number },
): Promise<Twice> {
  const none: Twice = { runs: 0, diverged: [], cpuSeconds: 0 };
  const runs = Math.ceil(result.runs * share);
  if (runs === 0 || commandContext.signal.aborted) return none;
  const call = ['check', '--runs', String(runs), '--seed', seed, '--no-regressions', '--twice', '0'];
  const second = await runOwnProgram(call, { env: { [digestsVariable]: '1' } });
  // A process that was interrupted has disagreed with nothing.
  if (commandContext.signal.aborted) return none;
  const { digests, cpuSeconds } = resultOf(second) as SecondCampaign;
  const diverged = result.digests
    .slice(0, runs)
    .flatMap((digest, index) => (digest === digests[index] ? [] : [index + 1]));
  return { runs, diverged, cpuSeconds };
}
