import { Digest } from '../../core/kernel/digest.ts';
import { policyNames, type Policies } from '../../core/policy/policies.ts';

/** One hash over the whole resolved set, names included, in the order of the table; part of every run's identity. */
export function policyHash(policies: Policies): string {
  const digest = new Digest();
  for (const name of policyNames) digest.foldText(`${name}=${policies[name]}`);
  return digest.value().slice(0, 16);
}
