/**
 * Ids and hashes that calls have answered to their callers: what an agent has made or moved is found for it ever after, and shown; a
 * bet is shown to no other one.
 */
import { callOf, isOk, objects, outcomeOf, text, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

/** Ids by the names of their fields. */
function* idsIn(part: Body | undefined): Iterable<string> {
  for (const [name, value] of Object.entries(part ?? {}))
    if (/(?:^|_)(?:id|tx_hash)$/.test(name) && typeof value === 'string') yield value;
}

/** The rounds of an answer that are over, each by its seed and its number, as they are asked for. */
function* roundsIn({ operation, answer }: AuditedExchange): Iterable<string> {
  if (operation === 'launch' || operation === 'deal') return;
  for (const part of [answer, ...objects(answer, 'results')]) {
    const hash = text(part, 'seed_hash') ?? text(part, 'seed');
    const result = (part['result'] ?? {}) as Body;
    const isOver = part['status'] !== 'open' && result['status'] !== 'open';
    const { nonce } = part;
    if (hash !== undefined && typeof nonce === 'number' && isOver) yield `${hash} ${nonce}`;
  }
}

/** Refusals of a read that only has to find what it names. */
const unfit: readonly string[] = ['BAD_REQUEST', 'FORBIDDEN', 'CONFLICT'];

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
    // What a key signs is not for all of its sender (gap W25).
    if (isOk(exchange) && method === 'POST' && operation !== 'sendSigned') {
      for (const id of [...idsIn(answer), ...roundsIn(exchange)]) {
        const key = `${service} ${id}`;
        this.#agents.set(key, (this.#agents.get(key) ?? new Set()).add(caller));
      }
    } else if (outcomeOf(exchange) === 'NOT_FOUND') this.#notFound(exchange, caller);
    if (method === 'GET' && unfit.includes(outcomeOf(exchange))) this.#unfit(exchange, caller);
  }

  /** Nothing of a read but its path says what is asked for. */
  #unfit(exchange: AuditedExchange, caller: string): void {
    const { service, params, query } = exchange;
    const named = Object.values(params).find((id) => this.#isOf(service, id, caller));
    if (named !== undefined && Object.keys(query).length === 0 && !exchange.isRaw)
      this.#case.breaks(
        'records-final',
        `${callOf(exchange)} of ${named} is answered ${outcomeOf(exchange)} to the agent that it was answered to`,
      );
  }

  #isOf(service: string, id: string, caller: string): boolean {
    return this.#agents.get(`${service} ${id}`)?.has(caller) === true && !this.#case.agents.has(id);
  }

  #verified(exchange: AuditedExchange, caller: string): void {
    const bet = text(exchange.answer, 'bet_id') ?? '';
    const owners = this.#agents.get(`${exchange.service} ${bet}`);
    if (owners !== undefined && !owners.has(caller))
      this.#case.breaks('keys-isolated', `${callOf(exchange)}: ${caller} is shown ${bet}, a bet of another agent`);
  } // prettier-ignore

  #notFound(exchange: AuditedExchange, caller: string): void {
    const { service, params, body, query } = exchange;
    const rounds = Object.values(params).map((hash) => `${hash} ${query['nonce'] ?? ''}`);
    const lost = [...Object.values(params), ...rounds, ...idsIn(body)].find((id) =>
      this.#isOf(service, id, caller),
    );
    if (lost !== undefined)
      this.#case.breaks(
        'records-final',
        `${callOf(exchange)}: ${lost} is not found by the agent that it was answered to`,
      );
  }
}
