/**
 * The exact audit of the games that are quickly counted: lines, and findings with their money at risk. `exact-audit.test.ts`
 * computes figures of all games again; here no other figure, name or word changes unseen.
 */
import { describe, expect, it } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import { profiles, type Profile } from '../../../src/core/base/profile.ts';
import { games } from '../../../src/platform/games/registry.ts';
import { claimOf, statedEdgeOf } from '../../../src/verification/audit/documents/statements.ts';
import { auditExactly, betLine } from '../../../src/verification/audit/exact-audit.ts';
import { auditedGames, exactRows, type BetRow } from '../../../src/verification/audit/exact-rows.ts';
import { byMoneyAtRisk, judgedFinding, type AuditFinding } from '../../../src/verification/audit/finding.ts';
import { findingsOf } from '../../../src/verification/audit/findings.ts';
import { exactText, fractionText, groupedText, multipleText, percentText, usdcText } from '../../../src/verification/audit/percent.ts'; // prettier-ignore
import { describeKept, type KeptSubject } from '../../kept-digests.ts';

/** Of the others a walk or the best play takes long: `exact-cards.test.ts`. */
const slow = new Set(['multiplier', 'crash', 'blackjack', 'video_poker', 'baccarat']);
const quick = games.map(({ game }) => game.id).filter((id) => !slow.has(id));

function* auditOf(game: string, profile: Profile): Iterable<unknown> {
  const { rows, judged, findings, disagreements } = auditExactly(profile, new Set([game]));
  yield [findings, disagreements, judged.map(judgedFinding)];
  for (const row of rows) yield betLine(row);
}

/** Rows of every game; those of the slow ones have the figures of a wheel. */
function rowsOfAll(): BetRow[] {
  const rows = auditedGames(new Set(quick)).flatMap((entry) => exactRows(entry, 'published'));
  const wheel = rows.find(({ game }) => game === 'wheel')!;
  const others = [...slow].map((game) => {
    const stated = statedEdgeOf(game, { bet_on: 'banker' });
    return {
      ...wheel,
      game,
      bet: { bet_on: 'banker' },
      stated,
      claim: claimOf(stated),
      published: undefined,
    };
  });
  return [...rows, ...others];
}

describe('the audit of', () => {
  describeKept(new URL('exact-figures.json', import.meta.url), [
    ...quick.flatMap((game) =>
      profiles.map((profile): KeptSubject => ({
        name: `${game}, ${profile}`,
        made: () => auditOf(game, profile),
      })),
    ),
    { name: 'all games together', made: () => findingsOf(rowsOfAll()).map(judgedFinding) },
  ]);
});

describe('a text of an exact value', () => {
  it.each<[number, number, string, string, string, string]>([
    [1, 8, '12.5%', '0.125', '0.125x', '0.13'],
    [-1, 200, '-0.5%', '-0.005', '-0.005x', '0'],
    [1, 3, '33.3333%', '1/3', '0.3333x (1/3)', '0.33'],
    [2, 3, '66.6667%', '2/3', '0.6667x (2/3)', '0.67'],
    [250_000, 1, '25000000%', '250000', '250,000x', '250,000'],
    [10_140_585, 2, '507029250%', '5070292.5', '5,070,292.5x', '5,070,292.50'],
    [-1, 10_000_000, '0%', '-0.0000001', '-0.0000001x', '0'],
    [0, 1, '0%', '0', '0x', '0'],
    [21, 20, '105%', '1.05', '1.05x', '1.05'],
    [1_000_000, 7, '14285714.2857%', '1000000/7', '142857.1429x (1000000/7)', '142,857.14'],
    [999, 1000, '99.9%', '0.999', '0.999x', '1'],
    [1, 200, '0.5%', '0.005', '0.005x', '0.01'],
  ])('%i/%i: %s, %s, %s, %s', (above, below, percent, exact, multiple, usdc) => {
    const value = Fraction.of(above, below);
    expect([percentText(value), exactText(value), multipleText(value)]).toEqual([percent, exact, multiple]);
    if (above >= 0) expect(usdcText(value)).toBe(usdc);
    expect(groupedText(value).replaceAll(',', '')).toBe(exact);
  });

  it('is the fraction up to 40 characters, and the place that has it beyond', () => {
    const [long, longer] = [Fraction.of(1n, 10n ** 37n), Fraction.of(1n, 10n ** 38n)];
    expect([fractionText(long).length, fractionText(longer)]).toEqual([40, 'the fraction is in audit.json']);
  });
});

it('findings are ranked by expected loss, then by what is missing, then by the worst case; those without a loss follow', () => {
  const of = (expected: number, missing: number, worst: number): AuditFinding => ({
    game: undefined, sentence: `${expected} ${missing} ${worst}`, change: '',
    loss: { expectedPerDay: Fraction.of(expected), shortfallPerDay: Fraction.of(missing), worstCase: Fraction.of(worst), arithmetic: '' },
  });
  const plain = { ...of(0, 0, 0), sentence: 'plain', loss: undefined };
  const other = { ...plain, sentence: 'other' };
  const ranked = byMoneyAtRisk([plain, of(0, 0, 5), of(1, 0, 0), other, of(0, 2, 9), of(1, 3, 0), of(0, 2, 10), of(2, 0, 0)]);
  expect(ranked.map(({ sentence }) => sentence)).toEqual(['2 0 0', '1 3 0', '1 0 0', '0 2 10', '0 2 9', '0 0 5', 'plain', 'other']);
  expect(ranked.map((finding) => judgedFinding(finding).costsHouse)).toEqual([true, true, true, true, true, false, false, false]);
}); // prettier-ignore
