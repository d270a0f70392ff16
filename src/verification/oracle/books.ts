/**
 * What every agent must have by now, worked out from requests and answers. Some things end by themselves at an instant
 * that no answer names (a send is confirmed, a resting order filled): they wait here until a balance shows how.
 */
import type { Micros } from '../../core/base/money.ts';
import type { Balances } from './exchange.ts';
import { MistakenEnds } from './mistaken-ends.ts';
import {
  doubtedEnds,
  explained,
  isSized,
  isSizedWay,
  isSure,
  merged,
  type BalanceDifference,
  type Change,
  type FirmEnd,
  type OpenEnd,
  type EndWay,
} from './open-ends.ts';

interface Account {
  available: Micros;
  held: Micros;
}

/** 1 where a reservation ends too, which says more than an amount of unknown size. */
const holds = ({ ways }: OpenEnd): number =>
  Number(ways.some(({ changes }) => changes.some(({ held = 0 }) => held !== 0)));

const undone = (changes: readonly Change[]): Change[] =>
  changes.map(({ agent, available = 0, held = 0 }) => ({ agent, available: -available, held: -held }));

/** Who follows something that shows in an agent's money. */
interface UnseenListener {
  readonly needs: 'available' | 'held';
  readonly run: () => void;
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
  /** Agents whose available money may change so, and why: until an answer names what decides. */
  readonly #vague = new Map<string, Set<string>>();
  /** Ends one of which the next balances show: each with what follows where none of its ways is seen. */
  readonly #decisions = new Map<OpenEnd, EndWay>();
  readonly #mistaken = new MistakenEnds();
  readonly #listeners = new Map<string, readonly UnseenListener[]>();

  open(agent: string): void {
    if (!this.#accounts.has(agent)) this.#accounts.set(agent, { available: 0, held: 0 });
  }

  knows(agent: string): boolean {
    return this.#accounts.has(agent);
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

  /** It has gone so before, as a response states: what was taken for it is open again. */
  happened(end: OpenEnd, status: string): void {
    this.#ends.delete(end);
    const taken = this.#mistaken.insteadOf(end, status);
    if (taken === undefined) return;
    this.apply(undone(taken.way.changes));
    this.#ends.add(taken.end);
  }

  /** False while an open end may change this agent's balance, but for steps of the market, or what no answer names. */
  isSettled(agent: string): boolean {
    if (this.#loose.has(agent) || this.#vague.has(agent)) return false;
    for (const { ways, isStep } of this.#ends)
      if (isStep !== true && ways.some(({ changes }) => changes.some((change) => change.agent === agent)))
        return false;
    return true;
  }

  /** One of these has happened, and which one the balances after this exchange show: the first, if they show none. */
  decide(ways: readonly EndWay[]): void {
    const [first, ...others] = ways;
    if (first === undefined) return;
    if (others.length === 0 && first.changes.every(({ upTo = 0 }) => upTo === 0)) {
      this.apply(first.changes);
      return first.follows?.(true);
    }
    this.apply(first.changes);
    const back = undone(first.changes);
    const end: OpenEnd = {
      ways: ways.map((way) => ({ ...way, changes: merged([...back, ...way.changes]) })),
    };
    this.#ends.add(end);
    this.#decisions.set(end, first);
  }

  isOpen(end: OpenEnd): boolean {
    return this.#ends.has(end);
  }

  /**
   * From now on what a service does to this agent's money is taken as it is: between requests, and in requests to that service.
   * Requests to the others change it by what is expected of them.
   */
  loosen(agent: string, by: string): void {
    this.#loose.set(agent, (this.#loose.get(agent) ?? new Set()).add(by));
    this.#tell(agent);
  }

  /** Now, or once differences of this agent's money, or of what it has available, are taken as they are. */
  whenUnseen(agent: string, listener: UnseenListener): void {
    this.#listeners.set(agent, [...(this.#listeners.get(agent) ?? []), listener]);
    this.#tell(agent);
  }

  #tell(agent: string): void {
    const isUnseen = ({ needs }: UnseenListener): boolean =>
      this.isLoose(agent) || (needs === 'available' && this.isVague(agent));
    const listeners = this.#listeners.get(agent) ?? [];
    this.#listeners.set(
      agent,
      listeners.filter((listener) => !isUnseen(listener)),
    );
    for (const listener of listeners) if (isUnseen(listener)) listener.run();
  }

  isLoose(agent: string): boolean {
    return this.#loose.has(agent);
  }

  /** Until `clear` with the same reason, differences of what this agent has available are taken as they are. */
  blur(agent: string, reason: string): void {
    const reasons = this.#vague.get(agent) ?? new Set();
    this.#vague.set(agent, reasons.add(reason));
    this.#tell(agent);
  }

  clear(agent: string, reason: string): void {
    const reasons = this.#vague.get(agent);
    reasons?.delete(reason);
    if (reasons?.size === 0) this.#vague.delete(agent);
  }

  isVague(agent: string): boolean {
    return this.#vague.has(agent);
  }

  /**
   * What the books do not explain, after everything that may have ended by itself has been tried: during a request to that
   * service, or between requests, when the market takes its steps.
   */
  unexplained(observed: Balances, service?: string): readonly BalanceDifference[] {
    const left = this.#left(observed, service);
    for (const [end, first] of this.#decisions) {
      if (!this.#ends.delete(end)) continue;
      first.follows?.(true);
    }
    this.#decisions.clear();
    return left;
  }

  #left(observed: Balances, service: string | undefined): readonly BalanceDifference[] {
    const found = this.#differences(observed, service);
    if (found.length === 0) return found;
    const possible = [...this.#ends].filter(({ isStep }) => service === undefined || isStep !== true);
    const isAll = possible.length <= endsTriedMax;
    const ends = possible.slice(-endsTriedMax).flatMap((end) => this.#firmPart(end, service));
    const sized = ends.filter(isSized);
    const others = ends.filter((end) => !isSized(end)).toSorted((one, other) => holds(other) - holds(one));
    // Those of unknown size explain nearly anything: last, and only where it takes them.
    const search = { ends: sized, triesLeft: triesMax };
    const chosen =
      explained(found, search) ?? explained(found, Object.assign(search, { ends: [...sized, ...others] }));
    if (chosen === undefined && search.triesLeft > 0 && isAll) return found;
    if (chosen === undefined) {
      // Too many combinations: no violation is reported, and these agents are followed no further.
      for (const { agent } of found) this.loosen(agent, anyService);
      this.#differences(observed, service);
      return [];
    }
    const doubted = doubtedEnds(found, chosen, ends);
    const mistakable = chosen.filter(({ end }) => this.#mistaken.mayBe(end.whole));
    this.#mistaken.note(chosen, ends);
    for (const choice of chosen) {
      const { end, way } = choice;
      if (doubted.includes(end)) continue;
      this.#ends.delete(end.whole);
      const taken = end.ways[way];
      this.apply(taken?.changes ?? []);
      taken?.follows?.(isSure(found, { chosen, ends }, choice) && !mistakable.includes(choice));
    }
    for (const { end, way } of chosen)
      for (const { agent, upTo = 0 } of end.ways[way]?.changes ?? [])
        if (upTo > 0) this.#adoptOne(agent, observed);
    for (const { whole } of doubted) whole.doubted?.();
    return [];
  }

  /** True where differences of this agent's money are taken as they are: during a request to that service, or between requests. */
  mayDrift(agent: string, service: string | undefined): boolean {
    const services = this.#loose.get(agent);
    if (services === undefined) return false;
    return service === undefined || services.has(service) || services.has(anyService);
  }

  /** After an explanation nothing differs but an amount of unknown size. */
  #adoptOne(agent: string, observed: Balances): void {
    const seen = observed.get(agent);
    const account = this.#accounts.get(agent);
    if (account === undefined) return;
    account.available = seen?.availableMicros ?? 0;
    account.held = seen?.heldMicros ?? 0;
  }

  /** What an end does to money that is followed: its ways of known size, and those of unknown size as another end. */
  #firmPart(end: OpenEnd, service: string | undefined): FirmEnd[] {
    const ways = end.ways
      .map((way) => ({ ...way, changes: this.#firmChanges(way.changes, service) }))
      .filter(({ changes }) => changes.length > 0);
    const sized = ways.filter(isSizedWay);
    const others = ways.filter((way) => !isSizedWay(way));
    return [sized, others].filter((list) => list.length > 0).map((list) => ({ whole: end, ways: list }));
  }

  #firmChanges(changes: readonly Change[], service: string | undefined): Change[] {
    return changes
      .filter(({ agent }) => this.#accounts.has(agent) && !this.mayDrift(agent, service))
      .map((change) =>
        this.#vague.has(change.agent) ? { agent: change.agent, held: change.held ?? 0 } : change,
      )
      .filter(({ available = 0, held = 0, upTo = 0 }) => available !== 0 || held !== 0 || upTo !== 0);
  }

  #differences(observed: Balances, service: string | undefined): BalanceDifference[] {
    const found: BalanceDifference[] = [];
    for (const [agent, account] of this.#accounts) {
      const seen = observed.get(agent);
      const available = (seen?.availableMicros ?? 0) - account.available;
      const held = (seen?.heldMicros ?? 0) - account.held;
      if (available === 0 && held === 0) continue;
      if (this.mayDrift(agent, service)) {
        account.available += available;
        account.held += held;
      } else if (this.#vague.has(agent)) {
        account.available += available;
        if (held !== 0) found.push({ agent, available: 0, held });
      } else found.push({ agent, available, held });
    }
    return found;
  }
}
