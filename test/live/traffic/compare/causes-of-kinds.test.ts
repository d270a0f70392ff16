/** What follows from a cause, by its kind, and which changes are alike. */
import { describe, expect, it } from 'vitest';
import {
  differenceCauses,
  isAboutCounting,
  isSameChange,
  isUncovered,
  type OpenDifference,
} from '../../../../src/live/traffic/compare/causes.ts';

const difference = (n: number, change: Partial<OpenDifference> = {}): OpenDifference => ({
  n, call: 'escrow/B/create', kind: 'amount', field: '/fee', recorded: '1', live: '2', sessions: [n], things: [100 + n], ...change,
}); // prettier-ignore
const status = (n: number, recorded: string, live: string, change: Partial<OpenDifference> = {}) =>
  difference(n, { kind: 'status', field: '', recorded, live, ...change });

/** The cause of each difference, by position. */
const causesOf = (...differences: readonly OpenDifference[]): number[] =>
  differenceCauses(differences).members.map(({ cause }) => cause);

describe('a cause', () => {
  it('is told with its first difference, and counts those alike and those that follow', () => {
    const [first, alike, follower] = [status(1, '200', '409'), status(2, '200', '409'), difference(3, { kind: 'value', field: '/x', sessions: [1, 9] })];
    const { causes, members } = differenceCauses([follower, alike, first]);
    expect(causes).toEqual([{ call: 'escrow/B/create', kind: 'status', field: '', n: 1, recorded: '200', live: '409', alike: 2, followers: 1 }]);
    expect(members).toEqual([first, alike, follower].map((each) => ({ difference: each, cause: 0 })));
  }); // prettier-ignore

  it.each<[OpenDifference['kind'], boolean]>([['status', true], ['code', true], ['amount', true], ['id', true], ['failed', true], ['unsent', true], ['shape', false], ['time', true], ['order', false], ['value', false]])(
    'of kind %s spreads to what it has touched: %s', (kind, spreads) => {
      const later = status(2, '200', '404', { sessions: [8], things: [101, 7] });
      expect(causesOf(difference(1, { kind, field: '/x' }), later)).toEqual(spreads ? [0, 0] : [0, 1]);
    }); // prettier-ignore

  it('spreads by the agents and things of all its differences that change later answers', () => {
    const [first, second] = [difference(1, { kind: 'id', field: '/a' }), difference(2, { kind: 'id', field: '/a' })];
    const later = (change: Partial<OpenDifference>) => causesOf(first, second, difference(3, { kind: 'value', field: '/x', sessions: [9], things: [], ...change })).at(-1);
    expect([later({ sessions: [7, 2] }), later({ things: [7, 102] }), later({ sessions: [7], things: [7] })]).toEqual([0, 0, 1]);
    const header = difference(1, { kind: 'id', field: 'header x' });
    expect(causesOf(header, difference(2, { kind: 'value', field: '/x', sessions: [1] }))).toEqual([0, 1]);
  }); // prettier-ignore

  it('of an amount reaches money and refusals, and nothing else', () => {
    const money = difference(1);
    const after = (change: Partial<OpenDifference>) => causesOf(money, difference(2, { sessions: [1], things: [101], field: '/other', ...change })).at(-1);
    expect([after({}), after({ sessions: [9], things: [] }), after({ field: 'header x' })]).toEqual([0, 0, 1]);
    expect([after({ kind: 'status' }), after({ kind: 'code' }), after({ kind: 'value' }), after({ kind: 'status', sessions: [9], things: [] })]).toEqual([0, 0, 1, 1]);
  }); // prettier-ignore

  it('of an instant reaches the state of its thing, and what its agents can pay', () => {
    const due = difference(1, { kind: 'time', field: '/expires_at' });
    const after = (change: Partial<OpenDifference>) => causesOf(due, difference(2, { field: '/x', sessions: [9], things: [9], ...change })).at(-1);
    const [own, agent] = [{ things: [9, 101] }, { sessions: [9, 1] }];
    const kinds = ['status', 'code', 'value', 'amount', 'shape'] as const;
    expect(kinds.map((kind) => after({ kind, ...own }))).toEqual([0, 0, 0, 1, 1]);
    expect(kinds.map((kind) => after({ kind, ...agent }))).toEqual([0, 0, 1, 0, 1]);
    expect([after({ kind: 'amount', field: 'header x', ...agent }), after({ kind: 'status' })]).toEqual([1, 1]);
  }); // prettier-ignore

  it('of an order of items is that of other items at these places', () => {
    const order = difference(1, { kind: 'order', field: '/escrows' });
    const later = (field: string) => causesOf(order, difference(2, { kind: 'value', field })).at(-1);
    expect([later('/escrows/*'), later('/other/*'), later('/escrows/*/id')]).toEqual([0, 1, 1]);
  });
});

describe('differences alike', () => {
  it('are those of one answer, and of the same field in others', () => {
    expect(causesOf(difference(1), difference(1, { kind: 'value', field: '/x' }), difference(1, { field: 'header x' }))).toEqual([0, 0, 1]);
    expect(causesOf(difference(1, { kind: 'value' }), difference(2, { kind: 'value', field: '/a/*/fee' }), difference(3, { kind: 'value', field: '/fees' }), difference(4, { kind: 'shape' }))).toEqual([0, 0, 1, 2]);
    expect(causesOf(difference(1, { kind: 'value', field: '/a/*' }), difference(2, { kind: 'value', field: '/b/a' }))).toEqual([0, 0]);
  }); // prettier-ignore

  it.each<['status' | 'code']>([['status'], ['code']])('of a %s are those that change alike', (kind) => {
    const one = difference(1, { kind, field: '', recorded: '200', live: '404', things: [], sessions: [] });
    const other = (recorded: string, live: string) => causesOf(one, difference(2, { kind, field: '', recorded, live, things: [], sessions: [] })).at(-1);
    expect([other('200', '404'), other('200', '405'), other('201', '404')]).toEqual([0, 1, 1]);
  }); // prettier-ignore

  it.each<[string, [string, string], [string, string], boolean]>([
    ['the same words', ['a', 'b'], ['a', 'b'], true], ['another before', ['a', 'b'], ['c', 'b'], false], ['another after', ['a', 'b'], ['a', 'c'], false],
    ['letter case alone', ['a', 'A'], ['Bc', 'bC'], true], ['letter case in one of them', ['a', 'A'], ['b', 'c'], false], ['none in one of them', ['a', 'A'], ['b', 'b'], false],
    ['refused for the rate', ['200', '429 RATE_LIMIT'], ['404', '429'], true], ['refused for the rate before too', ['200', '429'], ['429 X', '429'], false], ['a number that is longer', ['200', '429'], ['200', '4290'], false], ['a number within', ['200', '429'], ['200', 'x429'], false],
    ['money that was not there', ['422 INSUFFICIENT_BALANCE', '200'], ['400 INSUFFICIENT_BALANCE', '201'], true], ['money in one of them', ['422 INSUFFICIENT_BALANCE', '200'], ['404', '200'], false],
  ])('have %s', (_what, [recorded, live], [before, after], is) => {
    expect(isSameChange({ recorded, live }, { recorded: before, live: after })).toBe(is);
    expect(isSameChange({ recorded: before, live: after }, { recorded, live })).toBe(is);
  }); // prettier-ignore

  it('say of money that it is not there on one side alone', () => {
    const [lack, other] = ['422 INSUFFICIENT_BALANCE', '201'];
    expect([isUncovered({ recorded: lack, live: other }), isUncovered({ recorded: other, live: lack }), isUncovered({ recorded: lack, live: '400 INSUFFICIENT_BALANCE' })]).toEqual([true, false, false]);
  }); // prettier-ignore

  it('about how requests are counted are one cause', () => {
    const [limit, left, refused] = [difference(1, { field: 'header x-ratelimit-limit' }), difference(2, { field: 'header x-ratelimit-remaining', kind: 'shape' }), status(3, '200', '429 RATE_LIMIT')];
    expect(causesOf(limit, left, refused, status(4, '429 RATE_LIMIT', '200'))).toEqual([0, 0, 0, 0]);
    expect([limit, left, refused].map(isAboutCounting)).toEqual([true, true, true]);
    const others = [difference(1, { field: 'header x-ratelimit-reset' }), difference(1, { field: 'xheader x-ratelimit-limit' }), difference(1, { field: 'header x-ratelimit-limits' }), status(1, '429', '429 X'), status(1, '200', '404'), status(1, '200', '1429'), { ...refused, kind: 'code' as const }];
    expect(others.map(isAboutCounting)).toEqual(others.map(() => false));
  }); // prettier-ignore
});
