/** Which readings of what the documents leave open the models of money follow: most of them, but not all. */
import type { RunSetup } from './exchange.ts';

/** Policies that decide about money or records; limits, errors and lists have other models. */
const moneyPolicies: readonly string[] = [
  'faucet.', 'escrow.', 'domains.', 'casino.', 'tournaments.', 'challenges.', 'trading.', 'wallet.', 'referral.', 'stats.',
]; // prettier-ignore

/** Amounts that a policy sets: some of them close a game or a market that is otherwise open. */
const amounts: readonly string[] = [
  'faucet.pool', 'casino.houseBankroll', 'trading.venue', 'trading.orderMin', 'trading.orderMax', 'wallet.liquidity',
  'wallet.sendMin',
]; // prettier-ignore

/** Options under which balances are not worked out, each with the reason. */
const notFollowed: Readonly<Record<string, string>> = {
  'escrow.arbiter=seeded': 'a draw decides, and no answer before it names its instant',
  'referral.netLosses=daily': 'shares of a day come at its end',
  'referral.netLosses=daily-carry': 'shares of a day come at its end',
  'domains.grace=30d': 'the documents do not say how operations on an expired name are refused',
  'domains.saleConsent=bid': 'a call of the receiver to itself sets what it would pay',
  'tournaments.stakes=chips': 'bets of a tournament move no money',
  'tournaments.unclaimed=creator': 'the rounding of what is left over is open',
  'challenges.tie=replay': 'an answer shows the last of several rounds',
  'casino.payouts=published': 'tables of payouts follow the profile',
  'casino.payouts=consistent': 'tables of payouts follow the profile',
  'casino.slotPairs=any': 'the payouts of other pairs are not in the tables',
  'casino.openHands=24h': 'a hand ends by itself',
  'trading.sizeA=quote': 'how much of the asset an order of style A is about is not in its answer',
  'trading.reservation=none': 'an order that is not covered ends without a trace',
};

/** True where the models know how every policy of a run that is not at its default is to be read. */
export const areReadingsFollowed = ({ changed, policies }: Pick<RunSetup, 'changed' | 'policies'>): boolean =>
  changed.every(
    (name) =>
      !moneyPolicies.some((prefix) => name.startsWith(prefix)) ||
      (!amounts.includes(name) && !(`${name}=${policies[name] ?? ''}` in notFollowed)),
  );
