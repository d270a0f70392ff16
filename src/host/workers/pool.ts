/**
 * Threads that work through numbered points. Points whose thread dies are tried again one by one; if a thread dies with
 * one of them alone, that is its result. Every point that was passed to `run` gets a line.
 */
import { Piscina } from 'piscina';
import { outOfMemoryCode } from './out-of-memory.ts';
import { ThreadTurns } from './thread-turns.ts';
import { WatchedTask, type PoolTask } from './watched-task.ts';

/** What a pool runs and with how many threads. `data` is cloned once for each thread. */
export interface PoolCall {
  /** The compiled file whose default export takes a `PoolTask` and gives a line for each of its points. */
  readonly filename: string;
  readonly workers: number;
  /** What every thread gets once, at its start. */
  readonly data: unknown;
  /** The line of a point that took its thread down, alone in it. */
  readonly crashed: (point: number, message: string) => string;
  /** The processor time that one step of a point may take. */
  readonly stepMsMax: number;
}

/**
 * Room for what a point makes and soon drops, of each thread. Threads that collect more often take the processors from
 * one another.
 */
const youngMib = 192;

/**
 * The variables of a thread whose modules are imported. Piscina tries `require` first, and Node aborts the whole process
 * where a thread is ended within a `require` of an ECMAScript module.
 */
const loadingByImport = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  NODE_OPTIONS: `${env['NODE_OPTIONS'] ?? ''} --no-experimental-require-module`.trim(),
});

/**
 * A fixed number of threads. The owner calls `close`, which ends the threads and rejects every `run` that is
 * pending.
 */
export class WorkerPool {
  readonly workers: number;
  readonly #threads: Piscina<PoolTask, readonly string[]>;
  readonly #stepMsMax: number;
  readonly #crashed: PoolCall['crashed'];
  /** One for each thread: tasks that Piscina cannot give to a thread at once lose their order. */
  readonly #turns: ThreadTurns;
  #isClosed = false;

  constructor({ filename, workers, data, crashed, stepMsMax }: PoolCall) {
    this.workers = workers;
    this.#turns = new ThreadTurns(workers);
    // Threads share the processors and their time is measured together.
    this.#stepMsMax = stepMsMax * workers;
    this.#crashed = crashed;
    this.#threads = new Piscina({
      filename,
      workerData: data,
      minThreads: workers,
      maxThreads: workers,
      idleTimeout: Infinity,
      recordTiming: false,
      env: loadingByImport(process.env),
      resourceLimits: { maxYoungGenerationSizeMb: youngMib },
    });
    // A thread that dies between two tasks is replaced; the task after it does not notice.
    this.#threads.on('error', () => undefined);
  }

  /** Lines in the order of the points. Rejects only once the pool is closed. */
  async run(points: readonly number[]): Promise<readonly string[]> {
    try {
      return await this.#lines(points);
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

  /** Lines of a task, which restarts without each step that does not end. */
  async #lines(points: readonly number[]): Promise<readonly string[]> {
    const endless: Map<number, readonly number[]> = new Map();
    for (;;) {
      if (this.#isClosed) throw new Error('the pool is closed');
      await this.#turns.take();
      const task = new WatchedTask(points, { endless, stepMsMax: this.#stepMsMax });
      try {
        return await this.#threads.run(task.message, { signal: task.signal });
      } catch (error) {
        const found = task.endless;
        if (found === undefined || this.#isClosed) throw error;
        endless.set(found.point, [...(endless.get(found.point) ?? []), found.step]);
      } finally {
        task.close();
        this.#turns.give();
      }
    }
  }

  async #runAlone(point: number): Promise<string> {
    for (;;) {
      try {
        const [line] = await this.#lines([point]);
        return line ?? this.#crashed(point, 'its thread gave no answer');
      } catch (error) {
        if (this.#isClosed) throw error;
        const message = error instanceof Error ? error.message : String(error);
        // A spent thread says nothing about this point; there are no more of them than threads, and each ends only once.
        if (message !== outOfMemoryMessage) return this.#crashed(point, message);
      }
    }
  }
}

/** As Piscina words it. */
const outOfMemoryMessage = `worker exited with code: ${outOfMemoryCode}`;
