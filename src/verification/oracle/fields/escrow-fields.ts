/** Which fields of the escrow the oracle looks at, and how; measured by `test/verification/oracle/noticed`. */
import type { FieldTable } from './field-table.ts';

export const escrowFields: FieldTable = {
  'A/create': {
    predicted: '/status',
    constrained: '/escrow_id',
  },
  'A/detail': {
    predicted: '/amount /buyer /expires_at /fee /seller /settled_at /status',
    constrained: '/created_at /currency /escrow_id /lock_tx_hash /memo /tx_hash',
  },
  'A/dispute': {
    predicted: '/resolves_at /status',
    constrained: '/escrow_id',
  },
  'A/list': {
    predicted: '/escrows/[]/amount /escrows/[]/buyer /escrows/[]/currency /escrows/[]/escrow_id /escrows/[]/expires_at /escrows/[]/fee /escrows/[]/seller /escrows/[]/settled_at /escrows/[]/status /escrows/[]/tx_hash',
    constrained: '/escrows/[]/created_at /escrows/[]/lock_tx_hash /escrows/[]/memo /page /total',
  },
  'A/release': {
    constrained: '/released_amount /seller',
  },
  'B/create': {
    predicted: '/amount /expires_at /fee /net /status',
    constrained: '/escrow_id /receiver',
  },
  'B/detail': {
    predicted: '/amount /expires_at /fee /receiver /sender /settled_at /status /tx_hash',
    constrained: '/conditions/* /created_at /description /dispute/evidence /dispute/opened_at /dispute/opened_by /dispute/reason /dispute/resolves_at /escrow_id /lock_tx_hash /net /referrer',
  },
  'B/dispute': {
    predicted: '/dispute/opened_at /dispute/resolves_at /status',
    constrained: '/dispute/evidence /dispute/opened_by /dispute/reason /escrow_id',
  },
  'B/list': {
    predicted: '/escrows/[]/escrow_id',
    constrained: '/escrows/[]/amount /escrows/[]/created_at /escrows/[]/description /escrows/[]/expires_at /escrows/[]/fee /escrows/[]/lock_tx_hash /escrows/[]/net /escrows/[]/receiver /escrows/[]/sender /escrows/[]/settled_at /escrows/[]/status /escrows/[]/tx_hash /page /total',
  },
  'B/refund': {
    predicted: '/amount /status',
    constrained: '/escrow_id /tx_hash',
  },
  'B/release': {
    predicted: '/status',
    constrained: '/escrow_id /tx_hash',
  },
}; // prettier-ignore
