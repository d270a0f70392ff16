/** What the target has given out so far, by the keys of the plan, and texts with their references to it filled in. */
import { expand, hasReference, textAt } from '../../../simulation/trace/references.ts';
import type { Needs } from './needs.ts';

export class GivenOut {
  readonly #needs: Needs;
  readonly #values = new Map<number, string>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** True while nothing is kept. */
  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /** Keeps from the answer to record `n` what later requests need. */
  note(n: number, body: unknown): void {
    this.#needs.eachOf(n, (key, pointer) => {
      const value = textAt(body, pointer);
      if (value !== undefined) this.#values.set(key, value);
    });
  }

  /** One that needed these values is over; what nobody needs any more goes. */
  release(keys: readonly number[]): void {
    for (const key of keys) if (this.#needs.release(key)) this.#values.delete(key);
  }

  /** Undefined where something is missing. */
  text(text: string, isJson = false): string | undefined {
    if (!hasReference(text)) return text;
    return expand(text, (n, pointer) => {
      const value = this.valueOf(n, pointer);
      return value === undefined || !isJson ? value : JSON.stringify(value).slice(1, -1);
    });
  }

  /** What a target gave out is one segment of a path: with a slash in it the request would be another one. */
  path(path: string): string | undefined {
    if (!hasReference(path)) return path;
    return expand(path, (n, pointer) => {
      const value = this.valueOf(n, pointer);
      return value?.includes('/') === true ? undefined : value;
    });
  }

  /** Null where something is missing. */
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

  valueOf(n: number, pointer: string): string | undefined {
    const key = this.#needs.find(n, pointer);
    return key === undefined ? undefined : this.#values.get(key);
  }
}
