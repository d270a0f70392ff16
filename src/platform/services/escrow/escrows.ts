/**
 * Escrow: funds of a sender held for a receiver until released, refunded, expired or disputed (specification.md,
 * Escrow). The ledger holds the net part and the 1% fee as two pending transfers, so no state can lose or double a
 * micro.
 */
import { assert } from '../../../core/base/assert.ts';
import { shareOf, type Micros } from '../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../core/base/refusal.ts';
import { GroupIndex, Table } from '../../../core/base/table.ts';
import { hourMs } from '../../../core/base/time.ts';
import { newestFirst, type Page } from '../../../core/http/paging.ts';
import type { AccountId } from '../../../core/ledger/ledger.ts';
import type { PendingHolder, PendingReason, Platform, RegisteredAgent, ServiceClock } from '../ports.ts';
import { planRuling } from './arbiter.ts';
import type {
  Dispute,
  DisputeOrder,
  Escrow,
  EscrowFilter,
  EscrowHold,
  EscrowOrder,
  EscrowState,
  Receiver,
} from './escrow-record.ts';
import { Parties } from './parties.ts';

/** An accepted order, with the agents that it names. */
interface LockOrder {
  readonly order: EscrowOrder;
  readonly caller: RegisteredAgent;
  readonly receiver: Receiver;
  readonly referrer: RegisteredAgent | null;
}

/** The resolution window of a dispute (ESC39). */
export const disputeWindowMs = 48 * hourMs;

/** The service of one world. Each escrow ends exactly once: by a release, a refund, its expiry or a ruling. */
export class Escrows implements PendingHolder {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #fees: AccountId;
  readonly #escrows: Table<Escrow>;
  readonly #sent: GroupIndex<Escrow>;
  readonly #received: GroupIndex<Escrow>;
  readonly #involved: GroupIndex<Escrow>;
  readonly #parties: Parties;

  constructor(parts: { platform: Platform; clock: ServiceClock }) {
    const { platform, clock } = parts;
    this.#platform = platform;
    this.#clock = clock;
    this.#fees = platform.ledger.openAccount('escrow:fees');
    this.#escrows = new Table(platform.journal);
    this.#sent = new GroupIndex(platform.journal);
    this.#received = new GroupIndex(platform.journal);
    this.#involved = new GroupIndex(platform.journal);
    this.#parties = new Parties(platform);
  }

  /**
   * ESC30, ESC31. Refuses BAD_REQUEST (referrer, self), NOT_FOUND (receiver), FORBIDDEN (buyer), INSUFFICIENT_BALANCE.
   */
  create(order: EscrowOrder, caller: RegisteredAgent): Outcome<Escrow> {
    const referrer = this.#parties.referrerOf(order, caller);
    if (referrer instanceof Refusal) return referrer;
    const receiver = this.#parties.receiverOf(order.receiver);
    if (receiver instanceof Refusal) return receiver;
    const mistake = this.#parties.buyerMistake(order.buyer, caller);
    if (mistake !== undefined) return mistake;
    if (receiver.agent === caller) return refuse('BAD_REQUEST', 'sender and receiver are the same agent');
    if (this.#platform.ledger.available(caller.account) < order.amountMicros) {
      return refuse('INSUFFICIENT_BALANCE', 'the USDC balance does not cover the escrow amount');
    }
    return this.#lock({ order, caller, receiver, referrer });
  }

  /** ESC32, ESC33. Refuses NOT_FOUND, FORBIDDEN (not the sender), CONFLICT (not locked). */
  release(input: { id: string }, caller: RegisteredAgent): Outcome<Escrow> {
    const escrow = this.#lockedOf(input.id, caller, 'release');
    if (escrow instanceof Refusal) return escrow;
    escrow.cancel();
    this.#payOut(escrow);
    this.#platform.emit('escrowReleased', escrow.amountMicros);
    return escrow;
  }

  /** ESC35, ESC36: before expiry, the whole amount, no fee. Refuses NOT_FOUND, FORBIDDEN, CONFLICT. */
  refund(input: { id: string }, caller: RegisteredAgent): Outcome<Escrow> {
    const escrow = this.#lockedOf(input.id, caller, 'refund');
    if (escrow instanceof Refusal) return escrow;
    escrow.cancel();
    this.#giveBack(escrow, 'refunded');
    this.#platform.emit('escrowRefunded', escrow.amountMicros);
    return escrow;
  }

  /** ESC38, ESC39: freezes the funds for 48 hours. Refuses NOT_FOUND, FORBIDDEN (gap S4), CONFLICT (not locked). */
  dispute(input: DisputeOrder, caller: RegisteredAgent): Outcome<Escrow> {
    const escrow = this.#escrows.get(input.id);
    if (escrow === undefined) return unknown(input.id);
    if (!this.#mayDispute(escrow, caller)) {
      return refuse('FORBIDDEN', 'only a party to the escrow may dispute it');
    }
    if (escrow.state !== 'locked') return refuse('CONFLICT', `the escrow is ${escrow.state}`);
    this.#freeze(escrow, { openedBy: caller, reason: input.reason, evidence: input.evidence });
    return escrow;
  }

  /** Parties only (gap A6). Refuses NOT_FOUND, FORBIDDEN. */
  detail(input: { id: string }, caller: RegisteredAgent): Outcome<Escrow> {
    const escrow = this.#escrows.get(input.id);
    if (escrow === undefined) return unknown(input.id);
    if (escrow.sender === caller || escrow.receiver.agent === caller) return escrow;
    return this.#platform.policies['escrow.foreignRead'] === '404'
      ? unknown(input.id)
      : refuse('FORBIDDEN', 'only a party to the escrow may read it');
  }

  /** The caller's escrows, newest first. */
  list({ role, state, request: page }: EscrowFilter, caller: RegisteredAgent): Outcome<Page<Escrow>> {
    const indexes = { sender: this.#sent, receiver: this.#received, all: this.#involved };
    const own = indexes[role].get(caller.agentId);
    const isMatch = (escrow: Escrow): boolean => this.#matches(escrow, state);
    return newestFirst(state === undefined ? own : own.filter(isMatch), page);
  }

  /** The net part and the fee of every escrow that is neither settled nor expired. */
  *pendingReasons(): Iterable<PendingReason> {
    for (const escrow of this.#escrows.rows()) {
      const open = openUntil(escrow);
      if (open === undefined) continue;
      const { holding, amountMicros, feeMicros } = escrow;
      yield { ...open, transfer: holding.net, amountMicros: amountMicros - feeMicros };
      yield { ...open, transfer: holding.fee, amountMicros: feeMicros };
    }
  }

  /** Policy `escrow.disputedName: locked` shows a frozen escrow as locked, so that filter includes it. */
  #matches(escrow: Escrow, state: EscrowState | undefined): boolean {
    if (escrow.state === state) return true;
    const isShownLocked = this.#platform.policies['escrow.disputedName'] === 'locked';
    return state === 'locked' && escrow.state === 'disputed' && isShownLocked;
  }

  #lock(parts: LockOrder): Escrow {
    const { order, caller, receiver, referrer } = parts;
    const createdAtMs = this.#clock.nowMs;
    const expiresAtMs = createdAtMs + order.expiresInMs;
    const feeMicros = this.#feeOf(order.amountMicros);
    const escrow: Escrow = {
      id: this.#platform.nextId('esc'),
      sender: caller,
      receiver,
      amountMicros: order.amountMicros,
      feeMicros,
      description: order.description,
      referrer,
      conditions: order.conditions,
      createdAtMs,
      expiresAtMs,
      lockTxHash: this.#platform.nextTxHash(),
      state: 'locked',
      holding: this.#hold(
        { sender: caller, receiver, amountMicros: order.amountMicros, feeMicros },
        expiresAtMs,
      ),
      dispute: null,
      settledAtMs: null,
      settleTxHash: null,
      cancel: () => undefined,
    };
    escrow.cancel = this.#clock.schedule(expiresAtMs, () => this.#expire(escrow));
    this.#escrows.insert(escrow.id, escrow);
    this.#sent.add(caller.agentId, escrow);
    this.#involved.add(caller.agentId, escrow);
    if (receiver.agent !== null) {
      this.#received.add(receiver.agent.agentId, escrow);
      this.#involved.add(receiver.agent.agentId, escrow);
    }
    this.#platform.emit('escrowCreated', escrow.amountMicros);
    return escrow;
  }

  /** 1% in micros, rounded once at creation (gap S8); net and fee always add up to the amount. */
  #feeOf(amountMicros: Micros): Micros {
    const rounding = this.#platform.policies['escrow.feeRounding'];
    return shareOf(amountMicros, { numerator: 1, denominator: 100, rounding });
  }

  #hold(
    escrow: Pick<Escrow, 'sender' | 'receiver' | 'amountMicros' | 'feeMicros'>,
    timeoutAtMs: number,
  ): EscrowHold {
    const { ledger } = this.#platform;
    const debit = escrow.sender.account;
    const atMs = this.#clock.nowMs;
    const amount = escrow.amountMicros - escrow.feeMicros;
    const net = ledger.reserve(
      { debit, credit: escrow.receiver.account, amount, kind: 'escrow-net', atMs },
      timeoutAtMs,
    );
    const fee = ledger.reserve(
      { debit, credit: this.#fees, amount: escrow.feeMicros, kind: 'escrow-fee', atMs },
      timeoutAtMs,
    );
    assert(!(net instanceof Refusal) && !(fee instanceof Refusal), 'an escrow is covered before it is held');
    return { net, fee };
  }

  /** The escrow, if the caller is its sender and it is locked. */
  #lockedOf(id: string, caller: RegisteredAgent, verb: string): Outcome<Escrow> {
    const escrow = this.#escrows.get(id);
    if (escrow === undefined) return unknown(id);
    if (escrow.sender !== caller) return refuse('FORBIDDEN', `only the sender may ${verb} the escrow`);
    return escrow.state === 'locked' ? escrow : refuse('CONFLICT', `the escrow is already ${escrow.state}`);
  }

  #mayDispute(escrow: Escrow, caller: RegisteredAgent): boolean {
    if (escrow.sender === caller) return true;
    return this.#platform.policies['escrow.disputers'] === 'parties' && escrow.receiver.agent === caller;
  }

  #payOut(escrow: Escrow): void {
    const atMs = this.#clock.nowMs;
    this.#platform.ledger.post(escrow.holding.net, atMs);
    this.#platform.ledger.post(escrow.holding.fee, atMs);
    this.#settle(escrow, 'released');
    this.#platform.referral.accrue({
      service: 'escrow',
      payer: escrow.sender,
      named: escrow.referrer,
      feeMicros: escrow.feeMicros,
      feesAccount: this.#fees,
      atMs,
    });
  }

  #giveBack(escrow: Escrow, state: 'refunded' | 'expired'): void {
    const atMs = this.#clock.nowMs;
    const { ledger } = this.#platform;
    for (const held of [escrow.holding.net, escrow.holding.fee]) {
      if (state === 'expired') ledger.expire(held, atMs);
      else ledger.void(held, atMs);
    }
    this.#settle(escrow, state);
  }

  #settle(escrow: Escrow, state: EscrowState): void {
    const settleTxHash = this.#platform.nextTxHash();
    this.#escrows.update(escrow, { state, settledAtMs: this.#clock.nowMs, settleTxHash });
  }

  /** Due at exactly `expires_at`, before requests of that instant (gap S7). */
  #expire(escrow: Escrow): void {
    assert(escrow.state === 'locked', 'only a locked escrow expires');
    this.#giveBack(escrow, 'expired');
    if (this.#platform.policies['escrow.expiryState'] === 'refunded') {
      this.#escrows.update(escrow, { state: 'refunded' });
    }
    this.#platform.emit('escrowExpired', escrow.amountMicros);
  }

  /** Replaces the reservations by ones without a timeout: from here on the ruling ends them, not the ledger. */
  #freeze(escrow: Escrow, dispute: Pick<Dispute, 'openedBy' | 'reason' | 'evidence'>): void {
    const openedAtMs = this.#clock.nowMs;
    escrow.cancel();
    this.#platform.ledger.void(escrow.holding.net, openedAtMs);
    this.#platform.ledger.void(escrow.holding.fee, openedAtMs);
    const ruling = planRuling(this.#platform, { escrow, openedAtMs, windowMs: disputeWindowMs });
    this.#escrows.update(escrow, {
      state: 'disputed',
      holding: this.#hold(escrow, Infinity),
      dispute: { ...dispute, openedAtMs, resolvesAtMs: openedAtMs + disputeWindowMs },
      cancel: this.#clock.schedule(ruling.atMs, () => this.#rule(escrow, ruling.outcome)),
    });
    this.#platform.emit('escrowDisputed', escrow.amountMicros);
  }

  #rule(escrow: Escrow, outcome: 'release' | 'refund'): void {
    assert(escrow.state === 'disputed', 'only a disputed escrow is ruled on');
    if (outcome === 'release') this.#payOut(escrow);
    else this.#giveBack(escrow, 'refunded');
    this.#platform.emit('escrowRuled', escrow.amountMicros);
  }
}

const unknown = (id: string): Refusal => refuse('NOT_FOUND', `there is no escrow "${id}"`);

/** Why an escrow still holds money; undefined for one that has ended. */
function openUntil({
  state,
  expiresAtMs,
  dispute,
}: Escrow): Pick<PendingReason, 'reason' | 'untilMs'> | undefined {
  if (state === 'locked') return { reason: 'escrow locked until its expiry', untilMs: expiresAtMs };
  if (state !== 'disputed') return undefined;
  return { reason: 'escrow frozen until its ruling', untilMs: dispute?.resolvesAtMs ?? null };
}
