/** The parts of the exact audit on small cases: figures of a bet, the dealer's ends, the curve, and what printed payouts return. */
import { describe, expect, it } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import { pickClass } from '../../../src/core/fairness/pick.ts';
import type { DrawChain } from '../../../src/core/fairness/steps.ts';
import type { CrashState } from '../../../src/platform/games/crash-point.ts';
import type { Round } from '../../../src/platform/games/game.ts';
import { nothing, ratio } from '../../../src/platform/games/ratio.ts';
import { publishedReturn } from '../../../src/verification/audit/documents/published.ts';
import { baccaratChances } from '../../../src/verification/audit/exact/baccarat-points.ts';
import { DealerEnds, dealerEnds, Deck } from '../../../src/verification/audit/exact/blackjack-dealer.ts';
import { curveLaw, curveOutcomes } from '../../../src/verification/audit/exact/curve-bets.ts';
import { figuresOf, outcomesOf, volatilityOf } from '../../../src/verification/audit/exact/figures.ts';
import { eachSet, rankTerm, setCount } from '../../../src/verification/audit/exact/video-poker-hands.ts';
import { singleGame } from '../../platform/games/chances.ts';
import { playedOut } from './played-out.ts';

type Part = readonly [above: number, below: number];
const outcomesFrom = (...pairs: readonly (readonly [payout: Part, chance: Part])[]) =>
  pairs.map(([payout, chance]) => ({ payout: Fraction.of(...payout), probability: Fraction.of(...chance) }));
const textOf = (value: unknown): unknown => (value instanceof Fraction ? String(value) : value);
const texts = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, textOf(value)]));

describe('the figures of a bet', () => {
  it('are those of its outcomes', () => {
    const bet = outcomesFrom([[3, 1], [1, 6]], [[1, 1], [1, 3]], [[1, 3], [1, 4]], [[0, 1], [1, 4]]);
    const figures = figuresOf(bet);
    expect(texts(figures)).toEqual({
      returned: '11/12', edge: '1/12', variance: '49/48', hitRate: '3/4', maxPayout: '3/1', minPayout: '1/3',
      // A third of 10,000 micros leaves a third of a micro.
      expectedLoss: '5/12', roundingLoss: '1/120000', hasPush: true,
    });
    expect(volatilityOf(figures)).toBeCloseTo(1.65 * Math.sqrt(49 / 48), 14);
  }); // prettier-ignore

  it('count a second stake that is lost, and nothing that cannot occur', () => {
    const doubled = figuresOf(outcomesFrom([[3, 1], [1, 2]], [[-1, 1], [1, 2]], [[9, 1], [0, 1]], [[1, 1], [0, 1]]));
    expect(texts(doubled)).toEqual({
      returned: '1/1', edge: '0/1', variance: '4/1', hitRate: '1/2', maxPayout: '3/1', minPayout: '3/1',
      expectedLoss: '1/1', roundingLoss: '0/1', hasPush: false,
    });
    expect(texts(figuresOf(outcomesFrom([[1, 1], [1, 1]])))).toMatchObject({ minPayout: '0/1', maxPayout: '1/1', hasPush: true, variance: '0/1' });
    expect(texts(figuresOf(outcomesFrom([[-1, 3], [1, 1]])))).toMatchObject({ roundingLoss: '0/1', hitRate: '0/1', expectedLoss: '4/3' });
    expect(() => figuresOf(outcomesFrom([[1, 1], [3, 4]]))).toThrow('chances sum to 3/4');
    expect(outcomesOf([{ payout: ratio(49, 25), probability: Fraction.one }]).map(texts)).toEqual([{ payout: '49/25', probability: '1/1' }]);
  }); // prettier-ignore
});

describe('a deck', () => {
  it('runs down card by card, and an endless one does not', () => {
    const [pack, endless] = [new Deck(1), new Deck(undefined)];
    expect([pack.left, pack.size]).toEqual([[4, 4, 4, 4, 4, 4, 4, 4, 4, 16], 52]);
    expect([endless.left, endless.size]).toEqual([[1, 1, 1, 1, 1, 1, 1, 1, 1, 4], 13]);
    for (const deck of [pack, endless]) deck.take(9);
    expect([pack.left[9], pack.size, pack.ordersOf(3)]).toEqual([15, 51, 51n * 50n * 49n]);
    expect([endless.left[9], endless.size, endless.ordersOf(3)]).toEqual([4, 13, 2197n]);
    pack.putBack(9);
    expect([pack.left[9], pack.size, pack.ordersOf(0), new Deck(8).size]).toEqual([16, 52, 1n, 416]);
  });
});

describe('the ends of a dealer', () => {
  const rules = { packs: 1, hitsSoft17: false, hasHoleCard: false, doubleOn: 'any two' } as const;

  // After an ace the longest way is soft 16, a six, and five more aces; after a ten it is a two and five aces.
  it.each([[0, 11, false], [0, 12, true], [9, 6, false], [9, 6, true], [8, 7, true], [6, 8, false]])(
    'with a card of kind %i are reached as often as hand after hand, in %i draws at most (hits soft 17: %s)',
    (open, drawsMax, hitsSoft17) => {
      const [deck, of] = [new Deck(1), { ...rules, hitsSoft17 }];
      deck.take(open);
      const table = new DealerEnds(open, of);
      const all = deck.ordersOf(table.drawsMax);
      const played = playedOut(deck, [open], of);
      const weights = table.weigh(deck);
      expect(table.drawsMax).toBe(drawsMax);
      for (const [end, name] of dealerEnds.entries())
        expect(String(Fraction.of(weights[end]!, all)), name).toBe(String(played.get(name) ?? Fraction.zero));
      // A second deck of the same size is weighed alike.
      expect(table.weigh(deck)).toEqual(weights);
    }); // prettier-ignore

  it('have no blackjack where the dealer has looked for one', () => {
    const deck = new Deck(1);
    deck.take(0);
    const [looked, not] = [true, false].map((hasHoleCard) =>
      new DealerEnds(0, { ...rules, hasHoleCard }).weigh(deck),
    );
    expect(looked).toEqual(not!.with(6, 0n));
    expect(not![6]).toBeGreaterThan(0n);
  });

  it('are a sixth each after a ten, but for a blackjack, in an endless deck of known chances', () => {
    const endless = { ...rules, packs: undefined };
    const deck = new Deck(undefined);
    const table = new DealerEnds(9, endless);
    const weights = table.weigh(deck).map((weight) => Number(weight) / Number(deck.ordersOf(table.drawsMax)));
    // As printed in tables for a dealer who stands on all seventeens.
    const printed = [0.111424, 0.111424, 0.111424, 0.342194, 0.034501, 0.212109, 0.076923];
    for (const [end, chance] of printed.entries()) expect(weights[end]).toBeCloseTo(chance, 5);
  });
});

describe('sets of cards', () => {
  it('have the numbers of their ascending cards', () => {
    const seen: string[] = [];
    eachSet(2, (set, number) => {
      expect(number).toBe(rankTerm(set[0]!, 1) + rankTerm(set[1]!, 2));
      seen.push(set.join());
    });
    expect([seen.length, seen[0], seen[1], seen[2], seen.at(-1)]).toEqual([1326, '0,1', '0,2', '1,2', '50,51']);
    expect([0, 1, 2, 3, 4, 5].map(setCount)).toEqual([1, 52, 1326, 22_100, 270_725, 2_598_960]);
    let none = 0;
    eachSet(0, () => (none += 1));
    expect([none, new Set(seen).size]).toEqual([1, 1326]);
  }); // prettier-ignore
});

it('baccarat from eight packs wins as often as its rounds say', () => {
  const rounds = 19_524_993_263_685;
  expect(texts(baccaratChances(8))).toEqual({
    player: String(Fraction.of(8_712_962_041_376, rounds)),
    banker: String(Fraction.of(8_954_111_587_648, rounds)),
    tie: String(Fraction.of(1_857_919_634_661, rounds)),
  });
});

describe('a curve', () => {
  /** A third ends at once; the others climb by one or by two, and go on once. */
  const chainOf = (target: number): DrawChain<CrashState, Round> => ({
    start: { low: 0, high: Infinity },
    isDone: ({ high }) => high !== Infinity,
    alike: ({ low }) => String(low),
    step,
    outcome: ({ low }) => ({ payout: low >= target ? ratio(target) : nothing, detail: {} }),
  });
  const step: DrawChain<CrashState, Round>['step'] = ({ low }, pick) => {
    if (low === 0) return pickClass(pick, [1, 2]) === 0 ? { low: 0, high: 1 } : { low: 1, high: Infinity };
    return { low: low + pick(2), high: low + 2 };
  };
  const gameOf = (chain: DrawChain<CrashState, Round>) => ({ ...singleGame('crash'), steps: () => chain });
  const outcomesAt = (target: number) =>
    curveOutcomes(gameOf(chainOf(target)), {}, { rules: undefined, law: curveLaw(chainOf(1)) });

  it('ends in order of its points, with the chance to come so far', () => {
    const law = curveLaw(chainOf(1));
    expect(law.leaves.map(({ low }) => low)).toEqual([0, 1, 2]);
    expect(law.atLeast.map(String)).toEqual(['1/1', '2/3', '1/3']);
  });

  it('pays a bet from the first point that its own outcome pays', () => {
    expect(outcomesAt(1).map(texts)).toEqual([{ payout: '1/1', probability: '2/3' }, { payout: '0/1', probability: '1/3' }]);
    expect(outcomesAt(2).map(texts)).toEqual([{ payout: '2/1', probability: '1/3' }, { payout: '0/1', probability: '2/3' }]);
  }); // prettier-ignore

  it('is refused where all points win or none does, or where a bet draws otherwise', () => {
    for (const target of [0.5, 3]) {
      const paid = target === 3 ? chainOf(3) : { ...chainOf(1), outcome: () => ({ payout: ratio(1), detail: {} }) };
      expect(() => curveOutcomes(gameOf(paid), {}, { rules: undefined, law: curveLaw(chainOf(1)) })).toThrow('some curves lose and some win');
    }
    const other = { ...chainOf(1), step: (...words: Parameters<typeof step>) => step(...words) };
    expect(() => curveOutcomes(gameOf(other), {}, { rules: undefined, law: curveLaw(chainOf(1)) })).toThrow('every bet on the curve draws alike');
    expect(() => curveOutcomes(singleGame('coin_flip'), {}, { rules: undefined, law: curveLaw(chainOf(1)) })).toThrow('a game on the curve is a chain');
  }); // prettier-ignore
});

describe('what is printed returns', () => {
  const read = (game: string, bet: Readonly<Record<string, unknown>>) => {
    const found = publishedReturn(game, bet);
    return found && texts(found);
  };
  const plain = { tolerance: '0/1', isInferred: false, isBound: false };

  it.each<[string, object, object | undefined]>([
    ['coin_flip', {}, { returned: '49/50', line: 'GAM03', ...plain }],
    ['simple_dice', {}, { returned: '11/12', line: 'GAM50', ...plain }],
    ['custom', {}, { returned: '49/50', line: 'GAM29', ...plain }],
    ['dice', { direction: 'over', threshold: 90 }, { returned: '49/50', line: 'GAM09, GAM10', ...plain }],
    ['dice', { direction: 'under', threshold: 90 }, { returned: '49/50', line: 'GAM09, GAM10', ...plain, isInferred: true }],
    ['dice', { direction: 'over', threshold: 51 }, { returned: '49/50', line: 'GAM09, GAM10', ...plain, isInferred: true }],
    ['roulette', { bet_type: 'number' }, { returned: '343/370', line: 'GAM24, GAM25', ...plain }],
    ['roulette', { bet_type: 'odd' }, { returned: '882/925', line: 'GAM24, GAM25', ...plain }],
    ['roulette', { bet_type: 'dozen1' }, undefined],
    ['roulette', { bet_type: 'column3' }, undefined],
    ['keno', { picks: 2 }, { returned: '76/79', line: 'GAM61', ...plain, isBound: true, highest: '16/1' }],
    ['keno', { picks: 4 }, undefined],
    ['wheel', {}, { returned: '181/200', line: 'GAM65', ...plain }],
    ['mines', { mines: 1, reveals: 1 }, { returned: '612/625', line: 'GAM76', ...plain, tolerance: '6/625', highest: '51/50' }],
    ['mines', { mines: 1, reveals: 2 }, undefined],
    ['mines', { mines: 3, reveals: 5 }, { returned: '342/115', line: 'GAM76', ...plain, tolerance: '57/115', highest: '6/1' }],
    ['baccarat', { bet_on: 'dealer' }, undefined],
    ['chess', {}, undefined],
  ])('%s %j: %j', (game, bet, expected) => {
    expect(read(game, bet as Readonly<Record<string, unknown>>)).toEqual(expected);
  }); // prettier-ignore

  it('of baccarat the stake of a tie comes back, but to those who bet on it', () => {
    const { player, banker, tie } = baccaratChances(8);
    const returned = (side: string) => String(publishedReturn('baccarat', { bet_on: side })?.returned);
    expect(returned('player')).toBe(String(player.add(player).add(tie)));
    expect(returned('banker')).toBe(String(banker.mul(Fraction.of(195, 100)).add(tie)));
    expect(returned('tie')).toBe(String(tie.mul(Fraction.of(9))));
  });
});
