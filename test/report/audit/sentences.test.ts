/** Sentences of the report of the shipped games against their figures: each number is computed again from the rows. */
import { describe, expect, it } from 'vitest';
import { auditText } from '../../../src/report/audit-text.ts';
import { checksLine, checksSentence } from '../../../src/report/audit/checks-line.ts';
import { checksVerdict } from '../../../src/report/audit/checks-section.ts';
import { moneySentence } from '../../../src/report/audit/money-sentence.ts';
import { shippedChecks } from '../../../src/verification/audit/checks/shipped-checks.ts';
import { auditExactly } from '../../../src/verification/audit/exact-audit.ts';
import { costsHouse, judgedFinding } from '../../../src/verification/audit/finding.ts';
import type { AuditCheck } from '../../../src/verification/audit/result-schema.ts';

const exact = auditExactly('published', new Set());
const { judged } = exact;
const number = (text = ''): number => Number(text.replaceAll(',', ''));

/** The value of `-227/115`. */
const quotient = (text = ''): number => Number(text.split('/')[0]) / Number(text.split('/')[1]);

/** `197.3913%` printed with four decimals is off by half a unit of the last at most. */
const roundOff = 0.000_05 / 100;

describe('the arithmetic of a finding', () => {
  const bets = judged.flatMap((finding) => (finding.loss === undefined ? [] : [judgedFinding(finding)]));

  it.each(bets.map((finding) => [finding.sentence.slice(0, 60), finding] as const))(
    '%s',
    (_, { atRisk, costsHouse: isCostly }) => {
      const { arithmetic = '', worstCase = '', expectedPerDay = '', shortfallPerDay = '' } = atRisk ?? {};
      const bet =
        /stake is ([\d,.]+) USDC .*win of ([\d,.]+)x(?: \([^)]*\))? costs ([\d,.]+) USDC; ([\d,.]+) bets a day .* (?:a gain of|with) ([\d.]+)(?:%| percentage points less than stated) cost ([\d,.]+) USDC a day/.exec(
          arithmetic,
        );
      const gift = /^\((\d+) - ([\d.]+)\) USDC x ([\d,]+) agents a day = ([\d,.]+) USDC$/.exec(arithmetic);
      const prize = /^([\d,]+) - ([\d,]+) = ([\d,]+) USDC, once in [\d,]+ such bets$/.exec(arithmetic);
      if (bet !== null) {
        const [stake = 0, win = 0, worst, count = 0, points = 0, daily = 0] = bet.slice(1).map(number);
        expect(worst).toBeCloseTo(stake * (win - 1), 2);
        expect(Math.abs(daily - (stake * count * points) / 100)).toBeLessThan(
          stake * (count * roundOff + 0.02),
        );
        expect([number(expectedPerDay), number(shortfallPerDay)]).toContain(daily);
        expect(number(worstCase)).toBe(worst);
      } else if (gift !== null) {
        const [given = 0, fee = 0, agents = 0, total] = gift.slice(1).map(number);
        expect((given - fee) * agents).toBe(total);
        expect(number(expectedPerDay)).toBe(total);
      } else {
        const [payout = 0, stake = 0, loss] = prize?.slice(1).map(number) ?? [];
        expect(payout - stake).toBe(loss);
        expect(number(worstCase)).toBe(loss);
      }
      expect(isCostly).toBe(number(expectedPerDay) + number(shortfallPerDay) > 0);
    },
  );

  it('an edge in words, its fraction and the size of the difference are one figure', () => {
    let count = 0;
    for (const { sentence } of judged)
      for (const [, percent, fraction] of sentence.matchAll(/([\d.]+)(?:%| percentage points)[^(%;]*\((?:edge )?(-?\d+\/\d+)\)/g)) {
        count += 1;
        expect(Math.abs(Math.abs(quotient(fraction)) - Number(percent) / 100)).toBeLessThanOrEqual(roundOff * 1.01);
      }
    expect(count).toBeGreaterThan(30);
  }); // prettier-ignore

  it('a factor for the payouts leads from the edge of the sentence to the stated one', () => {
    let count = 0;
    for (const { sentence, change } of judged) {
      const [, factor, stated] = /ultiply the payouts by ([\d.]+), which keeps ([\d.]+)%/.exec(change) ?? [];
      if (factor === undefined) continue;
      const [, player] = /give the player (?:at least )?([\d.]+)% of every stake/.exec(sentence) ?? [];
      const [, kept] = /keep (?:at most )?([\d.]+)% of every stake/.exec(sentence) ?? [];
      const edge = player === undefined ? Number(kept) : -Number(player);
      count += 1;
      const left = (1 - edge / 100) * Number(factor);
      expect(Math.abs(left - (1 - Number(stated) / 100))).toBeLessThan(0.000_06 * (1 - edge / 100));
    }
    expect(count).toBeGreaterThan(15);
  });
});

describe('the headline', () => {
  const checks = shippedChecks({ exact, mapped: [], replay: [] });

  it('counts what costs the house, and names the largest amounts of all findings', () => {
    const costly = judged.filter(costsHouse);
    const text = moneySentence(judged);
    const [, some, all, worst, daily] =
      /^(\d+) of (\d+) findings .* one bet can cost ([\d,.]+) USDC, .* expected ([\d,.]+) USDC a day\.$/.exec(text) ?? [];
    expect([Number(some), Number(all)]).toEqual([costly.length, judged.length]);
    expect(number(worst)).toBe(Math.max(...costly.map(({ loss }) => loss?.worstCase.toNumber() ?? 0)));
    const days = costly.map(({ loss }) => loss?.expectedPerDay.toNumber() ?? 0);
    expect(number(daily)).toBeCloseTo(Math.max(...days), 2);
    expect(moneySentence(judged.filter((finding) => !costsHouse(finding)))).toBe('');
    const below = costly.filter(({ loss }) => loss?.expectedPerDay.numerator === 0n);
    expect(moneySentence(below)).toMatch(/5,127,555\.99 USDC a day against what is stated\.$/);
    expect(auditText({ exact, replay: [], mapped: [], checks })).toContain(text);
  }); // prettier-ignore

  it('has a tick only where every check ran and passed', () => {
    const withResults = (...results: AuditCheck['result'][]): AuditCheck[] =>
      results.map((result, index) => ({ ...checks[0]!, name: `check ${index}`, result }));
    const shown = (list: AuditCheck[]): string => checksVerdict(list).text;
    expect(shown(withResults('passed', 'passed'))).toMatch(/verdict good.*✓/s);
    for (const list of [withResults(), withResults('passed', 'not run'), withResults('passed', 'failed')])
      expect(shown(list)).not.toMatch(/✓|verdict good/);
    expect(checksSentence(withResults('passed', 'failed', 'not run'))).toBe(
      'Failed: check 1. 1 check was not run and proves nothing.',
    );
    expect(checksLine(withResults('passed', 'failed', 'not run', 'not run'))).toBe(
      'passed 1, failed 1, not run 2',
    );
    expect(checksSentence(withResults('passed', 'not run', 'not run'))).toBe(
      'No check that ran has failed; 2 checks were not run and prove nothing.',
    );
  });

  it('counts checks as the list below it does', () => {
    const text = auditText({ exact, replay: [], mapped: [], checks });
    const [, passed, failed, missing] =
      /checks: passed (\d+), failed (\d+), not run (\d+)\./.exec(text) ?? [];
    const listed = (result: string): number =>
      text.split('\n').filter((line) => line.startsWith(`  ${result} `)).length;
    expect([passed, failed, missing].map(Number)).toEqual(['passed', 'failed', 'not run'].map(listed));
  });
});
