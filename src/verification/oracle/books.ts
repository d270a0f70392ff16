/**
 * What every agent must have by now, worked out from requests and answers. Some things end by themselves at an instant
 * that no answer names (a send is confirmed, a resting order filled): they wait here until a balance shows how.
 */
import type { Micros } from '../../core/base/money.ts';
import type { Balances } from './exchange.ts';

/** What one event does to one agent. */
export interface Change {
  readonly agent: string;
  readonly available?: Micros;
  readonly held?: Micros;
}

/** Something that will end in one of several ways, at some instant. */
export interface OpenEnd {
  /** Each way: what changes, and what else is then known. */
  readonly ways: readonly { readonly changes: readonly Change[]; readonly follows?: () => void }[];
}

interface Account {
  available: Micros;
  held: Micros;
}

/** An agent whose observed balance is not the expected one; both amounts are observed less expected. */
export interface BalanceDifference {
  readonly agent: string;
  readonly available: Micros;
  readonly held: Micros;
}

/** A service of this name changes an agent's money in requests to every one. */
export const anyService = 'any';

/** The search for an explanation considers at most so many open ends, and tries at most so many combinations. */
const endsTriedMax = 40;
const triesMax = 20_000;

/**
 * Expected balances, available and held, by agent id. `unexplained` searches which open ends have happened and
 * applies them.
 */
export class ExpectedBalances {
  readonly #accounts = new Map<string, Account>();
  readonly #ends = new Set<OpenEnd>();
  /** Agents whose money may change by amounts that no answer names, each with the services whose doing that is. */
  readonly #loose = new Map<string, Set<string>>();

  open(agent: string): void {
    if (!this.#accounts.has(agent)) this.#accounts.set(agent, { available: 0, held: 0 });
  }

  knows(agent: string): boolean {
    return this.#accounts.has(agent);
  }

  agents(): Iterable<string> {
    return this.#accounts.keys();
  }

  available(agent: string): Micros {
    return this.#accounts.get(agent)?.available ?? 0;
  }

  held(agent: string): Micros {
    return this.#accounts.get(agent)?.held ?? 0;
  }

  apply(changes: readonly Change[]): void {
    for (const { agent, available = 0, held = 0 } of changes) {
      const account = this.#accounts.get(agent);
      if (account === undefined) continue;
      account.available += available;
      account.held += held;
    }
  }

  /** What has happened before this request by itself: of the money of other agents that is known already. */
  applyBelated(changes: readonly Change[]): void {
    this.apply(changes.filter(({ agent }) => !this.#loose.has(agent)));
  }

  move(agent: string, available: Micros, held: Micros = 0): void {
    this.apply([{ agent, available, held }]);
  }

  expectEnd(end: OpenEnd): OpenEnd {
    this.#ends.add(end);
    return end;
  }

  /** A response has stated how it ended. */
  settled(end: OpenEnd): void {
    this.#ends.delete(end);
  }

  /** False while an open end may change this agent's balance, or what no answer names. */
  isSettled(agent: string): boolean {
    if (this.#loose.has(agent)) return false;
    for (const { ways } of this.#ends)
      if (ways.some(({ changes }) => changes.some((change) => change.agent === agent))) return false;
    return true;
  }

  isOpen(end: OpenEnd): boolean {
    return this.#ends.has(end);
  }

  /**
   * From now on what a service does to this agent's money is taken as it is: between requests, and in requests to that service.
   * Requests to the others change it by what is expected of them.
   */
  loosen(agent: string, by: string): void {
    const services = this.#loose.get(agent);
    if (services === undefined) this.#loose.set(agent, new Set([by]));
    else services.add(by);
  }

  isLoose(agent: string): boolean {
    return this.#loose.has(agent);
  }

  /**
   * What the books do not explain, after everything that may have ended by itself has been tried: during a request to
   * that service, or between requests.
   */
  unexplained(observed: Balances, service?: string): readonly BalanceDifference[] {
    const found = this.#differences(observed, service);
    if (found.length === 0) return found;
    const isAll = this.#ends.size <= endsTriedMax;
    const ends = [...this.#ends].slice(-endsTriedMax);
    const search = { ends: ends.map((end) => this.#firmPart(end, service)), triesLeft: triesMax };
    const chosen = explained(found, search, 0);
    if (chosen === undefined && search.triesLeft > 0 && isAll) return found;
    if (chosen === undefined) {
      // Too many combinations: no violation is reported, and these agents are followed no further.
      for (const { agent } of found) this.loosen(agent, anyService);
      this.#differences(observed, service);
      return [];
    }
    for (const { end, way: reading } of chosen) {
      this.#ends.delete(end.whole);
      const taken = end.ways[reading];
      this.apply(taken?.changes ?? []);
      taken?.follows?.();
    }
    return [];
  }

  #mayDrift(agent: string, service: string | undefined): boolean {
    const services = this.#loose.get(agent);
    if (services === undefined) return false;
    return service === undefined || services.has(service) || services.has(anyService);
  }

  /** What an end does to agents whose money is followed. */
  #firmPart(end: OpenEnd, service: string | undefined): FirmEnd {
    const ways = end.ways.map((way) => ({
      ...way,
      changes: way.changes.filter(({ agent }) => !this.#mayDrift(agent, service)),
    }));
    return { whole: end, ways: ways.filter(({ changes }) => changes.length > 0) };
  }

  #differences(observed: Balances, service: string | undefined): BalanceDifference[] {
    const found: BalanceDifference[] = [];
    for (const [agent, account] of this.#accounts) {
      const seen = observed.get(agent);
      const available = (seen?.availableMicros ?? 0) - account.available;
      const held = (seen?.heldMicros ?? 0) - account.held;
      if (available === 0 && held === 0) continue;
      if (this.#mayDrift(agent, service)) {
        account.available += available;
        account.held += held;
      } else found.push({ agent, available, held });
    }
    return found;
  }
}

interface FirmEnd extends OpenEnd {
  readonly whole: OpenEnd;
}

interface Choice {
  readonly end: FirmEnd;
  readonly way: number;
}

interface Search {
  readonly ends: readonly FirmEnd[];
  triesLeft: number;
}

/** Ends, each in one of its ways, that add up to the differences; undefined where none do. */
function explained(left: readonly BalanceDifference[], search: Search, from: number): Choice[] | undefined {
  if (left.length === 0) return [];
  for (let index = from; index < search.ends.length && search.triesLeft > 0; index += 1) {
    const end = search.ends[index];
    if (end === undefined) continue;
    for (const [way, { changes }] of end.ways.entries()) {
      search.triesLeft -= 1;
      // An end that touches no differing agent explains nothing.
      if (!changes.some(({ agent }) => left.some((difference) => difference.agent === agent))) continue;
      const rest = explained(less(left, changes), search, index + 1);
      if (rest !== undefined) return [{ end, way }, ...rest];
    }
  }
  return undefined;
}

function less(left: readonly BalanceDifference[], changes: readonly Change[]): BalanceDifference[] {
  const rest = new Map(left.map((difference) => [difference.agent, difference]));
  for (const { agent, available = 0, held = 0 } of changes) {
    const before = rest.get(agent) ?? { agent, available: 0, held: 0 };
    const after = { agent, available: before.available - available, held: before.held - held };
    if (after.available === 0 && after.held === 0) rest.delete(agent);
    else rest.set(agent, after);
  }
  return [...rest.values()];
}
