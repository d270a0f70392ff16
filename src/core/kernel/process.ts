/**
 * One process: a generator that is resumed from effect to effect. Errors of the generator become findings; errors of
 * the platform are thrown out of `kernel.run`.
 */
import { InvariantError, assert } from '../base/assert.ts';
import type { Instant } from '../base/time.ts';
import { Effect } from './effects.ts';
import type { BehaviourSteps } from './effects.ts';
import type { EventQueue } from './event-queue.ts';
import { priority } from './event.ts';
import type { EventTarget } from './event.ts';
import { describeThrown, describeValue, describeYielded } from './finding.ts';
import type { FindingKind } from './finding.ts';
import type { StepWatch } from './step-watch.ts';
import type { Stream, Streams } from './stream.ts';

/** Returned by a performer that answers later, by `process.resume(answer)`. */
export const suspended = Symbol('suspended');

/** Performs one kind of effect: returns its result or `suspended`, or ends the process with `process.fail`. */
export type Performer = (process: Process, effect: Effect<unknown>) => unknown;

/** `ready`: has its turn or gets it at this instant; `waiting`: for an event or for `resume`. */
export type ProcessState = 'ready' | 'waiting' | 'ended';

/** The part of the kernel that a process uses. */
export interface ProcessHost {
  readonly queue: EventQueue;
  readonly streams: Streams;
  readonly performers: ReadonlyMap<string, Performer>;
  readonly effectsPerInstantMax: number;
  /** Changes whenever the virtual time does. */
  readonly instantNumber: number;
  /** The process whose generator has control. */
  running: Process | undefined;
  readonly watch: StepWatch | undefined;
  assertEnds(): void;
  processEnded(): void;
  report(process: Process, kind: FindingKind, message: string, cause: unknown): void;
}

/** The identity of a process and its generator; kept for the lifetime of the process. */
export interface ProcessOptions {
  readonly name: string;
  readonly behaviour: string;
  /** The default is the stream `agents/NAME`. */
  readonly stream?: Stream | undefined;
  /** Called once, for its first turn. */
  run(): BehaviourSteps;
}

/** Marks a process without a wake-up event. */
const unscheduled = -1;

/** A running generator. It starts at the instant of construction; performers resume, fail or end it. */
export class Process implements EventTarget {
  readonly number: number;
  #state: ProcessState = 'ready';
  readonly #host: ProcessHost;
  readonly #options: ProcessOptions;
  #steps: BehaviourSteps | undefined = undefined;
  #stream: Stream | undefined;
  /** The slot of its wake-up event; a handle would cost every sleeping agent a heap number. */
  #wake = unscheduled;
  #instantNumber = 0;
  #effectCount = 0;

  constructor(host: ProcessHost, number: number, options: ProcessOptions) {
    this.number = number;
    this.#host = host;
    this.#options = options;
    this.#stream = options.stream;
    this.#wakeAt(host.queue.nowMs);
  }

  /** Names the agent in findings and its random stream. */
  get name(): string {
    return this.#options.name;
  }

  get behaviour(): string {
    return this.#options.behaviour;
  }

  get state(): ProcessState {
    return this.#state;
  }

  /** The process's own random numbers. */
  get stream(): Stream {
    return (this.#stream ??= this.#host.streams.stream(`agents/${this.name}`));
  }

  /** Used by the event queue only. */
  prefetch(): number {
    return this.#steps?.next === undefined ? 0 : 1;
  }

  /** Used by the event queue only: the sleep is over. */
  fire(): void {
    this.#wake = unscheduled;
    this.#proceed(undefined);
  }

  /** Resumes the generator with the result of a suspended effect. Throws `InvariantError` in any other state. */
  resume(value: unknown): void {
    if (this.#state !== 'waiting' || this.#wake !== unscheduled) {
      const doing = this.#wake === unscheduled ? this.#state : 'asleep';
      throw new InvariantError(`process ${this.name} is resumed while it is ${doing}`);
    }
    this.#proceed(value);
  }

  /** Sleeps until that instant; for performers, which return `suspended` after it. */
  sleepUntil(atMs: Instant): void {
    assert(this.#wake === unscheduled, () => `process ${this.name} sleeps once at a time`);
    this.#wakeAt(atMs);
    this.#state = 'waiting';
  }

  /** Ends the process with a finding about its behaviour. */
  fail(kind: FindingKind, message: string, cause?: unknown): void {
    if (this.#state === 'ended') return;
    this.#host.report(this, kind, message, cause);
    this.end();
  }

  /** Ends the process: it gets no further turn, and its `finally` blocks run now. */
  end(): void {
    if (this.#state === 'ended') return;
    assert(this.#host.running !== this, 'a process is not ended while its generator runs');
    const steps = this.#finish();
    if (steps === undefined) return;
    if (this.#host.watch?.mayEnter() === false) {
      this.#reportEndless();
      return;
    }
    const outer = this.#host.running;
    this.#host.running = this;
    try {
      steps.return(undefined);
    } catch (error) {
      this.#host.report(this, 'behaviour-threw', `${describeThrown(error)} while it was being ended`, error);
    }
    this.#host.running = outer;
    this.#host.assertEnds();
  }

  #reportEndless(): void {
    this.#host.report(
      this,
      'never-yielded',
      'computes without end between two effects; does a loop lack a yield?',
      undefined,
    );
  }

  #wakeAt(atMs: Instant): void {
    const { queue } = this.#host;
    queue.schedule(atMs, priority.agent, this, 0);
    this.#wake = queue.scheduledSlot;
  }

  #finish(): BehaviourSteps | undefined {
    const steps = this.#steps;
    this.#state = 'ended';
    this.#steps = undefined;
    this.#host.queue.cancelSlot(this.#wake, this);
    this.#wake = unscheduled;
    this.#host.processEnded();
    return steps;
  }

  #proceed(answer: unknown): void {
    const host = this.#host;
    this.#state = 'ready';
    if (this.#instantNumber !== host.instantNumber) {
      this.#instantNumber = host.instantNumber;
      this.#effectCount = 0;
    }
    let value = answer;
    for (;;) {
      let step: IteratorResult<unknown, unknown>;
      if (host.watch?.mayEnter() === false) {
        // The generator is not resumed: neither this turn nor its `finally` blocks may end.
        this.#finish();
        this.#reportEndless();
        return;
      }
      host.running = this;
      try {
        step = (this.#steps ??= this.#start()).next(value);
      } catch (error) {
        host.running = undefined;
        host.assertEnds();
        // A generator that threw is finished.
        this.#steps = undefined;
        this.fail('behaviour-threw', describeThrown(error), error);
        return;
      }
      host.running = undefined;
      host.assertEnds();
      if (step.done === true) {
        this.#finish();
        return;
      }
      value = this.#perform(step.value);
      if (value === suspended) return;
    }
  }

  /** Runs within the guard of the first step: a factory that throws is a mistake of the behaviour too. */
  #start(): BehaviourSteps {
    const steps: unknown = this.#options.run();
    if (isGenerator(steps)) return steps;
    throw new TypeError(`expected a generator function (function*), but it returned ${describeValue(steps)}`);
  }

  /** The effect's result, or `suspended` when the process has to wait or has ended. */
  #perform(effect: unknown): unknown {
    const host = this.#host;
    this.#effectCount += 1;
    if (this.#effectCount > host.effectsPerInstantMax) {
      return this.#refuse(
        'zero-delay-loop',
        `yielded more than ${host.effectsPerInstantMax} effects while no time passed; does a loop lack a sleep?`,
      );
    }
    if (!(effect instanceof Effect)) return this.#refuse('unknown-effect', describeYielded(effect));
    if (effect.kind === 'sleep') return this.#sleep(effect.payload);
    if (effect.kind === 'now') return host.queue.nowMs;
    const performer = host.performers.get(effect.kind);
    if (performer === undefined) return this.#refuse('unknown-effect', describeYielded(effect));
    const result = performer(this, effect);
    if (result === suspended && this.#state === 'ready') this.#state = 'waiting';
    return this.#state === 'ended' ? suspended : result;
  }

  #sleep(delayMs: unknown): typeof suspended {
    const isDelay = Number.isInteger(delayMs) && (delayMs as number) >= 0;
    const atMs = isDelay ? this.#host.queue.nowMs + (delayMs as number) : Number.NaN;
    if (!Number.isSafeInteger(atMs)) {
      return this.#refuse('unknown-effect', describeSleep('sleep', delayMs));
    }
    this.#wakeAt(atMs);
    this.#state = 'waiting';
    return suspended;
  }

  #refuse(kind: FindingKind, message: string): typeof suspended {
    this.fail(kind, message);
    return suspended;
  }
}

/** The message for an invalid time. */
export const describeSleep = (call: string, time: unknown): string =>
  `yielded ${call}(${describeValue(time)}); expected a whole number of milliseconds, zero or more`;

function isGenerator(value: unknown): value is BehaviourSteps {
  if (typeof value !== 'object' || value === null) return false;
  const { next, return: close } = value as Partial<BehaviourSteps>;
  return typeof next === 'function' && typeof close === 'function' && Symbol.iterator in value;
}
