/**
 * Random access to a series that can only be computed forwards. It is computed in blocks; the state at the start of
 * each block is kept for ever (it is small), and of the blocks only the last few that were read. The values read never
 * depend on what was read before.
 */
import { assert } from '../../../core/base/assert.ts';

/** Makes a block from the state at its start; the next block starts from `next`. */
export type MakeBlock<State, Block> = (start: State, index: number) => { block: Block; next: State };

/**
 * A lazily computed series; `make` must be a pure function of its arguments. Holds at most `kept` blocks, `kept` at
 * least 1.
 */
export class BlockSeries<State, Block> {
  readonly #make: MakeBlock<State, Block>;
  readonly #kept: number;
  /** `#starts[i]` is the state at the start of block i. */
  readonly #starts: State[];
  readonly #blocks = new Map<number, Block>();

  constructor(parts: { first: State; make: MakeBlock<State, Block>; kept: number }) {
    assert(parts.kept >= 1, 'a series keeps the block it has just made');
    this.#starts = [parts.first];
    this.#make = parts.make;
    this.#kept = parts.kept;
  }

  /** How many blocks are held right now. */
  get size(): number {
    return this.#blocks.size;
  }

  /** How many blocks have been made so far, kept or not. */
  get made(): number {
    return this.#starts.length - 1;
  }

  /** Makes the block after those that have been made. */
  makeNext(): void {
    this.#build(this.made);
  }

  /** The block with that number, from 0. */
  block(index: number): Block {
    return this.#blocks.get(index) ?? this.#reach(index);
  }

  #reach(index: number): Block {
    for (let last = this.#starts.length - 1; last < index; last++) this.#build(last);
    return this.#build(index);
  }

  #build(index: number): Block {
    const start = this.#starts[index];
    assert(start !== undefined, () => `block ${index} follows a block that was made`);
    const { block, next } = this.#make(start, index);
    if (this.#starts.length === index + 1) this.#starts.push(next);
    this.#blocks.delete(index);
    this.#blocks.set(index, block);
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= this.#kept) break;
      this.#blocks.delete(oldest);
    }
    return block;
  }
}
