/**
 * Finds payout and balance in the answers to bets. Their values are drawn, so that no two platforms have the same; but a balance
 * falls by the stake and rises by the payout, on whatever platform.
 */
import { isDecimal } from '../compare/forms.ts';
import type { Leaves } from './leaves.ts';

/** The answer to a bet; `stake` is what was staked. Answers of one session are in their order. */
export interface StakedAnswer {
  readonly session: number;
  readonly stake: number;
  readonly theirs: Leaves;
}

/** The target's pointers of both, and the number of bets that confirm them. */
export interface StakedSums {
  readonly payout: string;
  readonly balance: string;
  readonly confirmed: number;
}

/** Bets that have to confirm them. */
const linksMin = 3;

/** Undefined if no two fields behave so, or several pairs do. */
export function stakedSums(answers: readonly StakedAnswer[]): StakedSums | undefined {
  const pointers = [...new Set(answers.flatMap(({ theirs }) => [...theirs.keys()]))].filter((pointer) =>
    answers.some(({ theirs }) => numberAt(theirs, pointer) !== undefined),
  );
  const pairs = pointers
    .flatMap((payout) => pointers.filter((each) => each !== payout).map((balance) => ({ payout, balance })))
    .map((pair) => ({ ...pair, confirmed: linksOf(answers, pair) }))
    .toSorted((one, other) => other.confirmed - one.confirmed);
  const [best, second] = pairs;
  if (best === undefined || best.confirmed < linksMin || best.confirmed === second?.confirmed)
    return undefined;
  return best;
}

/** Bets after which the balance is the one before, less the stake, plus the payout; none if nothing was ever paid. */
function linksOf(
  answers: readonly StakedAnswer[],
  { payout, balance }: { readonly payout: string; readonly balance: string },
): number {
  const before = new Map<number, number>();
  let links = 0;
  let hasPaid = false;
  for (const { session, stake, theirs } of answers) {
    const [paid, after] = [numberAt(theirs, payout), numberAt(theirs, balance)];
    const last = before.get(session);
    if (after !== undefined) before.set(session, after);
    if (paid === undefined || after === undefined || last === undefined) continue;
    if (Math.abs(last - stake + paid - after) > 1e-6) continue;
    links += 1;
    hasPaid ||= paid > 0;
  }
  return hasPaid ? links : 0;
}

/** The number or decimal text of a field that an answer has once. */
export function numberAt(leaves: Leaves, pointer: string): number | undefined {
  const [value, ...others] = leaves.get(pointer) ?? [];
  if (others.length > 0) return undefined;
  if (typeof value === 'number') return value;
  return typeof value === 'string' && isDecimal(value) ? Number(value) : undefined;
}
