/** Figures about players beyond single bets: leaderboards, sessions, bankroll curves and simulations. */
import { microsPerUsdc, type Micros } from '../../../../core/base/money.ts';
import { refuse, type Outcome } from '../../../../core/base/refusal.ts';
import { dayMs, type Instant } from '../../../../core/base/time.ts';
import { newestFirst, type Page, type PageRequest } from '../../../../core/http/paging.ts';
import type { Game } from '../../../games/game.ts';
import type { StakeBounds } from '../play/game-stakes.ts';
import type { Platform, RegisteredAgent, ServiceClock } from '../../ports.ts';
import type { BetRecord } from '../play/bet-record.ts';
import type { PlayerRecords } from '../ports.ts';
import { bankrollMaxMicros, simulate, type Simulation, type StakePlan } from './kelly-simulation.ts';
import type { Prospects } from '../play/prospects.ts';
import { netMicros, type CurvePoint, type LeaderboardStanding, type Leaders } from '../play/leaderboard.ts';
import { statsOf, type Stats } from '../play/stats.ts';

/** A leaderboard as of an instant. */
export interface LeadersAt extends Leaders {
  readonly atMs: Instant;
}

/** The figures of the bets since an instant. */
export interface SessionStats {
  readonly stats: Stats;
  readonly fromMs: Instant;
  readonly toMs: Instant;
}

/** A page of a bankroll curve, the latest points first. */
export interface BankrollCurve {
  readonly bankrollMicros: Micros;
  readonly points: Page<CurvePoint>;
}

/** A simulation as a player asks for it (KEL07). */
export interface SimulationRequest {
  readonly game: Game;
  readonly choice: object;
  readonly stakes: StakeBounds;
  /** Undefined to stake by the player's own risk factor. */
  readonly plan: StakePlan | undefined;
  /** Undefined for the player's own balance. */
  readonly bankrollMicros: Micros | undefined;
  readonly rounds: number;
  readonly paths: number;
  /** Another seed draws other paths. */
  readonly seed: string;
}

/** A simulation, with the plan and the bankroll that it used. */
export interface SimulationResult {
  readonly request: SimulationRequest;
  readonly plan: StakePlan;
  readonly bankrollMicros: Micros;
  readonly simulation: Simulation;
}

/** Reads what `play` keeps, through a port; stores nothing itself. */
export class Records {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #players: PlayerRecords;

  constructor(parts: { platform: Platform; clock: ServiceClock; players: PlayerRecords }) {
    this.#platform = parts.platform;
    this.#clock = parts.clock;
    this.#players = parts.players;
  }

  /** STA03, STA06. */
  leaderboard({ gameId }: { gameId: string | undefined }): Outcome<LeadersAt> {
    const isByWager = this.#platform.policies['leaderboard.order'] === 'wagered';
    return this.#leaders(gameId, isByWager ? wageredMore : profitedMore);
  }

  /** STA04: the leaders by profit and loss, whatever policy `leaderboard.order` says. */
  profitLeaders(): Outcome<LeadersAt> {
    return this.#leaders(undefined, profitedMore);
  }

  /** STA02: figures of the last 24 hours (gap C35). */
  session(_: undefined, caller: RegisteredAgent): Outcome<SessionStats> {
    const toMs = this.#clock.nowMs;
    const isRolling = this.#platform.policies['stats.session'] === 'rolling';
    const fromMs = isRolling ? toMs - dayMs : Math.floor(toMs / dayMs) * dayMs;
    const isIn = ({ atMs }: BetRecord): boolean => (isRolling ? atMs > fromMs : atMs >= fromMs);
    return { stats: statsOf(this.#players.betsOf(caller).filter(isIn)), fromMs, toMs };
  }

  /** KEL06. */
  bankrollCurve(request: PageRequest, caller: RegisteredAgent): Outcome<BankrollCurve> {
    return {
      bankrollMicros: this.#platform.ledger.available(caller.account),
      points: newestFirst(this.#players.curveOf(caller), request),
    };
  }

  /** KEL07. Refuses BAD_REQUEST (a bankroll that covers no stake, or is beyond all bounds). */
  simulateKelly(request: SimulationRequest, caller: RegisteredAgent): Outcome<SimulationResult> {
    const bankrollMicros = request.bankrollMicros ?? this.#platform.ledger.available(caller.account);
    if (bankrollMicros < request.stakes.minMicros || bankrollMicros > bankrollMaxMicros) {
      return refuse(
        'BAD_REQUEST',
        `bankroll must cover the smallest stake, and be at most ${bankrollMaxMicros / microsPerUsdc}`,
      );
    }
    const prospects = this.#players.prospectsOf(request);
    const plan = request.plan ?? defaultPlan(prospects, this.#players.riskOf(caller));
    const stream = this.#platform.stream(`casino/simulation/${request.seed}`);
    const simulation = simulate({ ...request, prospects, plan, bankrollMicros }, stream);
    return { request, plan, bankrollMicros, simulation };
  }

  #leaders(gameId: string | undefined, isAhead: typeof profitedMore): LeadersAt {
    return { ...this.#players.leaders(gameId, isAhead), atMs: this.#clock.nowMs };
  }
}

const profitedMore = (one: LeaderboardStanding, other: LeaderboardStanding): boolean =>
  netMicros(one) > netMicros(other);
const wageredMore = (one: LeaderboardStanding, other: LeaderboardStanding): boolean =>
  one.wageredMicros > other.wageredMicros;

/** What policy `kelly.limit: odds` lets a player stake: the risk factor over what the top payout adds to the stake. */
function defaultPlan({ top }: Prospects, riskPercent: number): StakePlan {
  const profit = (top.numerator - top.denominator) / top.denominator;
  const share = riskPercent / 100;
  return { fraction: profit > share ? share / profit : 1 };
}
