/** The interface of a program that serves a world, as the calls under /_sim use it. */
import type { Instant } from '../../core/base/time.ts';
import type { Profile } from '../../core/base/profile.ts';
import type { Policies } from '../../core/policy/policies.ts';
import type { Fault } from '../world/faults.ts';
import type { World } from '../world/world.ts';
import type { BranchHost } from './branches.ts';
import type { CounterpartyHost } from './counterparties.ts';
import type { HistoryHost } from './history.ts';
import type { ObservedHost } from './observed.ts';
import type { Pace } from './pace.ts';

/** The inputs that a world is created from. */
export interface Setup {
  readonly seed: string;
  readonly profile: Profile;
  readonly policies: Policies;
  /**
   * Undefined for the default: the scenario's start if time is manual, otherwise the present time of the wall clock.
   */
  readonly startMs: Instant | undefined;
}

/** A program that serves one world at a time and controls its clock, pace and faults. */
export interface Host extends CounterpartyHost {
  readonly nowMs: Instant;
  readonly setup: Setup;
  readonly world: World;
  readonly faults: readonly Fault[];
  readonly history: HistoryHost & BranchHost;
  readonly observed: ObservedHost;
  /** Runs all events up to `toMs`, which must not be in the past. */
  advance(toMs: Instant): { events: number };
  /** The instant that the clock is being moved to, if it is. */
  readonly movingToMs: Instant | undefined;
  setPace(pace: Pace): void;
  addFault(fault: Fault): void;
  /** Replaces the world by a new one and returns it. */
  reset(setup: Setup): World;
}
