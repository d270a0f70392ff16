/**
 * Every question that the documents leave open or contradict, once: the options and their meanings, the default, and
 * the source (row of the gap register; claims concerned). Services read the resolved value and decide nothing
 * themselves. Add a row only together with the code that uses it.
 */
import { casinoPolicies } from './tables/casino.ts';
import { casinoAccountPolicies } from './tables/casino-account.ts';
import { casinoGamePolicies } from './tables/casino-games.ts';
import { contestPolicies } from './tables/contests.ts';
import { domainsPolicies } from './tables/domains.ts';
import { escrowPolicies } from './tables/escrow.ts';
import { faucetPolicies } from './tables/faucet.ts';
import { limitsPolicies } from './tables/limits.ts';
import { platformPolicies } from './tables/platform.ts';
import { referralPolicies } from './tables/referral.ts';
import { tradingPolicies } from './tables/trading.ts';
import { walletPolicies } from './tables/wallet.ts';

/** All policies by name, in the order of `policyNames`; names are unique over all parts. */
export const policyTable = {
  ...platformPolicies,
  ...limitsPolicies,
  ...faucetPolicies,
  ...referralPolicies,
  ...escrowPolicies,
  ...domainsPolicies,
  ...casinoPolicies,
  ...tradingPolicies,
  ...casinoAccountPolicies,
  ...casinoGamePolicies,
  ...walletPolicies,
  ...contestPolicies,
};
