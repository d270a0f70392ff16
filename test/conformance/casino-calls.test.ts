/** The games of one call in style A, claim by claim: what each call takes, the bounds of it, and what a win pays. */
import { describe, expect, it } from 'vitest';
import { betA, first, placed, table } from './casino-stage.ts';
import { expectRefused, textOf } from './harness.ts';

/**
 * A test that the call of a game takes just these fields: each value in turn beside the first ones of the others, and no bet
 * without one of them or with a word that is none of its values.
 */
const takes = (path: string, fields: Readonly<Record<string, readonly unknown[]>>) => (): void => {
  const { stage, alice } = table();
  const usual = Object.fromEntries(Object.entries(fields).map(([name, [value]]) => [name, value]));
  expect(textOf(placed(betA(alice, path, usual)), 'game').replaceAll('_', '-')).toBe(path);
  for (const [name, values] of Object.entries(fields)) {
    for (const value of values) placed(betA(alice, path, { ...usual, [name]: value }));
    const before = stage.transfers;
    expectRefused(betA(alice, path, { ...usual, [name]: undefined }), 'BAD_REQUEST');
    expectRefused(betA(alice, path, { ...usual, [name]: 'sideways' }), 'BAD_REQUEST');
    expect(stage.transfers).toBe(before);
  }
};

/** A test that some parameters are taken and others refused, without a transfer. */
const holds = (path: string, right: readonly object[], wrong: readonly object[]) => (): void => {
  const { stage, alice } = table();
  for (const params of right) placed(betA(alice, path, params));
  const before = stage.transfers;
  for (const params of wrong) expectRefused(betA(alice, path, params), 'BAD_REQUEST');
  expect(stage.transfers).toBe(before);
};

/** What a win pays for 1, as the answer says. */
function multiplierOf(path: string, params: object): number {
  const { alice } = table();
  return Number(first(true, () => betA(alice, path, params)).body['multiplier']);
}

/** A test that a win pays the multiplier, in the answer and to the balance. */
const pays = (path: string, params: object, multiplier: number) => (): void => {
  const { alice } = table();
  const before = alice.spendable;
  let bets = 0;
  const { body } = first(true, () => ((bets += 1), betA(alice, path, params, 0.1)));
  expect(body).toMatchObject({ payout: Math.round(multiplier * 1e5) / 1e6, multiplier });
  expect(alice.spendable).toBe(before - bets * 100_000 + Math.round(multiplier * 100_000));
};

describe('the call of a game', () => {
  it('GAM02 coin-flip takes a side', takes('coin-flip', { side: ['heads', 'tails'] }));
  it(
    'GAM05 dice takes a direction and a threshold',
    takes('dice', { direction: ['over', 'under'], threshold: [50] }),
  );
  it('GAM12 multiplier takes a target', takes('multiplier', { target_multiplier: [2] }));
  it('GAM17 roulette takes a type and a value', takes('roulette', { bet_type: ['number'], bet_value: [7] }));
  it('GAM27 custom takes the probability of a win', takes('custom', { win_probability: [40] }));
  it('GAM35 crash takes the multiplier to cash out at', takes('crash', { cash_out_at: [1.5] }));
  it('GAM39 plinko takes rows and a risk', takes('plinko', { rows: [8], risk: ['low', 'medium', 'high'] }));
  it('GAM43 slots takes nothing but the stake', takes('slots', {}));
  it('GAM48 simple-dice takes a pick', takes('simple-dice', { pick: [6] }));
  it('GAM52 hilo takes a guess', takes('hilo', { guess: ['higher', 'lower'] }));
  it('GAM57 keno takes picks', takes('keno', { picks: [[3, 9, 27]] }));
  it('GAM63 wheel takes nothing but the stake', takes('wheel', {}));
  it('GAM72 mines takes mines and reveals', takes('mines', { mines: [3], reveals: [2] }));
  it('GAM84 baccarat takes a side to bet on', takes('baccarat', { bet_on: ['player', 'banker', 'tie'] }));
});

const over = (threshold: number): object => ({ direction: 'over', threshold });
const under = (threshold: number): object => ({ direction: 'under', threshold });
const spots = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
const number = (value?: number): object => ({ bet_type: 'number', bet_value: value });
const red = (value: number): object => ({ bet_type: 'red', bet_value: value });

describe('the bounds of a game', () => {
  it('GAM06 dice: the direction is over or under, and with the threshold it sets the payout', () => {
    holds('dice', [over(50), under(50)], [{ direction: 'at', threshold: 50 }])();
    const [one, other, third] = [over(90), under(90), over(50)].map((params) => multiplierOf('dice', params));
    expect(new Set([one, other, third]).size).toBe(3);
  });
  it('GAM07 dice: the threshold is 1 to 99', holds('dice', [over(1), over(99), under(99)], [over(0), over(100), under(1), under(50.5)])); // prettier-ignore
  it('GAM13 multiplier: the target is 1.01 to 1000', holds('multiplier', [1.01, 1000].map((target_multiplier) => ({ target_multiplier })), [1, 1000.01].map((target_multiplier) => ({ target_multiplier })))); // prettier-ignore
  it('GAM20 roulette: a value is 0 to 36 and belongs to a number', holds('roulette', [number(0), number(36)], [number(37), number(-1), number(), red(1)])); // prettier-ignore
  it('GAM28 custom: the probability is 1 to 99', holds('custom', [1, 99].map((win_probability) => ({ win_probability })), [0, 100].map((win_probability) => ({ win_probability })))); // prettier-ignore
  it('GAM36 crash: cashes out at 1.01 to 100', holds('crash', [1.01, 100].map((cash_out_at) => ({ cash_out_at })), [1, 100.01].map((cash_out_at) => ({ cash_out_at })))); // prettier-ignore
  it('GAM40 plinko: 8, 12 or 16 rows', holds('plinko', [8, 12, 16].map((rows) => ({ rows, risk: 'high' })), [{ rows: 10, risk: 'high' }, { rows: 8, risk: 'extreme' }])); // prettier-ignore
  it('GAM49 simple-dice: a pick is a whole number of 1 to 6', holds('simple-dice', [1, 6].map((pick) => ({ pick })), [0, 7, 1.5, '3'].map((pick) => ({ pick })))); // prettier-ignore
  it('GAM58 keno: 1 to 10 picks of 1 to 80', holds('keno', [[80], spots(10)].map((picks) => ({ picks })), [[], spots(11), [0], [81], [5, 5], [2.5]].map((picks) => ({ picks })))); // prettier-ignore
  it('GAM73 mines: 1 to 24 mines', holds('mines', [{ mines: 1, reveals: 1 }, { mines: 24, reveals: 1 }], [{ mines: 0, reveals: 1 }, { mines: 25, reveals: 1 }])); // prettier-ignore
  it('GAM74 mines: from one reveal to all fields that have no mine', holds('mines', [{ mines: 1, reveals: 24 }, { mines: 3, reveals: 22 }], [{ mines: 3, reveals: 0 }, { mines: 3, reveals: 23 }])); // prettier-ignore
});

const outside = ['red', 'black', 'odd', 'even', 'high', 'low'];
const thirds = ['dozen_1', 'dozen_2', 'dozen_3', 'column_1', 'column_2', 'column_3'];
/** What a win of each bet type of roulette pays. */
const roulettePays = (): number[] => [
  ...[...outside, ...thirds].map((bet_type) => multiplierOf('roulette', { bet_type })),
  multiplierOf('roulette', number(0)),
  multiplierOf('roulette', number(17)),
];

describe('a win as printed (policy casino.payouts: published)', () => {
  it('GAM03 coin-flip pays 1.96 times the stake', pays('coin-flip', { side: 'heads' }, 1.96));
  it('GAM09 dice pays 1.96 times over 50', pays('dice', over(50), 1.96));
  it('GAM10 dice pays 9.8 times over 90', pays('dice', over(90), 9.8));
  it('GAM15 multiplier pays its target', pays('multiplier', { target_multiplier: 3.21 }, 3.21));
  it('GAM24 roulette pays 1.96 times at least', () => {
    pays('roulette', { bet_type: 'even' }, 1.96)();
    expect(Math.min(...roulettePays())).toBe(1.96);
  });
  it('GAM25 roulette pays 34.3 times at most', () => {
    pays('roulette', number(7), 34.3)();
    expect(Math.max(...roulettePays())).toBe(34.3);
  });
  it('GAM29 custom pays 0.98 over the probability', () => {
    for (const percent of [10, 20, 49, 80])
      pays('custom', { win_probability: percent }, Math.round(98e4 / percent) / 1e4)();
  });
  it('GAM37 crash pays the multiplier of the cash-out', pays('crash', { cash_out_at: 4.56 }, 4.56));
  it('GAM50 simple-dice pays 5.5 times', pays('simple-dice', { pick: 2 }, 5.5));
});
