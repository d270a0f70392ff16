/** The target's ids of one run, and the model's id of the same thing. */

/** Shorter ids, and numbers, are told from other values by their field alone. */
const distinctLength = 8;

/** Words of a longer text that may be an id. */
const word = /[\w-]{8,}/g;

/** Looks up ids by field and text; long ones by their text alone. */
export class LiveNames {
  readonly #byField = new Map<string, string>();
  readonly #byText = new Map<string, string>();

  /** Notes a newly issued id; false if the target has issued it for another thing. */
  add(live: string | number, field: string, model: string): boolean {
    const text = String(live);
    const key = keyOf(text, field);
    const known = this.#byField.get(key) ?? this.#byText.get(text);
    if (known !== undefined && known !== model) return false;
    this.#byField.set(key, model);
    if (text.length >= distinctLength) this.#byText.set(text, model);
    return true;
  }

  /** A live value with every known id, at any depth and within texts, replaced by the model's. */
  inModelTerms(live: unknown, field = ''): unknown {
    if (typeof live === 'string' || typeof live === 'number') return this.#replaced(live, field);
    if (Array.isArray(live)) return live.map((item) => this.inModelTerms(item, field));
    if (typeof live !== 'object' || live === null) return live;
    return Object.fromEntries(
      Object.entries(live).map(([name, item]) => [name, this.inModelTerms(item, name)]),
    );
  }

  /** True if a live value, at any depth, contains a known id. */
  isIn(live: unknown, field = ''): boolean {
    if (typeof live === 'string' || typeof live === 'number') return this.#replaced(live, field) !== live;
    if (typeof live !== 'object' || live === null) return false;
    return Object.entries(live).some(([name, item]) => this.isIn(item, Array.isArray(live) ? field : name));
  }

  #replaced(live: string | number, field: string): string | number {
    const text = String(live);
    const known = this.#byField.get(keyOf(text, field)) ?? this.#byText.get(text);
    if (known !== undefined) return known;
    return typeof live === 'number' ? live : live.replaceAll(word, (each) => this.#byText.get(each) ?? each);
  }
}

const keyOf = (text: string, field: string): string => `${field.slice(field.lastIndexOf('/') + 1)}=${text}`;
