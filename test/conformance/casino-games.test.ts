import { describe, expect, it } from 'vitest';
import { Fraction } from '../../src/core/base/fraction.ts';
import { payoutFraction } from '../../src/platform/games/exact.ts';
import type { Profile } from '../../src/core/base/profile.ts';
import type { JsonObject } from '../../src/core/http/message.ts';
import { betsOf, chances, edge, singleGame } from '../platform/games/chances.ts';
import { owed } from './card-stage.ts';
import { betA, placed, table } from './casino-stage.ts';
import { textOf } from './harness.ts';

/** Bets of one kind through the service, each held against a pay table that stands in no file of src. */
function played(path: string, params: object, count = 500): JsonObject[] {
  const { alice } = table();
  const bets = Array.from({ length: count }, () => placed(betA(alice, path, params)));
  const wrong = bets.filter((bet) => {
    const { multiplier, payout } = bet;
    const pays = owed(bet, params);
    const isClose = typeof multiplier === 'number' && Math.abs(multiplier - pays) < 5e-10;
    return !isClose || payout !== Math.floor(10_000 * pays + 1e-6) / 1e6;
  });
  expect(wrong).toEqual([]);
  return bets;
}

const resultsOf = (bets: readonly JsonObject[]): JsonObject[] =>
  bets.map(({ result }) => result as JsonObject);
const valuesOf = (bets: readonly JsonObject[], field: string): unknown[] => [
  ...new Set(resultsOf(bets).map((result) => result[field])),
];
const multipliersOf = (bets: readonly JsonObject[]): number[] =>
  [...new Set(bets.map(({ multiplier }) => Number(multiplier)))].toSorted((a, b) => a - b);

/** Every bet of a game by its edge in percent, exactly from the play that the service ships. */
const edgesOf = (id: string, profile: Profile = 'published'): number[] =>
  betsOf(singleGame(id)).map((bet) => edge(id, bet, profile).toNumber() * 100);

/** What a bet can pay, with chances, from the same play. */
const tableOf = (id: string, bet: object): [number, string][] =>
  chances(singleGame(id), bet, 'published').map(({ payout, probability }) => [
    payoutFraction(payout).toNumber(),
    probability.toString(),
  ]);

const halfPercent = Fraction.of(1, 200);
const spots = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

describe('the core games', () => {
  it('GAM01 GAM16 GAM26 GAM38 keep exactly 0.5%, every bet of them (policy casino.payouts: consistent)', () => {
    for (const id of ['coin_flip', 'dice', 'multiplier', 'roulette', 'custom', 'crash']) {
      const bets = betsOf(singleGame(id));
      expect(bets.length).toBeGreaterThan(1);
      for (const bet of bets) expect(edge(id, bet, 'consistent').compare(halfPercent), id).toBe(0);
    }
    // Crash and multiplier keep it as they are printed.
    for (const id of ['crash', 'multiplier']) {
      for (const bet of betsOf(singleGame(id)).slice(0, 20)) {
        expect(edge(id, bet, 'published').compare(halfPercent), id).toBe(0);
      }
    }
    const { alice } = table({}, { profile: 'consistent' });
    const bets = Array.from({ length: 200 }, () =>
      placed(betA(alice, 'roulette', { bet_type: 'red' }, 0.36)),
    );
    expect(multipliersOf(bets)).toEqual([0, 7363 / 3600]);
    expect(new Set(bets.map(({ payout }) => payout))).toEqual(new Set([0, 0.7363]));
  });

  it('GAM08 rolls dice of 1 to 100', () => {
    const rolls = valuesOf(played('dice', { direction: 'over', threshold: 50 }, 1_500), 'roll') as number[];
    expect(rolls.toSorted((a, b) => a - b)).toEqual(spots(100));
  });

  it('GAM14 wins at multiplier if the crash point is above the target, and not at it', () => {
    const bets = played('multiplier', { target_multiplier: 1.05 }, 1_500);
    const at = resultsOf(bets).filter(({ crash_point }) => crash_point === 1.05).length;
    expect(at).toBeGreaterThan(5);
    for (const { win, result } of bets) {
      expect(win).toBe((result as { crash_point: number }).crash_point > 1.05);
    }
  });

  it('GAM18 spins a European wheel of the pockets 0 to 36', () => {
    const bets = played('roulette', { bet_type: 'red' }, 800);
    const pockets = valuesOf(bets, 'result') as number[];
    expect(pockets.toSorted((a, b) => a - b)).toEqual([0, ...spots(36)]);
    expect(bets.filter(({ result, win }) => (result as JsonObject)['result'] === 0 && win === true)).toEqual(
      [],
    );
    expect(tableOf('roulette', { type: 'number', value: 0 })).toEqual([
      [34.3, '1/37'],
      [0, '36/37'],
    ]);
  });
});

describe('the other games', () => {
  it('GAM41 GAM42 pays plinko by rows and risk, up to 1000x, and keeps near 3%', () => {
    const tops = new Set<string>();
    for (const rows of [8, 12, 16]) {
      for (const risk of ['low', 'medium', 'high']) {
        played('plinko', { rows, risk }, 200);
        tops.add(JSON.stringify(tableOf('plinko', { rows, risk }).map(([pays]) => pays)));
      }
    }
    expect(tops.size).toBe(9);
    const highest = betsOf(singleGame('plinko')).map((bet) => [tableOf('plinko', bet)[0]?.[0], bet]);
    expect(highest.filter(([pays]) => Number(pays) >= 1000)).toEqual([[1000, { rows: 16, risk: 'high' }]]);
    for (const percent of edgesOf('plinko')) expect(Math.abs(percent - 3)).toBeLessThan(0.15);
  });

  it('GAM44 GAM45 GAM46 GAM47 spins three reels of seven symbols for 1x to 250x and keeps near 4%', () => {
    const bets = played('slots', {}, 2_500);
    const symbols = new Set(resultsOf(bets).flatMap(({ reels }) => reels as string[]));
    expect([...symbols].toSorted()).toEqual(['7', 'BAR', 'BELL', 'CHERRY', 'GRAPE', 'LEMON', 'ORANGE']);
    for (const { reels } of resultsOf(bets)) expect((reels as string[]).length).toBe(3);
    const pays = tableOf('slots', {}).map(([multiple]) => multiple);
    expect(pays).toEqual([250, 50, 25, 10, 5, 2, 1, 0]);
    // 250x comes once in 8,000; the others have been seen.
    expect(multipliersOf(bets).filter((multiple) => multiple < 250)).toEqual([0, 1, 2, 5, 10, 25, 50]);
    const shown = new Map(bets.map((bet) => [(bet['result'] as { reels: string[] }).reels.join(' '), bet]));
    const line = (reels: string): unknown => shown.get(reels)?.['multiplier'];
    expect(['BELL BELL BELL', 'CHERRY CHERRY CHERRY', 'LEMON LEMON LEMON'].map(line)).toEqual([25, 10, 5]);
    expect(['BAR BAR BELL', 'CHERRY CHERRY BAR', 'CHERRY BAR BAR'].map(line)).toEqual([5, 2, 1]);
    expect(edgesOf('slots')).toEqual([4]);
  });

  it('GAM51 keeps 8.3% of simple dice', () => {
    expect(edge('simple_dice', { pick: 3 }, 'published').toString()).toBe('1/12');
    expect(valuesOf(played('simple-dice', { pick: 3 }, 200), 'roll').length).toBe(6);
  });

  it('GAM53 GAM54 GAM55 GAM56 pays hilo by the first card, 1.05x to 12x; equal cards push; near 4% is kept', () => {
    const bets = played('hilo', { guess: 'lower' }, 2_500);
    expect((valuesOf(bets, 'first_card') as string[]).toSorted().join('')).toBe('23456789AJKQT');
    expect((valuesOf(bets, 'next_card') as string[]).length).toBe(13);
    const pushes = bets.filter(({ result }) => {
      const { first_card, next_card } = result as { first_card: string; next_card: string };
      return first_card === next_card;
    });
    expect(pushes.length).toBeGreaterThan(150);
    expect(multipliersOf(pushes)).toEqual([1]);
    for (const { win, payout } of pushes) expect([win, payout]).toEqual([false, 0.01]);
    const wins = bets.filter(({ win }) => win === true);
    expect([multipliersOf(wins)[0], multipliersOf(wins).at(-1)]).toEqual([1.05, 12]);
    // One payout for each first card that can win.
    const byFirst = new Set(
      wins.map(
        ({ result, multiplier }) => `${textOf(result as JsonObject, 'first_card')} ${Number(multiplier)}`,
      ),
    );
    expect(byFirst.size).toBe(12);
    for (const percent of edgesOf('hilo')) expect(percent).toBeCloseTo(4, 1);
  });

  it('GAM59 draws 20 of the numbers 1 to 80 at keno', () => {
    const seen = new Set<number>();
    for (const { drawn, caught, picks } of resultsOf(played('keno', { picks: [7, 70] }, 300)) as {
      drawn: number[];
      caught: number;
      picks: number[];
    }[]) {
      expect(new Set(drawn).size).toBe(20);
      for (const number of drawn) seen.add(number);
      expect(caught).toBe(picks.filter((number) => drawn.includes(number)).length);
    }
    expect([...seen].toSorted((a, b) => a - b)).toEqual(spots(80));
  });

  it('GAM60 GAM61 pays the printed rows of keno, from 3.5x for one spot up to 250000x', () => {
    const rows: Record<number, number[]> = {
      1: [3.5],
      2: [16],
      3: [50, 2],
      5: [1000, 25, 3],
      10: [250_000, 500, 10],
    };
    for (const [count, pays] of Object.entries(rows)) {
      const paid = tableOf('keno', { picks: spots(Number(count)) }).map(([multiple]) => multiple);
      expect(paid).toEqual([...pays, 0]);
      played('keno', { picks: spots(Number(count)) }, 400);
    }
    const tops = betsOf(singleGame('keno')).map((bet) => tableOf('keno', bet)[0]?.[0] ?? 0);
    expect([Math.max(...tops), Math.min(...tops)]).toEqual([250_000, 3.5]);
  });

  it('GAM62 keeps near 8% of keno for any count of spots (policy casino.payouts: consistent)', () => {
    const edges = edgesOf('keno', 'consistent');
    expect(edges.length).toBe(10);
    for (const percent of edges) expect(Math.abs(percent - 8)).toBeLessThan(0.6);
  });

  it('GAM64 GAM65 GAM66 turns a wheel of eight sectors, 0x to 10x, and keeps near 9.5%', () => {
    const bets = played('wheel', {}, 800);
    expect(multipliersOf(bets)).toEqual([0, 0.5, 1, 1.5, 2, 3, 5, 10]);
    expect(valuesOf(bets, 'sector').length).toBe(8);
    const percent = (of: number): string => Fraction.of(of, 100).toString();
    expect(tableOf('wheel', {})).toEqual([
      [10, percent(1)],
      [5, percent(2)],
      [3, percent(4)],
      [2, percent(8)],
      [1.5, percent(10)],
      [1, percent(15)],
      [0.5, percent(25)],
      [0, percent(35)],
    ]);
    expect(edgesOf('wheel')).toEqual([9.5]);
  });

  it('GAM67 GAM68 GAM69 GAM70 GAM71 reveals three symbols, pays triples 50x to 5x and pairs 2x, and keeps near 10%', () => {
    const { alice } = table();
    expect(betA(alice, 'scratch-card', {}).status).toBe(200);
    const bets = played('scratch-card', {}, 3_500);
    for (const { symbols } of resultsOf(bets)) expect((symbols as string[]).length).toBe(3);
    const triples = new Map<string, unknown>();
    for (const { result, multiplier } of bets) {
      const { symbols } = result as { symbols: string[] };
      if (new Set(symbols).size === 1) triples.set(symbols[0] ?? '', multiplier);
      else expect(multiplier).toBe(new Set(symbols).size === 2 ? 2 : 0);
    }
    const printed = { diamond: 50, seven: 20, star: 15, clover: 12, bell: 8, cherry: 5 };
    expect(Object.fromEntries(triples)).toEqual(printed);
    const winning = tableOf('scratch_card', {})
      .map(([pays]) => pays)
      .filter((pays) => pays > 0);
    expect([Math.max(...winning), Math.min(...winning)]).toEqual([50, 2]);
    expect(edgesOf('scratch_card')).toEqual([10]);
  });

  it('GAM75 GAM77 opens the grid row by row and loses at a mine; keeps 2.5% of every bet', () => {
    const bets = played('mines', { mines: 4, reveals: 7 }, 1_200);
    const seen = new Set<number>();
    for (const { result, win } of bets) {
      const { mine_cells: cells } = result as { mine_cells: number[] };
      expect([cells.length, new Set(cells).size]).toEqual([4, 4]);
      for (const cell of cells) seen.add(cell);
      // Cells 0 to 4 are the first row, 5 and 6 the start of the second.
      expect(win).toBe(cells.every((cell) => cell >= 7));
    }
    expect([...seen].toSorted((a, b) => a - b)).toEqual([0, ...spots(24)]);
    const exact = Fraction.of(25, 1000);
    for (const bet of betsOf(singleGame('mines'))) {
      expect(edge('mines', bet, 'published').compare(exact)).toBe(0);
    }
    // The one sample of the documents that fits: 1 mine, 1 reveal, about 1.02x.
    expect(tableOf('mines', { mines: 1, reveals: 1 })[0]?.[0]).toBeCloseTo(1.0156, 4);
  });

  it('GAM85 GAM86 pays baccarat 1:1, 0.95:1 and 8:1, and keeps 1.24%, 1.06% and 14.4%', () => {
    for (const [side, profit] of [
      ['player', 1],
      ['banker', 0.95],
      ['tie', 8],
    ] as const) {
      const bets = played('baccarat', { bet_on: side }, 300);
      const wins = bets.filter(({ result }) => (result as JsonObject)['winner'] === side);
      expect(multipliersOf(wins)).toEqual([profit + 1]);
      const others = bets.filter(
        ({ result }) => (result as JsonObject)['winner'] === 'tie' && side !== 'tie',
      );
      expect(multipliersOf(others)).toEqual(side === 'tie' ? [] : [1]);
    }
    const [player, banker, tie] = ['player', 'banker', 'tie'].map((betOn) =>
      (edge('baccarat', { betOn }, 'published').toNumber() * 100).toFixed(2),
    );
    expect([player, banker, tie]).toEqual(['1.24', '1.06', '14.36']);
  });
});
