/** Counters for the tables of a result: agent, operation, limit. */
import type { Response } from '../../core/http/message.ts';
import type { BoundRoute } from '../../core/http/bound-route.ts';
import type { Answer } from '../population/answer.ts';
import type { AnswerClass, LimitResult, OperationResult } from './result.ts';
import type { Metrics, SampleSinks } from './metrics.ts';
import { Trend } from './trend.ts';

/** The service name of requests without a route. */
export const unknownService = 'unknown path';

/** Counts one agent's requests by class. */
export class AgentTally {
  readonly counts: Record<AnswerClass, number> = { ok: 0, refused: 0, limited: 0, failed: 0, timeout: 0 };
  requests = 0;

  add(answerClass: AnswerClass): void {
    this.requests += 1;
    this.counts[answerClass] += 1;
  }
}

/** Where the samples of an answer go. The last two are empty where the answer is no time-out, or no 429. */
export interface AnswerSinks {
  readonly requests: SampleSinks;
  readonly failed: SampleSinks;
  readonly durations: SampleSinks;
  readonly timeouts: SampleSinks;
  readonly limited: SampleSinks;
}

interface KnownSinks {
  readonly status: number;
  readonly code: string | undefined;
  readonly sinks: AnswerSinks;
}

/** Counts one operation in one style: requests, refusals by code, latency in virtual milliseconds. */
export class OperationTally {
  readonly service: string;
  readonly style: string;
  readonly operation: string;
  readonly #refusals = new Map<string, number>();
  readonly #latency = new Trend();
  readonly #unanswered = new Trend();
  /** By behaviour; an operation has few statuses and codes, which are looked through. */
  readonly #sinks = new Map<string, KnownSinks[]>();
  #requests = 0;
  #ok = 0;

  constructor(route: BoundRoute | undefined) {
    this.service = route?.service ?? unknownService;
    this.style = route?.style ?? '';
    this.operation = route?.row.operation ?? '';
  }

  add(answer: Answer): void {
    this.#requests += 1;
    const { code } = answer;
    if (code !== undefined) this.#refusals.set(code, (this.#refusals.get(code) ?? 0) + 1);
    else if (answer.ok) this.#ok += 1;
    const durationMs = answer.receivedAtMs - answer.sentAtMs;
    if (answer.status === 0) this.#unanswered.add(durationMs);
    else this.#latency.add(durationMs);
  }

  /** Where samples of such an answer to an agent of that behaviour go. */
  sinksOf(agent: string, answer: Answer, metrics: Metrics): AnswerSinks {
    let known = this.#sinks.get(agent);
    if (known === undefined) this.#sinks.set(agent, (known = []));
    const { status, code } = answer;
    for (const each of known) if (each.status === status && each.code === code) return each.sinks;
    const sinks = this.#newSinks(agent, { status, code }, metrics);
    known.push({ status, code, sinks });
    return sinks;
  }

  #newSinks(agent: string, of: Pick<Answer, 'status' | 'code'>, metrics: Metrics): AnswerSinks {
    const { service, operation, style } = this;
    const tags = { service, operation, style, status: String(of.status), code: of.code ?? '', agent };
    return {
      requests: metrics.sinks('http_reqs', tags),
      failed: metrics.sinks('http_req_failed', tags),
      durations: metrics.sinks('http_req_duration', tags),
      timeouts: of.status === 0 ? metrics.sinks('http_req_timeouts', tags) : [],
      limited: of.status === 429 ? metrics.sinks('rate_limited_total', tags) : [],
    };
  }

  get requests(): number {
    return this.#requests;
  }

  get failed(): number {
    return this.#requests - this.#ok;
  }

  get timeouts(): number {
    return this.#unanswered.count;
  }

  /** Adds the durations of its requests, time-outs included. */
  pourDurations(into: Trend): void {
    into.addAll(this.#latency);
    into.addAll(this.#unanswered);
  }

  result(): OperationResult {
    const { service, style, operation } = this;
    const latency = this.#latency;
    const refusals = Object.fromEntries(
      [...this.#refusals].toSorted(([left], [right]) => (left < right ? -1 : 1)),
    );
    const latencyMs = {
      med: latency.value('med') ?? 0,
      p99: latency.value('p(99)') ?? 0,
      max: latency.value('max') ?? 0,
    };
    return { service, style, operation, requests: this.#requests, ok: this.#ok, refusals, latencyMs };
  }
}

/** Counts the rate limiter's decisions for one tier, service and style. */
export class LimitTally {
  readonly #who: { tier: string; service: string; style: string };
  readonly #windows = new Map<string, number>();
  #admitted = 0;
  #refused = 0;

  constructor(who: { tier: string; service: string; style: string }) {
    this.#who = who;
  }

  add({ status, body }: Response): void {
    if (status !== 429) {
      this.#admitted += 1;
      return;
    }
    this.#refused += 1;
    const window = `${JSON.stringify(body['limit'])}/${body['window'] as string}`;
    this.#windows.set(window, (this.#windows.get(window) ?? 0) + 1);
  }

  result(): LimitResult {
    const windows = Object.fromEntries(
      [...this.#windows].toSorted(([left], [right]) => (left < right ? -1 : 1)),
    );
    return { ...this.#who, admitted: this.#admitted, refused: this.#refused, windows };
  }
}
