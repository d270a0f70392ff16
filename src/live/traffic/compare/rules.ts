/** Rules of a comparison that hide a difference, each counted where it did: those of every client, and those of the user. */
import { isDecimal } from './forms.ts';

/** The largest difference that counts as none: a share of the expected value, or an amount in the field's own unit. */
export interface Tolerance {
  readonly kind: 'share' | 'amount';
  readonly most: number;
}

/** What a user's rules say, by the end of a JSON pointer such as `/price`; `*` stands for list positions. */
export interface CompareRules {
  readonly ignore: readonly string[];
  readonly unordered: readonly string[];
  /** By field. */
  readonly tolerance: ReadonlyMap<string, Tolerance>;
}

/** Rules that hide nothing beyond what no client sees. */
export const noRules: CompareRules = { ignore: [], unordered: [], tolerance: new Map() };

/** `1%` as a share of 0.01, `0.01` as an amount; undefined for anything else. */
export function parseTolerance(text: string): Tolerance | undefined {
  const [, digits, percent] = toleranceForm.exec(text) ?? [];
  if (digits === undefined) return undefined;
  return percent === '%'
    ? { kind: 'share', most: Number(digits) / 100 }
    : { kind: 'amount', most: Number(digits) };
}

const toleranceForm = /^(\d{1,12}(?:\.\d{1,12})?)(%?)$/;

/** Why a difference is none for a client. `existing`: data that was there before. */
export type HiddenBy =
  'wording' | 'address' | 'extra field' | 'existing' | 'undocumented' | 'ignore' | 'tolerance' | 'unordered';

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
  pointers.some((pointer) => field.endsWith(pointer));

/** True if the numbers, or decimal texts, are within the tolerance for that field. */
export function isWithin(recorded: unknown, live: unknown, field: string, rules: CompareRules): boolean {
  for (const [pointer, { kind, most }] of rules.tolerance) {
    if (!isNamed(field, [pointer])) continue;
    const [one, other] = [numberIn(recorded), numberIn(live)];
    if (one === undefined || other === undefined) continue;
    const allowed = kind === 'share' ? Math.abs(one) * most : most;
    return Math.abs(one - other) <= allowed + rounding * Math.max(Math.abs(one), Math.abs(other));
  }
  return false;
}

/** Relative: 10.02 - 10.01 is a little more than 0.01 in binary. */
const rounding = 1e-12;

function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && isDecimal(value) ? Number(value) : undefined;
}
