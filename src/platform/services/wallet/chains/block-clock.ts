/**
 * When the blocks of a chain come. Nothing is scheduled: the time of any block follows from the pace, or, where blocks
 * come at random, from a stream of its own for each day, so that a chain that nobody uses costs nothing.
 */
import { assert } from '../../../../core/base/assert.ts';
import { dayMs, type Instant } from '../../../../core/base/time.ts';
import { exponential } from '../../../../core/kernel/distributions.ts';
import type { Stream } from '../../../../core/kernel/stream.ts';
import { networks, type Network } from './networks.ts';

export class BlockClock {
  readonly #network: Network;
  readonly #stream: (path: string) => Stream;
  /** Of the days in use, the times of their blocks. */
  readonly #days = new Map<number, readonly Instant[]>();

  constructor(network: Network, stream: (path: string) => Stream) {
    this.#network = network;
    this.#stream = stream;
  }

  /** When the `count`th block after an instant comes; count is 1 or more. */
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

  /** A memoryless process may be begun anew at any time, so that midnight changes nothing about it. */
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
