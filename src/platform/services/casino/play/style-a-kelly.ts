/** Style A of batches and of the Kelly rule (specification.md, Casino). */
import { Type } from 'typebox';
import { usdcNumber } from '../../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../../core/base/refusal.ts';
import { errorBody } from '../../../../core/http/errors.ts';
import type { Params } from '../../../games/params.ts';
import { casinoGameNamed, casinoGames as allGames, type CasinoGame } from './game-stakes.ts';
import { binding } from '../../../../core/http/route.ts';
import { FreeForm } from '../../../../core/http/wire.ts';
import type { Policies } from '../../../../core/policy/policies.ts';
import { allChoices, AnyGame } from './bet-body.ts';
import type { BetOrder, MoveOrder, Placed } from './bet-record.ts';
import type { KellyAdvice, KellyLimits } from './stake-limits.ts';
import type { Wager } from './bet-record.ts';
import { readOrder, stakesIn } from './orders.ts';
import { placedView } from './style-a.ts';
import { BatchA, KellyAdviceA, KellyConfigA, KellyLimitsA } from './answers.ts';

const batchMax = 20;

/** Parses one item of a batch: a game by any of its names, and the body of that game's single call. A deal is not a bet. */
function readItem(item: Params, policies: Policies): Outcome<BetOrder | MoveOrder> {
  const entry = readGame(item['game']);
  if (entry instanceof Refusal) return entry;
  const clientSeed = item['client_seed'];
  const isSeed = typeof clientSeed === 'string' && clientSeed.length >= 1 && clientSeed.length <= 128;
  if (clientSeed !== undefined && !isSeed) {
    return refuse('BAD_REQUEST', 'client_seed must be text of 1 to 128 characters');
  }
  return readOrder(entry, { amount: item['amount'], clientSeed, params: item, style: 'A', policies });
}

function readGame(name: unknown): Outcome<CasinoGame> {
  const entry = typeof name === 'string' ? casinoGameNamed(name) : undefined;
  return entry ?? refuse('BAD_REQUEST', 'game is the id of a game');
}

/** `POST /bets/batch`: an invalid item is answered with an error in its place; the others are placed (gap C39). */
export const batchA = binding({
  body: Type.Object({ bets: Type.Array(FreeForm, { minItems: 1, maxItems: batchMax }) }),
  read: ({ body, policies }) => ({ orders: body.bets.map((item) => readItem(item, policies)) }),
  answer: BatchA,
  write: ({ results }: { results: readonly Outcome<Placed>[] }) => ({
    results: results.map((result) =>
      result instanceof Refusal ? errorBody(result.code, result.message) : placedView(result),
    ),
  }),
});

/** `GET /kelly/limits`: all 17 games with their style A minimum (KEL03). */
export const kellyLimitsA = binding({
  read: ({ policies }) => ({
    entries: allGames.map((entry) => ({
      ...entry,
      stakes: stakesIn(entry.stakes, { style: 'A', policies }),
    })),
  }),
  answer: KellyLimitsA,
  write: ({ bankrollMicros, riskPercent, games }: KellyLimits) => ({
    bankroll: usdcNumber(bankrollMicros),
    risk_factor: riskPercent / 100,
    limits: games.map(({ gameId, minMicros, shortestMicros, longestMicros }) => ({
      game: gameId,
      min_bet: usdcNumber(minMicros),
      max_bet: usdcNumber(shortestMicros),
      max_bet_at_longest_odds: usdcNumber(longestMicros),
    })),
  }),
});

/** A hand has no parameters before it is dealt. */
function readWager(entry: CasinoGame, params: Params, policies: Policies): Outcome<Wager> {
  const stakes = stakesIn(entry.stakes, { style: 'A', policies });
  if (entry.kind === 'hand') return { game: entry.game, stakes, choice: undefined };
  const choice = entry.game.parseBet(params);
  return typeof choice === 'string' ? refuse('BAD_REQUEST', choice) : { game: entry.game, stakes, choice };
}

/** `POST /kelly/optimal`: a game and its parameters beside its name; a hand needs none (KEL04). */
export const kellyOptimalA = binding({
  body: Type.Object(
    { game: AnyGame },
    { anyOf: allChoices, description: 'a game with its parameters beside its name' },
  ),
  read: ({ body, policies }) => {
    const entry = readGame(body.game);
    return entry instanceof Refusal ? entry : readWager(entry, { ...body }, policies);
  },
  answer: KellyAdviceA,
  write: ({ gameId, share, optimalMicros, limitMicros }: KellyAdvice) => ({
    game: gameId,
    kelly_fraction: share,
    optimal_bet: usdcNumber(optimalMicros),
    max_bet: usdcNumber(limitMicros),
  }),
});

/** `PUT /kelly/config`: a risk factor of 0.01 to 1 in steps of 0.01 (KEL05). */
export const kellyConfigA = binding({
  body: Type.Object({
    risk_factor: Type.Number({
      minimum: 0.01,
      maximum: 1,
      multipleOf: 0.01,
      description: 'a number from 0.01 to 1 with at most two decimals',
    }),
  }),
  read: ({ body }) => {
    const percent = Math.round(body.risk_factor * 100);
    return percent / 100 === body.risk_factor && percent >= 1 && percent <= 100
      ? { riskPercent: percent }
      : refuse('BAD_REQUEST', 'risk_factor is a number from 0.01 to 1 with at most two decimals');
  },
  answer: KellyConfigA,
  write: ({ riskPercent }: { riskPercent: number }) => ({ risk_factor: riskPercent / 100 }),
});
