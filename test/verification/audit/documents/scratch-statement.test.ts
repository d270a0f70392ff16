/** What is said of the printed payouts of a scratch card: no draw of its places by one distribution keeps the stated edge. */
import { afterEach, expect, it } from 'vitest';
import { documentFindings } from '../../../../src/verification/audit/document-findings.ts';
import { printedPayouts } from '../../../../src/verification/audit/documents/statements.ts';
import { Fraction } from '../../../../src/core/base/fraction.ts';
import type { BetRow } from '../../../../src/verification/audit/exact-rows.ts';

const row = { figures: { maxPayout: Fraction.one, edge: Fraction.zero } } as unknown as BetRow;
const said = () => documentFindings(new Map([['scratch_card', [row]]]), false);
const { triples } = printedPayouts.scratchCard;
afterEach(() => {
  Reflect.set(printedPayouts.scratchCard, 'triples', triples);
});

it('the payouts return too much, and weights that differ by place keep the edge', () => {
  const [finding, ...others] = said();
  expect(others).toEqual([]);
  expect(finding?.sentence).toContain('return at least 117.5535% of the stake');
  // Diamond in the second place, and in the first in 45 of 100: a pair of 2x.
  expect(finding?.sentence).toContain('diamond in the second and clover in the third return 90%.');
  expect(finding?.change).toBe(
    'State how the three symbols are drawn: a pool of tickets, blank symbols, or the weights of each place.',
  );
});

it('nothing is said of payouts that may keep it', () => {
  Reflect.set(printedPayouts.scratchCard, 'triples', Object.fromEntries(Array.from({ length: 12 }, (_, at) => [at, '2'])));
  expect(said()).toEqual([]);
}); // prettier-ignore
