/** The two ways in which `orrery sweep --queue` takes part: as the one who collects, or with `--work` as one who helps. */
import { collectFromQueue } from '../../../workers/queue-collector.ts';
import { workForQueue, type Leave } from '../../../workers/queue-worker.ts';
import { assertRedisAddress, connectRedis, QueueMistake, shownAddress } from '../../../workers/redis.ts';
import { planHash, pointCount } from '../../../../simulation/sweep/plan.ts';
import { readLine } from '../../../../simulation/sweep/point-result.ts';
import { CallMistake, exitCode } from '../../../app/exit.ts';
import { crashedLine, poolOf, queueNameOf } from '../../../app/sweep-pool.ts';
import type { PlannedSweep } from '../../../app/sweep-plan.ts';
import { complain, say, sayJson } from '../../output/output.ts';

/** A worker may come before its collector, and outlive one that is begun again. */
const patienceMs = 120_000;

interface QueueCall {
  readonly planned: PlannedSweep;
  readonly url: string;
  readonly workers: number;
  readonly signal: AbortSignal;
}

/** Throws `CallMistake` unless a Redis answers at the address. */
export async function assertQueue(url: string): Promise<void> {
  try {
    assertRedisAddress(url);
    (await connectRedis(url)).disconnect();
  } catch (error) {
    throw asCallMistake(error);
  }
}

export interface Kept {
  readonly points: readonly number[];
  readonly keep: (lines: readonly string[]) => void;
  readonly isKept: (point: number) => boolean;
}

/** Collects every point, and works as well unless there are no workers here. */
export async function collectOverQueue(
  { planned, url, workers, signal }: QueueCall,
  kept: Kept,
): Promise<void> {
  const pool = workers === 0 ? undefined : poolOf(planned, workers);
  const call = { url, name: queueNameOf(planned), pointCount: pointCount(planned.plan), pool, signal };
  try {
    const pointOf = (line: string): number | undefined => readLine(line, planned.plan)?.point;
    await collectFromQueue({ ...call, ...kept, pointOf, crashed: crashedLine });
  } catch (error) {
    throw asCallMistake(error);
  } finally {
    await pool?.close();
  }
}

const words: Readonly<Record<Leave, string>> = {
  finished: 'the sweep is finished',
  stopped: 'told to stop',
  nobody: 'nobody collects any more',
};

/** Works for whoever collects the same plan. */
export async function helpOverQueue(
  { planned, url, workers, signal }: QueueCall,
  { json, quiet }: { readonly json?: boolean; readonly quiet?: boolean },
): Promise<number> {
  const plan = planHash(planned.plan);
  const talks = json !== true && quiet !== true;
  if (talks) complain(`orrery: works for sweep ${plan} at ${shownAddress(url)}\n`);
  const call = { url, name: queueNameOf(planned), pointCount: pointCount(planned.plan), signal, patienceMs };
  let done: { leave: Leave; points: number };
  try {
    done = await workForQueue({ ...call, pool: poolOf(planned, workers) });
  } catch (error) {
    throw asCallMistake(error);
  }
  const { leave, points } = done;
  if (leave === 'nobody' && points === 0) {
    throw new CallMistake(
      `--queue ${shownAddress(url)}: nobody collects sweep ${plan}; expected the same call without --work somewhere, with the same version and files`,
    );
  }
  if (json === true) sayJson({ plan, points, leave, ok: true });
  else if (talks) say(`${points} points worked out; ${words[leave]}.\n`);
  return exitCode.held;
}

function asCallMistake(error: unknown): unknown {
  return error instanceof QueueMistake ? new CallMistake(error.message) : error;
}
