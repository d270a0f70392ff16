/** What an agent asks of the escrow service, and what a model of it says of each answer. */
import { dayMs, formatInstant, hourMs } from '../../../src/core/base/time.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { EscrowModel } from '../../../src/verification/oracle/models/escrow.ts';
import { FollowedRun } from './followed-run.ts';

export const usdc = 1_000_000;
export const windowMs = 48 * hourMs;
export const tooShort = `0x${'a'.repeat(39)}`;
export const outside = `0x${'c'.repeat(40)}`;
const byDefault = {
  'escrow.feeRounding': 'half-up', 'escrow.expiryState': 'expired', 'escrow.releasedAmount': 'net', 'escrow.disputers': 'parties',
  'escrow.disputedName': 'disputed', 'escrow.arbiter': 'timeout-refund', 'escrow.expiryWhileDisputed': 'stops', 'escrow.foreignRead': '403',
  'escrow.listA': 'page',
}; // prettier-ignore

/** Escrows of alice, bob and carol, of whom alice has 10 USDC and the others 5. */
export class Escrows extends FollowedRun {
  readonly model: EscrowModel;
  constructor(policies: Readonly<Record<string, string>> = {}, setting: object = {}) {
    super({ policies: { ...byDefault, ...policies }, agents: { alice: 10, bob: 5, carol: 5 }, setting });
    this.model = new EscrowModel(this.file);
  }

  asks(caller: string | undefined, call: string, more: Partial<AuditedExchange> = {}): string[] {
    return this.hears(this.model, caller, [`escrow/${call}`, more]);
  }

  /** An escrow of 2 USDC from alice to bob, which ends after an hour. */
  makes(id = 'esc_1', body: Body = {}, style = 'B'): string[] {
    const atMs = this.timers.nowMs;
    const sent = style === 'B' ? { receiver: 'bob', amount: 2, expires_in: 3600 } : { buyer: 'alice', seller: 'bob', amount: 2 };
    const expiresMs = atMs + (style === 'B' ? hourMs : dayMs);
    const answer = { escrow_id: id, status: 'locked', amount: 2, fee: 0.02, net: 1.98, expires_at: formatInstant(expiresMs) };
    return this.asks('alice', `${style}/create`, { body: { ...sent, ...body }, answer });
  }

  disputes(caller = 'bob', more: Partial<AuditedExchange> = {}, id = 'esc_1'): string[] {
    const { nowMs } = this.timers;
    const dispute = { opened_by: caller, reason: 'late', evidence: null, opened_at: formatInstant(nowMs), resolves_at: formatInstant(nowMs + windowMs) };
    return this.asks(caller, 'B/dispute', { params: { id }, body: { reason: 'late' }, answer: { dispute }, ...more });
  }

  record(more: Body = {}): Body {
    return { escrow_id: 'esc_1', status: 'locked', amount: 2, fee: 0.02, sender: 'alice', receiver: 'bob', expires_at: formatInstant(hourMs), settled_at: null, description: null, tx_hash: null, dispute: null, conditions: null, referrer: null, ...more };
  }
} // prettier-ignore

/** What is said of an answer that is another one than it has to be. */
export const answeredAs = (property: string, call: string, seen: string, wanted: string): string[] => [
  `${property}: escrow/${call} is answered ${seen}; expected ${wanted}`,
];

export type Policies = Readonly<Record<string, string>>;
