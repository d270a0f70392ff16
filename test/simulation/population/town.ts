/** A world with agents in it: behaviours given as generators, and everything that went over the wire. */
import type { Request } from '../../../src/core/http/message.ts';
import type { Finding } from '../../../src/core/kernel/finding.ts';
import { Kernel } from '../../../src/core/kernel/kernel.ts';
import type { LogEntry } from '../../../src/core/kernel/performers.ts';
import type { Agent } from '../../../src/simulation/population/agent.ts';
import { Answer } from '../../../src/simulation/population/answer.ts';
import { defineAgent } from '../../../src/simulation/population/define-agent.ts';
import type { BackoffPolicy } from '../../../src/simulation/population/polite.ts';
import type { Group } from '../../../src/simulation/population/group.ts';
import { Population } from '../../../src/simulation/population/population.ts';
import { VirtualDriver } from '../../../src/simulation/population/virtual-driver.ts';
import { NetworkModel, perfectNetwork, type NetworkConditions } from '../../../src/platform/world/network.ts';
import { worldControl } from '../../../src/platform/control/mounts.ts';
import { World } from '../../../src/platform/world/world.ts';
import { policiesWith, startMs } from '../../platform/world/new-world.ts';

export type Behave = (agent: Agent) => Generator<unknown, unknown, unknown>;

/** A group of agents that do what `run` says, all from the first instant unless told otherwise. */
export function group(name: string, run: Behave, rest: Partial<Group> = {}): Group {
  return {
    name,
    behaviour: defineAgent({ name, about: 'For a test.', run }),
    count: 1,
    arrival: { atMs: 0, overMs: 0, spread: 'random' },
    parameters: {},
    addressCount: null,
    ...rest,
  };
}

/** What an agent sent and what came of it. */
export interface Exchanged {
  readonly agent: string;
  readonly request: Request;
  readonly answer: Answer;
}

export interface Checked {
  readonly agent: string;
  readonly name: string;
  readonly holds: boolean;
}

export interface TownOptions {
  readonly groups: readonly Group[];
  readonly network?: Partial<NetworkConditions>;
  readonly backoff?: BackoffPolicy;
  readonly policies?: Record<string, string>;
}

export function newTown(options: TownOptions) {
  const findings: Finding[] = [];
  const logged: LogEntry[] = [];
  const exchanged: Exchanged[] = [];
  const checked: Checked[] = [];
  /** What reached the platform, in order. */
  const arrived: { atMs: number; request: Request; status: number }[] = [];
  const kernel: Kernel = new Kernel({
    startMs,
    seed: '7',
    performers: {
      request: (process, effect) => driver.request(process, effect),
      check: (process, effect) => driver.check(process, effect),
    },
    onFinding: (finding) => findings.push(finding),
    onLog: (entry) => logged.push(entry),
  });
  const world = new World({
    kernel,
    seed: '7',
    profile: 'published',
    policies: policiesWith(options.policies),
    mounts: worldControl,
    observer: {
      answered: (request, { status }) => arrived.push({ atMs: kernel.nowMs - startMs, request, status }),
      happened: () => undefined,
    },
  });
  const population = new Population({ kernel, groups: options.groups, backoff: options.backoff ?? 'max' });
  const network = new NetworkModel({ ...perfectNetwork, ...options.network });
  const driver: VirtualDriver = new VirtualDriver(
    {
      kernel,
      world,
      network,
      observer: {
        received: ({ name }, request, answer) => exchanged.push({ agent: name, request, answer }),
        checked: ({ name: agent }, name, holds) => checked.push({ agent, name, holds }),
      },
    },
    (process) => population.agentOf(process),
  );
  /** Starts everybody and runs that long. */
  const run = (forMs = 86_400_000): void => {
    population.start();
    kernel.run({ untilMs: startMs + forMs });
  };
  return { kernel, world, population, findings, logged, exchanged, checked, arrived, run };
}

/** An answer out of nothing, for what asks a service that is not there. */
export const answerOf = (
  status: number,
  headers: Record<string, string | number> = {},
  body: Answer['body'] = {},
): Answer => new Answer({ status, headers, body, sentAtMs: 0, receivedAtMs: 0 });
