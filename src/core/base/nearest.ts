/** The candidate with the smallest edit distance to `word` (Levenshtein), for "did you mean". */
export function nearest(word: string, candidates: readonly string[]): string {
  let best = '';
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** True where `word` is a candidate with at most two letters wrong, and more letters right than wrong. */
export const isMisspelt = (word: string, candidates: readonly string[]): boolean =>
  candidates.some((candidate) => editDistance(word, candidate) <= Math.min(2, (candidate.length - 1) / 2));

function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
