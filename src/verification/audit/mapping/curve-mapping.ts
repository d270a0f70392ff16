/** Every point at which the curve of crash and multiplier can end, sent through the shipped play of a bet. */
import { assert } from '../../../core/base/assert.ts';
import { Fraction } from '../../../core/base/fraction.ts';
import { paths } from '../../../core/fairness/enumerate.ts';
import { climb, climbing, isCrashed, type CrashState } from '../../../platform/games/crash-point.ts';
import { payoutFraction } from '../../../platform/games/exact.ts';
import type { Game } from '../../../platform/games/game.ts';
import type { Mapping } from '../result-schema.ts';
import { ScriptedPick } from './scripted-pick.ts';

/** A way to an end of the curve: the numbers that lead there by the first of each class, and the chance of the classes. */
interface SearchPath {
  readonly state: CrashState;
  readonly picks: readonly number[];
  readonly probability: Fraction;
}

/** Sends all points through bets; the return of each must be what the closed form says for every bet on the curve. */
export function mapCurve(game: Game, rules: unknown, bets: readonly object[]): Mapping {
  const ways = endsOfCurve();
  const differences: string[] = [];
  for (const bet of bets) {
    let returned = Fraction.zero;
    for (const { picks, probability } of ways) {
      const script = new ScriptedPick(picks);
      const { payout } = game.play(bet, script.pick, rules);
      script.end();
      if (payout.numerator > 0) returned = returned.add(payoutFraction(payout).mul(probability));
    }
    if (returned.compare(Fraction.of(199, 200)) !== 0) {
      differences.push(`${game.id} ${JSON.stringify(bet)} returns ${String(returned)}`);
    }
  }
  return { game: game.id, outcomes: ways.length * bets.length, differences };
}

function endsOfCurve(): SearchPath[] {
  const ends: SearchPath[] = [];
  const open: SearchPath[] = [{ state: climbing, picks: [], probability: Fraction.one }];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (isCrashed(path.state)) ends.push(path);
    else open.push(...nextOf(path));
  }
  let total = Fraction.zero;
  for (const { probability } of ends.toSorted((left, right) => right.state.low - left.state.low)) {
    total = total.add(probability);
  }
  assert(total.compare(Fraction.one) === 0, 'the curve ends somewhere');
  return ends;
}

/** One more question: the first number of each class stands for its class. */
function* nextOf({ state, picks, probability }: SearchPath): Generator<SearchPath> {
  for (const { outcome, ways, total } of paths((pick) => climb(state, pick))) {
    // Classes are dealt their numbers in order: the second class begins where the first one ends.
    const isFirst = outcomeIsFirst(state, outcome);
    const number = isFirst ? 0 : Number(total - ways);
    yield {
      state: outcome,
      picks: [...picks, number],
      probability: probability.mul(Fraction.of(ways, total)),
    };
  }
}

function outcomeIsFirst(state: CrashState, outcome: CrashState): boolean {
  const zero = climb(state, () => 0);
  return zero.low === outcome.low && zero.high === outcome.high;
}
