/** The rate of all referrers of a payer together: of a fee, or at the casino of net losses (REF01 to REF08, gap X4). */
import type { Policies } from '../../../core/policy/policies.ts';
import type { FeeService } from '../ports.ts';

/** A part of an amount, in lowest terms. */
export interface Part {
  readonly numerator: number;
  readonly denominator: number;
}

/** The rate of each service, all levels together. */
export const referralRate: Readonly<Record<FeeService, Part>> = {
  trading: { numerator: 1, denominator: 5 },
  escrow: { numerator: 3, denominator: 20 },
  domains: { numerator: 3, denominator: 20 },
  casino: { numerator: 1, denominator: 10 },
  wallet: { numerator: 1, denominator: 10 },
};

/** The faucet's promise to a referrer: 15% of all later fees of the agent it referred. */
const faucetRate: Part = { numerator: 3, denominator: 20 };

/** The rate of a fee; a fee whose call names the referrer (`isNamed`) always has the service's own rate. */
export function feeRate(service: FeeService, isNamed: boolean, policies: Policies): Part {
  return policies['referral.faucetRate'] === 'flat' && !isNamed ? faucetRate : referralRate[service];
}

/**
 * Whether a fee is shared. All services share their fees but the casino, which shares net losses (REF04, REF08, gap
 * X4); policies `referral.casinoBase` and `referral.faucetRate` can add its fees.
 */
export const isFeeShared = (service: FeeService, policies: Policies): boolean =>
  service !== 'casino' ||
  policies['referral.casinoBase'] !== 'net-losses' ||
  policies['referral.faucetRate'] === 'flat';
