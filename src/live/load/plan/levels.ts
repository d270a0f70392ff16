/** The level of a load over time, as straight lines between its stages, and the arrivals that a rate means. */
import type { LoadPlan } from '../../../simulation/scenario/load-shape.ts';

/** One stage with its place in time: wall milliseconds from the start of the load. */
interface Segment {
  readonly fromMs: number;
  readonly lengthMs: number;
  readonly from: number;
  readonly to: number;
}

/** The stages of a plan in order. `stageAt` is -1 before the start, and the number of stages after the end. */
export class Levels {
  readonly #segments: readonly Segment[];
  readonly #lengthMs: number;

  constructor({ from, stages }: Pick<LoadPlan, 'from' | 'stages'>) {
    const segments: Segment[] = [];
    let [atMs, level] = [0, from];
    for (const { lengthMs, to } of stages) {
      segments.push({ fromMs: atMs, lengthMs, from: level, to });
      [atMs, level] = [atMs + lengthMs, to];
    }
    this.#segments = segments;
    this.#lengthMs = atMs;
  }

  /** The level at that time, in arrivals a second or agents; 0 after the end. */
  at(ms: number): number {
    const segment = this.#segments[this.stageAt(ms)];
    if (segment === undefined) return 0;
    const { from, to, fromMs, lengthMs } = segment;
    return from + (to - from) * ((ms - fromMs) / lengthMs);
  }

  /** The index of the stage at that time. */
  stageAt(ms: number): number {
    if (ms < 0) return -1;
    if (ms >= this.#lengthMs) return this.#segments.length;
    return this.#segments.findLastIndex(({ fromMs, lengthMs }) => fromMs <= ms && lengthMs > 0);
  }

  /**
   * The times of all arrivals in order. The n-th arrival, from 0, comes when the rate has brought n and a half: they
   * stand in the middle of even distances, and their number is that of the area below the line.
   */
  *arrivals(): Generator<number, void, undefined> {
    let [before, next] = [0, 0.5];
    for (const { fromMs, lengthMs, from, to } of this.#segments) {
      const seconds = lengthMs / 1000;
      const area = ((from + to) / 2) * seconds;
      const slope = seconds === 0 ? 0 : (to - from) / seconds;
      for (; next < before + area; next += 1) yield fromMs + 1000 * timeOf(next - before, from, slope);
      before += area;
    }
  }
}

/** Seconds until a rate that begins with `from` and grows by `slope` a second has brought `area` arrivals. */
const timeOf = (area: number, from: number, slope: number): number =>
  (2 * area) / (from + Math.sqrt(Math.max(0, from * from + 2 * slope * area)));
