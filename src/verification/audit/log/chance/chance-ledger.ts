/**
 * Chance pooled over a whole log: over games, stakes and players, however few bets there are of a kind. Each slice of
 * the log (all bets, a game, stakes from a size on, both, a player) has a betting capital for every tilt; together
 * they have one capital of which an honest house sees 1/alpha with probability alpha at most.
 */
import { exp, log } from '../../../../core/kernel/elementary.ts';
import type { Micros } from '../../../../core/base/money.ts';
import { formatUsdc } from '../../../../core/base/money.ts';
import type { OutcomeLaw } from './outcome-law.ts';
import { logUnit, tilts } from './tilts.ts';

/** A slice of the log that the rules do not explain, in words, with its evidence as the logarithm of odds. */
export interface ChanceSlice {
  readonly about: string;
  readonly game: string | null;
  readonly bets: number;
  readonly favours: 'house' | 'player';
  readonly logEvidence: number;
}

/** Sums of a group of bets: a number a tilt, then the number of bets. */
const cellSize = tilts.length + 1;
/** Stakes by powers of two in micros. */
const stakeClasses = 54;
/** Players beyond these share the cells of others, which is still a valid test. */
const playersMax = 65_536;

type Cell = Float64Array;

/** The share of the common capital that each kind of slice begins with. */
const shares = { all: 0.3, game: 0.2, stake: 0.15, gameAndStake: 0.1, player: 0.25 } as const;

/** Add each bet once; the order does not matter. */
export class ChanceLedger {
  readonly #byGame = new Map<string, Cell[]>();
  #players = new Float64Array(64 * cellSize);
  #playerCount = 0;

  /** A bet that came to this outcome of its law. */
  add(
    law: OutcomeLaw,
    outcome: number,
    { stakeMicros, player }: { stakeMicros: Micros; player: number },
  ): void {
    let cells = this.#byGame.get(law.game);
    if (cells === undefined) {
      cells = Array.from({ length: stakeClasses }, () => new Float64Array(cellSize));
      this.#byGame.set(law.game, cells);
    }
    const cell = cells[classOf(stakeMicros)]!;
    const ofPlayer = this.#playerAt(player);
    const from = outcome * tilts.length;
    for (let at = 0; at < tilts.length; at += 1) {
      const factor = law.factors[from + at]!;
      cell[at]! += factor;
      this.#players[ofPlayer + at]! += factor;
    }
    cell[tilts.length]! += 1;
    this.#players[ofPlayer + tilts.length]! += 1;
  }

  #playerAt(player: number): number {
    const number = player % playersMax;
    if (number >= this.#playerCount) this.#playerCount = number + 1;
    if (this.#playerCount * cellSize > this.#players.length) {
      const larger = new Float64Array(2 * this.#playerCount * cellSize);
      larger.set(this.#players);
      this.#players = larger;
    }
    return number * cellSize;
  }

  /** The slice with the most evidence, where it passes 1/alpha; `nameOf` gives the name of a player by number. */
  contradicted(alpha: number, nameOf: (player: number) => string): ChanceSlice | undefined {
    let best: ChanceSlice | undefined;
    for (const slice of this.#slices(nameOf))
      if (slice.logEvidence > (best?.logEvidence ?? -log(alpha))) best = slice;
    return best;
  }

  *#slices(nameOf: (player: number) => string): Generator<ChanceSlice> {
    const games = [...this.#byGame];
    const gameShare = shares.game / games.length;
    const wholes = games.map(([, cells]) => sumOf(cells));
    yield sliceOf(sumOf(wholes), shares.all, { about: 'all bets together', game: null });
    for (const [index, [game]] of games.entries())
      yield sliceOf(wholes[index]!, gameShare, { about: `all bets of ${game}`, game });
    const all = Array.from({ length: stakeClasses }, (_, at) => sumOf(games.map(([, cells]) => cells[at]!)));
    yield* stakeSlices(all, shares.stake, null);
    for (const [game, cells] of games) yield* stakeSlices(cells, shares.gameAndStake / games.length, game);
    if (this.#playerCount < 2) return;
    for (let number = 0; number < this.#playerCount; number += 1) {
      const cell = this.#players.subarray(number * cellSize, (number + 1) * cellSize);
      const about = `the bets of player ${JSON.stringify(nameOf(number))}`;
      yield sliceOf(cell, shares.player / this.#playerCount, { about, game: null });
    }
  }
}

/** Stakes of a class and all larger ones, for each class above the smallest. */
function* stakeSlices(cells: readonly Cell[], share: number, game: string | null): Generator<ChanceSlice> {
  const used = cells.flatMap((cell, at) => (cell[tilts.length]! > 0 ? [at] : [])).slice(1);
  for (const from of used) {
    const about = `bets${game === null ? '' : ` of ${game}`} with stakes from ${formatUsdc(2 ** from)} USDC`;
    yield sliceOf(sumOf(cells.slice(from)), share / used.length, { about, game });
  }
}

/** The exponent of the largest power of two that is not above a stake. */
function classOf(stakeMicros: Micros): number {
  const high = Math.floor(stakeMicros / 2 ** 32);
  return high > 0 ? 63 - Math.clz32(high) : 31 - Math.clz32(stakeMicros);
}

function sumOf(cells: readonly Cell[]): Cell {
  const sum = new Float64Array(cellSize);
  for (const cell of cells) for (let at = 0; at < cellSize; at += 1) sum[at]! += cell[at]!;
  return sum;
}

function sliceOf(cell: Cell, share: number, what: Pick<ChanceSlice, 'about' | 'game'>): ChanceSlice {
  const logs = Array.from(cell.subarray(0, tilts.length), (sum) => sum * logUnit);
  const high = Math.max(...logs);
  const mean = high + log(logs.reduce((sum, value) => sum + exp(value - high), 0) / logs.length);
  return {
    ...what,
    bets: cell[tilts.length]!,
    favours: tilts[logs.indexOf(high)]! < 0 ? 'house' : 'player',
    logEvidence: mean + log(share),
  };
}
