/**
 * Threads that work through numbered points. Points whose thread dies are tried again one by one; if a thread dies with
 * one of them alone, that is its result. Nothing that was given to a pool is ever left without an answer.
 */
import { Piscina } from 'piscina';
import { spentCode } from './spent.ts';

export interface PoolCall {
  /** The compiled file whose default export takes numbers of points and gives a line for each. */
  readonly filename: string;
  readonly workers: number;
  /** What every thread gets once, at its start. */
  readonly data: unknown;
  /** The line of a point that took its thread down, alone in it. */
  readonly crashed: (point: number, message: string) => string;
}

/**
 * Room for what a point makes and soon drops, of each thread. Threads that collect more often take the processors from
 * one another.
 */
const youngMib = 192;

export class Pool {
  readonly workers: number;
  readonly #threads: Piscina<readonly number[], readonly string[]>;
  readonly #crashed: PoolCall['crashed'];
  #isClosed = false;

  constructor({ filename, workers, data, crashed }: PoolCall) {
    this.workers = workers;
    this.#crashed = crashed;
    this.#threads = new Piscina({
      filename,
      workerData: data,
      minThreads: workers,
      maxThreads: workers,
      idleTimeout: Infinity,
      recordTiming: false,
      resourceLimits: { maxYoungGenerationSizeMb: youngMib },
    });
    // A thread that dies between two tasks is replaced; the task after it does not notice.
    this.#threads.on('error', () => undefined);
  }

  /** Lines in the order of the points. Rejects only once the pool is closed. */
  async run(points: readonly number[]): Promise<readonly string[]> {
    try {
      return await this.#threads.run(points);
    } catch (error) {
      if (this.#isClosed) throw error;
      const lines: string[] = [];
      for (const point of points) lines.push(await this.#runAlone(point));
      return lines;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#threads.destroy();
  }

  async #runAlone(point: number): Promise<string> {
    for (;;) {
      try {
        const [line] = await this.#threads.run([point]);
        return line ?? this.#crashed(point, 'its thread gave no answer');
      } catch (error) {
        if (this.#isClosed) throw error;
        const message = error instanceof Error ? error.message : String(error);
        // A spent thread says nothing about this point; there are no more of them than threads, and each ends only once.
        if (message !== spentMessage) return this.#crashed(point, message);
      }
    }
  }
}

/** As Piscina words it. */
const spentMessage = `worker exited with code: ${spentCode}`;
