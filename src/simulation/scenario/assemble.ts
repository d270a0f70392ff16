/**
 * Builds kernel, world and population. This is the only place: runs, lock step, served worlds and the library use it.
 */
import type { Instant } from '../../core/base/time.ts';
import { worldControl } from '../../platform/control/mounts.ts';
import type { Mount } from '../../core/http/route.ts';
import type { Effect } from '../../core/kernel/effects.ts';
import { Kernel, type KernelOptions } from '../../core/kernel/kernel.ts';
import type { Process } from '../../core/kernel/process.ts';
import type { Profile } from '../../core/base/profile.ts';
import type { Policies } from '../../core/policy/policies.ts';
import type { Group } from '../population/group.ts';
import { Population } from '../population/population.ts';
import { startScript, type ScriptedCall } from '../population/script.ts';
import type { Fault } from '../../platform/world/faults.ts';
import type { ServiceEntry } from '../../platform/world/platform.ts';
import { World, type WorldObserver } from '../../platform/world/world.ts';

/** What a world is built from. */
export interface WorldSetup {
  readonly startMs: Instant;
  readonly seed: string;
  /** See `WorldOptions.idSeed`. */
  readonly idSeed?: string | undefined;
  readonly profile: Profile;
  readonly policies: Policies;
  readonly faults?: readonly Fault[];
  readonly observer?: WorldObserver;
  /** The services, if not all of the platform; in any order. */
  readonly services?: readonly ServiceEntry[];
  /** Routes that a serving program adds. */
  readonly mounts?: readonly Mount[];
}

/** Performs the effects of agents. */
export interface AgentDriver {
  request(process: Process, effect: Effect<unknown>): unknown;
  check(process: Process, effect: Effect<unknown>): boolean;
}

/** The agents of a world, on its clock or on their own. */
export interface AgentSetup extends Pick<KernelOptions, 'onLog' | 'onFinding' | 'watch'> {
  readonly groups: readonly Group[];
  readonly calls: readonly ScriptedCall[];
  /** `own` if the agents' time and the world's time advance separately. */
  readonly clock: 'of the world' | 'own';
  driver(parts: BareWorld & { readonly population: Population }): AgentDriver;
}

/** A world and its kernel, without agents. */
export interface BareWorld {
  readonly kernel: Kernel;
  readonly world: World;
}

/** A world with its agents, whose processes are started and wait for the first event. */
export interface PopulatedWorld extends BareWorld {
  /** The kernel of the agents; equal to `kernel` unless their clock is `own`. */
  readonly agentKernel: Kernel;
  readonly population: Population;
}

/** Builds a world, and its agents if given, at virtual time `startMs`. No event has run yet. */
export function assemble(setup: WorldSetup & { readonly agents: AgentSetup }): PopulatedWorld;
/** Builds a world without agents. */
export function assemble(setup: WorldSetup): BareWorld;
/** Both forms; without `agents` no process is started and effects of agents have no performer. */
export function assemble(setup: WorldSetup & { readonly agents?: AgentSetup }): BareWorld {
  const { agents } = setup;
  if (agents === undefined) return assembleWorld(setup, new Kernel(setup));
  const agentKernel = new Kernel({
    ...kernelOptions(setup, agents),
    performers: {
      request: (process, effect) => driver.request(process, effect),
      check: (process, effect) => driver.check(process, effect),
    },
  });
  const bare = assembleWorld(setup, agents.clock === 'own' ? new Kernel(setup) : agentKernel);
  const { groups, calls } = agents;
  const population = new Population({
    kernel: agentKernel,
    groups,
    backoff: setup.policies['client.backoff'],
  });
  // Driver, world, kernel and performers refer to each other; none is used before the run starts.
  const driver: AgentDriver = agents.driver({ ...bare, population });
  population.start();
  startScript(calls, { kernel: agentKernel, population });
  const populated: PopulatedWorld = { ...bare, agentKernel, population };
  return populated;
}

const kernelOptions = (
  { startMs, seed }: WorldSetup,
  { onLog, onFinding, watch }: AgentSetup,
): KernelOptions => ({
  watch,
  startMs,
  seed,
  ...(onLog === undefined ? {} : { onLog }),
  ...(onFinding === undefined ? {} : { onFinding }),
});

function assembleWorld(setup: WorldSetup, kernel: Kernel): BareWorld {
  const { seed, idSeed, profile, policies, observer, services, faults = [], mounts = [] } = setup;
  const world = new World({
    kernel,
    seed,
    idSeed,
    profile,
    policies,
    observer,
    services,
    mounts: (built) => [...worldControl(built), ...mounts],
  });
  for (const fault of faults) world.faults.add(fault);
  return { kernel, world };
}
