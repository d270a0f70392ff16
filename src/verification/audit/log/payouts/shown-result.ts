/** Holds the result that a casino showed against the one that was drawn, in whatever way it writes numbers and cards. */
import type { LoggedBet, Recomputed } from '../logged-bet.ts';

/** Lists whose order says nothing. */
const sets = new Set(['drawn', 'mine_cells', 'picks']);

/** True where a value that both have is not the same; names that the rules do not have say nothing. */
export function showsAnother({ result }: LoggedBet, { detail }: Recomputed): boolean {
  for (const name in result)
    if (
      Object.hasOwn(result, name) &&
      Object.hasOwn(detail, name) &&
      !isSame(name, result[name], detail[name])
    )
      return true;
  return false;
}

function isSame(name: string, shown: unknown, drawn: unknown): boolean {
  if (Array.isArray(shown) && Array.isArray(drawn)) {
    if (shown.length !== drawn.length) return false;
    const [one, other] = [shown.map(wordOf), drawn.map(wordOf)];
    if (sets.has(name)) {
      one.sort();
      other.sort();
    }
    return one.every((word, index) => word === other[index]);
  }
  return wordOf(shown) === wordOf(drawn);
}

/** `7`, `"7"` and `7.00` are one number; a ten is `T` or `10`. */
function wordOf(value: unknown): string {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : JSON.stringify(value);
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return String(Number(text));
  return text.replace(/^10(?=[cdhs]$)/, 't');
}
