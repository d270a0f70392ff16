/**
 * The casino: provably fair games played against one house (specification.md, Casino). Five slices, each with its
 * state, operations, styles and routes; where one needs another it asks through a port.
 */
import type { RouteTable } from '../../../core/http/route.ts';
import type { AccountId } from '../../../core/ledger/ledger.ts';
import type { GameHours, PendingHolder, Platform, RegisteredAgent, ServiceClock } from '../ports.ts';
import { createCashier, type Cashier } from './cashier/cashier.ts';
import { cashierRoutes } from './cashier/routes.ts';
import { createContests, type Contests } from './contests/contests.ts';
import { contestRoutes } from './contests/routes.ts';
import { createHands, type Hands } from './hands/hands.ts';
import { handRoutes } from './hands/routes.ts';
import { createContext, type CasinoContext } from './play/context.ts';
import { createPlay, type Play } from './play/play.ts';
import { playRoutes } from './play/routes.ts';
import type { ContestRounds, PlayerRecords } from './ports.ts';
import { Records } from './records/records.ts';
import { recordRows } from './records/routes.ts';

/** The five slices of one world's casino. All share one house, one set of seeds and one ledger. */
export interface Casino {
  readonly play: Play;
  readonly hands: Hands;
  readonly contests: Contests;
  readonly records: Records;
  readonly cashier: Cashier;
}

/**
 * Builds the casino of a world and funds its house from `issuer`. `joined` is called for every agent that registers
 * here, and `hours` says which games are closed.
 */
export function createCasino(parts: {
  platform: Platform;
  clock: ServiceClock;
  issuer: AccountId;
  joined: (agent: RegisteredAgent) => void;
  hours: GameHours;
}): Casino {
  const context = createContext(parts);
  const hands = createHands(context);
  const play = createPlay(context, hands.port);
  return {
    play,
    hands,
    contests: createContests({ ...parts, rounds: roundsOf(play, context) }),
    records: new Records({ ...parts, players: recordsOf(play) }),
    cashier: createCashier(parts),
  };
}

/** The route tables of all slices. */
export const casinoRoutes: readonly RouteTable<Casino>[] = [
  ...within(({ play }: Casino) => play, playRoutes),
  ...within(({ hands }: Casino) => hands, handRoutes),
  ...within(({ cashier }: Casino) => cashier, cashierRoutes),
  ...within(({ contests }: Casino) => contests, contestRoutes),
  { rows: recordRows, operations: ({ records }) => records },
];

/** The parts that hold money for a hand or a contest. */
export const casinoHolders = ({ hands, contests }: Casino): PendingHolder[] => [
  ...hands.holders,
  ...contests.holders,
];

function within<Slice>(
  sliceOf: (casino: Casino) => Slice,
  tables: readonly RouteTable<Slice>[],
): RouteTable<Casino>[] {
  return tables.map((table) => ({
    rows: table.rows,
    operations: (casino) => table.operations(sliceOf(casino)),
  }));
}

const roundsOf = ({ bets }: Play, { hours, limits, seeds }: CasinoContext): ContestRounds => ({
  placeBet: (order, caller) => bets.placeBet(order, caller),
  playRound: (order, agent) => bets.playRound(order, agent),
  isGameClosed: (gameId) => hours.isGameClosed(gameId),
  prospectsOf: (wager) => limits.prospectsOf(wager),
  revealedSeed: (commitment, agent) => seeds.revealed(commitment, agent)?.serverSeed,
});

const recordsOf = ({ book, leaderboard, limits }: Play): PlayerRecords => ({
  betsOf: (agent) => book.betsOf(agent),
  leaders: (gameId, isAhead) => leaderboard.leaders(gameId, isAhead),
  curveOf: (agent) => leaderboard.curveOf(agent),
  prospectsOf: (wager) => limits.prospectsOf(wager),
  riskOf: (agent) => limits.riskOf(agent),
});
