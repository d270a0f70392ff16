/** Seeds that no agent has asked for are revealed after the last event, so that the draws of all rounds can be recomputed. */
import type { RunHooks } from '../../simulation/scenario/run.ts';

type EventRecord = Parameters<NonNullable<RunHooks['onEvent']>>[0];
type Request = EventRecord['request'];

/** Each takes a request: a run of many players shows enough by some of them. */
const playersMax = 40;

/** Give it every event, and before it the same exchange with its secrets where the event leaves some out. */
export class LastRotations {
  /** By key, the address that it last came from. */
  readonly #players = new Map<string, string>();

  #raw: Request | undefined;

  readonly onRawExchange = (request: Request): void => {
    this.#raw = request;
  };

  answered(record: EventRecord): void {
    const { path, headers, ip, method } = this.#raw ?? record.request;
    this.#raw = undefined;
    const { status } = record.response;
    const { authorization } = headers;
    const isMove = method === 'POST' && status < 300 && /^\/(?:casino|api\/casino-api)\//.test(path);
    if (!isMove || authorization === undefined) return;
    if (this.#players.has(authorization) || this.#players.size < playersMax)
      this.#players.set(authorization, ip);
  }

  /** One request a player, in the order of their first moves. */
  *requests(): Iterable<Request> {
    for (const [authorization, ip] of this.#players)
      yield {
        method: 'POST',
        path: '/casino/api/v1/fairness/rotate',
        query: {},
        headers: { authorization },
        body: {},
        ip,
      };
  }
}
