/** Names of the domains service: what they cost and who has them. */
import type { Agent, Answer } from 'orrery-sim';

type Steps<T = void> = Generator<unknown, T, unknown>;

export const domainsA = '/domains/api/v1';
export const domainsB = '/api/domains-api';

const labels = 'oracle,wallet,market,broker,casino,escrow,trader,lender,ledger,notary,prices,solver';
const topLevels = 'agent,bot,dao,orrery,sim';

/** The names that a scenario lists; by default sixty names that all agents compete for. */
export function namesOf(list: string): string[] {
  if (list !== '') return list.split(',');
  return labels.split(',').flatMap((label) => topLevels.split(',').map((last) => `${label}.${last}`));
}

export const lookup = (agent: Agent, name: string): Steps<Answer> =>
  agent.polite.get(`${domainsB}/lookup/${name}`);

/** The names in a list of the agent's own, newest first. */
export const namesIn = (list: Answer): string[] => list.list('domains').map(({ domain }) => domain as string);

/** The public estimate of a name's value, in micros; undefined where no response has one. */
export function* valueOf(agent: Agent, name: string): Steps<number | undefined> {
  const answer = yield* agent.polite.get(`${domainsA}/valuation`, { query: { domain: name } });
  return answer.ok ? Math.round(answer.number('valuation_usdc') * 1e6) : undefined;
}

/** Hands a name on for a price: the money and the name change hands in one instant, or neither does. */
export const sellTo = (
  agent: Agent,
  sale: { name: string; to: string | undefined; priceMicros: number },
): Steps<Answer> =>
  agent.polite.post(`${domainsB}/transfer`, {
    domain: sale.name,
    to: sale.to,
    price: sale.priceMicros / 1e6,
  });
