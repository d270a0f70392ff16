/**
 * A play as a chain of draws over a state. What is shipped runs the chain with the HMAC pick; the audit walks the same
 * chain breadth first and merges the states that are alike, where there are too many paths to take one by one
 * (20 balls of 80, cards of a shoe).
 */
import { assert, present } from '../base/assert.ts';
import { Fraction } from '../base/fraction.ts';
import { paths, type Weighted } from './enumerate.ts';
import type { Pick } from './pick.ts';

/** States are values: a step leaves the state it was given as it is. */
export interface DrawChain<State, Outcome> {
  readonly start: State;
  isDone(state: State): boolean;
  step(state: State, pick: Pick): State;
  outcome(state: State): Outcome;
  /** States with equal texts have the same distribution of payouts ahead. The audit trusts this claim. */
  alike(state: State): string;
}

const stepsMax = 1000;

/** Runs the chain to its end. */
export function runSteps<State, Outcome>(chain: DrawChain<State, Outcome>, pick: Pick): Outcome {
  let state = chain.start;
  for (let count = 0; !chain.isDone(state); count += 1) {
    assert(count < stepsMax, () => `a chain ends within ${stepsMax} steps`);
    state = chain.step(state, pick);
  }
  return chain.outcome(state);
}

/** A merged state and its probability, `ways` of `total`. */
interface Merged<State> {
  readonly state: State;
  ways: bigint;
  total: bigint;
}

/** One outcome for each kind of final state, with its exact probability. Refuses more than `statesMax` states. */
export const enumerateSteps = <State, Outcome>(
  chain: DrawChain<State, Outcome>,
  statesMax?: number,
): Weighted<Outcome>[] => outcomesAt(chain, finalStates(chain, statesMax));

/** The outcomes of a chain at final states: those of a walk of this chain, or of another that draws in the same way. */
export const outcomesAt = <State, Outcome>(
  chain: DrawChain<State, Outcome>,
  states: readonly Weighted<State>[],
): Weighted<Outcome>[] =>
  states.map(({ outcome, probability }) => ({ outcome: chain.outcome(outcome), probability }));

/** One final state of each kind, with the exact probability of the kind. */
export function finalStates<State>(
  chain: DrawChain<State, unknown>,
  statesMax = 1_000_000,
): Weighted<State>[] {
  const finished = new Map<string, Merged<State>>();
  let level = new Map([['', { state: chain.start, ways: 1n, total: 1n }]]);
  let count = 0;
  while (level.size > 0) {
    const next = new Map<string, Merged<State>>();
    count += level.size;
    assert(count <= statesMax, () => `more than ${statesMax} states: merge more of them`);
    for (const merged of level.values()) advance(chain, merged, { next, finished });
    level = next;
  }
  return Array.from(finished.values(), ({ state, ways, total }) => ({
    outcome: state,
    probability: Fraction.of(ways, total),
  }));
}

function advance<State, Outcome>(
  chain: DrawChain<State, Outcome>,
  merged: Merged<State>,
  into: { next: Map<string, Merged<State>>; finished: Map<string, Merged<State>> },
): void {
  if (chain.isDone(merged.state)) return merge(into.finished, chain.alike(merged.state), merged);
  for (const path of paths((pick) => chain.step(merged.state, pick))) {
    const state = path.outcome;
    const target = chain.isDone(state) ? into.finished : into.next;
    merge(target, chain.alike(state), {
      state,
      ways: merged.ways * path.ways,
      total: merged.total * path.total,
    });
  }
}

function merge<State>(level: Map<string, Merged<State>>, key: string, merged: Merged<State>): void {
  const known = level.get(key);
  if (known === undefined) level.set(key, { ...merged });
  else addWays(known, merged);
}

/** Mostly the totals are equal, or one is a multiple of the other: then nothing has to be reduced. */
function addWays(known: Merged<unknown>, { ways, total }: Merged<unknown>): void {
  if (known.total % total === 0n) {
    known.ways += ways * (known.total / total);
    return;
  }
  if (total % known.total === 0n) {
    known.ways = known.ways * (total / known.total) + ways;
    known.total = total;
    return;
  }
  const sum = Fraction.of(known.ways, known.total).add(Fraction.of(ways, total));
  known.ways = sum.numerator;
  known.total = sum.denominator;
}

/** The numbers drawn so far, ascending, out of 0 to `from` - 1. */
export type Drawn = readonly number[];

/** Draws one more of the numbers that are left, each equally likely. */
export function drawOne(drawn: Drawn, from: number, pick: Pick): Drawn {
  let drawnNumber = pick(from - drawn.length);
  let position = 0;
  while (position < drawn.length && present(drawn[position], 'drawn') <= drawnNumber) {
    drawnNumber += 1;
    position += 1;
  }
  return drawn.toSpliced(position, 0, drawnNumber);
}
