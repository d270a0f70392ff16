/** Values that are kept in a file beside the tests; `UPDATE_KEPT=1` writes what is there now. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const isUpdate = process.env['UPDATE_KEPT'] === '1';

/** What one test file keeps, by name. */
export class Kept {
  readonly #file: URL;
  readonly #values: Record<string, unknown>;

  constructor(name: string) {
    this.#file = new URL(name, import.meta.url);
    this.#values = isUpdate ? {} : (JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, unknown>);
  }

  /** What is kept under a name. */
  value(name: string, now: unknown): unknown {
    if (isUpdate) {
      this.#values[name] = now;
      writeFileSync(this.#file, `${JSON.stringify(this.#values, null, 2)}\n`);
    }
    return this.#values[name];
  }
}

/** A short digest of a text, or of a value as JSON. */
export function digestOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
