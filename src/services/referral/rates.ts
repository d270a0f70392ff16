/** What share of a fee the referrer of the payer earns (P:16). Casino and wallet spread theirs over three levels. */
import type { FeeService } from '../ports.ts';

/** Percent of the fee, all levels together. */
export const referralPercent: Readonly<Record<FeeService, number>> = {
  trading: 20,
  escrow: 15,
  domains: 15,
  casino: 10,
  wallet: 10,
};

/** What the faucet's referrer is promised of "the referred agent's future fees". */
export const faucetReferralPercent = 15;
