/** A prize divided over its places, to the micro (gap C23). */
import type { Micros } from '../../../core/base/money.ts';

/** An entrant that is placed. */
export interface PlacedEntrant {
  readonly agent: string;
  readonly score: Micros;
}

/** What each place has of a prize, by reading. */
const parts: Readonly<Record<string, readonly number[]>> = {
  '50-30-20': [5, 3, 2],
  winner: [1],
  equal: [1, 1, 1],
};

/** By agent, and what is left for places without an entrant; not exact where it is open whose a remainder is. */
interface Division {
  readonly prizes: ReadonlyMap<string, Micros>;
  readonly left: Micros;
  readonly isExact: boolean;
}

/**
 * Over as many places as are taken, or over all. Of equal scores, places are shared, or the first to enter is ahead; `players`
 * stand in the order in which they entered.
 */
export function prizesOf(
  prize: Micros,
  players: readonly PlacedEntrant[],
  { split, isShared, isUnclaimedLeft }: { split: string; isShared: boolean; isUnclaimedLeft: boolean },
): Division {
  const sorted = players.toSorted((one, other) => other.score - one.score);
  const all = parts[split] ?? [];
  const held = all.slice(0, sorted.length);
  const isCut = isUnclaimedLeft && held.length < all.length;
  const whole = sum(isCut ? all : held);
  const worth = held.map((part) => Number((BigInt(prize) * BigInt(part)) / BigInt(whole)));
  const left = isCut ? prize - sum(worth) : 0;
  if (worth[0] !== undefined) worth[0] += prize - sum(worth) - left;
  const prizes = new Map<string, Micros>();
  for (let place = 0; place < sorted.length;) {
    const group = isShared
      ? sorted.filter(({ score }) => score === sorted[place]?.score)
      : sorted.slice(place, place + 1);
    const shared = sum(worth.slice(place, place + group.length));
    const each = Math.floor(shared / group.length);
    for (const [index, { agent }] of group.entries()) {
      prizes.set(agent, each + (index < shared - each * group.length ? 1 : 0));
    }
    place += group.length;
  }
  return { prizes, left, isExact: !isCut || prize % whole === 0 };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
