/** What bets of each game pay, and pay at most, whatever comes out, as both readings of the tables have it. */
import { describe, expect, it } from 'vitest';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { doubleMistake, handMistake } from '../../../src/verification/oracle/models/blackjack-hands.ts';
import { wantedPayout } from '../../../src/verification/oracle/models/paytables.ts';
import { extremes, stakeBelow, topHundredths } from '../../../src/verification/oracle/models/top-payouts.ts';
import { describeKept, drawFrom, oneOf, type DrawBelow, type KeptSubject } from '../../kept-digests.ts';

const ranks = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
const bets = ['red', 'black', 'odd', 'even', 'low', 'high', 'dozen_1', 'dozen_2', 'dozen_3', 'column_1', 'column_2', 'column_3', 'dozen_4', 'xcolumn_1', 'column_1x', 'number', 'other', 0, 7, 36, undefined]; // prettier-ignore
const reels = ['7', 'BAR', 'BELL', 'CHERRY', 'LEMON', 'ORANGE', 'GRAPE', 'other'];
const tickets = ['diamond', 'seven', 'star', 'clover', 'bell', 'cherry', 'other'];
const odd: readonly unknown[] = [undefined, null, 'x', '7', -1, 0, 2.5];

const several = (draw: DrawBelow, items: readonly unknown[], count: number): unknown[] =>
  Array.from({ length: count }, () => oneOf(draw, items));
/** Mostly three of few, so that equal ones are common. */
const shown = (draw: DrawBelow, items: readonly string[]): unknown[] =>
  several(draw, [oneOf(draw, items), oneOf(draw, items)], draw(12) === 0 ? 2 : 3);
const distinct = (draw: DrawBelow, most: number, count: number): number[] => {
  const found = new Set<number>();
  while (found.size < count) found.add(1 + draw(most));
  return [...found];
};
const hand = (draw: DrawBelow, most = 4): unknown[] => several(draw, ranks, 2 + draw(most - 1));

/** A bet of a game, and what comes out. */
const drawn: Readonly<Record<string, (draw: DrawBelow) => readonly [sent: Body, result: Body]>> = {
  coin_flip: (draw) => [{ side: oneOf(draw, ['heads', 'tails']) }, { result: oneOf(draw, ['heads', 'tails', 7]) }],
  simple_dice: (draw) => [{ pick: 1 + draw(6) }, { roll: 1 + draw(6) }],
  dice: (draw) => [{ direction: oneOf(draw, ['over', 'under']), threshold: oneOf(draw, [1, 2, 50, 51, 98, 99, 100, 33]) }, { roll: oneOf(draw, [1, 2, 33, 50, 51, 52, 98, 99, 100]) }],
  crash: (draw) => [{ cash_out_at: oneOf(draw, [1.01, 2, 2.01, '2', 9.999]) }, { crash_point: oneOf(draw, [1, 1.01, 2, 2.01, 10]) }],
  multiplier: (draw) => [{ target_multiplier: oneOf(draw, [1.01, 2, 2.01, '2', 9.999]) }, { crash_point: oneOf(draw, [1, 1.01, 2, 2.01, 10]) }],
  wheel: (draw) => [{}, { sector: 1 + draw(9) }],
  roulette: (draw) => [{ [oneOf(draw, ['bet_type', 'bet'])]: oneOf(draw, bets), bet_value: oneOf(draw, [undefined, 0, 7, '7']) }, { result: oneOf(draw, [0, 7, draw(37), draw(37), draw(37)]) }],
  slots: (draw) => [{}, { reels: shown(draw, reels) }],
  slots_any: (draw) => [{}, { reels: shown(draw, ['BAR', 'CHERRY', 'BAR', 'CHERRY', 'BELL']) }],
  scratch_card: (draw) => [{}, { symbols: shown(draw, tickets) }],
  hilo: (draw) => [{ guess: oneOf(draw, ['higher', 'lower']) }, { first_card: oneOf(draw, [...ranks, '10', 'x']), next_card: oneOf(draw, [...ranks, '10', 7]) }],
  keno: (draw) => [{ picks: distinct(draw, 12, draw(11)) }, { drawn: distinct(draw, 22, 12) }],
  plinko: (draw) => [{ rows: oneOf(draw, [8, 12, 16, 9]), risk: oneOf(draw, ['low', 'medium', 'high', 'none']) }, { slot: draw(17) }],
  mines: (draw) => [{ mines: oneOf(draw, [1, 3, 12, 24, 25, 2.5]), reveals: oneOf(draw, [0, 1, 2, 12, 22, 23, 24, 25]) }, { mine_cells: distinct(draw, 25, 1 + draw(2)) }],
  custom: (draw) => [{ win_probability: oneOf(draw, [1, 50, 98, 33.3]) }, { drawn: oneOf(draw, [0.5, 1, 50, 50.1, 98, 99]) }],
  baccarat: (draw) => [{ bet_on: oneOf(draw, ['player', 'banker', 'tie']) }, { player: hand(draw, 3), banker: hand(draw, 3) }],
  blackjack: (draw) => [{}, { player: hand(draw), dealer: hand(draw) }],
  video_poker: (draw) => [{}, { cards: several(draw, oneOf(draw, [ranks, ranks.slice(0, 3), ranks.slice(0, 5), ranks.slice(8)]), 5).map((rank) => `${String(rank)}${oneOf(draw, ['C', oneOf(draw, ['C', 'D'])])}`) }],
}; // prettier-ignore

/** Now and then a field is missing, or of another form. */
function disturbed(draw: DrawBelow, part: Body): Body {
  const names = Object.keys(part);
  return draw(10) > 0 || names.length === 0 ? part : { ...part, [oneOf(draw, names)]: oneOf(draw, odd) };
}

function payoutsOf(game: string, isPublished: boolean): unknown[] {
  const draw = drawFrom(game);
  return Array.from({ length: 400 }, () => {
    const [sent, result] = drawn[game]!(draw);
    const seen = disturbed(draw, result);
    const bet = { sent: disturbed(draw, sent), result: seen, stake: 1 + draw(10_000_000) };
    return [wantedPayout(game, bet, isPublished), topHundredths(game, bet.sent, isPublished)];
  });
}

describe('a game', () => {
  describeKept(
    new URL('drawn-payouts.json', import.meta.url),
    Object.keys(drawn).flatMap((game): KeptSubject[] =>
      [true, false].map((isPublished) => ({
        name: `${game}, ${isPublished ? 'as published' : 'consistent'}`,
        made: () => payoutsOf(game, isPublished),
      })),
    ),
  );
});

it('no bet has a top outside of those of its game', () => {
  for (const [game, [shortest, longest]] of Object.entries(extremes)) {
    const draw = drawFrom(`tops of ${game}`);
    for (let turn = 0; turn < 200; turn += 1) {
      const [sent] = drawn[game]!(draw);
      const top = topHundredths(game, sent) ?? longest;
      // A wager on what is too likely pays less than its stake.
      if (top >= 100 && Object.values(sent).every((value) => value !== 1.01 && value !== 1)) expect([game, top >= shortest && top <= longest]).toEqual([game, true]);
    }
  }
}); // prettier-ignore

it.each([
  [250_000, 196, 2604],
  [100, 200, 1],
  [99, 200, 0],
  [1_000_000, 100.5, 2_000_000],
  [1_000_000, 9800 / 97, 970_000_00 / 100],
  [1_000_000, 100 + Math.PI, 318_309],
  [7, 107, 1],
])('of %i hundredths at a top of %f the highest stake is %i', (risked, top, stake) =>
  expect(stakeBelow(risked, top)).toBe(stake),
);

describe('a hand of blackjack', () => {
  const cards = (text: string): string[] => text.split('');
  const double = (player: string, dealer: string, more: object = {}) =>
    doubleMistake({
      player: cards(player),
      dealer: cards(dealer),
      isOpen: false,
      standsAtSoft: false,
      ...more,
    });

  it('is doubled with the first two cards alone, and under one reading with 11 points', () => {
    expect([double('566', 'T7'), double('565', 'TA'), double('AT', 'T7'), double('56', 'AT'), double('236', 'T7', { standsAtSoft: true })]).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(double('466', 'T7')).toBe('a double goes with 4 6');
    expect(double('5662', 'T7')).toBe('a double leaves 5 6 6 2');
    expect(double('56', 'T7')).toBe('a double leaves 5 6');
    expect(double('566', 'T', { isOpen: true })).toBe('a double leaves 5 6 6');
    expect(double('56', 'T', { isOpen: true, standsAtSoft: true })).toBe('a double leaves 5 6');
    expect(double('AT6', 'T7', { standsAtSoft: true })).toBeUndefined();
  }); // prettier-ignore

  it('of drawn cards has the same mistakes as before', () => {
    const draw = drawFrom('hands');
    const counts = new Map<string, number>();
    for (let turn = 0; turn < 500; turn += 1) {
      const shownHand = { player: cards(hand(draw).join('')), dealer: cards(hand(draw).join('')).slice(draw(4) === 0 ? 1 : 0), isOpen: draw(4) === 0, standsAtSoft: draw(2) === 0 };
      for (const mistake of [handMistake(shownHand), doubleMistake(shownHand)]) {
        const kind = (mistake ?? 'none').split(' ').slice(0, 3).join(' ');
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
    }
    expect(Object.fromEntries(counts)).toMatchInlineSnapshot(`
      {
        "a card is": 78,
        "a double goes": 60,
        "a double leaves": 352,
        "none": 266,
        "the dealer draws": 138,
        "the dealer stands": 84,
        "the hand is": 22,
      }
    `);
  }); // prettier-ignore
});
