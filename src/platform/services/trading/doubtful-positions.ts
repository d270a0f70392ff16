/**
 * Which open positions of a market a mark price may liquidate. Every market asks every minute, and nearly all positions
 * are far from it: they are passed over until the mark has moved by `band`, or they change. Of the others the nearest
 * marks that matter are known, so that most minutes look at no position.
 */
import { soundRangeOf, type Position, type SoundRange } from './position.ts';
import type { Ticks } from './units.ts';

/** Positions that are sound this far from the mark, as a share of it, are passed over. */
const band = 0.02;
/** After so many changes, all are examined again. */
const changesMax = 32;

/** The positions in doubt of one market. The caller reports every change of a position, and of its undoing. */
export class DoubtfulPositions {
  /** Every open position that is not sound at some mark from `#lowest` to `#highest`; others may be among them. */
  #doubtful = new Set<Position>();
  #lowest: Ticks = Infinity;
  #highest: Ticks = 0;
  #changes = 0;
  /** No position in doubt may be liquidated between these marks; unknown after a change. */
  #quiet: SoundRange | undefined;

  /** The position is in doubt until all are examined again. */
  changed(position: Position): void {
    this.#doubtful.add(position);
    this.#changes += 1;
    this.#quiet = undefined;
  }

  /** The positions of `open` that may be liquidated at the mark, in the order of `open`. */
  at(mark: Ticks, open: readonly Position[]): readonly Position[] {
    const isNear = mark > this.#lowest && mark < this.#highest;
    if (!isNear || this.#changes > changesMax) this.#examine(mark, open);
    const { lowest, highest } = (this.#quiet ??= commonRangeOf(this.#doubtful));
    if (mark > lowest && mark < highest) return none;
    const found = [...this.#doubtful].filter((position) => mayBeLiquidated(position, mark));
    return found.length <= 1 ? found : open.filter((position) => found.includes(position));
  }

  #examine(mark: Ticks, open: readonly Position[]): void {
    this.#changes = 0;
    this.#quiet = undefined;
    this.#lowest = mark * (1 - band);
    this.#highest = mark * (1 + band);
    this.#doubtful = new Set(
      open.filter((position) => {
        const { lowest, highest } = soundRangeOf(position);
        return lowest >= this.#lowest || highest <= this.#highest;
      }),
    );
  }
}

const none: readonly Position[] = [];

/** The marks at which every one of the positions is sound. */
function commonRangeOf(positions: Iterable<Position>): SoundRange {
  let [lowest, highest] = [-Infinity, Infinity];
  for (const position of positions) {
    if (position.lots === 0) continue;
    const range = soundRangeOf(position);
    lowest = Math.max(lowest, range.lowest);
    highest = Math.min(highest, range.highest);
  }
  return { lowest, highest };
}

function mayBeLiquidated(position: Position, mark: Ticks): boolean {
  if (position.lots === 0) return false;
  const { lowest, highest } = soundRangeOf(position);
  return mark <= lowest || mark >= highest;
}
