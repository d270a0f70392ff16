import { describe, expect, it } from 'vitest';
import { profiles, type Profile } from '../../../src/core/base/profile.ts';
import { payoutFraction } from '../../../src/platform/games/exact.ts';
import { ratioText } from '../../../src/platform/games/ratio.ts';
import { chances, singleGame } from './chances.ts';

/** Plays with predetermined draws. */
function playWith(id: string, bet: object, draws: readonly number[], profile: Profile = 'published') {
  const left = [...draws];
  const game = singleGame(id);
  const pick = (n: number): number => {
    const drawn = left.shift();
    if (drawn === undefined || drawn >= n) throw new Error(`no draw below ${n} is left`);
    return drawn;
  };
  const { payout, detail } = game.play(bet, pick, game.rules[profile]);
  return { payout: ratioText(payout), detail };
}

const paysOf = (id: string, bet: object, profile: Profile): number[] =>
  chances(singleGame(id), bet, profile).map(({ payout }) => payoutFraction(payout).toNumber());
const topOf = (id: string, bet: object, profile: Profile): number => paysOf(id, bet, profile)[0] ?? 0;

describe('winning payouts', () => {
  it.each<[string, Profile, string, object, number]>([
    ['GAM03', 'published', 'coin_flip', { side: 'tails' }, 1.96],
    ['GAM04', 'consistent', 'coin_flip', { side: 'tails' }, 1.99],
    ['GAM09', 'published', 'dice', { direction: 'over', threshold: 50 }, 1.96],
    ['GAM10', 'published', 'dice', { direction: 'over', threshold: 90 }, 9.8],
    ['GAM06', 'published', 'dice', { direction: 'under', threshold: 90 }, 98 / 89],
    ['GAM11', 'consistent', 'dice', { direction: 'over', threshold: 50 }, 1.99],
    ['GAM24', 'published', 'roulette', { type: 'even' }, 1.96],
    ['GAM22', 'published', 'roulette', { type: 'dozen_3' }, 2.94],
    ['GAM23', 'published', 'roulette', { type: 'column_1' }, 2.94],
    ['GAM25', 'published', 'roulette', { type: 'number', value: 36 }, 34.3],
    ['GAM29', 'published', 'custom', { winProbability: 1 }, 98],
    ['GAM29', 'published', 'custom', { winProbability: 99 }, 98 / 99],
    ['GAM30', 'consistent', 'custom', { winProbability: 50 }, 1.99],
    ['GAM15', 'published', 'multiplier', { targetHundredths: 101 }, 1.01],
    ['GAM15', 'consistent', 'multiplier', { targetHundredths: 100_000 }, 1000],
    ['GAM37', 'published', 'crash', { cashOutHundredths: 10_000 }, 100],
    ['GAM41', 'published', 'plinko', { rows: 16, risk: 'high' }, 1000],
    ['GAM50', 'published', 'simple_dice', { pick: 1 }, 5.5],
    ['GAM60', 'published', 'keno', { picks: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }, 250_000],
    ['GAM85', 'published', 'baccarat', { betOn: 'player' }, 2],
    ['GAM85', 'published', 'baccarat', { betOn: 'banker' }, 1.95],
    ['GAM85', 'published', 'baccarat', { betOn: 'tie' }, 9],
  ])('%s (profile %s) %s %j pays %dx in total', (_, profile, id, bet, pays) => {
    expect(topOf(id, bet, profile)).toBeCloseTo(pays, 12);
  });

  it.each<[string, Profile, object, number[]]>([
    ['GAM61', 'published', { picks: [1] }, [3.5, 0]],
    ['GAM61', 'published', { picks: [1, 2] }, [16, 0]],
    ['GAM61', 'published', { picks: [1, 2, 3] }, [50, 2, 0]],
    ['GAM61', 'published', { picks: [1, 2, 3, 4, 5] }, [1000, 25, 3, 0]],
    ['GAM61', 'published', { picks: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }, [250_000, 500, 10, 0]],
  ])('%s (profile %s) keno %j pays %j', (_, profile, bet, pays) => {
    expect(paysOf('keno', bet, profile)).toEqual(pays);
  });

  it.each(profiles)('GAM65 GAM64 (profile %s) the wheel has the stated chances', (profile) => {
    const percents = chances(singleGame('wheel'), {}, profile).map(({ payout, probability }) => [
      payoutFraction(payout).toNumber(),
      probability.toNumber() * 100,
    ]);
    expect(percents).toEqual([
      [10, 1],
      [5, 2],
      [3, 4],
      [2, 8],
      [1.5, 10],
      [1, 15],
      [0.5, 25],
      [0, 35],
    ]);
  });

  it('GAM45 slots pay 1x to 250x, GAM69 scratch cards 2x to 50x, GAM55 hi-lo 1.05x to 12x', () => {
    expect(paysOf('slots', {}, 'published')).toEqual([250, 50, 25, 10, 5, 2, 1, 0]);
    expect(paysOf('scratch_card', {}, 'published')).toEqual([50, 20, 15, 12, 8, 5, 2, 0]);
    const hilo = paysOf('hilo', { guess: 'lower' }, 'published').filter((pays) => pays > 1);
    expect([hilo[0], hilo.at(-1), hilo.length]).toEqual([12, 1.05, 12]);
  });

  it('plinko pays less towards the middle, and more at the edge with higher risk', () => {
    const {
      8: eight,
      12: twelve,
      16: sixteen,
    } = singleGame('plinko').rules.published as Record<number, Record<string, number[]>>;
    for (const tables of [eight!, twelve!, sixteen!]) {
      for (const half of Object.values(tables)) expect(half).toEqual(half.toSorted((a, b) => b - a));
      const edges = ['low', 'medium', 'high'].map((risk) => tables[risk]![0]!);
      expect(edges).toEqual(edges.toSorted((a, b) => a - b));
      const middles = ['low', 'medium', 'high'].map((risk) => tables[risk]!.at(-1)!);
      expect(middles).toEqual(middles.toSorted((a, b) => b - a));
    }
  });

  it('keno pays more for each additional number caught', () => {
    for (const row of Object.values(
      singleGame('keno').rules.consistent as Record<number, Record<number, number>>,
    )) {
      const paid = Object.values(row);
      expect(paid).toEqual(paid.toSorted((a, b) => a - b));
      expect(new Set(paid).size).toBe(paid.length);
    }
  });

  it('GAM76 mines: 1 mine and 1 reveal pay about 1.02x; the other two samples do not fit 2.5%', () => {
    expect(topOf('mines', { mines: 1, reveals: 1 }, 'published').toFixed(2)).toBe('1.02');
    expect(topOf('mines', { mines: 3, reveals: 5 }, 'published').toFixed(2)).toBe('1.97');
    expect(topOf('mines', { mines: 10, reveals: 10 }, 'published').toFixed(0)).toBe('1061');
  });
});

describe('rules', () => {
  it.each([
    ['GAM08 the lowest roll is 1', { direction: 'under', threshold: 2 }, 0, '49/1', 1],
    ['GAM08 the highest roll is 100', { direction: 'over', threshold: 99 }, 99, '98/1', 100],
    ['a roll on the threshold loses over', { direction: 'over', threshold: 50 }, 49, '0/1', 50],
    ['a roll on the threshold loses under', { direction: 'under', threshold: 50 }, 49, '0/1', 50],
    ['one above the threshold wins over', { direction: 'over', threshold: 50 }, 50, '49/25', 51],
  ])('dice: %s', (title, bet, draw, payout, roll) => {
    const wanted = title.includes('lowest') ? '98/1' : payout;
    expect(playWith('dice', bet, [draw])).toMatchObject({ payout: wanted, detail: { roll } });
  });

  it.each([
    [0, 'green', []],
    [1, 'red', ['red', 'odd', 'low', 'dozen_1', 'column_1']],
    [10, 'black', ['black', 'even', 'low', 'dozen_1', 'column_1']],
    [12, 'red', ['red', 'even', 'low', 'dozen_1', 'column_3']],
    [13, 'black', ['black', 'odd', 'low', 'dozen_2', 'column_1']],
    [18, 'red', ['red', 'even', 'low', 'dozen_2', 'column_3']],
    [19, 'red', ['red', 'odd', 'high', 'dozen_2', 'column_1']],
    [25, 'red', ['red', 'odd', 'high', 'dozen_3', 'column_1']],
    [29, 'black', ['black', 'odd', 'high', 'dozen_3', 'column_2']],
    [36, 'red', ['red', 'even', 'high', 'dozen_3', 'column_3']],
  ])('GAM18 GAM21 GAM22 GAM23 roulette: pocket %d is %s and wins %j', (pocket, color, winning) => {
    const outside = [...singleGame('roulette').bets()].filter((bet) => !('value' in bet)) as {
      type: string;
    }[];
    const won = outside
      .filter((bet) => playWith('roulette', bet, [pocket]).payout !== '0/1')
      .map(({ type }) => type);
    expect(won.toSorted()).toEqual(winning.toSorted());
    expect(playWith('roulette', { type: 'red' }, [pocket]).detail).toMatchObject({ result: pocket, color });
    const numbers = Array.from({ length: 37 }, (_, value) => value);
    expect(
      numbers.filter((value) => playWith('roulette', { type: 'number', value }, [pocket]).payout !== '0/1'),
    ).toEqual([pocket]);
  });

  // Stops: 0 is 7; 1-3 BAR; 4-7 BELL; 8-12 CHERRY; 13-15 LEMON; 16-17 ORANGE; 18-19 GRAPE.
  it.each([
    ['7 7 7', [0, 0, 0], '250/1'],
    ['BAR BAR BAR', [1, 2, 3], '50/1'],
    ['BELL BELL BELL', [4, 5, 7], '25/1'],
    ['CHERRY CHERRY CHERRY', [8, 10, 12], '10/1'],
    ['LEMON LEMON LEMON', [13, 14, 15], '5/1'],
    ['ORANGE ORANGE ORANGE', [16, 17, 16], '5/1'],
    ['GRAPE GRAPE GRAPE', [18, 19, 18], '5/1'],
    ['BAR BAR BELL', [1, 1, 4], '5/1'],
    ['BELL BAR BAR', [4, 1, 1], '0/1'],
    ['CHERRY CHERRY 7', [8, 8, 0], '2/1'],
    ['CHERRY 7 CHERRY', [8, 0, 8], '1/1'],
    ['7 CHERRY CHERRY', [0, 8, 8], '0/1'],
    ['CHERRY BAR BAR', [8, 1, 1], '1/1'],
    ['7 7 BAR', [0, 0, 1], '0/1'],
    ['LEMON LEMON ORANGE', [13, 13, 16], '0/1'],
  ])('GAM44 GAM46 slots: %s', (reels, draws, payout) => {
    expect(playWith('slots', {}, draws)).toEqual({ payout, detail: { reels: reels.split(' ') } });
  });

  it.each([
    ['higher', 0, 1, '21/20'],
    ['higher', 11, 12, '12/1'],
    ['lower', 1, 0, '12/1'],
    ['lower', 12, 3, '21/20'],
    ['lower', 6, 5, '52/25'],
    ['higher', 6, 5, '0/1'],
    ['higher', 12, 12, '1/1'],
    ['lower', 0, 0, '1/1'],
    ['lower', 0, 5, '0/1'],
  ])('GAM53 GAM54 GAM55 hi-lo: %s, first card %d, next %d pays %s', (guess, first, next, payout) => {
    expect(playWith('hilo', { guess }, [first, next]).payout).toBe(payout);
  });

  it('GAM68 GAM70 scratch cards show three symbols that fit what they pay', () => {
    const bounds = [8, 28, 68, 128, 248, 508];
    const triples = bounds.map((bound) => playWith('scratch_card', {}, [bound - 1]));
    expect(triples.map(({ payout, detail }) => [payout, detail['symbols']])).toEqual(
      (['diamond 50', 'seven 20', 'star 15', 'clover 12', 'bell 8', 'cherry 5'] as const).map((line) => {
        const [symbol, pays] = line.split(' ');
        return [`${pays}/1`, [symbol, symbol, symbol]];
      }),
    );
    expect(playWith('scratch_card', {}, [508, 0, 0, 0])).toEqual({
      payout: '2/1',
      detail: { symbols: ['seven', 'diamond', 'diamond'] },
    });
    expect(playWith('scratch_card', {}, [2817, 5, 4, 2]).payout).toBe('2/1');
    expect(playWith('scratch_card', {}, [2818, 0, 0, 0])).toEqual({
      payout: '0/1',
      detail: { symbols: ['diamond', 'seven', 'star'] },
    });
    expect(playWith('scratch_card', {}, [9999, 5, 4, 3]).payout).toBe('0/1');
  });

  it('GAM59 keno draws 20 different numbers of 1 to 80', () => {
    const lowest = playWith(
      'keno',
      { picks: [1, 21] },
      Array.from({ length: 20 }, () => 0),
    );
    expect(lowest.detail).toEqual({
      picks: [1, 21],
      drawn: Array.from({ length: 20 }, (_, at) => at + 1),
      caught: 1,
    });
    const highest = playWith(
      'keno',
      { picks: [61, 80] },
      Array.from({ length: 20 }, (_, at) => 79 - at),
    );
    expect(highest).toMatchObject({ payout: '16/1', detail: { caught: 2 } });
  });

  it('GAM75 mines opens from the top left, and a mine among the opened cells loses', () => {
    const bet = { mines: 2, reveals: 3 };
    expect(playWith('mines', bet, [2, 20])).toMatchObject({ payout: '0/1', detail: { mine_cells: [2, 21] } });
    expect(playWith('mines', bet, [3, 3]).detail).toEqual({ ...bet, mine_cells: [3, 4] });
    expect(playWith('mines', bet, [3, 3]).payout).not.toBe('0/1');
  });

  it('plinko: the slot is the number of times the ball went right', () => {
    expect(playWith('plinko', { rows: 8, risk: 'low' }, [1, 1, 1, 1, 1, 1, 1, 1])).toMatchObject({
      payout: '28/5',
      detail: { slot: 8 },
    });
    expect(playWith('plinko', { rows: 8, risk: 'low' }, [1, 0, 1, 0, 1, 0, 1, 0])).toMatchObject({
      payout: '1/2',
      detail: { slot: 4 },
    });
  });

  // Cards in order P B P B, then the third cards; rank r of a full shoe is draw 32 r.
  it.each([
    ['a natural ends the round', [8, 0, 12, 0], 'player', ['9', 'K'], ['A', 'A']],
    [
      'the player draws to 5, the banker stands on 6 against 5',
      [1, 3, 1, 1, 4],
      'player',
      ['2', '2', '5'],
      ['4', '2'],
    ],
    [
      'the banker draws on 3 unless the third card is an 8',
      [0, 0, 0, 1, 7],
      'banker',
      ['A', 'A', '8'],
      ['A', '2'],
    ],
    ['both stand on 6 and 7', [2, 3, 2, 2], 'banker', ['3', '3'], ['4', '3']],
    ['the banker draws to 5 when the player stands', [2, 2, 3, 1, 11], 'player', ['3', '4'], ['3', '2', 'Q']],
  ])('baccarat: %s', (_, ranks, winner, player, banker) => {
    const left = Array.from({ length: 13 }, () => 32);
    const draws = ranks.map((rank) => {
      const draw = left.slice(0, rank).reduce((sum, count) => sum + count, 0);
      left[rank]! -= 1;
      return draw;
    });
    expect(playWith('baccarat', { betOn: 'tie' }, draws).detail).toEqual({
      bet_on: 'tie',
      winner,
      player,
      banker,
    });
  });
});
