/** The best few of many items in one pass, without sorting them all; leaderboards may have 10,000 agents. */

/** At most `count` items, best first; of two equal items, the one that came first in `items`. */
export function topK<Item>(
  items: Iterable<Item>,
  count: number,
  isAhead: (one: Item, other: Item) => boolean,
): Item[] {
  const top: Item[] = [];
  for (const item of items) {
    const last = top[count - 1];
    if (last === undefined || isAhead(item, last)) insert(item, { top, count, isAhead });
  }
  return top;
}

/** Moves an item up from the end past everything it is ahead of, and drops the last item beyond `count`. */
function insert<Item>(
  item: Item,
  into: { top: Item[]; count: number; isAhead: (one: Item, other: Item) => boolean },
): void {
  const { top, count, isAhead } = into;
  let at = top.length;
  for (let above = top[at - 1]; above !== undefined && isAhead(item, above); above = top[at - 1]) at -= 1;
  top.splice(at, 0, item);
  if (top.length > count) top.pop();
}
