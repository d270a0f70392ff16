/** What an agent asks of the service of names, and what a model of it says of each answer. */
import { formatInstant, parseInstant } from '../../../src/core/base/time.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { DomainModel } from '../../../src/verification/oracle/models/domains.ts';
import { FollowedRun } from './followed-run.ts';

export type Policies = Readonly<Record<string, string>>;
export const usdc = 1_000_000;
export const domain = 'abcde.agent';
export const outside = `0x${'C'.repeat(40)}`;
const byDefault = {
  'domains.grace': 'none', 'domains.saleConsent': 'seller', 'domains.outsideOwners': 'refused', 'domains.unusedYears': 'kept',
  'domains.dnsWrite': 'merge', 'domains.renewAhead': 'unbounded', 'domains.dates': 'instant', 'domains.year': 'calendar',
}; // prettier-ignore
export const year = (count: number): number => parseInstant(`${1970 + count}-01-01T00:00:00.000Z`) ?? 0;
export const date = (count: number): string => formatInstant(year(count));

/** Names of alice, bob and carol, who have 100, 25 and 5 USDC. */
export class Names extends FollowedRun {
  readonly model: DomainModel;
  constructor(policies: Policies = {}) {
    super({ policies: { ...byDefault, ...policies }, agents: { alice: 100, bob: 25, carol: 5 } });
    this.model = new DomainModel(this.file);
  }

  asks(caller: string | undefined, call: string, more: Partial<AuditedExchange> = {}): string[] {
    return this.hears(this.model, caller, [`domains/${call}`, more]);
  }

  buys(more: Body = {}, answer: Body = {}, name = domain): string[] {
    const years = Number(more['years'] ?? 1);
    return this.asks('alice', 'B/register', { body: { domain: name, ...more }, answer: { cost: years * 10, expires: date(years), ...answer } });
  }

  looksUp(answer: Body = {}, more: Partial<AuditedExchange> = {}): string[] {
    const shown = { owner: 'alice', expires: date(1), registered: date(0), records: [], resolver: null, ...answer };
    return this.asks('bob', 'B/lookup', { method: 'GET', query: { domain }, answer: shown, ...more });
  }
} // prettier-ignore

/** What is said of an answer that is another one than it has to be. */
export const answeredAs = (property: string, call: string, seen: string, wanted: string): string[] => [
  `${property}: domains/${call} is answered ${seen}; expected ${wanted}`,
];
