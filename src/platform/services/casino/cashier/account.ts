/** The calls of a casino account beside its money: deposits, referrals, and what anybody may know of the programme. */
import type { Outcome } from '../../../../core/base/refusal.ts';
import type { Agent, Platform, ReferralEarnings, ReferralTerms, ServiceClock } from '../../ports.ts';
import type { ChainName } from './chains.ts';
import { Deposits, type DepositAddress, type DepositNow } from './deposits.ts';

/** A code, and what it earns. */
export interface CodeAndTerms {
  readonly code: string;
  readonly terms: ReferralTerms;
}

export class CasinoAccount {
  readonly deposits: Deposits;
  readonly #platform: Platform;

  constructor(parts: { platform: Platform; clock: ServiceClock }) {
    this.#platform = parts.platform;
    this.deposits = new Deposits(parts);
  }

  /** CAS06. Refuses BAD_REQUEST for a chain without USDC. */
  depositAddress({ chain }: { chain: ChainName }, caller: Agent): Outcome<DepositAddress> {
    return this.deposits.addressOf(chain, caller);
  }

  /** CAS10: what there is to list stands in the binding; nothing of it depends on who asks. */
  supportedChains(): Outcome<object> {
    return {};
  }

  /** CAS11: oldest first. */
  depositHistory(_: undefined, caller: Agent): Outcome<readonly DepositNow[]> {
    return this.deposits.depositsOf(caller);
  }

  /** REF21. */
  referralCode(_: undefined, caller: Agent): Outcome<CodeAndTerms> {
    return this.#codeAndTerms(caller);
  }

  /** REF22: earnings over three levels. */
  referralStats(_: undefined, caller: Agent): Outcome<CodeAndTerms & { earnings: ReferralEarnings }> {
    return { ...this.#codeAndTerms(caller), earnings: this.#platform.referral.earningsOf(caller) };
  }

  /** AUT29, REF20, REF23 to REF26: for anybody, with the number of agents as of now. */
  gossip(): Outcome<{ terms: ReferralTerms; agentCount: number }> {
    const { agents, referral } = this.#platform;
    return { terms: referral.terms(), agentCount: agents.count };
  }

  #codeAndTerms(agent: Agent): CodeAndTerms {
    const { referral } = this.#platform;
    return { code: referral.codeOf(agent), terms: referral.terms() };
  }
}
