/** What a run was asked and answered, in order, for a comparison with another run. */
import type { Instant } from '../../../core/base/time.ts';
import type { World } from '../../../platform/world/world.ts';
import type { EventRecord } from '../../../simulation/trace/event-record.ts';
import { ScenarioRun } from '../../../simulation/scenario/run.ts';
import type { Scenario } from '../../../simulation/scenario/scenario.ts';

/** One request and its answer, without private keys. */
export interface AnsweredCall {
  readonly atMs: Instant;
  /** Its number in the population. */
  readonly agent: number;
  readonly method: string;
  readonly path: string;
  /** True where it was sent with a key that was issued. */
  readonly isKeyed: boolean;
  /** `service/operation`; empty for a path that leads nowhere. */
  readonly operation: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Records a run: give `onEvent` to it as a hook, then call `attach`. */
export class Transcript {
  readonly calls: AnsweredCall[] = [];
  #run: ScenarioRun | undefined;

  readonly onEvent = ({ atMs, request, response, exchange }: EventRecord): void => {
    const { route } = exchange;
    this.calls.push({
      atMs,
      agent: request.agent ?? -1,
      method: request.method,
      path: request.path,
      isKeyed: exchange.principal !== undefined,
      operation: route === undefined ? '' : `${route.service}/${route.row.operation}`,
      status: response.status,
      headers: response.headers,
      body: response.body,
    });
  };

  attach(run: ScenarioRun): void {
    this.#run = run;
  }

  /** Events of the run so far. */
  get eventCount(): number {
    return this.#run?.kernel.eventCount ?? 0;
  }

  /** The world that has been run. */
  get world(): World | undefined {
    return this.#run?.world;
  }

  /** The ids that agents have been registered under. */
  get agentIds(): string[] {
    return [...(this.world?.agents.all() ?? [])].map(({ agentId }) => agentId);
  }

  /** `alice`, or `trader/7` for one of a group of many. */
  nameOf({ agent }: AnsweredCall): string {
    return this.#run?.population.members[agent]?.agent.name.replace(/\/1$/, '') ?? '';
  }
}

/** Runs a scenario to its end, or up to so many events. What the run throws is thrown. */
export function transcriptOf(scenario: Scenario, eventsMax: number): Transcript {
  const transcript = new Transcript();
  const run = new ScenarioRun(scenario, { onEvent: transcript.onEvent, hasTimeline: false });
  transcript.attach(run);
  while (run.kernel.eventCount < eventsMax && run.step(2_000)) continue;
  return transcript;
}
