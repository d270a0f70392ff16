import { choice, defineAgent, duration, integer, probability, text, type Agent } from 'orrery-sim';
import { microsIn, placeOrder, positionIn, type Row, type Side } from './parts/orders.ts';
import { oneOf } from './parts/others.ts';
import { balanceOf, claimWhenDue } from './parts/purse.ts';

type Steps<T = void> = Generator<unknown, T, unknown>;

const orderMinMicros = 1_000_000;

interface Habits {
  assets: string;
  side: 'long' | 'short' | 'either';
  leverage: number;
  share: number;
  watch: number;
}

/** Bets nearly all it has on one direction, as far as it is lent, and does nothing more until that is gone. */
export default defineAgent({
  name: 'over-leveraged-trader',
  about: 'Opens one perpetual position at the highest leverage and holds it until it is liquidated.',
  parameters: {
    assets: text('BTC,ETH,SOL,DOGE', { about: 'The assets of which it takes one, drawn each time' }),
    side: choice(['long', 'short', 'either'], 'either', { about: 'What it bets on; either draws' }),
    leverage: integer(10, { about: 'Leverage of its position', minimum: 1, maximum: 10 }),
    share: probability(0.9, { about: 'How much of its balance it puts into margin and fee' }),
    watch: duration('30m', { about: 'How often it looks whether it still has a position' }),
    rounds: integer(0, {
      about: 'How many positions it opens, one after the other; 0 never stops',
      minimum: 0,
    }),
    pause: duration('1d', { about: 'How long it waits before it tries again' }),
  },
  *run(agent, parameters) {
    const joined = yield* agent.join();
    if (!joined.ok) return;
    const { rounds, pause } = parameters;
    let claimAtMs = joined.instant('next_claim');
    for (let opened = 0; rounds === 0 || opened < rounds;) {
      claimAtMs = yield* claimWhenDue(agent, claimAtMs);
      const asset = (yield* oneOf(agent, parameters.assets.split(','))) ?? 'BTC';
      if (yield* open(agent, parameters, asset)) {
        opened += 1;
        yield* holdOn(agent, asset, parameters.watch);
      }
      yield* agent.sleep(pause);
    }
  },
});

/** True when there is a position to hold. */
function* open(agent: Agent, { side, leverage, share }: Habits, asset: string): Steps<boolean> {
  const balance = yield* balanceOf(agent);
  // Margin is a part of the amount, and so is the fee of 0.1%.
  const micros = Math.floor(((balance ?? 0) * share) / (1 / leverage + 0.001));
  if (micros < orderMinMicros) return false;
  const direction = yield* sideOf(agent, side);
  const placed = yield* placeOrder(agent, { asset, market: 'perp', side: direction, micros, leverage });
  return placed.ok;
}

function* sideOf(agent: Agent, side: Habits['side']): Steps<Side> {
  if (side === 'either') return (yield* agent.random()) < 0.5 ? 'buy' : 'sell';
  return side === 'long' ? 'buy' : 'sell';
}

/** Watches until the position is gone; then what was not margin is still there, and of the margin at most all. */
function* holdOn(agent: Agent, asset: string, watchMs: number): Steps {
  let seen: Row | undefined;
  let balance: number | undefined;
  for (;;) {
    const position = yield* positionIn(agent, asset, 'perp');
    const left = yield* balanceOf(agent);
    if (position === 'none') return yield* checkLoss(agent, { seen, before: balance, after: left });
    if (position !== undefined) {
      if (left !== undefined && balance !== undefined) {
        yield* agent.check('a position that is held costs nothing beside its margin', left === balance);
      }
      [seen, balance] = [position, left];
    }
    yield* agent.sleep(watchMs);
  }
}

function* checkLoss(
  agent: Agent,
  what: { seen: Row | undefined; before: number | undefined; after: number | undefined },
): Steps {
  const { seen, before, after } = what;
  if (seen === undefined || before === undefined || after === undefined) return;
  yield* agent.check('a loss is capped at the margin', after >= before);
  yield* agent.check('no more than the margin comes back', after - before <= microsIn(seen, 'margin'));
}
