/** Contradictions between printed numbers: what is said of those there are, and nothing of documents that agree. */
import { afterEach, describe, expect, it } from 'vitest';
import { Fraction } from '../../../../src/core/base/fraction.ts';
import { documentFindings } from '../../../../src/verification/audit/document-findings.ts';
import {
  printedDice,
  printedLimits,
  printedPayouts,
  printedRanges,
} from '../../../../src/verification/audit/documents/statements.ts';
import type { BetRow } from '../../../../src/verification/audit/exact-rows.ts';

const rowOf = (highest: number, more: { edge?: Fraction; outcomes?: readonly [number, number, number][] } = {}): BetRow =>
  ({
    figures: { maxPayout: Fraction.of(highest), edge: more.edge ?? Fraction.zero, hitRate: Fraction.of(1, 3) },
    outcomes: more.outcomes?.map(([payout, ways, of]) => ({ payout: Fraction.of(payout), probability: Fraction.of(ways, of) })),
  }) as unknown as BetRow; // prettier-ignore

const found = (games: Readonly<Record<string, readonly BetRow[]>>, isWhole = false) =>
  documentFindings(new Map(Object.entries(games)), isWhole);
/** What is said of a game with one bet whose prize is small. */
const saidOf = (game: string) => found({ [game]: [rowOf(1)] });

/** What documents print, replaced until the test ends. */
const undo: (() => void)[] = [];
function print(place: object, values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    const before: unknown = Reflect.get(place, name);
    undo.push(() => Reflect.set(place, name, before));
    Reflect.set(place, name, value);
  }
}
afterEach(() => {
  for (const back of undo.splice(0).toReversed()) back();
});

describe('the documents as they are', () => {
  it('allow a bet on dice that no roll wins, at either end', () => {
    const bet = (name: string) => ({
      game: 'dice',
      loss: undefined,
      sentence: `dice: GAM07 allows the bet "${name}", but no roll from 1 to 100 can win it.`,
      change: `Refuse the bet "${name}".`,
    });
    expect(saidOf('dice')).toEqual([bet('under 1')]);
  });

  it('print payouts of keno outside of their range, and leave rows out', () => {
    expect(saidOf('keno')).toEqual([
      {
        game: 'keno',
        loss: undefined,
        sentence: 'keno: GAM60 names payouts of 3.5x to 250,000x, but GAM61 prints payouts of 2x to 250,000x.',
        change: 'State a range that begins at 2x.',
      },
      {
        game: 'keno',
        loss: undefined,
        sentence: 'keno, picks 10: GAM61 prints payouts for 5, 7, 10 caught and none for 6, 8, 9; read literally, 6 of 10 pays nothing while 5 of 10 pays 10x.',
        change: 'Print every row of the pay table.',
      },
    ]);
  }); // prettier-ignore

  it('state an edge of hilo that neither end of its range keeps', () => {
    expect(saidOf('hilo')).toEqual([
      {
        game: 'hilo',
        loss: undefined,
        sentence:
          'hilo: GAM56 states an edge of about 4%, but the range of GAM55 alone contradicts it: a guess that 12 of 13 win and the 13th pushes (GAM54) cannot lose and returns 104.6154% (68/65) at the lowest payout, 1.05x, and a guess that one rank wins returns 100% at the highest, 12x.',
        change: 'State payouts from 0.96x to 11.48x, which keep 4% whatever the first card is.',
      },
    ]);
  });

  it('state two least stakes of slots, and chances of the wheel that sum to 100%', () => {
    expect(saidOf('slots')).toEqual([
      {
        game: 'slots',
        loss: undefined,
        sentence: 'slots: CAS38 states a minimum stake of 0.10 USDC, but CAS23 and CAS28 state 0.01 USDC for every game.',
        change: 'State one minimum stake of slots for every style.',
      },
    ]);
    expect(saidOf('wheel')).toEqual([]);
  }); // prettier-ignore

  it('limit bets twice, and take half of a small withdrawal: where the whole casino is audited', () => {
    expect(found({}, true)).toEqual([
      {
        game: undefined,
        loss: undefined,
        sentence: 'limits: LIM53 admits 1 bet a second, but LIM28 admits bursts of 100 requests in style B, and CAS17 20 bets in one request.',
        change: 'State whether the cap counts bets or requests, and over which window.',
      },
      {
        game: undefined,
        loss: undefined,
        sentence: 'withdrawals: the fee of 0.50 USDC on the minimum of 1.00 USDC (CAS08, CAS09) takes up to 50% of what is withdrawn.',
        change: 'State the fee as a share as well, or raise the minimum.',
      },
    ]);
    expect(found({}, false)).toEqual([]);
  }); // prettier-ignore
});

describe('other documents', () => {
  const keno = printedRanges['keno']!;

  it.each<[string, string, boolean]>([
    ['2', '250000', true],
    ['3', '250000', false],
    ['2', '1000', false],
  ])('name a range of keno from %sx to %sx, which is theirs: %s', (lowest, highest, isRange) => {
    print(keno, { lowest, highest });
    expect(saidOf('keno').some(({ sentence }) => sentence.includes('names payouts'))).toBe(!isRange);
  });

  it.each<[string, string, boolean]>([
    ['0.95', '11', true],
    ['0.9675', '11.61', true],
    ['0.95', '12', false],
    ['1.05', '11', false],
  ])('pay %sx to %sx on hilo, which keeps what is stated: %s', (lowest, highest, isKept) => {
    print(printedRanges['hilo']!, { lowest, highest });
    expect(saidOf('hilo').length).toBe(isKept ? 0 : 1);
  });

  it('allow a bet on dice that no roll is over', () => {
    print(printedDice, { thresholds: [2, 100] });
    expect(saidOf('dice').map(({ change }) => change)).toEqual(['Refuse the bet "over 100".']);
  });

  it('leave a row of keno out between others', () => {
    print(printedPayouts.keno, { rows: { 5: { 1: '1', 2: '2', 4: '3' } } });
    const [, gap] = saidOf('keno');
    expect(gap?.sentence).toContain(
      'none for 3, 5; read literally, 3 of 5 pays nothing while 2 of 5 pays 2x.',
    );
  });

  it('name no range of payouts', () => {
    print(printedRanges, { keno: undefined, hilo: undefined });
    expect(saidOf('keno')[0]?.sentence).toContain('keno:  names payouts of 0x to 0x,');
    expect(saidOf('hilo')).toEqual([]);
  });

  it('print chances of the wheel that sum to another number', () => {
    print(printedPayouts.wheel, { sectors: [['2', 40], ['0', 59]] });
    expect(saidOf('wheel')).toEqual([
      {
        game: 'wheel',
        loss: undefined,
        sentence: 'wheel: the chances in GAM65 sum to 99%, not 100%.',
        change: 'State chances that sum to 100%.',
      },
    ]);
  }); // prettier-ignore

  it('state one least stake of slots, or none for it alone', () => {
    print(printedLimits.stakes.games['slots']!, { lowest: '0.01' });
    expect(saidOf('slots')).toEqual([]);
    print(printedLimits.stakes.games, { slots: undefined });
    expect(saidOf('slots')).toEqual([]);
  });
});

describe('the highest prize', () => {
  const prize = (...rows: readonly BetRow[]) => found({ roulette: rows });

  it('is named from a billion USDC on, with the bet that has it first', () => {
    expect(prize(rowOf(99_999))).toEqual([]);
    const edge = Fraction.of(-1, 100);
    const [finding, ...others] = prize(rowOf(7), rowOf(100_000, { edge, outcomes: [[0, 7, 10], [100_000, 2, 15]] }), rowOf(100_000));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      game: 'roulette',
      sentence: 'roulette: a stake of 10,000 USDC (CAS25) can win 100,000x, a payout of 1,000,000,000 USDC by one bet; no document states what covers it.',
      change: 'State a highest payout in USDC for each bet, and refuse stakes above it.',
    });
    expect(finding?.loss?.arithmetic).toBe('1,000,000,000 - 10,000 = 999,990,000 USDC, once in 8 such bets');
    expect([finding?.loss?.expectedPerDay.numerator, finding?.loss?.worstCase.toNumber()]).toEqual([0n, 999_990_000]);
  }); // prettier-ignore

  it('comes as often as the bet wins, where its outcomes are not listed', () => {
    const chanceOf = (row: BetRow) => /once in (\d+)/.exec(prize(row)[0]?.loss?.arithmetic ?? '')?.[1];
    expect([chanceOf(rowOf(100_000)), chanceOf(rowOf(100_000, { outcomes: [[5, 1, 9]] }))]).toEqual([
      '3',
      '3',
    ]);
  });

  it('is that of an edge above nothing too', () => {
    const edge = Fraction.of(1, 100);
    expect(prize(rowOf(100_000, { edge }))[0]?.loss?.shortfallPerDay.numerator).toBe(0n);
  });
});
