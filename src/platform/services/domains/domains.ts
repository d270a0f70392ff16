/**
 * Domains: names registered for whole years, with DNS records, that can be renewed and transferred (specification.md,
 * Domains). A name has at most one owner at any instant. It becomes available at the millisecond of its expiry, before
 * requests of that instant (gap N7). Prices are fees of the platform; the price of a sale goes from buyer to seller.
 */
import { assert, present } from '../../../core/base/assert.ts';
import { shareOf, type Micros } from '../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../core/base/refusal.ts';
import { GroupIndex, Table } from '../../../core/base/table.ts';
import type { Instant } from '../../../core/base/time.ts';
import { newestFirst, type Page, type PageRequest } from '../../../core/http/paging.ts';
import type { AccountId } from '../../../core/ledger/ledger.ts';
import { readName } from '../addresses.ts';
import type { Platform, RegisteredAgent, ServiceClock } from '../ports.ts';
import type {
  Domain,
  Ownership,
  Owner,
  Purchase,
  RecordChange,
  RecordsChanged,
  DomainRegistration,
  Tenure,
  Transferred,
  DomainTransferOrder,
} from './domain-record.ts';
import { Sales, unregistered } from './sales.ts';
import { withoutRecords, withRecord } from './resource-record.ts';
import { graceMs, withoutUnusedYears, yearlyPriceMicros, yearsAfter, yearsMax } from './terms.ts';
import { valuationOf, type Valuation } from './valuation.ts';

/** The part of a fee left after its referrer's 15% (REF03): the most that can be refunded. */
const refundPercent = 85;

/** The service of one world: names, their owners and their DNS records. */
export class Domains {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #domains: Table<Domain>;
  readonly #holdings: GroupIndex<Ownership>;
  readonly #sales: Sales;
  readonly #fees: AccountId;

  constructor(parts: { platform: Platform; clock: ServiceClock }) {
    const { platform, clock } = parts;
    this.#platform = platform;
    this.#clock = clock;
    this.#domains = new Table(platform.journal);
    this.#holdings = new GroupIndex(platform.journal);
    this.#sales = new Sales(parts);
    this.#fees = platform.ledger.openAccount('domains:fees');
  }

  /** DOM01: whether a name is free, and the price of a year. */
  check({ name }: { name: string }): Outcome<{ isAvailable: boolean; yearlyMicros: Micros }> {
    return {
      isAvailable: this.#tenureOf(name) === null,
      yearlyMicros: yearlyPriceMicros(name, this.#platform.policies),
    };
  }

  /** DOM02, DOM06: the first in order of events wins (gap N4). Refuses CONFLICT, INSUFFICIENT_BALANCE. */
  register(order: DomainRegistration, caller: RegisteredAgent): Outcome<Purchase> {
    const { name, years, resolver } = order;
    const expiresAtMs = yearsAfter(this.#clock.nowMs, years, this.#platform.policies);
    if (expiresAtMs instanceof Refusal) return expiresAtMs;
    if (this.#tenureOf(name) !== null) return refuse('CONFLICT', `domain "${name}" is already registered`);
    const costMicros = this.#pay({ payer: caller, name, years, kind: 'domain-registration' });
    if (costMicros instanceof Refusal) return costMicros;
    const domain = this.#domains.get(name) ?? this.#domains.insert(name, { name, tenure: null });
    const tenure = this.#hold(domain, {
      owner: { agent: caller, address: caller.address },
      registeredAtMs: this.#clock.nowMs,
      expiresAtMs,
      resolver,
      records: [],
    });
    this.#platform.emit('domainRegistered', costMicros);
    return { tenure, costMicros, txHash: this.#platform.nextTxHash() };
  }

  /** DOM03, DOM08: the caller's domains, newest first. */
  list(request: PageRequest, caller: RegisteredAgent): Outcome<{ tenures: Page<Tenure>; nowMs: Instant }> {
    const tenures: Tenure[] = [];
    for (const holding of this.#holdings.get(caller.agentId)) {
      const { tenure } = holding.domain;
      // The index keeps holdings that have ended; they are skipped.
      if (tenure !== null && tenure.holding === holding) tenures.push(tenure);
    }
    return { tenures: newestFirst(tenures, request), nowMs: this.#clock.nowMs };
  }

  /** DOM07. Refuses NOT_FOUND (gap N8). */
  lookup({ name }: { name: string }): Outcome<{ tenure: Tenure; nowMs: Instant }> {
    const tenure = this.#tenureOf(name);
    return tenure === null ? unregistered(name) : { tenure, nowMs: this.#clock.nowMs };
  }

  /** DOM05: a pure function of the name, registered or not. */
  valuation({ name }: { name: string }): Outcome<Valuation> {
    return valuationOf(name, yearlyPriceMicros(name, this.#platform.policies));
  }

  /** DOM04. Refuses NOT_FOUND, FORBIDDEN (not the owner), CONFLICT (expired, CNAME beside others, too many). */
  changeRecord(change: RecordChange, caller: RegisteredAgent): Outcome<RecordsChanged> {
    const owned = this.#ownedBy(caller, change.name);
    if (owned instanceof Refusal) return owned;
    const { domain, tenure } = owned;
    if (tenure.isInGrace) return expired(change.name);
    const { type, host, value, ttlSeconds } = change;
    const { policies } = this.#platform;
    const outcome =
      value === null
        ? withoutRecords(tenure.records, { type, host })
        : withRecord(tenure.records, { type, host, value, ttlSeconds }, policies['domains.dnsWrite']);
    if (outcome instanceof Refusal) return outcome;
    const { records, result } = outcome;
    if (result === 'unchanged') return { tenure, result };
    this.#platform.emit('dnsChanged', 0);
    return { tenure: this.#replace(domain, { ...tenure, records }), result };
  }

  /**
   * DOM09: adds years to the present expiry, at most ten years from now (gap N7). Refuses NOT_FOUND, FORBIDDEN,
   * BAD_REQUEST (too far ahead; only for the owner), INSUFFICIENT_BALANCE.
   */
  renew({ name, years }: { name: string; years: number }, caller: RegisteredAgent): Outcome<Purchase> {
    const owned = this.#ownedBy(caller, name);
    if (owned instanceof Refusal) return owned;
    const { domain, tenure } = owned;
    const expiresAtMs = this.#renewedUntil(tenure, years);
    if (expiresAtMs instanceof Refusal) return expiresAtMs;
    const costMicros = this.#pay({ payer: caller, name, years, kind: 'domain-renewal' });
    if (costMicros instanceof Refusal) return costMicros;
    const renewed = this.#expireAt(domain, { ...tenure, expiresAtMs, isInGrace: false });
    this.#platform.emit('domainRenewed', costMicros);
    return { tenure: renewed, costMicros, txHash: this.#platform.nextTxHash() };
  }

  /**
   * DOM10: transfers a name unchanged; with a price, money and name move in the same instant or not at all
   * (gap N6). Refuses BAD_REQUEST (to oneself), NOT_FOUND (domain, receiver), FORBIDDEN (not the owner, no bid),
   * CONFLICT (expired), INSUFFICIENT_BALANCE (of the receiver).
   */
  transfer(order: DomainTransferOrder, caller: RegisteredAgent): Outcome<Transferred> {
    const { name, priceMicros } = order;
    const to = this.#ownerOf(order.to);
    const tenure = this.#tenureOf(name);
    if (!(to instanceof Refusal) && to.agent === caller)
      return this.#sales.bid({ order, tenure, bidder: to });
    if (to instanceof Refusal && to.code === 'BAD_REQUEST') return to;
    if (tenure === null) return unregistered(name);
    if (to instanceof Refusal) return to;
    const owned = this.#ownedBy(caller, name);
    if (owned instanceof Refusal) return owned;
    if (tenure.isInGrace) return expired(name);
    const from = tenure.owner;
    if (priceMicros !== null) {
      const paid = this.#sales.settle({ tenure, to, priceMicros, seller: caller });
      if (paid instanceof Refusal) return paid;
    }
    this.#handOver(owned.domain, { tenure, to, from: caller });
    this.#platform.emit('domainTransferred', priceMicros ?? 0);
    return { name, from, to, priceMicros, txHash: this.#platform.nextTxHash() };
  }

  #tenureOf(name: string): Tenure | null {
    return this.#domains.get(name)?.tenure ?? null;
  }

  #ownedBy(caller: RegisteredAgent, name: string): Outcome<{ domain: Domain; tenure: Tenure }> {
    const domain = this.#domains.get(name);
    if (domain === undefined || domain.tenure === null) return unregistered(name);
    const { tenure } = domain;
    return tenure.owner.agent === caller
      ? { domain, tenure }
      : refuse('FORBIDDEN', `domain "${name}" belongs to another agent`);
  }

  #ownerOf(name: string): Outcome<Owner> {
    const named = readName(name, 'to', this.#platform);
    if (named instanceof Refusal) return named;
    const { agent, address } = named;
    if (agent !== undefined) return { agent, address: agent.address };
    if (address !== null && this.#platform.policies['domains.outsideOwners'] === 'allowed') {
      return { agent: null, address };
    }
    return refuse('NOT_FOUND', `receiver "${name}" is not registered`);
  }

  /** The whole price is a fee, of which the payer's referrer earns a share. Refuses INSUFFICIENT_BALANCE. */
  #pay(purchase: {
    payer: RegisteredAgent;
    name: string;
    years: number;
    kind: 'domain-registration' | 'domain-renewal';
  }): Outcome<Micros> {
    const { payer, name, years, kind } = purchase;
    const { ledger, referral, policies } = this.#platform;
    const atMs = this.#clock.nowMs;
    const amount = years * yearlyPriceMicros(name, policies);
    if (ledger.available(payer.account) < amount) {
      return refuse('INSUFFICIENT_BALANCE', 'the USDC balance does not cover the price');
    }
    const feesAccount = this.#fees;
    ledger.book({ debit: payer.account, credit: feesAccount, amount, kind, atMs });
    referral.accrue({ service: 'domains', payer, named: null, feeMicros: amount, feesAccount, atMs });
    return amount;
  }

  /** Begins a new holding of a name that is free or is being transferred. */
  #hold(domain: Domain, terms: Omit<Tenure, 'name' | 'holding' | 'isInGrace' | 'cancel'>): Tenure {
    const holding: Ownership = { domain };
    const { agent } = terms.owner;
    if (agent !== null) this.#holdings.add(agent.agentId, holding);
    return this.#expireAt(domain, { ...terms, name: domain.name, holding, isInGrace: false });
  }

  /** Replaces the tenure of a name and schedules its expiry; cancels the previous timer. */
  #expireAt(domain: Domain, terms: Omit<Tenure, 'cancel'>): Tenure {
    domain.tenure?.cancel();
    const cancel = this.#clock.schedule(terms.expiresAtMs, () => this.#expire(domain));
    return this.#replace(domain, { ...terms, cancel });
  }

  #replace(domain: Domain, tenure: Tenure): Tenure {
    this.#domains.update(domain, { tenure });
    return tenure;
  }

  /** Due at exactly `expires_at`, before requests of that instant (gap N7). */
  #expire(domain: Domain): void {
    const tenure = present(domain.tenure, 'only a name that is held expires');
    assert(this.#clock.nowMs >= tenure.expiresAtMs, 'no name expires before its time');
    if (this.#platform.policies['domains.grace'] === '30d') {
      const cancel = this.#clock.schedule(tenure.expiresAtMs + graceMs, () => this.#release(domain));
      this.#replace(domain, { ...tenure, isInGrace: true, cancel });
    } else this.#release(domain);
    this.#platform.emit('domainExpired', 0);
  }

  #release(domain: Domain): void {
    this.#domains.update(domain, { tenure: null });
  }

  #renewedUntil(tenure: Tenure, years: number): Outcome<Instant> {
    const { policies } = this.#platform;
    const expiresAtMs = yearsAfter(tenure.expiresAtMs, years, policies);
    if (expiresAtMs instanceof Refusal || policies['domains.renewAhead'] === 'unlimited') return expiresAtMs;
    const latestMs = yearsAfter(this.#clock.nowMs, yearsMax, policies);
    if (latestMs instanceof Refusal || expiresAtMs <= latestMs) return expiresAtMs;
    return refuse('BAD_REQUEST', `a domain is renewed at most ${yearsMax} years ahead`);
  }

  /** Gives the name to its new owner with its records, resolver, registration date and remaining time. */
  #handOver(domain: Domain, change: { tenure: Tenure; from: RegisteredAgent; to: Owner }): void {
    const { tenure, from, to } = change;
    const { registeredAtMs, resolver, records } = tenure;
    const expiresAtMs = this.#refundUnusedYears(tenure, from);
    this.#hold(domain, { owner: to, registeredAtMs, expiresAtMs, resolver, records });
  }

  /**
   * Gap N9: under policy `domains.unusedYears: refunded` whole years beyond the current one lapse and are paid back.
   */
  #refundUnusedYears(tenure: Tenure, seller: RegisteredAgent): Instant {
    const { policies, ledger } = this.#platform;
    if (policies['domains.unusedYears'] === 'kept') return tenure.expiresAtMs;
    const { years, expiresAtMs } = withoutUnusedYears(tenure.expiresAtMs, this.#clock.nowMs, policies);
    const paidMicros = years * yearlyPriceMicros(tenure.name, policies);
    const amount = shareOf(paidMicros, { numerator: refundPercent, denominator: 100, rounding: 'floor' });
    if (amount === 0) return tenure.expiresAtMs;
    const atMs = this.#clock.nowMs;
    ledger.book({ debit: this.#fees, credit: seller.account, amount, kind: 'domain-refund', atMs });
    return expiresAtMs;
  }
}

const expired = (name: string): Refusal => refuse('CONFLICT', `domain "${name}" has expired: renew it first`);
