/** A run of behaviours as the requests that they made: what breaks is then shrunk, and read, request by request. */
import type { ScenarioHost } from '../../simulation/scenario/layers.ts';
import { buildFromValue } from '../../simulation/scenario/load.ts';
import { ScenarioRun, type RunHooks } from '../../simulation/scenario/run.ts';
import type { OperationSource } from '../../simulation/scenario/schema.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import { Capture } from '../../simulation/trace/capture.ts';
import { asOperation, callerName } from './as-operation.ts';
import { Watch } from './observe.ts';
import type { ScenarioSource } from './source.ts';

type EventRecord = Parameters<NonNullable<RunHooks['onEvent']>>[0];

/** More requests than that are not tried one by one. */
const requestsMax = 5_000;

/**
 * The scenario with what was asked up to its first violation in place of behaviours and network, each request at the instant at
 * which it arrived. Undefined where there are no behaviours, or no such list can stand for them.
 */
export async function asRequests(
  source: ScenarioSource,
  host: ScenarioHost,
): Promise<ScenarioSource | undefined> {
  const { population, network: _, operations: _listed, ...rest } = source;
  if (population === undefined) return undefined;
  const operations = new Recording(await buildFromValue(source, host)).operations();
  return operations.length === 0 || operations.length > requestsMax ? undefined : { ...rest, operations };
}

class Recording {
  readonly #scenario: Scenario;
  readonly #watch: Watch;
  readonly #capture: Capture;
  readonly #operations: OperationSource[] = [];
  /** The Authorization header by which each caller is known, as a reference. */
  readonly #keys = new Map<string, string>();
  #isBroken = false;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#watch = new Watch(scenario);
    this.#capture = new Capture({ startMs: scenario.startMs, behaviourOf: () => '' });
  }

  operations(): readonly OperationSource[] {
    const { hooks } = this.#watch;
    const run: ScenarioRun = new ScenarioRun(this.#scenario, {
      ...hooks,
      onRawExchange: (request, response) => {
        this.#capture.onRawExchange(request, response);
        hooks.onRawExchange(request, response);
      },
      onEvent: (record) => {
        this.#record(record, run);
        hooks.onEvent(record);
        this.#isBroken = this.#watch.violations.length > 0;
      },
    });
    this.#watch.attach(run);
    try {
      while (!this.#isBroken && this.#operations.length <= requestsMax && run.step(2_000)) continue;
    } catch {
      // The request in which the platform broke is in no record: what led to it is tried without.
    }
    return this.#operations;
  }

  #record(record: EventRecord, { population }: ScenarioRun): void {
    // A tool's call has a record beside that of the message that brought it.
    if (this.#isBroken || record.exchange.route?.row.transport !== undefined) return;
    const member = population.members[record.request.agent ?? -1];
    if (member === undefined) return;
    const by = callerName(member.agent.name, member.group);
    const { n, at: atMs, request, answer } = this.#capture.record(record);
    const { method, path, query = {}, headers = {}, body, raw } = request;
    const stamped = { atMs, by, method, path, query, headers, body, raw };
    this.#operations.push(asOperation(n, stamped, this.#keys.get(by)));
    if (answer.status < 300 && typeof answer.body['api_key'] === 'string')
      this.#keys.set(by, `Bearer \${${n}:/api_key}`);
  }
}
