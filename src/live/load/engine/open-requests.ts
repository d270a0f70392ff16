/** The requests of agents that have no outcome yet, and how each is recorded when it has one. */
import type { LoadMeasures } from '../measure/load-measures.ts';
import type { SpanSink } from '../request-span.ts';
import type { AgentMessage } from './engine-parts.ts';
import type { LoadRecorder } from './recorder.ts';

/** The end of a request; status 0 without a response, and then `code` is the reason. */
export interface RequestEnd {
  readonly status: number;
  readonly code: string;
  /** By `performance.now()`. */
  readonly nowMs: number;
}

/** Each request is recorded once: an outcome after the first is ignored. */
export class OpenRequests {
  readonly #recorder: LoadRecorder;
  readonly #startWallMs: number;
  readonly #sink: SpanSink | undefined;
  readonly #open = new Set<AgentMessage>();

  /** `startWallMs` is the start of the load, by `performance.now()`; `sink` is told of sampled requests. */
  constructor(recorder: LoadRecorder, startWallMs: number, sink: SpanSink | undefined) {
    this.#recorder = recorder;
    this.#startWallMs = startWallMs;
    this.#sink = sink;
  }

  get count(): number {
    return this.#open.size;
  }

  /** All open requests at this moment. */
  all(): AgentMessage[] {
    return [...this.#open];
  }

  add(message: AgentMessage): void {
    if (message.agent !== undefined) message.agent.inFlight += 1;
    this.#open.add(message);
    this.#recorder.offered();
  }

  /** Records the end of a request; false if it has ended before. */
  close(message: AgentMessage, { status, code, nowMs }: RequestEnd): boolean {
    if (!this.#open.delete(message)) return false;
    const { agent, call, behaviour, dueMs, sentMs, method, trace: context } = message;
    if (agent !== undefined) agent.inFlight -= 1;
    this.#recorder.roll(nowMs - this.#startWallMs);
    const serviceMs = sentMs === 0 ? undefined : nowMs - sentMs;
    const { counts }: LoadMeasures = this.#recorder.measures;
    if (serviceMs !== undefined) counts.sent += 1;
    if (code === 'unfinished') counts.unfinished += 1;
    this.#recorder.done({ call, behaviour, status, code, responseMs: nowMs - dueMs, serviceMs });
    if (context?.isSampled === true)
      this.#sink?.({ context, method, call, behaviour, status, code, dueMs, sentMs, endMs: nowMs });
    return true;
  }
}
