/** Every planted bug, room by room. */
import type { PlantedBug } from './bug.ts';
import { casinoBugs } from './casino.ts';
import { coreBugs } from './core.ts';
import { escrowBugs } from './escrow.ts';
import { faucetBugs } from './faucet.ts';
import { answerDifferences } from './differences.ts';
import { domainBugs } from './domains.ts';
import { httpBugs } from './http.ts';
import { referralBugs } from './referral.ts';
import { tradingBugs } from './trading.ts';
import { walletBugs } from './wallet.ts';

export const plantedBugs: readonly PlantedBug[] = [
  ...escrowBugs,
  ...faucetBugs,
  ...domainBugs,
  ...casinoBugs,
  ...tradingBugs,
  ...walletBugs,
  ...referralBugs,
  ...httpBugs,
  ...coreBugs,
];

/** Must be found, or the checker itself is broken. */
export const canary = 'escrow-fee-not-charged';

/** Of the bugs, or of what differs without being one. */
export const bugNamed = (name: string): PlantedBug | undefined =>
  [...plantedBugs, ...answerDifferences].find((bug) => bug.name === name);
