/** Names as the documents have them: prices by length, years of the calendar, one holder until the expiry (DOM11, DOM13, gap N7). */
import type { Micros } from '../../../core/base/money.ts';
import { dayMs, type Instant } from '../../../core/base/time.ts';
import { hasEvmForm } from '../addresses.ts';
import { isPlainResolver } from '../facts/meanings.ts';
import {
  amountIn,
  expectField,
  isAsExpected,
  isOk,
  objects,
  reads,
  sentMicros,
  text,
  type Case,
  type ExpectedOutcome,
  type Model,
} from '../case.ts';
import { checkPage, shownPage } from '../pages.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { purchaseOutcome, renewalOutcome } from './domain-orders.ts';
import { DomainSales, type Sale } from './domain-sales.ts';
import { isName, shownDate, yearly, yearsAfter, yearsAhead, yearsIn } from './domain-terms.ts';
import { changed, isRecordChange, recordsText, type ZoneRecord } from './resource-records.ts';

interface Name {
  readonly name: string;
  /** An agent id, or an address outside of the platform. */
  owner: string;
  expiresAtMs: Instant;
  readonly registeredAtMs: Instant;
  /** Counts tenures, so that the newest of an owner's comes first. */
  order: number;
  records: readonly ZoneRecord[];
  /** As it was asked for at registration; null for none. */
  readonly resolver: string | null;
  cancel: () => void;
}

const graceMs = 30 * dayMs;

/** Checks `domain-terms`, `domain-lifecycle` and `domain-record`; books the prices. */
export class DomainModel implements Model {
  readonly service = 'domains';
  readonly #case: Case;
  readonly #names = new Map<string, Name>();
  /** Names that are over and that their owners may still renew (gap N7). */
  readonly #lapsed = new Map<string, Name>();
  readonly #sales: DomainSales;
  #tenures = 0;

  constructor(file: Case) {
    this.#case = file;
    this.#sales = new DomainSales(file);
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    const sent = exchange.params['domain'] ?? exchange.query['domain'] ?? text(exchange.body, 'domain') ?? '';
    const name = sent.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
    // Under one reading a lookup needs no key.
    const isSeen = exchange.operation === 'lookup' && isOk(exchange) && !this.#lapsed.has(name);
    if (caller === undefined) return isSeen ? this.#lookedUp(exchange, name) : undefined;
    if (exchange.operation === 'list') this.#list(exchange, caller);
    else if (this.#lapsed.has(name)) this.#inGrace(exchange, caller, name);
    else if (isName(this.#case, name)) this.#named(exchange, caller, name);
    else isAsExpected(this.#case, exchange, { outcome: 'BAD_REQUEST', property: 'domain-terms' });
  }

  #reads(policy: string, option: string): boolean {
    return reads(this.#case, `domains.${policy}`, option);
  }

  #named(exchange: AuditedExchange, caller: string, name: string): void {
    switch (exchange.operation) {
      case 'check':
        return this.#checked(exchange, name);
      case 'register':
        return this.#registered(exchange, caller, name);
      case 'renew':
        return this.#renewed(exchange, caller, name);
      case 'transfer':
        return this.#transferred(exchange, caller, name);
      case 'lookup':
        return this.#lookedUp(exchange, name);
      case 'changeRecord':
        return this.#recorded(exchange, caller, name);
    }
  }

  /** Gap N7: its owner renews it, others cannot have it, and nothing about it is changed; a lookup may show it as expired. */
  #inGrace(exchange: AuditedExchange, caller: string, name: string): void {
    const { operation, answer, method, style } = exchange;
    if (operation === 'renew') return this.#renewed(exchange, caller, name);
    if (!isOk(exchange)) return;
    const held = this.#lapsed.get(name);
    if (method === 'POST' || answer['available'] === true)
      this.#case.breaks('domain-lifecycle', `${operation} of ${name} is answered OK after its expiry`);
    if (operation !== 'lookup' || held === undefined) return;
    expectField(this.#case, 'domain-record', { name: 'status', seen: answer['status'], wanted: 'expired' });
    this.#holdsTimes(answer, held, style);
  }

  #checked(exchange: AuditedExchange, name: string): void {
    if (!isOk(exchange)) return;
    const { answer } = exchange;
    const isFree = { name: 'available', seen: answer['available'], wanted: !this.#names.has(name) };
    expectField(this.#case, 'domain-lifecycle', isFree);
    expectField(this.#case, 'domain-terms', amountIn(answer, 'price_usdc', yearly(this.#case, name)));
  }

  #registered(exchange: AuditedExchange, caller: string, name: string): void {
    const years = yearsIn(exchange.body);
    const cost = (years ?? 0) * yearly(this.#case, name);
    const outcome = purchaseOutcome(this.#case, { years, cost, caller, isTaken: this.#names.has(name) });
    const property = outcome === 'CONFLICT' || outcome === 'OK' ? 'domain-lifecycle' : 'domain-terms';
    const resolver = exchange.body?.['resolver'];
    const allowsBadRequest = resolver !== undefined && !isPlainResolver(resolver);
    if (!isAsExpected(this.#case, exchange, { outcome, property, allowsBadRequest }) || years === undefined)
      return;
    this.#hold(name, {
      owner: caller,
      expiresAtMs: yearsAfter(this.#case, exchange.atMs, years),
      registeredAtMs: exchange.atMs,
      resolver: text(exchange.body, 'resolver') ?? null,
    });
    this.#charge(exchange, caller, { cost, name });
  }

  #charge({ answer, style }: AuditedExchange, caller: string, bought: { cost: Micros; name: string }): void {
    const { cost, name } = bought;
    this.#case.books.move(caller, -cost);
    this.#case.feeCharged({ service: 'domains', payer: caller, feeMicros: cost });
    if (style === 'B') expectField(this.#case, 'domain-terms', amountIn(answer, 'cost', cost));
    const field = style === 'A' ? 'expires_at' : 'expires';
    const expiresAtMs = this.#names.get(name)?.expiresAtMs ?? 0;
    const wanted = shownDate(this.#case, style, expiresAtMs);
    expectField(this.#case, 'domain-terms', { name: field, seen: answer[field], wanted });
  }

  #renewed(exchange: AuditedExchange, caller: string, name: string): void {
    const held = this.#names.get(name) ?? this.#lapsed.get(name);
    const years = yearsIn(exchange.body);
    const cost = (years ?? 0) * yearly(this.#case, name);
    const outcome = renewalOutcome(this.#case, { held, years, cost, caller, atMs: exchange.atMs });
    const property = outcome === 'BAD_REQUEST' ? 'domain-terms' : 'domain-lifecycle';
    if (
      !isAsExpected(this.#case, exchange, { outcome, property }) ||
      held === undefined ||
      years === undefined
    )
      return;
    held.expiresAtMs = yearsAfter(this.#case, held.expiresAtMs, years);
    this.#lapsed.delete(name);
    this.#names.set(name, held);
    this.#watch(held);
    this.#charge(exchange, caller, { cost, name });
  }

  #transferred(exchange: AuditedExchange, caller: string, name: string): void {
    const { body } = exchange;
    const to = text(body, 'to') ?? '';
    const price = body?.['price'] === undefined ? 0 : sentMicros(body, 'price');
    if (to === '' || price === undefined || (price === 0 && body?.['price'] !== undefined)) {
      isAsExpected(this.#case, exchange, { outcome: 'BAD_REQUEST', property: 'domain-terms' });
      return;
    }
    const held = this.#names.get(name);
    const receiver =
      this.#case.resolve(to) ??
      (hasEvmForm(to) && this.#reads('outsideOwners', 'allowed') ? to.toLowerCase() : undefined);
    const sale: Sale = { name, owner: held?.owner, receiver, price, caller };
    if (this.#sales.isBid(sale)) return this.#sales.bid(exchange, sale);
    const outcome = this.#case.isMisspelt(to) ? 'BAD_REQUEST' : this.#sales.outcome(sale);
    if (this.#sales.isOpen(sale) ? !isOk(exchange) : !this.#isAsExpected(exchange, outcome)) return;
    if (held === undefined || receiver === undefined) return;
    expectField(this.#case, 'domain-terms', { name: 'from', seen: exchange.answer['from'], wanted: caller });
    if (price > 0) {
      this.#case.books.move(receiver, -price);
      this.#case.books.move(caller, price);
    }
    if (this.#reads('unusedYears', 'refunded')) this.#refund(held, caller, exchange.atMs);
    this.#sales.ended(name);
    held.owner = receiver;
    held.order = this.#tenures++;
  }

  #isAsExpected(exchange: AuditedExchange, outcome: ExpectedOutcome): boolean {
    return isAsExpected(this.#case, exchange, { outcome, property: 'domain-lifecycle' });
  }

  /** Gap N9: years that have not begun lapse, for 85% of their price. */
  #refund(held: Name, sender: string, atMs: Instant): void {
    const years = yearsAhead(this.#case, held.expiresAtMs, atMs);
    if (years === 0) return;
    held.expiresAtMs = yearsAfter(this.#case, held.expiresAtMs, -years);
    this.#watch(held);
    const back = (years * yearly(this.#case, held.name) * 85) / 100;
    this.#case.books.move(sender, back);
    this.#case.houses.move('domains:fees', -back);
  }

  #recorded(exchange: AuditedExchange, caller: string, name: string): void {
    const held = this.#names.get(name);
    const body = exchange.body ?? {};
    const change = changed(held?.records ?? [], body, this.#reads('dnsWrite', 'replace'));
    const own: ExpectedOutcome = held?.owner === caller ? 'OK' : 'FORBIDDEN';
    const allowed = own === 'OK' && change === 'CONFLICT' ? 'CONFLICT' : own;
    const existing = held === undefined ? 'NOT_FOUND' : allowed;
    const outcome = isRecordChange(body) ? existing : 'BAD_REQUEST';
    if (!isAsExpected(this.#case, exchange, { outcome, property: 'domain-record' })) return;
    if (held === undefined || change === 'CONFLICT') return;
    held.records = change.records;
    const { answer } = exchange;
    expectField(this.#case, 'domain-record', {
      name: 'result',
      seen: answer['result'],
      wanted: change.result,
    });
    this.#holdsRecords(answer, held);
  }

  #holdsRecords(answer: Body, { records }: Name): void {
    const [seen, wanted] = [recordsText(objects(answer, 'records')), recordsText(records)];
    expectField(this.#case, 'domain-record', { name: 'records', seen, wanted });
  }

  #lookedUp(exchange: AuditedExchange, name: string): void {
    const held = this.#names.get(name);
    const outcome: ExpectedOutcome = held === undefined ? 'NOT_FOUND' : 'OK';
    if (!isAsExpected(this.#case, exchange, { outcome, property: 'domain-lifecycle' }) || held === undefined)
      return;
    const owner = exchange.answer['owner_id'] ?? exchange.answer['owner'];
    expectField(this.#case, 'domain-record', { name: 'owner', seen: owner, wanted: held.owner });
    this.#holdsTimes(exchange.answer, held, exchange.style);
    this.#holdsRecords(exchange.answer, held);
    const resolver = { name: 'resolver', seen: exchange.answer['resolver'], wanted: held.resolver };
    expectField(this.#case, 'domain-record', resolver);
  }

  /** A record of a lookup or of a list, under the names of either style. */
  #holdsTimes(row: Body, { expiresAtMs, registeredAtMs }: Name, style: string): void {
    const [expires, registered] = [
      row['expires'] ?? row['expires_at'],
      row['registered'] ?? row['registered_at'],
    ];
    const fields = [
      { name: 'expires', seen: expires, wanted: shownDate(this.#case, style, expiresAtMs) },
      { name: 'registered', seen: registered, wanted: shownDate(this.#case, style, registeredAtMs) },
    ];
    for (const field of fields) expectField(this.#case, 'domain-record', field);
  }

  #list(exchange: AuditedExchange, caller: string): void {
    // Whether a list has what is over is open.
    if (!isOk(exchange) || [...this.#lapsed.values()].some(({ owner }) => owner === caller)) return;
    const own = [...this.#names.values()]
      .filter(({ owner }) => owner === caller)
      .toSorted((one, other) => other.order - one.order);
    checkPage(this.#case, exchange, own.length);
    const shown = objects(exchange.answer, 'domains');
    const seen = shown.map((row) => text(row, 'domain')).join(' ');
    expectField(this.#case, 'lists-complete', {
      name: 'domains',
      seen,
      wanted: shownPage(exchange, own, 100)
        .map(({ name }) => name)
        .join(' '),
    });
    for (const row of shown) {
      const held = this.#names.get(text(row, 'domain') ?? '');
      if (held !== undefined) this.#holdsTimes(row, held, exchange.style);
    }
  }

  #hold(name: string, terms: Pick<Name, 'owner' | 'expiresAtMs' | 'registeredAtMs' | 'resolver'>): void {
    const held: Name = { name, ...terms, records: [], order: this.#tenures++, cancel: () => undefined };
    this.#names.set(name, held);
    this.#watch(held);
  }

  #watch(held: Name): void {
    const { name, expiresAtMs } = held;
    held.cancel();
    held.cancel = this.#case.timers.at(expiresAtMs, `the expiry of ${name}`, () => this.#lapse(held));
  }

  #lapse(held: Name): void {
    const { name, expiresAtMs } = held;
    this.#names.delete(name);
    if (this.#reads('grace', 'none')) return this.#sales.ended(name);
    this.#lapsed.set(name, held);
    const endMs = expiresAtMs + graceMs;
    held.cancel = this.#case.timers.at(endMs, `the end of ${name}`, () => {
      this.#lapsed.delete(name);
      this.#sales.ended(name);
    });
  }
}
