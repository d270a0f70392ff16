/** A session as a trace of its whole world: the requests of its agents and those from outside, in order. */
import type { Scenario } from '../../../simulation/scenario/scenario.ts';
import type { EventRecord } from '../../../simulation/trace/event-record.ts';
import { worldControlOperations } from '../../../platform/control/mounts.ts';
import { TraceFile, type TraceSink } from '../run/trace-file.ts';
import type { SessionWatch } from './execute-session.ts';

/** The world of a session as far as the first line of a trace has it. */
export type TracedWorld = Pick<
  Scenario,
  'name' | 'seed' | 'profile' | 'policies' | 'startMs' | 'resolved' | 'groups'
>;

/** Each client from outside is a session: by its key, and all without one together. */
export class SessionTrace implements SessionWatch {
  readonly #file: TraceFile;
  readonly #clients = new Map<string, number>();
  #behaviour = '';
  #count = 0;

  constructor(sink: TraceSink, world: TracedWorld) {
    this.#file = new TraceFile(sink, world, () => this.#behaviour);
  }

  get count(): number {
    return this.#count;
  }

  readonly onRaw = (request: EventRecord['request'], response: EventRecord['response']): void =>
    this.#file.reported(request, response);

  readonly onEvent = (event: EventRecord, behaviour: string): void => {
    const { route } = event.exchange;
    const isOwn = route?.service === 'document' || route?.service === 'control';
    if (isOwn && !worldControlOperations.includes(route.row.operation)) return;
    this.#behaviour = event.request.agent === undefined ? 'outside' : behaviour;
    const agent = event.request.agent ?? this.#clientOf(event);
    this.#file.record({ ...event, request: { ...event.request, agent } });
    this.#file.flush();
    this.#count += 1;
  };

  finish(digest: string): void {
    this.#file.finish(digest);
  }

  #clientOf({ exchange, response, request }: EventRecord): number {
    const issued = response.status < 300 ? response.body['api_key'] : undefined;
    const sent = request.headers['authorization']?.replace(/^Bearer /, '');
    const key = exchange.principal === undefined ? issued : sent;
    if (typeof key !== 'string') return -1;
    const known = this.#clients.get(key) ?? outsideFrom + this.#clients.size;
    this.#clients.set(key, known);
    return known;
  }
}

/** Above the numbers of all agents that a world may have. */
const outsideFrom = 10_000_000;
