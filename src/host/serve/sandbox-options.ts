/** What a sandbox starts with, and what follows from it. */
import { present } from '../../core/base/assert.ts';
import type { Profile } from '../../core/base/profile.ts';
import { parseInstant, type Instant } from '../../core/base/time.ts';
import type { Policies } from '../../core/policy/policies.ts';
import type { Pace } from '../../platform/control/pace.ts';
import { startDefault } from '../../platform/world/start.ts';
import type { Behaviours } from '../../simulation/scenario/added-agents.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import type { WallTime } from './pace.ts';
import type { SessionOrigin } from './session/session-file.ts';

/** What a sandbox starts with. A reset may replace all of it but `wall`. */
export interface SandboxOptions {
  readonly seed: string;
  readonly profile: Profile;
  readonly policies: Policies;
  readonly pace: Pace;
  /** Else that of the scenario; without one the default start where time is manual, and the wall clock's now where it runs. */
  readonly startMs?: Instant | undefined;
  readonly wall: WallTime;
  /** See `WorldOptions.idSeed`. */
  readonly idSeed?: string | undefined;
  /** Its agents, faults and network. The inputs above replace those of the scenario. */
  readonly scenario?: Scenario | undefined;
  /** Of agents that may join a world, beside those of the scenario; none unless given. */
  readonly behaviours?: Behaviours | undefined;
  /** What a session file has to agree with. */
  readonly origin?: SessionOrigin | undefined;
}

/** Where time begins: as asked for, else at the default start, or at the present of the wall clock where it runs. */
export function firstInstant({ wall }: SandboxOptions, pace: Pace, startMs: Instant | undefined): Instant {
  const fallbackMs = pace === 'manual' ? parseInstant(startDefault) : wall.nowMs();
  return present(startMs ?? fallbackMs, 'the default start is an instant');
}

export const originOf = ({ origin }: SandboxOptions): SessionOrigin =>
  origin ?? { version: 'unreleased', behaviours: {} };

/** The behaviours that may join, by name: those of the scenario come first, and others may be added later. */
export function behavioursOf({ scenario, behaviours }: SandboxOptions): Behaviours {
  const own = new Map((scenario?.groups ?? []).map(({ behaviour }) => [behaviour.name, behaviour]));
  return {
    get: (name) => own.get(name) ?? behaviours?.get(name),
    keys: () => new Map([...own.keys(), ...(behaviours?.keys() ?? [])].map((name) => [name, true])).keys(),
  };
}
