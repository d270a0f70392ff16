/** Where the runs of a check are executed beside its own thread: in threads, or at a queue; and how a helper works for a queue. */
import { availableParallelism } from 'node:os';
import type { CampaignSeries, RunElsewhere } from '../../../../verification/check/campaign.ts';
import type { CheckWork } from '../../../app/check/check-queue.ts';
import { commandContext } from '../../../app/process/command-context.ts';
import { CallMistake, exitCode } from '../../../app/process/exit.ts';
import type { Leave } from '../../../workers/attendance.ts';
import { withPackages } from '../../../packages/optional-package.ts';
import { wholeOption } from '../../options/option-values.ts';
import { complain, say, sayJson } from '../../output/output.ts';

/** The options that say where. */
interface ElsewhereOptions {
  readonly workers?: string;
  readonly queue?: string;
  readonly work?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

interface Campaign extends CampaignSeries {
  readonly runsMax: number;
}

/** Executes runs of a campaign; the owner calls `close`. */
export interface Elsewhere {
  readonly run: RunElsewhere;
  close(): Promise<void>;
}

/** Fewer runs are done before threads would be loaded. */
const threadedRunsMin = 100;
const workersMax = 256;

/** Undefined where this thread executes all runs. Throws `CallMistake` where no Redis answers. */
export async function elsewhereOf(
  { workers: wanted, queue }: ElsewhereOptions,
  campaign: Campaign,
): Promise<Elsewhere | undefined> {
  if (queue !== undefined) {
    const workers = threadsOf(wanted, { least: 0 });
    await assertReachable(queue);
    const { QueuedRuns } = await import('../../../app/check/check-queue.ts');
    return new QueuedRuns({ ...campaign, url: queue, workers });
  }
  const isShort = campaign.runsMax < threadedRunsMin;
  const workers = wanted === undefined && isShort ? 1 : threadsOf(wanted, { least: 1 });
  if (workers === 1) return undefined;
  const { CheckThreads } = await import('../../../app/check/check-threads.ts');
  return new CheckThreads({ ...campaign, workers });
}

const words: Readonly<Record<Leave, string>> = {
  finished: 'the check is finished',
  stopped: 'stopped by a signal',
  nobody: 'no process runs the check any more',
};

/** Works for the check of the same call, until it ends or a signal comes. */
export async function helpCommand(options: ElsewhereOptions, campaign: Campaign): Promise<number> {
  const { queue, json, quiet } = options;
  if (queue === undefined)
    throw new CallMistake('--work: expected --queue as well, which says whom to work for');
  const workers = threadsOf(options.workers, { least: 1 });
  await assertReachable(queue);
  const { helpCheck } = await import('../../../app/check/check-queue.ts');
  const { shownAddress } = await import('../../../workers/redis-address.ts');
  commandContext.isMeantToBeStopped = true;
  const talks = json !== true && quiet !== true;
  if (talks) complain(`orrery: works for a check at ${shownAddress(queue)}\n`);
  const work: CheckWork = await helpCheck({ ...campaign, url: queue, workers }, commandContext.signal);
  if (json === true) sayJson({ ...work, ok: true });
  else if (talks) say(`${work.runs} runs executed; ${words[work.leave]}.\n`);
  return exitCode.held;
}

/** A queue needs packages that a plain installation lacks, and a Redis that answers. */
async function assertReachable(queue: string): Promise<void> {
  const { assertQueue } = await withPackages(
    '--queue',
    () => import('../../../app/process/queue-address.ts'),
  );
  await assertQueue(queue);
}

const threadsOf = (wanted: string | undefined, { least }: { least: 0 | 1 }): number =>
  wanted === undefined ? availableParallelism() : wholeOption('--workers', wanted, [least, workersMax]);
