/** Style B of the casino: one call for five games, amounts as decimal strings (specification.md, Casino). */
import { Type, type Static } from 'typebox';
import { present } from '../../../../core/base/assert.ts';
import { formatUsdc } from '../../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../../core/base/refusal.ts';
import { formatInstant, parseInstant } from '../../../../core/base/time.ts';
import { pageQuery, pageView, readPage, type Page } from '../../../../core/http/paging.ts';
import { casinoGameNamed, type CasinoGame } from './game-stakes.ts';
import { outsideNames } from '../../../games/roulette.ts';
import type { JsonObject } from '../../../../core/http/message.ts';
import { binding } from '../../../../core/http/route.ts';
import type { Policies } from '../../../../core/policy/policies.ts';
import { InstantSent } from '../../../../core/http/wire.ts';
import type { BetOrder, BetRecord, BetSettled, HandOpen, MoveOrder, Placed } from './bet-record.ts';
import { minimumOf, readOrder, stakesIn } from './orders.ts';
import { AnyGame, bodyB, gamesB } from './bet-body.ts';
import { verifiedView } from './style-a.ts';
import type { BetTotals, Stats } from './stats.ts';
import type { TallyB } from './answers.ts';
import { GamesB, HistoryB, SettledB, StatsB, Verified } from './answers.ts';

const read = (): undefined => undefined;

type Params = Readonly<Record<string, unknown>>;

const directions: ReadonlyMap<unknown, string> = new Map([
  [true, 'over'],
  [false, 'under'],
]);

interface Words {
  readonly name: string;
  /** The message for parameters that the game does not accept. */
  readonly expected: string;
  toStyleA(params: Params): Params;
}

/** The games of style B, and how its parameters translate to style A (gap C30). */
const vocabulary: Readonly<Record<string, Words>> = {
  dice: {
    name: 'Dice',
    expected: 'params.target is a whole number from 1 to 99, and params.over is true or false',
    toStyleA: ({ target, over }) => ({ direction: directions.get(over), threshold: target }),
  },
  slots: { name: 'Slots', expected: 'slots take no params', toStyleA: () => ({}) },
  roulette: {
    name: 'Roulette',
    expected: `params.bet is a whole number from 0 to 36, or one of ${outsideNames.join(', ')}`,
    toStyleA: ({ bet }) =>
      typeof bet === 'number' ? { bet_type: 'number', bet_value: bet } : { bet_type: bet },
  },
  blackjack: {
    name: 'Blackjack',
    expected: 'params.action is hit, stand or double',
    toStyleA: ({ action }) => ({ action }),
  },
  coinflip: {
    name: 'Coin flip',
    expected: 'params.side is heads or tails',
    toStyleA: ({ side }) => ({ side }),
  },
};

const entryOf = (name: string): CasinoGame =>
  present(casinoGameNamed(name), 'style B plays games that there are');

/** The game type a call counts for (LIM30): its id, or one bucket for all that name none. */
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
  const entry = entryOf(body.game);
  const mistake = mistakeInB(body);
  if (mistake !== undefined) return refuse('BAD_REQUEST', mistake);
  const { amount, client_seed: clientSeed } = body;
  return readOrder(entry, { amount, clientSeed, params, style: 'B', policies });
}

/** The message for parameters that the game does not accept, in the names of style B; undefined if it accepts them. */
function mistakeInB(sent: unknown): string | undefined {
  const { game, params } = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<string, unknown>;
  const words = typeof game === 'string' && Object.hasOwn(vocabulary, game) ? vocabulary[game] : undefined;
  if (words === undefined) return undefined;
  const isObject = typeof params === 'object' && params !== null && !Array.isArray(params);
  const inA = words.toStyleA(isObject ? (params as Params) : {});
  const entry = entryOf(game as string);
  const choice = entry.kind === 'single' ? entry.game.parseBet(inA) : entry.game.parseMove(inA);
  return typeof choice === 'string' ? words.expected : undefined;
}

/** For dice the documents show roll and target (CAS21). */
function resultOf({ gameId, detail }: BetRecord): JsonObject {
  if (gameId !== 'dice') return detail;
  const { roll = null, threshold = null, direction } = detail;
  return { roll, target: threshold, over: direction === 'over' };
}

const bodiesB = { lower: bodyB(false), higher: bodyB(true) };

/**
 * `POST /bet`: a game, an amount, `params` and an optional client seed; policy `casino.slotsMinimum` selects the
 * schema.
 */
export const betB = binding({
  body: bodiesB.higher,
  under: (policies) => ({
    body: policies['casino.slotsMinimum'] === '0.01' ? bodiesB.lower : bodiesB.higher,
  }),
  explain: mistakeInB,
  read: ({ body, policies }) => readBetB(body, policies),
  documented: ['win', 'payout', 'balance', 'seed', 'nonce', 'game', 'result'],
  drawn: ['win', 'payout', 'result'],
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
  gamesB.find((name) => casinoGameNamed(name) === casinoGameNamed(gameId)) ?? gameId;

/** `GET /games`: the five games of style B with their style B stakes (CAS23, CAS25). */
export const gameListB = binding({
  read: ({ policies }) => ({
    entries: gamesB.map(entryOf).map((entry) => ({
      ...entry,
      stakes: stakesIn(entry.stakes, { style: 'B', policies }),
    })),
  }),
  documented: ['id', 'name', 'house_edge', 'min_bet', 'max_bet', 'status'],
  answer: GamesB,
  write: ({ closed }: { closed: ReadonlySet<string> }, { policies }) => ({
    games: Object.entries(vocabulary).map(([id, { name }]) => {
      const { game, stakes } = entryOf(id);
      return {
        id,
        name,
        house_edge: game.statedEdge,
        min_bet: formatUsdc(minimumOf(stakes, { style: 'B', policies })),
        max_bet: formatUsdc(stakes.maxMicros),
        status: closed.has(game.id) ? ('closed' as const) : ('active' as const),
      };
    }),
  }),
});

const historyLimitDefault = 20;

/** `GET /history`: a page of settled bets, 20 by default, of one game or from an instant on (CAS30 to CAS33). */
export const historyB = binding({
  query: Type.Object({
    ...pageQuery,
    game: Type.Optional(AnyGame),
    from: Type.Optional(InstantSent),
  }),
  read: ({ query, policies }) => {
    const request = readPage(query, historyLimitDefault, policies);
    if (request instanceof Refusal) return request;
    const entry = query.game === undefined ? undefined : casinoGameNamed(query.game);
    if (query.game !== undefined && entry === undefined) {
      return refuse('BAD_REQUEST', 'game is the id of a game');
    }
    const fromMs = query.from === undefined ? undefined : parseInstant(query.from);
    return { request, gameId: entry?.game.id, fromMs };
  },
  documented: ['id', 'game', 'amount', 'win', 'payout', 'ts', 'total', 'page'],
  answer: HistoryB,
  write: (page: Page<BetRecord>) => ({
    bets: page.rows.map((bet) => ({
      id: bet.betId,
      game: nameB(bet.gameId),
      amount: formatUsdc(bet.stakeMicros),
      win: bet.won,
      payout: formatUsdc(bet.payoutMicros),
      ts: formatInstant(bet.atMs),
    })),
    ...pageView(page),
  }),
});

/** `GET /verify/{seed}`: the hash of a server seed in the path and a nonce of up to nine digits (FAI11, FAI12). */
export const verifyB = binding({
  query: Type.Object({
    nonce: Type.String({ pattern: '^[0-9]{1,9}$', description: 'a whole number from 0' }),
  }),
  read: ({ params, query }) =>
    /^\d{1,9}$/.test(query.nonce)
      ? { commitment: params['seed'] ?? '', nonce: Number(query.nonce) }
      : refuse('BAD_REQUEST', 'nonce must be a whole number from 0'),
  answer: Verified,
  write: verifiedView,
});

const tallyView = ({ bets, won, wageredMicros, paidMicros }: BetTotals): Static<typeof TallyB> => ({
  total_bets: bets,
  wagered: formatUsdc(wageredMicros),
  won: formatUsdc(paidMicros),
  win_rate: bets === 0 ? 0 : won / bets,
  profit_loss: formatUsdc(paidMicros - wageredMicros),
});

/** `GET /stats`: the caller's lifetime figures, in all and by game (STA05). */
export const statsB = binding({
  read,
  answer: StatsB,
  write: ({ total, byGame }: Stats) => ({
    ...tallyView(total),
    by_game: Object.fromEntries(Array.from(byGame, ([id, tally]) => [nameB(id), tallyView(tally)])),
  }),
});
