/** A program that serves a world and can steer it: what the calls under /_sim ask of it. */
import type { Instant } from '../../core/base/time.ts';
import type { Policies, Profile } from '../../core/policy/policies.ts';
import type { Fault } from '../world/faults.ts';
import type { World } from '../world/world.ts';
import type { Pace } from './pace.ts';

/** What a world is made from. */
export interface Setup {
  readonly seed: string;
  readonly profile: Profile;
  readonly policies: Policies;
  /** Undefined for a scenario's default start where time is manual, and the wall clock's now where it runs. */
  readonly startMs: Instant | undefined;
}

export interface Host {
  readonly nowMs: Instant;
  readonly setup: Setup;
  readonly world: World;
  readonly faults: readonly Fault[];
  /** Runs what falls due up to `toMs`, which is not in the past. */
  advance(toMs: Instant): { events: number };
  /** The instant that the clock is being moved to, if it is. */
  readonly movingToMs: Instant | undefined;
  setPace(pace: Pace): void;
  addFault(fault: Fault): void;
  /** A fresh world in the place of this one. */
  reset(setup: Setup): World;
}
