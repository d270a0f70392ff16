/** Values that the target has issued so far, by the plan's keys, and the resolution of references to them. */
import {
  eachWholeReference,
  expand,
  hasReference,
  valueAt,
  withNumbers,
} from '../../../simulation/trace/references.ts';
import { isDocumented } from '../../../platform/world/documented-fields.ts';
import type { Needs } from './needs.ts';

/** Keeps only the values that later requests need, and drops each after its last use. */
export class GivenOut {
  readonly #needs: Needs;
  readonly #values = new Map<number, string>();
  /** Keys of values that are numbers, and are sent back as numbers. */
  readonly #numbers = new Set<number>();

  /** Keys of values in fields that the documents do not name, and that the target does not have. */
  readonly #lacking = new Set<number>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /**
   * Keeps the needed values of the response to record `n`, which answers `call`. Values that the target has not given out where the
   * recording has them first may stand where `recorded` refers to them.
   */
  note(n: number, body: unknown, call: string, recorded?: unknown): void {
    if (this.#lacking.size > 0) this.#bindLate(recorded, body);
    this.#needs.eachOf(n, (key, pointer) => {
      const value = valueAt(body, pointer);
      if (value === undefined && !isDocumented(call, pointer)) this.#lacking.add(key);
      if (value === undefined) return;
      this.#values.set(key, String(value));
      if (typeof value === 'number') this.#numbers.add(key);
    });
  }

  #bindLate(recorded: unknown, live: unknown): void {
    eachWholeReference(recorded, live, (n, pointer, value) => {
      const key = this.#needs.find(n, pointer);
      if (key === undefined || !this.#lacking.has(key)) return;
      this.#lacking.delete(key);
      this.#values.set(key, String(value));
      if (typeof value === 'number') this.#numbers.add(key);
    });
  }

  /** A request that needed these values is finished; values without further users are dropped. */
  release(keys: readonly number[]): void {
    for (const key of keys) {
      if (!this.#needs.release(key)) continue;
      this.#values.delete(key);
      this.#numbers.delete(key);
      this.#lacking.delete(key);
    }
  }

  /** True for a value that the target may have given out under a name that is not known. */
  isLacking(n: number, pointer: string): boolean {
    const key = this.#needs.find(n, pointer);
    return key !== undefined && this.#lacking.has(key);
  }

  /** The text with its references resolved; undefined if a value is missing. `isJson` escapes the values. */
  text(text: string, isJson = false): string | undefined {
    if (!hasReference(text)) return text;
    const typed = isJson && this.#numbers.size > 0 ? this.#withNumbers(text) : text;
    return expand(typed, (n, pointer) => {
      const value = this.valueOf(n, pointer);
      return value === undefined || !isJson ? value : JSON.stringify(value).slice(1, -1);
    });
  }

  /**
   * A path with its references resolved. A value with a slash would change the path: undefined, as for a missing one.
   */
  path(path: string): string | undefined {
    if (!hasReference(path)) return path;
    return expand(path, (n, pointer) => {
      const value = this.valueOf(n, pointer);
      return value?.includes('/') === true ? undefined : value;
    });
  }

  /** All texts with their references resolved; null if a value is missing. */
  all(texts: Readonly<Record<string, string>> | undefined): Record<string, string> | undefined | null {
    if (texts === undefined) return undefined;
    const filled: [string, string][] = [];
    for (const [name, text] of Object.entries(texts)) {
      const value = this.text(text);
      if (value === undefined) return null;
      filled.push([name, value]);
    }
    return Object.fromEntries(filled);
  }

  /** JSON text in which whole strings that refer to numbers are those numbers. */
  #withNumbers(json: string): string {
    return withNumbers(json, (n, pointer) => {
      const key = this.#needs.find(n, pointer);
      return key !== undefined && this.#numbers.has(key) ? Number(this.#values.get(key)) : undefined;
    });
  }

  valueOf(n: number, pointer: string): string | undefined {
    const key = this.#needs.find(n, pointer);
    return key === undefined ? undefined : this.#values.get(key);
  }
}
