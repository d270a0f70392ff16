/** The result of each game, field by field: what is let pass, and the nearest value that is not. */
import { describe, expect, it } from 'vitest';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { checkResults } from '../../../src/verification/oracle/facts/results.ts';
import { caseOf, exchangeOf } from './said.ts';

function said(answer: Body, { call = 'casino/A/bet', payouts = 'published' } = {}): string[] {
  const { file, said: all } = caseOf({ setting: { faults: [], policies: { 'casino.payouts': payouts } } });
  checkResults(file, exchangeOf(call, { answer }));
  return all;
}

const upTo = (count: number, first = 1): number[] =>
  Array.from({ length: count }, (_, index) => index + first);
const ranks = 'A23456789TJQK'.split('');
const royal = ['AS', 'KS', 'QS', 'JS', 'TS'];

/** By game, each field with values that are right and values that are not. */
const fields: readonly (readonly [game: string, field: string, right: readonly unknown[], wrong: readonly unknown[]])[] = [
  ['coin_flip', 'side', ['heads', 'tails'], ['head', '', null]],
  ['coin_flip', 'result', ['heads', 'tails'], ['edge', 1]],
  ['dice', 'roll', [1, 100], [0, 101, 1.5, '7', null]],
  ['dice', 'direction', ['over', 'under'], ['above', '']],
  ['simple_dice', 'roll', [1, 6], [0, 7]],
  ['simple_dice', 'pick', [1, 6], [0, 7]],
  ['custom', 'drawn', [1, 100], [0, 101]],
  ['multiplier', 'crash_point', [1, 1.01, 1.1, 250.07], [0.99, 1.005, 'x', null]],
  ['crash', 'crash_point', [1, 1.01, 33.33], [0.99, 1.001]],
  ['roulette', 'result', [0, 36], [-1, 37, 0.5]],
  ['plinko', 'slot', [0, 16], [-1, 17]],
  ['slots', 'reels', [['7', 'BAR', 'BELL'], ['CHERRY', 'LEMON', 'ORANGE'], ['GRAPE', 'GRAPE', 'GRAPE']], [['7', '7'], ['7', '7', '7', '7'], ['7', '7', 'PLUM'], '777', null]],
  ['hilo', 'first_card', ranks, ['1', '10', 'AS']],
  ['hilo', 'next_card', ranks, ['1', '10', 'AS']],
  ['keno', 'drawn', [upTo(20), upTo(20, 61)], [upTo(20, 0), upTo(20, 62), [...upTo(19), 19], [2, 1, ...upTo(18, 3)], [...upTo(19), 19.5], upTo(19), upTo(21)]],
  ['scratch_card', 'symbols', [['diamond', 'seven', 'star'], ['clover', 'bell', 'cherry']], [['star', 'star'], ['star', 'star', 'star', 'star'], ['star', 'star', 'moon']]],
  ['video_poker', 'cards', [royal, ['2C', '3D', '4H', '5S', '7C']], [royal.slice(1), [...royal.slice(1), 'KS'], [...royal.slice(1), '1S'], [...royal.slice(1), 'A']]],
  ['wheel', 'sector', [1, 8], [0, 9]],
  ['mines', 'mine_cells', [[0, 24], [5]], [[-1, 4], [3, 25], [4, 3], [3, 3], [1.5]]],
  ['baccarat', 'player', [['A', 'K'], ['2', '3', '4']], [['A'], ['2', '3', '4', '5'], ['A', '1']]],
  ['baccarat', 'banker', [['A', 'K'], ['2', '3', '4']], [['A'], ['2', '3', '4', '5'], ['A', '1']]],
  ['blackjack', 'player', [['A'], ['2', '3']], [[], ['A', '1']]],
  ['blackjack', 'dealer', [['A'], ['2']], [[], ['1']]],
]; // prettier-ignore

describe('a field of a result', () => {
  it.each(fields)('of %s: %s', (game, field, right, wrong) => {
    for (const value of right) expect(said({ game, result: { [field]: value } }), String(value)).toEqual([]);
    for (const value of wrong) {
      const message = `answers-fixed: casino/bet: ${game} cannot end with ${field} ${JSON.stringify(value)}`;
      const all = said({ game, result: { [field]: value } });
      expect(all.length, String(value)).toBeGreaterThan(0);
      expect(new Set(all)).toEqual(new Set([message]));
    }
  });
});

/** By game, what a field must be beside the others of the result. */
const together: readonly (readonly [game: string, field: string, right: Body, wrong: unknown])[] = [
  ['roulette', 'color', { result: 1, color: 'red' }, 'black'],
  ['roulette', 'color', { result: 36, color: 'red' }, 'green'],
  ['roulette', 'color', { result: 2, color: 'black' }, 'red'],
  ['roulette', 'color', { result: 0, color: 'green' }, 'red'],
  ['roulette', 'color', { result: 0, color: 'green' }, 'black'],
  ['keno', 'caught', { picks: [1, 20, 21], drawn: upTo(20), caught: 2 }, 3],
  ['keno', 'caught', { picks: [1, 20, 21], drawn: upTo(20), caught: 2 }, 1],
  ['plinko', 'slot', { rows: 8, slot: 8 }, 9],
  ['mines', 'mine_cells', { mines: 2, mine_cells: [3, 7] }, [3]],
  ['mines', 'mine_cells', { mines: 2, mine_cells: [3, 7] }, [3, 7, 9]],
  ['baccarat', 'winner', { player: ['9', 'K'], banker: ['8', 'K'], winner: 'player' }, 'banker'],
  ['baccarat', 'winner', { player: ['8', 'K'], banker: ['9', 'K'], winner: 'banker' }, 'player'],
  ['baccarat', 'winner', { player: ['9', 'K'], banker: ['K', '9'], winner: 'tie' }, 'player'],
  ['baccarat', 'winner', { player: ['9', 'K'], banker: ['K', '9'], winner: 'tie' }, 'banker'],
  ['blackjack', 'player_total', { player: ['A', '9'], player_total: 20 }, 10],
  ['blackjack', 'player_total', { player: ['A', '9', '2'], player_total: 12 }, 22],
]; // prettier-ignore

it.each(together)('%s: %s of %j is not %j', (game, field, right, wrong) => {
  expect(said({ game, result: right })).toEqual([]);
  expect(said({ game, result: { ...right, [field]: wrong } })).toEqual([
    `answers-fixed: casino/bet: ${game} cannot end with ${field} ${JSON.stringify(wrong)}`,
  ]);
});

const pokerHands: Readonly<Record<string, string>> = {
  royal_flush: 'AS KS QS JS TS', straight_flush: '9S KS QS JS TS', four_of_a_kind: 'AS AH AD AC TS', full_house: 'AS AH AD TC TS',
  flush: '2S KS QS JS TS', straight: 'AS 2S 3S 4S 5H', three_of_a_kind: 'AS AH AD TC 9S', two_pair: 'AS AH TD TC 9S',
  jacks_or_better: 'JS JH TD 8C 9S', nothing: 'TS TH JD 8C 9S',
}; // prettier-ignore

it('a hand of poker has the name that its cards make', () => {
  for (const [name, cards] of Object.entries(pokerHands))
    for (const hand of Object.keys(pokerHands)) {
      const wrong = [`answers-fixed: casino/bet: video_poker cannot end with hand "${hand}"`];
      const all = said({ game: 'video_poker', result: { cards: cards.split(' '), hand } });
      expect(all, `${cards} ${hand}`).toEqual(hand === name ? [] : wrong);
    }
});

describe('a hand of blackjack', () => {
  const hand = (player: string, dealer: string, more: object = {}): Body => ({
    game: 'blackjack',
    result: { player: player.split(''), dealer: dealer.split('') },
    ...more,
  });

  it('comes to its end as the reading of the payouts has it', () => {
    expect(said(hand('T9', 'A6'))).toEqual([]);
    expect(said(hand('T9', 'A6K'))).toEqual(['answers-fixed: casino/bet: the dealer draws to A 6']);
    expect(said(hand('T9', 'A6K'), { payouts: 'consistent' })).toEqual([]);
  });

  it('is open where the answer or the result says so', () => {
    expect(said(hand('69', '3', { status: 'open' }))).toEqual([]);
    expect(said({ game: 'blackjack', result: { player: ['6', '9'], dealer: ['3'], status: 'open' } })).toEqual([]);
    expect(said(hand('69', '3'))).toEqual(['answers-fixed: casino/bet: the dealer stands with 3 points']);
  });

  it('is not looked at before both have cards', () => {
    expect(said(hand('6', '3'))).toEqual([]);
    expect(said({ game: 'blackjack', result: { player: ['6', '9'] } })).toEqual([]);
  });
}); // prettier-ignore

describe('a result within an answer', () => {
  const wrong = { result: { sector: 9 } };
  const message = (operation: string) => [
    `answers-fixed: casino/${operation}: wheel cannot end with sector 9`,
  ];

  it('is of the game of its part, or of what that is part of', () => {
    expect(said({ results: [{ game: 'wheel', ...wrong }] }, { call: 'casino/A/batch' })).toEqual(message('batch'));
    expect(said({ game: 'wheel', challenger_round: wrong }, { call: 'casino/A/acceptChallenge' })).toEqual(message('acceptChallenge'));
    expect(said({ game: 'wheel', one: { two: { three: wrong } } })).toEqual(message('bet'));
    expect(said({ game: 'dice', results: [wrong] })).toEqual([]);
  });

  it('is looked at three levels down, and in the casino alone', () => {
    expect(said({ game: 'wheel', one: { two: { three: { four: wrong } } } })).toEqual([]);
    expect(said({ game: 'wheel', ...wrong }, { call: 'wallet/A/bet' })).toEqual([]);
    expect(said({ game: 'wheel', result: [{ sector: 9 }] })).toEqual([]);
    expect(said({ game: 'wheel', result: null })).toEqual([]);
  });

  it('may name its game in another spelling', () => {
    const answer = { game: 'coinflip', result: { result: 'edge' } };
    expect(said(answer)).toEqual(['answers-fixed: casino/bet: coin_flip cannot end with result "edge"']);
    expect(said({ ...answer, game: 'coin-flip' })).toHaveLength(1);
  });
}); // prettier-ignore
