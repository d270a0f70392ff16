/** The candidate with the smallest edit distance to `word` (Levenshtein). */
export function nearest(word: string, candidates: readonly string[]): string {
  let best = '';
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** The nearest candidate where `word` is close to it; undefined where nothing looks meant. */
export function meant(word: string, candidates: readonly string[]): string | undefined {
  const best = nearest(word, candidates);
  return isClose(word.toLowerCase(), best.toLowerCase()) ? best : undefined;
}

/** `did you mean "x"?`, with a space behind it, or nothing. */
export function suggestion(word: string, candidates: readonly string[]): string {
  const found = meant(word, candidates);
  return found === undefined ? '' : `did you mean "${found}"? `;
}

const shownMax = 12;

/** What was expected instead of `word`: the candidate that looks meant, or some of all. */
export function hintOf(word: string, candidates: readonly string[]): string {
  const near = suggestion(word, candidates);
  if (near !== '') return near.trimEnd();
  if (candidates.length === 1) return `expected ${candidates[0]}`;
  const rest = candidates.length - shownMax;
  return `expected one of ${candidates.slice(0, shownMax).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Two letters of five may be wrong, or two letters have changed places. */
function isClose(left: string, right: string): boolean {
  const distance = editDistance(left, right);
  if (distance * 5 <= Math.max(left.length, right.length) * 2) return right !== '';
  return distance === 2 && sorted(left) === sorted(right);
}

const sorted = (word: string): string => Array.from(word).toSorted().join('');

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
