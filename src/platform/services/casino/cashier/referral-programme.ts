/** The referral programme as the casino shows it. */
import type { Outcome } from '../../../../core/base/refusal.ts';
import type { Platform, ReferralEarnings, ReferralTerms, RegisteredAgent } from '../../ports.ts';

/** A code, and what it earns. */
export interface CodeAndTerms {
  readonly code: string;
  readonly terms: ReferralTerms;
}

/** Reads the referral service on behalf of the casino's routes; keeps no state and refuses nothing. */
export class ReferralProgramme {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** REF21. */
  referralCode(_: undefined, caller: RegisteredAgent): Outcome<CodeAndTerms> {
    return this.#codeAndTerms(caller);
  }

  /** REF22: earnings over three levels. */
  referralStats(
    _: undefined,
    caller: RegisteredAgent,
  ): Outcome<CodeAndTerms & { earnings: ReferralEarnings }> {
    return { ...this.#codeAndTerms(caller), earnings: this.#platform.referral.earningsOf(caller) };
  }

  /** AUT29, REF20, REF23 to REF26: the terms and the present number of agents; needs no key. */
  gossip(): Outcome<{ terms: ReferralTerms; agentCount: number }> {
    const { agents, referral } = this.#platform;
    return { terms: referral.terms(), agentCount: agents.count };
  }

  #codeAndTerms(agent: RegisteredAgent): CodeAndTerms {
    const { referral } = this.#platform;
    return { code: referral.codeOf(agent), terms: referral.terms() };
  }
}
