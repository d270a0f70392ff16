/**
 * The trade of a dealer in names: it bids a share of the public valuation, holds what is sold to it, renews what is
 * about to expire, and sells on for more. A sale is one transfer with a price, which moves money and name together.
 */
import type { Agent } from 'orrery-sim';
import { isAnswer } from './answers.ts';
import { domainsB, lookup, namesIn, namesOf, sellTo, valueOf } from './names.ts';
import { oneOf, someoneOf } from './others.ts';
import { claimWhenDue } from './purse.ts';

type Steps<T = void> = Generator<unknown, T, unknown>;

interface Habits {
  readonly every: number;
  readonly names: string;
  readonly buyers: string;
  readonly ask: number;
  readonly bid: number;
}

/** Deals for ever. Where transfers need no consent a bid is refused, and then it bids no more: it is sold to anyway. */
export function* deal(agent: Agent, habits: Habits): Steps {
  let claimAtMs = 0;
  let bids = true;
  for (;;) {
    yield* agent.sleep(habits.every / 2 + (yield* agent.random()) * habits.every);
    claimAtMs = yield* claimWhenDue(agent, claimAtMs);
    if (bids) bids = yield* bid(agent, habits);
    const list = yield* agent.polite.get(`${domainsB}/domains`);
    if (!list.ok) continue;
    for (const { domain, status } of list.list('domains')) {
      if (status === 'expiring') yield* renew(agent, domain as string);
    }
    yield* sellOn(agent, habits, namesIn(list));
  }
}

/** Bids that amount for a name that another agent owns; false where the platform has no bids. */
function* bid(agent: Agent, habits: Habits): Steps<boolean> {
  const name = (yield* oneOf(agent, namesOf(habits.names))) ?? '';
  const seen = yield* lookup(agent, name);
  if (!seen.ok || seen.body['owner_id'] === agent.persona.agentId) return true;
  const price = yield* priceOf(agent, name, habits.bid);
  if (price === undefined) return true;
  const placed = yield* sellTo(agent, { name, to: agent.persona.agentId, priceMicros: price });
  if (placed.ok) yield* agent.check('a bid moves nothing', placed.body['tx_hash'] === null);
  return placed.code !== 'BAD_REQUEST';
}

/** The whole worth of a name in the public valuation, times a share of it. */
function* priceOf(agent: Agent, name: string, share: number): Steps<number | undefined> {
  const value = yield* valueOf(agent, name);
  return value === undefined ? undefined : Math.max(1, Math.round(value * share));
}

function* renew(agent: Agent, name: string): Steps {
  const before = yield* lookup(agent, name);
  const renewed = yield* agent.polite.post(`${domainsB}/renew`, { domain: name });
  if (!before.ok || !renewed.ok) return;
  yield* agent.check('a renewal puts the expiry off', renewed.instant('expires') > before.instant('expires'));
}

/** Offers one of its names to an agent that may refuse, lack the money, or have to agree first. */
function* sellOn(agent: Agent, habits: Habits, held: readonly string[]): Steps {
  const name = yield* oneOf(agent, held);
  const to = yield* someoneOf(agent, habits.buyers);
  if (name === undefined || to === undefined || to === agent.persona.agentId) return;
  const priceMicros = yield* priceOf(agent, name, habits.ask);
  if (priceMicros === undefined) return;
  const sold = yield* sellTo(agent, { name, to, priceMicros });
  if (!isAnswer(sold)) return;
  const isKnown =
    sold.ok || ['INSUFFICIENT_BALANCE', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'].includes(sold.code ?? '');
  yield* agent.check('a sale goes through or says why not', isKnown);
  if (!sold.ok) return;
  const isAsOffered = sold.text('to') === to && Math.round(sold.number('price') * 1e6) === priceMicros;
  yield* agent.check('a sale goes to whom it was offered at its price', isAsOffered);
}
