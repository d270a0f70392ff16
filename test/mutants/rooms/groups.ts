/**
 * Which mutants a test is tried with at once. Nineteen of twenty attempts notice nothing, so several mutants are put into the
 * code together: where the test passes, it has noticed none of those whose place it passed; where it fails, each half is
 * tried, down to single mutants. Two that hide each other count as not noticed.
 */
const sizeMax = 1024;
const firstSize = 4;

export class Groups {
  /** Those that are left, neighbours far apart: changes of one place hide each other. */
  readonly #waiting: string[];
  /** Parts of groups with which the test has failed. */
  readonly #parts: string[][] = [];
  readonly #isAlone: (id: string) => boolean;
  /** How large the next group is: the rarer a mutant is noticed, the larger. */
  #size: number;

  /**
   * `isAlone` says which mutants are tried by themselves, such as those of a group that did not end; `size` where the groups
   * of another test ended.
   */
  constructor(
    ids: readonly string[],
    { isAlone = () => false, size = firstSize }: { isAlone?: (id: string) => boolean; size?: number } = {},
  ) {
    this.#size = Math.max(firstSize, size);
    this.#waiting = [...ids].toSorted((one, other) =>
      lastDigitsFirst(one) < lastDigitsFirst(other) ? -1 : 1,
    );
    this.#isAlone = isAlone;
  }

  get size(): number {
    return this.#size;
  }

  /** The next mutants to be tried; undefined where none is left. */
  next(): string[] | undefined {
    const part = this.#parts.pop();
    if (part !== undefined) return part;
    if (this.#waiting.length === 0) return undefined;
    const single = this.#waiting.slice(0, this.#size).findIndex((id) => this.#isAlone(id));
    return this.#waiting.splice(0, single === -1 ? this.#size : Math.max(1, single));
  }

  /**
   * The test passed: those that are settled by it. `hit` has the mutants whose place was passed; where it is empty, the test
   * passes none of their places again, as with those of a module that it has loaded once.
   */
  passed(group: readonly string[], hit: ReadonlySet<string>): readonly string[] {
    this.#size = Math.min(sizeMax, 2 * this.#size);
    const settled = group.filter((id) => hit.has(id));
    if (settled.length === 0) return group;
    this.#waiting.push(...group.filter((id) => !hit.has(id)));
    return settled;
  }

  /** The test failed with the group: the mutant that it has noticed, where there is only one. */
  failed(group: readonly string[]): string | undefined {
    if (group.length === 1) return group[0];
    const middle = Math.ceil(group.length / 2);
    this.#parts.push(group.slice(middle), group.slice(0, middle));
    this.#size = Math.max(1, Math.floor(this.#size / 2));
    return undefined;
  }
}

const lastDigitsFirst = (id: string): string => Array.from(id).toReversed().join('');
