/** What one row of the policy table holds. */

/** A policy with a fixed set of options. */
export interface ChoicePolicy {
  question: string;
  gap: string;
  lines: string;
  options: Readonly<Record<string, string>>;
  default: string;
  /** Set where the `consistent` profile reads the documents differently. */
  consistent?: string;
  /** Set where the options are HTTP statuses of this refusal code. */
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

export type PolicyRow = ChoicePolicy | AmountPolicy;
