/** Escrows as the documents have them: who may do what until when, what is held, what it comes to (ESC29, ESC32, ESC34, ESC35, ESC37, ESC38). */
import { dayMs, formatInstant, hourMs, type Instant } from '../../../core/base/time.ts';
import type { Change } from '../open-ends.ts';
import {
  amountIn,
  expectField,
  instant,
  isAsExpected,
  isClockTrue,
  isOk,
  objects,
  reads,
  text,
  type Case,
  type ExpectedOutcome,
  type Model,
} from '../case.ts';
import { creationOutcome, escrowOrderIn } from './escrow-order.ts';
import { checkDispute, checkRecord, type KnownEscrow } from './escrow-record.ts';
import { checkPage, shownPage } from '../pages.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

const windowMs = 48 * hourMs;

/** Checks `escrow-terms`, `escrow-lifecycle` and `escrow-record`; books holds, fees and payouts. */
export class EscrowModel implements Model {
  readonly service = 'escrow';
  readonly #case: Case;
  /** Oldest first. */
  readonly #escrows = new Map<string, KnownEscrow>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    if (caller === undefined) return;
    switch (exchange.operation) {
      case 'create':
        return this.#created(exchange, caller);
      case 'release':
      case 'refund':
      case 'dispute':
        return this.#acted(exchange, caller);
      case 'detail':
        return this.#detail(exchange, caller);
      case 'list':
        return this.#list(exchange, caller);
    }
  }

  #created(exchange: AuditedExchange, caller: string): void {
    const { body, answer, atMs } = exchange;
    const order = escrowOrderIn(exchange);
    const outcome =
      order === undefined ? 'BAD_REQUEST' : creationOutcome(this.#case, exchange, { order, caller });
    const isTerms = outcome === 'BAD_REQUEST' || outcome === 'INSUFFICIENT_BALANCE';
    const property = isTerms ? 'escrow-terms' : 'escrow-lifecycle';
    if (!isAsExpected(this.#case, exchange, { outcome, property }) || order === undefined) return;
    const { amount, expiresInMs } = order;
    const fee = Math.floor((amount + (this.#reads('feeRounding', 'floor') ? 0 : 50)) / 100);
    const named = text(body, 'referrer');
    const escrow: KnownEscrow = {
      id: text(answer, 'escrow_id') ?? '',
      sender: caller,
      receiver: this.#case.resolve(order.receiver) ?? order.receiver.toLowerCase(),
      amount,
      fee,
      expiresAtMs: atMs + expiresInMs,
      referrer: named === undefined ? undefined : this.#case.resolve(named),
      terms: {
        description: text(body, exchange.style === 'A' ? 'memo' : 'description') ?? null,
        conditions: (exchange.style === 'B' ? body?.['conditions'] : undefined) ?? null,
      },
      dispute: null,
      state: 'locked',
      isOpen: true,
      isStateShown: true,
      settledAtMs: undefined,
      ruling: undefined,
      cancel: () => undefined,
    };
    this.#expires(escrow);
    this.#escrows.set(escrow.id, escrow);
    this.#case.books.move(caller, -amount, amount);
    expectField(this.#case, 'escrow-terms', { name: 'status', seen: answer['status'], wanted: 'locked' });
    if (exchange.style === 'B') this.#holdsTerms(answer, escrow);
  }

  #reads(policy: string, option: string): boolean {
    return reads(this.#case, `escrow.${policy}`, option);
  }

  #expires(escrow: KnownEscrow, state = this.#case.setting.policies['escrow.expiryState'] ?? ''): void {
    escrow.cancel = this.#case.timers.at(escrow.expiresAtMs, `the expiry of escrow ${escrow.id}`, () =>
      this.#giveBack(escrow, state, escrow.expiresAtMs),
    );
  }

  #holdsTerms(answer: Body, { amount, fee, expiresAtMs }: KnownEscrow): void {
    const fields = [
      amountIn(answer, 'amount', amount),
      amountIn(answer, 'fee', fee),
      amountIn(answer, 'net', amount - fee),
      { name: 'expires_at', seen: instant(answer, 'expires_at'), wanted: expiresAtMs },
    ];
    for (const field of fields) expectField(this.#case, 'escrow-terms', field);
  }

  #acted(exchange: AuditedExchange, caller: string): void {
    const { operation, params, body, atMs, answer } = exchange;
    if (operation === 'dispute' && !isReason(body?.['reason'])) return;
    const escrow = this.#escrows.get(params['id'] ?? text(body, 'escrow_id') ?? '');
    const outcome = this.#actionOutcome(operation, escrow, caller);
    const wanted = { outcome, property: 'escrow-lifecycle' as const };
    if (!isAsExpected(this.#case, exchange, wanted) || escrow === undefined) return;
    escrow.cancel();
    if (operation === 'release') this.#release(escrow, atMs);
    else if (operation === 'refund') this.#giveBack(escrow, 'refunded', atMs);
    else this.#freeze(escrow, exchange, caller);
    if (operation === 'release' && exchange.style === 'A') {
      const paid = escrow.amount - (this.#reads('releasedAmount', 'gross') ? 0 : escrow.fee);
      expectField(this.#case, 'escrow-terms', amountIn(answer, 'released_amount', paid));
      expectField(this.#case, 'escrow-terms', {
        name: 'seller',
        seen: answer['seller'],
        wanted: escrow.receiver,
      });
    }
    if (operation === 'refund')
      expectField(this.#case, 'escrow-terms', amountIn(answer, 'amount', escrow.amount));
  }

  #actionOutcome(operation: string, escrow: KnownEscrow | undefined, caller: string): ExpectedOutcome {
    if (escrow === undefined) return 'NOT_FOUND';
    const mayReceiver = operation === 'dispute' && this.#reads('disputers', 'parties');
    const isParty = escrow.sender === caller || (mayReceiver && escrow.receiver === caller);
    if (!isParty) return 'FORBIDDEN';
    return escrow.isOpen ? 'OK' : 'CONFLICT';
  }

  #release(escrow: KnownEscrow, atMs: Instant): void {
    this.#case.books.apply(this.#released(escrow));
    this.#end(escrow, 'released', atMs);
    this.#charge(escrow);
  }

  #released({ sender, receiver, amount, fee }: KnownEscrow): Change[] {
    return [
      { agent: sender, held: -amount },
      { agent: receiver, available: amount - fee },
    ];
  }

  #end(escrow: KnownEscrow, state: string, atMs: Instant): void {
    Object.assign(escrow, { state, isOpen: false, settledAtMs: atMs });
  }

  /** A ruling at midnight comes before what is paid then, or after it; where the clock was stepped, its instant is not known. */
  #charge({ sender, fee, referrer: named, settledAtMs = 1, dispute }: KnownEscrow): void {
    const isTimed = isClockTrue(this.#case, { service: 'escrow', atMs: settledAtMs });
    const isSure = dispute === null || (settledAtMs % dayMs !== 0 && isTimed);
    this.#case.feeCharged({ service: 'escrow', payer: sender, feeMicros: fee, named, isSure });
  }

  #giveBack(escrow: KnownEscrow, state: string, atMs: Instant): void {
    const { ruling, sender, amount } = escrow;
    if (ruling !== undefined && !this.#case.books.isOpen(ruling)) return;
    if (ruling !== undefined) this.#case.books.settled(ruling);
    this.#case.books.move(sender, amount, -amount);
    this.#end(escrow, state, atMs);
  }

  /** Within its window a draw rules one way or the other, at an instant that no answer names before. */
  #awaitRuling(escrow: KnownEscrow, atMs: Instant): void {
    const { sender, amount, referrer } = escrow;
    // Whether there is a fee, and whose share of it, follows from the ruling.
    this.#case.houses.loosen('escrow:fees');
    this.#case.invalidateReferrers(sender, referrer);
    const released = (isSure: boolean): void => {
      this.#end(escrow, 'released', atMs);
      escrow.isStateShown = isSure;
      this.#charge(escrow);
    };
    const refunded = (isSure: boolean): void => {
      this.#end(escrow, 'refunded', atMs);
      escrow.isStateShown = isSure;
    };
    const back = [{ agent: sender, available: amount, held: -amount }];
    escrow.ruling = this.#case.books.expectEnd({
      ways: [
        { changes: this.#released(escrow), follows: released },
        { changes: back, follows: refunded },
      ],
    });
  }

  #freeze(escrow: KnownEscrow, { atMs, body, answer, style }: AuditedExchange, caller: string): void {
    escrow.state = this.#case.setting.policies['escrow.disputedName'] ?? '';
    escrow.isOpen = false;
    const rulesAtMs = atMs + windowMs;
    const isDrawn = this.#reads('arbiter', 'seeded');
    // An expiry before the ruling has the same effect as one of its ways.
    if (isDrawn) this.#awaitRuling(escrow, rulesAtMs);
    else if (this.#reads('expiryWhileDisputed', 'runs') && escrow.expiresAtMs < rulesAtMs)
      this.#expires(escrow, 'refunded');
    else
      escrow.cancel = this.#case.timers.at(rulesAtMs, `the ruling on escrow ${escrow.id}`, () =>
        this.#reads('arbiter', 'timeout-release')
          ? this.#release(escrow, rulesAtMs)
          : this.#giveBack(escrow, 'refunded', rulesAtMs),
      );
    escrow.dispute = {
      opened_by: caller,
      reason: body?.['reason'],
      evidence: body?.['evidence'] ?? null,
      opened_at: formatInstant(atMs),
      resolves_at: formatInstant(rulesAtMs),
    };
    const shown = style === 'A' ? answer : ((answer['dispute'] ?? {}) as Body);
    const ends = { name: 'resolves_at', seen: instant(shown, 'resolves_at'), wanted: rulesAtMs };
    expectField(this.#case, 'escrow-lifecycle', ends);
    if (style === 'B') checkDispute(this.#case, answer, escrow);
  }

  #detail(exchange: AuditedExchange, caller: string): void {
    const escrow = this.#escrows.get(exchange.params['id'] ?? '');
    const isParty = escrow?.sender === caller || escrow?.receiver === caller;
    const foreign = this.#reads('foreignRead', '404') ? 'NOT_FOUND' : 'FORBIDDEN';
    const found: ExpectedOutcome = isParty ? 'OK' : foreign;
    const outcome = escrow === undefined ? 'NOT_FOUND' : found;
    if (!isAsExpected(this.#case, exchange, { outcome, property: 'keys-isolated' })) return;
    if (escrow === undefined) return;
    checkRecord(this.#case, exchange.answer, { escrow, style: exchange.style });
    if (exchange.style === 'A') return;
    checkDispute(this.#case, exchange.answer, escrow);
    const wanted = JSON.stringify(escrow.terms['conditions']);
    const seen = JSON.stringify(exchange.answer['conditions']);
    expectField(this.#case, 'escrow-record', { name: 'conditions', seen, wanted });
    const named = { name: 'referrer', seen: exchange.answer['referrer'], wanted: escrow.referrer ?? null };
    expectField(this.#case, 'escrow-record', named);
  }

  #list(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange)) return;
    const { query, style, answer } = exchange;
    const { role = 'all', status } = query;
    const own = [...this.#escrows.values()]
      .toReversed()
      .filter(
        ({ sender, receiver, state }) =>
          ((role !== 'receiver' && sender === caller) || (role !== 'sender' && receiver === caller)) &&
          (status === undefined || state === status),
      );
    const isUnknown = ({ ruling, isStateShown }: KnownEscrow): boolean =>
      !isStateShown || (ruling !== undefined && this.#case.books.isOpen(ruling));
    if (status !== undefined && [...this.#escrows.values()].some(isUnknown)) return;
    checkPage(this.#case, exchange, own.length);
    const most = this.#reads('listA', 'all') ? own.length : 100;
    const wanted = shownPage(exchange, own, style === 'A' ? most : 20)
      .map(({ id }) => id)
      .join(' ');
    const shown = objects(answer, 'escrows');
    const seen = shown.map((row) => text(row, 'escrow_id')).join(' ');
    expectField(this.#case, 'lists-complete', { name: 'escrows', seen, wanted });
    for (const row of shown) {
      const escrow = this.#escrows.get(text(row, 'escrow_id') ?? '');
      if (escrow !== undefined) checkRecord(this.#case, row, { escrow, style });
    }
  }
}

const isReason = (value: unknown): boolean =>
  typeof value === 'string' && value.length > 0 && value.length <= 4096;
