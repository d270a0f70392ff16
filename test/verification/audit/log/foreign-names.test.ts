/** Logs under other names, read as ours: columns, games, parameters, values, units and profits. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { microsOf, parseFine } from '../../../../src/verification/audit/log/fine-amount.ts';
import {
  missingColumns,
  ourNames,
  readNames,
  translated,
  type ForeignNames,
} from '../../../../src/verification/audit/log/foreign-names.ts';
import { logColumns, neededColumns } from '../../../../src/verification/audit/log/logged-bet.ts';
import { BetSample } from '../../../../src/verification/audit/log/payouts/sample.ts';

const namesOf = (file: object): ForeignNames => {
  const names = readNames(file);
  if (typeof names === 'string') throw new Error(names);
  return names;
};

describe('a file of names', () => {
  it.each<[unknown, RegExp]>([
    [undefined, /^expected an object with columns, games, parameters, values, unit and payout$/],
    [null, /^expected an object/],
    [[], /^expected an object/],
    ['text', /^expected an object/],
    [{ unitt: 'usdc' }, /^unknown key "unitt"; .*unit/],
    [{ columns: [] }, /^columns is \[\]; expected names to names$/],
    [{ games: 'dice' }, /^games is "dice"; expected names/],
    [{ values: 3 }, /^values is 3; expected/],
    [{ unit: 'eur' }, /^unit is usdc, cents or micros$/],
    [{ payout: 'net' }, /^payout is total or profit$/],
    [{ columns: { stak: 'a' } }, /^columns has no "stak"; .*stake/],
    [{ columns: { stake: 3 } }, /^columns\.stake is 3; expected the name of a column$/],
    [{ columns: { stake: ['a'] } }, /^columns\.stake is \["a"\]/],
    [{ columns: { bet: ['a', 3] } }, /^columns\.bet is/],
    [{ games: { Würfel: 'dices' } }, /^games\.Würfel is "dices"; expected one of the 17 games$/],
    [{ games: { Würfel: 3 } }, /^games\.Würfel is 3/],
  ])('%j is refused: %s', (file, message) => {
    expect(readNames(file)).toMatch(message);
  });

  it('has ours where it says nothing', () => {
    expect(readNames({})).toEqual(ourNames);
    expect(readNames({ parameters: null, unit: null })).toEqual(ourNames);
    for (const unit of ['usdc', 'cents', 'micros']) expect(namesOf({ unit }).unit).toBe(unit);
    for (const payout of ['total', 'profit']) expect(namesOf({ payout }).payout).toBe(payout);
  });
});

it('the columns that a log must have are missed under the names that it would have for them', () => {
  const names = namesOf({ columns: { stake: 'einsatz', bet: ['side', 'roll'] } });
  expect(missingColumns(new Set(), ourNames)).toEqual([...neededColumns]);
  expect(missingColumns(new Set(Object.keys(logColumns)), ourNames)).toEqual([]);
  const theirs = ['game', 'side', 'payout', 'server_seed_hash', 'server_seed', 'client_seed', 'nonce'];
  expect(missingColumns(new Set(theirs), names)).toEqual(['roll', 'einsatz']);
});

describe('a row', () => {
  it('in our names stays as it is', () => {
    const row = Object.fromEntries(Object.keys(logColumns).map((column) => [column, `the ${column}`]));
    expect(translated({ ...row, bet: '{"side":"heads"}' }, ourNames)).toEqual({
      ...row,
      bet: { side: 'heads' },
    });
    expect(translated({ ...row, bet: 'no JSON' }, ourNames)).toEqual({ ...row, bet: 'no JSON' });
    for (const bet of ['', undefined]) expect(translated({ ...row, bet }, ourNames)['bet']).toEqual({});
    expect(translated({ ...row, bet: ['a'] }, ourNames)['bet']).toEqual(['a']);
    expect(Object.keys(translated({}, ourNames))).toEqual(Object.keys(logColumns));
    expect(
      translated(Object.create({ stake: '1' }) as Record<string, unknown>, ourNames)['stake'],
    ).toBeUndefined();
  });

  it('has its parameters from one column each, or from one with JSON, renamed by game and valued by parameter', () => {
    const file = {
      games: { Würfel: 'dice', Münze: 'coin-flip' },
      parameters: { dice: { over_under: 'direction' }, coin_flip: { seite: 'side' } },
      values: { direction: { '1': 'over', true: 'under' }, side: { K: 'heads' } },
    };
    const wide = namesOf({ ...file, columns: { bet: ['over_under', 'threshold', 'seite', 'gone'], game: 'spiel' } });
    const bets = (cells: object) => translated({ spiel: 'Würfel', ...cells }, wide);
    expect(bets({ over_under: '1', threshold: '50', seite: '' })).toMatchObject({ game: 'dice', bet: { direction: 'over', threshold: 50 } });
    expect(bets({ over_under: 'true', threshold: '-2.5' })['bet']).toEqual({ direction: 'under', threshold: -2.5 });
    expect(bets({ over_under: 'false', threshold: '2.', seite: 'K' })['bet']).toEqual({ direction: false, threshold: '2.', seite: 'K' });
    expect(bets({ threshold: 7, over_under: 'x1' })['bet']).toEqual({ threshold: 7, direction: 'x1' });
    expect(translated({ spiel: 'Münze', seite: 'K' }, wide)).toMatchObject({ game: 'coin-flip', bet: { side: 'heads' } });
    expect(bets({ threshold: '2.75', over_under: [5] })['bet']).toEqual({ threshold: 2.75, direction: [5] });
    const json = namesOf(file);
    expect(translated({ game: 'Würfel', bet: '{"over_under":1,"threshold":"50"}' }, json)['bet']).toEqual({ direction: 'over', threshold: '50' });
    expect(translated({ game: 'other', bet: { over_under: 1 } }, json)).toMatchObject({ game: 'other', bet: { over_under: 1 } });
  }); // prettier-ignore

  it.each([
    ['cents', '123', '1.23'],
    ['cents', 5, '0.05'],
    ['cents', '0.0001', '0.000001'],
    ['cents', '1.50000', '0.015'],
    ['cents', '0.00001', '0.00001 cents'],
    ['cents', '-250', '-2.50'],
    ['cents', ' 7 ', '0.07'],
    ['cents', 'x', 'x cents'],
    ['cents', '', ''],
    ['cents', null, null],
    ['cents', [1], '[1] cents'],
    ['cents', '1.', '1. cents'],
    ['micros', '1230000', '1.23'],
    ['micros', '1.0', '0.000001'],
    ['micros', '1.5', '1.5 micros'],
    ['micros', '9007199254740993', '9007199254740993 micros'],
    ['micros', '1234567890123456', '1234567890123456 micros'],
    ['usdc', '1.234', '1.234'],
    ['usdc', 'x', 'x'],
  ])('in %s has %j as a stake of %j USDC', (unit, stake, expected) => {
    expect(translated({ stake }, namesOf({ unit }))['stake']).toBe(expected);
  });

  it('with profits has payouts that are the stake more', () => {
    const names = namesOf({ payout: 'profit' });
    const payoutOf = (stake: unknown, payout: unknown) => translated({ stake, payout }, names)['payout'];
    expect([payoutOf('1', '0.96'), payoutOf('1', '-1'), payoutOf('1', '-0.4'), payoutOf('2', 0)]).toEqual([
      '1.96', '0.00', '0.60', '2.00',
    ]);
    expect([payoutOf('1', '-1.5'), payoutOf('x', '1'), payoutOf('1', 'x')]).toEqual(['-1.5', '1', 'x']);
    expect(translated({ stake: '100', payout: '-40' }, namesOf({ payout: 'profit', unit: 'cents' }))['payout']).toBe('0.60');
  }); // prettier-ignore
});

describe('an amount of eight decimals', () => {
  it.each([
    ['0', 0],
    ['1', 100_000_000],
    ['0.00000001', 1],
    ['0.000000019', 1],
    ['12.5', 1_250_000_000],
    [' 1 ', 100_000_000],
    [0.1 + 0.2, 30_000_000],
    [1e-8, 1],
    ['90071992.54740991', Number.MAX_SAFE_INTEGER],
    ['90071992.54740992', undefined],
    ['12345678901', undefined],
    [1e10, undefined],
    [-1, undefined],
    ['-1', undefined],
    [Number.NaN, undefined],
    ['1.', undefined],
    ['.5', undefined],
    ['1.0000000000000000001', undefined],
    ['1x', undefined],
    ['x1', undefined],
    [null, undefined],
  ])('%j is %j', (value, expected) => {
    expect(parseFine(value)).toBe(expected);
  });

  it('has as many whole micros as it covers', () => {
    expect([0, 99, 100, 199].map(microsOf)).toEqual([0, 0, 1, 1]);
  });
});

describe('a sample of bets', () => {
  const sampleOf = (bets: readonly number[]) => {
    const sample = new BetSample<{ place: { bet: number } }>();
    let made = 0;
    for (const bet of bets) sample.add(bet, () => ((made += 1), { place: { bet } }));
    return { bets: sample.items().map(({ place }) => place.bet), made };
  };
  const numbers = Array.from({ length: 5_000 }, (_, at) => at);

  it('is all of few, in the order of the log', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(numbers, { maxLength: 600 }), (bets) => {
        expect(sampleOf(bets).bets).toEqual(bets.toSorted((one, other) => one - other));
      }),
      { numRuns: 20 },
    );
  });

  it('is 600 to 1,199 of many, spread over all of them, and makes no more than it may keep', () => {
    const { bets, made } = sampleOf(numbers);
    expect(bets.length).toBeGreaterThanOrEqual(600);
    expect(bets.length).toBeLessThan(1_200);
    expect(made).toBeLessThan(2_600);
    for (let from = 0; from < 5_000; from += 500)
      expect(bets.filter((bet) => bet >= from && bet < from + 500).length).toBeGreaterThan(30);
    // Another order has the same ones among the 600 that rank first.
    const other = new Set(sampleOf(numbers.toReversed()).bets);
    expect(bets.filter((bet) => other.has(bet)).length).toBeGreaterThanOrEqual(600);
  });
});
