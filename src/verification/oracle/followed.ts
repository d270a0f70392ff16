/**
 * Of which services the models work out what happens: not under every reading, nor after every fault. Who has acted in one that
 * is not followed may be changed by it from then on; whatever else happens to an agent is worked out all the same.
 */
import { isOk, text, type Case } from './case.ts';
import type { AuditedExchange, Balances, Body } from './exchange.ts';
import { houseAccountsOf } from './house-books.ts';
import { isFollowedUnder } from './known-readings.ts';

const services = ['faucet', 'escrow', 'trading', 'domains', 'wallet', 'casino'] as const;

/** Calls that reserve or move money wherever they are executed. */
const moving: readonly string[] = [
  'escrow/create', 'escrow/release', 'escrow/refund', 'domains/register', 'domains/renew', 'faucet/claimDaily', 'faucet/claimOnce',
  'casino/createChallenge', 'casino/launch',
]; // prettier-ignore

/** Give it every exchange, and what its clocks do comes of itself. */
export class Followed {
  readonly #case: Case;
  readonly #left = new Set<string>();
  /** By service, who has acted in it or has been named there. */
  readonly #concerned = new Map<string, Set<string>>();

  constructor(file: Case) {
    this.#case = file;
    for (const service of services) if (!isFollowedUnder(file.setting, service)) this.#leave(service);
    // From the first fault of its clock on, deadlines of a service are no longer where the documents have them.
    for (const { kind, service, atMs } of file.setting.faults)
      if (kind === 'clock-step' || kind === 'clock-hold')
        file.timers.at(atMs, `a move of the clock of ${service}`, () => this.#leave(service));
  }

  isFollowed(service: string): boolean {
    return !this.#left.has(service);
  }

  /** Call it after registrations have been noted, and before balances are compared. */
  answered(
    exchange: AuditedExchange,
    parties: { caller: string | undefined; owner: string | undefined },
  ): void {
    if (!isOk(exchange) && exchange.status < 500) return;
    const service = homeOf(exchange);
    const before = this.#concerned.get(service) ?? new Set();
    this.#concerned.set(service, before);
    for (const agent of this.#partiesOf(exchange, parties)) {
      before.add(agent);
      if (this.#left.has(service)) this.#loosen(agent, service);
    }
    const named = this.#case.resolve(text(exchange.body, 'referrer') ?? '');
    if (this.#left.has(service) && named !== undefined && parties.caller !== undefined)
      this.#case.invalidateReferrers(parties.caller, named);
  }

  /** A request that was answered 5xx and may have been executed; a read has no effect, and some calls show in balances. */
  failed(exchange: AuditedExchange, balances: Balances): void {
    const { service, operation, method, headers } = exchange;
    if (method === 'GET') return;
    const isKept = headers['idempotency-key'] !== undefined;
    if (!isKept && moving.includes(`${service}/${operation}`) && this.#isUnchanged(balances)) return;
    this.#leave(homeOf(exchange));
  }

  #isUnchanged(balances: Balances): boolean {
    const { books } = this.#case;
    return [...balances].every(
      ([agent, { availableMicros, heldMicros }]) =>
        books.available(agent) === availableMicros && books.held(agent) === heldMicros,
    );
  }

  #partiesOf(
    { body, answer }: AuditedExchange,
    { caller, owner }: { caller: string | undefined; owner: string | undefined },
  ): ReadonlySet<string> {
    const texts = [...textsOf(body), ...textsOf(answer)];
    // An id may be another agent's code.
    const ids = texts.filter((name) => this.#case.agents.has(name));
    const named = texts.map((name) => this.#case.resolve(name));
    return new Set([caller, owner, ...ids, ...named].filter((agent) => agent !== undefined));
  }

  #leave(service: string): void {
    if (this.#left.has(service)) return;
    this.#left.add(service);
    for (const account of houseAccountsOf(service)) this.#case.houses.loosen(account);
    for (const agent of this.#concerned.get(service) ?? []) this.#loosen(agent, service);
  }

  #loosen(agent: string, service: string): void {
    this.#case.books.loosen(agent, service);
    this.#case.invalidateReferrers(agent);
  }
}

/** The service of a call: deposits from outside are the casino's, also where another agent pays. */
export const homeOf = ({ service, operation }: AuditedExchange): string =>
  operation === 'deposit' ? 'casino' : service;

const textsOf = (body: Body | undefined): string[] =>
  Object.values(body ?? {}).filter((value) => typeof value === 'string');
