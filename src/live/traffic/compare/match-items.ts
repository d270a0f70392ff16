/** Matches items of two lists by the ids in them, where the items of one list have been given out under other names. */
import { hasReference } from '../../../simulation/trace/references.ts';

/** Pairs of corresponding items in the recorded order, and what has no counterpart. */
export interface MatchedItems {
  readonly pairs: readonly { readonly recorded: unknown; readonly live: unknown; readonly at: number }[];
  readonly missing: readonly unknown[];
  readonly extra: readonly unknown[];
  /** True if the pairs come in the same order on both sides. */
  readonly isInOrder: boolean;
}

/** Undefined if no field names every recorded item. `resolve` gives the live text of a recorded text. */
export function matchItems(
  recorded: readonly unknown[],
  live: readonly unknown[],
  resolve: (text: string) => string | undefined,
): MatchedItems | undefined {
  const field = namingField(recorded);
  if (field === undefined) return undefined;
  const places = new Map<string, number>();
  for (const [at, item] of live.entries()) {
    const name = nameIn(item, field);
    if (name !== undefined && !places.has(name)) places.set(name, at);
  }
  const pairs: { recorded: unknown; live: unknown; at: number }[] = [];
  const missing: unknown[] = [];
  for (const item of recorded) {
    const at = places.get(resolve(nameIn(item, field) ?? '') ?? '');
    if (at === undefined) missing.push(item);
    else pairs.push({ recorded: item, live: live[at], at });
  }
  const matched = new Set(pairs.map(({ at }) => at));
  return {
    pairs,
    missing,
    extra: live.filter((_item, at) => !matched.has(at)),
    isInOrder: pairs.every(({ at }, index) => index === 0 || at > (pairs[index - 1]?.at ?? -1)),
  };
}

/** A field that is a reference, and another one, in every item. */
function namingField(items: readonly unknown[]): string | undefined {
  const [first] = items;
  if (typeof first !== 'object' || first === null) return undefined;
  return Object.keys(first).find((field) => {
    const names = items.map((item) => nameIn(item, field));
    return (
      names.every((name) => name !== undefined && hasReference(name)) && new Set(names).size === names.length
    );
  });
}

function nameIn(item: unknown, field: string): string | undefined {
  if (typeof item !== 'object' || item === null || !Object.hasOwn(item, field)) return undefined;
  const name = (item as Record<string, unknown>)[field];
  return typeof name === 'number' ? String(name) : typeof name === 'string' ? name : undefined;
}
