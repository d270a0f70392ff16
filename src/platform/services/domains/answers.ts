/** Schemas of the answers of domains, in both styles. */
import { Type } from 'typebox';
import { pageAnswer } from '../../../core/http/paging.ts';
import { Address, InstantText, TxHash, UsdcNumber, UsdcText } from '../../../core/http/wire.ts';
import { recordTypes } from './resource-record.ts';
import { AgentName, DomainText } from './schemas.ts';

/** DOM08: `expiring` in the last 30 days, `expired` only during grace (policy `domains.grace`). */
export const ExpiryStatus = Type.Enum(['active', 'expiring', 'expired']);

/** A DNS record in answers of both styles; `ttl` in seconds. */
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

/** Style A answer of `GET /check` (DOM01, DOM11): the price of one year in USDC. */
export const OfferA = Type.Object({ available: Type.Boolean(), price_usdc: UsdcNumber });
/** Style A answer of `POST /register` (DOM02). */
export const RegisteredA = Type.Object({ domain: DomainText, expires_at: InstantText });
/** Style A answer of `GET /domains` (DOM03): a page, newest first. */
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
/** Style A answer of `POST /dns` (DOM04): what changed, and all records after it. */
export const RecordsA = Type.Object({
  domain: DomainText,
  result: Type.String(),
  records: Type.Array(RecordAnswer),
});
/** Style A answer of `GET /valuation` (DOM05): an estimate in USDC and the factors it is the product of. */
export const ValuationA = Type.Object({
  domain: DomainText,
  valuation_usdc: UsdcNumber,
  factors: Type.Array(Type.Object({ factor: Type.String(), percent: Type.Number() })),
});

/** Style B answer of `POST /register` and `POST /renew` (DOM06, DOM09); `cost` is the whole price. */
export const PurchaseB = Type.Object({
  domain: DomainText,
  cost: UsdcText,
  expires: DateText,
  tx_hash: TxHash,
});
/** Style B answer of `POST /transfer` (DOM10); `price` is null for a gift, `tx_hash` null for a bid. */
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
/** Style B: a name with its dates and expiry status. */
export const TenureB = Type.Object(tenureFields);
/** Style B answer of `GET /lookup/{domain}` (DOM07); `owner_id` is null for an owner outside the platform. */
export const LookupB = Type.Object({
  ...tenureFields,
  owner: Address,
  owner_id: Type.Union([AgentName, Type.Null()]),
  resolver: Type.Union([Type.String(), Type.Null()]),
  records: Type.Array(RecordAnswer),
});
/** Style B answer of `GET /domains` (DOM08): a page, newest first. */
export const ListB = Type.Object({ domains: Type.Array(TenureB), ...pageAnswer });
