/** One attempt at a command: its thread, what it has left on the disk so far, and how it ended. */
import { rmSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { lookMs, StepClock } from '../../workers/processor-time.ts';
import { slots, type EndlessSteps, type Report } from '../../app/process/command-context.ts';
import { isJsonCall } from '../command.ts';
import type { AskedCommand, CommandCall, Terminal } from './command-thread.ts';
import type { CommandFailure } from '../../app/result-schema.ts';
import { failureOf } from '../output/failure.ts';
import { stepMsMax } from '../../app/process/step-time.ts';
import { reportFailure } from '../output/report-failure.ts';

/** `endless`: it was ended, because this step of this run did not end by itself. */
type AttemptEnd =
  | { readonly kind: 'ended'; readonly code: number }
  | { readonly kind: 'endless'; readonly run: number; readonly step: number };

const mebi = 1024 * 1024;
/** What the heap of this thread may grow to, and so what the heap of a command may. */
const heapMib = Math.round(getHeapStatistics().heap_size_limit / mebi);
/** The part of the heap that a run which goes on has in use at most. */
const heapShareMax = 0.85;
/**
 * Room for what a run makes and soon drops. A larger one is collected less often, and a command is some 10% faster with
 * it than with the 48 MiB that a process has by itself.
 */
const youngMib = Math.max(16, Math.min(192, Math.round(heapMib / 16)));

/**
 * Starts a command in a separate thread. `end` resolves once the thread has gone and its temporary files are
 * removed; it never rejects.
 */
export class Attempt {
  readonly end: Promise<AttemptEnd>;
  readonly #worker: Worker;
  readonly #progress = new Float64Array(new SharedArrayBuffer(slots.count * Float64Array.BYTES_PER_ELEMENT));
  readonly #temporary = new Set<string>();
  readonly #clock = new StepClock(stepMsMax);
  #need = 'the command';
  /** True for a command that needs time after a signal to write what it has. */
  finishesAfterSignal = false;
  /** True once the thread has heard the signal. */
  isStopping = false;

  constructor(asked: AskedCommand, endless: EndlessSteps) {
    const call: CommandCall = {
      ...asked,
      stdout: terminalOf(process.stdout),
      stderr: terminalOf(process.stderr),
      progress: this.#progress,
      endless,
    };
    this.#worker = new Worker(new URL('command-thread.js', import.meta.url), {
      workerData: call,
      stdout: true,
      resourceLimits: { maxYoungGenerationSizeMb: youngMib },
    });
    this.#worker.stdout.pipe(process.stdout);
    this.#worker.on('message', (report: Report) => this.#note(report));
    this.end = this.#ended(asked.words);
  }

  /** Asks the command to stop. */
  interrupt(): void {
    this.#worker.postMessage('interrupt');
  }

  /** Discards further output: the reader of stdout is gone, and the command continues. */
  dropOutput(): void {
    this.#worker.stdout.unpipe(process.stdout);
    this.#worker.stdout.resume();
  }

  /** Ends the thread wherever it is; `end` then says so. */
  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Removes what the thread has left unfinished. */
  clear(): void {
    // A thread that has not ended yet may write while its folder is emptied.
    for (const path of this.#temporary) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    this.#temporary.clear();
  }

  #note(report: Report): void {
    if (report.kind === 'need') this.#need = report.need;
    else if (report.kind === 'finishing') this.finishesAfterSignal = true;
    else if (report.kind === 'stopping') this.isStopping = true;
    else if (report.exists) this.#temporary.add(report.path);
    else this.#temporary.delete(report.path);
  }

  /** Resolves once the thread is gone and nothing unfinished of it is left. */
  #ended(words: readonly unknown[]): Promise<AttemptEnd> {
    let end: AttemptEnd | undefined;
    const look = setInterval(() => {
      const [run = 0, step = 0, heap = 0] = this.#progress;
      // Once: a thread may take longer to end than until the next look, and each call waits for it with listeners.
      if (end !== undefined || !this.#clock.isOver([run, step]) || run === 0) return;
      // Where the heap is nearly full a step takes long because memory is collected again and again in it.
      const isFull = heap > heapShareMax;
      if (isFull) end = { kind: 'ended', code: reportFailure(this.#outOfMemory(), isJsonCall(words)) };
      else end = { kind: 'endless', run, step };
      void this.terminate();
    }, lookMs);
    this.#worker.on('error', (error) => {
      end ??= { kind: 'ended', code: reportFailure(this.#failure(error), isJsonCall(words)) };
    });
    return new Promise((resolve) => {
      this.#worker.on('exit', (code) => {
        clearInterval(look);
        this.clear();
        resolve(end ?? { kind: 'ended', code });
      });
    });
  }

  #failure(error: unknown): CommandFailure {
    const isMemory = (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';
    return isMemory ? this.#outOfMemory() : failureOf(error);
  }

  #outOfMemory(): CommandFailure {
    const advice = `expected fewer agents, or a larger heap, such as NODE_OPTIONS=--max-old-space-size=${4 * heapMib}`;
    const message = `out of memory: ${this.#need} needs more than the ${heapMib} MiB that the heap may grow to; ${advice}`;
    return { kind: 'machine', message };
  }
}

const terminalOf = ({ isTTY, columns }: NodeJS.WriteStream): Terminal => ({ isTTY: isTTY ?? false, columns });
