/** Style B of the escrow, the normative life-cycle: short paths, amounts as decimal strings. */
import { Type, type Static } from 'typebox';
import { extended } from '../../../core/base/extended.ts';
import { formatUsdc } from '../../../core/base/money.ts';
import { Refusal } from '../../../core/base/refusal.ts';
import { formatInstant } from '../../../core/base/time.ts';
import { pageAnswer, pageQuery, pageView, readPage, type Page } from '../../../core/http/paging.ts';
import { binding, type BindingInput } from '../../../core/http/route.ts';
import {
  FreeForm,
  InstantText,
  readAmount,
  readFreeForm,
  TxHash,
  UsdcText,
} from '../../../core/http/wire.ts';
import type { Policies } from '../../../core/policy/policies.ts';
import type { Escrow, EscrowFilter, EscrowOrder } from './escrow-record.ts';
import {
  AgentName,
  Amount,
  EndHash,
  EscrowId,
  Evidence,
  ExpiresIn,
  FreeText,
  Reason,
  Status,
} from './schemas.ts';
import { amountMinMicros, readExpiresIn, readStateFilter, stateName, stateNames } from './terms.ts';

const conditionsBytesMax = 16_384;
const listLimitDefault = 20; // ESC27

/** `/escrow/{id}/…` */
const readId = ({ params }: BindingInput): { id: string } => ({ id: params['id'] ?? '' });

/** `POST /escrow`: an amount, a receiver and optional terms; 24 hours by default (ESC06, ESC14 to ESC22). */
export const createB = binding({
  body: Type.Object({
    amount: Amount,
    receiver: AgentName,
    description: Type.Optional(FreeText),
    expires_in: Type.Optional(ExpiresIn),
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
  documented: ['escrow_id', 'status', 'amount', 'fee', 'net', 'receiver', 'expires_at'],
  answer: Type.Object({
    escrow_id: EscrowId,
    status: Status,
    amount: UsdcText,
    fee: UsdcText,
    net: UsdcText,
    receiver: AgentName,
    expires_at: InstantText,
  }),
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

/** Release: ESC07. The refund result carries the amount beside it (gap S16). */
export const releaseB = binding({
  read: readId,
  documented: ['escrow_id', 'status', 'tx_hash'],
  answer: Type.Object({ escrow_id: EscrowId, status: Status, tx_hash: EndHash }),
  write: (escrow: Escrow, { policies }) => ({
    escrow_id: escrow.id,
    status: stateName(escrow, policies),
    tx_hash: escrow.settleTxHash,
  }),
});

/** `POST /escrow/{id}/refund`: answers with the whole amount (ESC08). */
export const refundB = binding({
  read: readId,
  answer: Type.Object({ escrow_id: EscrowId, status: Status, amount: UsdcText, tx_hash: EndHash }),
  write: (escrow: Escrow, { policies }) => ({
    escrow_id: escrow.id,
    status: stateName(escrow, policies),
    amount: formatUsdc(escrow.amountMicros),
    tx_hash: escrow.settleTxHash,
  }),
});

const DisputeB = Type.Union([
  Type.Null(),
  Type.Object({
    opened_by: AgentName,
    reason: Reason,
    evidence: Type.Union([Evidence, Type.Null()]),
    opened_at: InstantText,
    resolves_at: InstantText,
  }),
]);

/** `POST /escrow/{id}/dispute`: a reason and optional evidence (ESC11, ESC23, ESC24). */
export const disputeB = binding({
  body: Type.Object({ reason: Reason, evidence: Type.Optional(Evidence) }),
  read: ({ params, body }) => ({
    id: params['id'] ?? '',
    reason: body.reason,
    evidence: body.evidence ?? null,
  }),
  answer: Type.Object({ escrow_id: EscrowId, status: Status, dispute: DisputeB }),
  write: (escrow: Escrow, { policies }) => ({
    escrow_id: escrow.id,
    status: stateName(escrow, policies),
    dispute: disputeOf(escrow),
  }),
});

const escrowFieldsB = {
  escrow_id: EscrowId,
  status: Status,
  amount: UsdcText,
  fee: UsdcText,
  net: UsdcText,
  sender: AgentName,
  receiver: AgentName,
  description: Type.Union([FreeText, Type.Null()]),
  created_at: InstantText,
  expires_at: InstantText,
  settled_at: Type.Union([InstantText, Type.Null()]),
  lock_tx_hash: TxHash,
  tx_hash: EndHash,
};
const EscrowB = Type.Object(escrowFieldsB);

/** `GET /escrow/{id}`: the whole record, to its parties (ESC09, ESC28). */
export const detailB = binding({
  read: readId,
  answer: Type.Object({
    ...escrowFieldsB,
    conditions: Type.Union([FreeForm, Type.Null()]),
    referrer: Type.Union([AgentName, Type.Null()]),
    dispute: DisputeB,
  }),
  write: (escrow: Escrow, { policies }) =>
    extended(recordB(escrow, policies), {
      conditions: escrow.conditions,
      referrer: escrow.referrer?.agentId ?? null,
      dispute: disputeOf(escrow),
    }),
});

const listQuery = (disputedName = 'disputed') =>
  Type.Object({
    role: Type.Optional(Type.Enum(['sender', 'receiver', 'all'])),
    status: Type.Optional(Type.Enum(stateNames(disputedName))),
    ...pageQuery,
  });

const listQueries = {
  disputed: listQuery('disputed'),
  frozen: listQuery('frozen'),
  locked: listQuery('locked'),
};

/** `GET /escrows`: a page, 20 by default, by role and state (ESC10, ESC25 to ESC27). */
export const listB = binding({
  query: listQuery(),
  under: (policies) => ({ query: listQueries[policies['escrow.disputedName']] }),
  read: ({ query, policies }) => {
    const request = readPage(query, listLimitDefault, policies);
    if (request instanceof Refusal) return request;
    const state = readStateFilter(query.status, policies);
    if (state instanceof Refusal) return state;
    return { role: query.role ?? 'all', state, request } satisfies EscrowFilter;
  },
  answer: Type.Object({ escrows: Type.Array(EscrowB), ...pageAnswer }),
  write: (page: Page<Escrow>, { policies }) => ({
    escrows: page.rows.map((escrow) => recordB(escrow, policies)),
    ...pageView(page),
  }),
});

function recordB(escrow: Escrow, policies: Policies): Static<typeof EscrowB> {
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

function disputeOf({ dispute }: Escrow): Static<typeof DisputeB> {
  if (dispute === null) return null;
  return {
    opened_by: dispute.openedBy.agentId,
    reason: dispute.reason,
    evidence: dispute.evidence,
    opened_at: formatInstant(dispute.openedAtMs),
    resolves_at: formatInstant(dispute.resolvesAtMs),
  };
}
