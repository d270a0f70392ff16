/** Counts what happens in equal slices of virtual time, and samples the state at the end of each. */
import type { Instant } from '../../core/base/time.ts';
import type { Timeline } from './result.ts';

const bucketCountTarget = 240;

/** Slices a chart can show and a person can name. */
const bucketChoicesMs = [
  1_000, 5_000, 10_000, 30_000, 60_000, 300_000, 600_000, 1_800_000, 3_600_000, 7_200_000, 10_800_000,
  21_600_000, 43_200_000, 86_400_000, 604_800_000,
];

type Family = 'requests' | 'refusals' | 'escrows' | 'orders' | 'contests' | 'returns' | 'money';

export class TimelineRecorder {
  readonly startMs: Instant;
  readonly bucketMs: number;
  readonly bucketCount: number;
  readonly #series: Record<Family, Map<string, number[]>> = {
    requests: new Map(),
    refusals: new Map(),
    escrows: new Map(),
    orders: new Map(),
    contests: new Map(),
    returns: new Map(),
    money: new Map(),
  };
  readonly #registered: number[];

  constructor(startMs: Instant, forMs: number) {
    this.startMs = startMs;
    this.bucketMs = bucketChoicesMs.find((choice) => forMs / choice <= bucketCountTarget) ?? forMs;
    this.bucketCount = Math.max(1, Math.ceil(forMs / this.bucketMs));
    this.#registered = Array.from({ length: this.bucketCount }, () => 0);
  }

  /** The instant at which a slice ends. */
  endOfMs(bucket: number): Instant {
    return this.startMs + (bucket + 1) * this.bucketMs;
  }

  /** Counts one occurrence. */
  count(family: Family, name: string, atMs: Instant): void {
    const column = this.#column(family, name);
    const bucket = this.#bucketOf(atMs);
    column[bucket] = (column[bucket] ?? 0) + 1;
  }

  /** Makes sure a series exists, in this order, even if nothing is ever counted. */
  touch(family: Family, name: string): void {
    this.#column(family, name);
  }

  /** Notes a state at the end of a slice. */
  sample(family: Family, name: string, place: { bucket: number; value: number }): void {
    this.#column(family, name)[place.bucket] = place.value;
  }

  sampleRegistered(bucket: number, agents: number): void {
    this.#registered[bucket] = agents;
  }

  finish(): Timeline {
    const { startMs, bucketMs, bucketCount } = this;
    const table = (family: Family): Record<string, readonly number[]> =>
      Object.fromEntries(this.#series[family]);
    return {
      startMs,
      bucketMs,
      bucketCount,
      requests: table('requests'),
      refusals: table('refusals'),
      escrows: table('escrows'),
      orders: table('orders'),
      contests: table('contests'),
      returns: table('returns'),
      money: table('money'),
      registered: this.#registered,
    };
  }

  #bucketOf(atMs: Instant): number {
    return Math.min(Math.floor((atMs - this.startMs) / this.bucketMs), this.bucketCount - 1);
  }

  #column(family: Family, name: string): number[] {
    const columns = this.#series[family];
    let column = columns.get(name);
    if (column === undefined) columns.set(name, (column = Array.from({ length: this.bucketCount }, () => 0)));
    return column;
  }
}
