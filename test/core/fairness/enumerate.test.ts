import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fraction } from '../../../src/core/base/fraction.ts';
import { enumerate } from '../../../src/core/fairness/enumerate.ts';
import {
  drawOne,
  enumerateSteps,
  runSteps,
  type DrawChain,
  type Drawn,
} from '../../../src/core/fairness/steps.ts';
import { pickClass, type Pick } from '../../../src/core/fairness/pick.ts';

const listed = (weighted: Iterable<{ outcome: unknown; probability: Fraction }>): string[] =>
  Array.from(weighted, ({ outcome, probability }) => `${JSON.stringify(outcome)}: ${String(probability)}`);

const sumOfProbabilities = (weighted: Iterable<{ probability: Fraction }>): string =>
  String(Array.from(weighted).reduce((sum, { probability }) => sum.add(probability), Fraction.zero));

describe('enumerate', () => {
  it('walks every path of a play, in order, each once', () => {
    expect(listed(enumerate((pick) => [pick(2), pick(3)]))).toEqual([
      '[0,0]: 1/6',
      '[0,1]: 1/6',
      '[0,2]: 1/6',
      '[1,0]: 1/6',
      '[1,1]: 1/6',
      '[1,2]: 1/6',
    ]);
  });

  it('follows a play whose later draws depend on earlier ones', () => {
    expect(listed(enumerate((pick) => (pick(4) === 0 ? 'none' : pick(2))))).toEqual([
      '"none": 1/4',
      '0: 1/8',
      '1: 1/8',
      '0: 1/8',
      '1: 1/8',
      '0: 1/8',
      '1: 1/8',
    ]);
  });

  it('takes a play without draws once', () => {
    expect(listed(enumerate(() => 'certain'))).toEqual(['"certain": 1/1']);
  });

  it('branches once a class, and not into classes without weight', () => {
    expect(listed(enumerate((pick) => [pickClass(pick, [0, 2, 0, 1, 0]), pick(1)]))).toEqual([
      '[1,0]: 2/3',
      '[3,0]: 1/3',
    ]);
  });

  it('gives probabilities that sum to exactly 1', () => {
    const weighted = enumerate((pick) =>
      Array.from({ length: pick(5) + 1 }, () => pickClass(pick, [3, 1, 4])),
    );
    expect(sumOfProbabilities(weighted)).toBe('1/1');
  });

  it('refuses more paths than its bound', () => {
    expect(() => Array.from(enumerate((pick) => pick(1001), 1000))).toThrow('more than 1000 paths');
    expect(Array.from(enumerate((pick) => pick(1000), 1000))).toHaveLength(1000);
  });

  it.each([0, 1.5, -3, Number.NaN])('refuses pick(%d)', (n) => {
    expect(() => Array.from(enumerate((pick) => pick(n)))).toThrow('is not a draw');
  });

  it('notices a play that remembers what it did last time', () => {
    let plays = 0;
    expect(() => Array.from(enumerate((pick) => pick((plays += 1) + 1)))).toThrow('draws alike');
  });

  it('notices a play that draws less than last time', () => {
    let draws = 4;
    const play = (pick: Pick): number[] => Array.from({ length: (draws -= 1) }, () => pick(2));
    expect(() => Array.from(enumerate(play))).toThrow('a play draws alike when its draws are alike');
  });
});

/** Numbers drawn without replacement; the outcome is how many of the first `marked` were among them. */
const sample = (from: number, take: number, marked: number): DrawChain<Drawn, number> => ({
  start: [],
  isDone: (drawn) => drawn.length === take,
  step: (drawn, pick) => drawOne(drawn, from, pick),
  outcome: (drawn) => drawn.filter((number) => number < marked).length,
  alike: (drawn) => String(drawn.filter((number) => number < marked).length),
});

describe('a chain of draws', () => {
  it('draws every sample without replacement equally often', () => {
    const chain = { ...sample(6, 3, 0), outcome: (drawn: Drawn) => drawn.join(' ') };
    const weighted = Array.from(enumerate((pick) => runSteps(chain, pick)));
    const counts = new Map<string, number>();
    for (const { outcome } of weighted) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    expect([...counts.keys()].toSorted()).toHaveLength(20);
    expect(new Set(counts.values())).toEqual(new Set([6]));
    expect(counts.has('0 2 5')).toBe(true);
  });

  it.each([
    [7, 3, 2],
    [6, 4, 3],
    [5, 5, 1],
  ])('of %d numbers take %d: merging what is alike gives what all paths give', (from, take, marked) => {
    const chain = sample(from, take, marked);
    const sums = new Map<number, Fraction>();
    for (const { outcome, probability } of enumerate((pick) => runSteps(chain, pick))) {
      sums.set(outcome, (sums.get(outcome) ?? Fraction.zero).add(probability));
    }
    const merged = enumerateSteps(chain).map(({ outcome, probability }) => [outcome, String(probability)]);
    expect(new Map(merged as [number, string][])).toEqual(
      new Map([...sums].map(([outcome, sum]) => [outcome, String(sum)])),
    );
  });

  it('merges chains that end after different numbers of steps', () => {
    const chain: DrawChain<number, number> = {
      start: 1,
      isDone: (state) => state <= 0 || state >= 4,
      step: (state, pick) => (pick(3) === 0 ? 0 : state * 2),
      outcome: (state) => state,
      alike: String,
    };
    expect(listed(enumerateSteps(chain))).toEqual(['0: 5/9', '4: 4/9']);
  });

  it('gives for any chain, whatever its draws, what all paths give', () => {
    // A state is a number, and by it the chain draws: evenly, or from classes, or not at all any more.
    const weights = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 });
    const drawing = fc.oneof(
      fc.integer({ min: 1, max: 5 }),
      weights.filter((each) => each.some((weight) => weight > 0)),
    );
    const drawn = fc.record({
      draws: fc.array(drawing, { minLength: 1, maxLength: 6 }),
      last: fc.integer({ min: 0, max: 7 }),
    });
    fc.assert(
      fc.property(drawn, ({ draws, last }) => {
        const chain: DrawChain<number, number> = {
          start: 0,
          isDone: (state) => state >= last,
          step(state, pick) {
            const draw = draws[state % draws.length] ?? 1;
            return state + 1 + (typeof draw === 'number' ? pick(draw) : 2 * pickClass(pick, draw));
          },
          outcome: (state) => state,
          alike: String,
        };
        const sums = new Map<number, Fraction>();
        for (const { outcome, probability } of enumerate((pick) => runSteps(chain, pick)))
          sums.set(outcome, (sums.get(outcome) ?? Fraction.zero).add(probability));
        const merged = enumerateSteps(chain).map(({ outcome, probability }): [number, string] => [
          outcome,
          String(probability),
        ]);
        expect(new Map(merged)).toEqual(new Map([...sums].map(([outcome, sum]) => [outcome, String(sum)])));
        expect(merged).toHaveLength(sums.size);
      }),
      { numRuns: 200 },
    );
  });

  it('refuses one state more than its bound, and one step more than a thousand', () => {
    // One state after the other, each the only one of its step.
    const line = (length: number): DrawChain<number, number> => ({
      start: 0,
      isDone: (state) => state === length,
      step: (state, pick) => state + 1 + pick(1),
      outcome: (state) => state,
      alike: String,
    });
    expect(listed(enumerateSteps(line(10), 10))).toEqual(['10: 1/1']);
    expect(() => enumerateSteps(line(11), 10)).toThrow('more than 10 states: merge more of them');
    expect(runSteps(line(1000), () => 0)).toBe(1000);
    expect(() => runSteps(line(1001), () => 0)).toThrow('a chain ends within 1000 steps');
  });
});
