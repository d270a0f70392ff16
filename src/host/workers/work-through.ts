/** Distributes points over the threads of one machine, in batches that take about 0.1 s each. */
import type { WorkerPool } from './pool.ts';

const batchMs = 100;
const batchMax = 64;

/** Points for the threads of a pool; each is run once. The pool stays open and belongs to the caller. */
export interface Work {
  readonly points: readonly number[];
  readonly pool: WorkerPool;
  /** Called with the lines of a batch, in whatever order batches are done. */
  readonly onLines: (lines: readonly string[]) => void;
  /** No new batch starts once it is aborted. */
  readonly signal: AbortSignal;
}

/**
 * Resolves when every point is done, or once the signal is aborted and the running batches are done. Rejects when
 * the pool is closed or `onLines` throws.
 */
export async function workThrough({ points, pool, onLines, signal }: Work): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    let size = 1;
    while (next < points.length && !signal.aborted) {
      // Towards the end batches get small, so that no thread is left waiting for another's last one.
      const fair = Math.ceil((points.length - next) / (2 * pool.workers));
      const batch = points.slice(next, next + Math.min(size, fair));
      next += batch.length;
      const startedAt = performance.now();
      onLines(await pool.run(batch));
      const onePointMs = (performance.now() - startedAt) / batch.length;
      size = Math.max(1, Math.min(batchMax, 2 * size, Math.round(batchMs / onePointMs)));
    }
  };
  await Promise.all(Array.from({ length: pool.workers }, lane));
}
