/** Counts events in equal slices of virtual time, and samples the state at the end of each. */
import type { Instant } from '../../core/base/time.ts';
import type { Series, Timeline } from './result.ts';
import { sampledSeries, type Sample, type SampledName, type SampledRun } from './sampled-series.ts';

const bucketCountTarget = 240;

/** Slice lengths that are readable in a chart. */
const bucketChoicesMs = [
  1_000, 5_000, 10_000, 30_000, 60_000, 300_000, 600_000, 1_800_000, 3_600_000, 7_200_000, 10_800_000,
  21_600_000, 43_200_000, 86_400_000, 604_800_000,
];

/** Series that are counted rather than sampled. */
type Counted = 'requests' | 'refusals';

type Columns = Map<string, number[]>;

/** Divides a run into at most about 240 slices; virtual time only. */
export class TimelineRecorder {
  readonly startMs: Instant;
  readonly bucketMs: number;
  readonly bucketCount: number;
  readonly #counted: Record<Counted, Columns> = { requests: new Map(), refusals: new Map() };
  readonly #sampled: ReadonlyMap<string, { readonly sample: Sample; readonly columns: Columns }>;
  readonly #registered: number[];

  /** `series` are sampled in addition to `sampledSeries`. */
  constructor(startMs: Instant, forMs: number, series: Readonly<Record<string, Sample>> = {}) {
    this.startMs = startMs;
    this.bucketMs = bucketChoicesMs.find((choice) => forMs / choice <= bucketCountTarget) ?? forMs;
    this.bucketCount = Math.max(1, Math.ceil(forMs / this.bucketMs));
    this.#registered = Array.from({ length: this.bucketCount }, () => 0);
    this.#sampled = new Map(
      Object.entries<Sample>({ ...sampledSeries, ...series }).map(([name, sample]) => [
        name,
        { sample, columns: new Map() },
      ]),
    );
  }

  /** The instant at which a slice ends. */
  endOfMs(bucket: number): Instant {
    return this.startMs + (bucket + 1) * this.bucketMs;
  }

  /** Counts one occurrence. */
  count(family: Counted, name: string, atMs: Instant): void {
    const column = this.#column(this.#counted[family], name);
    const bucket = this.#bucketOf(atMs);
    column[bucket] = (column[bucket] ?? 0) + 1;
  }

  /** Creates a series in this order, even if nothing is counted in it. */
  touch(family: Counted, name: string): void {
    this.#column(this.#counted[family], name);
  }

  /** Samples the state at the end of a slice. */
  sample(bucket: number, run: SampledRun): void {
    for (const { sample, columns } of this.#sampled.values()) {
      for (const [name, value] of Object.entries(sample(run))) this.#column(columns, name)[bucket] = value;
    }
    this.#registered[bucket] = run.world.agents.count;
  }

  finish(): Timeline {
    const { startMs, bucketMs, bucketCount } = this;
    const sampled = Object.fromEntries(
      Array.from(this.#sampled, ([name, { columns }]) => [name, seriesOf(columns)]),
    ) as Record<SampledName, Series>;
    return {
      ...sampled,
      startMs,
      bucketMs,
      bucketCount,
      requests: seriesOf(this.#counted.requests),
      refusals: seriesOf(this.#counted.refusals),
      registered: this.#registered,
    };
  }

  #bucketOf(atMs: Instant): number {
    return Math.min(Math.floor((atMs - this.startMs) / this.bucketMs), this.bucketCount - 1);
  }

  #column(columns: Columns, name: string): number[] {
    let column = columns.get(name);
    if (column === undefined) columns.set(name, (column = Array.from({ length: this.bucketCount }, () => 0)));
    return column;
  }
}

const seriesOf = (columns: Columns): Series => Object.fromEntries(columns);
