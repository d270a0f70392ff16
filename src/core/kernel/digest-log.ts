/**
 * A digest with checkpoints, by which two runs that differ can be told where: the first checkpoint that differs
 * names the interval. However long the run, the number of checkpoints stays bounded.
 */
import { assert } from '../base/assert.ts';
import { Digest } from './digest.ts';

/** The digest right after that event had been folded. */
export interface Checkpoint {
  readonly event: number;
  readonly digest: string;
}

export class DigestLog {
  readonly digest = new Digest();
  readonly #checkpointCountMax: number;
  #intervalEvents: number;
  #checkpoints: Checkpoint[] = [];

  constructor(options: { intervalEvents?: number; checkpointCountMax?: number } = {}) {
    const { intervalEvents = 1024, checkpointCountMax = 4096 } = options;
    assert(Number.isSafeInteger(intervalEvents) && intervalEvents >= 1, 'checkpoints are whole events apart');
    assert(checkpointCountMax >= 2, 'a digest log keeps at least two checkpoints');
    this.#intervalEvents = intervalEvents;
    this.#checkpointCountMax = checkpointCountMax;
  }

  /** How many events lie between two checkpoints now; doubles whenever there are too many of them. */
  get intervalEvents(): number {
    return this.#intervalEvents;
  }

  /** Says that event number `event`, counted from 1, is folded; the caller counts without a gap. */
  eventFolded(event: number): void {
    if (event % this.#intervalEvents !== 0) return;
    this.#checkpoints.push({ event, digest: this.digest.value() });
    if (this.#checkpoints.length <= this.#checkpointCountMax) return;
    this.#intervalEvents *= 2;
    this.#checkpoints = this.#checkpoints.filter(
      (checkpoint) => checkpoint.event % this.#intervalEvents === 0,
    );
  }

  /** Oldest first; every one is a multiple of `intervalEvents`. */
  checkpoints(): readonly Checkpoint[] {
    return this.#checkpoints;
  }
}
