/** Style B of domains: short paths, amounts as decimal strings, dates by policy `domains.dates`. */
import { Type, type Static } from 'typebox';
import { formatUsdc } from '../../../core/base/money.ts';
import { Refusal, type Outcome } from '../../../core/base/refusal.ts';
import type { Instant } from '../../../core/base/time.ts';
import { pageQuery, pageView, readPage, type Page } from '../../../core/http/paging.ts';
import { binding } from '../../../core/http/route.ts';
import { readAmount } from '../../../core/http/wire.ts';
import type { Policies } from '../../../core/policy/policies.ts';
import type {
  Purchase,
  DomainRegistration,
  Tenure,
  Transferred,
  DomainTransferOrder,
} from './domain-record.ts';
import { readDomainName } from './domain-name.ts';
import { recordView } from './record-view.ts';
import { readResolver } from './resolver.ts';
import { AgentName, DomainText, Price, priceMinMicros, Resolver, Years } from './schemas.ts';
import { dateText, expiryStatus, readYears } from './terms.ts';
import type { TenureB } from './answers.ts';
import { ListB, LookupB, PurchaseB, TransferredB } from './answers.ts';

const listLimitDefault = 100;

function readYearsOf(
  body: { domain: string; years?: number | undefined },
  policies: Policies,
): Outcome<{ name: string; years: number }> {
  const name = readDomainName(body.domain, policies);
  if (name instanceof Refusal) return name;
  const years = readYears(body.years);
  return years instanceof Refusal ? years : { name, years };
}

const purchaseView = (
  { tenure, costMicros, txHash }: Purchase,
  policies: Policies,
): Static<typeof PurchaseB> => ({
  domain: tenure.name,
  cost: formatUsdc(costMicros),
  expires: dateText(tenure.expiresAtMs, policies),
  tx_hash: txHash,
});

/** `POST /register`: 1 year by default, with an optional resolver (DOM06, DOM12 to DOM15). */
export const registerB = binding({
  body: Type.Object({ domain: DomainText, years: Years, resolver: Type.Optional(Resolver) }),
  read: ({ body, policies }) => {
    const order = readYearsOf(body, policies);
    if (order instanceof Refusal) return order;
    const resolver = readResolver(body.resolver, policies);
    if (resolver instanceof Refusal) return resolver;
    return { ...order, resolver } satisfies DomainRegistration;
  },
  documented: ['domain', 'cost', 'expires', 'tx_hash'],
  answer: PurchaseB,
  write: (purchase: Purchase, { policies }) => purchaseView(purchase, policies),
});

/** `POST /renew`: adds 1 year by default (DOM09, DOM16). */
export const renewB = binding({
  body: Type.Object({ domain: DomainText, years: Years }),
  read: ({ body, policies }) => readYearsOf(body, policies),
  answer: PurchaseB,
  write: (purchase: Purchase, { policies }) => purchaseView(purchase, policies),
});

/** `POST /transfer`: to an agent id or an EVM address, with an optional price in USDC (DOM10, DOM17 to DOM19). */
export const transferB = binding({
  body: Type.Object({ domain: DomainText, to: AgentName, price: Price }),
  read: ({ body, policies }) => {
    const name = readDomainName(body.domain, policies);
    if (name instanceof Refusal) return name;
    const priceMicros = body.price === undefined ? null : readAmount(body.price, 'price', priceMinMicros);
    if (priceMicros instanceof Refusal) return priceMicros;
    return { name, to: body.to, priceMicros } satisfies DomainTransferOrder;
  },
  answer: TransferredB,
  write: ({ name, from, to, priceMicros, txHash }: Transferred) => ({
    domain: name,
    status: txHash === null ? ('bid' as const) : ('transferred' as const),
    from: from.agent?.agentId ?? from.address,
    to: to.agent?.agentId ?? to.address,
    price: priceMicros === null ? null : formatUsdc(priceMicros),
    tx_hash: txHash,
  }),
});

/** `GET /lookup/{domain}`: owner, dates, resolver and DNS records (DOM07). */
export const lookupB = binding({
  params: Type.Object({ domain: DomainText }),
  read: ({ params, policies }) => {
    const name = readDomainName(params['domain'] ?? '', policies);
    return name instanceof Refusal ? name : { name };
  },
  answer: LookupB,
  write: ({ tenure, nowMs }: { tenure: Tenure; nowMs: Instant }, { policies }) => ({
    ...tenureView(tenure, nowMs, policies),
    owner: tenure.owner.address,
    owner_id: tenure.owner.agent?.agentId ?? null,
    resolver: tenure.resolver,
    records: tenure.records.map(recordView),
  }),
});

/** `GET /domains`: a page of the caller's names, 100 by default (DOM08). */
export const listB = binding({
  query: Type.Object(pageQuery),
  read: ({ query, policies }) => readPage(query, listLimitDefault, policies),
  answer: ListB,
  write: ({ tenures, nowMs }: { tenures: Page<Tenure>; nowMs: Instant }, { policies }) => ({
    domains: tenures.rows.map((tenure) => tenureView(tenure, nowMs, policies)),
    ...pageView(tenures),
  }),
});

const tenureView = (tenure: Tenure, nowMs: Instant, policies: Policies): Static<typeof TenureB> => ({
  domain: tenure.name,
  status: expiryStatus(tenure, nowMs),
  registered: dateText(tenure.registeredAtMs, policies),
  expires: dateText(tenure.expiresAtMs, policies),
});
