/** Observes a run from the platform's side and from the agents', and collects the data of the result. */
import type { Micros } from '../../core/base/money.ts';
import type { Instant } from '../../core/base/time.ts';
import type { BoundRoute } from '../../core/http/bound-route.ts';
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
import { addTo, type Metrics } from './metrics.ts';
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
  readonly onArrival?: ((request: Request) => void) | undefined;
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
  readonly #watchesChecks: boolean;
  /** The tallies of `operations` and `limits` by route, so that a request builds no name. */
  readonly #operations = new Map<BoundRoute | undefined, OperationTally>();
  readonly #limits = new Map<BoundRoute | undefined, Map<string, LimitTally>>();
  #clock: () => Instant = () => 0;
  #eventNumber: () => number = () => 0;
  #router: Router | undefined;
  #population: Population | undefined;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
    this.#watchesWindows = parts.metrics.watches('rate_window_excess');
    this.#watchesChecks = parts.metrics.watches('checks');
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

  arrived(request: Request): void {
    this.#parts.onArrival?.(request);
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
    const operation = this.#operationOf(this.#router?.find(request.method, request.path)?.route);
    operation.add(answer);
    this.#measure(agent, answer, operation);
  }

  checked(agent: Agent, name: string, holds: boolean): void {
    let check = this.checks.get(name);
    if (check === undefined) this.checks.set(name, (check = { passed: 0, failed: 0 }));
    if (holds) check.passed += 1;
    else check.failed += 1;
    const { metrics } = this.#parts;
    if (this.#watchesChecks)
      metrics.add('checks', holds ? 1 : 0, { check: name, agent: this.#behaviourOf(agent) });
  }

  #operationOf(route: BoundRoute | undefined): OperationTally {
    const known = this.#operations.get(route);
    if (known !== undefined) return known;
    const key =
      route === undefined ? 'unknown path' : `${route.service}/${route.style}/${route.row.operation}`;
    // Two routes of one operation are counted together.
    const tally = this.operations.get(key) ?? new OperationTally(route);
    this.operations.set(key, tally);
    this.#operations.set(route, tally);
    return tally;
  }

  #measure(agent: Agent, answer: Answer, operation: OperationTally): void {
    const sinks = operation.sinksOf(this.#behaviourOf(agent), answer, this.#parts.metrics);
    addTo(sinks.requests, 1);
    addTo(sinks.failed, answer.ok ? 0 : 1);
    addTo(sinks.durations, answer.receivedAtMs - answer.sentAtMs);
    addTo(sinks.timeouts, 1);
    addTo(sinks.limited, 1);
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
    this.#limitOf(principal?.tier ?? 'no key', route).add(response);
  }

  #limitOf(tier: string, route: BoundRoute | undefined): LimitTally {
    let byTier = this.#limits.get(route);
    if (byTier === undefined) this.#limits.set(route, (byTier = new Map()));
    const known = byTier.get(tier);
    if (known !== undefined) return known;
    const service = route?.service ?? 'unknown path';
    const style = route?.style ?? '';
    const key = `${tier}/${service}/${style}`;
    const tally = this.limits.get(key) ?? new LimitTally({ tier, service, style });
    this.limits.set(key, tally);
    byTier.set(tier, tally);
    return tally;
  }
}

function classOf(status: number): AnswerClass {
  if (status === 0) return 'timeout';
  if (status === 429) return 'limited';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}
