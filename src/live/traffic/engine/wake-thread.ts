/**
 * A thread that sleeps until an order is due and then posts its number: `Atomics.wait` sleeps for fractions of a
 * millisecond, where timers of the event loop last whole ones and longer after each response.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { endOrder, sharedNowMs, wakeCellsOf } from './wake-cells.ts';

const post = (order: number): void => parentPort?.postMessage(order);
const { order, dueMs } = wakeCellsOf(workerData as SharedArrayBuffer);
/** The last order that was carried out; 0 is none. */
let done = 0;
post(done);
for (let seen = Atomics.load(order, 0); seen !== endOrder; seen = Atomics.load(order, 0)) {
  const waitMs = seen === done ? Number.POSITIVE_INFINITY : (dueMs[0] ?? 0) - sharedNowMs();
  if (waitMs > 0) Atomics.wait(order, 0, seen, waitMs);
  else {
    done = seen;
    post(seen);
  }
}
