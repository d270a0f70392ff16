/**
 * Combines several meters. No algorithm refuses later what it would have admitted earlier to an idle client, so a
 * client that has waited for the slowest meter is admitted by all: the combined wait is the longest.
 */
import { assert } from '../../base/assert.ts';
import type { Meter, QuotaState } from './meter.ts';
import { emptyReading, tighten } from './reading.ts';

const scratch = emptyReading();

/** A meter that admits what each of `meters` admits, and shows the one that binds. */
export function all(meters: readonly Meter[]): Meter {
  assert(meters.length > 0, 'a composition has a meter');
  return meters.reduce(join);
}

/** Leans every composition to the left: `#second` is a plain meter, so one scratch reading serves any depth. */
function join(left: Meter, right: Meter): Meter {
  return right instanceof Both ? new Both(join(left, right.first), right.second) : new Both(left, right);
}

/** Two fields instead of a list: each call site then sees one algorithm, and the compiler can inline it. */
class Both implements Meter {
  readonly first: Meter;
  readonly second: Meter;

  constructor(first: Meter, second: Meter) {
    this.first = first;
    this.second = second;
  }

  waitMs(nowMs: number, weight = 1): number {
    return Math.max(this.first.waitMs(nowMs, weight), this.second.waitMs(nowMs, weight));
  }

  consume(nowMs: number, weight = 1): void {
    this.first.consume(nowMs, weight);
    this.second.consume(nowMs, weight);
  }

  read(nowMs: number, into: QuotaState): void {
    this.first.read(nowMs, into);
    this.second.read(nowMs, scratch);
    tighten(into, scratch);
  }
}
