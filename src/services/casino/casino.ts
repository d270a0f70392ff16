/**
 * The casino: provably fair games played against one house (3-casino.md). A bet moves its stake and its payout by the
 * ledger in the instant it is placed, or is refused and moves nothing.
 */
import { assert, present } from '../../base/assert.ts';
import { formatUsdc, type Micros } from '../../base/money.ts';
import { Refusal, refuse, type Outcome } from '../../base/refusal.ts';
import { GroupIndex, Table } from '../../base/table.ts';
import type { Instant } from '../../base/time.ts';
import { hmacPick } from '../../fairness/hmac.ts';
import { verify, type RevealedSeed } from '../../fairness/seed-pair.ts';
import type { Game, Profile, Round } from '../../games/game.ts';
import { games, type StakeBounds } from '../../games/registry.ts';
import { totalReturn } from '../../games/ratio.ts';
import type { JsonObject } from '../../http/message.ts';
import type { AccountId, TransferRecord } from '../../ledger/ledger.ts';
import type { Agent, Platform, ServiceClock } from '../ports.ts';
import type { BetOrder, BetRecord, BetSettled } from './bet-record.ts';
import { Bank, type Withdrawal } from './bank.ts';
import { House } from './house.ts';
import { playerShare, stakeLimit, usualRiskPercent } from './kelly.ts';
import { oddsRange } from './odds-range.ts';
import { prospectsOf } from './prospects.ts';
import { Seats, type ShownPair } from './seats.ts';
import { statsOf, type Stats } from './stats.ts';

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

/** A bet without a stake. */
interface Wager {
  readonly game: Game;
  readonly stakes: StakeBounds;
  readonly choice: object;
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
  readonly #seats: Seats;
  readonly #bank: Bank;
  readonly #risks: Table<{ riskPercent: number }>;
  readonly #bets: Table<BetRecord>;
  readonly #betsByRound: Table<BetRecord>;
  readonly #betsOf: GroupIndex<BetRecord>;

  constructor(parts: { platform: Platform; clock: ServiceClock; issuer: AccountId }) {
    const { platform, clock } = parts;
    this.#platform = platform;
    this.#clock = clock;
    this.#house = new House(parts);
    this.#seats = new Seats(platform);
    this.#bank = new Bank(parts);
    this.#risks = new Table(platform.journal);
    this.#bets = new Table(platform.journal);
    this.#betsByRound = new Table(platform.journal);
    this.#betsOf = new GroupIndex(platform.journal);
  }

  /** What the games pay: policy `casino.payouts`. */
  get #profile(): Profile {
    return this.#platform.policies['casino.payouts'];
  }

  /** C:101, C:159. Refuses BAD_REQUEST (Kelly limit), GAME_CLOSED (gap C36), INSUFFICIENT_BALANCE. */
  bet(order: BetOrder, caller: Agent): Outcome<BetSettled> {
    const { game, choice, stakeMicros, clientSeed, stakes } = order;
    const { ledger } = this.#platform;
    const prospects = prospectsOf(game, choice, this.#profile);
    const playerMicros = ledger.available(caller.account);
    const houseMicros = this.#house.bankrollMicros;
    const limitMicros = this.#limitOf({ game, choice, stakes }, caller);
    if (stakeMicros > limitMicros) {
      return refuse('BAD_REQUEST', `amount is above the Kelly limit of this bet: ${formatUsdc(limitMicros)}`);
    }
    const worstMicros = totalReturn(stakeMicros, prospects.top);
    if (worstMicros === undefined || worstMicros - stakeMicros > houseMicros) {
      return refuse('GAME_CLOSED', 'the house cannot cover what this bet may win');
    }
    if (playerMicros < stakeMicros) {
      return refuse('INSUFFICIENT_BALANCE', 'the USDC balance does not cover the stake');
    }
    const { seeds, commitment } = this.#seats.takeRound(caller, clientSeed);
    const rules = game.rules[this.#profile];
    const replay: BetRecord['replay'] = (pick) => game.play(choice, pick, rules);
    const { payout, detail } = replay(hmacPick(seeds));
    const payoutMicros = present(totalReturn(stakeMicros, payout), 'no payout is above the worst case');
    this.#house.settle({ agent: caller, stakeMicros, payoutMicros });
    const bet = this.#keep({
      betId: this.#platform.nextId('bet'),
      agent: caller,
      gameId: game.id,
      choice,
      stakeMicros,
      payoutMicros,
      payout,
      detail: detail as JsonObject,
      atMs: this.#clock.nowMs,
      commitment,
      clientSeed: seeds.clientSeed,
      nonce: seeds.nonce,
      replay,
    });
    this.#platform.emit('betSettled', stakeMicros);
    if (payoutMicros > 0) this.#platform.emit('betPaid', payoutMicros);
    return { bet, balanceMicros: ledger.available(caller.account) };
  }

  /** C:116: an account under a name of the platform's choosing. */
  register(): Outcome<Agent> {
    return this.#bank.register();
  }

  /** C:119. Refuses INSUFFICIENT_BALANCE. */
  withdraw(wish: { address: string; amountMicros: Micros }, caller: Agent): Outcome<Withdrawal> {
    return this.#bank.withdraw(wish, caller);
  }

  /** C:123: oldest first. */
  withdrawals(_: undefined, caller: Agent): Outcome<readonly Withdrawal[]> {
    return this.#bank.withdrawalsOf(caller);
  }

  /** C:102: bets of their own, in order; one that is refused does not stop the rest (gap C39). */
  batch(
    { orders }: { orders: readonly Outcome<BetOrder>[] },
    caller: Agent,
  ): Outcome<{ results: readonly Outcome<BetSettled>[] }> {
    return {
      results: orders.map((order) => (order instanceof Refusal ? order : this.bet(order, caller))),
    };
  }

  /** C:127. */
  kellyLimits(_: undefined, caller: Agent): Outcome<KellyLimits> {
    const limits: KellyLimits['games'][number][] = [];
    for (const entry of games) {
      if (entry.kind !== 'single') continue;
      const { game, stakes } = entry;
      const [shortest, longest] = oddsRange(game);
      limits.push({
        gameId: game.id,
        minMicros: stakes.minMicros,
        shortestMicros: this.#limitOf({ game, stakes, choice: shortest }, caller),
        longestMicros: this.#limitOf({ game, stakes, choice: longest }, caller),
      });
    }
    const bankrollMicros = this.#platform.ledger.available(caller.account);
    return { bankrollMicros, riskPercent: this.#riskOf(caller), games: limits };
  }

  /** C:128: the player's true Kelly bet under every policy, which is nothing where the house has an edge. */
  kellyOptimal(wager: Wager, caller: Agent): Outcome<KellyAdvice> {
    const { game, choice, stakes } = wager;
    const share = playerShare(prospectsOf(game, choice, this.#profile));
    const bankrollMicros = this.#platform.ledger.available(caller.account);
    const optimalMicros = Math.min(stakes.maxMicros, Math.floor(share * bankrollMicros));
    return { gameId: game.id, share, optimalMicros, limitMicros: this.#limitOf(wager, caller) };
  }

  /** C:129: what share of the balance policy `kelly.limit: odds` may put at risk. */
  configureKelly({ riskPercent }: { riskPercent: number }, caller: Agent): Outcome<{ riskPercent: number }> {
    const known = this.#risks.get(caller.agentId);
    if (known === undefined) this.#risks.insert(caller.agentId, { riskPercent });
    else this.#risks.update(known, { riskPercent });
    return { riskPercent };
  }

  /** C:99, C:162: what there is to play stands in the bindings; nothing of it depends on who asks. */
  games(): Outcome<object> {
    return {};
  }

  /** C:160: settled bets, newest first, and how many there are in all. */
  history(
    wish: { limit: number; gameId: string | undefined; fromMs: Instant | undefined },
    caller: Agent,
  ): Outcome<{ bets: readonly BetRecord[]; total: number }> {
    const { limit, gameId, fromMs = -Infinity } = wish;
    const matching = this.#betsOf
      .get(caller.agentId)
      .filter((bet) => bet.atMs >= fromMs && (gameId === undefined || bet.gameId === gameId));
    return { bets: matching.slice(-limit).toReversed(), total: matching.length };
  }

  /** C:146, C:163: lifetime figures. */
  stats(_: undefined, caller: Agent): Outcome<Stats> {
    return statsOf(this.#betsOf.get(caller.agentId));
  }

  /** C:117: what the agent can spend, and its latest bets. */
  balance(
    _: undefined,
    caller: Agent,
  ): Outcome<{
    account: AccountId;
    availableMicros: Micros;
    reservedMicros: Micros;
    recent: readonly TransferRecord[];
  }> {
    const { ledger } = this.#platform;
    return {
      account: caller.account,
      availableMicros: ledger.available(caller.account),
      reservedMicros: ledger.reserved(caller.account),
      recent: this.#platform.ledger.transfersOf(caller.account, recentCount),
    };
  }

  /** C:122: every transaction of the account, newest first. */
  transactions(
    { limit }: { limit: number },
    caller: Agent,
  ): Outcome<{ account: AccountId; transfers: readonly TransferRecord[] }> {
    return { account: caller.account, transfers: this.#platform.ledger.transfersOf(caller.account, limit) };
  }

  /** C:132: the commitment to the server seed in use. */
  seedHash(_: undefined, caller: Agent): Outcome<ShownPair> {
    return this.#seats.pairOf(caller);
  }

  /** C:135: reveals the server seed in use and goes on to the next one. */
  rotate(
    { clientSeed }: { clientSeed: string | undefined },
    caller: Agent,
  ): Outcome<{ revealed: RevealedSeed; next: ShownPair }> {
    return this.#seats.rotate(caller, clientSeed);
  }

  /** C:136. */
  seeds(_: undefined, caller: Agent): Outcome<SeedList> {
    return { active: this.#seats.pairOf(caller), revealed: this.#seats.revealedBy(caller) };
  }

  /** C:133-134: recomputes a bet from its seeds. Refuses NOT_FOUND, FORBIDDEN (somebody else's). */
  verifyBet({ betId }: { betId: string }, caller: Agent): Outcome<VerifiedBet> {
    const bet = this.#bets.get(betId);
    if (bet === undefined) return refuse('NOT_FOUND', `there is no bet "${betId}"`);
    return bet.agent === caller
      ? this.#verified(bet)
      : refuse('FORBIDDEN', `bet "${betId}" belongs to somebody else`);
  }

  /** C:161: the bet of a nonce under a server seed hash of the caller's. Refuses NOT_FOUND (gap C20). */
  verifyRound(
    { commitment, nonce }: { commitment: string; nonce: number },
    caller: Agent,
  ): Outcome<VerifiedBet> {
    const bet = this.#betsByRound.get(roundKey({ commitment, nonce }));
    return bet?.agent === caller
      ? this.#verified(bet)
      : refuse('NOT_FOUND', 'there is no bet of yours under that seed hash and nonce');
  }

  #riskOf(agent: Agent): number {
    return this.#risks.get(agent.agentId)?.riskPercent ?? usualRiskPercent;
  }

  #limitOf({ game, choice, stakes }: Wager, agent: Agent): Micros {
    const { ledger, policies } = this.#platform;
    const standing = {
      prospects: prospectsOf(game, choice, this.#profile),
      stakes,
      playerMicros: ledger.available(agent.account),
      houseMicros: this.#house.bankrollMicros,
      riskPercent: this.#riskOf(agent),
    };
    return stakeLimit(standing, policies['kelly.limit']);
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

  #keep(bet: BetRecord): BetRecord {
    this.#bets.insert(bet.betId, bet);
    this.#betsByRound.insert(roundKey(bet), bet);
    this.#betsOf.add(bet.agent.agentId, bet);
    return bet;
  }
}

const recentCount = 10;

const roundKey = ({ commitment, nonce }: { commitment: string; nonce: number }): string =>
  `${commitment}/${nonce}`;
