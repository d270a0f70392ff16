/**
 * Every reading of something the documents contradict or leave open, once: the question, the options and what each
 * means, the default, and where the question comes from (the gap register's row; the claims concerned).
 * Services read the resolved value and hold no reading of their own. Add a row only together with the code it steers.
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
