/** Keeps a copy of a body while it passes, within a bound for the body and one for all bodies that pass at once. */

/** A longer body is passed on and left out of the trace. */
const bodyBytesMax = 4 * 1024 * 1024;
/** All copies that are held at once. */
const heldBytesMax = 128 * 1024 * 1024;

/** The memory that the copies of all bodies share. */
export class TapMemory {
  #heldBytes = 0;

  /** True if so many bytes more may be held; they then count until `release`. */
  take(bytes: number): boolean {
    if (this.#heldBytes + bytes > heldBytesMax) return false;
    this.#heldBytes += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#heldBytes -= bytes;
  }
}

/** The copy of one body. Call `add` for each chunk and `drop` at the end. */
export class BodyTap {
  readonly #memory: TapMemory;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #isWhole = true;

  constructor(memory: TapMemory) {
    this.#memory = memory;
  }

  add(chunk: Buffer): void {
    if (!this.#isWhole) return;
    if (this.#bytes + chunk.length > bodyBytesMax || !this.#memory.take(chunk.length)) {
      this.drop();
      return;
    }
    this.#bytes += chunk.length;
    this.#chunks.push(chunk);
  }

  /** The bytes; undefined if they were more than may be held. */
  get bytes(): Buffer | undefined {
    return this.#isWhole ? Buffer.concat(this.#chunks) : undefined;
  }

  /** Gives the memory back; nothing is kept any more. */
  drop(): void {
    this.#isWhole = false;
    this.#memory.release(this.#bytes);
    this.#bytes = 0;
    this.#chunks = [];
  }
}
