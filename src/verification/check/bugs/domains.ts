import { bugsOf } from './bug.ts';

const domains = 'platform/services/domains/domains';
const terms = 'platform/services/domains/terms';

/** Owners, prices and years of domains. */
export const domainBugs = bugsOf('domains', [
  ['domain-registered-over-another', domains, 'if (this.#tenureOf(name) !== null) return refuse', 'if (name === undefined) return refuse'],
  ['domain-renewed-by-strangers', domains, 'return tenure.owner.agent === caller', 'return tenure.owner.agent !== undefined'],
  ['domain-sale-pays-the-buyer', 'platform/services/domains/sales', 'const [debit, credit] = [to.agent.account, seller.account];', 'const [debit, credit] = [seller.account, to.agent.account];'],
  ['domain-sale-without-the-money', 'platform/services/domains/sales', 'ledger.available(to.agent.account) < priceMicros', 'ledger.available(to.agent.account) < 0'],
  ['domain-cost-of-one-year', domains, 'const amount = years * yearlyPriceMicros(name, policies);', 'const amount = yearlyPriceMicros(name, policies);'],
  ['domain-expires-late', domains, 'this.#clock.schedule(terms.expiresAtMs, () => this.#expire(domain))', 'this.#clock.schedule(terms.expiresAtMs + 1, () => this.#expire(domain))'],
  ['domain-renewed-past-ten-years', domains, 'expiresAtMs <= latestMs) return expiresAtMs;', 'expiresAtMs <= latestMs * 2) return expiresAtMs;'],
  ['domain-transfer-keeps-the-owner', domains, 'this.#hold(domain, { owner: to, registeredAtMs', 'this.#hold(domain, { owner: tenure.owner, registeredAtMs'],
  ['domain-list-shows-sold-names', domains, 'tenure !== null && tenure.holding === holding)', 'tenure !== null)'],
  ['domain-list-leaks-one', domains, 'newestFirst(tenures, wish)', 'newestFirst(tenures, { ...wish, limit: wish.limit + 1 })'],
  ['domain-short-names-cheap', terms, '{ lengthMax: 3, usdc: 100 }', '{ lengthMax: 2, usdc: 100 }'],
  ['domain-eleven-years', terms, 'export const yearsMax = 10;', 'export const yearsMax = 11;'],
  ['domain-year-of-364-days', terms, 'const year = Number(text.slice(0, 4)) + years;', 'const year = Number(text.slice(0, 4)) + years + (years > 1 ? 1 : 0);'],
]); // prettier-ignore
