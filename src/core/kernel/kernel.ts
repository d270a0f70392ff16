/**
 * The virtual clock and its processes. `run` takes the events one by one in total order; nothing else advances time.
 * It knows nothing of services, requests or money.
 */
import { InvariantError, assert } from '../base/assert.ts';
import type { Instant } from '../base/time.ts';
import { EventQueue } from './event-queue.ts';
import type { EventHandle, EventTarget, Priority } from './event.ts';
import type { Finding, FindingKind } from './finding.ts';
import { builtInPerformers } from './performers.ts';
import type { LogEntry } from './performers.ts';
import { Process } from './process.ts';
import type { Performer, ProcessHost, ProcessOptions } from './process.ts';
import type { StepWatch } from './step-watch.ts';
import { Streams } from './stream.ts';

/** The options of a kernel; `startMs` is the first instant, `seed` determines all random streams. */
export interface KernelOptions {
  readonly startMs: Instant;
  readonly seed: string;
  /** Performers of effects besides the built-in ones. */
  readonly performers?: Readonly<Record<string, Performer>>;
  /** The most effects of a process at one instant; more are a finding. */
  readonly effectsPerInstantMax?: number;
  readonly onLog?: (entry: LogEntry) => void;
  /** `cause` is what the behaviour threw, if it threw. */
  readonly onFinding?: (finding: Finding, cause: unknown) => void;
  /** Lets a host watch the run from another thread. */
  readonly watch?: StepWatch | undefined;
}

/** The end of a run: after all events up to and including `untilMs`, or after `eventsMax` events. */
export interface RunLimits {
  readonly untilMs?: Instant;
  readonly eventsMax?: number;
}

/** `drained`: no event is left; `reached`: the rest lies after `untilMs`; `budget`: `eventsMax` events have run. */
export type RunEnd = 'drained' | 'reached' | 'budget';

/** A process to start; without a number it gets the next free one. */
export type SpawnOptions = ProcessOptions & { readonly number?: number };

/** The virtual clock, event queue and processes of one run. A kernel is not reentrant: `run` within `run` throws. */
export class Kernel implements ProcessHost {
  readonly queue: EventQueue;
  readonly streams: Streams;
  readonly performers: ReadonlyMap<string, Performer>;
  readonly effectsPerInstantMax: number;
  readonly watch: StepWatch | undefined;
  instantNumber = 0;
  running: Process | undefined = undefined;
  /** Events run so far. */
  eventCount = 0;
  /** Processes that have not ended. */
  processCount = 0;

  readonly #onFinding: KernelOptions['onFinding'];
  #nextNumber = 0;
  #entered = false;

  constructor(options: KernelOptions) {
    this.queue = new EventQueue(options.startMs);
    this.streams = new Streams(options.seed);
    this.effectsPerInstantMax = options.effectsPerInstantMax ?? 100_000;
    this.#onFinding = options.onFinding;
    this.watch = options.watch;
    const builtIn = builtInPerformers(this, options.onLog);
    this.performers = new Map([...builtIn, ...Object.entries(options.performers ?? {})]);
    assert(
      this.performers.size === builtIn.length + Object.keys(options.performers ?? {}).length,
      'a performer of a built-in kind is given again',
    );
  }

  get nowMs(): Instant {
    return this.queue.nowMs;
  }

  /** Wakes `target` at that instant; see `EventQueue.schedule`. */
  schedule(atMs: Instant, priority: Priority, target: EventTarget, argument = 0): EventHandle {
    return this.queue.schedule(atMs, priority, target, argument);
  }

  /** Cancels an event; false if it has already fired or been cancelled. */
  cancel(handle: EventHandle): boolean {
    return this.queue.cancel(handle);
  }

  /** Starts a process; its first turn is an event of this instant. */
  spawn(options: SpawnOptions): Process {
    const number = options.number ?? this.#nextNumber;
    this.#nextNumber = Math.max(this.#nextNumber, number + 1);
    this.processCount += 1;
    return new Process(this, number, options);
  }

  /** Runs events in order. The clock then stands at `untilMs`, if given, unless the budget ended the run. */
  run(limits: RunLimits = {}): RunEnd {
    const { untilMs = Number.POSITIVE_INFINITY, eventsMax = Number.POSITIVE_INFINITY } = limits;
    assert(!this.#entered, 'a run is not entered from within itself');
    this.#entered = true;
    try {
      return this.#runEvents(untilMs, eventsMax);
    } finally {
      this.#entered = false;
    }
  }

  /** For processes alone. */
  processEnded(): void {
    this.processCount -= 1;
  }

  /** For processes alone. */
  report(process: Process, kind: FindingKind, message: string, cause: unknown): void {
    const { name: agent, behaviour } = process;
    this.#onFinding?.({ kind, agent, behaviour, atMs: this.nowMs, message }, cause);
  }

  /** Counts a step of the platform. Throws `InvariantError` where it is known not to end. */
  assertEnds(): void {
    if (this.watch === undefined || this.watch.mayEnter()) return;
    throw new InvariantError(`event ${this.eventCount} takes more processor time than any event may take`);
  }

  #runEvents(untilMs: Instant, eventsMax: number): RunEnd {
    const queue = this.queue;
    let beforeMs = queue.nowMs;
    for (let left = eventsMax; left > 0; left -= 1) {
      if (!queue.pop(untilMs)) return this.#rest(untilMs);
      if (queue.nowMs !== beforeMs) {
        beforeMs = queue.nowMs;
        this.instantNumber = (this.instantNumber + 1) | 0;
      }
      this.eventCount += 1;
      this.assertEnds();
      queue.target.fire(queue.argument);
    }
    return 'budget';
  }

  #rest(untilMs: Instant): RunEnd {
    if (Number.isFinite(untilMs) && untilMs > this.nowMs) {
      this.queue.advance(untilMs);
      this.instantNumber = (this.instantNumber + 1) | 0;
    }
    return this.queue.size === 0 ? 'drained' : 'reached';
  }
}
