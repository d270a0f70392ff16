/** Ids that the target issued in one run, so that one that it issues for two things is found. */

/** Ids followed; later ones are taken as they come. */
const followedMax = 500_000;

/** Ids by the field that they were issued in: numbers of two kinds of things may be equal. */
export class IssuedNames {
  /** The recorded id for which the target issued this one. */
  readonly #recorded = new Map<string, string>();

  /** Notes a newly issued id; false if the target has issued it for another thing. */
  add(recorded: string, live: string, field: string): boolean {
    const key = keyOf(live, field);
    const known = this.#recorded.get(key);
    if (known !== undefined) return known === recorded;
    if (this.#recorded.size < followedMax) this.#recorded.set(key, recorded);
    return true;
  }

  /** True if a live value, at any depth, contains an id that the target issued in this run. */
  isIn(live: unknown, field = ''): boolean {
    if (typeof live === 'string' || typeof live === 'number')
      return this.#recorded.has(keyOf(String(live), field));
    if (typeof live !== 'object' || live === null) return false;
    return Object.entries(live).some(([name, item]) =>
      this.isIn(item, Array.isArray(live) ? field : `/${name}`),
    );
  }
}

const keyOf = (live: string, field: string): string => `${field.slice(field.lastIndexOf('/') + 1)}=${live}`;
