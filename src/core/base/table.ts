/**
 * Rows of one kind by key, with secondary indexes. All service state lives in tables, so that one journal can
 * undo a request. Iteration is in order of insertion, hence the same in every run.
 */
import { assert } from './assert.ts';
import type { Journal } from './journal.ts';

/**
 * Rows by unique key in order of insertion. Changes are recorded in the journal while it is open; inserting a key
 * twice throws `InvariantError`.
 */
export class Table<Row extends object> {
  readonly #rows = new Map<string, Row>();
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  get size(): number {
    return this.#rows.size;
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  insert(key: string, row: Row): Row {
    assert(!this.#rows.has(key), () => `key ${key} is inserted once`);
    this.#rows.set(key, row);
    if (this.#journal.open) this.#journal.record(() => this.#rows.delete(key));
    return row;
  }

  /** Changes the named fields of a row that is in the table. */
  update(row: Row, patch: Partial<Row>): void {
    if (this.#journal.open) {
      const before = { ...row };
      this.#journal.record(() => restore(row, before));
    }
    Object.assign(row, patch);
  }

  rows(): IterableIterator<Row> {
    return this.#rows.values();
  }
}

/** Restores all fields and removes those that the row did not have. */
function restore<Row extends object>(row: Row, before: Row): void {
  for (const field of Object.keys(row)) {
    if (!Object.hasOwn(before, field)) delete row[field as keyof Row];
  }
  Object.assign(row, before);
}

/** Rows grouped by a shared key, oldest first: the bets of an agent, the agents of a referrer. */
export class GroupIndex<Row> {
  readonly #groups = new Map<string, Row[]>();
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  add(key: string, row: Row): void {
    let group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, (group = []));
    group.push(row);
    if (this.#journal.open) this.#journal.record(() => group.pop());
  }

  get(key: string): readonly Row[] {
    return this.#groups.get(key) ?? [];
  }
}
