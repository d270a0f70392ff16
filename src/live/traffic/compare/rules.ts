/** Rules of a comparison that hide a difference, each counted where it did: those of every client, and those of the user. */
import { isDecimal } from './forms.ts';

/** What a user's rules say, by the end of a JSON pointer such as `/price`; `*` stands for list positions. */
export interface CompareRules {
  readonly ignore: readonly string[];
  readonly unordered: readonly string[];
  /** The largest relative difference that counts as none, by field: 0.01 for 1%. */
  readonly tolerance: ReadonlyMap<string, number>;
}

/** Rules that hide nothing beyond what no client sees. */
export const noRules: CompareRules = { ignore: [], unordered: [], tolerance: new Map() };

/** Why a difference is none for a client. `existing`: data that was there before. */
export type HiddenBy =
  'wording' | 'address' | 'extra field' | 'existing' | 'ignore' | 'tolerance' | 'unordered';

/** Counts differences that a rule hid, by rule and field, for at most 500 of them. */
export class HiddenCounts {
  readonly #counts = new Map<string, number>();

  add(rule: HiddenBy, field: string, count = 1): void {
    const key = `${rule}\n${field}`;
    if (this.#counts.size >= hiddenMax && !this.#counts.has(key)) return;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  /** The most frequent first. */
  list(): { rule: HiddenBy; field: string; count: number }[] {
    return [...this.#counts]
      .map(([key, count]) => {
        const [rule, field] = key.split('\n') as [HiddenBy, string];
        return { rule, field, count };
      })
      .toSorted((left, right) => right.count - left.count || (left.field < right.field ? -1 : 1));
  }

  merge(others: ReturnType<HiddenCounts['list']>): void {
    for (const { rule, field, count } of others) this.add(rule, field, count);
  }
}

const hiddenMax = 500;

/** True if a field ends with one of the pointers, as `/items/*\/price` ends with `/price`. */
export const isNamed = (field: string, pointers: readonly string[]): boolean =>
  pointers.some((pointer) => field === pointer || field.endsWith(pointer));

/** True if the numbers, or decimal texts, are within the tolerance for that field. */
export function isWithin(recorded: unknown, live: unknown, field: string, rules: CompareRules): boolean {
  for (const [pointer, share] of rules.tolerance) {
    if (!isNamed(field, [pointer])) continue;
    const [one, other] = [numberIn(recorded), numberIn(live)];
    if (one !== undefined && other !== undefined) return Math.abs(one - other) <= Math.abs(one) * share;
  }
  return false;
}

function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && isDecimal(value) ? Number(value) : undefined;
}
