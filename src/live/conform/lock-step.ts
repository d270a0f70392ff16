/**
 * One scenario against a target and its model side by side. Agents hear what the target says; every request goes to both,
 * one after the other, and the clock of the model stands where the target's stands. Behaviours are those of any run.
 */
import type { Instant } from '../../core/base/time.ts';
import { dayMs, formatInstant } from '../../core/base/time.ts';
import type { Response } from '../../core/http/message.ts';
import type { Effect } from '../../core/kernel/effects.ts';
import type { Kernel } from '../../core/kernel/kernel.ts';
import { suspended, type Process } from '../../core/kernel/process.ts';
import type { Agent } from '../../simulation/population/agent.ts';
import type { Population } from '../../simulation/population/population.ts';
import type { CheckEffect, RequestEffect } from '../../simulation/population/agent-effects.ts';
import { assemble } from '../../simulation/scenario/assemble.ts';
import type { FindingResult } from '../../simulation/scenario/result.ts';
import type { Scenario } from '../../simulation/scenario/scenario.ts';
import type { PlatformEvent } from '../../platform/services/ports.ts';
import type { Difference, Explanation } from '../traffic/compare/difference.ts';
import { explainByTime, isMcpEnvelope } from '../traffic/compare/explain.ts';
import type { World } from '../../platform/world/world.ts';
import { agentAnswer } from './agent-answer.ts';
import { LimitEdges } from './explain-limits.ts';
import { asOperation } from './as-operation.ts';
import { differencesOf } from './compare-exchange.ts';
import { Correspondence } from './correspondence.ts';
import { decodedRequest, encodedRequest, type EncodedRequest } from './encoded-request.ts';
import type { Exchange, FoundDifference } from './exchange.ts';
import type { LiveAnswer } from './live-client.ts';
import type { TargetDriver } from './target-driver.ts';

export interface LockStepOptions {
  readonly scenario: Scenario;
  readonly driver: TargetDriver;
  /** Where all requests come from, in the eyes of the target, unless each agent brings its own address along. */
  readonly ip?: string | undefined;
  /** Fields whose differences say nothing, such as `/message`. */
  readonly ignored?: ReadonlySet<string>;
  /** True to end the run after this exchange. */
  readonly isEnough?: (exchange: Exchange) => boolean;
  /** The target was seen to differ there from itself. */
  readonly isNoise?: (call: string, difference: { kind: string; field: string }) => boolean;
}

/** A request that an agent waits for. */
interface PendingRequest {
  readonly process: Process;
  readonly agent: Agent;
  readonly request: RequestEffect;
}

/** Bounds a run that never ends. */
const requestsMax = 1_000_000;

export class LockStep {
  /** The model's own: it goes on only when a request is asked of it, as that of a served world does. */
  readonly kernel: Kernel;
  /** That of the agents. */
  readonly #agents: Kernel;
  readonly world: World;
  readonly exchanges: Exchange[] = [];
  readonly findings: FindingResult[] = [];
  /** Checks of behaviours that did not hold, by name: agents judge by what the target said. */
  readonly failedChecks = new Map<string, number>();
  /** How many requests had been answered when an event of the platform first happened in the model. */
  readonly happenings = new Map<PlatformEvent, number>();
  readonly #options: LockStepOptions;
  readonly #population: Population;
  readonly #ids = new Correspondence();
  readonly #limits = new LimitEdges();
  readonly #requests: PendingRequest[] = [];
  /** The header that a scripted agent would send now, encoded. */
  readonly #keys = new Map<number, string>();
  #count = 0;
  #isEnough = false;

  constructor(options: LockStepOptions) {
    const { scenario } = options;
    this.#options = options;
    const { startMs, seed, profile, policies, faults, groups, calls } = scenario;
    const { kernel, world, agentKernel, population } = assemble({
      startMs,
      seed,
      profile,
      policies,
      faults,
      observer: {
        answered: () => undefined,
        happened: (event) => {
          if (!this.happenings.has(event)) this.happenings.set(event, this.#count);
        },
      },
      agents: {
        groups,
        calls,
        clock: 'own',
        driver: () => ({
          request: (process, effect) => this.#requested(process, effect),
          check: (_process, effect) => this.#checked(effect),
        }),
        onFinding: ({ kind, agent, behaviour, atMs, message }) =>
          this.findings.push({
            kind,
            agent,
            behaviour,
            at: formatInstant(atMs),
            message: this.#ids.secrets.text(message),
          }),
      },
    });
    this.kernel = kernel;
    this.world = world;
    this.#agents = agentKernel;
    this.#population = population;
  }

  get agentCount(): number {
    return this.#population.members.length;
  }

  /** Until the scenario's time is up, the target is over, or enough was seen. */
  async run(): Promise<void> {
    const { scenario, driver } = this.#options;
    const endMs = scenario.startMs + scenario.forMs;
    let isIdle = false;
    // Once nobody acts any more, nothing would be asked of what may still happen.
    while (!this.#isOver && this.#agents.processCount > 0) {
      const untilMs = await driver.untilMs(isIdle);
      const toMs = Math.max(this.#agents.nowMs, Math.min(untilMs, endMs));
      isIdle = this.#agents.run({ untilMs: toMs, eventsMax: 1 }) !== 'budget';
      await this.#serveRequests();
      if (isIdle && untilMs >= endMs) return;
    }
  }

  get #isOver(): boolean {
    return this.#isEnough || this.#options.driver.isStopped || this.#count >= requestsMax;
  }

  #checked(effect: Effect<unknown>): boolean {
    const { name, holds } = effect.payload as CheckEffect;
    if (!holds) this.failedChecks.set(name, (this.failedChecks.get(name) ?? 0) + 1);
    return holds;
  }

  #requested(process: Process, effect: Effect<unknown>): typeof suspended {
    const agent = this.#population.agentOf(process);
    this.#requests.push({ process, agent, request: effect.payload as RequestEffect });
    return suspended;
  }

  async #serveRequests(): Promise<void> {
    for (
      let effect = this.#requests.shift();
      effect !== undefined && !this.#isOver;
      effect = this.#requests.shift()
    ) {
      const live = await this.#exchanged(effect);
      if (live.kind === 'failed' && live.reason === 'stopped') return;
    }
  }

  async #exchanged({ process, agent, request }: PendingRequest): Promise<LiveAnswer> {
    const n = this.#count;
    const atMs = this.#agents.nowMs;
    const encoded = encodedRequest(request, (value) => this.#ids.encode(value));
    const live = await this.#askTarget(request, { n, atMs, ip: this.#options.ip ?? agent.ip });
    if (live.kind === 'failed' && live.reason === 'stopped') return live;
    this.#count += 1;
    if (process.state === 'waiting') process.resume(agentAnswer(live, atMs));
    this.#followClock(live, atMs);
    const model = this.#askModel(request, encoded, agent);
    const call = this.#callOf(request);
    const runMs = atMs - this.#options.scenario.startMs;
    const sent = { ...encoded, atMs: runMs, by: this.#nameOf(agent), method: request.method };
    const operation = asOperation(n, sent, this.#keys.get(agent.number));
    this.#limits.answered(agent.number, model.headers);
    const differences = this.#differences({ n, call, agent: agent.number, request, encoded, live, model });
    this.#noteKey(agent, n, live);
    this.#keep({ n, atMs: runMs, call, operation, live, answeredAtMs: this.kernel.nowMs, differences });
    return live;
  }

  #askTarget(request: RequestEffect, at: { n: number; atMs: Instant; ip: string }): Promise<LiveAnswer> {
    const { method, path, query, headers, body, rawBody } = request;
    return this.#options.driver.answer(
      {
        method,
        path,
        query,
        headers,
        body: rawBody ?? (body === undefined ? undefined : JSON.stringify(body)),
        isJson: rawBody === undefined,
        ownHeaders: '',
      },
      at,
    );
  }

  /** Runs the model until when the target says that it answered. */
  #followClock(live: LiveAnswer, atMs: Instant): void {
    const { driver, scenario } = this.#options;
    // A target may name any date: the model is not run for longer than the scenario lasts.
    const lastMs = scenario.startMs + scenario.forMs + dayMs;
    const saidMs = Math.min(driver.answeredAtMs(live) ?? atMs, lastMs);
    this.kernel.run({ untilMs: Math.max(saidMs, this.kernel.nowMs) });
  }

  #askModel({ method }: RequestEffect, encoded: EncodedRequest, agent: Agent): Response {
    return this.world.dispatch({
      ...decodedRequest(encoded, (value) => this.#ids.forModel(value)),
      method,
      ip: this.#options.ip ?? agent.ip,
      agent: agent.number,
      agentHash: agent.nameHash,
    });
  }

  #keep(exchange: Exchange): void {
    this.exchanges.push(exchange);
    this.#isEnough = this.#options.isEnough?.(exchange) ?? false;
  }

  #differences(both: {
    n: number;
    call: string;
    agent: number;
    request: RequestEffect;
    encoded: EncodedRequest;
    live: LiveAnswer;
    model: Response;
  }): FoundDifference[] {
    const { n, call, agent, request, encoded, live, model } = both;
    const { driver, ignored, isNoise } = this.#options;
    const body = live.kind === 'answer' ? live.body : undefined;
    const { path, query, headers, body: own, rawBody } = request;
    const { expected, reused } = this.#ids.answered({ n, path }, body, model.body);
    const sent = JSON.stringify([path, query, headers, own, rawBody]);
    const found = [
      ...differencesOf({ live, model, expected }, this.#ids.correlation(sent, path)),
      ...(live.kind === 'answer' && live.status === model.status ? reused : []),
    ];
    if (found.length === 0 || aboutItself.has(call)) return [];
    const saidMs = driver.answeredAtMs(live);
    const shift = {
      shiftMs: saidMs === undefined ? undefined : saidMs - this.kernel.nowMs,
      toleranceMs: driver.toleranceMs(live),
    };
    const explain = (difference: Difference): Explanation | null =>
      isNoise?.(call, difference) === true
        ? 'noise'
        : ((isMcpEnvelope(encoded.path, difference) ? 'protocol' : null) ??
          this.#limits.explain(difference, { agent, all: found, shift }) ??
          explainByTime(difference, shift));
    return found
      .filter(({ field }) => ignored?.has(field) !== true)
      .map((difference) => ({ ...difference, explanation: explain(difference) }));
  }

  /** An agent alone of its kind goes by the name of its kind. */
  #nameOf({ number, name }: Agent): string {
    const group = this.#population.members[number]?.group;
    return group?.count === 1 ? group.name : name.replaceAll('/', '-');
  }

  #callOf({ method, path }: RequestEffect): string {
    const route = this.world.router.find(method, path)?.route;
    return route === undefined ? '' : `${route.service}/${route.style}/${route.row.operation}`;
  }

  /** As a scripted agent does: it uses the key it was issued last. */
  #noteKey({ number }: Agent, n: number, live: LiveAnswer): void {
    if (live.kind === 'failed' || live.status < 200 || live.status >= 300) return;
    const key = (live.body as { api_key?: unknown } | null | undefined)?.api_key;
    if (typeof key === 'string') this.#keys.set(number, this.#ids.encode(`Bearer ${key}`));
  }
}

/** What a sandbox says of itself rather than of the platform. */
const aboutItself: ReadonlySet<string> = new Set(['control/control/digest', 'control/control/policy']);
