/** Entries of an account keep their numbers: between two that are known no other one appears later (CAS05, CAS12). */
import { areClocksTrue, objects, type Case } from '../case.ts';
import { parseInstant, formatInstant, type Instant } from '../../../core/base/time.ts';
import type { AuditedExchange } from '../exchange.ts';

const lists: Readonly<Record<string, string>> = { balance: 'recent', transactions: 'transactions' };

/** Checks `answers-agree`. Give it successful exchanges that are no repeats. */
export class EntryIds {
  readonly #case: Case;
  /** Numbers that an agent has been shown, ascending; a list is a part of the account without gaps. */
  readonly #shown = new Map<string, readonly number[]>();
  /** The instant of each number, whatever its account. */
  readonly #instants = new Map<number, Instant>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    const list = exchange.service === 'casino' ? lists[exchange.operation] : undefined;
    if (list === undefined || caller === undefined) return;
    const rows = objects(exchange.answer, list);
    const ids = rows.map((row) => Number(row['id'])).toReversed();
    this.#holdsKnown(ids, caller);
    if (Number(exchange.query['page'] ?? 1) === 1 && ids.length > 0) this.#shown.set(caller, ids);
    if (areClocksTrue(this.#case, exchange))
      for (const row of rows)
        this.#holdsOrder(Number(row['id']), parseInstant(String(row['at'])) ?? Number.NaN);
  }

  #holdsKnown(ids: readonly number[], caller: string): void {
    const known = this.#shown.get(caller) ?? [];
    const [first = Infinity, last = -Infinity] = [known[0], known.at(-1)];
    const other = ids.find((id) => id > first && id < last && !known.includes(id));
    if (other !== undefined)
      this.#case.breaks(
        'answers-agree',
        `entry ${other} of ${caller} was not there between ${first} and ${last}`,
      );
  }

  /** In whatever account it stands: a later entry has a higher number. */
  #holdsOrder(id: number, atMs: Instant): void {
    if (this.#instants.has(id)) return;
    this.#instants.set(id, atMs);
    for (const [other, otherMs] of this.#instants)
      if (other < id ? otherMs > atMs : otherMs < atMs)
        this.#case.breaks(
          'answers-agree',
          `entry ${id} is of ${formatInstant(atMs)}, entry ${other} of ${formatInstant(otherMs)}`,
        );
  }
}
