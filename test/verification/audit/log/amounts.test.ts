/** A house that pays another amount than is due, by one habit: which habit it is told to have, and what it is predicted to pay. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountFits,
  tableFits,
  type AmountFit,
  type PaidBet,
} from '../../../../src/verification/audit/log/payouts/amount-suspects.ts';
import type { CheckedBet } from '../../../../src/verification/audit/log/payouts/checked-bet.ts';
import { kindOf, patternOf } from '../../../../src/verification/audit/log/payouts/patterns.ts';
import { showsAnother } from '../../../../src/verification/audit/log/payouts/shown-result.ts';
import { hmacPick } from '../../../../src/core/fairness/hmac.ts';
import { drawnBets } from './drawn-bets.ts';
import { ratio, totalReturn } from '../../../../src/platform/games/ratio.ts'; // prettier-ignore

interface Played {
  readonly stakeMicros: number;
  /** Hundredths of the stake. */
  readonly multiple: number;
}
type House = (due: number, played: Played) => number;

function betOf(played: Played, house: House, params: object = {}): PaidBet {
  const payout = ratio(played.multiple, 100);
  const dueMicros = totalReturn(played.stakeMicros, payout) ?? 0;
  const bet = { stakeMicros: played.stakeMicros, payoutMicros: house(dueMicros, played), params, entry: { game: { id: 'dice' } } };
  return { bet, honest: { payout }, dueMicros, place: {} } as unknown as PaidBet;
} // prettier-ignore

/** What the first fit says that predicts all bets of the house, those that differ and those that do not. */
function told(house: House, bets: readonly Played[], fits: readonly AmountFit[] = amountFits): string | undefined {
  const all = bets.map((played) => betOf(played, house));
  const wrong = all.filter(({ bet, dueMicros }) => bet.payoutMicros !== dueMicros);
  const isWhole = (fit: AmountFit) => {
    const suspect = fit(wrong);
    return suspect !== undefined && all.every((each) => suspect.predict(each, 'published') === each.bet.payoutMicros) ? [suspect] : [];
  };
  const [suspect] = fits.flatMap(isWhole);
  return suspect === undefined ? undefined : `${suspect.code}: ${suspect.about}`;
} // prettier-ignore

const stakes = [1_234_567, 2_000_003, 777_777, 5_100_000];
const bets: readonly Played[] = stakes.flatMap((stakeMicros) =>
  [0, 50, 100, 197, 343, 1_250].map((multiple) => ({ stakeMicros, multiple })),
);
const wins = bets.filter(({ multiple }) => multiple > 100);

describe('a house that', () => {
  it.each<[string, House, string]>([
    [
      'rounds down to cents',
      (due) => due - (due % 10_000),
      'payout-rounded: rounds payouts down to multiples of 0.01 USDC',
    ],
    [
      'rounds down to dollars',
      (due) => due - (due % 1_000_000),
      'payout-rounded: rounds payouts down to multiples of 1.00 USDC',
    ],
    [
      'rounds down to a hundred micros',
      (due) => due - (due % 100),
      'payout-rounded: rounds payouts down to multiples of 0.0001 USDC',
    ],
    [
      'pays for whole dollars of a stake',
      (_due, { stakeMicros, multiple }) =>
        Math.floor(((stakeMicros - (stakeMicros % 1_000_000)) * multiple) / 100),
      'stake-rounded: pays for stakes rounded down to multiples of 1.00 USDC',
    ],
    [
      'has a limit',
      (due) => Math.min(due, 3_000_000),
      'payout-capped: pays no more than an unpublished limit of 3.00 USDC',
    ],
    [
      'has a limit of profits',
      (due, { stakeMicros }) => Math.min(due, stakeMicros + 2_000_000),
      'payout-capped: pays no profit above an unpublished limit of 2.00 USDC',
    ],
    [
      'has a limit of stakes',
      (_due, { stakeMicros, multiple }) => Math.floor((Math.min(stakeMicros, 2_000_000) * multiple) / 100),
      'stake-capped: pays for no more than 2.00 USDC of a stake',
    ],
    ['keeps 3% of each payout', (due) => Math.floor(due * 0.97), 'payout-shaved: keeps 3% of each payout'],
    [
      'keeps 0.5% of each payout',
      (due) => Math.floor(due * 0.995),
      'payout-shaved: keeps 0.5% of each payout',
    ],
    ['pays 2% more', (due) => Math.floor(due * 1.02), 'payout-raised: pays 2% more than each payout'],
    [
      'keeps 10% of each profit',
      (due, { stakeMicros }) =>
        due > stakeMicros ? stakeMicros + Math.floor((due - stakeMicros) * 0.9) : due,
      'profit-shaved: keeps 10% of each profit',
    ],
    [
      'takes a fee',
      (due) => Math.max(0, due - 20_000),
      'fee-taken: takes a fee of 0.02 USDC from each payout',
    ],
    [
      'takes a fee of wins',
      (due, { stakeMicros }) => (due > stakeMicros ? due - 20_000 : due),
      'fee-taken: takes a fee of 0.02 USDC from each win',
    ],
  ])('%s is told so', (_what, house, about) => expect(told(house, bets)).toBe(about));

  it('does one of these by any size is told its size', () => {
    const cents = fc.integer({ min: 1, max: 30 });
    fc.assert(
      fc.property(cents, (size) => {
        expect(told((due) => Math.max(0, due - size * 1_000), bets)).toBe(
          `fee-taken: takes a fee of 0.${String(size)
            .padStart(3, '0')
            .replace(/(?<=\d\d)0$/, '')} USDC from each payout`,
        );
        expect(told((due) => Math.floor((due * (100 - size)) / 100), bets)).toBe(
          `payout-shaved: keeps ${size}% of each payout`,
        );
        expect(told((due) => Math.min(due, 900_000 + size * 10_007), bets)).toMatch(
          /^payout-capped: pays no more/,
        );
      }),
      { numRuns: 20 },
    );
  });

  it('does it to bets of one kind alone is not told it', () => {
    const one = bets.filter(({ multiple }) => multiple === 343);
    expect(told((due) => Math.floor(due * 0.97), one)).toBeUndefined();
    const same = Array.from({ length: 3 }, () => ({ stakeMicros: 1_234_567, multiple: 343 }));
    expect([
      told((due) => due - 20_000, same),
      told((due) => Math.min(due, 3_000_000), same),
      told((due) => due - (due % 100), same),
    ]).toEqual([undefined, undefined, undefined]);
    // People round to cents: there one payout is enough.
    expect(told((due) => due - (due % 10_000), same)).toMatch(/^payout-rounded/);
  });

  it('pays nothing rounds nothing', () => expect(told(() => 0, wins)).toBeUndefined());

  it('pays by no rule is told nothing', () => {
    expect(
      told((due, { stakeMicros }) => (due > 0 ? due - ((stakeMicros * 7919) % 60_013) - 1 : 0), bets),
    ).toBeUndefined();
  });
});

describe('another pay table', () => {
  const other: Readonly<Record<number, number>> = { 197: 190, 343: 300, 1_250: 1_300, 400: 399, 500: 499 };
  const byTable: House = (due, { stakeMicros, multiple }) =>
    other[multiple] === undefined ? due : Math.floor((stakeMicros * (other[multiple] ?? 0)) / 100);

  it('is shown row by row, three of them', () => {
    expect(told(byTable, bets, tableFits)).toBe(
      'pay-table-changed: pays some outcomes by another table: 1.9x for 1.97x, 3x for 3.43x, 13x for 12.5x',
    );
    const more = [
      ...bets,
      ...stakes.flatMap((stakeMicros) => [400, 500].map((multiple) => ({ stakeMicros, multiple }))),
    ];
    expect(told(byTable, more, tableFits)).toMatch(/13x for 12\.5x and 2 others$/);
  });

  it('is none that was seen once for each row, that varies, or in which a win is a loss', () => {
    expect(told(byTable, bets.slice(0, 6), tableFits)).toBeUndefined();
    expect(
      told(
        (due, { stakeMicros }) => (due > stakeMicros ? due - (stakeMicros % 977) * 100 - 1_000 : due),
        bets,
        tableFits,
      ),
    ).toBeUndefined();
    expect(told((due) => (due > 3_000_000 ? 0 : due), bets, tableFits)).toBeUndefined();
    expect(told((due) => (due === 0 ? 5 : due), bets, tableFits)).toBeUndefined();
  });
});

describe('what happened to one bet', () => {
  const checked = (due: number, paid: number, shown: object = {}, drawn: object = {}): CheckedBet =>
    ({
      bet: { stakeMicros: 100, payoutMicros: paid, result: shown, params: {} },
      honest: { payout: ratio(1), detail: drawn },
      dueMicros: due,
      place: {},
    }) as unknown as CheckedBet;

  it.each<[number, number, string]>([
    [5, 0, 'win-unpaid'],
    [0, 5, 'loss-paid'],
    [5, 4, 'payout-short'],
    [4, 5, 'payout-over'],
    [0, 0, 'win-unpaid'],
  ])('of %i due and %i paid is %s', (due, paid, code) => {
    expect(kindOf(checked(due, paid)).code).toBe(code);
  });

  it('is another outcome where another one is shown', () => {
    expect(kindOf(checked(5, 0, { roll: 7 }, { roll: 8 })).code).toBe('outcome-altered');
    expect(kindOf(checked(5, 0, { roll: 7 }, { roll: 7 })).code).toBe('win-unpaid');
  });

  it.each<[object, object, boolean]>([
    [{ roll: 7 }, { roll: '7' }, false],
    [{ roll: '7.00' }, { roll: 7 }, false],
    [{ roll: 7 }, { roll: 8 }, true],
    [{ other: 1 }, { roll: 8 }, false],
    [{ card: 'TH' }, { card: '10h' }, false],
    [{ card: '10x' }, { card: 'Tx' }, true],
    [{ cards: ['AS', '10D'] }, { cards: ['as', 'TD'] }, false],
    [{ cards: ['AS', 'KD'] }, { cards: ['KD', 'AS'] }, true],
    [{ drawn: [3, 1] }, { drawn: [1, 3] }, false],
    [{ drawn: [3, 1] }, { drawn: [1, 3, 5] }, true],
    [{ mine_cells: [2] }, { mine_cells: [3] }, true],
    [{ won: true }, { won: true }, false],
    [{ won: true }, { won: false }, true],
    [{ list: [1] }, { list: 1 }, true],
    [{ side: ' Heads ' }, { side: 'heads' }, false],
    [{ cards: [' 10h'] }, { cards: ['th'] }, false],
  ])('shown %j and drawn %j is another: %s', (result, detail, is) =>
    expect(showsAnother({ result } as never, { detail } as never)).toBe(is),
  );

  it('to all bets of a game may be one fault of its reels or its curves', () => {
    const reels = (shown: unknown) => checked(5, 0, { reels: shown }, { reels: ['a', 'b'] });
    const code = (game: string, ...wrong: CheckedBet[]) => patternOf(game, wrong, [])?.code;
    expect([
      code('slots', reels(['a', 'c']), reels(['b', 'b'])),
      code('slots', reels(['a', 'c']), reels(['a', 'b'])),
      code('slots', reels('x'), reels('y')),
      code('slots', reels(['a', 'c'])),
    ]).toEqual(['loaded-strip', undefined, undefined, undefined]);
    const curve = (shown: unknown, due = 5, paid = 0) =>
      checked(due, paid, { crash_point: shown }, { crash_point: 3 });
    expect([
      code('crash', curve(2), curve(1)),
      code('multiplier', curve(2), curve(2)),
      code('dice', curve(2), curve(1)),
      code('crash', curve(2), curve(3)),
      code('crash', curve(2), curve('1')),
      code('crash', curve(2), curve(2, 0, 5)),
      code('crash', curve(2), curve(2, 5, 4)),
    ]).toEqual(['curve-loaded', 'curve-loaded', undefined, undefined, undefined, undefined, undefined]);
    expect(patternOf('crash', [curve(2), { ...curve(1), honest: undefined }], [])).toBeUndefined();
  });

  it('are other weights where each outcome has one range of the draws, and no longer where ranges alternate', () => {
    const spins = drawnBets('wheel', { seed: 'weights', count: 120 });
    const paying = (multiple: (drawn: number) => number): CheckedBet[] =>
      spins.map((each) => {
        const payoutMicros = multiple(hmacPick(each.bet)(100)) * each.bet.stakeMicros;
        return { ...each, bet: { ...each.bet, payoutMicros } };
      });
    const code = (multiple: (drawn: number) => number) => patternOf('wheel', paying(multiple), [])?.code;
    expect(code((drawn) => (drawn < 30 ? 2 : 0))).toBe('weights-changed');
    expect(code((drawn) => (drawn < 30 ? 2 : drawn < 60 ? 0 : 3))).toBe('weights-changed');
    expect(code((drawn) => (drawn < 30 ? 2 : drawn < 60 ? 0 : 2))).toBeUndefined();
    expect(code((drawn) => drawn % 2)).toBeUndefined();
  });
});
