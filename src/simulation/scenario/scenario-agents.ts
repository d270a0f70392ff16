/** The agents of a scenario as `assemble` takes them: on the clock of the world, behind the scenario's network. */
import type { Process } from '../../core/kernel/process.ts';
import { NetworkModel } from '../../platform/world/network.ts';
import type { Agent } from '../population/agent.ts';
import type { Population } from '../population/population.ts';
import { VirtualDriver, type ClientObserver } from '../population/virtual-driver.ts';
import type { AgentSetup, BareWorld } from './assemble.ts';
import type { Scenario } from './scenario.ts';

/** How the host of a scenario's agents follows them. */
export interface AgentHooks extends Pick<AgentSetup, 'onFinding' | 'onLog' | 'watch'> {
  readonly observer: ClientObserver;
  /** Called once, when the world is built and before its first event. */
  readonly onBuilt?: (parts: BareWorld & { readonly population: Population }) => void;
}

/** The same agents for a run and for a served world, so that both have the same digest. */
export function scenarioAgents(
  { groups, calls, network }: Pick<Scenario, 'groups' | 'calls' | 'network'>,
  { observer, onBuilt, ...hooks }: AgentHooks,
): AgentSetup {
  return {
    ...hooks,
    groups,
    calls,
    clock: 'of the world',
    driver: (parts) => {
      onBuilt?.(parts);
      const { kernel, world, population } = parts;
      const agentOf = (process: Process): Agent => population.agentOf(process);
      return new VirtualDriver({ kernel, world, network: new NetworkModel(network), observer }, agentOf);
    },
  };
}
