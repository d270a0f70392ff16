/** Readings that are drawn for a scenario are about its calls: the table names policies, and finds the calls that they change. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { policyNames } from '../../../src/core/policy/policies.ts';
import { policyCalls } from '../../../src/verification/check/generate/policy-calls.ts';
import { scenarios } from '../../../src/verification/check/generate/scenarios.ts';
import { somePolicies } from '../../../src/verification/check/generate/some-policies.ts';
import { drawOf } from './series-seen.ts';

const texts = fc
  .sample(scenarios(), { seed: 5, numRuns: 300 })
  .map(({ operations }) => JSON.stringify(operations));

describe('the table', () => {
  it('names policies', () => {
    expect(Object.keys(policyCalls).filter((name) => !policyNames.includes(name as never))).toEqual([]);
  });

  it.each(Object.entries(policyCalls))('%s is about calls of some scenarios and not of all', (_, pattern) => {
    const share = texts.filter((text) => pattern.test(text)).length / texts.length;
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThan(1);
  });
});

describe('a reading', () => {
  const drawn = (calls: string): string[] =>
    Array.from({ length: 400 }, (_, seed) => somePolicies(drawOf(seed), { focus: ['wallet'], calls }, 1)).flatMap(Object.keys); // prettier-ignore

  it('is mostly of one that the calls can show', () => {
    const of = (calls: string): number => drawn(calls).filter((name) => name === 'wallet.sendFee').length;
    const [sent, read] = [of('POST /wallet/api/v1/send'), of('GET /api/wallet-api/balance')];
    expect(sent).toBeGreaterThan(3 * read);
  });

  it('is now and then of any other', () => {
    expect(drawn('POST /wallet/api/v1/send').some((name) => name.startsWith('casino.'))).toBe(true);
  });
});
