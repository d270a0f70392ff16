/** Style B of the casino: one call for five games, amounts as decimal strings (3-casino.md, Style B). */
import { Type, type Static } from 'typebox';
import { present } from '../../base/assert.ts';
import { formatUsdc } from '../../base/money.ts';
import { Refusal, refuse, type Outcome } from '../../base/refusal.ts';
import { formatInstant, parseInstant } from '../../base/time.ts';
import { gameNamed, type GameEntry } from '../../games/registry.ts';
import type { JsonObject } from '../../http/message.ts';
import { binding } from '../../http/route.ts';
import type { Policies } from '../../policy/policies.ts';
import { FreeForm, ListLimit, readListLimit, Usdc } from '../../http/wire.ts';
import type { BetOrder, BetRecord, BetSettled, HandOpen, MoveOrder, Placed } from './bet-record.ts';
import { minimumOf, readOrder } from './orders.ts';
import { ClientSeed } from './schemas.ts';
import { verifiedView } from './style-a.ts';
import type { Stats, Tally } from './stats.ts';
import type { TallyB } from './answers.ts';
import { GamesB, HistoryB, SettledB, StatsB, Verified } from './answers.ts';

const read = (): undefined => undefined;

type Params = Readonly<Record<string, unknown>>;

/** The games of style B in its own words, and what its parameters are called in style A (gap C30). */
const vocabulary: Readonly<Record<string, { name: string; toStyleA(params: Params): Outcome<Params> }>> = {
  dice: {
    name: 'Dice',
    toStyleA: ({ target, over }) => {
      if (typeof over !== 'boolean') return refuse('BAD_REQUEST', 'params.over is true or false');
      return { direction: over ? 'over' : 'under', threshold: target };
    },
  },
  slots: { name: 'Slots', toStyleA: () => ({}) },
  roulette: {
    name: 'Roulette',
    toStyleA: ({ bet }) =>
      typeof bet === 'number' ? { bet_type: 'number', bet_value: bet } : { bet_type: bet },
  },
  blackjack: { name: 'Blackjack', toStyleA: ({ action }) => ({ action }) },
  coinflip: { name: 'Coin flip', toStyleA: ({ side }) => ({ side }) },
};
const gamesB = Object.keys(vocabulary);

const entryOf = (name: string): GameEntry => present(gameNamed(name), 'style B plays games that there are');

/** The game type a call counts for (P:247): its id, or one bucket for all that name none. */
export function gameOfCall(body: Params): string {
  const { game } = body;
  return typeof game === 'string' && gamesB.includes(game) ? game : 'none';
}

function readBetB(
  body: { game: string; amount: unknown; params?: Params | undefined; client_seed?: string | undefined },
  policies: Policies,
): Outcome<BetOrder | MoveOrder> {
  const words = present(vocabulary[body.game], 'the schema names the games');
  const params = words.toStyleA(body.params ?? {});
  if (params instanceof Refusal) return params;
  const { amount, client_seed: clientSeed } = body;
  return readOrder(entryOf(body.game), { amount, clientSeed, params, facade: 'B', policies });
}

/** For dice the documents show roll and target (C:29). */
function resultOf({ gameId, detail }: BetRecord): JsonObject {
  if (gameId !== 'dice') return detail;
  const { roll = null, threshold = null, direction } = detail;
  return { roll, target: threshold, over: direction === 'over' };
}

export const betB = binding({
  body: Type.Object({
    game: Type.Enum(gamesB),
    amount: Usdc,
    params: Type.Optional(FreeForm),
    client_seed: ClientSeed,
  }),
  read: ({ body, policies }) => readBetB(body, policies),
  answer: SettledB,
  write: (placed: Placed) => ('hand' in placed ? openB(placed) : settledB(placed)),
});

const settledB = ({ bet, balanceMicros }: BetSettled): Static<typeof SettledB> => ({
  win: bet.won,
  payout: formatUsdc(bet.payoutMicros),
  balance: formatUsdc(balanceMicros),
  seed: bet.commitment,
  nonce: bet.nonce,
  game: nameB(bet.gameId),
  result: resultOf(bet),
});

/** A hand that waits has paid nothing yet. */
const openB = ({ hand, balanceMicros }: HandOpen): Static<typeof SettledB> => ({
  win: false,
  payout: formatUsdc(0),
  balance: formatUsdc(balanceMicros),
  seed: hand.commitment,
  nonce: hand.nonce,
  game: nameB(hand.gameId),
  result: { ...hand.shown, status: 'open' },
});

/** The name style B has for a game, or the id where it has none. */
const nameB = (gameId: string): string =>
  gamesB.find((name) => gameNamed(name) === gameNamed(gameId)) ?? gameId;

export const gameListB = binding({
  read,
  answer: GamesB,
  write: (_: object, { policies }) => ({
    games: Object.entries(vocabulary).map(([id, { name }]) => {
      const { game, stakes } = entryOf(id);
      return {
        id,
        name,
        house_edge: game.statedEdge,
        min_bet: formatUsdc(minimumOf(stakes, { facade: 'B', policies })),
        max_bet: formatUsdc(stakes.maxMicros),
        status: 'active',
      };
    }),
  }),
});

const historyLimitDefault = 20;

export const historyB = binding({
  query: Type.Object({
    limit: ListLimit,
    game: Type.Optional(Type.String({ maxLength: 32 })),
    from: Type.Optional(Type.String({ maxLength: 32, description: 'ISO 8601' })),
  }),
  read: ({ query, policies }) => {
    const limit = readListLimit(query.limit, historyLimitDefault, policies);
    if (limit instanceof Refusal) return limit;
    const entry = query.game === undefined ? undefined : gameNamed(query.game);
    if (query.game !== undefined && entry === undefined) {
      return refuse('BAD_REQUEST', 'game is the id of a game');
    }
    const fromMs = query.from === undefined ? undefined : parseInstant(query.from);
    if (query.from !== undefined && fromMs === undefined) {
      return refuse('BAD_REQUEST', 'from is an instant in ISO 8601');
    }
    return { limit, gameId: entry?.game.id, fromMs };
  },
  answer: HistoryB,
  write: ({ bets, total }: { bets: readonly BetRecord[]; total: number }) => ({
    bets: bets.map((bet) => ({
      id: bet.betId,
      game: nameB(bet.gameId),
      amount: formatUsdc(bet.stakeMicros),
      win: bet.won,
      payout: formatUsdc(bet.payoutMicros),
      ts: formatInstant(bet.atMs),
    })),
    total,
    page: 1,
  }),
});

export const verifyB = binding({
  query: Type.Object({ nonce: Type.String({ description: 'whole number from 0' }) }),
  read: ({ params, query }) =>
    /^\d{1,9}$/.test(query.nonce)
      ? { commitment: params['seed'] ?? '', nonce: Number(query.nonce) }
      : refuse('BAD_REQUEST', 'nonce must be a whole number from 0'),
  answer: Verified,
  write: verifiedView,
});

const tallyView = ({ bets, won, wageredMicros, paidMicros }: Tally): Static<typeof TallyB> => ({
  total_bets: bets,
  wagered: formatUsdc(wageredMicros),
  won: formatUsdc(paidMicros),
  win_rate: bets === 0 ? 0 : won / bets,
  profit_loss: formatUsdc(paidMicros - wageredMicros),
});

export const statsB = binding({
  read,
  answer: StatsB,
  write: ({ total, byGame }: Stats) => ({
    ...tallyView(total),
    by_game: Object.fromEntries(Array.from(byGame, ([id, tally]) => [nameB(id), tallyView(tally)])),
  }),
});
