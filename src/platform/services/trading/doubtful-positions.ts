/**
 * Which open positions of a market a mark price may liquidate. Every market asks every minute, and nearly all positions
 * are far from it: they are passed over until the mark has moved by `band`, or they change.
 */
import { soundRangeOf, type Position } from './position.ts';
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

  /** The position is in doubt until all are examined again. */
  changed(position: Position): void {
    this.#doubtful.add(position);
    this.#changes += 1;
  }

  /** The positions of `open` that may be liquidated at the mark, in the order of `open`. */
  at(mark: Ticks, open: readonly Position[]): readonly Position[] {
    const isNear = mark > this.#lowest && mark < this.#highest;
    if (!isNear || this.#changes > changesMax) this.#examine(mark, open);
    const found = [...this.#doubtful].filter((position) => mayBeLiquidated(position, mark));
    return found.length <= 1 ? found : open.filter((position) => found.includes(position));
  }

  #examine(mark: Ticks, open: readonly Position[]): void {
    this.#changes = 0;
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

function mayBeLiquidated(position: Position, mark: Ticks): boolean {
  if (position.lots === 0) return false;
  const { lowest, highest } = soundRangeOf(position);
  return mark <= lowest || mark >= highest;
}
