/** Observes a run from the platform's side and from the agents', and collects the data of the result. */
import type { Micros } from '../../core/base/money.ts';
import type { Instant } from '../../core/base/time.ts';
import type { HttpExchange } from '../../core/http/exchange.ts';
import type { Request, Response } from '../../core/http/message.ts';
import type { Router } from '../../core/http/router.ts';
import type { Agent } from '../population/agent.ts';
import type { Answer } from '../population/answer.ts';
import type { Population } from '../population/population.ts';
import type { ClientObserver } from '../population/virtual-driver.ts';
import type { EventTags, PlatformEvent } from '../../platform/services/ports.ts';
import type { EventRecord } from '../trace/event-record.ts';
import type { WorldObserver } from '../../platform/world/world.ts';
import { eventMetrics } from './metric-table.ts';
import type { Metrics } from './metrics.ts';
import { NotableEvents } from './notable.ts';
import type { AnswerClass } from './result.ts';
import { Sequences } from './sequence.ts';
import { AgentTally, LimitTally, OperationTally } from './tallies.ts';
import type { TimelineRecorder } from './timeline.ts';
import { WindowAudit } from './window-audit.ts';

/** The sinks of a recorder and optional callbacks. */
export interface RecorderParts {
  readonly metrics: Metrics;
  readonly timeline: TimelineRecorder;
  /** Called right before every request is answered. */
  readonly onArrival?: (() => void) | undefined;
  /** Called for every answered request, in order; the record is reused after the call. */
  readonly onEvent: ((record: EventRecord) => void) | undefined;
  /** Called right before `onEvent` with the unredacted exchange, if it contains keys of wallets. */
  readonly onRawExchange: ((request: Request, response: Response) => void) | undefined;
  /** Called for every answer that an agent receives. */
  readonly onReceived?: ((request: Request, answer: Answer) => void) | undefined;
}

/** Observer of world and agents. Call `attach` before the first event; read its public fields after the run. */
export class Recorder implements WorldObserver, ClientObserver {
  readonly statusCounts = new Map<number, number>();
  readonly agents = new Map<number, AgentTally>();
  readonly operations = new Map<string, OperationTally>();
  readonly limits = new Map<string, LimitTally>();
  readonly checks = new Map<string, { passed: number; failed: number }>();
  /** How often each event of the platform has happened. */
  readonly happenings = new Map<PlatformEvent, number>();
  readonly notable = new NotableEvents();
  readonly sequences = new Sequences();
  readonly windowAudit = new WindowAudit();
  readonly #parts: RecorderParts;
  readonly #watchesWindows: boolean;
  #clock: () => Instant = () => 0;
  #eventNumber: () => number = () => 0;
  #router: Router | undefined;
  #population: Population | undefined;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
    this.#watchesWindows = parts.metrics.watches('rate_window_excess');
    for (const name of ['ok', 'refused', 'limited', 'failed', 'timeout'] satisfies AnswerClass[]) {
      parts.timeline.touch('requests', name);
    }
  }

  /** Connects world and population, which are built after the recorder. */
  attach(parts: {
    nowMs: () => Instant;
    eventNumber: () => number;
    router: Router;
    population: Population;
  }): void {
    this.#clock = parts.nowMs;
    this.#eventNumber = parts.eventNumber;
    this.#router = parts.router;
    this.#population = parts.population;
  }

  arrived(): void {
    this.#parts.onArrival?.();
  }

  onRawExchange(request: Request, response: Response): void {
    this.#parts.onRawExchange?.(request, response);
  }

  answered(request: Request, response: Response, exchange: HttpExchange): void {
    const { status } = response;
    const atMs = this.#clock();
    this.statusCounts.set(status, (this.statusCounts.get(status) ?? 0) + 1);
    this.#countLimit(response, exchange);
    const { principal } = exchange;
    if (this.#watchesWindows && principal !== undefined && status !== 429) {
      this.windowAudit.admitted(principal.number, principal.tier, atMs);
    }
    const event = this.#eventNumber();
    this.notable.answered(exchange.route, {
      event,
      atMs,
      agent: request.agent ?? -1,
      path: request.path,
      status,
      code: exchange.code ?? '',
    });
    this.sequences.noted(atMs, request, response, exchange);
    this.#parts.onEvent?.({ event, atMs, request, response, exchange });
  }

  happened(event: PlatformEvent, amountMicros: Micros, atMs: Instant, { game }: EventTags): void {
    const { count, amount } = eventMetrics[event];
    const tags = game === undefined ? {} : { game };
    if (count !== undefined) this.#parts.metrics.add(count, 1, tags);
    if (amount !== undefined) this.#parts.metrics.add(amount, amountMicros, tags);
    this.happenings.set(event, (this.happenings.get(event) ?? 0) + 1);
    this.notable.happened(event, amountMicros, atMs);
  }

  received(agent: Agent, request: Request, answer: Answer): void {
    this.#parts.onReceived?.(request, answer);
    const atMs = answer.receivedAtMs;
    const answerClass = classOf(answer.status);
    this.#parts.timeline.count('requests', answerClass, atMs);
    if (answer.code !== undefined) this.#parts.timeline.count('refusals', answer.code, atMs);
    this.#tallyOf(agent).add(answerClass);
    const route = this.#router?.find(request.method, request.path)?.route;
    const key =
      route === undefined ? 'unknown path' : `${route.service}/${route.style}/${route.row.operation}`;
    let operation = this.operations.get(key);
    if (operation === undefined) this.operations.set(key, (operation = new OperationTally(route)));
    operation.add(answer);
    this.#measure(agent, answer, operation);
  }

  checked(agent: Agent, name: string, holds: boolean): void {
    let check = this.checks.get(name);
    if (check === undefined) this.checks.set(name, (check = { passed: 0, failed: 0 }));
    if (holds) check.passed += 1;
    else check.failed += 1;
    this.#parts.metrics.add('checks', holds ? 1 : 0, { check: name, agent: this.#behaviourOf(agent) });
  }

  #measure(agent: Agent, answer: Answer, operation: OperationTally): void {
    const { metrics } = this.#parts;
    const tags = {
      service: operation.service,
      operation: operation.operation,
      style: operation.style,
      status: String(answer.status),
      code: answer.code ?? '',
      agent: this.#behaviourOf(agent),
    };
    metrics.add('http_reqs', 1, tags);
    metrics.add('http_req_failed', answer.ok ? 0 : 1, tags);
    metrics.add('http_req_duration', answer.receivedAtMs - answer.sentAtMs, tags);
    if (answer.status === 0) metrics.add('http_req_timeouts', 1, tags);
    if (answer.status === 429) metrics.add('rate_limited_total', 1, tags);
  }

  #behaviourOf(agent: Agent): string {
    return this.#population?.members[agent.number]?.behaviour ?? '';
  }

  #tallyOf(agent: Agent): AgentTally {
    let tally = this.agents.get(agent.number);
    if (tally === undefined) this.agents.set(agent.number, (tally = new AgentTally()));
    return tally;
  }

  #countLimit(response: Response, exchange: HttpExchange): void {
    const { route, principal } = exchange;
    if (route?.row.limits.exempt === true) return;
    const tier = principal?.tier ?? 'no key';
    const service = route?.service ?? 'unknown path';
    const style = route?.style ?? '';
    const key = `${tier}/${service}/${style}`;
    let tally = this.limits.get(key);
    if (tally === undefined) this.limits.set(key, (tally = new LimitTally({ tier, service, style })));
    tally.add(response);
  }
}

function classOf(status: number): AnswerClass {
  if (status === 0) return 'timeout';
  if (status === 429) return 'limited';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}
