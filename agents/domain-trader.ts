import {
  choice,
  defineAgent,
  duration,
  integer,
  number,
  text,
  usdc,
  type Agent,
  type Answer,
} from 'orrery-sim';
import { isAnswer } from './parts/answers.ts';
import { deal } from './parts/dealing.ts';
import { domainsA, domainsB, lookup, namesIn } from './parts/names.ts';
import { someoneOf } from './parts/others.ts';
import { balanceOf, saveUp } from './parts/purse.ts';

type Steps<T = void> = Generator<unknown, T, unknown>;

/** Trades in names, and believes nothing about them that it has not seen for itself. */
export default defineAgent({
  name: 'domain-trader',
  about:
    'Registers a name and points it somewhere, then renews it, sells it or lets it lapse; or waits for sellers; or deals.',
  parameters: {
    plan: choice(['lapse', 'renew', 'sell', 'buy', 'deal'], 'lapse', { about: 'What it does with its name' }),
    style: choice(['A', 'B'], 'B', { about: 'The addressing style it registers in' }),
    years: integer(1, { about: 'For how long it registers', minimum: 1, maximum: 10 }),
    letters: integer(0, { about: 'The length of its label; 0 uses its own id', minimum: 0, maximum: 20 }),
    buyers: text('buyer', { about: 'The population it sells to' }),
    price: usdc('3.00', { about: 'What it asks' }),
    every: duration('30d', { about: 'How often a buyer looks through what it holds, and a dealer deals' }),
    names: text('', { about: 'The names a dealer bids for, with commas; sixty known ones where empty' }),
    ask: number(0.25, { about: 'What a dealer asks, as a share of the public valuation', minimum: 0.001 }),
    bid: number(0.2, { about: 'What a dealer bids, as a share of the public valuation', minimum: 0.001 }),
    referredBy: text('', { about: 'The population one of whose agents referred it; empty for none' }),
    exact: choice(['yes', 'no'], 'no', {
      about: 'Checks instants to the millisecond; needs a network without latency',
    }),
  },
  *run(agent, parameters) {
    const joined = yield* agent.join({ referrer: yield* someoneOf(agent, parameters.referredBy) });
    if (!joined.ok) return;
    if (parameters.plan === 'buy') return yield* collect(agent, parameters.every);
    if (parameters.plan === 'deal') return yield* deal(agent, parameters);
    const name = nameOf(agent, parameters.letters);
    const estate = yield* acquire(agent, { ...parameters, name });
    if (estate === undefined) return;
    yield* point(agent, name);
    yield* appraise(agent, name);
    if (parameters.plan === 'sell') return yield* sell(agent, estate, parameters);
    const expiresAtMs = parameters.plan === 'renew' ? yield* renew(agent, estate) : estate.expiresAtMs;
    if (expiresAtMs === undefined) return;
    yield* lapse(agent, { ...estate, expiresAtMs }, parameters);
  },
});

interface Estate {
  readonly name: string;
  readonly yearlyMicros: number;
  readonly expiresAtMs: number;
}

/** A name that no other agent of the run wants. */
function nameOf(agent: Agent, letters: number): string {
  if (letters > 0) return `${agent.number.toString(36).padStart(letters, 'z').slice(-letters)}.agent`;
  const label = agent.persona.agentId.replaceAll(/[^a-z0-9]+/g, '-').slice(-60);
  return `${label.replace(/^-/, '')}-x.agent`;
}

/** Looks, saves up, registers; and sees that the name is taken and paid for once. */
function* acquire(
  agent: Agent,
  order: { name: string; style: 'A' | 'B'; years: number },
): Steps<Estate | undefined> {
  const { name, years } = order;
  const offer = yield* agent.polite.get(`${domainsA}/check`, { query: { domain: name } });
  if (!offer.ok) return undefined;
  yield* agent.check('a name without an owner is available', offer.body['available'] === true);
  const yearlyMicros = Math.round(offer.number('price_usdc') * 1e6);
  const before = yield* saveUp(agent, years * yearlyMicros);
  if (before === undefined) return undefined;
  const registered = yield* register(agent, order);
  if (!registered.ok) return undefined;
  const after = yield* balanceOf(agent);
  if (after !== undefined) {
    yield* agent.check('a name costs its price for every year', before - after === years * yearlyMicros);
  }
  const again = yield* register(agent, order);
  if (isAnswer(again)) yield* agent.check('a taken name is not given twice', again.code === 'CONFLICT');
  const seen = yield* lookup(agent, name);
  if (!seen.ok) return undefined;
  yield* agent.check('a name belongs to who registered it', seen.text('owner_id') === agent.persona.agentId);
  yield* agent.check(
    'a year ends on the date it began',
    yearsBetween(seen.text('registered'), seen.text('expires')) === years,
  );
  return { name, yearlyMicros, expiresAtMs: seen.instant('expires') };
}

const register = (
  agent: Agent,
  { name, style, years }: { name: string; style: 'A' | 'B'; years: number },
): Steps<Answer> =>
  style === 'A'
    ? agent.polite.post(`${domainsA}/register`, { domain: name, years })
    : agent.polite.post(`${domainsB}/register`, { domain: name, years, resolver: '192.0.2.53' });

/** Two addresses beside each other, and no alias beside them. */
function* point(agent: Agent, name: string): Steps {
  const set = (fields: object) =>
    agent.polite.post(`${domainsA}/dns`, { domain: name, name: 'www', ...fields });
  for (const value of ['192.0.2.1', '192.0.2.2']) if (!(yield* set({ type: 'A', value })).ok) return;
  const alias = yield* set({ type: 'CNAME', value: 'elsewhere.example.com' });
  if (isAnswer(alias)) yield* agent.check('a CNAME stands alone', alias.code === 'CONFLICT');
  const seen = yield* lookup(agent, name);
  if (!seen.ok) return;
  const values = seen.list('records').map(({ value }) => value as string);
  yield* agent.check('records are shown as they were set', values.join(' ') === '192.0.2.1 192.0.2.2');
}

function* appraise(agent: Agent, name: string): Steps {
  const ask = () => agent.polite.get(`${domainsA}/valuation`, { query: { domain: name } });
  const [first, second] = [yield* ask(), yield* ask()];
  if (!first.ok || !second.ok) return;
  const [value, same] = [first.number('valuation_usdc'), second.number('valuation_usdc')];
  yield* agent.check('a valuation is the same when asked again', value > 0 && value === same);
}

/** Saves up for another year; gives the new expiry. */
function* renew(agent: Agent, { name, yearlyMicros }: Estate): Steps<number | undefined> {
  const before = yield* saveUp(agent, yearlyMicros);
  const tooFar = yield* agent.polite.post(`${domainsB}/renew`, { domain: name, years: 10 });
  if (isAnswer(tooFar)) {
    yield* agent.check('no name is renewed past ten years ahead', tooFar.code === 'BAD_REQUEST');
  }
  const seen = yield* lookup(agent, name);
  const renewed = yield* agent.polite.post(`${domainsB}/renew`, { domain: name });
  if (!seen.ok || !renewed.ok) return undefined;
  const gained = yearsBetween(seen.text('expires'), renewed.text('expires'));
  yield* agent.check('a renewal adds its years to the expiry', gained === 1);
  const after = yield* balanceOf(agent);
  if (before !== undefined && after !== undefined) {
    yield* agent.check('a renewal costs the price of a year', before - after === yearlyMicros);
  }
  return renewed.instant('expires');
}

/** Offers its name to one buyer after the other, until one can pay. */
function* sell(agent: Agent, { name }: Estate, terms: { buyers: string; price: number }): Steps {
  const buyers = agent.peers(terms.buyers);
  const first = Math.floor((yield* agent.random()) * buyers.length);
  const offer = (to: string | undefined, micros: number) =>
    agent.polite.post(`${domainsB}/transfer`, { domain: name, to, price: micros / 1e6 });
  const dear = yield* offer(buyers[first], 900_000_000_000_000);
  if (isAnswer(dear)) {
    yield* agent.check(
      'a domain that the agent cannot pay for is refused',
      dear.code === 'INSUFFICIENT_BALANCE',
    );
  }
  const before = yield* balanceOf(agent);
  for (let tried = 0; tried < buyers.length; tried++) {
    const buyer = buyers[(first + tried) % buyers.length];
    const sold = yield* offer(buyer, terms.price);
    if (sold.code === 'INSUFFICIENT_BALANCE') continue;
    if (!isAnswer(sold)) return;
    yield* agent.check('a sale to who can pay goes through', sold.ok);
    yield* checkSold(agent, { name, buyer, before, price: terms.price });
    return;
  }
}

/** The name has gone and the money has come; and nothing more can be done with the name. */
function* checkSold(
  agent: Agent,
  sale: { name: string; buyer: string | undefined; before: number | undefined; price: number },
): Steps {
  const { name, buyer, before, price } = sale;
  const after = yield* balanceOf(agent);
  if (before !== undefined && after !== undefined) {
    yield* agent.check('a sale pays its price at once', after - before === price);
  }
  const seen = yield* lookup(agent, name);
  if (seen.ok) yield* agent.check('a sold name belongs to its buyer', seen.text('owner_id') === buyer);
  const record = { domain: name, type: 'TXT', value: 'mine' };
  for (const [path, body] of [
    [`${domainsA}/dns`, record],
    [`${domainsB}/renew`, { domain: name }],
    [`${domainsB}/transfer`, { domain: name, to: buyer }],
  ] as const) {
    const refused = yield* agent.polite.post(path, body);
    if (isAnswer(refused)) yield* agent.check('who has sold has no say', refused.code === 'FORBIDDEN');
  }
}

/** Lets its name go, and takes it again the moment it is free. */
function* lapse(agent: Agent, estate: Estate, habits: { style: 'A' | 'B'; exact: 'yes' | 'no' }): Steps {
  const { name, expiresAtMs } = estate;
  yield* saveUp(agent, estate.yearlyMicros);
  if (habits.exact === 'no') {
    yield* agent.sleepUntil(expiresAtMs);
    yield* agent.sleep('1h');
    const seen = yield* lookup(agent, name);
    if (isAnswer(seen)) yield* agent.check('a name that is not renewed expires', seen.code === 'NOT_FOUND');
    return;
  }
  yield* agent.sleepUntil(expiresAtMs - 1);
  const last = yield* agent.get(`${domainsB}/lookup/${name}`);
  const isMine = last.ok && last.text('owner_id') === agent.persona.agentId;
  yield* agent.check('a millisecond before its expiry a name is held', isMine);
  yield* agent.sleepUntil(expiresAtMs);
  const gone = yield* agent.get(`${domainsB}/lookup/${name}`);
  const offer = yield* agent.get(`${domainsA}/check`, { query: { domain: name } });
  const isFree = gone.code === 'NOT_FOUND' && offer.body['available'] === true;
  yield* agent.check('at its expiry a name is free', isFree);
  const again = yield* register(agent, { name, style: habits.style, years: 1 });
  yield* agent.check(
    'a free name is registered again in the same millisecond',
    again.ok && again.receivedAtMs === expiresAtMs,
  );
}

/** Holds names that others sell to it, and checks them at intervals. */
function* collect(agent: Agent, every: number): Steps {
  for (;;) {
    yield* agent.sleep(every);
    const inA = yield* agent.polite.get(`${domainsA}/domains`);
    const inB = yield* agent.polite.get(`${domainsB}/domains`);
    // A sale or an expiry between the two looks would make them disagree.
    if (!inA.ok || !inB.ok || inA.sentAtMs !== inB.receivedAtMs) continue;
    const [names, same] = [namesIn(inA), namesIn(inB)];
    yield* agent.check('both styles list the same names', names.join(' ') === same.join(' '));
    for (const name of names) {
      const seen = yield* lookup(agent, name);
      if (seen.ok) {
        yield* agent.check('who lists a name owns it', seen.text('owner_id') === agent.persona.agentId);
      }
    }
  }
}

/** Whole years between two dates that agree but for the year; NaN where they do not. */
const yearsBetween = (from: string, to: string): number =>
  from.slice(4) === to.slice(4) ? Number(to.slice(0, 4)) - Number(from.slice(0, 4)) : Number.NaN;
