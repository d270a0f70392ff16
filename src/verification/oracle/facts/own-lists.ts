/** What an agent has paid in and taken out of the casino is in its lists, each once, newest first, as its answer had it (CAS05, CAS06, CAS08). */
import { areClocksTrue, callOf, objects, text, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { comparable } from './record-views.ts';

/** Lists by call: their rows, what names a row, and fields that the answer to its making has too. */
const lists: Readonly<
  Record<
    string,
    {
      rows: string;
      id: string;
      fields: readonly string[];
      later?: readonly [filled: string, announced: string];
    }
  >
> = {
  'casino/A/withdrawals': {
    rows: 'withdrawals',
    id: 'withdrawal_id',
    fields: ['amount', 'address', 'chain', 'fee', 'received', 'tx_hash'],
  },
  'casino/A/depositHistory': {
    rows: 'deposits',
    id: 'deposit_id',
    fields: ['amount', 'address', 'chain', 'tx_hash'],
    later: ['credited_at', 'due_at'],
  },
};

/** Checks `lists-complete`. Give it successful exchanges that are no repeats. */
export class OwnLists {
  readonly #case: Case;
  /** What was made, oldest first, by agent and by the field that names it. */
  readonly #made = new Map<string, Body[]>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    const { operation, answer, query } = exchange;
    if (operation === 'deposit') this.#add(`${text(answer, 'agent_id')} deposit_id`, answer);
    if (operation === 'withdraw') this.#add(`${caller} withdrawal_id`, answer);
    const call = callOf(exchange);
    const list = lists[call];
    if (list === undefined || query['limit'] !== undefined || query['page'] !== undefined) return;
    const made = (this.#made.get(`${caller} ${list.id}`) ?? []).toReversed();
    const known = new Set(made.map((each) => each[list.id]));
    const rows = objects(answer, list.rows).filter((row) => known.has(row[list.id]));
    const ids = (from: readonly Body[]): string => from.map((each) => String(each[list.id])).join(' ');
    if (ids(rows) !== ids(made))
      this.#case.breaks('lists-complete', `${call} lists ${ids(rows)}; expected ${ids(made)}`);
    for (const [index, row] of rows.entries()) {
      this.#same(call, row, made[index] ?? {}, list.fields);
      if (list.later !== undefined && areClocksTrue(this.#case, exchange))
        this.#filled(call, row, made[index] ?? {}, list.later);
    }
  }

  /** What was announced has come at its instant, where it has come. */
  #filled(call: string, row: Body, made: Body, [filled, announced]: readonly [string, string]): void {
    const [seen, wanted] = [row[filled] ?? null, made[announced]];
    if (seen !== null && wanted !== undefined && seen !== wanted)
      this.#case.breaks(
        'answers-agree',
        `${call}: ${filled} is ${comparable(seen)}; expected ${comparable(wanted)}`,
      );
  }

  #add(key: string, answer: Body): void {
    const made = this.#made.get(key) ?? [];
    made.push(answer);
    this.#made.set(key, made);
  }

  #same(call: string, row: Body, made: Body, fields: readonly string[]): void {
    for (const field of fields)
      if (made[field] !== undefined && comparable(row[field]) !== comparable(made[field]))
        this.#case.breaks(
          'answers-agree',
          `${call}: ${field} is ${comparable(row[field])}; it was ${comparable(made[field])}`,
        );
  }
}
