/** Half, three tenths and a fifth of a prize, over as many places as are taken, to the micro (gap C23). */
import type { Micros } from '../../../core/base/money.ts';

interface Player {
  readonly agent: string;
  readonly net: Micros;
}

const parts = [5, 3, 2];

/** By agent. Of equal profit, places are shared; `players` stand in the order in which they entered. */
export function prizesOf(prize: Micros, players: readonly Player[]): Map<string, Micros> {
  const sorted = players.toSorted((one, other) => other.net - one.net);
  const held = parts.slice(0, sorted.length);
  const whole = sum(held);
  const worth = held.map((part) => Number((BigInt(prize) * BigInt(part)) / BigInt(whole)));
  if (worth[0] !== undefined) worth[0] += prize - sum(worth);
  const prizes = new Map<string, Micros>();
  for (let place = 0; place < sorted.length;) {
    const group = sorted.filter(({ net }) => net === sorted[place]?.net);
    const shared = sum(worth.slice(place, place + group.length));
    const each = Math.floor(shared / group.length);
    for (const [index, { agent }] of group.entries()) {
      prizes.set(agent, each + (index < shared - each * group.length ? 1 : 0));
    }
    place += group.length;
  }
  return prizes;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
