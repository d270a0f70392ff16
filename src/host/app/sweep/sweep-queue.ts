/** The two roles of `orrery sweep --queue`: collector, or with `--work` worker. */
import { collectFromQueue } from '../../workers/queue-collector.ts';
import type { Leave } from '../../workers/attendance.ts';
import { workForQueue } from '../../workers/queue-worker.ts';
import { shownAddress } from '../../workers/redis-address.ts';
import { planHash, pointCount } from '../../../simulation/sweep/plan.ts';
import { readLine } from '../../../simulation/sweep/point-result.ts';
import { CallMistake } from '../process/exit.ts';
import { asCallMistake } from '../process/queue-address.ts';
import { crashedLine, poolOf, queueNameOf } from './sweep-pool.ts';
import type { PlannedSweep } from './sweep-plan.ts';

/** A worker may start before its collector, and continues while a collector restarts. */
const patienceMs = 120_000;

interface QueueCall {
  readonly planned: PlannedSweep;
  readonly url: string;
  readonly workers: number;
  readonly signal: AbortSignal;
}

/** The open points and where their lines go; `keep` must have stored them when it returns. */
export interface Kept {
  readonly points: readonly number[];
  readonly keep: (lines: readonly string[]) => void;
  readonly isKept: (point: number) => boolean;
}

/** Collects every point, and also works unless `workers` is 0. */
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

/** How a worker has taken part. */
export interface Helped {
  readonly points: number;
  readonly leave: Leave;
}

/** Works for the collector of the same plan. Throws `CallMistake` where there is none. */
export async function helpOverQueue({ planned, url, workers, signal }: QueueCall): Promise<Helped> {
  const call = { url, name: queueNameOf(planned), pointCount: pointCount(planned.plan), signal, patienceMs };
  let helped: Helped;
  try {
    helped = await workForQueue({ ...call, pool: poolOf(planned, workers) });
  } catch (error) {
    throw asCallMistake(error);
  }
  if (helped.leave !== 'nobody' || helped.points > 0) return helped;
  throw new CallMistake(
    `--queue ${shownAddress(url)}: no process collects sweep ${planHash(planned.plan)}; expected the same call without --work somewhere, with the same version and files`,
  );
}
