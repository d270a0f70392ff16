/** `orrery policies`: the table, as text for a person or as one object. */
import { Refusal } from '../base/refusal.ts';
import { policyHash } from '../world/policy-hash.ts';
import { policyDefault, policyNames, policyRow, resolvePolicies, type Profile } from '../policy/policies.ts';
import { CallMistake, exitCode } from './exit.ts';

interface PoliciesOptions {
  profile?: Profile;
  set: Record<string, string>;
  json?: boolean;
}

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
    process.stdout.write(
      `${JSON.stringify({ profile, policyHash: policyHash(policies), policies: rows, ok: true })}\n`,
    );
    return exitCode.held;
  }
  process.stdout.write(`profile ${profile}, hash ${policyHash(policies)}\n`);
  for (const name of names) {
    const { question, gap, lines, options: choices } = policyRow(name);
    process.stdout.write(`\n${name}  (gap ${gap}; ${lines})\n  ${question}\n`);
    if (choices === 'usdc') process.stdout.write(`  * ${policies[name]} USDC\n`);
    else {
      for (const [choice, meaning] of Object.entries(choices)) {
        process.stdout.write(`  ${choice === policies[name] ? '*' : ' '} ${choice}: ${meaning}\n`);
      }
    }
  }
  return exitCode.held;
}
