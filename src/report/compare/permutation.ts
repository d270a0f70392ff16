/**
 * Westfall and Young's test of many metrics at once (Resampling-Based Multiple Testing, 1993, single-step maxT): were
 * the two sides alike, every way to deal the runs out to them would be as likely as the one that was seen. A metric's
 * chance is the share of the ways in which any metric parts as clearly. It assumes no distribution and, because whole
 * runs are dealt out, holds however metrics hang together.
 */

/** A row a metric: its value in every run, those of side A first. */
export interface PooledMetrics {
  readonly countA: number;
  readonly rows: readonly (readonly number[])[];
}

/** Up to so many ways are gone through one by one; beyond, as many are drawn. */
const waysMax = 20_000;

/** The smallest p-value that these numbers of runs can give: both extreme ways of all ways. */
export function fewestAt(countA: number, countB: number): number {
  return (countA === countB ? 2 : 1) / waysToDeal(countA + countB, countA);
}

/** Binomial coefficient; large ones are no longer whole, and only compared. */
function waysToDeal(total: number, chosen: number): number {
  let ways = 1;
  for (let step = 1; step <= chosen; step++) ways = (ways * (total - chosen + step)) / step;
  return Math.round(ways);
}

/** For each row the share of the ways in which any row differs as clearly as this one did. */
export function adjustedChances({ countA, rows }: PooledMetrics): {
  readonly chances: readonly number[];
  readonly permutations: number;
} {
  // Without a differing metric there is nothing to permute.
  if (rows[0] === undefined) return { chances: [], permutations: 0 };
  const total = rows[0].length;
  const standard = rows.map(standardised);
  const seen = standard.map((row) => parting(row, firstOnes(countA)));
  const reached = seen.map(() => 0);
  let permutations = 0;
  for (const side of waysOf(total, countA)) {
    permutations += 1;
    let most = 0;
    for (const row of standard) most = Math.max(most, parting(row, side));
    // Slightly below, so that rounding does not separate a way from its mirror image.
    for (const [index, value] of seen.entries())
      if (most >= value - 1e-9) reached[index] = (reached[index] ?? 0) + 1;
  }
  return { chances: reached.map((count) => count / permutations), permutations };
}

/** Values less their mean, over their spread in all runs: comparable across units. */
function standardised(row: readonly number[]): readonly number[] {
  const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
  const spread = Math.sqrt(row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length);
  return row.map((value) => (spread === 0 ? 0 : (value - mean) / spread));
}

/** The difference between the mean of the chosen runs and that of the others. */
function parting(row: readonly number[], chosen: readonly number[]): number {
  let sum = 0;
  for (const index of chosen) sum += row[index] ?? 0;
  const others = row.length - chosen.length;
  return Math.abs(sum / chosen.length + sum / others);
}

const firstOnes = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** All ways to choose, or `waysMax` random ones including the observed one. */
function* waysOf(total: number, chosen: number): Generator<readonly number[]> {
  if (waysToDeal(total, chosen) <= waysMax) yield* everyWay(total, chosen);
  else {
    yield firstOnes(chosen);
    yield* drawnWays(total, chosen);
  }
}

/** In lexicographic order. */
function* everyWay(total: number, chosen: number): Generator<readonly number[]> {
  const way = firstOnes(chosen);
  for (;;) {
    yield way;
    let index = chosen - 1;
    while (index >= 0 && way[index] === total - chosen + index) index -= 1;
    if (index < 0) return;
    let next = (way[index] ?? 0) + 1;
    for (; index < chosen; index++) way[index] = next++;
  }
}

/** Drawn with a fixed seed (mulberry32): the same folders give the same chances. */
function* drawnWays(total: number, chosen: number): Generator<readonly number[]> {
  let state = 0x9e3779b9;
  const below = (bound: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound);
  };
  const all = firstOnes(total);
  for (let drawn = 1; drawn < waysMax; drawn++) {
    for (let index = 0; index < chosen; index++) {
      const other = index + below(total - index);
      [all[index], all[other]] = [all[other] ?? 0, all[index] ?? 0];
    }
    yield all.slice(0, chosen);
  }
}
