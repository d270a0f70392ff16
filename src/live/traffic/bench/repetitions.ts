/**
 * When a search for the highest rate has been repeated often enough, and which repetitions count: a target whose limit
 * changes while it is measured has two limits, and a mean of both is neither.
 */

/** Rates that hold whose quotient is above this are two limits; the grid of the search is 1.02. */
const quotientMax = 1.25;
/** A search is repeated at most this many times as often as asked for. */
const timesMax = 3;

/** The highest rates that held, per second: of the search, then of its repetitions; 0 where none held. */
export type HeldRates = readonly [first: number, ...repeated: number[]];

/** True once the latest `repeats` repetitions agree, no rate held in one of them, or enough have been made. */
export function isRepeated([, ...repeated]: HeldRates, repeats: number): boolean {
  if (repeated.length < repeats) return false;
  return repeated.includes(0) || agree(repeated.slice(-repeats)) || repeated.length >= repeats * timesMax;
}

/**
 * How many of the latest repetitions count, and the rate that held before the limit changed; null where it did not.
 * Where the latest ones do not agree all of them count, so that their interval shows it.
 */
export function countedOf(
  [first, ...repeated]: HeldRates,
  repeats: number,
): { count: number; changedFrom: number | null } {
  const latest = repeated.slice(-repeats);
  const all = { count: repeated.length, changedFrom: null };
  if (repeats === 0 || repeated.length < repeats || !agree(latest)) return all;
  const isChanged = !agree([first, ...repeated]);
  return isChanged ? { count: repeats, changedFrom: first } : all;
}

const agree = (rates: readonly number[]): boolean =>
  !rates.includes(0) && Math.max(...rates) <= Math.min(...rates) * quotientMax;
