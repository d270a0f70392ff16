/**
 * How much a player may stake on a bet now (KEL01 to KEL05): the Kelly limit, the balance and what the house can lose.
 */
import type { Micros } from '../../../../core/base/money.ts';
import type { Outcome } from '../../../../core/base/refusal.ts';
import { Table } from '../../../../core/base/table.ts';
import type { CasinoGame } from './game-stakes.ts';
import type { Platform, RegisteredAgent } from '../../ports.ts';
import type { Wager } from './bet-record.ts';
import type { House } from './house.ts';
import { defaultRiskPercent, playerShare, stakeLimit } from './kelly.ts';
import { wagerRange } from './odds-range.ts';
import { handProspects, prospectsOf, type Prospects } from './prospects.ts';
import type { RuleBook } from './rule-book.ts';

/** The highest stake on each game, at its shortest and at its longest odds. */
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

/** The player's own Kelly bet: a share of the balance (0 to 1), its amount, and the highest stake accepted. */
export interface KellyAdvice {
  readonly gameId: string;
  readonly share: number;
  readonly optimalMicros: Micros;
  readonly limitMicros: Micros;
}

/** Computes limits from the balance of the moment. Its only state is the risk factor of each player. */
export class StakeLimits {
  readonly #platform: Platform;
  readonly #house: House;
  readonly #rules: RuleBook;
  readonly #risks: Table<{ riskPercent: number }>;

  constructor(parts: { platform: Platform; house: House; rules: RuleBook }) {
    this.#platform = parts.platform;
    this.#house = parts.house;
    this.#rules = parts.rules;
    this.#risks = new Table(parts.platform.journal);
  }

  /** KEL03: the highest stake accepted now on each of these games. */
  kellyLimits(
    { entries }: { entries: readonly CasinoGame[] },
    caller: RegisteredAgent,
  ): Outcome<KellyLimits> {
    const limits: KellyLimits['games'][number][] = [];
    for (const entry of entries) {
      const [shortest, longest] = wagerRange(entry);
      limits.push({
        gameId: entry.game.id,
        minMicros: entry.stakes.minMicros,
        shortestMicros: this.#acceptedOf(shortest, caller),
        longestMicros: this.#acceptedOf(longest, caller),
      });
    }
    const bankrollMicros = this.#platform.ledger.available(caller.account);
    return { bankrollMicros, riskPercent: this.riskOf(caller), games: limits };
  }

  /** KEL04: the player's true Kelly bet, whatever the policy; 0 where the house has an edge. */
  kellyOptimal(wager: Wager, caller: RegisteredAgent): Outcome<KellyAdvice> {
    const { game, stakes } = wager;
    const share = playerShare(this.prospectsOf(wager));
    const bankrollMicros = this.#platform.ledger.available(caller.account);
    const optimalMicros = Math.min(stakes.maxMicros, Math.floor(share * bankrollMicros));
    return { gameId: game.id, share, optimalMicros, limitMicros: this.#acceptedOf(wager, caller) };
  }

  /** KEL05: sets the share of the balance that policy `kelly.limit: odds` may put at risk, in percent. */
  configureKelly(
    { riskPercent }: { riskPercent: number },
    caller: RegisteredAgent,
  ): Outcome<{ riskPercent: number }> {
    const known = this.#risks.get(caller.agentId);
    if (known === undefined) this.#risks.insert(caller.agentId, { riskPercent });
    else this.#risks.update(known, { riskPercent });
    return { riskPercent };
  }

  /** The player's risk factor in percent (KEL05). */
  riskOf(agent: RegisteredAgent): number {
    return this.#risks.get(agent.agentId)?.riskPercent ?? defaultRiskPercent;
  }

  /** The highest stake under policy `kelly.limit` now. */
  limitOf(wager: Wager, agent: RegisteredAgent): Micros {
    const { ledger, policies } = this.#platform;
    const situation = {
      prospects: this.prospectsOf(wager),
      stakes: wager.stakes,
      playerMicros: ledger.available(agent.account),
      houseMicros: this.#house.bankrollMicros,
      riskPercent: this.riskOf(agent),
    };
    return stakeLimit(situation, policies['kelly.limit']);
  }

  /** The outcomes of a bet under the rules in force. */
  prospectsOf({ game, choice }: Wager): Prospects {
    const rules = this.#rules.of(game);
    return choice === undefined ? handProspects(game, rules) : prospectsOf(game, choice, rules);
  }

  /** The highest stake accepted now: within the limit, the balance and what the house can lose. */
  #acceptedOf(wager: Wager, agent: RegisteredAgent): Micros {
    const limitMicros = this.limitOf(wager, agent);
    const playerMicros = this.#platform.ledger.available(agent.account);
    const houseMicros = this.#house.stakeCovered(this.prospectsOf(wager).top);
    const mostMicros = Math.min(limitMicros, playerMicros, houseMicros);
    return Math.max(mostMicros, Math.min(limitMicros, wager.stakes.minMicros));
  }
}
