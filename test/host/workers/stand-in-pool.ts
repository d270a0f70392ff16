/** What queues and batches ask of a pool, with the answers of the test and no threads. */
import { WorkerPool } from '../../../src/host/workers/pool.ts';

type Run = (points: readonly number[]) => Promise<readonly string[]>;

export interface StandIn {
  readonly pool: WorkerPool;
  /** What it was asked, in this order. */
  readonly asked: (readonly number[])[];
  /** The same in the order of the points. */
  readonly inOrder: () => (readonly number[])[];
  readonly isClosed: () => boolean;
}

export const linesOf: Run = async (points) => points.map((point) => `r${point}`);

export function standIn(workers: number, answer: Run = linesOf): StandIn {
  const asked: (readonly number[])[] = [];
  let isClosed = false;
  const run: Run = (points) => {
    asked.push(points);
    return answer(points);
  };
  const close = async (): Promise<void> => void (isClosed = true);
  const pool = Object.assign(Object.create(WorkerPool.prototype) as WorkerPool, { workers, run, close });
  const inOrder = (): (readonly number[])[] => asked.toSorted(([one = 0], [two = 0]) => one - two);
  return { pool, asked, inOrder, isClosed: () => isClosed };
}
