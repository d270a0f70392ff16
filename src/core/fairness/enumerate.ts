/**
 * The exhaustive pick: it plays one game repeatedly until every path of draws was taken once, and returns each
 * outcome with its exact probability. It runs the shipped rule itself and assumes nothing about it.
 */
import { assert, present } from '../base/assert.ts';
import { Fraction } from '../base/fraction.ts';
import { sumOf, type ClassPick, type Pick } from './pick.ts';

/** An outcome and how likely it is. */
export interface Weighted<Outcome> {
  readonly outcome: Outcome;
  readonly probability: Fraction;
}

/** One path: `ways` of `total` equally likely ways lead here. Not reduced, so that equal totals stay equal. */
export interface DrawPath<Outcome> {
  readonly outcome: Outcome;
  readonly ways: bigint;
  readonly total: bigint;
}

/** A draw on the current path: the branch taken, and the probability before it. */
interface Draw {
  readonly weights: readonly number[] | number;
  /** The sum of the weights. */
  readonly size: bigint;
  readonly last: number;
  branch: number;
  readonly ways: bigint;
  readonly total: bigint;
}

const defaultPathsMax = 1_000_000;

/**
 * Every path of a play, in order of its draws. Refuses a play of more than `pathsMax` paths: enumerate that in steps.
 */
export function* enumerate<Outcome>(
  play: (pick: Pick) => Outcome,
  pathsMax = defaultPathsMax,
): Generator<Weighted<Outcome>> {
  for (const { outcome, ways, total } of paths(play, pathsMax)) {
    yield { outcome, probability: Fraction.of(ways, total) };
  }
}

/** As `enumerate`, with unreduced counts of ways. */
export function* paths<Outcome>(
  play: (pick: Pick) => Outcome,
  pathsMax = defaultPathsMax,
): Generator<DrawPath<Outcome>> {
  const walk = new Walk();
  for (let count = 1; ; count += 1) {
    assert(count <= pathsMax, () => `more than ${pathsMax} paths: enumerate this play in steps instead`);
    const outcome = play(walk.pick);
    yield { outcome, ...walk.weight() };
    if (!walk.advance()) return;
  }
}

/** The current path as a stack of draws; the deepest draw advances first, like the last digit of a counter. */
class Walk {
  readonly #draws: Draw[] = [];
  #depth = 0;

  readonly pick: ClassPick = Object.assign((n: number) => this.#draw(n), {
    ofClasses: (weights: readonly number[]) => this.#draw(weights),
  });

  weight(): { ways: bigint; total: bigint } {
    assert(this.#depth === this.#draws.length, 'a play draws alike when its draws are alike');
    const deepest = this.#draws.at(-1);
    return deepest === undefined ? { ways: 1n, total: 1n } : after(deepest);
  }

  /** Advances to the next path; false after the last one. */
  advance(): boolean {
    this.#depth = 0;
    for (let draw = this.#draws.at(-1); draw !== undefined; draw = this.#draws.at(-1)) {
      if (draw.branch < draw.last) {
        draw.branch = nextBranch(draw.weights, draw.branch + 1);
        return true;
      }
      this.#draws.pop();
    }
    return false;
  }

  #draw(weights: readonly number[] | number): number {
    const draw = this.#draws[this.#depth] ?? this.#open(weights);
    assert(sizeOf(draw.weights) === sizeOf(weights), 'a play draws alike when its draws are alike');
    this.#depth += 1;
    return draw.branch;
  }

  #open(weights: readonly number[] | number): Draw {
    const isCount = typeof weights === 'number';
    assert(
      !isCount || (Number.isSafeInteger(weights) && weights >= 1),
      () => `pick(${String(weights)}) is not a draw`,
    );
    const last = isCount ? weights - 1 : weights.findLastIndex((weight) => weight > 0);
    const size = BigInt(isCount ? weights : sumOf(weights));
    const draw = { weights, size, last, branch: nextBranch(weights, 0), ...this.weight() };
    this.#draws.push(draw);
    return draw;
  }
}

/** The ways and the total once the branch of this draw is taken. */
function after({ weights, size, branch, ways, total }: Draw): { ways: bigint; total: bigint } {
  if (typeof weights === 'number') return { ways, total: total * size };
  return {
    ways: ways * BigInt(present(weights[branch], 'a branch is one of its classes')),
    total: total * size,
  };
}

/** The first branch from `from` on that has any weight. */
function nextBranch(weights: readonly number[] | number, from: number): number {
  if (typeof weights === 'number') return from;
  let branch = from;
  while (weights[branch] === 0) branch += 1;
  return branch;
}

const sizeOf = (weights: readonly number[] | number): number =>
  typeof weights === 'number' ? weights : weights.length;
