/**
 * What the charts of the control room show of a world over virtual time: answers and refusals by slice, latencies, and
 * balances by group of accounts.
 */
import type { Micros } from '../../../core/base/money.ts';
import type { Instant } from '../../../core/base/time.ts';
import { Slices, merged } from './slices.ts';
import { Latencies } from './latencies.ts';

type Columns = Map<string, number[]>;

const total = (part: readonly number[]): number => part.reduce((sum, value) => sum + value, 0);
const latest = (part: readonly number[]): number => part.at(-1) ?? 0;

function joined(part: readonly (Latencies | undefined)[]): Latencies | undefined {
  const all = new Latencies();
  for (const one of part) if (one !== undefined) all.join(one);
  return part.some((one) => one !== undefined) ? all : undefined;
}

/** Bounded: slices become wider. A balance is that after the first event behind the end of its slice. */
export class RoomSeries {
  readonly #slices: Slices;
  readonly #balances: () => Readonly<Record<string, Micros>>;
  readonly #requests: Columns = new Map();
  readonly #refusals: Columns = new Map();
  readonly #money: Columns = new Map();
  /** The number of the first event of each slice. */
  #events: (number | undefined)[] = [];
  #latencies: (Latencies | undefined)[] = [];
  /** Balances are known of the slices before it. */
  #current = 0;

  constructor(startMs: Instant, balances: () => Readonly<Record<string, Micros>>) {
    this.#balances = balances;
    this.#slices = new Slices(startMs, (factor) => this.#widen(factor));
  }

  answered(atMs: Instant, parts: { event: number; answerClass: string; code: string | undefined }): void {
    const bucket = this.#enter(atMs);
    this.#events[bucket] ??= parts.event;
    count(this.#requests, parts.answerClass, bucket);
    if (parts.code !== undefined) count(this.#refusals, parts.code, bucket);
  }

  /** A caller has had its answer after so many virtual milliseconds. */
  received(atMs: Instant, latencyMs: number): void {
    const bucket = this.#enter(atMs);
    (this.#latencies[bucket] ??= new Latencies()).add(latencyMs);
  }

  get startMs(): Instant {
    return this.#slices.startMs;
  }

  /** Everything up to now. */
  upTo(nowMs: Instant): SeenSeries {
    const bucketCount = this.#enter(nowMs) + 1;
    this.#sample(bucketCount - 1);
    const filled = (columns: Columns): Record<string, number[]> =>
      Object.fromEntries(
        [...columns].map(([name, values]) => [
          name,
          Array.from({ length: bucketCount }, (_, at) => values[at] ?? 0),
        ]),
      );
    return {
      startMs: this.#slices.startMs,
      bucketMs: this.#slices.widthMs,
      bucketCount,
      requests: filled(this.#requests),
      refusals: filled(this.#refusals),
      money: filled(this.#money),
      latencies: Array.from({ length: bucketCount }, (_, at) => this.#latencies[at]),
      events: Array.from({ length: bucketCount }, (_, at) => this.#events[at] ?? null),
    };
  }

  /** The slice of an instant; those that have ended meanwhile get their balances. */
  #enter(atMs: Instant): number {
    const bucket = this.#slices.at(atMs);
    if (bucket > this.#current) {
      const from = this.#current;
      this.#current = bucket;
      this.#sample(bucket - 1, from);
    }
    return bucket;
  }

  #sample(upTo: number, from = upTo): void {
    for (const [name, micros] of Object.entries(this.#balances())) {
      const column = columnOf(this.#money, name);
      for (let bucket = from; bucket <= upTo; bucket++) column[bucket] = micros;
    }
  }

  #widen(factor: number): void {
    for (const columns of [this.#requests, this.#refusals])
      for (const [name, values] of columns) columns.set(name, merged(dense(values), factor, total));
    for (const [name, values] of this.#money) this.#money.set(name, merged(dense(values), factor, latest));
    this.#latencies = merged(Array.from(this.#latencies), factor, joined);
    this.#events = merged(Array.from(this.#events), factor, (part) =>
      part.find((event) => event !== undefined),
    );
    this.#current = Math.floor(this.#current / factor);
  }
}

/** The series of a world, each with a value per slice. */
export interface SeenSeries {
  readonly startMs: Instant;
  readonly bucketMs: number;
  readonly bucketCount: number;
  readonly requests: Readonly<Record<string, readonly number[]>>;
  readonly refusals: Readonly<Record<string, readonly number[]>>;
  /** Micro-USDC by group of accounts, at the end of each slice. */
  readonly money: Readonly<Record<string, readonly Micros[]>>;
  readonly latencies: readonly (Latencies | undefined)[];
  /** The first event of each slice; null where there was none. */
  readonly events: readonly (number | null)[];
}

const dense = (values: readonly number[]): number[] => Array.from(values, (value) => value ?? 0);

function columnOf(columns: Columns, name: string): number[] {
  let column = columns.get(name);
  if (column === undefined) columns.set(name, (column = []));
  return column;
}

function count(columns: Columns, name: string, bucket: number): void {
  const column = columnOf(columns, name);
  column[bucket] = (column[bucket] ?? 0) + 1;
}
