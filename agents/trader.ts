import {
  choice,
  defineAgent,
  duration,
  exponential,
  integer,
  probability,
  text,
  usdc,
  type Agent,
  type Answer,
} from 'orrery-sim';
import { limitOff, microsIn, numberIn, positionOf, type Row, type Side } from './parts/orders.ts';
import { balanceOf } from './parts/purse.ts';

type Steps<T = void> = Generator<unknown, T, unknown>;

interface Habits {
  style: 'A' | 'B';
  market: 'spot' | 'perp';
  assets: string;
  strategy: 'momentum' | 'random';
  every: number;
  amount: number;
  leverage: number;
  limit: number;
  patience: number;
  funding: 'yes' | 'no';
  watch: number;
  close: number;
  exact: 'yes' | 'no';
}

/** Trades what it can afford, and checks every number it is given. */
export default defineAgent({
  name: 'trader',
  about:
    'Places market and limit orders on spot pairs or perpetuals, and checks fills, fees, margins and funding.',
  parameters: {
    style: choice(['A', 'B'], 'B', {
      about: 'The addressing style of its orders; style A trades perpetuals alone',
    }),
    market: choice(['spot', 'perp'], 'spot', { about: 'What it trades' }),
    assets: text('BTC,ETH,SOL,DOGE', { about: 'The assets it trades, one at random each time' }),
    strategy: choice(['momentum', 'random'], 'momentum', {
      about: 'Follows the last 24 hours, or the toss of a coin',
    }),
    every: duration('6h', { about: 'Time between two trades, on average' }),
    rounds: integer(0, { about: 'How many trades; 0 never stops', minimum: 0 }),
    amount: usdc('2.00', { about: 'What an order is for' }),
    leverage: integer(3, { about: 'Leverage of perpetual orders', minimum: 1, maximum: 10 }),
    limit: probability(0.3, { about: 'Share of limit orders, a percent off the market' }),
    patience: duration('2h', { about: 'After which time it cancels a limit order' }),
    funding: choice(['yes', 'no'], 'no', { about: 'Waits for the next funding after a perpetual order' }),
    watch: duration('0s', {
      about: 'How long it watches a perpetual position for a liquidation, and does nothing else',
    }),
    close: probability(0.5, { about: 'How often it closes its perpetual position afterwards (style A)' }),
    referredBy: text('', { about: 'The population one of whose agents referred it; empty for none' }),
    exact: choice(['yes', 'no'], 'no', {
      about: 'Checks balances and fills to the micro; needs a network without latency',
    }),
  },
  *run(agent, parameters) {
    const { every, rounds, referredBy } = parameters;
    const peers = referredBy === '' ? [] : agent.peers(referredBy);
    const referrer = peers[Math.floor((yield* agent.random()) * peers.length)];
    const joined = yield* agent.join({ referrer });
    if (!joined.ok) return;
    for (let round = 0; rounds === 0 || round < rounds; round++) {
      yield* agent.sleep(yield* agent.random(exponential(every)));
      yield* agent.polite.post('/faucet/claim');
      yield* trade(agent, parameters);
    }
  },
});

function* trade(agent: Agent, habits: Habits): Steps {
  const names = habits.assets.split(',');
  const asset = names[Math.floor((yield* agent.random()) * names.length)] ?? 'BTC';
  const price = yield* agent.polite.get(`/api/trading-api/price/${asset}-USDC`);
  if (!price.ok) return;
  const side = yield* sideFor(agent, habits, { asset, price });
  const isLimit = (yield* agent.random()) < habits.limit;
  const plan = { asset, side, price, balance: yield* balanceOf(agent) };
  if ((plan.balance ?? 0) < habits.amount * 1.1) return;
  if (isLimit) yield* rest(agent, habits, plan);
  else yield* take(agent, habits, plan);
}

interface Plan {
  asset: string;
  side: Side;
  price: Answer;
  /** Micros that could be spent when the order was planned. */
  balance: number | undefined;
}

/** A spot trader sells only what it has. */
function* sideFor(agent: Agent, habits: Habits, about: { asset: string; price: Answer }): Steps<Side> {
  const draw = yield* agent.random();
  const isUp = habits.strategy === 'momentum' ? about.price.number('change_24h') > 0 : draw < 0.5;
  if (isUp || habits.market === 'perp') return isUp ? 'buy' : 'sell';
  const holding = yield* positionOf(agent, about.asset, 'spot');
  return microsIn(holding, 'value') > habits.amount * 1.01 ? 'sell' : 'buy';
}

/** Filled at once: at the quoted price, for 0.1%. */
function* take(agent: Agent, habits: Habits, plan: Plan): Steps {
  const before = yield* positionOf(agent, plan.asset, habits.market);
  const placed = yield* place(agent, habits, { limit: undefined, ...plan });
  if (!placed.ok) return;
  const order = yield* newestOrder(agent, placed);
  if (order === undefined) return;
  yield* agent.check('a market order is filled at once', order['status'] === 'filled');
  yield* checkFee(agent, order);
  if (habits.exact === 'yes') yield* checkFill(agent, habits, { plan, order, before });
  if (habits.market === 'perp') yield* hold(agent, habits, plan.asset);
}

/** Fee: 0.1% of the amount, to the nearest micro. */
function* checkFee(agent: Agent, order: Row): Steps {
  const fee = Math.floor((microsIn(order, 'amount') + 500) / 1000);
  yield* agent.check('the trading fee is 0.1%', microsIn(order, 'fee') === fee);
}

function* checkFill(
  agent: Agent,
  habits: Habits,
  what: { plan: Plan; order: Row; before: Row | undefined },
): Steps {
  const { plan, order, before } = what;
  const quoted = plan.price.text(plan.side === 'buy' ? 'ask' : 'bid');
  yield* agent.check('a market order is filled at the quote', order['fill_price'] === quoted);
  const after = yield* positionOf(agent, plan.asset, habits.market);
  const filled = numberIn(order, 'fill_qty') * (plan.side === 'buy' ? 1 : -1);
  const change = signedQuantity(after) - signedQuantity(before);
  const isSame = Math.abs(change - filled) <= 1e-9 * Math.max(1, Math.abs(signedQuantity(before)));
  yield* agent.check('positions add up', isSame);
  if (habits.market !== 'spot') return;
  const moved = (plan.balance ?? 0) - ((yield* balanceOf(agent)) ?? 0);
  const amount = microsIn(order, 'amount') * (plan.side === 'buy' ? 1 : -1);
  yield* agent.check('a spot trade moves the amount and the fee', moved === amount + microsIn(order, 'fee'));
}

/** Rests a percent off the market; is filled there and nowhere else, or is cancelled and comes back in full. */
function* rest(agent: Agent, habits: Habits, plan: Plan): Steps {
  const limit = limitOff(plan.price, plan.side === 'buy' ? 0.99 : 1.01);
  const placed = yield* place(agent, habits, { limit, ...plan });
  if (!placed.ok) return;
  const order = yield* newestOrder(agent, placed);
  if (order === undefined) return;
  const held = heldFor(order);
  if (habits.exact === 'yes') {
    const left = yield* balanceOf(agent);
    yield* agent.check('an open order holds amount and fee', left === (plan.balance ?? 0) - held);
  }
  yield* agent.sleep(yield* agent.random(exponential(habits.patience)));
  const before = yield* balanceOf(agent);
  const cancelled = yield* cancel(agent, habits, placed.text('order_id'));
  if (cancelled.status === 0 || cancelled.status >= 500) return;
  if (cancelled.ok) {
    yield* agent.check('a cancelled order says so', cancelled.text('status') === 'cancelled');
    if (habits.exact !== 'yes') return;
    yield* agent.check('a cancel releases in full', (yield* balanceOf(agent)) === (before ?? 0) + held);
    return;
  }
  const now = yield* newestOrder(agent, placed);
  if (now === undefined || cancelled.code !== 'CONFLICT') return;
  yield* agent.check('a limit order is filled at its limit', numberIn(now, 'fill_price') === Number(limit));
  yield* checkFee(agent, now);
}

/** Amount or margin, and the fee; a spot sale holds back what it sells instead. */
function heldFor(order: Row): number {
  const amount = microsIn(order, 'amount');
  const fee = Math.floor((amount + 500) / 1000);
  if (order['market_type'] === 'perp') return Math.ceil(amount / numberIn(order, 'leverage')) + fee;
  return order['side'] === 'buy' ? amount + fee : 0;
}

/** Keeps a position over the next funding, and closes it in some rounds. */
function* hold(agent: Agent, habits: Habits, asset: string): Steps {
  if (habits.funding === 'yes') yield* awaitFunding(agent, asset);
  if (habits.watch > 0) yield* watchMargin(agent, asset, habits.watch);
  if (habits.style !== 'A' || (yield* agent.random()) >= habits.close) return;
  const position = yield* positionOf(agent, asset, 'perp');
  if (position === undefined) return;
  const side = position['side'] === 'buy' ? 'short' : 'long';
  const body = { symbol: `${asset}-PERP`, side, size: position['qty'], type: 'market' };
  const closed = yield* agent.polite.post('/trading/api/v1/orders', body);
  if (!closed.ok || habits.exact !== 'yes') return;
  const left = yield* positionOf(agent, asset, 'perp');
  yield* agent.check('an opposite order of the same size closes a position', left === undefined);
}

const fundingMs = 8 * 3_600_000;

/** A position that is closed by force takes its margin at most, and what is left of that comes back. */
function* watchMargin(agent: Agent, asset: string, forMs: number): Steps {
  const endMs = (yield* agent.now()) + forMs;
  let balance = yield* balanceOf(agent);
  while ((yield* agent.now()) < endMs) {
    const position = yield* positionOf(agent, asset, 'perp');
    const left = yield* balanceOf(agent);
    if (position === undefined) {
      yield* agent.check('a liquidation takes the margin at most', (left ?? 0) >= (balance ?? 0));
      return;
    }
    balance = left;
    yield* agent.sleep('30m');
  }
}

/** At 00:00, 08:00 and 16:00 UTC longs pay shorts the rate times the worth of their positions. */
function* awaitFunding(agent: Agent, asset: string): Steps {
  const dueAtMs = (Math.floor((yield* agent.now()) / fundingMs) + 1) * fundingMs;
  const opened = yield* positionOf(agent, asset, 'perp');
  yield* agent.sleepUntil(dueAtMs - 1);
  const before = yield* positionOf(agent, asset, 'perp');
  if (before !== undefined && opened !== undefined && opened['qty'] === before['qty']) {
    const isStill = before['margin'] === opened['margin'];
    yield* agent.check('between two fundings a margin stays as it is', isStill);
  }
  yield* agent.sleepUntil(dueAtMs);
  const after = yield* positionOf(agent, asset, 'perp');
  const price = yield* agent.polite.get(`/api/trading-api/price/${asset}-USDC`);
  if (before === undefined || after === undefined || !price.ok) return;
  if (before['side'] !== after['side'] || before['qty'] !== after['qty']) return;
  const due = microsIn(after, 'value') * price.number('funding_rate');
  const paid = microsIn(before, 'margin') - microsIn(after, 'margin');
  const wanted = after['side'] === 'buy' ? due : -due;
  yield* agent.check('funding is the rate times the worth', Math.abs(paid - wanted) <= 1);
}

function* place(
  agent: Agent,
  habits: Habits,
  order: { asset: string; side: Side; price: Answer; limit: string | undefined },
): Steps<Answer> {
  const { asset, side, limit } = order;
  const type = limit === undefined ? { type: 'market' } : { type: 'limit', price: limit };
  if (habits.style === 'A' && habits.market === 'perp') {
    const size = (habits.amount / 1e6 / order.price.number('mid')).toPrecision(2);
    return yield* agent.polite.post('/trading/api/v1/orders', {
      symbol: `${asset}-PERP`,
      side: side === 'buy' ? 'long' : 'short',
      size: Number(size),
      leverage: habits.leverage,
      ...type,
    });
  }
  return yield* agent.polite.post('/api/trading-api/order', {
    pair: `${asset}-USDC`,
    side,
    amount: habits.amount / 1e6,
    market_type: habits.market,
    ...(habits.market === 'perp' ? { leverage: habits.leverage } : {}),
    ...type,
  });
}

function* cancel(agent: Agent, habits: Habits, id: string): Steps<Answer> {
  if (habits.style === 'A') return yield* agent.polite.post(`/trading/api/v1/orders/${id}/cancel`);
  return yield* agent.polite.delete(`/api/trading-api/order/${id}`);
}

/** The order just placed, as style B lists it, whatever style it was placed in. */
function* newestOrder(agent: Agent, placed: Answer): Steps<Row | undefined> {
  const list = yield* agent.polite.get('/api/trading-api/orders', { query: { limit: 5 } });
  if (!list.ok) return undefined;
  const id = placed.text('order_id');
  const found = list.list('orders').find((order) => order['order_id'] === id);
  yield* agent.check('an order that was placed is on the list', found !== undefined);
  return found;
}

const signedQuantity = (row: Row | undefined): number =>
  numberIn(row, 'qty') * (row?.['side'] === 'sell' ? -1 : 1);
