import { mutantsOf } from '../mutant.ts';

/** Owners, prices and years of domains. */
export const domainMutants = mutantsOf('domains', [
  [
    'domain-registered-over-another',
    'Domains.register',
    'this.#tenureOf(name) !== null',
    'name === undefined',
  ],
  [
    'domain-renewed-by-strangers',
    'Domains.#ownedBy',
    'tenure.owner.agent === caller',
    'tenure.owner.agent !== undefined',
  ],
  [
    'domain-sale-pays-the-buyer',
    'Sales.settle',
    '[to.agent.account, seller.account]',
    '[seller.account, to.agent.account]',
  ],
  [
    'domain-bid-outlives-the-owner',
    'Bids.covers',
    'bid.holding === holding',
    'bid.holding.domain === holding.domain',
  ],
  [
    'domain-sale-without-the-money',
    'Sales.settle',
    'ledger.available(to.agent.account) < priceMicros',
    'ledger.available(to.agent.account) < 0',
  ],
  [
    'domain-cost-of-one-year',
    'Domains.#pay',
    'years * yearlyPriceMicros(name, policies)',
    'yearlyPriceMicros(name, policies)',
  ],
  [
    'domain-expires-late',
    'Domains.#expireAt',
    'this.#clock.schedule(terms.expiresAtMs, () => this.#expire(domain))',
    'this.#clock.schedule(terms.expiresAtMs + 1, () => this.#expire(domain))',
  ],
  [
    'domain-renewed-past-ten-years',
    'Domains.#renewedUntil',
    'expiresAtMs <= latestMs',
    'expiresAtMs <= latestMs * 2',
  ],
  ['domain-transfer-keeps-the-owner', 'Domains.#handOver', 'owner: to', 'owner: tenure.owner'],
  [
    'domain-list-shows-sold-names',
    'Domains.list',
    'tenure !== null && tenure.holding === holding',
    'tenure !== null',
  ],
  [
    'domain-list-leaks-one',
    'Domains.list',
    'newestFirst(tenures, request)',
    'newestFirst(tenures, { ...request, limit: request.limit + 1 })',
  ],
  ['domain-short-names-cheap', 'pricesByLength', 'lengthMax: 3', 'lengthMax: 2'],
  ['domain-eleven-years', 'yearsMax', '10', '11'],
  [
    'domain-year-of-364-days',
    'yearsAfter',
    'Number(text.slice(0, 4)) + years',
    'Number(text.slice(0, 4)) + years + (years > 1 ? 1 : 0)',
  ],
]);
