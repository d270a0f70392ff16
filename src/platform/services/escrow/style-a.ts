/** Style A of the escrow: paths under /api/v1, buyer and seller in the body, amounts as JSON numbers. */
import { Type, type Static } from 'typebox';
import { usdcNumber } from '../../../core/base/money.ts';
import { Refusal, type Outcome } from '../../../core/base/refusal.ts';
import { formatInstant, secondMs } from '../../../core/base/time.ts';
import { allRows, pageAnswer, pageQuery, pageView, readPage, type Page } from '../../../core/http/paging.ts';
import { binding } from '../../../core/http/route.ts';
import { InstantText, readAmount, TxHash, UsdcNumber } from '../../../core/http/wire.ts';
import type { Policies } from '../../../core/policy/policies.ts';
import type { Escrow, EscrowFilter, EscrowOrder } from './escrow-record.ts';
import { AgentName, Amount, EndHash, EscrowId, Evidence, FreeText, Reason, Status } from './schemas.ts';
import { amountMinMicros, expiresInDefaultSeconds, stateName } from './terms.ts';

/** `POST /api/v1/escrow/create`: the buyer must be the caller (gap S13); expires after 24 hours (ESC01, ESC13). */
export const createA = binding({
  body: Type.Object({
    buyer: AgentName,
    seller: AgentName,
    amount: Amount,
    currency: Type.Optional(Type.Literal('USDC')), // gap S14
    memo: Type.Optional(FreeText),
  }),
  read: ({ body }) => {
    const amountMicros = readAmount(body.amount, 'amount', amountMinMicros);
    if (amountMicros instanceof Refusal) return amountMicros;
    return {
      buyer: body.buyer,
      receiver: body.seller,
      amountMicros,
      expiresInMs: expiresInDefaultSeconds * secondMs,
      description: body.memo ?? null,
      referrer: undefined,
      conditions: null,
    } satisfies EscrowOrder;
  },
  documented: ['escrow_id', 'status'],
  answer: Type.Object({ escrow_id: EscrowId, status: Status }),
  write: (escrow: Escrow, { policies }) => ({ escrow_id: escrow.id, status: stateName(escrow, policies) }),
});

/** `POST /api/v1/escrow/release`: answers with the net amount by default (ESC02, gap S15). */
export const releaseA = binding({
  body: Type.Object({ escrow_id: EscrowId }),
  read: ({ body }) => ({ id: body.escrow_id }),
  documented: ['released_amount', 'seller'],
  answer: Type.Object({ released_amount: UsdcNumber, seller: AgentName }),
  write: (escrow: Escrow, { policies }) => ({
    released_amount: usdcNumber(
      policies['escrow.releasedAmount'] === 'net'
        ? escrow.amountMicros - escrow.feeMicros
        : escrow.amountMicros,
    ),
    seller: escrow.receiver.name,
  }),
});

/** `POST /api/v1/escrow/dispute`: answers with the end of the resolution window (ESC03). */
export const disputeA = binding({
  body: Type.Object({ escrow_id: EscrowId, reason: Reason, evidence: Type.Optional(Evidence) }), // gap S17
  read: ({ body }) => ({ id: body.escrow_id, reason: body.reason, evidence: body.evidence ?? null }),
  answer: Type.Object({ escrow_id: EscrowId, status: Status, resolves_at: InstantText }),
  write: (escrow: Escrow, { policies }) => ({
    escrow_id: escrow.id,
    status: stateName(escrow, policies),
    resolves_at: formatInstant(escrow.dispute?.resolvesAtMs ?? 0),
  }),
});

const EscrowA = Type.Object({
  escrow_id: EscrowId,
  status: Status,
  buyer: AgentName,
  seller: AgentName,
  amount: UsdcNumber,
  fee: UsdcNumber,
  currency: Type.Literal('USDC'),
  memo: Type.Union([FreeText, Type.Null()]),
  created_at: InstantText,
  expires_at: InstantText,
  lock_tx_hash: TxHash,
  tx_hash: EndHash,
  settled_at: Type.Union([InstantText, Type.Null()]),
});

/** `GET /api/v1/escrow/{id}`: one escrow, to its parties (ESC04). */
export const detailA = binding({
  read: ({ params }) => ({ id: params['id'] ?? '' }),
  answer: EscrowA,
  write: (escrow: Escrow, { policies }) => recordA(escrow, policies),
});

const listMax = 100;

/** `GET /api/v1/escrow/list`: the caller's escrows on both sides, newest first, 100 by default (ESC05, gap X13). */
export const listA = binding({
  query: Type.Object(pageQuery),
  read: ({ query, policies }): Outcome<EscrowFilter> => {
    const defaultValue = policies['escrow.listA'] === 'newest' ? listMax : allRows;
    const request = readPage(query, defaultValue, policies);
    return request instanceof Refusal ? request : { role: 'all', state: undefined, request };
  },
  answer: Type.Object({ escrows: Type.Array(EscrowA), ...pageAnswer }),
  write: (page: Page<Escrow>, { policies }) => ({
    escrows: page.rows.map((escrow) => recordA(escrow, policies)),
    ...pageView(page),
  }),
});

function recordA(escrow: Escrow, policies: Policies): Static<typeof EscrowA> {
  return {
    escrow_id: escrow.id,
    status: stateName(escrow, policies),
    buyer: escrow.sender.agentId,
    seller: escrow.receiver.name,
    amount: usdcNumber(escrow.amountMicros),
    fee: usdcNumber(escrow.feeMicros),
    currency: 'USDC',
    memo: escrow.description,
    created_at: formatInstant(escrow.createdAtMs),
    expires_at: formatInstant(escrow.expiresAtMs),
    lock_tx_hash: escrow.lockTxHash,
    tx_hash: escrow.settleTxHash,
    settled_at: escrow.settledAtMs === null ? null : formatInstant(escrow.settledAtMs),
  };
}
