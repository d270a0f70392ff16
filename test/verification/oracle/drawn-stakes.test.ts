/** How much may be staked: what is said of drawn bets near their limit, of limits that are shown, and of refusals, under each reading. */
import { describe, expect, it } from 'vitest';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { isPlainBet, StakeLimitModel } from '../../../src/verification/oracle/models/stake-limits.ts';
import { describeKept, drawFrom, oneOf, type DrawBelow, type KeptSubject } from '../../kept-digests.ts';
import { caseOf, exchangeOf } from './said.ts';

type Policies = Readonly<Record<string, string>>;

const published = { 'casino.payouts': 'published', 'kelly.limit': 'odds' };
const readings: readonly Policies[] = [
  published,
  { ...published, 'casino.payouts': 'consistent' },
  { ...published, 'kelly.limit': 'none' },
  { ...published, 'kelly.limit': 'strict' },
  { ...published, 'kelly.limit': 'strict', 'casino.slotPairs': 'any' },
  { ...published, 'kelly.limit': 'house' },
  { ...published, 'kelly.limit': 'house', 'casino.payouts': 'consistent' },
  { ...published, 'kelly.precedence': 'balance', 'casino.slotsMinimum': '0.10' },
  { ...published, 'casino.slotsMinimum': 'facade' },
  { ...published, 'casino.houseRuin': 'negative' },
  { ...published, 'casino.houseRuin': 'closed' },
];

/** By game, bets of the right form. */
const bets: Readonly<Record<string, readonly Body[]>> = {
  coin_flip: [{ side: 'heads' }, { side: 'tails' }, { side: 'heads', client_seed: 'x' }],
  dice: [2, 50, 98].map((threshold) => ({ direction: 'over', threshold })),
  simple_dice: [{ pick: 3 }],
  wheel: [{}],
  slots: [{}],
  roulette: [{ bet_type: 'red' }, { bet_type: 'number', bet_value: 7 }],
  custom: [{ win_probability: 99 }, { win_probability: 33.3 }],
  keno: [{ picks: [1, 2, 3] }],
  blackjack: [{}],
  video_poker: [{}],
  mines: [{ mines: 3, reveals: 2 }],
  unknown: [{}],
};
const games = Object.keys(bets);
const codes = ['BAD_REQUEST', 'INSUFFICIENT_BALANCE', 'GAME_CLOSED', 'CONFLICT'];
const bankrolls = [10_000_000, 10_000, 2_604_166, 500_000_000_000, 0];
const houses = [undefined, 100_000, 1_000_000, 50_000_000, 1e12, -5];
/** What a bet of a balance of 10 may stake at most lies among these, and what any bet may. */
const stakes = [9_999, 10_000, 99_999, 100_000, 2_604_166, 2_604_167, 2_500_000, 555_555, 555_556, 10_000_000, 10_000_001, 1_000_000_000, 1_000_000_001, 10_000_000_000, 10_000_000_001]; // prettier-ignore

interface Drawn {
  readonly model: StakeLimitModel;
  readonly draw: DrawBelow;
  readonly game: string;
  readonly sent: Body;
  readonly style: string;
}

const exchangeWith = ({ style }: Drawn, operation: string, more: Partial<AuditedExchange>): AuditedExchange =>
  exchangeOf(`casino/${style}/${operation}`, { method: 'POST', path: '', ...more });

const heard: Readonly<Record<string, (is: Drawn) => void>> = {
  taken: (is) => {
    const { model, draw, game, sent } = is;
    const bet = { game, stake: oneOf(draw, stakes), payout: oneOf(draw, [0, 500_000]), isAlone: draw(2) === 0, params: { ...sent, amount: oneOf(draw, [1, undefined]) }, isHand: draw(6) === 0 };
    model.taken(exchangeWith(is, 'bet', {}), 'alice', bet);
  },
  refused: (is) => {
    const { model, draw, game, sent } = is;
    const stake = oneOf(draw, [...stakes, Number.NaN]) / 1e6;
    const body = { ...sent, amount: stake, game };
    const reported = oneOf(draw, ['2.604166', '2.604167', '0.01', '2.604166 USDC']);
    const answer = { code: oneOf(draw, codes), error: `amount is above the Kelly limit of this bet: ${reported}` };
    const headers: Record<string, string> = draw(5) === 0 ? { 'idempotency-key': 'k' } : {};
    const path = `/casino/api/v1/games/${game.replace('_', '-')}`;
    const status = oneOf(draw, [400, 400, 422, 409, 429]);
    const exchange = exchangeWith(is, draw(6) === 0 ? 'deal' : 'bet', { path, status, body, headers, answer: draw(3) === 0 ? { code: answer.code } : answer });
    model.refused(exchange, 'alice', { sent: draw(9) === 0 ? undefined : is.style === 'B' ? { amount: stake, params: sent } : body, game, isAlone: draw(2) === 0 });
  },
  shown: (is) => {
    const { model, draw } = is;
    const row = (game: string): Body => ({ game, max_bet: oneOf(draw, ['0.01', '2.604166', 10]), max_bet_at_longest_odds: '0.01' });
    const answer = { risk_factor: oneOf(draw, [0.25, 0.5]), bankroll: oneOf(draw, [10, '0.05', undefined]), limits: games.map(row) };
    model.observeExchange(exchangeWith(is, 'kellyLimits', { answer, status: oneOf(draw, [200, 200, 400]) }), 'alice', draw(2) === 0);
  },
  optimal: (is) => {
    const { model, draw, game, sent } = is;
    const answer = { game, kelly_fraction: oneOf(draw, [0, 0.1, 1, -0.1, 0.999]), optimal_bet: oneOf(draw, ['0', '1.00']), max_bet: '2.604166' };
    model.optimal(exchangeWith(is, 'kellyOptimal', { body: draw(9) === 0 ? undefined : sent, answer, status: oneOf(draw, [200, 200, 400]) }), 'alice', draw(2) === 0);
  },
  simulated: (is) => {
    const { model, draw, game, sent } = is;
    const plan = oneOf(draw, [{}, {}, {}, { fraction: 0.1 }, { amount: 1 }]);
    const answer = { game, fraction: oneOf(draw, [0, 1, 0.25 / 0.96, 0.5 / 0.96, 0.25 / 4.5]) };
    model.simulated(exchangeWith(is, 'simulateKelly', { body: draw(12) === 0 ? undefined : { ...sent, ...plan }, answer, status: oneOf(draw, [200, 200, 400]) }), 'alice');
  },
}; // prettier-ignore

/** What is said of so many calls, between which the player may choose another risk. */
function saidOf(policies: Policies, what: string): string[] {
  const draw = drawFrom(`${what} ${JSON.stringify(policies)}`);
  let [bankroll, house]: [number, number | undefined] = [0, undefined];
  const changed = draw(2) === 0 ? ['casino.houseBankroll'] : [];
  const books = { available: () => bankroll };
  const { file, said } = caseOf({ setting: { faults: [], policies, changed }, books, houses: { known: () => house } }); // prettier-ignore
  const model = new StakeLimitModel(file);
  for (let turn = 0; turn < 150; turn += 1) {
    [bankroll, house] = [oneOf(draw, bankrolls), oneOf(draw, houses)];
    const game = oneOf(draw, games);
    const is = { model, draw, game, sent: oneOf(draw, bets[game]!), style: oneOf(draw, ['A', 'B']) };
    if (draw(10) === 0) {
      const body = oneOf(draw, [{ risk_factor: 0.5 }, {}, undefined, { risk_factor: 0.1 }]);
      model.configured(exchangeWith(is, 'configureKelly', { status: oneOf(draw, [200, 400]), body, answer: { risk_factor: oneOf(draw, [0.5, 1]) } }), 'alice'); // prettier-ignore
    }
    heard[what]!(is);
    said.push(`${turn}`);
  }
  return said;
}

const nameOf = (policies: Policies): string => Object.values(policies).join(' ');

describe('bets, each of them', () => {
  describeKept(
    new URL('drawn-stakes.json', import.meta.url),
    readings.flatMap((policies): KeptSubject[] =>
      Object.keys(heard).map((what) => ({
        name: `${what}: ${nameOf(policies)}`,
        made: () => saidOf(policies, what),
      })),
    ),
  );
});

it('a refusal says nothing of the form where every rule of it is known', () => {
  const dice = { direction: 'over', threshold: 50 };
  expect([isPlainBet('dice', dice), isPlainBet('dice', { ...dice, threshold: 2 }), isPlainBet('dice', { ...dice, threshold: 98 })]).toEqual([true, true, true]);
  expect([isPlainBet('dice', { ...dice, threshold: 1 }), isPlainBet('dice', { ...dice, threshold: 99 }), isPlainBet('dice', { ...dice, threshold: 2.5 }), isPlainBet('dice', { ...dice, direction: 'up' }), isPlainBet('crash', dice)]).toEqual([false, false, false, false, false]);
}); // prettier-ignore
