/**
 * Figures over all players that every settled bet brings up to date: what each agent staked and was paid, in all and by
 * game, the biggest wins, and each agent's bankroll after each of its bets.
 */
import type { Micros } from '../../../../core/base/money.ts';
import { GroupIndex, Table } from '../../../../core/base/table.ts';
import { dayMs, type Instant } from '../../../../core/base/time.ts';
import type { Platform, RegisteredAgent, ServiceClock } from '../../ports.ts';
import type { BetRecord } from './bet-record.ts';
import { topK } from './top-k.ts';

/** What one agent staked and was paid on one board. */
export interface LeaderboardStanding {
  readonly agent: RegisteredAgent;
  wageredMicros: Micros;
  paidMicros: Micros;
}

/** Profit of an agent on a board in micro-USDC, from the agent's side. */
export const netMicros = ({ wageredMicros, paidMicros }: LeaderboardStanding): Micros =>
  paidMicros - wageredMicros;

/** All agents on one game, or on all of them. */
interface Board {
  readonly standings: Table<LeaderboardStanding>;
  /** At most `shownCount`, the biggest first. */
  biggest: readonly BetRecord[];
}

/** What all agents together staked on a game and were paid. */
export interface GameTurnover {
  wageredMicros: Micros;
  paidMicros: Micros;
}

/** What a leaderboard shows. */
export interface Leaders {
  readonly top: readonly LeaderboardStanding[];
  readonly biggest: readonly BetRecord[];
}

/** A player's available balance at an instant. */
export interface CurvePoint {
  readonly atMs: Instant;
  readonly bankrollMicros: Micros;
}

/** How many agents and how many wins a leaderboard shows. */
export const shownCount = 10;

const allGames = 'all';

/**
 * Counts settled bets as `BetBook` reports them. Boards live for ever or for one UTC day (policy
 * `leaderboard.window`).
 */
export class Leaderboard {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #boards: Table<Board>;
  readonly #turnovers: Table<GameTurnover>;
  readonly #curves: GroupIndex<CurvePoint>;

  constructor(parts: { platform: Platform; clock: ServiceClock }) {
    this.#platform = parts.platform;
    this.#clock = parts.clock;
    this.#boards = new Table(parts.platform.journal);
    this.#turnovers = new Table(parts.platform.journal);
    this.#curves = new GroupIndex(parts.platform.journal);
  }

  /** Counts a bet that has just been settled: the bankroll is what the player can spend now. */
  count(bet: BetRecord): void {
    for (const name of [bet.gameId, allGames]) {
      this.#countOn(this.#boardOf(name, bet.atMs), bet);
      this.#turnOver(name, bet);
    }
    const { agentId, account } = bet.agent;
    const bankrollMicros = this.#platform.ledger.available(account);
    if (this.#curves.get(agentId).length === 0) {
      const beforeMicros = bankrollMicros + bet.stakeMicros - bet.payoutMicros;
      this.#curves.add(agentId, { atMs: bet.atMs, bankrollMicros: beforeMicros });
    }
    this.#curves.add(agentId, { atMs: bet.atMs, bankrollMicros });
  }

  /** STA06: the best agents in that order and the biggest wins, of one game or of all. */
  leaders(
    gameId: string | undefined,
    isAhead: (one: LeaderboardStanding, other: LeaderboardStanding) => boolean,
  ): Leaders {
    const board = this.#boards.get(this.#keyOf(gameId ?? allGames, this.#clock.nowMs));
    if (board === undefined) return { top: [], biggest: [] };
    return { top: topK(board.standings.rows(), shownCount, isAhead), biggest: board.biggest };
  }

  /** Of one game or of all, since the start; undefined before any bet. */
  turnoverOf(gameId = allGames): GameTurnover | undefined {
    return this.#turnovers.get(gameId);
  }

  /** KEL06: the bankroll before the first bet and after each one, oldest first. */
  curveOf(agent: RegisteredAgent): readonly CurvePoint[] {
    return this.#curves.get(agent.agentId);
  }

  #countOn(board: Board, bet: BetRecord): void {
    const { agent, stakeMicros, payoutMicros } = bet;
    const { standings } = board;
    const standing =
      standings.get(agent.agentId) ??
      standings.insert(agent.agentId, { agent, wageredMicros: 0, paidMicros: 0 });
    standings.update(standing, {
      wageredMicros: standing.wageredMicros + stakeMicros,
      paidMicros: standing.paidMicros + payoutMicros,
    });
    if (bet.won) this.#boards.update(board, { biggest: withWin(board.biggest, bet) });
  }

  #turnOver(name: string, { stakeMicros, payoutMicros }: BetRecord): void {
    const turnover =
      this.#turnovers.get(name) ?? this.#turnovers.insert(name, { wageredMicros: 0, paidMicros: 0 });
    this.#turnovers.update(turnover, {
      wageredMicros: turnover.wageredMicros + stakeMicros,
      paidMicros: turnover.paidMicros + payoutMicros,
    });
  }

  #boardOf(name: string, atMs: Instant): Board {
    const key = this.#keyOf(name, atMs);
    const known = this.#boards.get(key);
    if (known !== undefined) return known;
    const standings = new Table<LeaderboardStanding>(this.#platform.journal);
    return this.#boards.insert(key, { standings, biggest: [] });
  }

  /** Policy `leaderboard.window`: one board for ever, or one for each day. */
  #keyOf(name: string, atMs: Instant): string {
    if (this.#platform.policies['leaderboard.window'] === 'lifetime') return name;
    return `${name} ${Math.floor(atMs / dayMs)}`;
  }
}

/** The biggest wins with this bet added; for most bets one comparison shows that they are too small. */
function withWin(biggest: readonly BetRecord[], bet: BetRecord): readonly BetRecord[] {
  const last = biggest[shownCount - 1];
  if (last !== undefined && last.payoutMicros >= bet.payoutMicros) return biggest;
  return topK([...biggest, bet], shownCount, (one, other) => one.payoutMicros > other.payoutMicros);
}
