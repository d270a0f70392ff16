import { expect, it } from 'vitest';
import { policyNames, policyRow } from '../../../src/core/policy/policies.ts';
import { policyHash } from '../../../src/platform/world/policy-hash.ts';
import { policiesWith } from './new-world.ts';

/** Every single change that one can make to the published set. */
const changes = policyNames.flatMap((name) => {
  const { options } = policyRow(name);
  const values = options === 'usdc' ? ['1', '2.5', '1000001'] : Object.keys(options);
  return values.filter((value) => value !== policiesWith()[name]).map((value) => ({ [name]: value }));
});

it('changes with every single policy, each time to another hash', () => {
  expect(changes.length).toBeGreaterThan(30);
  const hashes = [{}, ...changes].map((change) => policyHash(policiesWith(change)));
  expect(new Set(hashes).size).toBe(hashes.length);
  for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{16}$/);
});

it('is equal for equal sets, however they were built', () => {
  const plain = policiesWith();
  const spelledOut = policiesWith({ ...plain });
  const reordered = Object.fromEntries(Object.entries(plain).toReversed()) as typeof plain;
  expect([policyHash(spelledOut), policyHash(reordered)]).toEqual([policyHash(plain), policyHash(plain)]);
});
