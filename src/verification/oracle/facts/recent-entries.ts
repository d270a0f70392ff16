/** What a list of entries begins with: the latest of them, so that nothing has moved the balance since (CAS05, CAS12). */
import type { Micros } from '../../../core/base/money.ts';
import { formatInstant, parseInstant, type Instant } from '../../../core/base/time.ts';
import { amountIn, areClocksTrue, callOf, expectField, isOk, objects, reads, type Case } from '../case.ts';
import type { AuditedExchange, Balances, Body } from '../exchange.ts';

const lists: Readonly<Record<string, string>> = {
  'casino/A/balance': 'recent',
  'casino/A/transactions': 'transactions',
};

/** True for a bet of USDC that its call has settled: not for a hand that is still open, and not for a stake of chips (gap C24). */
const isSettled = (file: Case, exchange: AuditedExchange): boolean =>
  isOk(exchange) &&
  (exchange.operation === 'bet' ||
    (exchange.operation === 'playTournament' && !reads(file, 'tournaments.stakes', 'chips'))) &&
  ![exchange.answer, exchange.answer['result'] ?? {}].some((part) => (part as Body)['status'] === 'open');

/** Checks `lists-complete` and `bet-records`. Give it every exchange that is no repeat, with the balances after it. */
export class RecentEntries {
  readonly #case: Case;
  /** By agent: what it has, and an instant that its last change does not come before. */
  readonly #changes = new Map<string, { readonly sum: Micros; readonly notBeforeMs: Instant }>();
  /** By agent, what it had after a bet, by its instant. */
  readonly #bankrolls = new Map<string, Map<Instant, Micros>>();
  #beforeMs: Instant = 0;

  constructor(file: Case) {
    this.#case = file;
  }

  answered(
    exchange: AuditedExchange,
    { caller, balances }: { caller: string | undefined; balances: Balances },
  ): void {
    if (caller !== undefined && isOk(exchange)) {
      this.#holds(exchange, caller);
      if (callOf(exchange) === 'casino/A/bankrollCurve') this.#curve(exchange, caller);
    }
    for (const [agent, { availableMicros: sum }] of balances) {
      if (this.#changes.get(agent)?.sum === sum) continue;
      this.#changes.set(agent, { sum, notBeforeMs: this.#beforeMs });
      if (agent === caller && isSettled(this.#case, exchange))
        this.#bankrollsOf(agent).set(exchange.atMs, sum);
      else this.#bankrollsOf(agent).delete(exchange.atMs);
    }
    this.#beforeMs = exchange.atMs;
  }

  #bankrollsOf(agent: string): Map<Instant, Micros> {
    const known = this.#bankrolls.get(agent) ?? new Map<Instant, Micros>();
    this.#bankrolls.set(agent, known);
    return known;
  }

  /** It ends with the latest bet; the last point of an instant is what was there after it. */
  #curve(exchange: AuditedExchange, caller: string): void {
    if (Number(exchange.query['page'] ?? 1) !== 1 || !areClocksTrue(this.#case, exchange)) return;
    const rows = objects(exchange.answer, 'history');
    const latestMs = [...this.#bankrollsOf(caller).keys()].at(-1) ?? 0;
    const lastMs = parseInstant(String(rows.at(-1)?.['at'])) ?? 0;
    if (lastMs < latestMs)
      this.#case.breaks(
        'lists-complete',
        `the bankroll curve ends at ${formatInstant(lastMs)}, before the bet at ${formatInstant(latestMs)}`,
      );
    for (const [index, row] of rows.entries()) {
      const wanted = this.#bankrollsOf(caller).get(parseInstant(String(row['at'])) ?? -1);
      if (wanted === undefined || rows[index + 1]?.['at'] === row['at']) continue;
      expectField(this.#case, 'bet-records', amountIn(row, 'bankroll', wanted));
    }
  }

  #holds(exchange: AuditedExchange, caller: string): void {
    const { answer, query } = exchange;
    const list = lists[callOf(exchange)];
    if (list === undefined || Number(query['page'] ?? 1) !== 1 || !areClocksTrue(this.#case, exchange))
      return;
    const [first] = objects(answer, list);
    const known = this.#changes.get(caller);
    const atMs = parseInstant(String(first?.['at']));
    if (first === undefined || known === undefined || atMs === undefined || atMs >= known.notBeforeMs) return;
    this.#case.breaks(
      'lists-complete',
      `the first entry of ${list} is of ${formatInstant(atMs)}; a later one has moved the balance after ${formatInstant(known.notBeforeMs)}`,
    );
  }
}
