/**
 * A session executed again: a second world from the same base, to which everything from outside comes at its instants.
 * The world that is served is not touched meanwhile.
 */
import { InvariantError } from '../../../core/base/assert.ts';
import type { Instant } from '../../../core/base/time.ts';
import type { WorldObserver } from '../../../platform/world/world.ts';
import { ServedWorld, type Steering, type WorldBase } from '../served-world.ts';
import type { SessionEntry } from './entry.ts';

/** Where to stop: at an instant, after the entries; or sooner, at the end of the instant of an event. */
export interface Goal {
  readonly entries: readonly SessionEntry[];
  readonly atMs: Instant;
  readonly event?: number;
  /** What the world must be there, where that was noted. */
  readonly expected?: { readonly event: number; readonly digest: string };
  /** Checkpoints of a digest that went the same way. */
  readonly log?: readonly { readonly event: number; readonly digest: string }[];
}

const eventsPerSlice = 500;

/** Call `step` until it returns true; then `divergedAt` says whether the world is the same again. */
export class Reexecution {
  readonly goal: Goal;
  readonly served: ServedWorld;
  #index = 0;
  #movingToMs: Instant | undefined;
  #divergedAt: number | undefined;

  /** `observer` sees every request, of agents too. */
  constructor(base: WorldBase, number: number, goal: Goal, observer?: WorldObserver) {
    this.goal = goal;
    const steering = this.#steering();
    this.served = new ServedWorld(base, {
      number,
      steering,
      ...(observer === undefined ? {} : { observer }),
    });
  }

  /** The entries that have come. */
  get entries(): readonly SessionEntry[] {
    return this.goal.entries.slice(0, this.#index);
  }

  /** The first event known to differ from what was noted; undefined in a world that is the same. */
  get divergedAt(): number | undefined {
    return this.#divergedAt;
  }

  /** The elapsed share of virtual time, from 0 to 1. */
  get progress(): number {
    const { startMs } = this.served.base;
    return (this.served.nowMs - startMs) / Math.max(1, this.goal.atMs - startMs);
  }

  /** Runs a slice of events and at most one entry; true once there, or where the world has diverged. */
  step(): boolean {
    const next = this.goal.entries[this.#index];
    const untilMs = next?.atMs ?? this.goal.atMs;
    if (this.goal.event !== undefined && this.#isAt(this.goal.event, untilMs)) return this.#finish();
    if (this.served.world.kernel.run({ untilMs, eventsMax: this.#eventsMax }) === 'budget') return false;
    if (next === undefined) return this.#finish();
    if (this.served.world.eventNumber !== next.event) return this.#diverged(next.event);
    this.#index += 1;
    this.#movingToMs = next.movingToMs;
    this.served.answer(next.request, next.tool);
    this.#movingToMs = undefined;
    return false;
  }

  get #eventsMax(): number {
    return this.goal.event === undefined ? eventsPerSlice : 1;
  }

  /** Runs single events, at most a slice, until that event has been folded. */
  #isAt(event: number, untilMs: Instant): boolean {
    const { world } = this.served;
    for (let count = 0; count < eventsPerSlice && world.eventNumber < event; count++) {
      if (world.kernel.run({ untilMs, eventsMax: 1 }) !== 'budget') break;
    }
    return world.eventNumber >= event;
  }

  #finish(): boolean {
    const { world } = this.served;
    world.kernel.run({ untilMs: world.kernel.nowMs });
    const { expected, log = [] } = this.goal;
    const { digest, events } = world.digest();
    if (expected !== undefined && (digest !== expected.digest || events !== expected.event))
      return this.#diverged(Math.min(events, expected.event));
    const noted = new Map(log.map((checkpoint) => [checkpoint.event, checkpoint.digest]));
    for (const checkpoint of world.digestLog.checkpoints()) {
      const before = noted.get(checkpoint.event);
      if (before !== undefined && before !== checkpoint.digest) return this.#diverged(checkpoint.event);
    }
    return true;
  }

  #diverged(event: number): boolean {
    this.#divergedAt = event;
    return true;
  }

  /** Calls that would move the clock, the pace or the world of a sandbox act on this world, or on nothing. */
  #steering(): Steering {
    const movingToMs = (): Instant | undefined => this.#movingToMs;
    return {
      get movingToMs() {
        return movingToMs();
      },
      arrivedWith: 0,
      get history(): never {
        throw new InvariantError('no entry of a session asks for its past');
      },
      advanced: () => undefined,
      setPace: () => undefined,
      reset: () => this.served.world,
    };
  }
}
