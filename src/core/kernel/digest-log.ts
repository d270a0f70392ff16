/**
 * A digest with checkpoints that locate the difference of two runs: the first different checkpoint names the
 * interval. The number of checkpoints is bounded for runs of any length.
 */
import { assert } from '../base/assert.ts';
import { Digest } from './digest.ts';

/** The digest right after that event had been folded. */
export interface DigestCheckpoint {
  readonly event: number;
  readonly digest: string;
}

/** The digest of one run and its checkpoints. Fold into `digest`, then call `eventFolded` once per event. */
export class DigestLog {
  readonly digest = new Digest();
  readonly #checkpointCountMax: number;
  #intervalEvents: number;
  #checkpoints: DigestCheckpoint[] = [];

  constructor(options: { intervalEvents?: number; checkpointCountMax?: number } = {}) {
    const { intervalEvents = 1024, checkpointCountMax = 4096 } = options;
    assert(Number.isSafeInteger(intervalEvents) && intervalEvents >= 1, 'checkpoints are whole events apart');
    assert(checkpointCountMax >= 2, 'a digest log keeps at least two checkpoints');
    this.#intervalEvents = intervalEvents;
    this.#checkpointCountMax = checkpointCountMax;
  }

  /** Events between two checkpoints; doubles whenever there are too many checkpoints. */
  get intervalEvents(): number {
    return this.#intervalEvents;
  }

  /** Records that event number `event`, from 1, has been folded; numbers must be consecutive. */
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
  checkpoints(): readonly DigestCheckpoint[] {
    return this.#checkpoints;
  }
}
