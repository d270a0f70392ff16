/** Deals points out to the threads of one machine, in handfuls that take about a tenth of a second each. */
import type { Pool } from './pool.ts';

const handfulMs = 100;
const handfulMax = 64;

export interface Work {
  readonly points: readonly number[];
  readonly pool: Pool;
  /** Called with the lines of a handful, in whatever order handfuls are done. */
  readonly onLines: (lines: readonly string[]) => void;
  /** No new handful is dealt out once it is aborted. */
  readonly signal: AbortSignal;
}

export async function workThrough({ points, pool, onLines, signal }: Work): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    let size = 1;
    while (next < points.length && !signal.aborted) {
      // Towards the end handfuls get small, so that no thread is left waiting for another's last one.
      const fair = Math.ceil((points.length - next) / (2 * pool.workers));
      const handful = points.slice(next, next + Math.min(size, fair));
      next += handful.length;
      const startedAt = performance.now();
      onLines(await pool.run(handful));
      const onePointMs = (performance.now() - startedAt) / handful.length;
      size = Math.max(1, Math.min(handfulMax, 2 * size, Math.round(handfulMs / onePointMs)));
    }
  };
  await Promise.all(Array.from({ length: pool.workers }, lane));
}
