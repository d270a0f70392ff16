/** What the requests of a recording send, as hashes: only answers that give out one of these values are origins. */
import type { SentPlace } from './request-walk.ts';
import { headAt, shortId, startsIn, valueHash } from './value-forms.ts';

/** `add` every value of every request, then ask. */
export class SentValues {
  readonly #heads = new Set<number>();
  readonly #shorts = new Set<number>();

  add(value: string | number, place: SentPlace): void {
    const short = place.noun === undefined ? undefined : shortId(value);
    if (short !== undefined) this.#shorts.add(valueHash(short));
    if (typeof value !== 'string') return;
    for (const at of startsIn(value)) this.#heads.add(valueHash(headAt(value, at)));
  }

  /** False for a long value that no request sends. */
  mayHold(value: string): boolean {
    return this.#heads.has(valueHash(headAt(value, 0)));
  }

  /** True for a short id that some request sends where an id may stand. */
  hasShort(value: string): boolean {
    return this.#shorts.has(valueHash(value));
  }
}
