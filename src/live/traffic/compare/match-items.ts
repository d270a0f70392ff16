/**
 * Matches items of two lists by what names them: an id, which may have been given out under another name, or the first text of an
 * item.
 */
import { hasReference } from '../../../simulation/trace/references.ts';

/** Pairs of corresponding items in the recorded order, and what has no counterpart. */
export interface MatchedItems {
  readonly pairs: readonly { readonly recorded: unknown; readonly live: unknown; readonly at: number }[];
  readonly missing: readonly unknown[];
  /** Items that the target has, if at all, under a name that is not known. */
  readonly unnamed: readonly unknown[];
  readonly extra: readonly unknown[];
  /** True if the pairs come in the same order on both sides. */
  readonly isInOrder: boolean;
}

/** What is known of the names of items. */
export interface ItemNames {
  /** The live text of a recorded text. */
  resolve(text: string): string | undefined;
  /** True for a text whose live counterpart the target has not given out, and need not have. */
  isLacking(text: string): boolean;
}

/** Undefined if no reference names every recorded item. */
export function matchItems(
  recorded: readonly unknown[],
  live: readonly unknown[],
  names: ItemNames,
): MatchedItems | undefined {
  const field = namingField(recorded);
  if (field === undefined) return undefined;
  const places = placesOf(live, field);
  const pairs: { recorded: unknown; live: unknown; at: number }[] = [];
  const missing: unknown[] = [];
  const unnamed: unknown[] = [];
  for (const item of recorded) {
    const name = nameIn(item, field) ?? '';
    const at = places.get(names.resolve(name) ?? '');
    if (at === undefined) (names.isLacking(name) ? unnamed : missing).push(item);
    else pairs.push({ recorded: item, live: live[at], at });
  }
  const matched = new Set(pairs.map(({ at }) => at));
  return {
    pairs,
    missing,
    unnamed,
    extra: live.filter((_item, at) => !matched.has(at)),
    isInOrder: isAscending(pairs.map(({ at }) => at)),
  };
}

/**
 * The live items in the recorded order, by the first text of each, which names it as the pair does a position or the id an agent
 * (`asRecorded` gives the name of the recording). Takes lists of equal
 * length. Undefined if these texts are not the same set on both sides, each once, or are in the same order.
 */
export function reorderedItems(
  recorded: readonly unknown[],
  live: readonly unknown[],
  asRecorded = (text: string): string => text,
): readonly unknown[] | undefined {
  const field = firstTextOf(recorded[0]);
  if (field === undefined) return undefined;
  const places = placesOf(live, field, asRecorded);
  const found = recorded.flatMap((item) => places.get(nameIn(item, field) ?? '') ?? []);
  const isSameSet = new Set(found).size === live.length;
  return isSameSet && !isAscending(found) ? found.map((at) => live[at]) : undefined;
}

function firstTextOf(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  return Object.entries(item).find(([, value]) => typeof value === 'string')?.[0];
}

/** Where the items of a list are that have a name in the field. */
function placesOf(
  items: readonly unknown[],
  field: string,
  asRecorded = (text: string): string => text,
): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [at, item] of items.entries()) {
    const own = nameIn(item, field);
    const name = own === undefined ? undefined : asRecorded(own);
    if (name !== undefined && !places.has(name)) places.set(name, at);
  }
  return places;
}

const isAscending = (places: readonly number[]): boolean =>
  places.every((place, index) => index === 0 || place > (places[index - 1] ?? -1));

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
