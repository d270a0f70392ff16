/** Which fields of the domains the oracle looks at, and how; measured by `test/verification/oracle/noticed`. */
import type { FieldTable } from './field-table.ts';

export const domainsFields: FieldTable = {
  'A/changeRecord': {
    constrained: '/domain /records/[]/name /records/[]/ttl /records/[]/type /records/[]/value /result',
  },
  'A/check': {
    predicted: '/available /price_usdc',
  },
  'A/list': {
    predicted: '/domains/[]/domain /domains/[]/expires_at /domains/[]/registered_at /page /total',
    constrained: '/domains/[]/status',
  },
  'A/register': {
    predicted: '/expires_at',
    constrained: '/domain',
  },
  'A/valuation': {
    constrained: '/domain /factors/[]/factor /factors/[]/percent /valuation_usdc',
  },
  'B/list': {
    predicted: '/domains/[]/domain /domains/[]/expires /domains/[]/registered /page /total',
    constrained: '/domains/[]/status',
  },
  'B/lookup': {
    predicted: '/expires /owner_id /registered',
    constrained: '/domain /records/[]/name /records/[]/ttl /records/[]/type /records/[]/value /resolver /status',
    made: '/owner',
  },
  'B/register': {
    predicted: '/cost /expires',
    constrained: '/domain /tx_hash',
  },
  'B/renew': {
    predicted: '/cost /expires',
    constrained: '/domain /tx_hash',
  },
  'B/transfer': {
    constrained: '/domain /from /price /status /to /tx_hash',
  },
}; // prettier-ignore
