/** Collects samples: one sink per selector that an expectation or the report uses. */
import { assert } from '../../core/base/assert.ts';
import type { Aggregate, Selector } from './expectation.ts';
import { metricRow, type MetricKind, type MetricName } from './metric-table.ts';
import { Trend } from './trend.ts';

/** Tags of a sample. */
export type Tags = Readonly<Record<string, string>>;

/** The samples of one selector. */
class Sink {
  readonly selector: Selector;
  readonly #kind: MetricKind;
  readonly #tags: readonly (readonly [string, string])[];
  readonly #trend = new Trend();
  #count = 0;
  #sum = 0;

  constructor(selector: Selector) {
    this.selector = selector;
    this.#kind = metricRow(selector.metric).kind;
    this.#tags = Object.entries(selector.tags);
  }

  matches(tags: Tags): boolean {
    return this.#tags.every(([tag, value]) => tags[tag] === value);
  }

  add(value: number): void {
    this.#count += 1;
    if (this.#kind === 'trend') this.#trend.add(value);
    else if (this.#kind === 'gauge') this.#sum = value;
    else this.#sum += value;
  }

  /** Undefined for a rate, trend or gauge without a sample. */
  value(aggregate: Aggregate, virtualSeconds: number): number | undefined {
    const kind = this.#kind;
    if (kind === 'counter') return aggregate === 'rate' ? this.#sum / virtualSeconds : this.#sum;
    if (this.#count === 0) return undefined;
    if (kind === 'gauge') return this.#sum;
    return kind === 'rate' ? this.#sum / this.#count : this.#trend.value(aggregate);
  }
}

const keyOf = ({ metric, tags }: Selector): string =>
  `${metric}{${Object.entries(tags)
    .map(([tag, value]) => `${tag}:${value}`)
    .toSorted()
    .join(',')}}`;

/** Where the samples of one metric with the same tags go. Found once, because most samples repeat their tags. */
export type SampleSinks = readonly { add(value: number): void }[];

/** Adds one sample to each. */
export function addTo(sinks: SampleSinks, value: number): void {
  for (const sink of sinks) sink.add(value);
}

const noSinks: readonly Sink[] = [];

/** The samples of one run. Only watched selectors are collected; reading another one throws `InvariantError`. */
export class Metrics {
  readonly #sinks = new Map<string, Sink>();
  readonly #byMetric = new Map<MetricName, Sink[]>();

  /** Starts to collect a selector; earlier samples are not included. */
  watch(selector: Selector): void {
    const key = keyOf(selector);
    if (this.#sinks.has(key)) return;
    const sink = new Sink(selector);
    this.#sinks.set(key, sink);
    const siblings = this.#byMetric.get(selector.metric) ?? [];
    siblings.push(sink);
    this.#byMetric.set(selector.metric, siblings);
  }

  /** True if any selector of the metric is watched. */
  watches(metric: MetricName): boolean {
    return this.#byMetric.has(metric);
  }

  /** Adds one sample: the growth of a counter, the value of a gauge, 0 or 1 of a rate, a value of a trend. */
  add(metric: MetricName, value: number, tags: Tags): void {
    for (const sink of this.#byMetric.get(metric) ?? noSinks) if (sink.matches(tags)) sink.add(value);
  }

  /** Where samples with these tags go; selectors that are watched later are not among them. */
  sinks(metric: MetricName, tags: Tags): SampleSinks {
    return (this.#byMetric.get(metric) ?? noSinks).filter((sink) => sink.matches(tags));
  }

  value(selector: Selector, aggregate: Aggregate, virtualSeconds: number): number | undefined {
    const sink = this.#sinks.get(keyOf(selector));
    assert(sink !== undefined, () => `${keyOf(selector)} is watched before it is read`);
    return sink.value(aggregate, virtualSeconds);
  }
}
