/** Style B of the escrow, the normative life-cycle: short paths, amounts as decimal strings. */
import { Type } from 'typebox';
import { formatUsdc } from '../../base/money.ts';
import { Refusal } from '../../base/refusal.ts';
import { formatInstant } from '../../base/time.ts';
import type { JsonObject } from '../../http/message.ts';
import { binding, type Call } from '../../http/route.ts';
import { FreeForm, ListLimit, readAmount, readFreeForm, readListLimit, Usdc } from '../../http/wire.ts';
import type { Policies } from '../../policy/policies.ts';
import type { Escrow, EscrowFilter, EscrowOrder } from './escrow-record.ts';
import { AgentName, Evidence, FreeText, Reason } from './schemas.ts';
import { amountMinMicros, readExpiresIn, readStateFilter, stateName } from './terms.ts';

const conditionsBytesMax = 16_384;
const listLimitDefault = 20; // P:61

/** `/escrow/{id}/…` */
const readId = ({ params }: Call): { id: string } => ({ id: params['id'] ?? '' });

export const createB = binding({
  body: Type.Object({
    amount: Usdc,
    receiver: AgentName,
    description: Type.Optional(FreeText),
    expires_in: Type.Optional(Type.Number()),
    referrer: Type.Optional(AgentName),
    conditions: Type.Optional(FreeForm),
  }),
  read: ({ body }) => {
    const amountMicros = readAmount(body.amount, 'amount', amountMinMicros);
    if (amountMicros instanceof Refusal) return amountMicros;
    const expiresInMs = readExpiresIn(body.expires_in);
    if (expiresInMs instanceof Refusal) return expiresInMs;
    const conditions =
      body.conditions === undefined ? null : readFreeForm(body.conditions, 'conditions', conditionsBytesMax);
    if (conditions instanceof Refusal) return conditions;
    return {
      buyer: undefined,
      receiver: body.receiver,
      amountMicros,
      expiresInMs,
      description: body.description ?? null,
      referrer: body.referrer,
      conditions,
    } satisfies EscrowOrder;
  },
  write: (escrow: Escrow, { policies }) => ({
    escrow_id: escrow.id,
    status: stateName(escrow, policies),
    amount: formatUsdc(escrow.amountMicros),
    fee: formatUsdc(escrow.feeMicros),
    net: formatUsdc(escrow.amountMicros - escrow.feeMicros),
    receiver: escrow.receiver.name,
    expires_at: formatInstant(escrow.expiresAtMs),
  }),
});

/** Release: P:55. The refund result carries the amount beside it (gap S16). */
export const releaseB = binding({
  read: readId,
  write: (escrow: Escrow, { policies }) => ({
    escrow_id: escrow.id,
    status: stateName(escrow, policies),
    tx_hash: escrow.settleTxHash,
  }),
});

export const refundB = binding({
  read: readId,
  write: (escrow: Escrow, { policies }) => ({
    escrow_id: escrow.id,
    status: stateName(escrow, policies),
    amount: formatUsdc(escrow.amountMicros),
    tx_hash: escrow.settleTxHash,
  }),
});

export const disputeB = binding({
  body: Type.Object({ reason: Reason, evidence: Type.Optional(Evidence) }),
  read: ({ params, body }) => ({
    id: params['id'] ?? '',
    reason: body.reason,
    evidence: body.evidence ?? null,
  }),
  write: (escrow: Escrow, { policies }) => ({
    escrow_id: escrow.id,
    status: stateName(escrow, policies),
    dispute: disputeOf(escrow),
  }),
});

export const detailB = binding({
  read: readId,
  write: (escrow: Escrow, { policies }) => ({
    ...recordB(escrow, policies),
    conditions: escrow.conditions,
    referrer: escrow.referrer?.agentId ?? null,
    dispute: disputeOf(escrow),
  }),
});

export const listB = binding({
  query: Type.Object({
    role: Type.Optional(Type.Enum(['sender', 'receiver', 'all'])),
    status: Type.Optional(Type.String()),
    limit: ListLimit,
  }),
  read: ({ query, policies }) => {
    const limit = readListLimit(query.limit, listLimitDefault, policies);
    if (limit instanceof Refusal) return limit;
    const state = readStateFilter(query.status, policies);
    if (state instanceof Refusal) return state;
    return { role: query.role ?? 'all', state, limit } satisfies EscrowFilter;
  },
  write: (escrows: readonly Escrow[], { policies }) => ({
    escrows: escrows.map((escrow) => recordB(escrow, policies)),
  }),
});

function recordB(escrow: Escrow, policies: Policies): JsonObject {
  return {
    escrow_id: escrow.id,
    status: stateName(escrow, policies),
    amount: formatUsdc(escrow.amountMicros),
    fee: formatUsdc(escrow.feeMicros),
    net: formatUsdc(escrow.amountMicros - escrow.feeMicros),
    sender: escrow.sender.agentId,
    receiver: escrow.receiver.name,
    description: escrow.description,
    created_at: formatInstant(escrow.createdAtMs),
    expires_at: formatInstant(escrow.expiresAtMs),
    settled_at: escrow.settledAtMs === null ? null : formatInstant(escrow.settledAtMs),
    lock_tx_hash: escrow.lockTxHash,
    tx_hash: escrow.settleTxHash,
  };
}

function disputeOf({ dispute }: Escrow): JsonObject | null {
  if (dispute === null) return null;
  return {
    opened_by: dispute.openedBy.agentId,
    reason: dispute.reason,
    evidence: dispute.evidence,
    opened_at: formatInstant(dispute.openedAtMs),
    resolves_at: formatInstant(dispute.resolvesAtMs),
  };
}
