/**
 * The casino: provably fair games played against one house (specification.md, Casino). A bet moves its stake and its payout by the
 * ledger in the instant it is placed, or is refused and moves nothing.
 */
import { assert, present } from '../../../../core/base/assert.ts';
import type { Micros } from '../../../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../../../core/base/refusal.ts';
import { GroupIndex, Table } from '../../../../core/base/table.ts';
import type { Instant } from '../../../../core/base/time.ts';
import { newestFirst, type Page, type PageWish } from '../../../../core/http/paging.ts';
import { hmacPick } from '../../../../core/fairness/hmac.ts';
import { verify, type RevealedSeed } from '../../../../core/fairness/seed-pair.ts';
import type { Round } from '../../../games/game.ts';
import type { GameEntry } from '../../../games/registry.ts';
import { totalReturn } from '../../../games/ratio.ts';
import type { JsonObject } from '../../../../core/http/message.ts';
import type { AccountId, LedgerEntry } from '../../../../core/ledger/ledger.ts';
import type { Agent, GameHours, Platform, ServiceClock } from '../../ports.ts';
import type { BetOrder, BetRecord, BetSettled, MoveOrder, Placed, RoundOrder } from './bet-record.ts';
import { Bank, type Withdrawal } from '../cashier/bank.ts';
import { stakeRefusal, type Floor, type Settled, type Wager } from './context.ts';
import { House } from './house.ts';
import { playerShare, stakeLimit, usualRiskPercent } from './kelly.ts';
import { wagerRange } from './odds-range.ts';
import { handProspects, prospectsOf, type Prospects } from './prospects.ts';
import { RuleBook } from './rule-book.ts';
import { Seats, type ShownPair } from './seed-sessions.ts';
import { Standings } from './leaderboard.ts';
import { statsOf, type Stats } from './stats.ts';
import { Tables } from '../hands/hand-games.ts';

/** A bet held against its seeds: `verified` when the play gives again what was paid. */
export type VerifiedBet =
  | { readonly bet: BetRecord; readonly status: 'unrevealed' }
  | {
      readonly bet: BetRecord;
      readonly status: 'verified' | 'mismatch';
      readonly serverSeed: string;
      readonly recomputed: Round;
    };

export interface SeedList {
  readonly active: ShownPair;
  /** Oldest first. */
  readonly revealed: readonly RevealedSeed[];
}

/** Of each game the highest stake on its shortest and on its longest odds. */
export interface KellyLimits {
  readonly bankrollMicros: Micros;
  readonly riskPercent: number;
  readonly games: readonly {
    readonly gameId: string;
    readonly minMicros: Micros;
    readonly shortestMicros: Micros;
    readonly longestMicros: Micros;
  }[];
}

/** The player's own Kelly bet, and what is allowed. */
export interface KellyAdvice {
  readonly gameId: string;
  readonly share: number;
  readonly optimalMicros: Micros;
  readonly limitMicros: Micros;
}

export class Casino {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #house: House;
  readonly #rules: RuleBook;
  readonly #floor: Floor;
  /** The calls of games that take several, and of the short style. */
  readonly tables: Tables;
  readonly #seats: Seats;
  readonly #bank: Bank;
  readonly #risks: Table<{ riskPercent: number }>;
  readonly #bets: Table<BetRecord>;
  readonly #betsByRound: Table<BetRecord>;
  readonly #betsOf: GroupIndex<BetRecord>;
  /** Figures over all players, brought up to date by every bet. */
  readonly standings: Standings;

  constructor(parts: {
    platform: Platform;
    clock: ServiceClock;
    issuer: AccountId;
    joined: (agent: Agent) => void;
    hours: GameHours;
  }) {
    const { platform, clock, hours } = parts;
    this.#platform = platform;
    this.#clock = clock;
    this.#house = new House(parts);
    this.#seats = new Seats(platform);
    this.#bank = new Bank(parts);
    this.#risks = new Table(platform.journal);
    this.#bets = new Table(platform.journal);
    this.#betsByRound = new Table(platform.journal);
    this.#betsOf = new GroupIndex(platform.journal);
    this.#rules = new RuleBook(platform.policies);
    this.#floor = {
      platform,
      clock,
      house: this.#house,
      seats: this.#seats,
      rules: this.#rules,
      hours,
      limitOf: (wager, agent) => this.#limitOf(wager, agent),
      keep: (bet) => this.#keep(bet),
    };
    this.tables = new Tables(this.#floor, this);
    this.standings = new Standings(parts);
  }

  /**
   * CAS15, CAS26: a bet of one call, or a move in a hand. Refuses BAD_REQUEST (Kelly limit), GAME_CLOSED (gap C36),
   * INSUFFICIENT_BALANCE; a move CONFLICT and NOT_FOUND too.
   */
  bet(order: BetOrder | MoveOrder, caller: Agent): Outcome<Placed> {
    return 'move' in order ? this.tables.move(order, caller) : this.placeBet(order, caller);
  }

  /** A bet that one call settles. Refuses as `bet` does. */
  placeBet(order: BetOrder, caller: Agent): Outcome<BetSettled> {
    const { game, choice, stakeMicros, stakes } = order;
    const rules = this.#rules.of(game);
    const worstMicros = totalReturn(stakeMicros, prospectsOf(game, choice, rules).top);
    const lossMicros = worstMicros === undefined ? undefined : worstMicros - stakeMicros;
    const wager = { game, choice, stakes };
    const bet = { wager, agent: caller, stakeMicros, neededMicros: stakeMicros, lossMicros };
    const refusal = stakeRefusal(this.#floor, bet);
    if (refusal !== undefined) return refusal;
    const round = this.#round(order, caller);
    this.#house.settle({ agent: caller, stakeMicros, payoutMicros: round.payoutMicros });
    return { bet: this.#keep(round), balanceMicros: this.#platform.ledger.available(caller.account) };
  }

  /**
   * One round under the player's own seeds, kept so that it can be verified. Moves no money and counts in no statistics:
   * what it is worth is up to whoever asked for it.
   */
  playRound(order: RoundOrder, agent: Agent): BetRecord {
    return this.#file(this.#round(order, agent));
  }

  #round({ game, choice, stakeMicros, clientSeed }: RoundOrder, agent: Agent): Settled {
    const rules = this.#rules.of(game);
    const { seeds, commitment } = this.#seats.takeRound(agent, clientSeed);
    const replay: BetRecord['replay'] = (pick) => game.play(choice, pick, rules);
    const { payout, detail } = replay(hmacPick(seeds));
    return {
      agent,
      gameId: game.id,
      choice,
      stakeMicros,
      payoutMicros: present(totalReturn(stakeMicros, payout), 'no payout is above the worst case'),
      payout,
      detail: detail as JsonObject,
      commitment,
      clientSeed: seeds.clientSeed,
      nonce: seeds.nonce,
      replay,
    };
  }

  /** CAS04: an account under a name of the platform's choosing. Refuses BAD_REQUEST (referral code). */
  register({ referralCode }: { referralCode: string | undefined }): Outcome<Agent> {
    return this.#bank.register(referralCode);
  }

  /** CAS07. Refuses INSUFFICIENT_BALANCE. */
  withdraw(wish: { address: string; amountMicros: Micros }, caller: Agent): Outcome<Withdrawal> {
    return this.#bank.withdraw(wish, caller);
  }

  /** CAS13: oldest first. */
  withdrawals(_: undefined, caller: Agent): Outcome<readonly Withdrawal[]> {
    return this.#bank.withdrawalsOf(caller);
  }

  /** CAS16: bets of their own, in order; one that is refused does not stop the rest (gap C39). */
  batch(
    { orders }: { orders: readonly Outcome<BetOrder | MoveOrder>[] },
    caller: Agent,
  ): Outcome<{ results: readonly Outcome<Placed>[] }> {
    return {
      results: orders.map((order) => (order instanceof Refusal ? order : this.bet(order, caller))),
    };
  }

  /** KEL03: what would be taken now of each of these games. */
  kellyLimits({ entries }: { entries: readonly GameEntry[] }, caller: Agent): Outcome<KellyLimits> {
    const limits: KellyLimits['games'][number][] = [];
    for (const entry of entries) {
      const [shortest, longest] = wagerRange(entry);
      limits.push({
        gameId: entry.game.id,
        minMicros: entry.stakes.minMicros,
        shortestMicros: this.#takenOf(shortest, caller),
        longestMicros: this.#takenOf(longest, caller),
      });
    }
    const bankrollMicros = this.#platform.ledger.available(caller.account);
    return { bankrollMicros, riskPercent: this.riskOf(caller), games: limits };
  }

  /** KEL04: the player's true Kelly bet under every policy, which is nothing where the house has an edge. */
  kellyOptimal(wager: Wager, caller: Agent): Outcome<KellyAdvice> {
    const { game, stakes } = wager;
    const share = playerShare(this.prospectsOf(wager));
    const bankrollMicros = this.#platform.ledger.available(caller.account);
    const optimalMicros = Math.min(stakes.maxMicros, Math.floor(share * bankrollMicros));
    return { gameId: game.id, share, optimalMicros, limitMicros: this.#takenOf(wager, caller) };
  }

  /** KEL05: what share of the balance policy `kelly.limit: odds` may put at risk. */
  configureKelly({ riskPercent }: { riskPercent: number }, caller: Agent): Outcome<{ riskPercent: number }> {
    const known = this.#risks.get(caller.agentId);
    if (known === undefined) this.#risks.insert(caller.agentId, { riskPercent });
    else this.#risks.update(known, { riskPercent });
    return { riskPercent };
  }

  /** CAS34: which of these games take no bet now; what they are stands in the bindings. */
  games({ entries }: { entries: readonly GameEntry[] }): Outcome<{ closed: ReadonlySet<string> }> {
    const closed = entries.filter((entry) => this.#isClosed(entry)).map(({ game }) => game.id);
    return { closed: new Set(closed) };
  }

  /** By the fault plan. */
  isGameClosed(gameId: string): boolean {
    return this.#floor.hours.isGameClosed(gameId);
  }

  /** By the fault plan, or because the house cannot pay what the smallest bet of the shortest odds may win. */
  #isClosed(entry: GameEntry): boolean {
    const { game, stakes } = entry;
    if (this.isGameClosed(game.id)) return true;
    // Working out the prospects of all games takes seconds, and a rich house need not.
    if (this.#house.bankrollMicros >= stakes.minMicros * payoutBound) return false;
    const [shortest] = wagerRange(entry);
    return this.#house.stakeCovered(this.prospectsOf(shortest).top) < stakes.minMicros;
  }

  /** CAS30 to CAS33: settled bets, newest first, and how many there are in all. */
  history(
    filter: { wish: PageWish; gameId: string | undefined; fromMs: Instant | undefined },
    caller: Agent,
  ): Outcome<Page<BetRecord>> {
    const { wish, gameId, fromMs = -Infinity } = filter;
    const matching = this.#betsOf
      .get(caller.agentId)
      .filter((bet) => bet.atMs >= fromMs && (gameId === undefined || bet.gameId === gameId));
    return newestFirst(matching, wish);
  }

  /** STA01, STA05: lifetime figures. */
  stats(_: undefined, caller: Agent): Outcome<Stats> {
    return statsOf(this.#betsOf.get(caller.agentId));
  }

  /** Settled bets of an agent, oldest first. */
  betsOf(agent: Agent): readonly BetRecord[] {
    return this.#betsOf.get(agent.agentId);
  }

  /** The server seed behind a commitment to this player, once it is out. */
  revealedSeed(commitment: string, agent: Agent): string | undefined {
    return this.#seats.revealed(commitment, agent)?.serverSeed;
  }

  /** CAS05: what the agent can spend, and its latest bets. */
  balance(
    _: undefined,
    caller: Agent,
  ): Outcome<{
    availableMicros: Micros;
    reservedMicros: Micros;
    recent: readonly LedgerEntry[];
  }> {
    const { ledger } = this.#platform;
    return {
      availableMicros: ledger.available(caller.account),
      reservedMicros: ledger.reserved(caller.account),
      recent: [...firstOf(ledger.entriesOf(caller.account), recentCount)],
    };
  }

  /** CAS13: every change of what the account can spend, newest first; they add up to its balance. */
  transactions(wish: PageWish, caller: Agent): Outcome<Page<LedgerEntry>> {
    const entries = [...this.#platform.ledger.entriesOf(caller.account)].toReversed();
    return newestFirst(entries, wish);
  }

  /** FAI05: the commitment to the server seed in use. */
  seedHash(_: undefined, caller: Agent): Outcome<ShownPair> {
    return this.#seats.pairOf(caller);
  }

  /** FAI08: reveals the server seed in use and goes on to the next one. Refuses CONFLICT while it is at stake. */
  rotate(
    { clientSeed }: { clientSeed: string | undefined },
    caller: Agent,
  ): Outcome<{ revealed: RevealedSeed; next: ShownPair }> {
    return this.tables.isOpen(caller)
      ? refuse('CONFLICT', 'a hand or a round is open: its cards would be known')
      : this.#seats.rotate(caller, clientSeed);
  }

  /** FAI09. */
  seeds(_: undefined, caller: Agent): Outcome<SeedList> {
    return { active: this.#seats.pairOf(caller), revealed: this.#seats.revealedBy(caller) };
  }

  /** FAI06, FAI07: recomputes a bet from its seeds. Refuses NOT_FOUND, for somebody else's bet too (gap A6). */
  verifyBet({ betId }: { betId: string }, caller: Agent): Outcome<VerifiedBet> {
    const bet = this.#bets.get(betId);
    return bet?.agent === caller
      ? this.#verified(bet)
      : refuse('NOT_FOUND', `you have placed no bet "${betId}"`);
  }

  /** FAI11: the bet of a nonce under a server seed hash of the caller's. Refuses NOT_FOUND (gap C20). */
  verifyRound(
    { commitment, nonce }: { commitment: string; nonce: number },
    caller: Agent,
  ): Outcome<VerifiedBet> {
    const bet = this.#betsByRound.get(roundKey({ commitment, nonce }));
    return bet?.agent === caller
      ? this.#verified(bet)
      : refuse('NOT_FOUND', 'there is no bet of yours under that seed hash and nonce');
  }

  /** The player's risk factor in percent (KEL05). */
  riskOf(agent: Agent): number {
    return this.#risks.get(agent.agentId)?.riskPercent ?? usualRiskPercent;
  }

  #limitOf(wager: Wager, agent: Agent): Micros {
    const { ledger, policies } = this.#platform;
    const standing = {
      prospects: this.prospectsOf(wager),
      stakes: wager.stakes,
      playerMicros: ledger.available(agent.account),
      houseMicros: this.#house.bankrollMicros,
      riskPercent: this.riskOf(agent),
    };
    return stakeLimit(standing, policies['kelly.limit']);
  }

  /** The highest stake that would be taken now: within the limit, the balance and what the house can lose. */
  #takenOf(wager: Wager, agent: Agent): Micros {
    const limitMicros = this.#limitOf(wager, agent);
    const playerMicros = this.#platform.ledger.available(agent.account);
    const houseMicros = this.#house.stakeCovered(this.prospectsOf(wager).top);
    const mostMicros = Math.min(limitMicros, playerMicros, houseMicros);
    return Math.max(mostMicros, Math.min(limitMicros, wager.stakes.minMicros));
  }

  /** What a bet may come to under the tables in force. */
  prospectsOf({ game, choice }: Wager): Prospects {
    const rules = this.#rules.of(game);
    return choice === undefined ? handProspects(game, rules) : prospectsOf(game, choice, rules);
  }

  #verified(bet: BetRecord): VerifiedBet {
    const { commitment, clientSeed, nonce } = bet;
    const revealed = this.#seats.revealed(commitment, bet.agent);
    if (revealed === undefined) return { bet, status: 'unrevealed' };
    const { serverSeed } = revealed;
    const verification = verify({ commitment, serverSeed, clientSeed, nonce }, bet.replay);
    assert(verification.status === 'recomputed', 'a revealed seed is the one that was committed to');
    const { outcome } = verification;
    const isSame = totalReturn(bet.stakeMicros, outcome.payout) === bet.payoutMicros;
    return { bet, status: isSame ? 'verified' : 'mismatch', serverSeed, recomputed: outcome };
  }

  #file(settled: Settled): BetRecord {
    const { stakeMicros, payoutMicros } = settled;
    const aboveMicros = this.#platform.policies['casino.win'] === 'paid' ? 0 : stakeMicros;
    const bet: BetRecord = {
      ...settled,
      betId: this.#platform.nextId('bet'),
      atMs: this.#clock.nowMs,
      won: payoutMicros > aboveMicros,
    };
    this.#bets.insert(bet.betId, bet);
    this.#betsByRound.insert(roundKey(bet), bet);
    return bet;
  }

  /** A bet that moved money: it counts, for its player and for everybody. */
  #keep(settled: Settled): BetRecord {
    const bet = this.#file(settled);
    const { agent, stakeMicros, payoutMicros, gameId: game } = bet;
    this.#betsOf.add(agent.agentId, bet);
    this.standings.count(bet);
    this.#platform.emit('betSettled', stakeMicros, { game });
    if (payoutMicros > 0) this.#platform.emit('betPaid', payoutMicros, { game });
    return bet;
  }
}

/** No game pays more over the stake: the highest payout is 250,000x, of keno. */
const payoutBound = 1_000_000;

const recentCount = 10;

function* firstOf<Row>(rows: Iterable<Row>, count: number): Iterable<Row> {
  let left = count;
  for (const row of rows) {
    yield row;
    left -= 1;
    if (left === 0) return;
  }
}

const roundKey = ({ commitment, nonce }: { commitment: string; nonce: number }): string =>
  `${commitment}/${nonce}`;
