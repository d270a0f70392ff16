import { defineAgent, duration, integer, number, text, usdc, type Agent, type Answer } from 'orrery-sim';
import {
  closePosition,
  microsIn,
  placeOrder,
  positionIn,
  positionOf,
  quote,
  type Side,
} from './parts/orders.ts';
import { oneOf } from './parts/others.ts';
import { balanceOf, claimWhenDue } from './parts/purse.ts';

type Steps<T = void> = Generator<unknown, T, unknown>;

const minuteMs = 60_000;
const dayMinutes = 1_440;

/** A mid as it was quoted in a minute. */
interface Sample {
  readonly minute: number;
  readonly mid: number;
}

interface Habits {
  slow: number;
  fast: number;
  threshold: number;
  amount: number;
  leverage: number;
}

/** Follows the trend of one perpetual: with it in, against it out and round. */
export default defineAgent({
  name: 'trend-trader',
  about: 'Holds a perpetual along its trend, a fast average of quotes against a slow one, and turns with it.',
  parameters: {
    assets: text('BTC,ETH,SOL,DOGE', { about: 'The assets of which it follows one, drawn at the start' }),
    every: duration('1h', { about: 'How often it looks at the price' }),
    rounds: integer(0, { about: 'How many looks; 0 never stops', minimum: 0 }),
    slow: integer(12, { about: 'Looks in the slow average', minimum: 2, maximum: 1_000 }),
    fast: integer(3, { about: 'Looks in the fast average', minimum: 1, maximum: 1_000 }),
    threshold: number(0.5, {
      about: 'By how many percent the averages have to differ to make a trend',
      minimum: 0,
    }),
    amount: usdc('6.00', { about: 'What its position is for' }),
    leverage: integer(2, { about: 'Leverage of its position', minimum: 1, maximum: 10 }),
  },
  *run(agent, parameters) {
    const joined = yield* agent.join();
    if (!joined.ok) return;
    const asset = (yield* oneOf(agent, parameters.assets.split(','))) ?? 'BTC';
    let claimAtMs = joined.instant('next_claim');
    let samples: readonly Sample[] = [];
    for (let round = 0; parameters.rounds === 0 || round < parameters.rounds; round++) {
      const price = yield* quote(agent, asset);
      if (price.ok) {
        const sample = { minute: Math.floor(price.sentAtMs / minuteMs), mid: price.number('mid') };
        if (isOfOneMinute(price)) yield* checkChange(agent, price, samples, sample);
        samples = [...samples, sample].filter(({ minute }) => minute >= sample.minute - dayMinutes);
        claimAtMs = yield* claimWhenDue(agent, claimAtMs);
        yield* follow(agent, parameters, { asset, trend: trendOf(samples, parameters) });
      }
      yield* agent.sleep(parameters.every);
    }
  },
});

const isOfOneMinute = ({ sentAtMs, receivedAtMs }: Answer): boolean =>
  Math.floor(sentAtMs / minuteMs) === Math.floor(receivedAtMs / minuteMs);

/** What it saw a day ago to the minute has to be what the change is counted from. */
function* checkChange(agent: Agent, price: Answer, samples: readonly Sample[], now: Sample): Steps {
  const before = samples.find(({ minute }) => minute === now.minute - dayMinutes);
  if (before === undefined) return;
  const percent = (now.mid / before.mid - 1) * 100;
  const isSame = Math.abs(price.number('change_24h') - percent) <= 0.006;
  yield* agent.check('change_24h is what two quotes a day apart say', isSame);
}

/** Undefined while the averages are close to each other, or have too little to stand on. */
function trendOf(samples: readonly Sample[], { slow, fast, threshold }: Habits): Side | undefined {
  if (samples.length < Math.max(slow, fast)) return undefined;
  const percent = (averageOf(samples, fast) / averageOf(samples, slow) - 1) * 100;
  if (Math.abs(percent) <= threshold) return undefined;
  return percent > 0 ? 'buy' : 'sell';
}

const averageOf = (samples: readonly Sample[], count: number): number =>
  samples.slice(-count).reduce((sum, { mid }) => sum + mid, 0) / count;

/** Without a trend it keeps what it has. */
function* follow(
  agent: Agent,
  { amount, leverage }: Habits,
  { asset, trend }: { asset: string; trend: Side | undefined },
): Steps {
  if (trend === undefined) return;
  const held = yield* positionIn(agent, asset, 'perp');
  if (held === undefined || (held !== 'none' && held['side'] === trend)) return;
  if (held !== 'none' && !(yield* closePosition(agent, asset, held)).ok) return;
  const needed = amount / leverage + amount / 1_000;
  if (((yield* balanceOf(agent)) ?? 0) < needed * 1.01) return;
  const placed = yield* placeOrder(agent, { asset, market: 'perp', side: trend, micros: amount, leverage });
  if (!placed.ok) return;
  const now = yield* positionOf(agent, asset, 'perp');
  if (now === undefined) return;
  yield* agent.check('a position is on the side it was opened on', now['side'] === trend);
  const isIsolated = microsIn(now, 'margin') <= Math.ceil(amount / leverage) * 1.01;
  yield* agent.check('a margin is the amount over the leverage', isIsolated);
}
