/** One difference between a response and the recorded one, and groups of equal differences. */
import { Type, type Static } from 'typebox';
import { closed, Count, nullable } from '../../../core/base/schema-parts.ts';
import type { Written } from '../../../core/base/written.ts';

/** What differs, from the outermost kind to the innermost. */
export type DifferenceKind =
  'failed' | 'unsent' | 'status' | 'code' | 'shape' | 'amount' | 'time' | 'id' | 'order' | 'value';

/** One difference; `recorded` and `live` are values shortened for a report, without secrets. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** A JSON pointer into the body, with `*` for list positions; empty for the whole response. */
  readonly field: string;
  readonly recorded: string;
  readonly live: string;
}

/** True for a difference in which items a list has, or how many. */
export const isItem = ({ kind, field, recorded, live }: Difference): boolean =>
  kind === 'shape' && (field.endsWith('/*') || [recorded, live].every((text) => /^"\d+ items"$/.test(text)));

/** Why a difference is not counted as a failure. */
export const explanations = [
  'time',
  'limit',
  'existing',
  'undocumented',
  'drawn',
  'noise',
  'fault',
  'secret',
  'protocol',
] as const;
/** One of `explanations`. */
export type Explanation = (typeof explanations)[number];

/** Differences of one call, field, kind and explanation, with their count. */
export const DifferenceGroupSchema = Type.Object(
  {
    call: Type.String(),
    kind: Type.Unsafe<DifferenceKind>(Type.String()),
    field: Type.String(),
    explanation: nullable(Type.Enum([...explanations])),
    count: Type.Integer({ minimum: 1 }),
    // The first request with it, and both values there.
    n: Count,
    recorded: Type.String(),
    live: Type.String(),
  },
  closed,
);

/** A group whose count grows during a comparison. */
export type DifferenceGroup = Omit<Written<Static<typeof DifferenceGroupSchema>>, 'count'> & {
  count: number;
};

const groupsMax = 1_000;

/**
 * Counts differences by call, kind, field and explanation. Keeps at most 1,000 groups; further ones are only counted.
 */
export class Differences {
  readonly #groups = new Map<string, DifferenceGroup>();
  explained = 0;
  unexplained = 0;
  /** Differences of groups that were not kept. */
  ungrouped = 0;

  add(call: string, n: number, difference: Difference, explanation: Explanation | null): void {
    if (explanation === null) this.unexplained += 1;
    else this.explained += 1;
    const { kind, field, recorded, live } = difference;
    const key = keyOf(call, difference, explanation);
    const group = this.#groups.get(key);
    if (group !== undefined) group.count += 1;
    else if (this.#groups.size >= groupsMax) this.ungrouped += 1;
    else this.#groups.set(key, { call, kind, field, explanation, count: 1, n, recorded, live });
  }

  /** All counts as data that can be sent to another thread. */
  state(): Pick<Differences, 'explained' | 'unexplained' | 'ungrouped'> & { groups: DifferenceGroup[] } {
    const { explained, unexplained, ungrouped } = this;
    return { explained, unexplained, ungrouped, groups: this.groups() };
  }

  /** Adds the counts of another part of the same trace. */
  merge({ explained, unexplained, ungrouped, groups }: ReturnType<Differences['state']>): void {
    this.explained += explained;
    this.unexplained += unexplained;
    this.ungrouped += ungrouped;
    for (const other of groups) {
      const key = keyOf(other.call, other, other.explanation);
      const known = this.#groups.get(key);
      if (known === undefined && this.#groups.size >= groupsMax) this.ungrouped += other.count;
      else {
        const first = known === undefined || other.n < known.n ? other : known;
        this.#groups.set(key, { ...first, count: other.count + (known?.count ?? 0) });
      }
    }
  }

  /** Gives an explanation to every group without one for which `explain` has one. */
  explain(explain: (group: DifferenceGroup) => Explanation | null): void {
    for (const [key, group] of this.#groups) {
      const explanation = group.explanation === null ? explain(group) : null;
      if (explanation === null) continue;
      this.#groups.delete(key);
      this.unexplained -= group.count;
      this.merge({
        explained: group.count,
        unexplained: 0,
        ungrouped: 0,
        groups: [{ ...group, explanation }],
      });
    }
  }

  /** Those without an explanation first, then the most frequent. */
  groups(): DifferenceGroup[] {
    const rank = ({ explanation }: DifferenceGroup): number => (explanation === null ? 0 : 1);
    return [...this.#groups.values()].toSorted(
      (left, right) => rank(left) - rank(right) || right.count - left.count || left.n - right.n,
    );
  }
}

const keyOf = (
  call: string,
  { kind, field }: Pick<Difference, 'kind' | 'field'>,
  explanation: Explanation | null,
): string => JSON.stringify([call, kind, field, explanation]);

const shownLengthMax = 120;

/** A value as JSON text of at most 120 characters, for reports. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > shownLengthMax ? `${text.slice(0, shownLengthMax - 3)}...` : text;
}
