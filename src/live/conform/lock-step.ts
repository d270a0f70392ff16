/**
 * Runs one scenario against a target and the model in lock step. Agents receive the target's responses; every request
 * goes to both, one at a time, and the model's clock follows the target's. Behaviours are the same as in any run.
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

/** One lock-step run. The scenario builds the model's world and its agents. */
export interface LockStepOptions {
  readonly scenario: Scenario;
  readonly driver: TargetDriver;
  /** The IP address of all requests in the model, unless each agent sends its own. */
  readonly ip?: string | undefined;
  /** Fields whose differences are dropped, such as `/message`. */
  readonly ignored?: ReadonlySet<string>;
  /** True to end the run after this exchange. */
  readonly isEnough?: (exchange: Exchange) => boolean;
  /** True for a field in which the target does not repeat itself. */
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

/** One run in lock step: `run` once, then read its public fields. It ends after a million requests at the latest. */
export class LockStep {
  /** The model's kernel: it advances only for requests, as that of a served world does. */
  readonly kernel: Kernel;
  /** The agents' kernel. */
  readonly #agents: Kernel;
  readonly world: World;
  readonly exchanges: Exchange[] = [];
  readonly findings: FindingResult[] = [];
  /** Failed checks of behaviours by name; agents check the target's responses. */
  readonly failedChecks = new Map<string, number>();
  /** For each event of the platform, the number of requests answered before it first happened in the model. */
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

  /** Resolves when the scenario's time is over, the target has stopped, or `isEnough` returned true. */
  async run(): Promise<void> {
    const { scenario, driver } = this.#options;
    const endMs = scenario.startMs + scenario.forMs;
    let isIdle = false;
    // Without active agents no request can show what still happens.
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

  /** Runs the model up to the instant of the target's response. */
  #followClock(live: LiveAnswer, atMs: Instant): void {
    const { driver, scenario } = this.#options;
    // The date of a target is untrusted: the model never runs longer than the scenario, plus a day.
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

  /** The only agent of its group goes by the name of the group. */
  #nameOf({ number, name }: Agent): string {
    const group = this.#population.members[number]?.group;
    return group?.count === 1 ? group.name : name.replaceAll('/', '-');
  }

  #callOf({ method, path }: RequestEffect): string {
    const route = this.world.router.find(method, path)?.route;
    return route === undefined ? '' : `${route.service}/${route.style}/${route.row.operation}`;
  }

  /** Records the last issued key, which a scripted agent would use. */
  #noteKey({ number }: Agent, n: number, live: LiveAnswer): void {
    if (live.kind === 'failed' || live.status < 200 || live.status >= 300) return;
    const key = (live.body as { api_key?: unknown } | null | undefined)?.api_key;
    if (typeof key === 'string') this.#keys.set(number, this.#ids.encode(`Bearer ${key}`));
  }
}

/** Calls whose responses describe the sandbox rather than the platform. */
const aboutItself: ReadonlySet<string> = new Set(['control/control/digest', 'control/control/policy']);
