/**
 * Texts that clients send again and again, once each. A part of a longer text would keep all of it in memory, and would be
 * hashed for each look-up.
 */

const textsMax = 8_192;

/** Equal texts in, the same text out. Bounded: beyond the bound all are forgotten. */
export class InternedTexts {
  readonly #known = new Map<string, string>();

  /** `text` has one byte a character (Latin-1). */
  of(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= textsMax) this.#known.clear();
    const copy = Buffer.from(text, 'latin1').toString('latin1');
    this.#known.set(copy, copy);
    return copy;
  }
}
