/** What the responses of a replay say about the target's clock. */
import { parseInstant, type DurationMs, type Instant } from '../../../core/base/time.ts';
import { present } from '../../../core/base/assert.ts';
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import type { WriteSpan } from '../correlation/instant-shifts.ts';
import { headerOf } from '../http/answer-parser.ts';
import type { Target } from '../target/target.ts';

/** A response and the record that it answers. */
interface Timed {
  readonly record: TraceRecord;
  readonly head: string;
  readonly serviceMs: number;
}

/** The times that one target states, against those of one recording. */
export class StatedTimes {
  readonly #clock: Target['clock'];
  readonly #startMs: Instant;

  /** `start` is the instant of the recording's beginning, which was checked. */
  constructor({ clock }: Pick<Target, 'clock'>, start: string) {
    this.#clock = clock;
    this.#startMs = present(parseInstant(start), 'the header was checked');
  }

  /** True for a clock that each request sets to the recorded instant: time explains nothing. */
  get isSet(): boolean {
    return this.#clock.kind === 'sandbox';
  }

  recordedMs({ at }: Pick<TraceRecord, 'at'>): Instant {
    return this.#startMs + at;
  }

  /** The target's clock minus the recorded instant; undefined for one that is set, and where the response has no date. */
  shiftMs({ record, head }: Timed): DurationMs | undefined {
    if (this.isSet) return undefined;
    const liveMs = Date.parse(headerOf(head, 'date') ?? '');
    return Number.isNaN(liveMs) ? undefined : liveMs - this.recordedMs(record);
  }

  /** Of real clients it is unknown when between request and answer the recorded instants were. */
  toleranceMs({ record, serviceMs }: Timed): DurationMs {
    if (this.#clock.kind === 'sandbox') return 0;
    return 2_000 + this.#clock.factor * (serviceMs + 5) + (record.took ?? 0);
  }

  /** When a write was under way in the recording. */
  written(record: TraceRecord): WriteSpan | undefined {
    const fromMs = this.recordedMs(record);
    return record.request.method === 'GET' ? undefined : { fromMs, toMs: fromMs + (record.took ?? 0) };
  }
}
