/** `orrery policies`: the table, as text for a person or as one object. */
import type { PoliciesResult } from '../../../app/result-schema.ts';
import { Refusal } from '../../../../core/base/refusal.ts';
import { policyHash } from '../../../../platform/world/policy-hash.ts';
import type { Profile } from '../../../../core/base/profile.ts';
import { policyDefault, policyNames, policyRow, resolvePolicies } from '../../../../core/policy/policies.ts';
import { CallMistake, exitCode } from '../../../app/process/exit.ts';
import { say } from '../../output/output.ts';

interface PoliciesOptions {
  profile?: Profile;
  set: Record<string, string>;
  json?: boolean;
  quiet?: boolean;
}

/**
 * Prints the policies whose names contain `filter` and returns 0. Throws `CallMistake` where there is none, or for
 * an unknown policy or option.
 */
export function policiesCommand(filter: string | undefined, options: PoliciesOptions): number {
  const profile = options.profile ?? 'published';
  const policies = resolvePolicies(profile, options.set);
  if (policies instanceof Refusal) throw new CallMistake(policies.message);
  const names = policyNames.filter((name) => filter === undefined || name.includes(filter));
  if (names.length === 0)
    throw new CallMistake(`no policy has "${filter}" in its name; expected part of a name`);
  if (options.json === true) {
    const rows = names.map((name) => {
      const { question, gap, lines, options: choices } = policyRow(name);
      const value = policies[name];
      return { name, value, default: policyDefault(name, profile), question, gap, lines, options: choices };
    });
    const result: PoliciesResult = { profile, policyHash: policyHash(policies), policies: rows, ok: true };
    say(`${JSON.stringify(result)}\n`);
    return exitCode.held;
  }
  if (options.quiet === true) return exitCode.held;
  say(`profile ${profile}, hash ${policyHash(policies)}\n`);
  for (const name of names) {
    const { question, gap, lines, options: choices } = policyRow(name);
    say(`\n${name}  (gap ${gap}; ${lines})\n  ${question}\n`);
    if (choices === 'usdc') say(`  * ${policies[name]} USDC\n`);
    else {
      for (const [choice, meaning] of Object.entries(choices)) {
        say(`  ${choice === policies[name] ? '*' : ' '} ${choice}: ${meaning}\n`);
      }
    }
  }
  return exitCode.held;
}
