/**
 * The network between agents and services: latency in each direction, loss of requests or of responses, duplicate
 * delivery, client timeouts. Each agent draws from a separate network stream.
 */
import type { DurationMs } from '../../core/base/time.ts';
import type { Distribution } from '../../core/kernel/distributions.ts';
import type { Stream } from '../../core/kernel/stream.ts';
import { latencyOf, type Latency } from './faults.ts';

/** The conditions of all traffic of a run; chances are numbers from 0 to 1. */
export interface NetworkConditions {
  /** Latency in one direction; null delivers at once. */
  readonly latency: Latency | null;
  /** Chance that a request never arrives. */
  readonly drop: number;
  /** Chance that the request arrives and its response is lost. */
  readonly dropAnswer: number;
  /** Chance that a request is delivered twice. */
  readonly duplicate: number;
  /** How long a client waits for a response. */
  readonly timeoutMs: DurationMs;
}

/** The delivery of one request: delays in milliseconds, and losses. */
export interface Passage {
  readonly requestMs: DurationMs;
  readonly answerMs: DurationMs;
  readonly isRequestLost: boolean;
  readonly isAnswerLost: boolean;
  /** How long after the first delivery the duplicate arrives; null for none. */
  readonly duplicateAfterMs: DurationMs | null;
}

/** The default: no delay, no loss, no duplicates, and a timeout of 30 seconds. */
export const perfectNetwork: NetworkConditions = {
  latency: null,
  drop: 0,
  dropAnswer: 0,
  duplicate: 0,
  timeoutMs: 30_000,
};

const instant: Passage = {
  requestMs: 0,
  answerMs: 0,
  isRequestLost: false,
  isAnswerLost: false,
  duplicateAfterMs: null,
};

/** Draws the delivery of each request; keeps no state between requests. */
export class NetworkModel {
  readonly conditions: NetworkConditions;
  readonly #latency: Distribution<number>;
  /** True when every request is delivered at once and exactly once, so that nothing has to be drawn. */
  readonly isPerfect: boolean;

  constructor(conditions: NetworkConditions) {
    this.conditions = conditions;
    const { latency, drop, dropAnswer, duplicate } = conditions;
    this.isPerfect = latency === null && drop === 0 && dropAnswer === 0 && duplicate === 0;
    this.#latency = latency === null ? () => 0 : latencyOf(latency);
  }

  /** Always draws the same number of times, so that a loss does not shift later draws; draws nothing if perfect. */
  passage(stream: Stream): Passage {
    if (this.isPerfect) return instant;
    const { drop, dropAnswer, duplicate } = this.conditions;
    const requestMs = Math.round(this.#latency(stream));
    const answerMs = Math.round(this.#latency(stream));
    const isRequestLost = stream.unit() < drop;
    const isAnswerLost = stream.unit() < dropAnswer;
    const isDuplicated = stream.unit() < duplicate;
    const duplicateAfterMs = 1 + Math.round(this.#latency(stream));
    return {
      requestMs,
      answerMs,
      isRequestLost,
      isAnswerLost,
      duplicateAfterMs: isDuplicated ? duplicateAfterMs : null,
    };
  }
}
