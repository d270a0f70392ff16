import { defineAgent, duration, integer, type Agent } from 'orrery-sim';

type Steps<T = void> = Generator<unknown, T, unknown>;

/** The documents ask clients to fetch the list of markets no more often than that. */
const pollingMinimumMs = 5_000;
/** A mark price holds for a minute. */
const gridMs = 60_000;

/** Looks at the markets and trades nothing: prices have to be prices, in both styles. */
export default defineAgent({
  name: 'market-watcher',
  about: 'Fetches the list of markets, at most every 5 s, and compares it with tickers and quotes.',
  parameters: {
    every: duration('10m', { about: 'Time between two looks; never less than 5 s' }),
    rounds: integer(0, { about: 'How many looks; 0 never stops', minimum: 0 }),
  },
  *run(agent, { every, rounds }) {
    const joined = yield* agent.join({ style: 'A' });
    if (!joined.ok) return;
    for (let round = 0; rounds === 0 || round < rounds; round++) {
      yield* look(agent);
      yield* agent.sleep(Math.max(every, pollingMinimumMs));
    }
  },
});

function* look(agent: Agent): Steps {
  const answer = yield* agent.polite.get('/trading/api/v1/markets');
  if (!answer.ok) return;
  const markets = answer.list('markets');
  const perpetuals = markets.filter((market) => symbolOf(market).endsWith('-PERP'));
  yield* agent.check('there are 275 perpetuals or more', perpetuals.length >= 275);
  const arePrices = markets.every(({ mark_price: mark }) => typeof mark === 'number' && mark > 0);
  yield* agent.check('every market has a price', arePrices);
  const market = perpetuals[Math.floor((yield* agent.random()) * perpetuals.length)];
  if (market === undefined) return;
  const symbol = symbolOf(market);
  const ticker = yield* agent.polite.get(`/trading/api/v1/ticker/${symbol}`);
  const price = yield* agent.polite.get(`/api/trading-api/price/${symbol.replace('-PERP', '-USDC')}`);
  if (!ticker.ok || !price.ok) return;
  const mid = price.number('mid');
  const isBetween = price.number('bid') < mid && mid < price.number('ask');
  yield* agent.check('a bid is below the mid and the mid below the ask', isBetween);
  const rate = Math.abs(price.number('funding_rate'));
  yield* agent.check('a funding rate is at most 0.05%', rate <= 0.0005);
  const isOneMinute = Math.floor(answer.sentAtMs / gridMs) === Math.floor(price.receivedAtMs / gridMs);
  if (!isOneMinute) return;
  const isOnePrice = ticker.number('mark_price') === market['mark_price'] && mid === market['mark_price'];
  yield* agent.check('list and ticker and quote agree', isOnePrice);
}

const symbolOf = (market: Readonly<Record<string, unknown>>): string =>
  typeof market['symbol'] === 'string' ? market['symbol'] : '';
