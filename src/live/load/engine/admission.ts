/** Decides whether a request of an agent is sent: it has an address, HTTP can carry it, and the budget allows it. */
import type { Process } from '../../../core/kernel/process.ts';
import type { Agent } from '../../../simulation/population/agent.ts';
import type { RequestEffect } from '../../../simulation/population/agent-effects.ts';
import type { Endpoint } from '../../traffic/http/endpoint.ts';
import { Budget, type Spent } from '../../traffic/target/budget.ts';
import { priceOf, priceOfText } from '../../traffic/target/spending.ts';
import type { LoadCall } from '../load-call.ts';
import type { TraceContext } from '../send/trace-contexts.ts';
import type { LoadMeasures } from '../measure/load-measures.ts';
import type { AgentExchange } from './exchange.ts';
import { RetryMemory } from './retry-memory.ts';

/** A request that may be sent. */
export interface Admitted {
  readonly endpoint: Endpoint;
  readonly text: string;
  readonly call: string;
  readonly trace: TraceContext | undefined;
}

/** Counts what is not sent, and retries. */
export class Admission {
  readonly #call: LoadCall;
  readonly #exchange: AgentExchange;
  readonly #measures: LoadMeasures;
  readonly #budget: Budget;
  readonly #retries = new RetryMemory();
  /** True once the bound on requests has kept one back. */
  isSpent = false;

  constructor(call: LoadCall, exchange: AgentExchange, measures: LoadMeasures) {
    this.#call = call;
    this.#exchange = exchange;
    this.#measures = measures;
    this.#budget = new Budget(call.budget);
  }

  get spent(): Spent {
    return this.#budget.spent;
  }

  /** The message; undefined for a request that is not sent. Throws `Forbidden` for a host that is not listed. */
  admit(process: Process, agent: Agent, request: RequestEffect): Admitted | undefined {
    const { counts } = this.#measures;
    const composed = this.#exchange.compose(request, agent);
    if ('why' in composed) {
      counts[composed.why] += 1;
      return undefined;
    }
    const { method, path, body, rawBody } = request;
    const call = this.#call.callOf(method, path);
    const price = rawBody === undefined ? priceOf(call, method, body) : priceOfText(call, method, rawBody);
    const withheld = this.#budget.reserve(price);
    if (withheld !== undefined) {
      counts.withheld += 1;
      this.isSpent ||= withheld === 'requests';
      return undefined;
    }
    if (this.#retries.isRetry(process, request)) counts.retries += 1;
    return { ...composed, call };
  }

  /** Notes the status of a response; 0 for none. */
  answered(process: Process, request: RequestEffect, status: number): void {
    this.#retries.note(process, request, status);
  }
}
