/** The cashier slice: accounts, and money in and out of the casino. */
import type { Platform, RegisteredAgent, ServiceClock } from '../../ports.ts';
import { Account } from './account.ts';
import { Deposits } from './deposits.ts';
import { ReferralProgramme } from './referral-programme.ts';
import { Withdrawals } from './withdrawals.ts';

/** The operations of the cashier, one object for each of its route tables. */
export interface Cashier {
  readonly account: Account;
  readonly deposits: Deposits;
  readonly withdrawals: Withdrawals;
  readonly referral: ReferralProgramme;
}

/** Builds the cashier of a world. `joined` is called once for each agent that registers through it. */
export const createCashier = (parts: {
  platform: Platform;
  clock: ServiceClock;
  joined: (agent: RegisteredAgent) => void;
}): Cashier => ({
  account: new Account(parts),
  deposits: new Deposits(parts),
  withdrawals: new Withdrawals(parts),
  referral: new ReferralProgramme(parts.platform),
});
