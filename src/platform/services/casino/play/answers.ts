/** What the calls of the casino answer, in both styles. */
import { Type } from 'typebox';
import type { JsonObject } from '../../../../core/http/message.ts';
import { FreeForm, InstantText, UsdcNumber, UsdcText } from '../../../../core/http/wire.ts';

/** What a game has to say about a round or a choice, in its own words. */
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
export const Bet = Type.Object(betFields);
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
export const Pair = Type.Object(pairFields);
const revealedFields = { seed_hash: seeds.seed_hash, server_seed: ServerSeed, rounds: count };
export const Revealed = Type.Object(revealedFields);
export const RotatedA = Type.Object({ revealed: Revealed, ...pairFields });
export const SeedsA = Type.Object({
  seeds: Type.Array(
    Type.Union([
      Type.Object({ ...pairFields, server_seed: Type.Null(), status: Type.Literal('active') }),
      Type.Object({ ...revealedFields, status: Type.Literal('revealed') }),
    ]),
  ),
});

const verifiedFields = { bet_id: Type.String(), game: GameId, status: Type.String(), ...seeds };
/** Before the seed is out there is the commitment alone (gap C21). */
export const Verified = Type.Object({
  ...verifiedFields,
  server_seed: Type.Union([ServerSeed, Type.Null()]),
  multiplier: Type.Optional(Type.Number({ minimum: 0 })),
  result: Type.Optional(Detail),
});
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
export const TallyA = Type.Object(tallyA);
export const StatsA = Type.Object({
  ...tallyA,
  games: Type.Array(Type.Object({ game: GameId, ...tallyA })),
});

export const BatchA = Type.Object({
  results: Type.Array(
    Type.Union([SettledA, OpenA, Type.Object({ error: Type.String(), code: Type.String() })]),
  ),
});
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
export const KellyAdviceA = Type.Object({
  game: GameId,
  kelly_fraction: Type.Number(),
  optimal_bet: UsdcNumber,
  max_bet: UsdcNumber,
});
export const KellyConfigA = Type.Object({ risk_factor: Type.Number() });

export const SettledB = Type.Object({
  win: Type.Boolean(),
  payout: UsdcText,
  balance: UsdcText,
  seed: seeds.seed_hash,
  nonce: count,
  game: GameId,
  result: Detail,
});
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
export const TallyB = Type.Object(tallyB);
export const StatsB = Type.Object({ ...tallyB, by_game: Type.Record(Type.String(), TallyB) });
