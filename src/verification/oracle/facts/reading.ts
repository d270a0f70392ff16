/** Facts that a reading of the documents leaves open: which policy changes which of them. All others hold in every run. */
import type { Case } from '../case.ts';

/**
 * By policy, or by policy and option, the facts that are not followed under it. A fact is named after its kind and its call: `form
 * expires`, `request trading/A/place`, `field casino/A/games`, with the field's name where one has to be told from others.
 */
const open: Readonly<Record<string, RegExp>> = {
  'lists.limitAbove=reject': /^request of a limit above 100$/,
  'domains.dates=day': /^(?:form (?:expires|registered)|field domains\/B\/\w+ status)$/,
  'casino.hiloGuess=informed': /^request casino\/hilo$/,
  'casino.depositCredit=at-once': /^field casino\/A\/depositHistory confirmations$/,
  'casino.houseBankroll': /^field casino\/[AB]\/games: games \w+ status$/,
  'casino.videoPokerDeal=staked': /^request casino\/A\/deal$/,
  'domains.labels=unreserved': /^request domains\//,
  'casino.slotsMinimum=0.10': /^request casino\/(?:slots|A\/createChallenge)$/,
  'kelly.limit=house': /^request casino\//,
  'kelly.limit=strict': /^request casino\//,
  'referral.split=equal': /^field (?:casino|wallet)\/\w+\/\w+ percent$/,
  'tournaments.entries=until-end': /^field casino\/A\/enterTournament status$/,
  'trading.marketPrice=reject': /^request trading\/B\/place$/,
  'trading.orderMin': /^request trading\//,
  'trading.orderMax': /^request trading\//,
  'trading.marketableLimit=taker': /^field trading\/B\/\w+ fee$/,
  'trading.netting=close-only': /^field trading\/B\/\w+ fee$/,
  'wallet.sendFee=inside': /^request wallet\/[AB]\/send$/,
  'wallet.sendMin': /^request wallet\/[AB]\/send$/,
  'wallet.slippage=fraction': /^request wallet\/A\/swap$/,
};

const leavesOpen = Object.entries(open).map(([reading, facts]) => {
  const [policy = '', option] = reading.split('=');
  return { policy, option, facts };
});

/** True where no policy of the run leaves the fact open: one that is not at its default, or any that has the option. */
export const isHeld = ({ setting }: Pick<Case, 'setting'>, fact: string): boolean =>
  !leavesOpen.some(
    ({ policy, option, facts }) =>
      (option === undefined ? setting.changed.includes(policy) : setting.policies[policy] === option) &&
      facts.test(fact),
  );
