/** Every outcome that a table of payouts lists, and those beside it, under both readings. */
import { expect, it } from 'vitest';
import { statedEdges, wantedPayout } from '../../../src/verification/oracle/models/paytables.ts';
import { StakeLimitModel } from '../../../src/verification/oracle/models/stake-limits.ts';
import { extremes, topHundredths } from '../../../src/verification/oracle/models/top-payouts.ts';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { describeKept } from '../../kept-digests.ts';
import { caseOf, exchangeOf } from './said.ts';

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const pairsOf = <One, Other>(ones: readonly One[], others: readonly Other[]): (readonly [One, Other])[] =>
  ones.flatMap((one) => others.map((other) => [one, other] as const));
const ranks = [...'A23456789TJQK'.split(''), '10', 'x'];
const kinds = ['red', 'black', 'odd', 'even', 'low', 'high', 'dozen_1', 'dozen_2', 'dozen_3', 'column_1', 'column_2', 'column_3', 'dozen_4', 'xcolumn_1', 'column_12', 'number', 7, undefined]; // prettier-ignore

type Outcome = readonly [sent: Body, result: Body];

const outcomes: Readonly<Record<string, () => readonly Outcome[]>> = {
  wheel: () => range(10).map((sector) => [{}, { sector }]),
  simple_dice: () => range(7).map((roll) => [{ pick: 3 }, { roll }]),
  coin_flip: () => ['heads', 'tails', 7].map((result) => [{ side: 'heads' }, { result }]),
  roulette: () => pairsOf(kinds, [0, 1, 7, 12, 13, 24, 25, 36, ...range(37).slice(14, 20)]).flatMap(([kind, result]): Outcome[] => [[{ bet: kind }, { result }], [{ bet_type: kind, bet_value: 7 }, { result }]]),
  slots: () => ['7', 'BAR', 'BELL', 'CHERRY', 'LEMON', 'ORANGE', 'GRAPE', 'x'].flatMap((symbol): Outcome[] => [[{}, { reels: [symbol, symbol, symbol] }], [{}, { reels: [symbol, symbol, 'y'] }], [{}, { reels: [symbol, 'y', symbol] }], [{}, { reels: [symbol, symbol] }]]),
  slots_any: () => ['BAR', 'CHERRY', '7'].flatMap((symbol): Outcome[] => [[symbol, symbol], [symbol, symbol, 'y'], ['y', symbol, symbol], [symbol, 'y', symbol], [symbol, symbol, symbol], ['y', 'y', 'y']].map((reels) => [{}, { reels }])),
  scratch_card: () => ['diamond', 'seven', 'star', 'clover', 'bell', 'cherry', 'x'].map((symbol) => [{}, { symbols: [symbol, symbol, symbol] }]),
  hilo: () => pairsOf(ranks, ['A', '6', 'Q', 'K', '10']).map(([first, next]) => [{ guess: 'higher' }, { first_card: first, next_card: next }]),
  keno: () => range(12).flatMap((spots) => range(spots + 1).map((caught): Outcome => [{ picks: range(spots) }, { drawn: [...range(caught), 99] }])),
  plinko: () => pairsOf([8, 12, 16, 10], ['low', 'medium', 'high']).flatMap(([rows, risk]) => range(rows + 1).map((slot): Outcome => [{ rows, risk }, { slot }])),
  mines: () => pairsOf([0, 1, 12, 24], [0, 1, 13, 24]).map(([mines, reveals]) => [{ mines, reveals }, { mine_cells: [24] }]),
  custom: () => [49, 50, 51].map((drawn) => [{ win_probability: 50 }, { drawn }]),
  dice: () => pairsOf(['over', 'under'], [1, 50, 100]).map(([direction, threshold]) => [{ direction, threshold }, { roll: 51 }]),
  baccarat: () => ['player', 'banker', 'tie', 'x'].map((on) => [{ bet_on: on }, { player: ['9'], banker: ['8'] }]),
  video_poker: () => ['AC KC QC JC TC', 'AC 2C 3C 4C 5C', 'AC AD AH AS KC', 'AC AD AH KS KC', '2C 4C 6C 8C TC', 'AC 2C 3C 4C 5D', 'AC AD AH KS QC', 'AC AD KH KS QC', 'JC JD KH AS QC', 'TC TD KH AS QC'].map((cards) => [{}, { cards: cards.split(' ') }]),
  crash: () => [1.99, 2, 2.01].map((point) => [{ cash_out_at: 2 }, { crash_point: point }]),
  multiplier: () => [1.99, 2, 2.01].map((point) => [{ target_multiplier: 2 }, { crash_point: point }]),
}; // prettier-ignore

const paid = (game: string, [sent, result]: Outcome): unknown[] =>
  [true, false].flatMap((isPublished) => [
    wantedPayout(game, { sent, result, stake: 1_000_000 }, isPublished),
    topHundredths(game, sent, isPublished),
  ]);

describeKept(
  new URL('payout-tables.json', import.meta.url),
  Object.entries(outcomes).map(([name, made]) => ({
    name,
    made: () => made().map((each) => paid(name, each)),
  })),
);

it('payouts are those that are published unless another reading is asked for', () => {
  const bet = { sent: { side: 'heads' }, result: { result: 'heads' }, stake: 100 };
  expect([wantedPayout('coin_flip', bet), wantedPayout('coin_flip', bet, false)]).toEqual([196, 199]);
});

it('the stated edges are those of the documents', () => {
  expect(statedEdges).toEqual({
    coin_flip: '0.5%', dice: '0.5%', simple_dice: '8.3%', multiplier: '0.5%', roulette: '0.5%', custom: '0.5%', blackjack: 'about 2%',
    crash: '0.5%', plinko: 'about 3%', slots: 'about 4%', hilo: 'about 4%', keno: 'about 8%', scratch_card: 'about 10%',
    video_poker: 'about 1.5% with optimal play', wheel: 'about 9.5%', mines: '2.5%', baccarat: 'player 1.24%, banker 1.06%, tie 14.4%',
  });
}); // prettier-ignore

it('limits lie between those of the bets with the least and the highest top', () => {
  expect(extremes).toEqual({
    coin_flip: [196, 196], dice: [100, 9800], simple_dice: [550, 550], multiplier: [101, 100_000], roulette: [196, 3430], custom: [100, 9800],
    blackjack: [300, 300], crash: [101, 10_000], plinko: [560, 100_000], slots: [25_000, 25_000], hilo: [1200, 1200], keno: [350, 25_000_000],
    scratch_card: [5000, 5000], video_poker: [80_000, 80_000], wheel: [1000, 1000], baccarat: [195, 900],
  });
}); // prettier-ignore

it('under the strict reading alone a bet may be taken that favours its player, and a house risks its bankroll on two outcomes alone', () => {
  const best = (game: string, limit: string, bankroll = 10_000_000): number => {
    const books = { available: () => bankroll };
    const { file, said } = caseOf({ setting: { faults: [], changed: [], policies: { 'kelly.limit': limit, 'casino.payouts': 'published' } }, books, houses: { known: () => 1e12 } });
    const sent = { side: 'heads', direction: 'over', threshold: 50, win_probability: 50, picks: [1], amount: 1 };
    new StakeLimitModel(file).optimal(exchangeOf('casino/A/kellyOptimal', { body: sent, answer: { game, kelly_fraction: 0.5, optimal_bet: 5, max_bet: 0 } }), 'alice', true);
    return said.length;
  };
  expect(['keno', 'video_poker', 'blackjack', 'slots', 'wheel'].map((game) => best(game, 'strict'))).toEqual([0, 0, 0, 1, 1]);
  expect(['coin_flip', 'dice', 'custom', 'wheel'].map((game) => best(game, 'house'))).toEqual([2, 2, 2, 1]);
}); // prettier-ignore
