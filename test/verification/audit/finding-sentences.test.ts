/** What is said of single bets and of games whose figures a test makes up: which columns differ, by how much, and what it costs. */
import { describe, expect, it } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import type { BetRow } from '../../../src/verification/audit/exact-rows.ts';
import { claimsIn, judgedFinding, type AuditFinding } from '../../../src/verification/audit/finding.ts';
import { findingOf, findingsOf } from '../../../src/verification/audit/findings.ts';

type Part = readonly [above: number, below: number];
const share = ([above, below]: Part): Fraction => Fraction.of(above, below);

/** Stated are 2%, give or take 0.5 points; shares are of the stake. */
interface MadeUp {
  readonly game?: string;
  readonly bet?: BetRow['bet'];
  readonly shipped?: Part;
  readonly printed?: Part;
  readonly tolerance?: Part;
  readonly isBound?: boolean;
  readonly highest?: Part;
  readonly max?: Part;
  readonly min?: Part;
  readonly hasPush?: boolean;
}

function rowOf({ game = 'coin_flip', bet = {}, shipped = [1, 50], printed, tolerance = [0, 1], isBound = false, highest, max = [2, 1], min = [2, 1], hasPush = false }: MadeUp): BetRow {
  const edge = share(shipped);
  const figures = {
    edge, returned: Fraction.one.sub(edge), variance: Fraction.one, hitRate: Fraction.of(1, 3), maxPayout: share(max),
    minPayout: share(min), expectedLoss: Fraction.one, roundingLoss: Fraction.zero, hasPush,
  };
  const published = printed === undefined ? undefined : {
    returned: Fraction.one.sub(share(printed)), line: 'GAM03', tolerance: share(tolerance), isInferred: false, isBound,
    ...(highest === undefined ? {} : { highest: share(highest) }),
  };
  const stated = { line: 'GAM04', printed: 'about 2%' };
  const claim = { edge: Fraction.of(1, 50), tolerance: Fraction.of(1, 200) };
  return { game, bet, strategy: 'single', stated, claim, published, figures, outcomes: undefined, closedForm: undefined };
} // prettier-ignore

const stated = 'GAM04 states an edge of about 2%, but the payouts';

describe('of a bet', () => {
  it.each<[string, MadeUp, string | null]>([
    ['whose columns agree', { printed: [1, 50] }, null],
    ['of which nothing is printed', {}, null],
    ['that is off by as much as "about" allows', { shipped: [5, 200], printed: [5, 200] }, null],
    ['that is off by less, downwards', { shipped: [3, 200], printed: [3, 200] }, null],
    ['that is off by more', { shipped: [3, 100], printed: [3, 100] }, `${stated} printed in GAM03 keep 3% of every stake (3/100), 1 percentage points more (1/100) than stated.`],
    ['that is off by more, downwards', { shipped: [1, 100], printed: [1, 100] }, `${stated} printed in GAM03 keep 1% of every stake (1/100), 1 percentage points less (1/100) than stated.`],
    ['whose printed payout is "about" as much', { shipped: [3, 100], printed: [3, 100], tolerance: [1, 200] }, null],
    ['that gives money away', { shipped: [-1, 20], printed: [-1, 20] }, `${stated} printed in GAM03 give the player 5% of every stake (edge -1/20), 7 percentage points less (7/100) than stated.`],
    ['without an edge', { shipped: [0, 1], printed: [0, 1] }, `${stated} printed in GAM03 keep 0% of every stake (0/1), 2 percentage points less (1/50) than stated.`],
    ['that is shipped otherwise than printed', { shipped: [1, 50], printed: [9, 500] }, 'the payouts as shipped keep 2% of every stake (1/50), 0.2 percentage points more (1/500) than those printed in GAM03.'],
    ['that is shipped otherwise by as much as is printed', { shipped: [1, 50], printed: [9, 500], tolerance: [1, 500] }, null],
    ['that is shipped otherwise than stated', { shipped: [3, 100] }, `${stated} as shipped keep 3% of every stake (3/100), 1 percentage points more (1/100) than stated.`],
    ['of which all three differ', { shipped: [1, 20], printed: [3, 100] }, `${stated} printed in GAM03 keep 3% of every stake (3/100), 1 percentage points more (1/100) than stated; the payouts as shipped keep 5% of every stake (1/20), 2 percentage points more (1/50) than those printed in GAM03; ${stated} as shipped keep 5% of every stake (1/20), 3 percentage points more (3/100) than stated.`],
    ['whose win gives the stake back', { max: [1, 1] }, 'a win returns exactly the stake, so that the player can lose and never gain.'],
    ['whose win loses', { max: [9, 10] }, 'a win loses money: it returns 90% of the stake (9/10).'],
    ['whose win gains a trifle', { max: [101, 100] }, null],
  ])('%s: %j', (_, figures, sentence) => {
    expect(findingOf(rowOf(figures))).toBe(sentence);
  }); // prettier-ignore

  it.each<[MadeUp, string]>([
    [{ shipped: [1, 8], printed: [1, 8], isBound: true }, 'GAM04 states an edge of about 2%, but the examples printed in GAM03 alone keep at most 12.5% of every stake (1/8), 10.5 percentage points more (21/200) than stated; only a payout that is not printed could make it as stated.'],
    [{ shipped: [1, 100], printed: [1, 100], isBound: true }, 'GAM04 states an edge of about 2%, but the examples printed in GAM03 alone keep at most 1% of every stake (1/100), 1 percentage points less (1/100) than stated.'],
    [{ shipped: [-1, 5], printed: [-1, 5], isBound: true }, 'GAM04 states an edge of about 2%, but the examples printed in GAM03 alone give the player at least 20% of every stake (edge -1/5), 22 percentage points less (11/50) than stated.'],
  ])('whose printed payouts are examples, %j', (figures, sentence) => {
    expect(findingOf(rowOf(figures))).toBe(sentence);
  }); // prettier-ignore
});

describe('of a game', () => {
  const said = (...rows: readonly MadeUp[]) =>
    findingsOf(rows.map(rowOf)).map(({ sentence }) => sentence.split(': ')[0]);
  const off = (bet: BetRow['bet']): MadeUp => ({ bet, shipped: [3, 100] });
  const fits = (at: number): MadeUp => ({ bet: { at } });

  it('bets with the same sentence are named together, three of them, or all at once', () => {
    expect(said(off({}))).toEqual(['coin_flip']);
    expect(said(off({ at: 1 }), off({ at: 2 }))).toEqual(['coin_flip, all 2 bets']);
    expect(said(off({ at: 1, side: 'x' }), fits(2))).toEqual(['coin_flip, at 1, side x']);
    expect(said(off({ at: 1 }), fits(2), off({ at: 3 }), off({ at: 4 }))).toEqual(['coin_flip, at 1 | at 3 | at 4']);
    expect(said(fits(0), ...[1, 2, 3, 4].map((at) => off({ at })))).toEqual(['coin_flip, at 1 | at 2 | at 3 and 1 more']);
    expect(said(off({ at: 1 }), { ...off({ at: 2 }), game: 'custom' }, fits(3))).toEqual(['coin_flip, at 1', 'custom']);
  }); // prettier-ignore

  const only = (figures: MadeUp): AuditFinding => findingsOf([rowOf(figures)])[0]!;

  it.each<[MadeUp, string]>([
    [{ shipped: [3, 100] }, 'State an edge of 3%, or multiply the payouts by 1.0103, which keeps 2%.'],
    [
      { shipped: [3, 100], printed: [1, 10] },
      'State an edge of 10%, or multiply the payouts by 1.0889, which keeps 2%.',
    ],
    [{ shipped: [0, 1] }, 'State an edge of 0%, or multiply the payouts by 0.9800, which keeps 2%.'],
    [{ shipped: [-1, 20] }, 'Multiply the payouts by 0.9333, which keeps 2%.'],
    [{ max: [1, 1] }, 'Refuse the bet, or pay more than the stake for a win.'],
  ])('%j: %s', (figures, change) => {
    expect(only(figures).change).toBe(change);
  });

  const day = 100_000_000;
  it.each<[string, MadeUp, readonly number[] | undefined]>([
    ['keeps more than stated', { shipped: [3, 100] }, undefined],
    ['keeps less than stated', { shipped: [1, 100] }, [10_000, 0, day / 100]],
    ['keeps less as printed', { shipped: [1, 50], printed: [1, 100], highest: [5, 1] }, [40_000, 0, day / 100]],
    ['keeps less as shipped', { shipped: [1, 100], printed: [1, 50] }, [10_000, 0, day / 100]],
    ['gives money away', { shipped: [-1, 100] }, [10_000, day / 100, (3 * day) / 100]],
    ['keeps a little less than stated, as "about" allows', { max: [1, 1], shipped: [18, 1000] }, undefined],
  ])('one that %s costs %j', (_, figures, amounts) => {
    const { loss } = only(figures);
    const costs = loss && [loss.worstCase, loss.expectedPerDay, loss.shortfallPerDay].map((amount) => amount.toNumber());
    expect(costs).toEqual(amounts);
    if (loss !== undefined) expect(loss.arithmetic.startsWith('paid as printed')).toBe(figures.highest !== undefined);
  }); // prettier-ignore

  it('the worst of bets with one sentence counts: that of the highest payout', () => {
    const of = (at: number, max: number): MadeUp => ({ bet: { at }, shipped: [1, 100], max: [max, 1] });
    const worst = (...tops: readonly number[]) => findingsOf(tops.map((top, at) => rowOf(of(at, top))))[0]?.loss?.worstCase.toNumber();
    expect([worst(3, 7, 5), worst(7, 3), worst(3, 3)]).toEqual([60_000, 60_000, 20_000]);
  }); // prettier-ignore
});

describe('of the range of payouts', () => {
  const said = (rows: readonly MadeUp[]) =>
    findingsOf(rows.map(rowOf))
      .filter(({ sentence }) => sentence.includes(' names payouts of '))
      .map(({ sentence, change }) => [sentence, change]);

  it.each<[string, readonly MadeUp[], string | undefined]>([
    ['as named', [{ game: 'slots', max: [250, 1], min: [1, 1] }], undefined],
    ['over several bets', [{ game: 'slots', max: [9, 1], min: [1, 1] }, { game: 'slots', max: [250, 1], min: [3, 1] }], undefined],
    ['with a lower win', [{ game: 'slots', max: [250, 1], min: [1, 2] }], 'slots: GAM45 names payouts of 1x to 250x, but a win pays 0.5x to 250x.'],
    ['with a higher one', [{ game: 'slots', max: [251, 1], min: [1, 1] }], 'slots: GAM45 names payouts of 1x to 250x, but a win pays 1x to 251x.'],
    ['with no lowest', [{ game: 'plinko', max: [999, 1], min: [1, 5] }], 'plinko: GAM41 names payouts of up to 1,000x, but a win pays 0.2x to 999x.'],
    ['from nothing', [{ game: 'wheel', max: [10, 1], min: [1, 2] }], undefined],
    ['where the stake that comes back is a win', [{ game: 'slots', max: [250, 1], min: [2, 1], hasPush: true }], undefined],
    ['where the stake that comes back is more than the least win', [{ game: 'slots', max: [250, 1], min: [1, 2], hasPush: true }], 'slots: GAM45 names payouts of 1x to 250x, but a win pays 0.5x to 250x.'],
    ['where it is a push', [{ game: 'crash', max: [100, 1], min: [101, 100] }], undefined],
  ])('%s: %s', (_, rows, sentence) => {
    const change = sentence === undefined ? '' : `State the range ${sentence.split('pays ')[1]}`;
    expect(said(rows)).toEqual(sentence === undefined ? [] : [[sentence, change]]);
  }); // prettier-ignore
});

describe('of a single prize', () => {
  const prizes = (figures: MadeUp, outcomes?: BetRow['outcomes']) =>
    findingsOf([{ ...rowOf(figures), outcomes }]).filter(({ sentence }) =>
      sentence.includes('no document states'),
    );

  it('of a billion USDC at the highest stake, it is named with its chance', () => {
    expect(prizes({ max: [99_999, 1] })).toEqual([]);
    const [prize] = prizes({ max: [100_000, 1] });
    expect(judgedFinding(prize!)).toMatchObject({
      game: 'coin_flip', costsHouse: false,
      sentence: 'coin_flip: a stake of 10,000 USDC (CAS25) can win 100,000x, a payout of 1,000,000,000 USDC by one bet; no document states what covers it.',
      change: 'State a highest payout in USDC for each bet, and refuse stakes above it.',
      atRisk: {
        worstCase: '999,990,000', expectedPerDay: '0', shortfallPerDay: '0',
        arithmetic: '1,000,000,000 - 10,000 = 999,990,000 USDC, once in 3 such bets',
      },
    });
    const chances: readonly (readonly [payout: number, chance: Part])[] = [[5, [1, 2]], [100_000, [2, 11]]];
    const outcomes = chances.map(([payout, chance]) => ({ payout: Fraction.of(payout), probability: share(chance) }));
    // 5.5 bets are 6.
    expect(prizes({ max: [100_000, 1] }, outcomes)[0]?.loss?.arithmetic).toContain('once in 6 such bets');
    expect(judgedFinding(prizes({ max: [100_000, 1], shipped: [-1, 2] })[0]!).atRisk?.expectedPerDay).toBe('0');
  }); // prettier-ignore
});

describe('the claims in a sentence', () => {
  it.each<[string, readonly string[]]>([
    ['in FAU15 to FAU17 and GAM09, GAM10; GAM09 again', ['FAU15', 'FAU16', 'FAU17', 'GAM09', 'GAM10']],
    ['(CAS08 to CAS09)', ['CAS08', 'CAS09']],
    ['FAU09 to FAU10.', ['FAU09', 'FAU10']],
    ['LIM04 to nothing', ['LIM04']],
    [['XGAM09, GAM', '3, GA09, gam09 and GAM9'].join('09'), []],
    ['', []],
  ])('%j: %j', (sentence, claims) => {
    expect(claimsIn(sentence)).toEqual(claims);
  });
});
