/** Rows of games whose solution takes long, with a solution that the test makes up: hands, curves and baccarat. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import type { Profile } from '../../../src/core/base/profile.ts';
import { pickClass, type Pick } from '../../../src/core/fairness/pick.ts';
import { baccarat } from '../../../src/platform/games/baccarat.ts';
import { nothing, ratio } from '../../../src/platform/games/ratio.ts';
import { gameNamed, games, type GameEntry } from '../../../src/platform/games/registry.ts';
import { auditedGames, exactRows, outcomesForRow } from '../../../src/verification/audit/exact-rows.ts';
import { figuresOf } from '../../../src/verification/audit/exact/figures.ts';
import { singleGame } from '../../platform/games/chances.ts';

/** What was solved, by which rules. */
const solved = vi.hoisted(() => [] as unknown[]);

vi.mock('../../../src/verification/audit/exact/blackjack-optimum.ts', () => ({
  solveBlackjack: (rules: object) => {
    solved.push(['blackjack', rules]);
    return { outcomes: evenBet(), decisions: 1 };
  },
}));
vi.mock('../../../src/verification/audit/exact/video-poker-deals.ts', () => ({
  dealPolicies: (rules: object) => {
    solved.push(['video_poker', rules]);
    return { every: evenBet() };
  },
}));
vi.mock('../../../src/verification/audit/exact/baccarat-points.ts', () => ({
  baccaratChances: (packs: number) => {
    solved.push(['baccarat', packs]);
    return { player: Fraction.of(2, 5), banker: Fraction.of(1, 2), tie: Fraction.of(1, 10) };
  },
}));

const evenBet = () =>
  [2, 0].map((payout) => ({ payout: Fraction.of(payout), probability: Fraction.of(1, 2) }));

beforeEach(() => {
  solved.length = 0;
});

/** A profile that no test had before: what is solved is kept by its name. */
let profiles = 0;
function newProfile(): Profile {
  profiles += 1;
  return `profile ${profiles}` as Profile;
}

/** Without those of what is printed. */
const ofTests = () => solved.filter((one) => JSON.stringify(one).includes('"of"'));

const handOf = (id: string, profile: Profile): GameEntry => {
  const entry = gameNamed(id === 'whist' ? 'blackjack' : id)!;
  return { ...entry, game: { ...entry.game, id, rules: { [profile]: { of: profile } } } } as unknown as GameEntry;
}; // prettier-ignore

describe('the row of a hand', () => {
  it.each(['blackjack', 'video_poker'])('of %s is that of its solution, which is looked for once a profile', (id) => {
    const [profile, other] = [newProfile(), newProfile()];
    const [row, ...others] = exactRows(handOf(id, profile), profile);
    const expected = { game: id, bet: {}, strategy: 'single', outcomes: evenBet(), closedForm: undefined, figures: figuresOf(evenBet()) };
    expect([row, others]).toEqual([expect.objectContaining(expected), []]);
    expect(outcomesForRow(handOf(id, profile), {}, profile)).toBe(row!.outcomes);
    expect(ofTests()).toEqual([[id, { of: profile }]]);
    expect(outcomesForRow(handOf(id, other), {}, other)).toEqual(evenBet());
    expect(ofTests()).toEqual([[id, { of: profile }], [id, { of: other }]]);
  }); // prettier-ignore

  it('of another game is refused', () => {
    const profile = newProfile();
    expect(() => exactRows(handOf('whist', profile), profile)).toThrow('whist has no solver');
  });
});

describe('the rows of a game of one call', () => {
  const entryOf = (game: object): GameEntry => ({ kind: 'single', names: [], game }) as unknown as GameEntry;

  it('name their outcomes where there are more than a win and a loss', () => {
    expect(exactRows(gameNamed('coin_flip')!, 'published').map(({ outcomes }) => outcomes)).toEqual([undefined, undefined]);
    const [wheel] = exactRows(gameNamed('wheel')!, 'published');
    expect(wheel?.outcomes?.map(({ payout }) => String(payout))).toEqual(['10/1', '5/1', '3/1', '2/1', '3/2', '1/1', '1/2', '0/1']);
  }); // prettier-ignore

  it('are found again by their bet, and no others', () => {
    const texts = (bet: object) =>
      outcomesForRow(gameNamed('coin_flip')!, bet as never, 'published').map(({ payout, probability }) => `${String(payout)} ${String(probability)}`);
    expect(texts({ side: 'tails' })).toEqual(['49/25 1/2', '0/1 1/2']);
    expect(() => texts({ side: 'edge' })).toThrow('coin_flip has no bet {"side":"edge"}');
  }); // prettier-ignore

  it('of baccarat have a second opinion by the points, which are counted once', () => {
    const play: typeof baccarat.play = ({ betOn }, pick, table) => ({
      payout: pick(2) === 0 ? table[betOn] : nothing,
      detail: {},
    });
    const rows = exactRows(entryOf({ ...baccarat, steps: undefined, play }), 'published');
    // A tie gives the stake back, but to those who bet on it.
    const closed = [Fraction.of(9, 10), Fraction.of(1075, 1000), Fraction.of(9, 10)].map(String);
    expect(rows.map(({ closedForm }) => String(closedForm))).toEqual(closed);
    // Once for these rows, and once for what is printed.
    expect(solved.length).toBeLessThanOrEqual(2);
    for (const one of solved) expect(one).toEqual(['baccarat', 8]);
  });

  it('need a second opinion', () => {
    const wheel = { ...singleGame('wheel'), closedForm: undefined };
    expect(() => exactRows(entryOf(wheel), 'published')).toThrow('wheel has no second opinion');
    const [row] = exactRows(gameNamed('wheel')!, 'published');
    expect(row?.closedForm?.compare(row.figures.returned)).toBe(0);
  });

  it('are those of the games asked for, or of all', () => {
    expect(auditedGames(new Set()).map(({ game }) => game.id)).toEqual(games.map(({ game }) => game.id));
    expect(auditedGames(new Set(['wheel', 'hilo'])).map(({ game }) => game.id).toSorted()).toEqual(['hilo', 'wheel']);
  }); // prettier-ignore
});

describe('the bets on a curve', () => {
  interface State {
    readonly low: number;
    readonly high: number;
  }

  /** A third ends at once, a third at one, a third at two; how often it was walked is noted. */
  function curve() {
    let walks = 0;
    const step = ({ low, high }: State, pick: Pick): State => {
      walks += 1;
      if (high === 1) return { low, high: 0 };
      return { low: pickClass(pick, [1, 1, 1]), high: 0 };
    };
    const gameOf = (id: string, targets: readonly number[]) => {
      const game = singleGame(id);
      const bets = [...game.bets()].filter((_, at) => targets.includes(at + 1));
      const steps = (bet: object) => ({
        start: { low: 0, high: Infinity },
        isDone: ({ high }: State) => high === 0,
        alike: () => { throw new Error('states are merged'); },
        step,
        outcome: ({ low }: State) => ({ payout: low > bets.indexOf(bet) ? ratio(bets.indexOf(bet) + 2) : nothing, detail: {} }),
      });
      return { kind: 'single', names: [], game: { ...game, bets: () => bets, steps } } as unknown as GameEntry;
    }; // prettier-ignore
    return { gameOf, walks: () => walks };
  }
  const returns = (entry: GameEntry): string[] =>
    exactRows(entry, 'published').map(
      ({ figures }) => `${String(figures.hitRate)} ${String(figures.maxPayout)}`,
    );

  it('are asked at the leaves of one walk, for both games', () => {
    const [one, other] = [curve(), curve()];
    expect(returns(one.gameOf('crash', [1, 2]))).toEqual(['2/3 2/1', '1/3 3/1']);
    const once = one.walks();
    expect(once).toBeGreaterThan(0);
    expect(returns(other.gameOf('crash', [1, 2]))).toEqual(['2/3 2/1', '1/3 3/1']);
    expect(returns(one.gameOf('multiplier', [1]))).toEqual(['2/3 2/1']);
    expect([one.walks(), other.walks()]).toEqual([once, once]);
  });
});
