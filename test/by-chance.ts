/** Values that are altered by chance: the same seed alters the same ones. */
import seedrandom from 'seedrandom';
import { changed, changeNames, type ChangeName } from './verification/oracle/noticed/changes.ts';

export class Dice {
  readonly #random: () => number;

  constructor(seed: string) {
    this.#random = seedrandom(seed);
  }

  /** One chance in so many. */
  isOne(of: number): boolean {
    return this.#random() * of < 1;
  }

  /** Undefined where there is none. */
  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.#random() * items.length)];
  }

  /** A copy in which one value that is no object and no list is another one; itself where it has none. */
  altered<Value>(value: Value): Value {
    const path = this.pick([...placesIn(value)]);
    const change = this.pick(changeNames) ?? 'other';
    return path === undefined ? value : (changedAt(value, path, change) as Value);
  }
}

/** The paths of all values that are no object and no list, and of what is null. */
function* placesIn(value: unknown): Iterable<readonly string[]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner !== 'object' || inner === null) yield [name];
    for (const path of placesIn(inner)) yield [name, ...path];
  }
}

function changedAt(value: unknown, [first, ...rest]: readonly string[], change: ChangeName): unknown {
  if (first === undefined) return changed(value, [], change);
  if (!Array.isArray(value))
    return { ...(value as object), [first]: changedAt((value as Record<string, unknown>)[first], rest, change) };
  return value.map((item: unknown, index) => (String(index) === first ? changedAt(item, rest, change) : item));
} // prettier-ignore
