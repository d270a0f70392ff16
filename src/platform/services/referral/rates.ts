/** What share of a fee, or of a casino's net losses, the referrers of a payer earn in all (REF01 to REF06, REF08, gap X4). */
import type { Policies } from '../../../core/policy/policies.ts';
import type { FeeService } from '../ports.ts';

/** A part of an amount, in lowest terms. */
export interface Part {
  readonly numerator: number;
  readonly denominator: number;
}

/** All levels together. */
export const referralRate: Readonly<Record<FeeService, Part>> = {
  trading: { numerator: 1, denominator: 5 },
  escrow: { numerator: 3, denominator: 20 },
  domains: { numerator: 3, denominator: 20 },
  casino: { numerator: 1, denominator: 10 },
  wallet: { numerator: 1, denominator: 10 },
};

/** What the faucet's referrer is promised of "the referred agent's future fees"; every service has a rate of its own. */
const faucetRate: Part = { numerator: 3, denominator: 20 };

/** The rate of a fee of this service. A call that names its referrer pays the service's own. */
export function feeRate(service: FeeService, isNamed: boolean, policies: Policies): Part {
  return policies['referral.faucetRate'] === 'flat' && !isNamed ? faucetRate : referralRate[service];
}

/**
 * Whether a fee counts at all: the casino pays on net losses, not on its fees (REF04, REF08, gap X4), unless it is read to pay
 * on both; "15% of every fee" leaves no fee out.
 */
export const isFeeShared = (service: FeeService, policies: Policies): boolean =>
  service !== 'casino' ||
  policies['referral.casinoBase'] !== 'net-losses' ||
  policies['referral.faucetRate'] === 'flat';
