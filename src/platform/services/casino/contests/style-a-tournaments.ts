/** Style A of tournaments: bodies and answers (TOU01 to TOU06, gap C34). */
import { Type } from 'typebox';
import { present } from '../../../../core/base/assert.ts';
import { extended } from '../../../../core/base/extended.ts';
import { usdcNumber } from '../../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../../core/base/refusal.ts';
import { dayMs, formatInstant, parseInstant, type Instant } from '../../../../core/base/time.ts';
import { pageAnswer, pageQuery, pageView, readPage, type Page } from '../../../../core/http/paging.ts';
import { binding } from '../../../../core/http/route.ts';
import { InstantText, readAmount, UsdcNumber, InstantSent, usdcFrom } from '../../../../core/http/wire.ts';
import { SingleGame, stakeMinMicros } from '../play/bet-body.ts';
import { SettledA } from '../play/answers.ts';
import { settledView } from '../play/style-a.ts';
import { ClientSeed, singleGame } from '../play/schemas.ts';
import type { TournamentPlay, TournamentShown } from './tournaments.ts';
import type { TournamentEntry, TournamentOrder } from './tournament-record.ts';

const entrantsMax = 10_000;
/** How long a tournament may be, and how far ahead. */
const spanMaxMs = 366 * dayMs;

const Status = Type.Enum(['upcoming', 'active', 'finished', 'cancelled']);

const EntryAnswer = Type.Object({
  rank: Type.Union([Type.Integer(), Type.Null()], { description: 'null without a place' }),
  agent_id: Type.String(),
  bets: Type.Integer(),
  total_wagered: UsdcNumber,
  total_won: UsdcNumber,
  net_profit: UsdcNumber,
  best_win: UsdcNumber,
  prize: UsdcNumber,
});

const TournamentAnswer = Type.Object({
  tournament_id: Type.String(),
  name: Type.String(),
  game: Type.String(),
  status: Status,
  entry_fee: UsdcNumber,
  prize_pool: UsdcNumber,
  prize: Type.Number({ description: 'USDC to be won as things stand' }),
  max_agents: Type.Integer(),
  entrants: Type.Integer(),
  entered: Type.Boolean(),
  created_by: Type.String(),
  created_at: InstantText,
  starts_at: InstantText,
  ends_at: InstantText,
});

const DetailAnswer = Type.Object({
  ...TournamentAnswer.properties,
  leaderboard: Type.Array(EntryAnswer, { description: 'the first 100' }),
});

const tournamentView = ({ tournament, entrants, prizeMicros, own }: TournamentShown) => ({
  tournament_id: tournament.tournamentId,
  name: tournament.name,
  game: tournament.game.game.id,
  status: tournament.state,
  entry_fee: usdcNumber(tournament.entryFeeMicros),
  prize_pool: usdcNumber(tournament.prizePoolMicros),
  prize: usdcNumber(prizeMicros),
  max_agents: tournament.agentsMax,
  entrants,
  entered: own !== undefined,
  created_by: tournament.creator.agentId,
  created_at: formatInstant(tournament.createdAtMs),
  starts_at: formatInstant(tournament.startsAtMs),
  ends_at: formatInstant(tournament.endsAtMs),
});

const entryView = (entry: TournamentEntry, rank: number | null) => ({
  rank,
  agent_id: entry.agent.agentId,
  bets: entry.bets,
  total_wagered: usdcNumber(entry.wageredMicros),
  total_won: usdcNumber(entry.paidMicros),
  net_profit: usdcNumber(entry.paidMicros - entry.wageredMicros),
  best_win: usdcNumber(entry.bestWinMicros),
  prize: usdcNumber(entry.prizeMicros),
});

const detailView = (shown: TournamentShown) =>
  extended(tournamentView(shown), {
    leaderboard: [
      ...shown.leaders.map(({ entry, rank }) => entryView(entry, rank)),
      ...shown.unranked.map((entry) => entryView(entry, null)),
    ],
  });

const readId = ({ params }: { params: Readonly<Record<string, string | undefined>> }) => ({
  tournamentId: params['id'] ?? '',
});

/** `POST /tournaments/create`: amounts in USDC, 2 to 10,000 agents, and a span of at most 366 days (TOU01, TOU02). */
export const createTournamentA = binding({
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100 }),
    game: SingleGame,
    entry_fee: usdcFrom(0),
    prize_pool: usdcFrom(0),
    max_agents: Type.Integer({ minimum: 2, maximum: entrantsMax }),
    starts_at: InstantSent,
    ends_at: InstantSent,
  }),
  answer: DetailAnswer,
  read: ({ body }): Outcome<TournamentOrder> => {
    const game = singleGame(body.game);
    if (game instanceof Refusal) return game;
    const entryFeeMicros = readAmount(body.entry_fee, 'entry_fee', 0);
    if (entryFeeMicros instanceof Refusal) return entryFeeMicros;
    const prizePoolMicros = readAmount(body.prize_pool, 'prize_pool', 0);
    if (prizePoolMicros instanceof Refusal) return prizePoolMicros;
    const span = readSpan(body);
    if (span instanceof Refusal) return span;
    return { name: body.name, game, entryFeeMicros, prizePoolMicros, agentsMax: body.max_agents, ...span };
  },
  write: detailView,
});

function readSpan(body: {
  starts_at: string;
  ends_at: string;
}): Outcome<{ startsAtMs: Instant; endsAtMs: Instant }> {
  const startsAtMs = present(parseInstant(body.starts_at), 'the schema has checked the format');
  const endsAtMs = present(parseInstant(body.ends_at), 'the schema has checked the format');
  return endsAtMs > startsAtMs && endsAtMs - startsAtMs <= spanMaxMs
    ? { startsAtMs, endsAtMs }
    : refuse('BAD_REQUEST', 'ends_at is after starts_at, by 366 days at most');
}

const listDefault = 20;

/** `GET /tournaments`: a page of active and upcoming tournaments, the earliest start first (TOU03). */
export const tournamentsA = binding({
  query: Type.Object(pageQuery),
  answer: Type.Object({ tournaments: Type.Array(TournamentAnswer), ...pageAnswer }),
  read: ({ query, policies }) => readPage(query, listDefault, policies),
  write: (page: Page<TournamentShown>) => ({ tournaments: page.rows.map(tournamentView), ...pageView(page) }),
});

/** What follows from the draws of all entrants. */
const standings = ['rank', 'total_won', 'net_profit', 'best_win', 'leaderboard/*/prize'];

/** `GET /tournaments/{id}`: the tournament with its first 100 entrants (TOU04). */
export const tournamentA = binding({
  drawn: standings,
  answer: DetailAnswer,
  read: readId,
  write: detailView,
});

/** `POST /tournaments/{id}/enter`: answers as `tournamentA` does (TOU05). */
export const enterTournamentA = binding({
  drawn: standings,
  answer: DetailAnswer,
  read: readId,
  write: detailView,
});

/**
 * `POST /tournaments/{id}/play`: an amount and the parameters of the tournament's game beside it; answers with the
 * settled bet and the caller's rank (TOU06).
 */
export const playTournamentA = binding({
  drawn: ['rank', 'net_profit'],
  body: Type.Object({ amount: usdcFrom(stakeMinMicros), client_seed: ClientSeed }),
  answer: Type.Object({
    ...SettledA.properties,
    tournament_id: Type.String(),
    rank: Type.Integer(),
    net_profit: Type.Number({ description: 'USDC or chips, over all bets in the tournament' }),
    chips: Type.Union([Type.Number(), Type.Null()], { description: 'null where USDC is staked' }),
  }),
  read: ({ params, body }) => ({
    tournamentId: params['id'] ?? '',
    amount: body.amount,
    clientSeed: body.client_seed,
    params: { ...body },
  }),
  write: (play: TournamentPlay, { policies }) =>
    extended(settledView(play), {
      tournament_id: play.tournament.tournamentId,
      rank: play.rank,
      net_profit: usdcNumber(play.entry.paidMicros - play.entry.wageredMicros),
      chips: policies['tournaments.stakes'] === 'chips' ? usdcNumber(play.entry.chipsMicros) : null,
    }),
});
