/** Style A of domains: paths under /api/v1, amounts as JSON numbers, instants as `…_at` (specification.md, Domains). */
import { Type } from 'typebox';
import { usdcNumber, type Micros } from '../../../core/base/money.ts';
import { Refusal } from '../../../core/base/refusal.ts';
import { formatInstant, type Instant } from '../../../core/base/time.ts';
import { pageQuery, pageView, readPage, type Page } from '../../../core/http/paging.ts';
import { binding, type BindingInput } from '../../../core/http/route.ts';
import type { DomainRegistration, Purchase, RecordChange, RecordsChanged, Tenure } from './domain-record.ts';
import { readDomainName } from './domain-name.ts';
import { recordView } from './record-view.ts';
import { readHost, readRecordValue, recordTypes, ttlSeconds } from './resource-record.ts';
import { DomainText, recordChoices, Ttl, Years } from './schemas.ts';
import { expiryStatus, readYears } from './terms.ts';
import type { Valuation } from './valuation.ts';
import { ListA, OfferA, RecordsA, RegisteredA, ValuationA } from './answers.ts';

const DomainQuery = Type.Object({ domain: DomainText });

/** `?domain=…` */
function readDomainQuery({ query, policies }: BindingInput<unknown, { domain: string }>) {
  const name = readDomainName(query.domain, policies);
  return name instanceof Refusal ? name : { name };
}

/** `GET /api/v1/check`: whether a name is free, and its price (DOM01). */
export const checkA = binding({
  query: DomainQuery,
  read: readDomainQuery,
  documented: ['available', 'price_usdc'],
  answer: OfferA,
  write: (offer: { isAvailable: boolean; yearlyMicros: Micros }) => ({
    available: offer.isAvailable,
    price_usdc: usdcNumber(offer.yearlyMicros),
  }),
});

/** `POST /api/v1/register`: 1 year by default, no resolver (DOM02). */
export const registerA = binding({
  body: Type.Object({ domain: DomainText, years: Years }),
  read: ({ body, policies }) => {
    const name = readDomainName(body.domain, policies);
    if (name instanceof Refusal) return name;
    const years = readYears(body.years);
    if (years instanceof Refusal) return years;
    return { name, years, resolver: null } satisfies DomainRegistration;
  },
  documented: ['domain', 'expires_at'],
  answer: RegisteredA,
  write: ({ tenure }: Purchase) => ({
    domain: tenure.name,
    expires_at: formatInstant(tenure.expiresAtMs),
  }),
});

const listLimitDefault = 100;

/** `GET /api/v1/domains`: a page of the caller's names, 100 by default (DOM03). */
export const listA = binding({
  query: Type.Object(pageQuery),
  read: ({ query, policies }) => readPage(query, listLimitDefault, policies),
  answer: ListA,
  write: ({ tenures, nowMs }: { tenures: Page<Tenure>; nowMs: Instant }) => ({
    domains: tenures.rows.map((tenure) => ({
      domain: tenure.name,
      status: expiryStatus(tenure, nowMs),
      registered_at: formatInstant(tenure.registeredAtMs),
      expires_at: formatInstant(tenure.expiresAtMs),
    })),
    ...pageView(tenures),
  }),
});

/** An empty value removes the records of that type and name (gap N5). */
export const dnsA = binding({
  body: Type.Object(
    {
      domain: DomainText,
      type: Type.Enum([...recordTypes]),
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 253 })),
      value: Type.String({ maxLength: 1024 }),
      ttl: Ttl,
    },
    { anyOf: recordChoices, description: 'a record whose name and value are those of its type (RFC 1035)' },
  ),
  read: ({ body, policies }) => {
    const { type } = body;
    const name = readDomainName(body.domain, policies);
    if (name instanceof Refusal) return name;
    const host = readHost(type, body.name ?? '@', name);
    if (host instanceof Refusal) return host;
    const value = body.value === '' ? null : readRecordValue(type, body.value);
    if (value instanceof Refusal) return value;
    return { name, type, host, value, ttlSeconds: body.ttl ?? ttlSeconds.default } satisfies RecordChange;
  },
  answer: RecordsA,
  write: ({ tenure, result }: RecordsChanged) => ({
    domain: tenure.name,
    result,
    records: tenure.records.map(recordView),
  }),
});

/** `GET /api/v1/valuation`: of any valid name, registered or not (DOM05, gap N5). */
export const valuationA = binding({
  query: DomainQuery,
  read: readDomainQuery,
  answer: ValuationA,
  write: ({ name, estimateMicros, factors }: Valuation) => ({
    domain: name,
    valuation_usdc: usdcNumber(estimateMicros),
    factors: factors.map((factor) => ({ factor: factor.name, percent: factor.percent })),
  }),
});
