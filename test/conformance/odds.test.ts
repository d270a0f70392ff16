/**
 * What the documents say of odds and payouts, held against the exact audit of the shipped rules: nothing is sampled.
 * The profile is named where it matters: `published` pays as printed, `consistent` keeps the stated edges.
 */
import { expect, it } from 'vitest';
import { auditedGames, exactRows, type BetRow } from '../../src/verification/audit/exact-rows.ts';
import { enumerate } from '../../src/core/fairness/enumerate.ts';
import { chancesOf, payoutFraction } from '../../src/platform/games/exact.ts';
import type { Profile } from '../../src/core/base/profile.ts';
import { keno } from '../../src/platform/games/keno.ts';
import { scratchCard } from '../../src/platform/games/scratch-card.ts';
import { slots } from '../../src/platform/games/slots.ts';
import { videoPoker } from '../../src/platform/games/video-poker.ts';
import { wheel } from '../../src/platform/games/wheel.ts';
import { expectSame } from '../expect-same.ts';

/** By game and rules: two profiles with the same rules share what has been enumerated. */
const known = new Map<string, readonly BetRow[]>();

function rows(game: string, profile: Profile): readonly BetRow[] {
  const entries = auditedGames(new Set([game]));
  const key = JSON.stringify([game, entries.map((entry) => entry.game.rules[profile])]);
  const found = known.get(key) ?? entries.flatMap((entry) => exactRows(entry, profile));
  known.set(key, found);
  expect(found.length).toBeGreaterThan(0);
  return found;
}

const edges = (game: string, profile: Profile): string[] => [
  ...new Set(rows(game, profile).map(({ figures }) => String(figures.edge))),
];

/** The lowest win and the highest of all bets of a game; a stake that comes back is left out unless it is a win. */
function range(game: string, profile: Profile): [string, string] {
  const all = rows(game, profile).map(({ figures }) => figures);
  const low = all.map(({ minPayout }) => minPayout).reduce((a, b) => (a.compare(b) < 0 ? a : b));
  const high = all.map(({ maxPayout }) => maxPayout).reduce((a, b) => (a.compare(b) > 0 ? a : b));
  return [String(low), String(high)];
}

/** Every edge of the game lies within `tolerance` of the stated one. */
function expectAbout(game: string, profile: Profile, stated: number, tolerance: number): void {
  for (const { figures } of rows(game, profile)) {
    expect(Math.abs(figures.edge.toNumber() - stated)).toBeLessThan(tolerance);
  }
}

it('GAM01 (profile consistent) every bet on a core game keeps exactly 0.5%', () => {
  for (const game of ['coin_flip', 'dice', 'multiplier', 'roulette', 'custom', 'crash']) {
    expect(edges(game, 'consistent'), game).toEqual(['1/200']);
  }
});
it('GAM16 every target of multiplier keeps exactly 0.5%', () => {
  expect(edges('multiplier', 'published')).toEqual(['1/200']);
});
it('GAM26 (profile consistent) every bet on roulette keeps exactly 0.5%', () => {
  expect(edges('roulette', 'consistent')).toEqual(['1/200']);
});
it('GAM34 (profile consistent) blackjack keeps about 2% under the best play', () => {
  expectAbout('blackjack', 'consistent', 0.02, 0.0001);
});
it('GAM38 every cash-out of crash keeps exactly 0.5%', () => {
  expect(edges('crash', 'published')).toEqual(['1/200']);
});
it('GAM41 plinko pays up to 1000x, with 16 rows and high risk', () => {
  const top = rows('plinko', 'published').filter(({ figures }) => String(figures.maxPayout) === '1000/1');
  expect(top.map(({ bet }) => bet)).toEqual([{ rows: 16, risk: 'high' }]);
  expect(range('plinko', 'published')[1]).toBe('1000/1');
});
it('GAM42 each of the nine tables of plinko keeps about 3%', () => {
  expect(rows('plinko', 'published')).toHaveLength(9);
  expectAbout('plinko', 'published', 0.03, 0.0015);
});
it('GAM45 slots pay from 1x to 250x', () => {
  const payouts = chancesOf(slots, {}, slots.rules.published).map(({ payout }) =>
    payoutFraction(payout).toNumber(),
  );
  expect([Math.min(...payouts.filter((payout) => payout > 0)), Math.max(...payouts)]).toEqual([1, 250]);
});
it('GAM46 slots: three alike, BAR BAR, two CHERRY and one CHERRY pay what is printed, on all 8,000 stops', () => {
  const triples: Record<string, number> = {
    '7': 250,
    BAR: 50,
    BELL: 25,
    CHERRY: 10,
    LEMON: 5,
    ORANGE: 5,
    GRAPE: 5,
  };
  const due = ([first = '', second, third]: readonly string[]): number => {
    if (first === second && second === third) return triples[first]!;
    if (first === 'BAR' && second === 'BAR') return 5;
    if (first !== 'CHERRY') return 0;
    return second === 'CHERRY' ? 2 : 1;
  };
  let stops = 0;
  for (const { outcome } of enumerate((pick) => slots.play({}, (n) => pick(n), slots.rules.published))) {
    const reels = outcome.detail['reels'] as string[];
    expectSame(payoutFraction(outcome.payout).toNumber(), due(reels), reels);
    stops += 1;
  }
  expect(stops).toBe(8000);
});
it('GAM47 slots keep 4%', () => {
  expect(edges('slots', 'published')).toEqual(['1/25']);
});
it('GAM51 simple_dice keeps 8.3%', () => {
  expectAbout('simple_dice', 'published', 0.083, 0.0005);
});
it('GAM55 hilo pays from 1.05x to 12x', () => {
  expect(range('hilo', 'published')).toEqual(['21/20', '12/1']);
});
it('GAM56 hilo keeps 4%, whichever way one guesses', () => {
  expect(edges('hilo', 'published')).toEqual(['1/25']);
});
it('GAM61 (profile published) keno pays the printed rows and nothing else on 1, 2, 3, 5 and 10 spots', () => {
  const printed: Record<number, number[]> = {
    1: [3.5],
    2: [16],
    3: [50, 2],
    5: [1000, 25, 3],
    10: [250_000, 500, 10],
  };
  for (const [spots, payouts] of Object.entries(printed)) {
    const picks = Array.from({ length: Number(spots) }, (_, index) => index + 1);
    const chances = chancesOf(keno, { picks }, keno.rules.published);
    expect(chances.map(({ payout }) => payoutFraction(payout).toNumber())).toEqual([...payouts, 0]);
  }
});
it('GAM62 (profile consistent) keno keeps about 8% on any number of spots', () => {
  expect(rows('keno', 'consistent')).toHaveLength(10);
  expectAbout('keno', 'consistent', 0.08, 0.001);
});
it('GAM64 the wheel pays from 0x to 10x', () => {
  const payouts = chancesOf(wheel, {}, wheel.rules.published).map(({ payout }) =>
    payoutFraction(payout).toNumber(),
  );
  expect([Math.min(...payouts), Math.max(...payouts)]).toEqual([0, 10]);
});
it('GAM65 the wheel has its eight sectors with the printed chances', () => {
  const chances = chancesOf(wheel, {}, wheel.rules.published);
  expect(
    chances.map(({ payout, probability }) => [payoutFraction(payout).toNumber(), probability.toNumber()]),
  ).toEqual([[10, 0.01], [5, 0.02], [3, 0.04], [2, 0.08], [1.5, 0.1], [1, 0.15], [0.5, 0.25], [0, 0.35]]); // prettier-ignore
});
it('GAM66 the wheel keeps 9.5%', () => {
  expect(edges('wheel', 'published')).toEqual(['19/200']);
});
it('GAM69 scratch cards pay from 2x to 50x', () => {
  expect(range('scratch_card', 'published')).toEqual(['2/1', '50/1']);
});
it('GAM70 scratch cards: each triple and any pair pay what is printed, on all tickets', () => {
  const triples: Record<string, number> = {
    diamond: 50,
    seven: 20,
    star: 15,
    clover: 12,
    bell: 8,
    cherry: 5,
  };
  for (const { outcome } of enumerate((pick) => scratchCard.play({}, pick, scratchCard.rules.published))) {
    const symbols = outcome.detail['symbols'] as string[];
    const kinds = new Set(symbols).size;
    const due = kinds === 1 ? triples[symbols[0]!]! : kinds === 2 ? 2 : 0;
    expectSame(payoutFraction(outcome.payout).toNumber(), due, symbols);
  }
});
it('GAM71 scratch cards keep 10%', () => {
  expect(edges('scratch_card', 'published')).toEqual(['1/10']);
});
it('GAM77 mines keep 2.5% on each of the 300 bets', () => {
  expect(rows('mines', 'published')).toHaveLength(300);
  expect(edges('mines', 'published')).toEqual(['1/40']);
});
it('GAM81 (profile published) video poker pays the printed table', () => {
  expect(videoPoker.rules.published).toEqual({
    royal_flush: 800, straight_flush: 50, four_of_a_kind: 25, full_house: 9, flush: 6, straight: 4,
    three_of_a_kind: 3, two_pair: 2, jacks_or_better: 1, nothing: 0,
  }); // prettier-ignore
  expect(String(rows('video_poker', 'published')[0]?.figures.returned)).toBe('1653526326983/1661102543100');
});
it('GAM82 (profile consistent) video poker keeps about 1.5% with optimal play', () => {
  expectAbout('video_poker', 'consistent', 0.015, 0.0006);
});
it('GAM85 baccarat pays player 1:1, banker 0.95:1, tie 8:1', () => {
  const paid = rows('baccarat', 'published').map(({ bet, figures }) => [
    bet['bet_on'],
    String(figures.maxPayout),
  ]);
  expect(paid).toEqual([
    ['player', '2/1'],
    ['banker', '39/20'],
    ['tie', '9/1'],
  ]);
});
it('GAM86 baccarat keeps player 1.24%, banker 1.06%, tie 14.4%, to the printed digits', () => {
  const kept = rows('baccarat', 'published').map(({ figures }) => figures.edge.toNumber() * 100);
  expect(kept.map((percent, index) => percent.toFixed(index === 2 ? 1 : 2))).toEqual([
    '1.24',
    '1.06',
    '14.4',
  ]);
});
