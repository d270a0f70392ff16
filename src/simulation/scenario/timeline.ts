/** Counts what happens in equal slices of virtual time, and samples the state at the end of each. */
import type { Instant } from '../../core/base/time.ts';
import type { Series, Timeline } from './result.ts';
import { sampledSeries, type Sample, type SampledName, type SampledRun } from './sampled-series.ts';

const bucketCountTarget = 240;

/** Slices a chart can show and a person can name. */
const bucketChoicesMs = [
  1_000, 5_000, 10_000, 30_000, 60_000, 300_000, 600_000, 1_800_000, 3_600_000, 7_200_000, 10_800_000,
  21_600_000, 43_200_000, 86_400_000, 604_800_000,
];

/** What is counted rather than sampled. */
type Counted = 'requests' | 'refusals';

type Columns = Map<string, number[]>;

export class TimelineRecorder {
  readonly startMs: Instant;
  readonly bucketMs: number;
  readonly bucketCount: number;
  readonly #counted: Record<Counted, Columns> = { requests: new Map(), refusals: new Map() };
  readonly #sampled: ReadonlyMap<string, { readonly sample: Sample; readonly columns: Columns }>;
  readonly #registered: number[];

  /** `series` are sampled beside those of the registry. */
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

  /** Makes sure a series exists, in this order, even if nothing is ever counted. */
  touch(family: Counted, name: string): void {
    this.#column(this.#counted[family], name);
  }

  /** Notes the state at the end of a slice. */
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
