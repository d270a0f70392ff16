/**
 * The connection of a command's thread to its supervisor (`supervisor.ts`). A program that uses the library has no
 * supervisor: nothing is ever interrupted there, and a step of a run may take any time.
 */
import { setMaxListeners } from 'node:events';
import { getHeapStatistics } from 'node:v8';
import type { MessagePort } from 'node:worker_threads';
import { StepWatch } from '../../../core/kernel/step-watch.ts';
import { Interrupted } from './exit.ts';
import { untilAborted } from './until-aborted.ts';

/**
 * Shared with the supervisor: which watched run is under way (0 for none), its current step, and which part of the heap was in
 * use when the thread last went on computing.
 */
export const slots = { run: 0, step: 1, heap: 2, count: 3 } as const;

/** Steps of a watched run that do not end, by the number of the run. */
export type EndlessSteps = ReadonlyMap<number, readonly number[]>;

function heapShare(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used / limit;
}

interface Supervision {
  readonly port: MessagePort;
  readonly progress: Float64Array;
  readonly endless: EndlessSteps;
}

/** A message of a thread to its supervisor. */
export type Report =
  | { readonly kind: 'temporary'; readonly path: string; readonly exists: boolean }
  | { readonly kind: 'need'; readonly need: string }
  | { readonly kind: 'finishing' }
  | { readonly kind: 'stopping' };

class CommandContext {
  readonly #abort = new AbortController();
  #supervision: Supervision | undefined;
  #runs = 0;
  /** True for a command that works until it is stopped, and then has done all it was asked to. */
  isMeantToBeStopped = false;

  constructor() {
    // Each of a hundred threads or players may listen; Node warns from eleven.
    setMaxListeners(0, this.#abort.signal);
  }

  /** Aborted by the first SIGINT or SIGTERM. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  attach(supervision: Supervision): void {
    this.#supervision = supervision;
    supervision.port.on('message', () => {
      this.#report({ kind: 'stopping' });
      this.#abort.abort();
    });
    supervision.port.unref();
  }

  /** Throws `Interrupted` once a signal has come; the message says what was finished. */
  assertGoesOn(finished: () => string): void {
    if (this.signal.aborted) throw new Interrupted(finished());
  }

  /** Calls `stop` at the first signal, or at once where it has come already. Returns a function that cancels this. */
  onInterrupt(stop: () => void): () => void {
    if (this.signal.aborted) stop();
    this.signal.addEventListener('abort', stop, { once: true });
    return () => this.signal.removeEventListener('abort', stop);
  }

  /** What the work resolves with, or undefined where a signal comes first. */
  untilInterrupted<T>(work: Promise<T>): Promise<T | undefined> {
    return untilAborted(work, this.signal);
  }

  /** A watch for the next run of this command. Every run that executes a user's behaviours gets one. */
  newWatch(): StepWatch | undefined {
    if (this.#supervision === undefined) return undefined;
    const { progress, endless } = this.#supervision;
    this.#runs += 1;
    return new StepWatch(progress.subarray(slots.step), endless.get(this.#runs));
  }

  /** Reports whether the run of the last watch is computing or waiting. */
  markRunning(isRunning: boolean): void {
    const progress = this.#supervision?.progress;
    if (progress === undefined) return;
    progress[slots.run] = isRunning ? this.#runs : 0;
    if (isRunning) progress[slots.heap] = heapShare();
  }

  /** Names a path that the supervisor removes where this thread cannot; `exists: false` withdraws it. */
  temporary(path: string, exists: boolean): void {
    this.#report({ kind: 'temporary', path, exists });
  }

  /** Sets the text that the supervisor prints when memory runs out. */
  needs(need: string): void {
    this.#report({ kind: 'need', need });
  }

  /** After a first signal this command writes what it has, for as long as that takes; a second one ends it. */
  finishesAfterSignal(): void {
    this.#report({ kind: 'finishing' });
  }

  #report(report: Report): void {
    this.#supervision?.port.postMessage(report);
  }
}

/** Of this thread. */
export const commandContext = new CommandContext();
