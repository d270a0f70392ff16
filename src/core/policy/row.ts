/** The rows of the policy table. */

/**
 * A policy with fixed options. `gap` and `lines` name its gap and the claims concerned; `options` maps values to
 * meanings.
 */
export interface ChoicePolicy {
  question: string;
  gap: string;
  lines: string;
  options: Readonly<Record<string, string>>;
  default: string;
  /** The default under the profile `consistent`, if it differs. */
  consistent?: string;
  /** Set if the options are HTTP statuses of this refusal code. */
  statusOf?: string;
}

/** A policy whose value is an amount of USDC, as decimal text. */
export interface AmountPolicy {
  question: string;
  gap: string;
  lines: string;
  options: 'usdc';
  default: string;
}

/** Any row of the policy table. */
export type PolicyRow = ChoicePolicy | AmountPolicy;
