/** Values of each form of a request, on both sides of its bounds: those within are no mistake, all others are. */
import { describe, expect, it } from 'vitest';
import type { Case } from '../../../src/verification/oracle/case.ts';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { formRules, type FormRules } from '../../../src/verification/oracle/facts/form-rules.ts';
import { formMistakes, formNameOf, rulesOf } from '../../../src/verification/oracle/facts/forms.ts';
import { exchangeOf } from './said.ts';

type Values = readonly [right: readonly unknown[], wrong: readonly unknown[]];

const letters = (count: number): string => 'a'.repeat(count);
const many = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);
const notNumbers = ['1', '', 'x', true, null, [1], {}, Number.NaN];
const notTexts = [7, null, true, {}, []];
const notDecimals = [
  '',
  ' 1',
  '1 ',
  '1.',
  '.5',
  '-1',
  '+1',
  '1e3',
  '0x1',
  '1,0',
  '1.2.3',
  'x1',
  '1x',
  true,
  null,
  [1],
  {},
  Infinity,
  Number.NaN,
];

/** Of each kind, values within and outside. */
const valuesOf: Readonly<Record<string, (...bounds: string[]) => Values>> = {
  text: (least = '0', most = '0') => [
    [letters(Math.max(1, Number(least))), letters(Number(most)), ...(least === '0' ? [''] : [])],
    [letters(Number(most) + 1), ...many(Number(least) === 0 ? 0 : 1, ''), ...notTexts],
  ],
  one: (words = '') => [words.split('|'), ['', 'Stryker', words.includes('|') ? words : `${words}|`, words.toUpperCase() === words ? words.toLowerCase() : words.toUpperCase(), ...notTexts, words.split('|')]],
  object: (most) => [
    [{}, { a: 1 }, ...(most === undefined ? [{ text: letters(9_000) }] : [{ t: letters(Number(most) - 8) }, { t: 'é'.repeat((Number(most) - 8) / 2) }])],
    [null, [], 'x', 7, true, ...(most === undefined ? [] : [{ t: letters(Number(most) - 7) }, { t: 'é'.repeat((Number(most) - 6) / 2) }])],
  ],
  instant: () => [['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00Z'], ['2026-13-01T00:00:00Z', 'soon', '', 0, 1_767_225_600_000, null, {}, true]],
  bets: (least, most) => [
    [many(Number(least), {}), many(Number(most), { game: 'dice' })],
    [[], many(Number(most) + 1, {}), [{}, 'x'], ['x', {}], [{}, null], [[]], {}, 'x', 1, null, { length: 2 }],
  ],
  integer: (least, most) => [[Number(least), Number(most)], [Number(least) - 1, Number(most) + 1, Number(least) + 0.5, ...notNumbers]],
  number: (least = '', most = '') => [[Number(least), Number(most), (Number(least) + Number(most)) / 2], [Number(least) - 0.001, Number(most) + 0.001, ...notNumbers, least]],
  decimal: (least = '', most = '') => [
    [Number(least), Number(most), least, most, `${least}.50`, Number(least) + 0.5],
    [Number(least) - 0.001, Number(most) + 0.001, `${most}.1`, ...notDecimals],
  ],
  positive: () => [[1, 1e-7, 1e12, '1', '0.5', '10.00', '007'], [0, -1, '0', '0.00', ...notDecimals]],
  page: () => [['1', '100', '007', '999999999', '000000001'], ['0', '000', '', '-1', '1.5', '1x', 'x1', ' 1', '1000000000', '0000000001', 1, null, true]],
  digits: () => [['0', '7', '123456789', '000000000'], ['', '1234567890', '-1', '1.5', 'x1', '1x', '12x', 'x12', 7, 12, null, true]],
  usdc: (least = '0', most) => [
    [Number(least), ...(Number(least) > 0 ? [least] : []), ...(most === undefined ? [999_999.999999] : [Number(most), most])],
    [Number(least) - 0.000001, -1, 'x', '', 1e-7 + Number(least), null, true, [1], {}, Infinity, Number.NaN, ...(most === undefined ? [] : [Number(most) + 0.000001])],
  ],
  numbers: (least = '', most = '', count = '') => {
    const [from, to] = [Number(least), Number(most)];
    const upTo = (size: number): number[] => Array.from({ length: size }, (_, index) => from + index);
    return [[[from], [to], [from, to], upTo(Number(count))], [[], upTo(Number(count) + 1), [from, from], [from - 1], [to + 1], [from, to + 1], [to + 1, from], [from + 0.5], [from, String(from + 1)], ['1'], from, 'x', null, {}, { length: 1 }, '1']];
  },
}; // prettier-ignore

const parted = (rule: string): Values => {
  const [kind = '', ...bounds] = rule.replace(/ !$/, '').split(' ');
  const values = valuesOf[kind];
  if (values === undefined) throw new Error(`no values of the kind ${kind}`);
  return values(...bounds);
};

const isGet: ReadonlySet<string> = new Set(Object.entries(formRules).filter(([, rules]) => 'page' in rules).map(([name]) => name)); // prettier-ignore

/** The call of a form: a game of style A by its path. */
function callOfForm(name: string, part: Body) {
  const words = name.split('/');
  const method = isGet.has(name) ? 'GET' : 'POST';
  const call = words.length === 3 ? name : 'casino/A/bet';
  return exchangeOf(call, { method, path: `/x/${words.at(-1)}`, ...(method === 'GET' ? { query: part as Record<string, string> } : { body: part }) }); // prettier-ignore
}

const file = { setting: { changed: [], policies: {} } } as unknown as Pick<Case, 'setting'>;
const mistakes = (name: string, part: Body): string[] => formMistakes(file, callOfForm(name, part));

/** What other fields of a request of this form ask for. */
const beside: Readonly<Record<string, Body>> = {
  'casino/roulette': { bet_type: 'red' },
  'wallet/primary/sendSigned': { private_key: 'x', from: 'x', view_key: 'x', spend_key: 'x' },
};

const rightOf = (name: string, rules: FormRules): Body => ({
  ...Object.fromEntries(Object.entries(rules).map(([field, rule]) => [field, parted(rule)[0][0]])),
  ...beside[name],
});

const games = ['casino/A/createChallenge', 'casino/B/bet'];

describe.each(Object.entries(formRules))('%s', (name, rules) => {
  it('has a name, and takes a request whose fields are all within', () => {
    expect(formNameOf(callOfForm(name, {}))).toBe(name);
    expect(mistakes(name, rightOf(name, rules))).toEqual([]);
  });

  it('takes what is within, and nothing else, of each field', () => {
    const whole = rightOf(name, rules);
    for (const [field, rule] of Object.entries(rules)) {
      const [right, wrong] = parted(rule);
      const isBounded = games.includes(name) && field === 'amount';
      for (const value of isBounded ? right.slice(0, 1) : right) {
        const needs = value === 'limit' ? { price: 1 } : value === 'number' ? { bet_value: 1 } : {};
        expect(mistakes(name, { ...whole, ...needs, [field]: value }), `${field} ${String(value)}`).toEqual([]);
      }
      for (const value of isBounded ? [] : wrong)
        expect(mistakes(name, { ...whole, [field]: value }), `${field} ${JSON.stringify(value)}`).toEqual([field]);
      expect(mistakes(name, { ...whole, [field]: undefined }), field).toEqual(rule.endsWith(' !') ? [field] : []);
    }
  });
}); // prettier-ignore

describe('what other fields make necessary', () => {
  const of = (name: string, part: Body): string[] => mistakes(name, { ...rightOf(name, formRules[name] ?? {}), ...part });

  it('is a price above zero of a limit', () => {
    const limit = (price: unknown) => of('trading/B/place', { type: 'limit', price });
    for (const price of [1, '1', 0.5, '0.000001']) expect(limit(price)).toEqual([]);
    for (const price of [undefined, 0, '0', '0.0', -1, '-1', 'x', null, '']) expect(limit(price)).toEqual(['price']);
    for (const price of [undefined, 0, 'x']) expect(of('trading/B/place', { type: 'market', price })).toEqual([]);
    expect([of('trading/A/place', { type: 'limit' }), of('trading/A/place', { type: 'limit', price: 'x' }), of('trading/A/place', { type: 'market' })]).toEqual([['price'], [], []]);
  });

  it('is the number of a bet on one', () => {
    const on = (kind: string, value: unknown) => of('casino/roulette', { bet_type: kind, bet_value: value });
    expect([on('number', undefined), on('number', 0), on('red', undefined), on('red', 1)]).toEqual([['bet_value'], [], [], []]);
  });

  it('is a stake within that of the game', () => {
    for (const name of games) {
      const staked = (game: string, amount: unknown) => of(name, { game, amount });
      expect([staked('slots', 1_000), staked('slots', 1_000.01), staked('dice', 1_000.01), staked('dice', 10_000), staked('dice', 10_000.01), staked('dice', '10001')]).toEqual([[], ['amount'], [], [], ['amount'], ['amount']]);
    }
  });

  it('is the keys of a chain', () => {
    const keys = { private_key: undefined, from: undefined, view_key: undefined, spend_key: undefined };
    const signed = (chain: string, more: Body) => of('wallet/primary/sendSigned', { ...keys, chain, ...more });
    expect([signed('monero', {}), signed('base', {}), signed('monero', { from: 'x', spend_key: 'x' }), signed('base', { private_key: 'x' }), signed('monero', { private_key: 'x' })]).toEqual([
      ['from', 'view_key', 'spend_key'], ['private_key'], ['view_key'], [], ['from', 'view_key', 'spend_key'],
    ]);
  });
}); // prettier-ignore

describe('a request', () => {
  it('is none in text, and none beyond a size', () => {
    const dispute = (reason: string, isRaw = false) => formMistakes(file, exchangeOf('escrow/B/dispute', { method: 'POST', path: '', body: { reason }, isRaw }));
    expect([dispute('x'), dispute('x', true), dispute(letters(4_096)), dispute(letters(300_000 - 13)), dispute(letters(300_000 - 12))]).toEqual([[], ['body'], [], ['reason'], ['body']]);
  });

  it('without a form has no mistake, and one without a part is empty', () => {
    expect([formMistakes(file, exchangeOf('casino/A/other', { method: 'POST', path: '', body: { x: 1 } })), formMistakes(file, exchangeOf('escrow/B/dispute', { method: 'POST', path: '' }))]).toEqual([[], ['reason']]);
    expect([formNameOf(exchangeOf('casino/A/verifyBet', { path: '' })), formNameOf(exchangeOf('casino/A/verifyBet', { path: '', method: 'POST' }))]).toEqual([undefined, 'casino/A/verifyBet']);
    const path = '/casino/games/dice';
    expect([formNameOf(exchangeOf('casino/B/bet', { path })), formNameOf(exchangeOf('casino/short/bet', { path })), formNameOf(exchangeOf('casino/A/rotate', { path })), formNameOf(exchangeOf('escrow/A/bet', { path })), formNameOf(exchangeOf('casino/A/bet', { path: '' })), formNameOf(exchangeOf('casino/A/bet', { path: '/' }))]).toEqual(['casino/B/bet', 'casino/dice', 'casino/A/rotate', undefined, undefined, undefined]);
  });

  it('has the rules of a reading beside its own', () => {
    const place = exchangeOf('trading/A/place', { path: '', method: 'POST' });
    const under = (policies: Record<string, string>) => ({ setting: { changed: Object.keys(policies), policies } }) as unknown as Case;
    expect(rulesOf(file, place)).toBe(formRules['trading/A/place']);
    expect(rulesOf(under({ 'trading.sizeA': 'quote', 'trading.sidesA': 'any' }), place)).toEqual({ ...formRules['trading/A/place'], size: 'usdc 0.000001 !', side: 'one long|short|buy|sell !' });
    expect([rulesOf(under({ 'trading.sizeA': 'base' }), place), rulesOf(under({ 'trading.sizeA': 'quote' }), exchangeOf('casino/A/other', { path: '' })), rulesOf(under({ x: 'y' }), exchangeOf('escrow/B/dispute', { path: '' }))]).toEqual([formRules['trading/A/place'], undefined, formRules['escrow/B/dispute']]);
    expect(rulesOf({ setting: { changed: ['trading.sizeA'], policies: {} } } as unknown as Case, place)).toEqual(formRules['trading/A/place']);
  });
}); // prettier-ignore
