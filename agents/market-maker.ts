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
import {
  limitOff,
  microsIn,
  numberIn,
  placeOrder,
  positionIn,
  quote,
  tradingB,
  type Market,
  type Row,
  type Side,
} from './parts/orders.ts';
import { claimWhenDue } from './parts/purse.ts';

type Steps<T = void> = Generator<unknown, T, unknown>;

interface Habits {
  asset: string;
  market: Market;
  amount: number;
  leverage: number;
  spread: number;
  inventory: number;
}

/** A quote that rests, and what it asks for. */
interface Quote {
  readonly id: string;
  readonly limit: string;
}

/** What the maker knows of its quotes: undefined where an answer was lost, and so a quote may rest unseen. */
type Book = readonly Quote[] | undefined;

/** Quotes both sides of a market, takes its quotes back and makes new ones, and checks each that was filled. */
export default defineAgent({
  name: 'market-maker',
  about: 'Keeps a limit order on either side of the mid, and replaces both as the price moves.',
  parameters: {
    asset: text('BTC', { about: 'The asset it makes a market in' }),
    market: choice(['spot', 'perp'], 'perp', {
      about: 'The market it quotes in; on spot it sells what it has',
    }),
    every: duration('30m', { about: 'How often it replaces its quotes' }),
    rounds: integer(0, { about: 'How often in all; 0 never stops', minimum: 0 }),
    amount: usdc('2.00', { about: 'What a quote is for' }),
    leverage: integer(2, { about: 'Leverage of perpetual quotes', minimum: 1, maximum: 10 }),
    spread: number(0.4, {
      about: 'How far its quotes lie from the mid, in percent',
      minimum: 0.01,
      maximum: 50,
    }),
    inventory: integer(3, {
      about: 'How many quotes on one side may be filled before it quotes the other alone',
      minimum: 1,
    }),
  },
  *run(agent, parameters) {
    const joined = yield* agent.join();
    if (!joined.ok) return;
    let claimAtMs = joined.instant('next_claim');
    let book: Book = [];
    for (let round = 0; parameters.rounds === 0 || round < parameters.rounds; round++) {
      claimAtMs = yield* claimWhenDue(agent, claimAtMs);
      book = (yield* clear(agent, parameters, book)) ? yield* makeQuotes(agent, parameters) : undefined;
      yield* agent.sleep(parameters.every);
    }
  },
});

/** Takes back what rests; true where nothing does afterwards, as far as answers say. */
function* clear(agent: Agent, { asset }: Habits, book: Book): Steps<boolean> {
  const list = yield* agent.polite.get(`${tradingB}/orders`, { query: { pair: `${asset}-USDC`, limit: 20 } });
  if (!list.ok) return false;
  const orders = list.list('orders');
  for (const { id, limit } of book ?? []) {
    const order = orders.find((row) => row['order_id'] === id);
    yield* agent.check('a quote is on the list', order !== undefined);
    if (order?.['status'] === 'filled') yield* checkFill(agent, order, limit);
  }
  let isClear = true;
  for (const order of orders.filter(({ status }) => status === 'open')) {
    const id = order['order_id'] as string;
    if (book !== undefined) {
      yield* agent.check(
        'no quote rests that was taken back',
        book.some((known) => known.id === id),
      );
    }
    const cancelled = yield* agent.polite.delete(`${tradingB}/order/${id}`);
    isClear &&= cancelled.ok || cancelled.code === 'CONFLICT';
  }
  return isClear;
}

/** At its limit, and for 0.1% to the nearest micro. */
function* checkFill(agent: Agent, order: Row, limit: string): Steps {
  yield* agent.check('a quote is filled at its limit', numberIn(order, 'fill_price') === Number(limit));
  const fee = Math.floor((microsIn(order, 'amount') + 500) / 1000);
  yield* agent.check('the maker fee is 0.1%', microsIn(order, 'fee') === fee);
}

/** A bid below the mid and an ask above it, as far as its inventory lets it. */
function* makeQuotes(agent: Agent, habits: Habits): Steps<Book> {
  const price = yield* quote(agent, habits.asset);
  const held = yield* positionIn(agent, habits.asset, habits.market);
  if (!price.ok || held === undefined) return [];
  const quotes: Quote[] = [];
  let isLost = false;
  for (const side of sidesFor(habits, held === 'none' ? undefined : held)) {
    const limit = limitOff(price, 1 + (side === 'buy' ? -1 : 1) * (habits.spread / 100));
    const placed = yield* placeQuote(agent, habits, { side, limit });
    if (placed.ok) quotes.push({ id: placed.text('order_id'), limit });
    isLost ||= placed.status === 0 || placed.status >= 500;
  }
  return isLost ? undefined : quotes;
}

const placeQuote = (agent: Agent, habits: Habits, what: { side: Side; limit: string }): Steps<Answer> => {
  const { asset, market, amount: micros, leverage } = habits;
  return placeOrder(agent, { asset, market, micros, leverage, ...what });
};

/** Quotes both sides, unless too much has been bought or sold; on spot it sells only what it holds. */
function sidesFor({ market, amount, inventory }: Habits, held: Row | undefined): readonly Side[] {
  const value = microsIn(held, 'value') * (held?.['side'] === 'sell' ? -1 : 1);
  const buys = value < inventory * amount;
  const sells = market === 'spot' ? value > amount * 1.02 : value > -inventory * amount;
  return [...(buys ? (['buy'] as const) : []), ...(sells ? (['sell'] as const) : [])];
}
