/**
 * The times of a chain's blocks. Nothing is scheduled: the time of a block is computed from the chain's interval, or,
 * for random blocks, from one stream for each day, so that an unused chain costs nothing.
 */
import { assert } from '../../../../core/base/assert.ts';
import { dayMs, type Instant } from '../../../../core/base/time.ts';
import { exponential } from '../../../../core/kernel/distributions.ts';
import type { Stream } from '../../../../core/kernel/stream.ts';
import { networks, type ChainNetwork } from './networks.ts';

/** Block times as a pure function of network and run seed; what is read never depends on what was read before. */
export class BlockClock {
  readonly #network: ChainNetwork;
  readonly #stream: (path: string) => Stream;
  /** A cache: the times of the blocks of recent days. */
  readonly #days = new Map<number, readonly Instant[]>();

  constructor(network: ChainNetwork, stream: (path: string) => Stream) {
    this.#network = network;
    this.#stream = stream;
  }

  /** The time of the `count`th block after an instant; count is 1 or more. */
  blockAfter(atMs: Instant, count: number): Instant {
    const { blockMs, isRandom } = networks[this.#network];
    if (isRandom !== true) return (Math.floor(atMs / blockMs) + count) * blockMs;
    let left = count;
    // A day without a block is rare, and thousands of them in a row do not happen.
    for (let day = Math.floor(atMs / dayMs), tried = 0; tried < daysMax + count; day++, tried++) {
      const later = this.#blocksOf(day).filter((blockAtMs) => blockAtMs > atMs);
      const found = later[left - 1];
      if (found !== undefined) return found;
      left -= later.length;
    }
    assert(false, 'blocks go on coming');
  }

  /** A Poisson process is memoryless, so starting it again at midnight does not change its distribution. */
  #blocksOf(day: number): readonly Instant[] {
    const known = this.#days.get(day);
    if (known !== undefined) return known;
    const stream = this.#stream(`wallet/blocks/${this.#network}/${day}`);
    const wait = exponential(networks[this.#network].blockMs);
    const blocks: Instant[] = [];
    let offsetMs = Math.ceil(wait(stream));
    while (offsetMs < dayMs) {
      blocks.push(day * dayMs + offsetMs);
      offsetMs += Math.max(1, Math.ceil(wait(stream)));
    }
    if (this.#days.size >= daysHeldMax) this.#days.clear();
    this.#days.set(day, blocks);
    return blocks;
  }
}

const daysMax = 1_000;
const daysHeldMax = 8;
