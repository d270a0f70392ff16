/** The memory that an engine and its wake thread share: the number of the last order, and when that is due. */

/** Views of one shared buffer; the times are milliseconds of the monotonic clock that all threads have. */
export interface WakeCells {
  readonly order: Int32Array<SharedArrayBuffer>;
  readonly dueMs: Float64Array<SharedArrayBuffer>;
}

/** The size of the buffer, in bytes. */
export const wakeCellsBytes = 16;

/** Ends the thread where it stands as the number of an order. */
export const endOrder = -1;

/** The views of a buffer of `wakeCellsBytes`. */
export function wakeCellsOf(buffer: SharedArrayBuffer): WakeCells {
  return { order: new Int32Array(buffer, 0, 1), dueMs: new Float64Array(buffer, 8, 1) };
}

/** Now, by the clock of `WakeCells`: `performance.now` counts from another instant in each thread. */
export function sharedNowMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
