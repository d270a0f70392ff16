/**
 * Style A of the casino: paths under /api/v1, a call for each game, amounts as JSON numbers (specification.md, Casino).
 */
import { Type, type Static } from 'typebox';
import { extended } from '../../../../core/base/extended.ts';
import { usdcNumber } from '../../../../core/base/money.ts';
import { formatInstant } from '../../../../core/base/time.ts';
import type { RevealedSeed } from '../../../../core/fairness/seed-pair.ts';
import { hilo } from '../../../games/hilo.ts';
import { casinoGames } from './game-stakes.ts';
import { payoutFraction } from '../../../games/exact.ts';
import type { JsonObject } from '../../../../core/http/message.ts';
import { binding } from '../../../../core/http/route.ts';
import { betBodies } from './bet-body.ts';
import { paramsOfBet } from './bet-shown.ts';
import type { BetRecord, BetSettled, HandOpen, Placed } from './bet-record.ts';
import type { SeedList, VerifiedBet } from './fairness.ts';
import { minimumOf, readOrder, stakesIn } from './orders.ts';
import { ClientSeed, type SingleEntry } from './schemas.ts';
import type { ShownPair } from './seed-sessions.ts';
import type { BetTotals, Stats } from './stats.ts';
import type { Bet, OpenA, Revealed, TallyA } from './answers.ts';
import { AuditA, GamesA, Pair, PlacedA, RotatedA, SeedsA, SettledA, StatsA, Verified } from './answers.ts';

const read = (): undefined => undefined;

/** A settled bet: all that is needed to recompute it once the server seed is revealed. */
const betView = (bet: BetRecord): Static<typeof Bet> & JsonObject => ({
  bet_id: bet.betId,
  game: bet.gameId,
  amount: usdcNumber(bet.stakeMicros),
  win: bet.won,
  payout: usdcNumber(bet.payoutMicros),
  multiplier: payoutFraction(bet.payout).toNumber(),
  result: bet.detail,
  seed_hash: bet.commitment,
  client_seed: bet.clientSeed,
  nonce: bet.nonce,
});

/** An open hand, in the same fields; those of the settlement are absent. */
const openView = ({ hand, balanceMicros }: HandOpen): Static<typeof OpenA> => ({
  game: hand.gameId,
  status: 'open',
  amount: usdcNumber(hand.stakeMicros),
  result: hand.shown,
  seed_hash: hand.commitment,
  client_seed: hand.clientSeed,
  nonce: hand.nonce,
  balance: usdcNumber(balanceMicros),
});

/** A bet as its own call answers it. */
export const settledView = ({ bet, balanceMicros }: BetSettled): Static<typeof SettledA> =>
  extended(betView(bet), { balance: usdcNumber(balanceMicros) });

/** A settled bet or an open hand, in the fields of style A. */
export const placedView = (placed: Placed): Static<typeof SettledA> | Static<typeof OpenA> =>
  'hand' in placed ? openView(placed) : settledView(placed);

/** The call of one game: its parameters stand beside the amount. */
export const betA = (entry: SingleEntry) =>
  binding({
    ...betBodies(entry),
    read: ({ body, policies }) =>
      readOrder(entry, {
        amount: body.amount,
        clientSeed: body.client_seed,
        params: { ...body },
        style: 'A',
        policies,
      }),
    // Hi-lo alone may wait for a guess (policy casino.hiloGuess).
    answer: entry.game.id === hilo.id ? PlacedA : SettledA,
    write: placedView,
  });

/** `GET /games`: all games in the order of the documents, with their style A stakes (CAS14). */
export const gamesA = binding({
  read: ({ policies }) => ({
    entries: casinoGames.map((entry) => ({
      ...entry,
      stakes: stakesIn(entry.stakes, { style: 'A', policies }),
    })),
  }),
  answer: GamesA,
  write: ({ closed }: { closed: ReadonlySet<string> }, { policies }) => ({
    games: casinoGames.map(({ game, names, stakes }) => ({
      id: game.id,
      path: `/games/${pathOf(names)}`,
      rules: game.about,
      house_edge: game.statedEdge,
      min_bet: usdcNumber(minimumOf(stakes, { style: 'A', policies })),
      max_bet: usdcNumber(stakes.maxMicros),
      status: closed.has(game.id) ? ('closed' as const) : ('active' as const),
    })),
  }),
});

/** The name with hyphens; where there are none, the id. */
export const pathOf = (names: readonly string[]): string =>
  names.find((name) => name.includes('-')) ?? names[0] ?? '';

const pairView = ({ commitment, clientSeed, nextNonce }: ShownPair): Static<typeof Pair> => ({
  seed_hash: commitment,
  client_seed: clientSeed,
  next_nonce: nextNonce,
});

const revealedView = ({
  commitment,
  serverSeed,
  rounds,
}: RevealedSeed): Static<typeof Revealed> & JsonObject => ({
  seed_hash: commitment,
  server_seed: serverSeed,
  rounds,
});

/** `GET /fairness/seed-hash`: the caller's pair in use (FAI05). */
export const seedHashA = binding({ read, answer: Pair, write: pairView });

/** `POST /fairness/rotate`: an optional client seed for the next pair (FAI08). */
export const rotateA = binding({
  body: Type.Object({ client_seed: ClientSeed }),
  read: ({ body }) => ({ clientSeed: body.client_seed }),
  answer: RotatedA,
  write: ({ revealed, next }: { revealed: RevealedSeed; next: ShownPair }) => ({
    revealed: revealedView(revealed),
    ...pairView(next),
  }),
});

/** `GET /fairness/seeds`: the pair in use, then revealed seeds, newest first (FAI09). */
export const seedsA = binding({
  read,
  answer: SeedsA,
  write: ({ active, revealed }: SeedList) => ({
    seeds: [
      { ...pairView(active), server_seed: null, status: 'active' as const },
      ...revealed.toReversed().map((seed) => ({ ...revealedView(seed), status: 'revealed' as const })),
    ],
  }),
});

const BetId = Type.String({ minLength: 1, maxLength: 64 });

/** The outcome of a verification; only the commitment until the seed is revealed (gap C21). */
export const verifiedView = (verified: VerifiedBet): Static<typeof Verified> & JsonObject => {
  const { bet, status } = verified;
  const seeds = { seed_hash: bet.commitment, client_seed: bet.clientSeed, nonce: bet.nonce };
  const head = { bet_id: bet.betId, game: bet.gameId, status, ...seeds };
  if (verified.status === 'unrevealed') return extended(head, { server_seed: null });
  return extended(head, {
    server_seed: verified.serverSeed,
    multiplier: payoutFraction(verified.recomputed.payout).toNumber(),
    result: verified.recomputed.detail as JsonObject,
  });
};

/** `POST /fairness/verify`: a bet id of the caller's (FAI06). */
export const verifyA = binding({
  body: Type.Object({ bet_id: BetId }),
  read: ({ body }) => ({ betId: body.bet_id }),
  answer: Verified,
  write: verifiedView,
});

/** `GET /fairness/audit/{betId}`: a bet from its seeds to its payout (FAI07). */
export const auditA = binding({
  read: ({ params }) => ({ betId: params['betId'] ?? '' }),
  answer: AuditA,
  write: (verified: VerifiedBet) => ({
    ...betView(verified.bet),
    params: paramsOfBet(verified.bet),
    placed_at: formatInstant(verified.bet.atMs),
    algorithm: 'HMAC-SHA256(server_seed, client_seed:nonce:cursor), whole 32-bit words by rejection',
    commitment: 'SHA-256(server_seed)',
    verification: verifiedView(verified),
  }),
});

const tallyView = ({ bets, won, wageredMicros, paidMicros }: BetTotals): Static<typeof TallyA> => ({
  total_bets: bets,
  won,
  total_wagered: usdcNumber(wageredMicros),
  total_won: usdcNumber(paidMicros),
  net_profit: usdcNumber(paidMicros - wageredMicros),
});

/** `GET /stats/me`: the caller's lifetime figures, in all and by game (STA01). */
export const statsA = binding({
  read,
  answer: StatsA,
  drawn: ['won'],
  write: ({ total, byGame }: Stats) => ({
    ...tallyView(total),
    games: Array.from(byGame, ([game, tally]) => ({ game, ...tallyView(tally) })),
  }),
});
