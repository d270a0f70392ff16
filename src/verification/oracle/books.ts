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
  /** Agents whose money may change by amounts that no answer names. */
  readonly #loose = new Set<string>();

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

  /** True while an open end may change a balance, or may have changed one. */
  get hasPendingTransfers(): boolean {
    return this.#ends.size > 0 || this.#loose.size > 0;
  }

  isOpen(end: OpenEnd): boolean {
    return this.#ends.has(end);
  }

  /** From now on differences of this agent's money are taken as they are. */
  loosen(agent: string, isLoose = true): void {
    if (isLoose) this.#loose.add(agent);
    else this.#loose.delete(agent);
  }

  isLoose(agent: string): boolean {
    return this.#loose.has(agent);
  }

  /** Takes what is observed for what ought to be. */
  adopt(observed: Balances): void {
    for (const [agent, { availableMicros, heldMicros }] of observed) {
      this.#accounts.set(agent, { available: availableMicros, held: heldMicros });
    }
  }

  /** What the books do not explain, after everything that may have ended by itself has been tried. */
  unexplained(observed: Balances): readonly BalanceDifference[] {
    const found = this.#differences(observed);
    if (found.length === 0) return found;
    const isAll = this.#ends.size <= endsTriedMax;
    const ends = [...this.#ends].slice(-endsTriedMax);
    const search = { ends: ends.map((end) => this.#firmPart(end)), triesLeft: triesMax };
    const chosen = explained(found, search, 0);
    if (chosen === undefined && search.triesLeft > 0 && isAll) return found;
    if (chosen === undefined) {
      // Too many combinations: no violation is reported, and these agents are followed no further.
      for (const { agent } of found) this.loosen(agent);
      this.#differences(observed);
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

  /** What an end does to agents whose money is followed. */
  #firmPart(end: OpenEnd): FirmEnd {
    const ways = end.ways.map((way) => ({
      ...way,
      changes: way.changes.filter(({ agent }) => !this.#loose.has(agent)),
    }));
    return { whole: end, ways: ways.filter(({ changes }) => changes.length > 0) };
  }

  #differences(observed: Balances): BalanceDifference[] {
    const found: BalanceDifference[] = [];
    for (const [agent, account] of this.#accounts) {
      const seen = observed.get(agent);
      const available = (seen?.availableMicros ?? 0) - account.available;
      const held = (seen?.heldMicros ?? 0) - account.held;
      if (available === 0 && held === 0) continue;
      if (this.#loose.has(agent)) {
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
