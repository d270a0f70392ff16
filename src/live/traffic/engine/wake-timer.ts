/**
 * A timer that is right to about a tenth of a millisecond, by a thread that sleeps. The thread costs some 25 µs of
 * processor time a wake-up; an event loop that polls instead costs a whole core.
 */
import { Worker } from 'node:worker_threads';
import { endOrder, sharedNowMs, wakeCellsBytes, wakeCellsOf } from './wake-cells.ts';

/** Only compiled code can be run by a thread; sources under test have the timers of Node. */
const threadFile = import.meta.url.endsWith('.js') ? new URL('wake-thread.js', import.meta.url) : undefined;
/** A thread that only sleeps needs no more; megabytes. */
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 };
/** Orders are numbered within 31 bits, from 1. */
const orderMax = 0x7fff_ffff;

/** One order at a time; `isReady` is false until the thread runs, and for good where none can be started. */
export class WakeTimer {
  readonly #cells = wakeCellsOf(new SharedArrayBuffer(wakeCellsBytes));
  /** From `performance.now` to the clock of the thread, in milliseconds. */
  readonly #offsetMs = sharedNowMs() - performance.now();
  readonly #turn: () => void;
  #worker: Worker | undefined;
  #order = 0;
  /** When the order that waits is due, by `performance.now`; infinite without one. */
  #dueMs = Number.POSITIVE_INFINITY;
  #isReady = false;
  /** How late the last order was carried out, in milliseconds. */
  lateMs = 0;

  /** Starts the thread; `turn` is called for each order that has come due. */
  constructor(turn: () => void) {
    this.#turn = turn;
    if (threadFile === undefined) return;
    this.#worker = new Worker(threadFile, {
      workerData: this.#cells.order.buffer,
      execArgv: [],
      resourceLimits,
    });
    this.#worker.on('message', (order: number) => this.#heard(order));
    // Without it the timers of Node remain; an order that it had is carried out at once.
    this.#worker.on('error', () => this.#lost());
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Orders a turn at an instant of `performance.now`. An order that is due before it stays, and is the only one. */
  at(dueMs: number): void {
    if (this.#dueMs <= dueMs || this.#order === endOrder) return;
    this.#dueMs = dueMs;
    this.#order = this.#order === orderMax ? 1 : this.#order + 1;
    this.#cells.dueMs[0] = dueMs + this.#offsetMs;
    this.#tell(this.#order);
  }

  /** Ends the thread; no turn follows. */
  close(): void {
    this.#isReady = false;
    this.#order = endOrder;
    this.#tell(endOrder);
    this.#worker = undefined;
  }

  #heard(order: number): void {
    if (this.#order === endOrder) return;
    this.#isReady = true;
    if (order !== this.#order || order === 0) return;
    this.lateMs = performance.now() - this.#dueMs;
    this.#dueMs = Number.POSITIVE_INFINITY;
    this.#turn();
  }

  #lost(): void {
    this.#worker = undefined;
    const hadOrder = this.#isReady && Number.isFinite(this.#dueMs);
    this.#isReady = false;
    if (hadOrder) this.#turn();
  }

  #tell(order: number): void {
    Atomics.store(this.#cells.order, 0, order);
    Atomics.notify(this.#cells.order, 0);
  }
}
