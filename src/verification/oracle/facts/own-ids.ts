/**
 * Ids that calls have answered to their callers: what an agent has made or moved is found for it ever after, and a bet for no other
 * one.
 */
import { callOf, isOk, outcomeOf, text, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

/** Ids by the names of their fields. */
function* idsIn(part: Body | undefined): Iterable<string> {
  for (const [name, value] of Object.entries(part ?? {}))
    if (/(?:^|_)id$/.test(name) && typeof value === 'string') yield value;
}

/** Checks `records-final`, and `keys-isolated` for bets. Give it every exchange that is no repeat. */
export class OwnIds {
  readonly #case: Case;
  /** Agents, by service and id. */
  readonly #agents = new Map<string, Set<string>>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    const { service, method, operation, answer } = exchange;
    if (caller === undefined || service === '' || service === 'control') return;
    if (isOk(exchange) && operation.startsWith('verify')) this.#verified(exchange, caller);
    if (isOk(exchange) && method === 'POST') {
      for (const id of idsIn(answer)) {
        const key = `${service} ${id}`;
        this.#agents.set(key, (this.#agents.get(key) ?? new Set()).add(caller));
      }
    } else if (outcomeOf(exchange) === 'NOT_FOUND') this.#notFound(exchange, caller);
  }

  #verified(exchange: AuditedExchange, caller: string): void {
    const bet = text(exchange.answer, 'bet_id') ?? '';
    const owners = this.#agents.get(`${exchange.service} ${bet}`);
    if (owners !== undefined && !owners.has(caller))
      this.#case.breaks('keys-isolated', `${callOf(exchange)}: ${caller} is shown ${bet}, a bet of another agent`);
  } // prettier-ignore

  #notFound(exchange: AuditedExchange, caller: string): void {
    const { service, params, body } = exchange;
    const lost = [...Object.values(params), ...idsIn(body)].find(
      (id) => this.#agents.get(`${service} ${id}`)?.has(caller) === true && !this.#case.agents.has(id),
    );
    if (lost !== undefined)
      this.#case.breaks(
        'records-final',
        `${callOf(exchange)}: ${lost} is not found by the agent that it was answered to`,
      );
  }
}
