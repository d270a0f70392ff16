/** Every settled bet: by id, by round and by player. */
import type { Outcome } from '../../../../core/base/refusal.ts';
import { GroupIndex, Table } from '../../../../core/base/table.ts';
import type { Instant } from '../../../../core/base/time.ts';
import { newestFirst, type Page, type PageRequest } from '../../../../core/http/paging.ts';
import type { Platform, RegisteredAgent, ServiceClock } from '../../ports.ts';
import type { BetRecord, Settled } from './bet-record.ts';
import type { Leaderboard } from './leaderboard.ts';
import { statsOf, type Stats } from './stats.ts';

/** Stores settled bets for the lifetime of the world, and emits `betSettled` and `betPaid`. */
export class BetBook {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #leaderboard: Leaderboard;
  readonly #bets: Table<BetRecord>;
  readonly #betsByRound: Table<BetRecord>;
  readonly #betsOf: GroupIndex<BetRecord>;

  constructor(parts: { platform: Platform; clock: ServiceClock; leaderboard: Leaderboard }) {
    const { platform, clock, leaderboard } = parts;
    this.#platform = platform;
    this.#clock = clock;
    this.#leaderboard = leaderboard;
    this.#bets = new Table(platform.journal);
    this.#betsByRound = new Table(platform.journal);
    this.#betsOf = new GroupIndex(platform.journal);
  }

  /** CAS30 to CAS33: settled bets, newest first, and how many there are in all. */
  history(
    filter: { request: PageRequest; gameId: string | undefined; fromMs: Instant | undefined },
    caller: RegisteredAgent,
  ): Outcome<Page<BetRecord>> {
    const { request: page, gameId, fromMs = -Infinity } = filter;
    const matching = this.#betsOf
      .get(caller.agentId)
      .filter((bet) => bet.atMs >= fromMs && (gameId === undefined || bet.gameId === gameId));
    return newestFirst(matching, page);
  }

  /** STA01, STA05: lifetime figures. */
  stats(_: undefined, caller: RegisteredAgent): Outcome<Stats> {
    return statsOf(this.#betsOf.get(caller.agentId));
  }

  /** Settled bets of an agent, oldest first. */
  betsOf(agent: RegisteredAgent): readonly BetRecord[] {
    return this.#betsOf.get(agent.agentId);
  }

  byId(betId: string): BetRecord | undefined {
    return this.#bets.get(betId);
  }

  byRound(round: { commitment: string; nonce: number }): BetRecord | undefined {
    return this.#betsByRound.get(roundKey(round));
  }

  /** Records a round so that it can be verified. It counts in no statistics. */
  file(settled: Settled): BetRecord {
    const { stakeMicros, payoutMicros } = settled;
    const aboveMicros = this.#platform.policies['casino.win'] === 'paid' ? 0 : stakeMicros;
    const bet: BetRecord = {
      betId: this.#platform.nextId('bet'),
      atMs: this.#clock.nowMs,
      won: payoutMicros > aboveMicros,
      ...settled,
    };
    this.#bets.insert(bet.betId, bet);
    this.#betsByRound.insert(roundKey(bet), bet);
    return bet;
  }

  /** Records a bet that moved money: it counts in the player's statistics and on the leaderboards. */
  keep(settled: Settled): BetRecord {
    const bet = this.file(settled);
    const { agent, stakeMicros, payoutMicros, gameId: game } = bet;
    this.#betsOf.add(agent.agentId, bet);
    this.#leaderboard.count(bet);
    this.#platform.emit('betSettled', stakeMicros, { game });
    if (payoutMicros > 0) this.#platform.emit('betPaid', payoutMicros, { game });
    return bet;
  }
}

const roundKey = ({ commitment, nonce }: { commitment: string; nonce: number }): string =>
  `${commitment}/${nonce}`;
