/** Schemas of the casino's answers, in both styles; amounts are numbers in style A and decimal strings in style B. */
import { Type } from 'typebox';
import type { JsonObject } from '../../../../core/http/message.ts';
import { FreeForm, InstantText, UsdcNumber, UsdcText } from '../../../../core/http/wire.ts';

/** The fields that a game defines itself: its result or its parameters. */
export const Detail = Type.Unsafe<JsonObject>(FreeForm);
const StatedEdge = Type.String({ description: 'as the documents state it' });

const count = Type.Integer({ minimum: 0 });
const seeds = {
  seed_hash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the server seed' }),
  client_seed: Type.String(),
  nonce: count,
};
const ServerSeed = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'known once it is no longer in use',
});
const GameStatus = Type.Enum(['active', 'closed'], { description: 'closed: it takes no bet at the moment' });
const GameId = Type.String({ description: 'a game' });

const betFields = {
  bet_id: Type.String(),
  game: GameId,
  amount: UsdcNumber,
  win: Type.Boolean(),
  payout: UsdcNumber,
  multiplier: Type.Number({ minimum: 0 }),
  result: Detail,
  ...seeds,
};
/** Style A: a settled bet; `payout` is the total return in USDC, `multiplier` the same over the stake. */
export const Bet = Type.Object(betFields);
/** Style A answer of a call that settles a bet (CAS18): the bet, and the balance after it. */
export const SettledA = Type.Object({ ...betFields, balance: UsdcNumber });
/** A hand that waits for its next move. */
export const OpenA = Type.Object({
  game: GameId,
  status: Type.Literal('open'),
  amount: UsdcNumber,
  result: Detail,
  ...seeds,
  balance: UsdcNumber,
});

/** A bet of a game that may wait for a move. */
export const PlacedA = Type.Union([SettledA, OpenA]);

/** Style A answer of `GET /games` (CAS14): all 17 games, bounds of the stake in USDC. */
export const GamesA = Type.Object({
  games: Type.Array(
    Type.Object({
      id: GameId,
      path: Type.String(),
      rules: Type.String(),
      house_edge: StatedEdge,
      min_bet: UsdcNumber,
      max_bet: UsdcNumber,
      status: GameStatus,
    }),
  ),
});

const pairFields = {
  seed_hash: seeds.seed_hash,
  client_seed: seeds.client_seed,
  next_nonce: count,
};
/** Style A answer of `GET /fairness/seed-hash` (FAI05): the seed pair in use, its server seed as a hash only. */
export const Pair = Type.Object(pairFields);
const revealedFields = { seed_hash: seeds.seed_hash, server_seed: ServerSeed, rounds: count };
/** Style A: a server seed that is no longer in use, and the number of rounds played with it. */
export const Revealed = Type.Object(revealedFields);
/** Style A answer of `POST /fairness/rotate` (FAI08): the seed just revealed, and the pair now in use. */
export const RotatedA = Type.Object({ revealed: Revealed, ...pairFields });
/** Style A answer of `GET /fairness/seeds` (FAI09): the pair in use first, then revealed seeds, newest first. */
export const SeedsA = Type.Object({
  seeds: Type.Array(
    Type.Union([
      Type.Object({ ...pairFields, server_seed: Type.Null(), status: Type.Literal('active') }),
      Type.Object({ ...revealedFields, status: Type.Literal('revealed') }),
    ]),
  ),
});

const verifiedFields = { bet_id: Type.String(), game: GameId, status: Type.String(), ...seeds };
/**
 * A verification; `server_seed` is null, and the recomputed fields are absent, until the seed is revealed (gap C21).
 */
export const Verified = Type.Object({
  ...verifiedFields,
  server_seed: Type.Union([ServerSeed, Type.Null()]),
  multiplier: Type.Optional(Type.Number({ minimum: 0 })),
  result: Type.Optional(Detail),
});
/**
 * Style A answer of `GET /fairness/audit/{betId}` (FAI07): the bet, its parameters, the algorithm and the
 * verification.
 */
export const AuditA = Type.Object({
  ...betFields,
  params: Detail,
  placed_at: InstantText,
  algorithm: Type.String(),
  commitment: Type.String(),
  verification: Verified,
});

const tallyA = {
  total_bets: count,
  won: count,
  total_wagered: UsdcNumber,
  total_won: UsdcNumber,
  net_profit: UsdcNumber,
};
/** Style A: bets added up; amounts in USDC, `net_profit` from the player's side. */
export const TallyA = Type.Object(tallyA);
/** Style A answer of `GET /stats/me` (STA01): the lifetime tally, and one for each game played. */
export const StatsA = Type.Object({
  ...tallyA,
  games: Type.Array(Type.Object({ game: GameId, ...tallyA })),
});

/**
 * Style A answer of `POST /bets/batch` (CAS16): one item for each bet sent, in order; a refused one is an error (gap
 * C39).
 */
export const BatchA = Type.Object({
  results: Type.Array(
    Type.Union([SettledA, OpenA, Type.Object({ error: Type.String(), code: Type.String() })]),
  ),
});
/**
 * Style A answer of `GET /kelly/limits` (KEL03): the highest stake on each game now, in USDC, at its shortest and
 * longest odds.
 */
export const KellyLimitsA = Type.Object({
  bankroll: UsdcNumber,
  risk_factor: Type.Number(),
  limits: Type.Array(
    Type.Object({
      game: GameId,
      min_bet: UsdcNumber,
      max_bet: UsdcNumber,
      max_bet_at_longest_odds: UsdcNumber,
    }),
  ),
});
/**
 * Style A answer of `POST /kelly/optimal` (KEL04): `kelly_fraction` is a share of the balance, 0 where the house has
 * an edge.
 */
export const KellyAdviceA = Type.Object({
  game: GameId,
  kelly_fraction: Type.Number(),
  optimal_bet: UsdcNumber,
  max_bet: UsdcNumber,
});
/** Style A answer of `PUT /kelly/config` (KEL05): the risk factor now in force, 0.01 to 1. */
export const KellyConfigA = Type.Object({ risk_factor: Type.Number() });

/**
 * Style B answer of `POST /bet` (CAS19, CAS20); `seed` is the hash of the server seed. An open hand has `win` false
 * and payout 0.
 */
export const SettledB = Type.Object({
  win: Type.Boolean(),
  payout: UsdcText,
  balance: UsdcText,
  seed: seeds.seed_hash,
  nonce: count,
  game: GameId,
  result: Detail,
});
/** Style B answer of `GET /games`: the five games of style B. */
export const GamesB = Type.Object({
  games: Type.Array(
    Type.Object({
      id: GameId,
      name: Type.String(),
      house_edge: StatedEdge,
      min_bet: UsdcText,
      max_bet: UsdcText,
      status: GameStatus,
    }),
  ),
});
/** Style B answer of `GET /history` (CAS30): a page of settled bets, newest first. */
export const HistoryB = Type.Object({
  bets: Type.Array(
    Type.Object({
      id: Type.String(),
      game: GameId,
      amount: UsdcText,
      win: Type.Boolean(),
      payout: UsdcText,
      ts: InstantText,
    }),
  ),
  total: count,
  page: Type.Integer({ minimum: 1 }),
});
const tallyB = {
  total_bets: count,
  wagered: UsdcText,
  won: UsdcText,
  win_rate: Type.Number({ minimum: 0, maximum: 1 }),
  profit_loss: UsdcText,
};
/** Style B: bets added up; `won` is the sum of payouts and `win_rate` the share of bets won, 0 without bets. */
export const TallyB = Type.Object(tallyB);
/** Style B answer of `GET /stats` (STA05): the lifetime tally, and one for each game played. */
export const StatsB = Type.Object({ ...tallyB, by_game: Type.Record(Type.String(), TallyB) });
