/** Lists to which rows come, and from which none goes: what is asked for again has as many rows as before, or more. */
import { callOf, objects, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

const lists: Readonly<Record<string, string>> = {
  'casino/A/balance': 'recent',
  'casino/A/seeds': 'seeds',
  'casino/A/withdrawals': 'withdrawals',
  'casino/A/bankrollCurve': 'history',
  'wallet/A/transactions': 'transactions',
  'wallet/primary/chainBalance': 'tokens',
  'wallet/primary/chainTransactions': 'transactions',
};

/** Checks `lists-complete`. Give it successful exchanges that are no repeats. */
export class GrowingLists {
  readonly #case: Case;
  /** By what was asked for, and who has asked. */
  readonly #counts = new Map<string, number>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    const { answer, params, query } = exchange;
    const call = callOf(exchange);
    const list = lists[call];
    if (list === undefined) return;
    const key = JSON.stringify([call, caller, params, query]);
    const count = objects(answer, list).length;
    const before = this.#counts.get(key) ?? 0;
    if (count < before)
      this.#case.breaks('lists-complete', `${call} has ${count} rows of ${list}; it had ${before}`);
    this.#counts.set(key, count);
  }
}
