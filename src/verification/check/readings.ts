/** Which policies of a run are not what its profile has by default. */
import type { Profile } from '../../core/base/profile.ts';
import { policyDefault, policyNames, type Policies } from '../../core/policy/policies.ts';

/** The names of policies that differ from the profile's default, in the order of the policy table. */
export const changedPolicies = (policies: Policies, profile: Profile): string[] =>
  policyNames.filter((name) => policies[name] !== policyDefault(name, profile));
