/** Style A of leaderboards, sessions, bankroll curves and simulations (STA02 to STA04, STA06, KEL06, KEL07). */
import { Type } from 'typebox';
import { usdcNumber } from '../../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../../core/base/refusal.ts';
import { formatInstant } from '../../../../core/base/time.ts';
import { pageAnswer, pageQuery, pageView, readPage } from '../../../../core/http/paging.ts';
import { payoutFraction } from '../../../games/exact.ts';
import { casinoGameNamed, casinoGames, type StakeBounds } from '../play/game-stakes.ts';
import { binding } from '../../../../core/http/route.ts';
import { InstantText, readAmount, UsdcNumber, usdcFrom } from '../../../../core/http/wire.ts';
import { AnyGame, SingleGame, singleChoices, stakeMinMicros } from '../play/bet-body.ts';
import { bankrollMaxMicros } from './kelly-simulation.ts';
import type { Policies } from '../../../../core/policy/policies.ts';
import type { RegisteredAgent } from '../../ports.ts';
import { stakesIn } from '../play/orders.ts';
import { readStakeOf, singleGame } from '../play/schemas.ts';
import type { StakePlan } from './kelly-simulation.ts';
import type { BankrollCurve, LeadersAt, SessionStats, SimulationResult } from './records.ts';
import { netMicros, type LeaderboardStanding } from '../play/leaderboard.ts';
import type { BetTotals } from '../play/stats.ts';

const read = (): undefined => undefined;

const LeaderAnswer = Type.Object({
  rank: Type.Integer(),
  agent_id: Type.String({ description: 'abbreviated' }),
  total_wagered: UsdcNumber,
  total_won: UsdcNumber,
  net_profit: UsdcNumber,
});

/** The first six characters, whole ones, and an ellipsis; a shorter id has nothing to hide (gap C33). */
function shownId({ agentId }: RegisteredAgent, policies: Policies): string {
  const characters = Array.from(agentId);
  const isShown = policies['leaderboard.agentId'] === 'full' || characters.length <= 6;
  return isShown ? agentId : `${characters.slice(0, 6).join('')}…`;
}

const leaderView = (standing: LeaderboardStanding, index: number, policies: Policies) => ({
  rank: index + 1,
  agent_id: shownId(standing.agent, policies),
  total_wagered: usdcNumber(standing.wageredMicros),
  total_won: usdcNumber(standing.paidMicros),
  net_profit: usdcNumber(netMicros(standing)),
});

/**
 * `GET /stats/leaderboard`: of all games or of one; agent ids are abbreviated unless a policy shows them (STA06 to
 * STA12).
 */
export const leaderboardA = binding({
  query: Type.Object({ game: Type.Optional(AnyGame) }),
  documented: [
    'overall_leaderboard',
    'rank',
    'agent_id',
    'total_wagered',
    'total_won',
    'net_profit',
    'biggest_wins',
    'game',
    'bet',
    'won',
    'multiplier',
    'at',
    'supported_games',
    'filter_tip',
    'updated_at',
  ],
  drawn: ['overall_leaderboard', 'biggest_wins'],
  answer: Type.Object({
    overall_leaderboard: Type.Array(LeaderAnswer),
    biggest_wins: Type.Array(
      Type.Object({
        agent_id: Type.String({ description: 'abbreviated' }),
        game: Type.String(),
        bet: UsdcNumber,
        won: UsdcNumber,
        multiplier: Type.Number(),
        at: InstantText,
      }),
    ),
    supported_games: Type.Array(Type.String()),
    filter_tip: Type.String(),
    updated_at: InstantText,
  }),
  read: ({ query }) => {
    if (query.game === undefined) return { gameId: undefined };
    const entry = casinoGameNamed(query.game);
    return entry === undefined
      ? refuse('BAD_REQUEST', 'game is the id of a game')
      : { gameId: entry.game.id };
  },
  write: ({ top, biggest, atMs }: LeadersAt, { policies }) => ({
    overall_leaderboard: top.map((standing, index) => leaderView(standing, index, policies)),
    biggest_wins: biggest.map((bet) => ({
      agent_id: shownId(bet.agent, policies),
      game: bet.gameId,
      bet: usdcNumber(bet.stakeMicros),
      won: usdcNumber(bet.payoutMicros),
      multiplier: payoutFraction(bet.payout).toNumber(),
      at: formatInstant(bet.atMs),
    })),
    supported_games: casinoGames.map(({ game }) => game.id),
    filter_tip: 'add ?game=dice for the leaderboard of one game',
    updated_at: formatInstant(atMs),
  }),
});

/** The short style has a separate list; its fields are not shown (gap C34). */
export const profitLeadersShort = binding({
  drawn: ['leaderboard'],
  answer: Type.Object({
    leaderboard: Type.Array(
      Type.Object({
        rank: Type.Integer(),
        agent_id: Type.String({ description: 'abbreviated' }),
        pnl: Type.Number({ description: 'profit and loss in USDC' }),
        wagered: UsdcNumber,
      }),
    ),
    updated_at: InstantText,
  }),
  read,
  write: ({ top, atMs }: LeadersAt, { policies }) => ({
    leaderboard: top.map((standing, index) => ({
      rank: index + 1,
      agent_id: shownId(standing.agent, policies),
      pnl: usdcNumber(netMicros(standing)),
      wagered: usdcNumber(standing.wageredMicros),
    })),
    updated_at: formatInstant(atMs),
  }),
});

const tallyFields = {
  total_bets: Type.Integer(),
  won: Type.Integer(),
  total_wagered: UsdcNumber,
  total_won: UsdcNumber,
  net_profit: UsdcNumber,
};

const tallyView = ({ bets, won, wageredMicros, paidMicros }: BetTotals) => ({
  total_bets: bets,
  won,
  total_wagered: usdcNumber(wageredMicros),
  total_won: usdcNumber(paidMicros),
  net_profit: usdcNumber(paidMicros - wageredMicros),
});

/** `GET /stats/session`: the caller's figures of the last 24 hours or of the UTC day (STA02, gap C35). */
export const sessionA = binding({
  drawn: ['won'],
  answer: Type.Object({
    ...tallyFields,
    from: InstantText,
    to: InstantText,
    games: Type.Array(Type.Object({ game: Type.String(), ...tallyFields })),
  }),
  read,
  write: ({ stats, fromMs, toMs }: SessionStats) => ({
    ...tallyView(stats.total),
    from: formatInstant(fromMs),
    to: formatInstant(toMs),
    games: Array.from(stats.byGame, ([game, tally]) => ({ game, ...tallyView(tally) })),
  }),
});

const curveDefault = 100;

/**
 * `GET /kelly/history`: a page of the bankroll curve, 100 points by default, oldest first within the page (KEL06).
 */
export const bankrollCurveA = binding({
  query: Type.Object(pageQuery),
  answer: Type.Object({
    bankroll: UsdcNumber,
    history: Type.Array(Type.Object({ at: InstantText, bankroll: UsdcNumber }), {
      description: 'oldest first, the latest points on page 1: before the first bet, and after each one',
    }),
    ...pageAnswer,
  }),
  read: ({ query, policies }) => readPage(query, curveDefault, policies),
  write: ({ bankrollMicros, points }: BankrollCurve) => ({
    bankroll: usdcNumber(bankrollMicros),
    history: points.rows.toReversed().map((point) => ({
      at: formatInstant(point.atMs),
      bankroll: usdcNumber(point.bankrollMicros),
    })),
    ...pageView(points),
  }),
});

/** So that one request takes a fraction of a second at most. */
const drawsMax = 200_000;
const eachMax = 10_000;

/** `POST /kelly/simulate`: 100 rounds on 200 paths by default, at most 200,000 draws together (KEL07). */
export const simulateKellyA = binding({
  body: Type.Object(
    {
      game: SingleGame,
      rounds: Type.Optional(Type.Integer({ minimum: 1, maximum: eachMax })),
      paths: Type.Optional(Type.Integer({ minimum: 1, maximum: eachMax })),
      bankroll: Type.Optional(usdcFrom(stakeMinMicros, bankrollMaxMicros)),
      fraction: Type.Optional(
        Type.Number({ exclusiveMinimum: 0, maximum: 1, description: 'of the bankroll of the moment' }),
      ),
      amount: Type.Optional(usdcFrom(stakeMinMicros)),
      seed: Type.Optional(Type.String({ maxLength: 64, description: 'another one draws other paths' })),
    },
    {
      anyOf: singleChoices,
      description:
        'a game with its parameters beside its name; fraction and amount exclude each other, and rounds times paths is at most 200,000',
    },
  ),
  drawn: ['final_bankroll', 'risk_of_ruin', 'growth_per_round'],
  answer: Type.Object({
    game: Type.String(),
    rounds: Type.Integer(),
    paths: Type.Integer(),
    bankroll: UsdcNumber,
    fraction: Type.Union([Type.Number(), Type.Null()]),
    amount: Type.Union([Type.Number(), Type.Null()]),
    final_bankroll: Type.Object({
      p5: UsdcNumber,
      p25: UsdcNumber,
      p50: UsdcNumber,
      p75: UsdcNumber,
      p95: UsdcNumber,
      mean: UsdcNumber,
    }),
    risk_of_ruin: Type.Number({ description: 'share of paths that could not pay a stake' }),
    growth_per_round: Type.Number({ description: 'of the median path' }),
    expected_log_growth: Type.Union([Type.Number(), Type.Null()], {
      description: 'of one round, exactly; null for a fixed amount, or where all may be lost',
    }),
  }),
  read: ({ body, policies }) => {
    const entry = singleGame(body.game);
    if (entry instanceof Refusal) return entry;
    const choice = entry.game.parseBet({ ...body });
    if (typeof choice === 'string') return refuse('BAD_REQUEST', choice);
    const { rounds = 100, paths = 200, seed = '' } = body;
    if (rounds * paths > drawsMax) {
      return refuse('BAD_REQUEST', `rounds times paths is at most ${drawsMax}`);
    }
    const bankrollMicros = body.bankroll === undefined ? undefined : readAmount(body.bankroll, 'bankroll', 0);
    if (bankrollMicros instanceof Refusal) return bankrollMicros;
    const stakes = stakesIn(entry.stakes, { style: 'A', policies });
    const plan = readPlan(body, stakes);
    if (plan instanceof Refusal) return plan;
    return { game: entry.game, stakes, choice, plan, bankrollMicros, rounds, paths, seed };
  },
  write: ({ request: page, plan, bankrollMicros, simulation }: SimulationResult) => {
    const [p5 = 0, p25 = 0, p50 = 0, p75 = 0, p95 = 0] = simulation.percentiles.map(({ micros }) =>
      usdcNumber(micros),
    );
    return {
      game: page.game.id,
      rounds: page.rounds,
      paths: page.paths,
      bankroll: usdcNumber(bankrollMicros),
      fraction: 'fraction' in plan ? plan.fraction : null,
      amount: 'amountMicros' in plan ? usdcNumber(plan.amountMicros) : null,
      final_bankroll: { p5, p25, p50, p75, p95, mean: usdcNumber(simulation.meanMicros) },
      risk_of_ruin: simulation.riskOfRuin,
      growth_per_round: simulation.medianGrowth,
      expected_log_growth: simulation.expectedLogGrowth,
    };
  },
});

function readPlan(
  body: { fraction?: number | undefined; amount?: unknown },
  stakes: StakeBounds,
): Outcome<StakePlan | undefined> {
  const { fraction, amount } = body;
  if (amount === undefined) return fraction === undefined ? undefined : { fraction };
  if (fraction !== undefined) return refuse('BAD_REQUEST', 'fraction and amount exclude each other');
  const amountMicros = readStakeOf(stakes, amount);
  return amountMicros instanceof Refusal ? amountMicros : { amountMicros };
}
