import { choice, defineAgent, duration, integer, number, text, type Agent, type Answer } from 'orrery-sim';
import { domainsA, domainsB, lookup, namesOf, sellTo, valueOf } from './parts/names.ts';
import { someoneOf } from './parts/others.ts';
import { claimWhenDue } from './parts/purse.ts';

type Steps<T = void> = Generator<unknown, T, unknown>;

const dayMs = 86_400_000;

interface Habits {
  names: string;
  considers: number;
  take: number;
  style: 'A' | 'B';
  keep: 'sell' | 'lapse' | 'renew';
  buyers: string;
  ask: number;
  every: number;
  again: 'yes' | 'no';
  expects: 'first' | 'last' | 'any';
}

/** A name, whether it is this agent's, and the instant at which its owner loses it. */
interface Term {
  readonly name: string;
  readonly isMine: boolean;
  readonly expiresAtMs: number;
}

/** Takes names that others want, before they do, and does nothing with them but wait. */
export default defineAgent({
  name: 'domain-squatter',
  about: 'Grabs the most valuable names it can pay, then sells them, renews them or lets them expire.',
  parameters: {
    names: text('', {
      about: 'The names it is after, in one text with commas; sixty known ones where empty',
    }),
    considers: integer(6, {
      about: 'How many of them it values before it grabs, drawn at random; 0 all',
      minimum: 0,
    }),
    take: integer(2, { about: 'How many names it holds at most', minimum: 1, maximum: 10 }),
    style: choice(['A', 'B'], 'B', { about: 'The addressing style it registers in' }),
    opens: duration('0s', {
      about: 'Grabs at the first midnight UTC after so long, and claims every day till then; 0s at once',
    }),
    keep: choice(['sell', 'lapse', 'renew'], 'sell', { about: 'What it does with a name it has' }),
    buyers: text('', { about: 'The population that it offers its names to; empty for none' }),
    ask: number(0.2, { about: 'The price it asks, as a share of the public valuation', minimum: 0.001 }),
    every: duration('3d', { about: 'How often it offers a name' }),
    again: choice(['yes', 'no'], 'no', {
      about: 'Tries for each name that it wants in the very millisecond in which it falls free',
    }),
    expects: choice(['first', 'last', 'any'], 'any', {
      about: 'Checks that it was before all others at the first grab, or after all of them',
    }),
  },
  *run(agent, parameters) {
    const joined = yield* agent.join();
    if (!joined.ok) return;
    const wanted = yield* mostValuable(agent, parameters);
    if (parameters.opens > 0) yield* saveFor(agent, parameters.opens, joined.instant('next_claim'));
    const grabbed = yield* grab(agent, parameters, wanted);
    const own = grabbed.filter(({ isMine }) => isMine);
    yield* checkPlace(agent, parameters, own.length);
    if (parameters.again === 'yes') {
      for (const term of grabbed) {
        yield* agent.spawn(() => lieInWait(agent, parameters, term), `waits-for-${term.name}`);
      }
    }
    for (const term of own) yield* keep(agent, parameters, term);
  },
});

/** What it considers, the most valuable first. */
function* mostValuable(agent: Agent, { names, considers }: Habits): Steps<readonly string[]> {
  const left = namesOf(names);
  const valued: { name: string; value: number }[] = [];
  const count = considers === 0 ? left.length : Math.min(considers, left.length);
  while (valued.length < count) {
    const place = Math.floor((yield* agent.random()) * left.length);
    const [name = ''] = left.splice(place, 1);
    valued.push({ name, value: (yield* valueOf(agent, name)) ?? 0 });
  }
  return valued.toSorted(byValue).map(({ name }) => name);
}

/** Of two names of one value the first in the alphabet, so that all agents choose the same. */
const byValue = (left: { name: string; value: number }, right: { name: string; value: number }): number =>
  right.value - left.value || (left.name < right.name ? -1 : 1);

/** Claims every day, to be able to pay when the time comes: the same midnight for all who join on one day. */
function* saveFor(agent: Agent, waitMs: number, firstClaimAtMs: number): Steps {
  const opensAtMs = Math.ceil(((yield* agent.now()) + waitMs) / dayMs) * dayMs;
  let claimAtMs = firstClaimAtMs;
  while (claimAtMs < opensAtMs) {
    yield* agent.sleepUntil(Math.max(claimAtMs, yield* agent.now()));
    claimAtMs = yield* claimWhenDue(agent, claimAtMs);
  }
  yield* agent.sleepUntil(Math.max(opensAtMs, yield* agent.now()));
}

/** One name after the other, until it has as many as it wants or cannot pay for more. */
function* grab(agent: Agent, habits: Habits, wanted: readonly string[]): Steps<readonly Term[]> {
  const terms: Term[] = [];
  for (const name of wanted) {
    if (terms.filter(({ isMine }) => isMine).length >= habits.take) break;
    const registered = yield* register(agent, habits, name);
    if (registered.code === 'INSUFFICIENT_BALANCE') break;
    const seen = yield* checkOwner(agent, { name, wasMine: false }, registered);
    if (seen !== undefined) terms.push(seen);
  }
  return terms;
}

const register = (agent: Agent, { style }: Habits, name: string): Steps<Answer> =>
  style === 'A'
    ? agent.polite.post(`${domainsA}/register`, { domain: name })
    : agent.polite.post(`${domainsB}/register`, { domain: name });

/** A name has one owner: the agent that registered it; a refused agent does not own it unless it did before. */
function* checkOwner(
  agent: Agent,
  { name, wasMine }: { name: string; wasMine: boolean },
  registered: Answer,
): Steps<Term | undefined> {
  if (!registered.ok && registered.code !== 'CONFLICT') return undefined;
  const seen = yield* lookup(agent, name);
  if (!seen.ok) return undefined;
  const isMine = seen.text('owner_id') === agent.persona.agentId;
  if (registered.ok || !wasMine) {
    yield* agent.check('only who registers a name has it', isMine === registered.ok);
  }
  return { name, isMine, expiresAtMs: seen.instant('expires') };
}

function* checkPlace(agent: Agent, { expects, take }: Habits, wonCount: number): Steps {
  if (expects === 'first') {
    yield* agent.check('the first in order get all they want', wonCount === take);
  }
  if (expects === 'last') yield* agent.check('the last in order get nothing', wonCount === 0);
}

/** Sells, renews, or does nothing until its time is up. */
function* keep(agent: Agent, habits: Habits, term: Term): Steps {
  if (habits.keep === 'renew') return yield* renew(agent, term);
  if (habits.keep === 'lapse' || habits.buyers === '') return;
  const asked = ((yield* valueOf(agent, term.name)) ?? 0) * habits.ask;
  const priceMicros = Math.max(1, Math.round(asked));
  while ((yield* agent.now()) < term.expiresAtMs) {
    yield* agent.sleep(habits.every);
    const to = yield* someoneOf(agent, habits.buyers);
    const sold = yield* sellTo(agent, { name: term.name, to, priceMicros });
    if (!sold.ok) continue;
    const isAsOffered = sold.text('to') === to && Math.round(sold.number('price') * 1e6) === priceMicros;
    yield* agent.check('a sale goes to whom it was offered at its price', isAsOffered);
    return;
  }
}

/** In its last month; what it cannot pay then lapses. */
function* renew(agent: Agent, { name, expiresAtMs }: Term): Steps {
  yield* agent.sleepUntil(Math.max(expiresAtMs - 30 * dayMs, yield* agent.now()));
  yield* agent.polite.post('/faucet/claim');
  const renewed = yield* agent.polite.post(`${domainsB}/renew`, { domain: name });
  if (!renewed.ok) return;
  const isLater = renewed.instant('expires') > expiresAtMs;
  yield* agent.check('a renewal puts the expiry off', isLater);
}

/** Follows the expiry of a name wherever it is put off to, and asks for it the moment it comes. */
function* lieInWait(agent: Agent, habits: Habits, first: Term): Steps {
  let term: Term | undefined = first;
  while (term !== undefined) term = yield* askAtExpiry(agent, habits, term);
}

function* askAtExpiry(
  agent: Agent,
  habits: Habits,
  { name, isMine, expiresAtMs }: Term,
): Steps<Term | undefined> {
  yield* agent.sleepUntil(Math.max(expiresAtMs, yield* agent.now()));
  const registered = yield* register(agent, habits, name);
  if (registered.ok) {
    const isAtOnce = registered.receivedAtMs === expiresAtMs;
    yield* agent.check('a name that falls free is taken in that millisecond', isAtOnce);
  }
  return yield* checkOwner(agent, { name, wasMine: isMine }, registered);
}
