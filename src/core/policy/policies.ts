/** The resolved set of policies of one world: a profile, then overrides by name, each checked against the table. */
import type { Profile } from '../base/profile.ts';
import { refuse, type Outcome } from '../base/refusal.ts';
import { suggestion } from '../base/nearest.ts';
import { parseUsdc } from '../base/money.ts';
import type { PolicyRow } from './row.ts';
import { policyTable } from './table.ts';

/** The name of a policy, such as `escrow.arbiter`. */
export type PolicyName = keyof typeof policyTable;
type Table = typeof policyTable;
/** The values of a policy: the keys of its options, or decimal text of an amount. */
export type PolicyValue<Name extends PolicyName> = Table[Name]['options'] extends 'usdc'
  ? string
  : keyof Table[Name]['options'] & string;
/** One value per policy; frozen. */
export type Policies = { readonly [Name in PolicyName]: PolicyValue<Name> };

/** Some policies with the option that each takes; an amount is decimal text or a number of USDC. */
export type PolicyChoices = {
  readonly [Name in PolicyName]?:
    PolicyValue<Name> | (Table[Name]['options'] extends 'usdc' ? number : never);
};

/** Every policy name, in the order of the table. */
export const policyNames = Object.keys(policyTable) as PolicyName[];

/** The row of a policy: its question, options and default. */
export const policyRow = (name: PolicyName): PolicyRow => policyTable[name];

/** The default of a policy under a profile. */
export function policyDefault(name: PolicyName, profile: Profile): string {
  const row = policyRow(name);
  return profile === 'consistent' && 'consistent' in row && row.consistent !== undefined
    ? row.consistent
    : row.default;
}

/** The options of a policy as a person would list them. */
export function policyOptions(name: PolicyName): string {
  const { options } = policyRow(name);
  return options === 'usdc' ? 'an amount of USDC' : Object.keys(options).join(', ');
}

/** Resolves a profile and overrides; refuses an unknown name or value with the nearest name or the options. */
export function resolvePolicies(
  profile: Profile,
  overrides: Readonly<Record<string, unknown>> = {},
): Outcome<Policies> {
  const resolved: Record<string, string> = {};
  for (const name of policyNames) resolved[name] = policyDefault(name, profile);
  for (const [name, value] of Object.entries(overrides)) {
    const wrong = policyMistake(name, String(value));
    if (wrong !== undefined) return refuse('BAD_REQUEST', wrong);
    resolved[name] = String(value);
  }
  return Object.freeze(resolved) as Policies;
}

/** What is wrong with `name = value`, in one sentence; undefined when it is right. */
export function policyMistake(name: string, value: string): string | undefined {
  if (!Object.hasOwn(policyTable, name)) {
    const hint = suggestion(name, policyNames) || 'expected one of those that orrery policies lists';
    return `there is no policy "${name}"; ${hint.trimEnd()}`;
  }
  const known = name as PolicyName;
  const { options } = policyRow(known);
  const fits = options === 'usdc' ? parseUsdc(value) !== undefined : Object.hasOwn(options, value);
  return fits ? undefined : `policy ${name} is "${value}"; expected ${policyOptions(known)}`;
}
