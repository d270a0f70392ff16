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
  /** Parts of groups with which the test has failed; the first half of a group comes right after the second one. */
  readonly #parts: Part[] = [];
  readonly #isAlone: (id: string) => boolean;
  /** How large the next group is: the rarer a mutant is noticed, the larger. */
  #size: number;
  /** The last part; undefined after a whole group, which alone says something about the size. */
  #part: Part | undefined;

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
    this.#part = this.#parts.pop();
    if (this.#part?.isToFail && this.#part.ids.length > 1) {
      this.#split(this.#part.ids);
      return this.next();
    }
    if (this.#part !== undefined) return this.#part.ids;
    if (this.#waiting.length === 0) return undefined;
    const single = this.#waiting.slice(0, this.#size).findIndex((id) => this.#isAlone(id));
    return this.#waiting.splice(0, single === -1 ? this.#size : Math.max(1, single));
  }

  /**
   * The test passed: those that are settled by it. `hit` has the mutants whose place was passed; where it is empty, the test
   * passes none of their places again, as with those of a module that it has loaded once.
   */
  passed(group: readonly string[], hit: ReadonlySet<string>): readonly string[] {
    if (this.#part === undefined) this.#size = Math.min(sizeMax, 2 * this.#size);
    const other = this.#part?.isFirst ? this.#parts.at(-1) : undefined;
    if (other !== undefined) other.isToFail = true;
    const settled = group.filter((id) => hit.has(id));
    if (settled.length === 0) return group;
    this.#waiting.push(...group.filter((id) => !hit.has(id)));
    return settled;
  }

  /** The test failed with the group: the mutant that it has noticed, where there is only one. */
  failed(group: readonly string[]): string | undefined {
    if (group.length === 1) return group[0];
    if (this.#part === undefined) this.#size = Math.max(1, Math.floor(this.#size / 2));
    this.#split(group);
    return undefined;
  }

  #split(group: readonly string[]): void {
    const middle = Math.ceil(group.length / 2);
    this.#parts.push(
      { ids: group.slice(middle), isFirst: false, isToFail: false },
      { ids: group.slice(0, middle), isFirst: true, isToFail: false },
    );
  }
}

interface Part {
  readonly ids: string[];
  readonly isFirst: boolean;
  /** Whether the test has passed with the first half: it is then this half that it fails with, which needs no attempt. */
  isToFail: boolean;
}

const lastDigitsFirst = (id: string): string => Array.from(id).toReversed().join('');
