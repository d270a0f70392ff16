import { describe, expect, it } from 'vitest';
import { betLine } from '../../../src/verification/audit/exact-audit.ts';
import type { BetRow } from '../../../src/verification/audit/exact-rows.ts';
import { chancesOf, returnOf } from '../../../src/platform/games/exact.ts';
import { profiles, type Profile } from '../../../src/core/base/profile.ts';
import { games } from '../../../src/platform/games/registry.ts';
import { audits } from './shipped-audits.ts';
import './shipped-findings.ts'; // oxlint-disable-line import/no-unassigned-import -- its tests are of the same audits

const row = (profile: Profile, game: string, bet: object = {}): BetRow => {
  const found = audits[profile].rows.find(
    (other) => other.game === game && JSON.stringify(other.bet) === JSON.stringify(bet),
  );
  if (found === undefined) throw new Error(`no row ${game} ${JSON.stringify(bet)}`);
  return found;
};

const about = (profile: Profile, part: string): string[] =>
  audits[profile].findings.filter((finding) => finding.startsWith(part));

describe.each(profiles)('the exact audit (profile %s)', (profile) => {
  it('has a row for each bet of all 17 games, and the second opinions agree as fractions', () => {
    const counts = new Map<string, number>();
    const single = audits[profile].rows.filter(({ strategy }) => strategy === 'single');
    for (const { game } of single) counts.set(game, (counts.get(game) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({
      coin_flip: 2, dice: 197, simple_dice: 6, multiplier: 99_900, roulette: 49, custom: 99, blackjack: 1,
      crash: 9900, plinko: 9, slots: 1, hilo: 2, keno: 10, scratch_card: 1, video_poker: 1, wheel: 1, mines: 300,
      baccarat: 3,
    }); // prettier-ignore
    expect(audits[profile].disagreements).toEqual([]);
    const alone = single.filter(({ closedForm }) => closedForm === undefined);
    expect(alone.map(({ game }) => game)).toEqual(['blackjack', 'video_poker']);
  });

  it('every edge on the curve is 1/200, for each of 109,800 targets', () => {
    const edges = audits[profile].rows
      .filter(({ game, strategy }) => strategy === 'single' && (game === 'multiplier' || game === 'crash'))
      .map(({ figures }) => String(figures.edge));
    expect(edges).toHaveLength(109_800);
    expect(new Set(edges)).toEqual(new Set(['1/200']));
  });

  it.each([
    ['multiplier', { targetHundredths: 101 }],
    ['multiplier', { targetHundredths: 77_777 }],
    ['crash', { cashOutHundredths: 10_000 }],
    ['crash', { cashOutHundredths: 250 }],
  ])('%s %j walked alone gives what the shared curve gives', (id, bet) => {
    const entry = games.find(({ game }) => game.id === id);
    if (entry?.kind !== 'single') throw new Error('a game of one call');
    const chances = chancesOf(entry.game, bet, entry.game.rules[profile]);
    const { figures } = row(profile, id, entry.game.betShown(bet));
    expect(String(figures.returned)).toBe(String(returnOf(chances)));
    expect(String(figures.hitRate)).toBe(String(chances[0]?.probability));
  });

  it('bets are named as the wire names them: read back they are the bet', () => {
    for (const entry of games) {
      if (entry.kind !== 'single' || entry.game.id === 'keno') continue;
      for (const [index, bet] of [...entry.game.bets()].entries()) {
        if (index % 37 === 0) expect(entry.game.parseBet(entry.game.betShown(bet))).toEqual(bet);
      }
    }
  });
});

describe('the three columns', () => {
  it.each<[Profile, string, object, string, string | null, string]>([
    ['published', 'coin_flip', { side: 'heads' }, '0.005', '1/50', '1/50'],
    ['consistent', 'coin_flip', { side: 'heads' }, '0.005', '1/50', '1/200'],
    ['published', 'dice', { direction: 'under', threshold: 33 }, '0.005', '1/50', '1/50'],
    ['published', 'roulette', { bet_type: 'number', bet_value: 17 }, '0.005', '27/370', '27/370'],
    ['published', 'roulette', { bet_type: 'dozen_2' }, '0.005', null, '43/925'],
    ['published', 'keno', { picks: 5 }, '0.08', '-4843/24332', '-4843/24332'],
    ['consistent', 'keno', { picks: 10 }, '0.08', '-753706461/2166436987', '866182914/10832184935'],
    ['published', 'keno', { picks: 4 }, '0.08', null, '12637/158158'],
    ['published', 'mines', { mines: 3, reveals: 5 }, '0.025', '-227/115', '1/40'],
    ['published', 'mines', { mines: 4, reveals: 5 }, '0.025', null, '1/40'],
    ['published', 'slots', {}, '0.04', null, '1/25'],
    ['published', 'wheel', {}, '0.095', '19/200', '19/200'],
    [
      'published',
      'baccarat',
      { bet_on: 'tie' },
      '0.144',
      '103841353768/723147898655',
      '103841353768/723147898655',
    ],
    ['published', 'video_poker', {}, '0.015', '7576216117/1661102543100', '7576216117/1661102543100'],
    ['consistent', 'video_poker', {}, '0.015', '7576216117/1661102543100', '6437571464/415275635775'],
  ])(
    'profile %s: %s %j is stated %s, published %s, implemented %s',
    (profile, game, bet, stated, published, implemented) => {
      expect(betLine(row(profile, game, bet))).toMatchObject({ stated, published, implemented });
    },
  );

  it('GAM82 (profile consistent) video poker keeps about 1.5% with optimal play', () => {
    expect(row('consistent', 'video_poker').figures.edge.toNumber().toFixed(3)).toBe('0.016');
    expect(Math.abs(row('consistent', 'video_poker').figures.edge.toNumber() - 0.015)).toBeLessThan(0.001);
  });

  it('GAM34 (profile consistent) blackjack keeps about 2% with optimal play', () => {
    expect(row('consistent', 'blackjack').figures.edge.toNumber()).toBeCloseTo(0.02, 4);
  });

  it('figures of a known bet: a single number of roulette', () => {
    const line = betLine(row('published', 'roulette', { bet_type: 'number', bet_value: 0 }));
    expect(line).toMatchObject({ return: '343/370', hitRate: '1/37', maxMultiplier: '34.3' });
    // 34.3^2 x 1/37 x 36/37.
    expect(line.variance).toBe('1058841/34225');
    expect(line.volatilityIndex).toBeCloseTo(1.65 * Math.sqrt(1_058_841 / 34_225), 4);
  });
});

describe('findings', () => {
  it('name what contradicts what, with the exact size', () => {
    expect(about('published', 'coin_flip')).toEqual([
      'coin_flip, all 2 bets: GAM04 states an edge of 0.5%, but the payouts printed in GAM03 keep 2% of every stake ' +
        '(1/50), 1.5 percentage points more (3/200) than stated.',
    ]);
    expect(about('published', 'keno, picks 10')[0]).toContain(
      'give the player at least 34.7901% of every stake',
    );
    expect(about('published', 'custom, win_probability 99')[0]).toContain(
      'a win loses money: it returns 98.9899%',
    );
    expect(about('published', 'dice: ')).toEqual([
      'dice: GAM07 allows the bet "under 1", but no roll from 1 to 100 can win it.',
    ]);
    expect(about('published', 'scratch_card')[0]).toContain(
      'three independent places that share one distribution over the six symbols return at least',
    );
  });

  it('of mines two of three printed samples do not fit; the third is within its "about"', () => {
    expect(about('published', 'mines, ').map((finding) => finding.split(':')[0])).toEqual([
      'mines, mines 3, reveals 5',
      'mines, mines 10, reveals 10',
    ]);
  });

  it.each(['simple_dice', 'multiplier', 'crash', 'plinko', 'slots', 'wheel', 'baccarat'])(
    'the edge of %s gives no finding in either profile',
    (game) => {
      for (const profile of profiles) {
        expect(about(profile, game).filter((finding) => finding.includes('edge'))).toEqual([]);
        const rows = audits[profile].rows.filter((other) => other.game === game);
        expect(new Set(rows.map((other) => betLine(other).finding))).toEqual(new Set([null]));
      }
    },
  );

  it('the consistent profile reports what it pays otherwise than printed', () => {
    expect(about('consistent', 'coin_flip')[0]).toContain(
      'the payouts as shipped keep 0.5% of every stake (1/200), 1.5 percentage points less (3/200)',
    );
    expect(about('consistent', 'roulette: ')[0]).toContain('a win pays 2.0453x (7363/3600) to 36.815x');
  });
});
