/**
 * A script of iterations: each is the requests of a request file in order, sent by one user. Iterations begin at a constant
 * rate; within one the next request is due when the answer before it has come.
 */
import { present } from '../../../../core/base/assert.ts';
import { readJson } from '../../../../core/base/json-text.ts';
import { Stream } from '../../../../core/kernel/stream.ts';
import type { PlannedRequest, Script } from '../../engine/planned-request.ts';
import type { RawAnswer } from '../../http/answer-parser.ts';
import { dueTimes } from '../arrivals.ts';
import type { StepPlan } from '../load.ts';
import type { BenchRequest } from './request-file.ts';
import { compose, messageOf, type Composing, type Iteration, type User } from './users.ts';

/** A request of an iteration. */
interface IterationRequest extends PlannedRequest {
  readonly source: BenchRequest;
  readonly isLast: boolean;
  priceMicros: number | undefined;
}

/** What every step sends. */
export interface IterationsParts extends Composing {
  readonly requests: readonly BenchRequest[];
  readonly users: readonly User[];
  readonly rotates: boolean;
  readonly seed: string;
  readonly endpointOf: (request: BenchRequest) => number;
}

/** Iterations per batch. */
const batchMax = 256;

/** The script of one step. Users take iterations in turn; the values of an iteration depend on seed, step and number alone. */
export class IterationsScript implements Script<PlannedRequest> {
  readonly defersNothing = true;
  readonly #parts: IterationsParts;
  readonly #plan: StepPlan;
  readonly #count: number;
  readonly #dueMs: (n: number) => number;
  /** Iterations in progress. */
  readonly #open = new Map<number, Iteration>();
  #made = 0;

  constructor(parts: IterationsParts, plan: StepPlan) {
    this.#parts = parts;
    this.#plan = plan;
    const length = parts.requests.length;
    this.#count = Math.max(1, Math.round(plan.requests / length));
    const requestsPerSecond = plan.requestsPerSecond / length;
    this.#dueMs = dueTimes({ ...plan, count: this.#count, requestsPerSecond });
  }

  async next(): Promise<readonly PlannedRequest[]> {
    const batch: IterationRequest[] = [];
    for (let made = 0; made < batchMax && this.#made < this.#count; made++)
      batch.push(...this.#iteration(this.#made++));
    return batch;
  }

  awaits(): undefined {
    return undefined;
  }

  textOf(request: PlannedRequest): string | undefined {
    const asked = request as IterationRequest;
    const composed = compose(asked.source, this.#iterationOf(asked), this.#parts);
    if (composed === undefined) return undefined;
    asked.priceMicros = asked.source.priceOf(composed.body);
    return messageOf(asked.source, composed, this.#parts.carried);
  }

  priceOf(request: PlannedRequest): number | undefined {
    return (request as IterationRequest).priceMicros;
  }

  callOf(request: PlannedRequest): string {
    return (request as IterationRequest).source.label;
  }

  answered(request: PlannedRequest, { bytes, start, end }: RawAnswer): number {
    const asked = request as IterationRequest;
    const { as: name } = asked.source;
    if (name !== undefined)
      this.#iterationOf(asked).answers.set(name, readJson(bytes.toString('utf8', start, end)));
    this.#over(asked);
    return 0;
  }

  work(): boolean {
    return false;
  }

  failed(request: PlannedRequest): void {
    this.#over(request as IterationRequest);
  }

  unsent(request: PlannedRequest): void {
    this.#over(request as IterationRequest);
  }

  #iteration(number: number): IterationRequest[] {
    const { requests, endpointOf } = this.#parts;
    return requests.map((source, position) => ({
      n: number * requests.length + position,
      session: number,
      method: source.method,
      endpoint: endpointOf(source),
      dueMs: this.#dueMs(number),
      isMeasured: true,
      isAlone: false,
      isFollowUp: position > 0,
      intendedMs: 0,
      readyMs: 0,
      sentMs: 0,
      heldMs: 0,
      besides: 0,
      source,
      isLast: position === requests.length - 1,
      priceMicros: undefined,
    }));
  }

  #iterationOf({ session }: IterationRequest): Iteration {
    const known = this.#open.get(session);
    if (known !== undefined) return known;
    const { users, rotates, seed } = this.#parts;
    const user = session % users.length;
    const iteration: Iteration = {
      user: present(users[user], 'there is a user for each iteration'),
      n: session,
      stream: new Stream(seed, `user-${user}/step-${this.#plan.step}/${session}`),
      answers: new Map(),
      turn: rotates ? Math.floor(session / users.length) : 0,
    };
    this.#open.set(session, iteration);
    return iteration;
  }

  #over({ session, isLast }: IterationRequest): void {
    if (isLast) this.#open.delete(session);
  }
}
