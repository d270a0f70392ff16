/** What the calls of domains answer, in both styles. */
import { Type } from 'typebox';
import { pageAnswer } from '../../../core/http/paging.ts';
import { Address, InstantText, TxHash, UsdcNumber, UsdcText } from '../../../core/http/wire.ts';
import { recordTypes } from './resource-record.ts';
import { AgentName, DomainText } from './schemas.ts';

export const ExpiryStatus = Type.Enum(['active', 'expiring', 'expired']);

export const RecordAnswer = Type.Object({
  type: Type.Enum([...recordTypes]),
  name: Type.String(),
  value: Type.String(),
  ttl: Type.Integer({ minimum: 60 }),
});

/** A date of style B, by policy `domains.dates`: an instant, or its UTC day. */
export const DateText = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z)?$',
  description: 'RFC 3339 in UTC, or a date',
});

export const OfferA = Type.Object({ available: Type.Boolean(), price_usdc: UsdcNumber });
export const RegisteredA = Type.Object({ domain: DomainText, expires_at: InstantText });
export const ListA = Type.Object({
  domains: Type.Array(
    Type.Object({
      domain: DomainText,
      status: ExpiryStatus,
      registered_at: InstantText,
      expires_at: InstantText,
    }),
  ),
  ...pageAnswer,
});
export const RecordsA = Type.Object({
  domain: DomainText,
  result: Type.String(),
  records: Type.Array(RecordAnswer),
});
export const ValuationA = Type.Object({
  domain: DomainText,
  valuation_usdc: UsdcNumber,
  factors: Type.Array(Type.Object({ factor: Type.String(), percent: Type.Number() })),
});

export const PurchaseB = Type.Object({
  domain: DomainText,
  cost: UsdcText,
  expires: DateText,
  tx_hash: TxHash,
});
export const TransferredB = Type.Object({
  domain: DomainText,
  status: Type.Enum(['bid', 'transferred']),
  from: AgentName,
  to: AgentName,
  price: Type.Union([UsdcText, Type.Null()]),
  tx_hash: Type.Union([TxHash, Type.Null()]),
});
const tenureFields = {
  domain: DomainText,
  status: ExpiryStatus,
  registered: DateText,
  expires: DateText,
};
export const TenureB = Type.Object(tenureFields);
export const LookupB = Type.Object({
  ...tenureFields,
  owner: Address,
  owner_id: Type.Union([AgentName, Type.Null()]),
  resolver: Type.Union([Type.String(), Type.Null()]),
  records: Type.Array(RecordAnswer),
});
export const ListB = Type.Object({ domains: Type.Array(TenureB), ...pageAnswer });
