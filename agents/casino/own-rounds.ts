/**
 * Rounds recomputed from their seeds, independently: HMAC-SHA256 of `clientSeed:nonce:cursor` under the server seed,
 * words of 32 bits from left to right, numbers below n by rejection. Shares no code with the platform.
 */
import { createHash, createHmac } from 'node:crypto';
import type { GamePath } from './bets.ts';

export interface Seeds {
  readonly serverSeed: string;
  readonly clientSeed: string;
  readonly nonce: number;
}

type Fields = Readonly<Record<string, unknown>>;

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The numbers of one round, each below what is asked for. */
function numbersOf({ serverSeed, clientSeed, nonce }: Seeds): (below: number) => number {
  let used = 0;
  const nextWord = (): number => {
    const cursor = Math.floor(used / 8);
    const digest = createHmac('sha256', serverSeed).update(`${clientSeed}:${nonce}:${cursor}`).digest();
    return digest.readUInt32BE((used++ % 8) * 4);
  };
  return (below) => {
    const fair = 2 ** 32 - (2 ** 32 % below);
    let word = nextWord();
    while (word >= fair) word = nextWord();
    return word % below;
  };
}

/** Sectors of the wheel as the documents print them: how many percent, and what they pay. */
const sectors = [
  [35, 0],
  [25, 0.5],
  [15, 1],
  [10, 1.5],
  [8, 2],
  [4, 3],
  [2, 5],
  [1, 10],
] as const;

function spin(draw: number): { sector: number; pays: number } {
  let rest = draw;
  for (const [index, [percent, pays]] of sectors.entries()) {
    if (rest < percent) return { sector: index + 1, pays };
    rest -= percent;
  }
  throw new RangeError(`${draw} is no percent`);
}

/** Twenty of eighty numbers, none twice: each draw counts among those that are left. */
function kenoDraw(next: (below: number) => number): number[] {
  const left = Array.from({ length: 80 }, (_, index) => index + 1);
  const drawn: number[] = [];
  while (drawn.length < 20) drawn.push(...left.splice(next(left.length), 1));
  return drawn.toSorted((one, other) => one - other);
}

const reds = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);

/** What a round must have shown, and whether it won, where the bet is one that this file knows. */
type Recompute = (next: (below: number) => number, bet: Fields) => { shows: Fields; isWon: boolean };

const rounds: Readonly<Partial<Record<GamePath, Recompute>>> = {
  'coin-flip': (next, { side }) => {
    const result = next(2) === 0 ? 'heads' : 'tails';
    return { shows: { result }, isWon: result === side };
  },
  dice: (next, { direction, threshold }) => {
    const roll = next(100) + 1;
    return {
      shows: { roll },
      isWon: direction === 'over' ? roll > Number(threshold) : roll < Number(threshold),
    };
  },
  'simple-dice': (next, { pick }) => {
    const roll = next(6) + 1;
    return { shows: { roll }, isWon: roll === pick };
  },
  custom: (next, { win_probability: percent }) => {
    const drawn = next(100) + 1;
    // At 99% a win pays less than its stake, and is none (gaps C2, C37).
    return { shows: { drawn }, isWon: drawn <= Number(percent) && Number(percent) < 98 };
  },
  roulette: (next, { bet_type: type, bet_value: value }) => {
    const result = next(37);
    const isWon = type === 'number' ? result === value : type === 'red' && reds.has(result);
    return { shows: { result }, isWon };
  },
  wheel: (next) => {
    const { sector, pays } = spin(next(100));
    return { shows: { sector }, isWon: pays > 1 };
  },
  keno: (next, { picks }) => {
    const drawn = kenoDraw(next);
    const caught = (picks as number[]).filter((number) => drawn.includes(number)).length;
    // Three spots: two caught pay 2x, three 50x.
    return { shows: { drawn, caught }, isWon: caught >= 2 };
  },
};

/** The games this file can recompute. */
export const knownGames = Object.keys(rounds) as GamePath[];

/** What a round must have shown, and whether it won; undefined for other games. */
export function recomputed(
  game: GamePath,
  bet: Fields,
  seeds: Seeds,
): { shows: Fields; isWon: boolean } | undefined {
  return rounds[game]?.(numbersOf(seeds), bet);
}

/** True when an answer's result has every field that a round must have shown. */
export const isAsShown = (result: Fields, shows: Fields): boolean =>
  Object.entries(shows).every(([field, value]) => JSON.stringify(result[field]) === JSON.stringify(value));
